//! One sweep after the other over a table.
//!
//! A single random descent (Knuth 1975) dies early as a rule, and once in a while it finds a whole
//! forest: thousands of them would be needed. A sweep goes down with many nodes abreast. Of all
//! children that the nodes of one depth have together it takes as many as it may, evenly spaced,
//! and each stands for as many as were passed over. Where most of the tree dies its place is taken by
//! children of what lives (the "go with the winners" of Aldous and Vazirani, 1994), and children of
//! the weighed node that have large trees get most of the sweep by themselves. The estimates are
//! unbiased.
//!
//! Where prices are kept up, what is left in the emptiest purse says a lot about how large the tree below a
//! node is. Spaces between children that are taken are measured by it, so more nodes are passed where
//! more of the tree is, and each stands for fewer. On the Hollow Pyramid that took the spread of the
//! estimates from factors to a tenth.

use std::ops::Range;

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::{Budget, EmbeddingId, Random};

use crate::cover::tables::{
    Child, Group, Instance, Joined, Origin, Owing, Table, Tally, choices, join_row, step,
    with_lists,
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

/// A node whose purses are full gets e to this power times the attention of one with an empty purse.
const PROMISE: f64 = 4.0;

/// The nodes of one depth: their states end to end.
#[derive(Default)]
struct Abreast<const LISTS: usize> {
    states: Vec<Group>,
    members: Vec<Member>,
    /// What is left in the purses of each.
    left: Vec<[u32; LISTS]>,
    /// What was done to the bags of each, if there are any.
    tallies: Vec<Tally>,
}

/// A node of a sweep.
#[derive(Clone, Copy)]
struct Member {
    /// The lane that is covered next, and how much is left there.
    lane: usize,
    left: u32,
    /// Below which child of the weighed node it lies.
    child: u32,
    /// How many nodes it stands for.
    weight: f64,
    /// How large its tree seems to be, beside others.
    promise: f64,
}

/// A child that a sweep goes on with.
struct Taken {
    /// Its parent among the members.
    member: usize,
    /// What is chosen there.
    embedding: u32,
    child: u32,
    weight: f64,
    /// Which embeddings are out: a stretch of a list.
    out: Range<usize>,
}

/// A node whose children are weighed.
pub(in crate::cover) struct Weighed<'a> {
    pub instance: &'a Instance,
    /// What the lanes of its table are called.
    pub names: &'a [u32],
    pub state: &'a [Group],
    /// What led to the state.
    pub chosen: &'a [EmbeddingId],
    /// The embeddings of which one is chosen next.
    pub children: &'a [u32],
    /// Whether several of them may be chosen: those before each are out then.
    pub several: bool,
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
            let sweep = Sweep::<'_, LISTS> {
                table: &mut *table, origin: &mut *origin, of, abreast, random: &mut *random, weights, budget, trail: None
            };
            sweep.dispatch();
        });
    }
    weights.iter().map(|weight| 1.0 + weight / sweeps as f64).collect()
}

/// The way of a sweep: by depth, of each node the place of its parent among those one higher, what was
/// chosen there, and how many nodes it stands for.
type Trail = Vec<Vec<(u32, u32, f64)>>;

/// A node that a sweep passed.
pub(crate) struct Passed {
    pub chosen: Vec<EmbeddingId>,
    /// How many nodes of its depth it stands for.
    pub weight: f64,
}

