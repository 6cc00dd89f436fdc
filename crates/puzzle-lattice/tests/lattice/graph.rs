//! Graphs as grids.

use crate::common::{count_placements, dodecahedron, group_order};
use puzzle_lattice::{Cell, Graph, Grid, Motions, Region, Shape, walk};

fn names(count: usize) -> Vec<String> {
    (0..count).map(|i| i.to_string()).collect()
}

fn whole(graph: &Graph) -> Region {
    Region::new(graph, graph.seeds())
}

#[test]
fn the_dodecahedron_has_120_automorphisms_and_30_dominoes() {
    let graph = dodecahedron();
    let region = whole(&graph);
    assert_eq!(group_order(&graph, &region), (120, 120));
    let domino = Shape::new(&graph, [Cell([0, 0, 0]), Cell([1, 0, 0])]);
    assert_eq!(count_placements(&graph, &domino, Motions::Rotate, &region), 30);
    assert_eq!(count_placements(&graph, &domino, Motions::Translate, &region), 1);
}

#[test]
fn pieces_of_a_graph_are_its_connected_induced_subgraphs_up_to_isomorphism() {
    let graph = dodecahedron();
    // Three faces of the dodecahedron: around a corner, or in a row.
    assert_eq!(graph.all_shapes(3, Motions::Rotate).unwrap().len(), 2);
    assert_eq!(graph.all_shapes(12, Motions::Rotate).unwrap().len(), 1);
    assert_eq!(graph.all_shapes(13, Motions::Rotate).unwrap().len(), 0);
    assert_eq!(graph.all_shapes(2, Motions::Translate).unwrap().len(), 30);
}

#[test]
fn a_group_too_large_to_list_is_reported_as_the_identity() {
    let graph = Graph::new(names(12), Vec::new(), None).unwrap();
    assert_eq!(group_order(&graph, &whole(&graph)), (1, 1));
    let four = Region::new(&graph, graph.seeds().into_iter().take(4));
    assert_eq!(group_order(&graph, &four), (24, 24));
}

#[test]
fn a_search_that_grows_too_long_is_refused() {
    let edges = (0..60).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let graph = Graph::new(names(60), edges, None).unwrap();
    let piece = Shape::new(&graph, graph.seeds().into_iter().take(20));
    let refused = graph.placements(&piece, Motions::Rotate, &whole(&graph));
    assert!(refused.unwrap_err().to_string().starts_with("more than "));
}

#[test]
fn a_bad_graph_is_refused_with_a_reason() {
    let bad = |edges, positions| Graph::new(names(3), edges, positions).unwrap_err();
    assert!(bad(vec![(0, 3)], None).contains("outside"));
    assert!(bad(vec![(1, 1)], None).contains("itself"));
    assert!(bad(vec![], Some(vec![[0.0, 0.0]])).contains("positions"));
    assert!(bad(vec![], Some(vec![[f64::NAN, 0.0]; 3])).contains("finite"));
    let twice = Graph::new(vec!["a".into(), "a".into()], Vec::new(), None);
    assert!(twice.unwrap_err().contains("\"a\""));
}

#[test]
fn walks_on_a_graph_go_by_the_names_of_vertices() {
    let graph = dodecahedron();
    let start = graph.vertex("f0").unwrap();
    assert_eq!(walk(&graph, start, "f1 f2").unwrap().len(), 3);
    assert!(walk(&graph, start, "f11").is_err());
    assert_eq!(graph.vertex_name(start), Some("f0"));
}
