//! More price lists: what kills most of the tree that the lists so far leave.
//!
//! A sweep over the tree passes nodes of every depth, each of which stands for many. For some of them a
//! little above the widest depth, drawn by how many they stand for, a linear program finds the list in
//! which what they have chosen is dearest; where the program has no solution at all that is more than
//! the purse, and the node is dead. Of these lists the one is taken that kills most of the widest depths.
//! Then comes the next sweep, over the tree that is left. Sweeps are the same in every run, so the lists
//! are.
//!
//! Tried without gain: all lists from one sweep, which counts nodes that the first of them has killed for
//! the others as well (0.84 of the nodes of one list with eight of them, where lists one after the other
//! come to 0.3); programs for the mean of many nodes; lists made anew for each part of a divided search.

use std::ops::RangeInclusive;

use puzzle_core::{AbstractPuzzle, Budget, PriceList, Random};

use super::find::Finder;
use crate::cover::sweeps::{Passed, Sweeps};

/// How much is done to find good lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Care {
    /// About half a second a list.
    Quick,
    /// Some seconds a list, for searches of an hour and longer. On the Hollow Pyramid sweeps then expect 18 %
    /// fewer nodes.
    Thorough,
}

impl Care {
    /// Nodes abreast in the sweeps.
    fn abreast(self) -> usize {
        match self {
            Care::Quick => 2000,
            Care::Thorough => 4000,
        }
    }

    /// Linear programs for each list.
    fn programs(self) -> usize {
        match self {
            Care::Quick => 16,
            Care::Thorough => 96,
        }
    }
}

/// About how many steps each may take.
const STEPS: u64 = 400_000_000;
/// They are for nodes so many levels above the widest.
const ABOVE: RangeInclusive<usize> = 1..=7;
/// Deaths are counted among the nodes of so many levels on both sides of the widest.
const AROUND: usize = 1;

/// The lists that the puzzle has and more, up to so many in all.
pub(super) fn more(
    puzzle: &AbstractPuzzle,
    lists: usize,
    care: Care,
    budget: &Budget,
) -> Vec<PriceList> {
    let mut chosen = puzzle.prices().to_vec();
    let Some(finder) = Finder::new(puzzle) else { return chosen };
    let mut random = Random::new(1);
    while chosen.len() < lists && budget.check(0).is_none() {
        let priced = puzzle.clone().priced(chosen.clone());
        let passed = priced.ok().and_then(|priced| {
            let sweeps = Sweeps::of(&priced, budget);
            sweeps.map(|mut sweeps| sweeps.pass(care.abreast()))
        });
        let best =
            passed.and_then(|passed| best(puzzle, &finder, &passed, care, &mut random, budget));
        let Some(best) = best else { break };
        chosen.push(best);
    }
    chosen
}

/// Of the lists for some of the nodes that were passed, the one that kills most, if any kills.
fn best(
    puzzle: &AbstractPuzzle,
    finder: &Finder<'_>,
    passed: &[Vec<Passed>],
    care: Care,
    random: &mut Random,
    budget: &Budget,
) -> Option<PriceList> {
    let size = |depth: &[Passed]| depth.iter().map(|node| node.weight).sum::<f64>();
    let sizes: Vec<f64> = passed.iter().map(|depth| size(depth)).collect();
    let widest = (0..sizes.len()).max_by(|&a, &b| sizes[a].total_cmp(&sizes[b]))?;
    let around = widest.saturating_sub(AROUND)..=(widest + AROUND).min(passed.len() - 1);
    let killed = |list: &PriceList| {
        let spent = |node: &Passed| -> i64 {
            node.chosen.iter().map(|&e| i64::from(list.cost(puzzle, e))).sum()
        };
        let dead = passed[around.clone()].iter().flatten();
        dead.filter(|node| spent(node) > list.purse()).map(|node| node.weight).sum::<f64>()
    };
    let mut best: Option<(f64, PriceList)> = None;
    for _ in 0..care.programs() {
        if budget.check(0).is_some() {
            break;
        }
        let above = ABOVE.start() + random.index(*ABOVE.end());
        let depth = &passed[widest.saturating_sub(above)];
        let Some(node) = drawn(depth, random) else { continue };
        let mut covered = vec![false; puzzle.aspects().len()];
        let touched = node.chosen.iter().flat_map(|&e| puzzle.embedding(e));
        touched.for_each(|a| covered[a.index()] = true);
        let list = finder.below(&covered, &mut STEPS.clone()).filter(|list| list.purse() >= 0);
        let Some(list) = list else { continue };
        let kills = killed(&list);
        if kills > best.as_ref().map_or(0.0, |best| best.0) {
            best = Some((kills, list));
        }
    }
    best.map(|best| best.1)
}

/// One of these, drawn by how many nodes it stands for.
fn drawn<'a>(nodes: &'a [Passed], random: &mut Random) -> Option<&'a Passed> {
    let total: f64 = nodes.iter().map(|node| node.weight).sum();
    let mut at = total * random.uniform();
    let here = nodes.iter().find(|node| {
        at -= node.weight;
        at < 0.0
    });
    here.or(nodes.last())
}