/// The open nodes that a sweep with so many abreast passes, by depth.
pub(super) fn pass(
    table: &mut Table,
    origin: &mut dyn Origin,
    of: &Weighed<'_>,
    abreast: usize,
    budget: &Budget,
) -> Vec<Vec<Passed>> {
    let random = &mut Random::new(SEED);
    let mut trail = Trail::new();
    let weights = &mut vec![0.0; of.children.len()][..];
    let abreast = room(of.state).min(abreast);
    with_lists!(of.instance.purses.lists, LISTS => {
        let trail = Some(&mut trail);
        Sweep::<'_, LISTS> { table, origin, of, abreast, random, weights, budget, trail }.dispatch();
    });
    let mut passed: Vec<Vec<Passed>> = Vec::new();
    for nodes in trail {
        let above = passed.last();
        let node = |&(parent, e, weight): &(u32, u32, f64)| {
            let before = above.map_or(of.chosen, |above| &above[parent as usize].chosen[..]);
            Passed { chosen: [before, &[EmbeddingId(e)]].concat(), weight }
        };
        let nodes = nodes.iter().map(node).collect();
        passed.push(nodes);
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

impl<const LISTS: usize> Sweep<'_, LISTS> {
    fn dispatch(self) {
        match self.of.instance.bags {
            None => dispatch(Swept::<'_, LISTS, false>(self)),
            Some(_) => dispatch(Swept::<'_, LISTS, true>(self)),
        }
    }
}

/// A sweep where there are all demands, or those that sets fulfil by themselves.
struct Swept<'a, const LISTS: usize, const GENERAL: bool>(Sweep<'a, LISTS>);

impl<const LISTS: usize, const GENERAL: bool> Kernel for Swept<'_, LISTS, GENERAL> {
    type Answer = ();

    #[inline(always)]
    fn run<C: Compact>(self, way: C) {
        let Swept(sweep) = self;
        let Sweep { table, origin, of, abreast, random, weights, budget, mut trail } = sweep;
        let Weighed { instance, names, state, children: first, .. } = *of;
        let purses = &of.instance.purses;
        let Some(left) = purses.left::<LISTS>(of.chosen) else { return };
        let size = state.len();
        let (states, members, left) = (state.to_vec(), Vec::new(), vec![left]);
        let tallies = vec![instance.after(of.chosen)];
        let mut here = Abreast { states, members, left, tallies };
        let mut next = Abreast::default();
        let mut child = state.to_vec();
        // All children, unless that takes too much memory.
        let every = first.len().div_ceil(room(state)).max(1);
        let from = (every as f64 * random.uniform()) as usize;
        let weight = every as f64;
        let before = |child| 0..if of.several { child as usize } else { 0 };
        let taken =
            |(&embedding, child)| Taken { member: 0, embedding, child, weight, out: before(child) };
        // What is out of several ways, one after the other, and what a child is joined from then.
        let mut outs = if of.several { first.to_vec() } else { Vec::new() };
        let (mut parent, mut events) = (Vec::new(), Vec::new());
        let mut taken: Vec<Taken> =
            first.iter().zip(0..).map(taken).skip(from).step_by(every).collect();
        while !taken.is_empty() && budget.check(0).is_none() {
            next.states.clear();
            next.members.clear();
            next.left.clear();
            next.tallies.clear();
            if let Some(trail) = &mut trail {
                trail.push(Vec::new());
            }
            for &Taken { member, embedding: e, child: number, weight, ref out } in &taken {
                let Some(left_here) = purses.spend(here.left[member], e) else { continue };
                let mut state = &here.states[member * size..][..size];
                let mut tally = Tally::default();
                if GENERAL {
                    tally.clone_from(&here.tallies[member]);
                    instance.count(&mut tally, e, &mut events);
                    parent.clear();
                    parent.extend_from_slice(state);
                    for &e in &outs[out.clone()] {
                        join_row(table, origin, instance.alone(e), &mut parent);
                    }
                    for &event in &events {
                        join_row(table, origin, instance.row_of(event), &mut parent);
                    }
                    state = &parent;
                }
                let (row, dear, layout) = table.rows(e, purses.rows_of(&left_here), origin);
                let list = (&layout.first[..], &layout.counts);
                let joined = (Joined { state, row, dear }, Owing { names, owed: &tally.owed });
                if let Child::Open { left, half } =
                    step::<C, LISTS, GENERAL>(way, layout, list, joined, &mut child)
                {
                    let promise = (PROMISE * purses.emptiest(&left_here)).exp();
                    let lane = layout.owner[half as usize] as usize;
                    next.left.push(left_here);
                    if GENERAL {
                        next.tallies.push(tally);
                    }
                    if let Some(nodes) = trail.as_mut().and_then(|trail| trail.last_mut()) {
                        nodes.push((member as u32, e, weight));
                    }
                    next.states.extend_from_slice(&child);
                    next.members.push(Member { lane, left, child: number, weight, promise });
                    weights[number as usize] += weight * f64::from(left);
                }
            }
            std::mem::swap(&mut here, &mut next);
            let children: u64 = here.members.iter().map(|member| u64::from(member.left)).sum();
            let span = |member: &Member| member.weight * member.promise;
            let total: f64 = here.members.iter().map(|m| span(m) * f64::from(m.left)).sum();
            let all = children <= abreast as u64;
            let stride = total / abreast as f64;
            // The place of the next child to be taken, and of the end of those looked at.
            let mut at = stride * random.uniform();
            let mut before = 0.0;
            taken.clear();
            outs.clear();
            for (place, member) in here.members.iter().enumerate() {
                let span = span(member);
                let after = before + span * f64::from(member.left);
                if all || at < after {
                    let state = &here.states[place * size..][..size];
                    let owed = here.tallies.get(place).map_or(&[][..], |tally| &tally.owed);
                    let owing = Owing { names, owed };
                    let choices = choices(table, origin, state, member.lane, owing);
                    let begun = outs.len();
                    let several = GENERAL && instance.takes_several(names[member.lane]);
                    if several {
                        outs.extend_from_slice(&choices);
                    }
                    for (number, &embedding) in choices.iter().enumerate() {
                        let end = before + span * (number + 1) as f64;
                        let mut times = 0_u32;
                        while at < end {
                            at += stride;
                            times += 1;
                        }
                        let weight = match all {
                            true => member.weight,
                            false => f64::from(times) * stride / member.promise,
                        };
                        if all || times > 0 {
                            taken.push(Taken {
                                member: place,
                                embedding,
                                child: member.child,
                                weight,
                                out: begun..begun + if several { number } else { 0 },
                            });
                        }
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
            let children = sweeps.children(&Subtree::default(), expected).ways();
            assert_eq!(children.len(), 6);
            let estimated = 1.0 + children.iter().map(|(_, nodes)| nodes).sum::<f64>();
            assert!((estimated / nodes.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{estimated}");
        }
    }
}
