//! One sweep after the other over a table.
//!
//! A single random descent (Knuth 1975) dies early as a rule, and once in a while it finds a whole
//! forest: thousands of them would be needed. A sweep goes down with many nodes abreast. Of all
//! children that the nodes of one depth have together it takes as many as it may, evenly spaced,
//! and each stands for as many as were passed over. Where most of the tree dies its place is taken by
//! children of what lives (the "go with the winners" of Aldous and Vazirani, 1994), and children of
//! the weighed node that have large trees get most of the sweep by themselves. The estimates are
//! unbiased.

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::{Budget, EmbeddingId, Random};

use crate::cover::tables::{
    Child, Group, Instance, Joined, Origin, Table, choices, step, with_lists,
};

/// How many nodes go abreast: one for so many nodes that are expected below, within these bounds. A
/// node abreast takes as long as some dozens of nodes of the search.
const NODES_PER_MEMBER: f64 = 16000.0;
const MEMBERS: std::ops::Range<f64> = 48.0..8192.0;
/// The fewest again where no search will come to an end: some months.
const HOPELESS: f64 = 1e14;
/// As many go abreast to find out how many nodes are to be expected at the root.
const PILOT: usize = 512;
/// As many at most where the table does not hold all rows: nearly every step makes one.
const FEW_MEMBERS: usize = 16;
/// The most bytes of states abreast; more nodes go one sweep after the other.
const MEMORY: usize = 2 << 20;

/// Sweeps are the same in every run.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// The nodes of one depth: their states end to end, and of each the least lane, how much is left
/// there, and below which child of the weighed node it lies.
#[derive(Default)]
struct Abreast<const LISTS: usize> {
    states: Vec<Group>,
    members: Vec<(usize, u32, u32)>,
    /// What is left in the purses of each.
    left: Vec<[u32; LISTS]>,
}

/// A node whose children are weighed.
pub(in crate::cover) struct Weighed<'a> {
    pub instance: &'a Instance,
    pub state: &'a [Group],
    /// What led to the state.
    pub chosen: &'a [EmbeddingId],
    /// The embeddings of which one is chosen next.
    pub children: &'a [u32],
}

/// The estimated nodes below each child of a node, itself included. So many are expected in all, if
/// anything is known.
pub(in crate::cover) fn probe(
    table: &mut Table,
    origin: &mut dyn Origin,
    of: &Weighed<'_>,
    expected: Option<f64>,
    budget: &Budget,
) -> Vec<f64> {
    let members = |nodes: f64| match nodes < HOPELESS {
        true => (nodes / NODES_PER_MEMBER).clamp(MEMBERS.start, MEMBERS.end) as usize,
        false => MEMBERS.start as usize,
    };
    let weights = weigh(table, origin, of, expected.map_or(PILOT, members), budget);
    let wanted = members(weights.iter().sum());
    match expected {
        None if wanted > 2 * PILOT => weigh(table, origin, of, wanted, budget),
        _ => weights,
    }
}

