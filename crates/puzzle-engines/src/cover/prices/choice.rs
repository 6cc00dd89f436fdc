//! More price lists: what kills most of the nodes that a search would visit.
//!
//! A sweep over the tree passes nodes of every depth, as many as there are abreast. For some of them a
//! linear program finds the list in which what they have chosen is dearest; where the program has no
//! solution at all that is more than the purse, and the node is dead. Of these lists those are taken
//! that kill most of the nodes that were passed, one after the other. The sweep is the same in every
//! run, so the lists are.

use puzzle_core::{AbstractPuzzle, Budget, EmbeddingId, PriceList, Random};

use super::find::Finder;
use crate::cover::sweeps::Sweeps;

/// Nodes abreast in the sweep.
const ABREAST: usize = 400;
/// Linear programs for each list that is wanted.
const PROGRAMS: usize = 10;
/// About how many steps each may take.
const STEPS: u64 = 400_000_000;
/// Depths with less than this of the nodes of the widest are not looked at.
const THIN: f64 = 1e-3;

/// The lists that the puzzle has and more, up to so many in all.
pub(super) fn more(puzzle: &AbstractPuzzle, lists: usize, budget: &Budget) -> Vec<PriceList> {
    let mut chosen = puzzle.prices().to_vec();
    let finder = Finder::new(puzzle).filter(|_| chosen.len() < lists);
    let (Some(finder), Some(mut sweeps)) = (finder, Sweeps::of(puzzle, budget)) else {
        return chosen;
    };
    let passed = sweeps.pass(ABREAST);
    let Some(widest) = passed.iter().map(|depth| depth.nodes).reduce(f64::max) else {
        return chosen;
    };
    // Where the tree grows: what dies there dies with all that is below.
    let growing = 1 + passed.iter().position(|depth| depth.nodes == widest).unwrap_or(0);
    let depths = passed[..growing].iter().filter(|depth| depth.nodes >= THIN * widest);
    let nodes: Vec<&[EmbeddingId]> =
        depths.flat_map(|depth| depth.chosen.iter().map(Vec::as_slice)).collect();
    let mut random = Random::new(1);
    let mut found: Vec<PriceList> = Vec::new();
    for _ in 0..PROGRAMS * lists {
        if nodes.is_empty() || budget.check(0).is_some() {
            break;
        }
        let node = nodes[random.index(nodes.len())];
        let mut covered = vec![false; puzzle.aspects().len()];
        let touched = node.iter().flat_map(|&e| puzzle.embedding(e));
        touched.for_each(|a| covered[a.index()] = true);
        found.extend(finder.below(&covered, &mut STEPS.clone()).filter(|list| list.purse() >= 0));
    }
    let kills = |list: &PriceList, node: &[EmbeddingId]| {
        let spent: i64 = node.iter().map(|&e| i64::from(list.cost(puzzle, e))).sum();
        spent > list.purse()
    };
    let mut alive: Vec<&[EmbeddingId]> = nodes;
    while chosen.len() < lists && !found.is_empty() {
        let killed = |list: &PriceList| alive.iter().filter(|node| kills(list, node)).count();
        let best = found.iter().map(killed).enumerate().max_by_key(|x| x.1);
        let Some((place, most)) = best else { break };
        if most == 0 {
            break;
        }
        let list = found.swap_remove(place);
        alive.retain(|node| !kills(&list, node));
        chosen.push(list);
    }
    chosen
}
