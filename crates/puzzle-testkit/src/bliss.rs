//! Group orders by another program: `bliss` (Junttila and Kaski), a package of Debian.
//!
//! The graph is written here anew, with a vertex for every aspect, every colour that an aspect can be
//! given and every embedding. Aspects of which nothing tells one from another can be exchanged without
//! moving an embedding; `bliss` counts such exchanges and we do not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use puzzle_core::{AbstractPuzzle, AspectId, BigUint, Colour, Demand, EmbeddingId};

/// What tells an aspect from others: its demand, and the embeddings that touch it, by colour or without.
type Asked = (String, BTreeSet<(bool, Vec<EmbeddingId>)>);

/// How many permutations of the embeddings are symmetries; `None` if `bliss` is not installed.
pub fn order_by_bliss(puzzle: &AbstractPuzzle) -> Option<BigUint> {
    // Numbers of embeddings take the place of names of colours.
    let mut touched: BTreeMap<AspectId, BTreeMap<Option<Colour>, Vec<EmbeddingId>>> =
        puzzle.aspect_ids().map(|a| (a, BTreeMap::new())).collect();
    for e in puzzle.embedding_ids() {
        for (a, colour) in puzzle.touches(e) {
            touched.entry(a).or_default().entry(colour).or_default().push(e);
        }
    }
    let (mut vertices, mut edges) = (0, Vec::new());
    let mut colours = Vec::new();
    let mut add = |kind: String| {
        colours.push(kind);
        vertices += 1;
        vertices
    };
    let embeddings: Vec<u32> =
        puzzle.embedding_ids().map(|e| add(format!("embedding {}", puzzle.cost(e)))).collect();
    let mut alike: BTreeMap<Asked, u32> = BTreeMap::new();
    for (a, by_colour) in touched {
        let demand: Demand = puzzle.aspect(a).demand;
        let aspect = add(format!("aspect {demand:?}"));
        for (colour, list) in &by_colour {
            let to = match colour {
                None => aspect,
                Some(_) => {
                    let pair = add("colour".into());
                    edges.push((aspect, pair));
                    pair
                }
            };
            edges.extend(list.iter().map(|e| (embeddings[e.index()], to)));
        }
        let lists = by_colour.into_iter().map(|(colour, list)| (colour.is_some(), list));
        *alike.entry((format!("{demand:?}"), lists.collect())).or_default() += 1;
    }
    let kinds: BTreeSet<&String> = colours.iter().collect();
    let mut text = format!("p edge {vertices} {}\n", edges.len());
    for (vertex, kind) in (1..).zip(&colours) {
        let _ = writeln!(text, "n {vertex} {}", kinds.range::<String, _>(..kind).count());
    }
    for (from, to) in edges {
        let _ = writeln!(text, "e {from} {to}");
    }
    let order = run(&text)?;
    let exchanges = alike.values().flat_map(|&n| 1..=n).map(BigUint::from).product::<BigUint>();
    assert_eq!(&order % &exchanges, BigUint::ZERO, "exchanges are a subgroup");
    Some(order / exchanges)
}

fn run(graph: &str) -> Option<BigUint> {
    let mut bliss =
        Command::new("bliss").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = bliss.stdin.take()?;
    input.write_all(graph.as_bytes()).expect("bliss reads its graph");
    drop(input);
    let output = bliss.wait_with_output().expect("bliss ends");
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let order = output.lines().find_map(|line| line.strip_prefix("|Aut|:"));
    let order = order.unwrap_or_else(|| panic!("bliss told no order: {output}")).trim().to_owned();
    Some(order.parse().expect("an order is a number"))
}
