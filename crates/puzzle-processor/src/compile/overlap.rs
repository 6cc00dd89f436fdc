//! Overlap: guards that several embeddings share are tested once (document 000 §4.9).
//!
//! Invariant: the nodes place exactly the items given, each under guards on exactly its aspects.
//!
//! *Greedy*: take the aspect that most of the remaining embeddings share, put those under one
//! guard, treat them alike, and go on with the others. Ties go to the aspect that earlier
//! embeddings touch most (it is most likely covered, so the test prunes most), then to the first
//! in the order. With these ties Tables 2 and 3 and the listing of Appendix C come out exactly. The
//! first tie-break is needed for the listing (instruction 65 tests B before 5), and on 6x10
//! pentominoes it saves a fifth of the executed instructions (645 million against 818).

use puzzle_core::AspectId;

use super::best;
use super::expand::{Item, Node, Pressure};

/// How overlap among embeddings is exploited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlap {
    /// Not at all: every aspect of every embedding is tested separately.
    Off,
    /// The most common aspect first.
    #[default]
    Greedy,
    /// A search for fewer tests, never worse than greedy.
    Best,
}

/// The body of a procedure: every item under its guards.
pub fn group(items: Vec<Item>, overlap: Overlap, pressure: &Pressure) -> Vec<Node> {
    match overlap {
        Overlap::Off => separate(greedy(items, pressure)),
        Overlap::Greedy => greedy(items, pressure),
        Overlap::Best => best::group(items, pressure),
    }
}

/// Undoes the sharing but keeps the order of the tests of each embedding: the columns "overlap not
/// exploited" of Table 3 come out with this order and with no simpler one that was tried.
fn separate(nodes: Vec<Node>) -> Vec<Node> {
    fn walk(node: Node, path: &mut Vec<AspectId>, chains: &mut Vec<Node>) {
        match node {
            Node::Call(placement) => chains.push(Node::chain(path, placement)),
            Node::Guard { aspect, body } => {
                path.push(aspect);
                body.into_iter().for_each(|node| walk(node, path, chains));
                path.pop();
            }
        }
    }
    let mut chains = Vec::new();
    nodes.into_iter().for_each(|node| walk(node, &mut Vec::new(), &mut chains));
    chains.sort_by_key(Node::first_embedding);
    chains
}

/// Groups by the most common aspect, over and over.
pub(super) fn greedy(mut items: Vec<Item>, pressure: &Pressure) -> Vec<Node> {
    let mut nodes = Vec::new();
    while let Some((aspect, count)) = most_common(&items, pressure) {
        if count == 1 {
            break;
        }
        let (inside, outside) = split(items, aspect);
        nodes.push(Node::Guard { aspect, body: greedy(inside, pressure) });
        items = outside;
    }
    for mut item in items {
        item.aspects.sort_by_key(|&a| pressure.key(a));
        nodes.push(Node::chain(&item.aspects, item.placement));
    }
    nodes.sort_by_key(Node::first_embedding);
    nodes
}

/// The items with the aspect, which is taken out of them, and the items without.
pub(super) fn split(items: Vec<Item>, aspect: AspectId) -> (Vec<Item>, Vec<Item>) {
    let (mut inside, outside): (Vec<_>, Vec<_>) =
        items.into_iter().partition(|item| item.aspects.contains(&aspect));
    inside.iter_mut().for_each(|item| item.aspects.retain(|&a| a != aspect));
    (inside, outside)
}

/// How often each aspect occurs, by ascending id.
pub(super) fn frequencies(items: &[Item]) -> Vec<(AspectId, usize)> {
    let mut all: Vec<AspectId> = items.iter().flat_map(|item| item.aspects.clone()).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
}

fn most_common(items: &[Item], pressure: &Pressure) -> Option<(AspectId, usize)> {
    let better = |&(a, count): &(AspectId, usize)| (std::cmp::Reverse(count), pressure.key(a));
    frequencies(items).into_iter().min_by_key(better)
}
