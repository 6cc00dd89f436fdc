//! Any finite graph as a grid: cells are vertices, neighbours are joined by an edge.
//!
//! Coordinates: vertex number, 0, 0. There is no geometry to move a piece by, so a piece is its
//! induced subgraph and may lie on any vertices that induce an isomorphic one; with
//! [`Motions::Translate`] it stays where it was drawn. Symmetries of a region are the automorphisms
//! of its induced subgraph, all of them counted as proper. Positions serve drawings only.
//!
//! Listing is bounded: placements are refused with [`TooMany`] when the search grows too long, and a
//! region with more than ten thousand automorphisms (or too hard to search) reports the identity
//! alone, which is a true though useless group.

use crate::isomorphism::{Adjacency, Search, colours, induced};
use crate::{
    Cell, Grid, Motion, Motions, Region, RegionGroup, RegionSymmetry, Shape, TooMany, congruent,
    grow, limits,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

/// A finite graph with named vertices.
#[derive(Clone, Debug)]
pub struct Graph {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
    neighbours: Adjacency,
    positions: Vec<[f64; 2]>,
    radius: f64,
}

impl Graph {
    /// A graph from its vertices' names and its edges; without positions, vertices are drawn on a
    /// circle. Edges given twice count once.
    pub fn new(
        names: Vec<String>,
        edges: Vec<(u32, u32)>,
        positions: Option<Vec<[f64; 2]>>,
    ) -> Result<Graph, String> {
        if names.len() > limits::GRAPH || edges.len() > limits::GRAPH {
            return Err(format!("a graph has at most {} vertices and edges", limits::GRAPH));
        }
        let mut numbers = FxHashMap::default();
        for (number, name) in (0..).zip(&names) {
            if numbers.insert(name.clone(), number).is_some() {
                return Err(format!("two vertices are called {name:?}"));
            }
        }
        let mut neighbours = vec![Vec::new(); names.len()];
        for (a, b) in edges {
            if a == b {
                return Err(format!("vertex {a} is joined to itself"));
            }
            if a.max(b) as usize >= names.len() {
                return Err(format!("edge {a}-{b} leads outside the {} vertices", names.len()));
            }
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let positions = positions.unwrap_or_else(|| circle(names.len()));
        if positions.len() != names.len() {
            return Err(format!("{} positions for {} vertices", positions.len(), names.len()));
        }
        if !positions.iter().flatten().all(|x| x.is_finite()) {
            return Err("a position is not a finite number".into());
        }
        let mut graph = Graph { names, numbers, neighbours, positions, radius: 0.4 };
        graph.radius = graph.shortest_edge() * 0.4;
        Ok(graph)
    }

    /// The vertex with this name.
    pub fn vertex(&self, name: &str) -> Option<Cell> {
        self.numbers.get(name).map(|&vertex| Cell([vertex as i32, 0, 0]))
    }

    /// The name of a vertex.
    pub fn vertex_name(&self, cell: Cell) -> Option<&str> {
        self.number(cell).map(|vertex| self.names[vertex].as_str())
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        let [vertex, 0, 0] = cell.0 else { return None };
        usize::try_from(vertex).ok().filter(|&vertex| vertex < self.names.len())
    }

    /// The cells as vertex numbers, or none if one of them is no vertex.
    fn numbers(&self, cells: &[Cell]) -> Option<Vec<u32>> {
        cells.iter().map(|&cell| self.number(cell).map(|vertex| vertex as u32)).collect()
    }

    fn position(&self, cell: Cell) -> [f64; 2] {
        self.number(cell).map_or([0.0, 0.0], |vertex| self.positions[vertex])
    }

    fn shortest_edge(&self) -> f64 {
        let lengths = self.neighbours.iter().zip(&self.positions).flat_map(|(list, a)| {
            list.iter().map(move |&n| {
                let b = self.positions[n as usize];
                (a[0] - b[0]).hypot(a[1] - b[1])
            })
        });
        let shortest = lengths.filter(|&length| length > 1e-6).fold(f64::INFINITY, f64::min);
        if shortest.is_finite() { shortest } else { 1.0 }
    }

    /// The vertex sets among `host` (sorted) that induce a copy of what `piece` induces.
    fn copies(&self, piece: &[u32], host: &[u32]) -> Result<Vec<Vec<u32>>, TooMany> {
        let pattern = induced(&self.neighbours, piece);
        let host_graph = induced(&self.neighbours, host);
        let search = Search {
            pattern: &pattern,
            pattern_colours: &vec![0; pattern.len()],
            host: &host_graph,
            host_colours: &vec![0; host.len()],
        };
        let mut found = BTreeSet::new();
        search.run(|image| {
            let mut set = image.to_vec();
            set.sort_unstable();
            found.insert(set);
            TooMany::check("placements", found.len(), limits::PLACEMENTS)?;
            let cells = found.len().saturating_mul(piece.len());
            TooMany::check("cells in the placements", cells, limits::PLACED_CELLS)
        })?;
        Ok(found.into_iter().collect())
    }
}

fn circle(count: usize) -> Vec<[f64; 2]> {
    let radius = if count < 2 { 0.0 } else { count as f64 / TAU };
    (0..count)
        .map(|i| {
            let angle = TAU * i as f64 / count as f64;
            [radius * angle.sin(), -radius * angle.cos()]
        })
        .collect()
}

impl Grid for Graph {
    fn name(&self) -> &str {
        "graph"
    }

    fn has(&self, cell: Cell) -> bool {
        self.number(cell).is_some()
    }

    fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let Some(vertex) = self.number(cell) else { return Vec::new() };
        self.neighbours[vertex].iter().map(|&next| Cell([next as i32, 0, 0])).collect()
    }

    fn cell_at(&self, _layer: i32, _row: i32, column: i32) -> Cell {
        Cell([column, 0, 0])
    }

    fn reading_key(&self, cell: Cell) -> (i32, i32, i32) {
        (0, 0, cell.0[0])
    }

    fn point_group(&self) -> &[Motion] {
        &[Motion::IDENTITY]
    }

    fn is_translation(&self, by: [i32; 3]) -> bool {
        by == [0; 3]
    }

    fn translation_home(&self, _: &[Cell]) -> [i32; 3] {
        [0; 3]
    }

    fn seeds(&self) -> Vec<Cell> {
        (0..self.names.len() as i32).map(|vertex| Cell([vertex, 0, 0])).collect()
    }

    /// All vertex sets that induce an isomorphic subgraph; only the shape itself if listing them
    /// would take too long.
    fn orientations(&self, shape: &Shape, motions: Motions) -> Vec<Shape> {
        let alone = || vec![shape.clone()];
        if motions == Motions::Translate || shape.is_empty() {
            return alone();
        }
        let Some(piece) = self.numbers(shape.cells()) else { return alone() };
        let host: Vec<u32> = (0..self.names.len() as u32).collect();
        let Ok(copies) = self.copies(&piece, &host) else { return alone() };
        let shape = |copy: Vec<u32>| {
            Shape::new(self, copy.into_iter().map(|vertex| Cell([vertex as i32, 0, 0])))
        };
        copies.into_iter().map(shape).collect()
    }

    fn placements(
        &self,
        shape: &Shape,
        motions: Motions,
        region: &Region,
    ) -> Result<Vec<Vec<u32>>, TooMany> {
        if motions == Motions::Translate || shape.is_empty() || shape.len() > region.len() {
            return congruent::placements(self, shape, Motions::Translate, region);
        }
        match (self.numbers(shape.cells()), self.numbers(region.cells())) {
            (Some(piece), Some(host)) => self.copies(&piece, &host),
            _ => Ok(Vec::new()),
        }
    }

    fn named_cell(&self, name: &str) -> Option<Cell> {
        self.vertex(name)
    }

    fn region_symmetries(&self, region: &Region) -> RegionGroup {
        let identity = || RegionGroup {
            elements: vec![RegionSymmetry::identity(region.len())],
            complete: false,
        };
        let Some(vertices) = self.numbers(region.cells()) else { return identity() };
        let graph = induced(&self.neighbours, &vertices);
        let colours = colours(&graph);
        let search = Search {
            pattern: &graph,
            pattern_colours: &colours,
            host: &graph,
            host_colours: &colours,
        };
        let limit = limits::AUTOMORPHISMS.min(limits::AUTOMORPHISM_CELLS / region.len().max(1));
        let mut found = BTreeMap::new();
        let searched = search.run(|image| {
            found.insert(image.to_vec(), true);
            TooMany::check("automorphisms", found.len(), limit)
        });
        match searched {
            Err(_) => identity(),
            Ok(()) => {
                RegionGroup { elements: congruent::listed(found, region.len()), complete: true }
            }
        }
    }

    fn all_shapes(&self, cells: usize, motions: Motions) -> Result<Vec<Shape>, TooMany> {
        Ok(grow::merge(self, grow::lattice_classes(self, cells, motions)?, motions))
    }

    /// A polygon of twelve corners around the vertex, small enough to leave the edges visible.
    fn outline(&self, cell: Cell) -> Vec<[f64; 2]> {
        let [x, y] = self.position(cell);
        let angles = (0..12).map(|i| TAU * f64::from(i) / 12.0);
        angles.map(|a| [x + self.radius * a.cos(), y + self.radius * a.sin()]).collect()
    }

    fn center(&self, cell: Cell) -> [f64; 3] {
        let [x, y] = self.position(cell);
        [x, y, 0.0]
    }

    /// Vertices in one line: edges of a graph cannot all be sides in a text.
    fn text_rect(&self, cell: Cell) -> (i32, i32, i32) {
        (0, 2 * cell.0[0], 2)
    }

    /// Directions are the neighbours' names.
    fn walk_step(&self, cell: Cell, direction: &str) -> Option<Cell> {
        let target = self.vertex(direction)?;
        let around = &self.neighbours[self.number(cell)?];
        around.binary_search(&(target.0[0] as u32)).is_ok().then_some(target)
    }
}
