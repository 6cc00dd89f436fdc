//! Overlap by the pilot method: greedy with a look ahead (document 000 §4.9, "best").
//!
//! Finding the fewest guards is as hard as vertex cover (two-aspect embeddings are edges, guards
//! chosen first a cover), so this is a heuristic: for each of a few common aspects the grouping is
//! completed greedily, and the aspect with the cheapest completion is taken. The cost is the
//! number of guards (static size), then the expected number of tests executed, when an aspect that
//! earlier embeddings touch `t` times is free with probability 1/(1+t/4).
//!
//! Invariant: never more guards than the greedy grouping of the same items, because the greedy
//! result itself is a candidate. Large groups are first divided greedily: for 6x10 pentominoes, by
//! columns, that gives 11 644 instructions, looking ahead everywhere 11 728, greedy alone 12 016.

use std::cmp::Ordering;

use puzzle_core::AspectId;

use super::expand::{Item, Node, Pressure};
use super::overlap::{frequencies, greedy, split};

/// Groups with more items than this are divided greedily first.
const LARGE: usize = 24;
/// So many of the most common aspects are tried.
const WIDTH: usize = 6;

/// Groups the items with few guards.
pub(super) fn group(items: Vec<Item>, pressure: &Pressure) -> Vec<Node> {
    let plain = greedy(items.clone(), pressure);
    let looked = look_ahead(items, pressure);
    match Cost::of(&looked, pressure).compare(&Cost::of(&plain, pressure)) {
        Ordering::Less => looked,
        _ => plain,
    }
}

fn look_ahead(mut items: Vec<Item>, pressure: &Pressure) -> Vec<Node> {
    let mut nodes = Vec::new();
    while let Some(aspect) = choose(&items, pressure) {
        let (inside, outside) = split(items, aspect);
        nodes.push(Node::Guard { aspect, body: look_ahead(inside, pressure) });
        items = outside;
    }
    nodes.extend(greedy(items, pressure));
    nodes.sort_by_key(Node::first_embedding);
    nodes
}

/// The aspect to group by next, or none when no two items share one.
fn choose(items: &[Item], pressure: &Pressure) -> Option<AspectId> {
    let mut shared = frequencies(items);
    shared.retain(|&(_, count)| count > 1);
    shared.sort_by_key(|&(a, count)| (std::cmp::Reverse(count), pressure.key(a)));
    if items.len() > LARGE {
        return shared.first().map(|&(a, _)| a);
    }
    let pilot = |aspect: AspectId| {
        let (inside, outside) = split(items.to_vec(), aspect);
        let mut nodes = greedy(outside, pressure);
        nodes.push(Node::Guard { aspect, body: greedy(inside, pressure) });
        Cost::of(&nodes, pressure)
    };
    let costs = shared.iter().take(WIDTH).map(|&(a, _)| (a, pilot(a)));
    // `min_by` keeps the first of equals, which is the greedy choice.
    costs.min_by(|(_, a), (_, b)| a.compare(b)).map(|(a, _)| a)
}

/// What a list of nodes costs.
struct Cost {
    guards: usize,
    expected: f64,
}

impl Cost {
    fn of(nodes: &[Node], pressure: &Pressure) -> Cost {
        let mut cost = Cost { guards: 0, expected: 0.0 };
        for node in nodes {
            if let Node::Guard { aspect, body } = node {
                let inner = Cost::of(body, pressure);
                let free = 1.0 / (1.0 + f64::from(pressure.touched(*aspect)) / 4.0);
                cost.guards += 1 + inner.guards;
                cost.expected += 1.0 + free * (1.0 + inner.expected);
            }
        }
        cost
    }

    fn compare(&self, other: &Cost) -> Ordering {
        let close = (self.expected - other.expected).abs() < 1e-9;
        let expected =
            if close { Ordering::Equal } else { self.expected.total_cmp(&other.expected) };
        self.guards.cmp(&other.guards).then(expected)
    }
}
