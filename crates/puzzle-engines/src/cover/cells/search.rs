//! The search loop.

use puzzle_core::{AbstractPuzzle, Control, EmbeddingId, Report, StopReason, Visitor};

use super::SparseSets;
use crate::cover::handing::{Handing, ended};
use crate::cover::share::Shares;
use crate::cover::sweeps::Sweeps;

/// Subtrees with fewer nodes are not weighed for the progress report: some milliseconds.
const MOMENT: f64 = 5000.0;

/// A node on the current path: the aspect being covered and how far its embeddings are tried.
struct Level {
    aspect: u32,
    next: u32,
    /// The lengths of the trail and of the active list before any embedding was chosen.
    trail: usize,
    active: usize,
    /// The length of the trail before the aspect itself was covered.
    before: usize,
}

/// The one search loop.
pub(super) fn run(
    mut sets: SparseSets,
    puzzle: &AbstractPuzzle,
    control: &Control,
    handing: &mut Handing<'_>,
) -> Report {
    let (mut nodes, mut solutions) = (1_u64, 0_u64);
    let mut chosen: Vec<EmbeddingId> = Vec::new();
    let mut levels: Vec<Level> = Vec::new();
    let watched = control.progress.is_watched();
    let mut shares = Shares::new(watched, MOMENT);
    let mut sweeps = if watched { Sweeps::of(puzzle, &control.budget) } else { None };
    let mut next_check = control.budget.slice(0);
    let mut descend = true;
    let stopped = loop {
        if descend {
            match sets.least_fit() {
                None => {
                    solutions += 1;
                    if handing.solution(&chosen).is_break() {
                        break Some(StopReason::Satisfied);
                    }
                }
                Some(aspect) if sets.fits[aspect as usize].size > 0 => {
                    let before = sets.trail.len();
                    sets.cover(aspect);
                    if shares.wants(levels.len(), nodes) {
                        let expected = shares.expected();
                        let weights = weigh(&sets, &mut sweeps, &chosen, aspect, expected);
                        shares.open(levels.len(), &weights);
                    }
                    let (trail, active) = (sets.mark(), sets.active);
                    levels.push(Level { aspect, next: 0, trail, active, before });
                }
                Some(_) => {}
            }
        }
        if nodes >= next_check {
            if let Err(reason) = control.look(nodes, solutions) {
                break Some(reason);
            }
            next_check = nodes + control.budget.slice(nodes);
        }
        let depth = levels.len();
        let Some(level) = levels.last_mut() else { break None };
        if level.next > 0 {
            chosen.pop();
            sets.restore(level.trail, level.active);
        }
        let f = sets.fits[level.aspect as usize];
        if level.next == f.size {
            if sets.keeps_trail {
                sets.restore(level.before, level.active + 1);
            } else {
                sets.trail.truncate(level.trail);
            }
            levels.pop();
            descend = false;
            continue;
        }
        let entry = sets.set[(f.start + level.next) as usize];
        level.next += 1;
        nodes += 1;
        shares.advance(depth - 1, nodes, &control.progress);
        chosen.push(EmbeddingId(sets.entries[entry as usize].embedding));
        descend = sets.choose(entry);
    };
    ended(control, solutions, nodes, stopped)
}

/// The estimated nodes below each way to cover an aspect, itself included; so many are expected
/// in all, if anything is known.
fn weigh(
    sets: &SparseSets,
    sweeps: &mut Option<Sweeps>,
    chosen: &[EmbeddingId],
    aspect: u32,
    expected: Option<f64>,
) -> Vec<f64> {
    let f = sets.fits[aspect as usize];
    let entries = &sets.set[f.start as usize..(f.start + f.size) as usize];
    let Some(sweeps) = sweeps else { return sets.descend_from(entries) };
    let embedding = |&entry: &u32| sets.entries[entry as usize].embedding;
    let children: Vec<u32> = entries.iter().map(embedding).collect();
    sweeps.weigh(chosen.to_vec(), &children, expected)
}