/// The same by sweeps with so many abreast.
pub(super) fn weigh(
    table: &mut Table,
    origin: &mut dyn Origin,
    of: &Weighed<'_>,
    members: usize,
    budget: &Budget,
) -> Vec<f64> {
    let members = if table.holds_all() { members } else { members.min(FEW_MEMBERS) };
    let random = &mut Random::new(SEED);
    let abreast = room(of.state).min(members);
    let sweeps = members.div_ceil(abreast);
    let mut weights = vec![0.0; of.children.len()];
    for _ in 0..sweeps {
        let weights = &mut weights[..];
        with_lists!(of.instance.purses.lists, LISTS => {
            let trail = None;
            dispatch(Sweep::<'_, LISTS> { table, origin, of, abreast, random, weights, budget, trail });
        });
    }
    weights.iter().map(|weight| 1.0 + weight / sweeps as f64).collect()
}

/// The way of a sweep: by depth what each node stands for, and of each node the place of its parent
/// among those one higher and what was chosen there.
type Trail = Vec<(f64, Vec<(u32, u32)>)>;

/// Nodes of one depth that a sweep passed.
pub(crate) struct Passed {
    /// About how many nodes of this depth there are.
    pub nodes: f64,
    /// What those that were passed have chosen.
    pub chosen: Vec<Vec<EmbeddingId>>,
}

/// The open nodes that a sweep with so many abreast passes, by depth.
pub(super) fn pass(
    table: &mut Table,
    origin: &mut dyn Origin,
    of: &Weighed<'_>,
    abreast: usize,
    budget: &Budget,
) -> Vec<Passed> {
    let random = &mut Random::new(SEED);
    let mut trail = Trail::new();
    let weights = &mut vec![0.0; of.children.len()][..];
    let abreast = room(of.state).min(abreast);
    with_lists!(of.instance.purses.lists, LISTS => {
        let trail = Some(&mut trail);
        dispatch(Sweep::<'_, LISTS> { table, origin, of, abreast, random, weights, budget, trail });
    });
    let mut passed: Vec<Passed> = Vec::new();
    for (weight, nodes) in trail {
        let chosen = nodes.iter().map(|&(parent, e)| {
            let above = passed.last().map_or(of.chosen, |above| &above.chosen[parent as usize][..]);
            [above, &[EmbeddingId(e)]].concat()
        });
        let (chosen, nodes) = (chosen.collect(), weight * nodes.len() as f64);
        passed.push(Passed { nodes, chosen });
    }
    passed
}

/// How many states like this one may be kept abreast.
fn room(state: &[Group]) -> usize {
    (MEMORY / size_of_val(state).max(1)).max(1)
}

/// Adds to the weight of each child the nodes that a sweep estimates below it.
struct Sweep<'a, const LISTS: usize> {
    table: &'a mut Table,
    origin: &'a mut dyn Origin,
    of: &'a Weighed<'a>,
    abreast: usize,
    random: &'a mut Random,
    weights: &'a mut [f64],
    budget: &'a Budget,
    trail: Option<&'a mut Trail>,
}

impl<const LISTS: usize> Kernel for Sweep<'_, LISTS> {
    type Answer = ();

    #[inline(always)]
    fn run<C: Compact>(self, way: C) {
        let Sweep { table, origin, of, abreast, random, weights, budget, mut trail } = self;
        let Weighed { state, children: first, .. } = *of;
        let purses = &of.instance.purses;
        let Some(left) = purses.left::<LISTS>(of.chosen) else { return };
        let size = state.len();
        let mut here = Abreast { states: state.to_vec(), members: Vec::new(), left: vec![left] };
        let mut next = Abreast::default();
        let mut child = state.to_vec();
        // All children, unless that takes too much memory.
        let every = first.len().div_ceil(room(state)).max(1);
        let from = (every as f64 * random.uniform()) as usize;
        let mut weight = every as f64;
        // From which member, what is chosen there, below which child.
        let mut taken: Vec<(usize, u32, u32)> = first
            .iter()
            .zip(0..)
            .map(|(&e, number)| (0, e, number))
            .skip(from)
            .step_by(every)
            .collect();
        while !taken.is_empty() && budget.check(0).is_none() {
            next.states.clear();
            next.members.clear();
            next.left.clear();
            if let Some(trail) = &mut trail {
                trail.push((weight, Vec::new()));
            }
            for &(member, e, number) in &taken {
                let Some(left_here) = purses.spend(here.left[member], e) else { continue };
                let (row, dear, layout) = table.rows(e, purses.rows_of(&left_here), origin);
                let list = (&layout.first[..], &layout.counts);
                let state = &here.states[member * size..][..size];
                if let Child::Open { left, half } =
                    step(way, layout, list, Joined { state, row, dear }, &mut child)
                {
                    next.left.push(left_here);
                    if let Some((_, nodes)) = trail.as_mut().and_then(|trail| trail.last_mut()) {
                        nodes.push((member as u32, e));
                    }
                    next.states.extend_from_slice(&child);
                    next.members.push((layout.owner[half as usize] as usize, left, number));
                    weights[number as usize] += weight * f64::from(left);
                }
            }
            std::mem::swap(&mut here, &mut next);
            let total: f64 = here.members.iter().map(|&(_, left, _)| f64::from(left)).sum();
            let stride = (total / abreast as f64).max(1.0);
            weight *= stride;
            // The first to be taken, then every so many-th.
            let mut at = if stride > 1.0 { stride * random.uniform() } else { 0.0 };
            let mut before = 0.0;
            taken.clear();
            for (member, &(lane, left, number)) in here.members.iter().enumerate() {
                let after = before + f64::from(left);
                if at < after {
                    let choices =
                        choices(table, origin, &here.states[member * size..][..size], lane);
                    while at < after {
                        taken.push((member, choices[(at - before) as usize], number));
                        at += stride;
                    }
                }
                before = after;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use puzzle_core::{Budget, Subtree};
    use puzzle_testkit::bijection;

    use crate::cover::sweeps::{self, Sweeps};

    /// In a bijection all nodes of one depth are alike, so a sweep is exact however narrow it is.
    #[test]
    fn a_sweep_counts_the_nodes_of_an_even_tree() {
        let puzzle = bijection(6);
        let mut nodes = vec![1.0];
        (1..=6).rev().for_each(|n| nodes.push(nodes[nodes.len() - 1] * f64::from(n)));
        for members in [1, 7, 10_000] {
            let estimated = sweeps::nodes(&puzzle, members, &Budget::default()).unwrap();
            assert!((estimated / nodes.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{estimated}");
        }
        for expected in [None, Some(0.0), Some(1e9)] {
            let mut sweeps = Sweeps::of(&puzzle, &Budget::default()).unwrap();
            let children = sweeps.children(&Subtree::default(), expected);
            assert_eq!(children.len(), 6);
            let estimated = 1.0 + children.iter().map(|(_, nodes)| nodes).sum::<f64>();
            assert!((estimated / nodes.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{estimated}");
        }
    }
}
