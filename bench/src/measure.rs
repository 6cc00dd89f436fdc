//! Measuring: programs take turns, so that a change of the machine's mood hits all of them.

use std::time::Duration;

use crate::clock;
use crate::program::{Found, Program, Run};
use crate::puzzles::Instance;

/// What the programs made of one puzzle.
pub(crate) struct Result {
    /// The puzzle.
    pub(crate) puzzle: String,
    /// How many aspects it has.
    pub(crate) aspects: usize,
    /// How many embeddings it has.
    pub(crate) embeddings: usize,
    /// How many solutions it has, if that is known.
    pub(crate) known: Option<u64>,
    /// One for each program.
    pub(crate) rows: Vec<Row>,
}

/// What one program made of one puzzle.
pub(crate) struct Row {
    /// The program.
    pub(crate) program: String,
    /// What it found, or why it did not.
    pub(crate) found: std::result::Result<Found, String>,
    /// How long each round took; empty if it declined.
    pub(crate) times: Vec<Duration>,
}

impl Row {
    /// The shortest round.
    pub(crate) fn best(&self) -> Option<Duration> {
        self.found.as_ref().ok().and(self.times.iter().min().copied())
    }

    /// The middle round, the lower one of two.
    pub(crate) fn median(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort_unstable();
        self.found.as_ref().ok().and(times.get(times.len().saturating_sub(1) / 2).copied())
    }

    /// Nanoseconds per node in the shortest round.
    pub(crate) fn nanos_per_node(&self) -> Option<f64> {
        let nodes = self.found.as_ref().ok()?.nodes.filter(|&nodes| nodes > 0)?;
        Some(self.best()?.as_secs_f64() * 1e9 / nodes as f64)
    }

    /// Whether the number of solutions is right; `None` if one of the two is unknown.
    pub(crate) fn is_right(&self, known: Option<u64>) -> Option<bool> {
        Some(self.found.as_ref().ok()?.solutions? == known?)
    }
}

impl Result {
    /// Whether no count is wrong and no program failed; one may decline. If the right count is not
    /// known, all must agree.
    pub(crate) fn is_right(&self) -> bool {
        if self.rows.iter().any(|row| row.found.is_err() && !row.times.is_empty()) {
            return false;
        }
        let counts = self.rows.iter().filter_map(|row| row.found.as_ref().ok()?.solutions);
        let mut counts = self.known.into_iter().chain(counts);
        let first = counts.next();
        counts.all(|count| Some(count) == first)
    }

    /// The shortest round of that program.
    pub(crate) fn best(&self, program: &str) -> Option<Duration> {
        self.rows.iter().find(|row| row.program == program)?.best()
    }
}

/// Lets every program solve the puzzle so many times, in turns.
pub(crate) fn measure(instance: &Instance, programs: &[Box<dyn Program>], rounds: u32) -> Result {
    let mut rows = Vec::new();
    let mut runs: Vec<Option<Run<'_>>> = Vec::new();
    for program in programs {
        let (run, found) = match program.prepare(instance) {
            Ok(run) => (Some(run), Ok(Found::default())),
            Err(reason) => (None, Err(format!("declines: {reason}"))),
        };
        rows.push(Row { program: program.name().into(), found, times: Vec::new() });
        runs.push(run);
    }
    for round in 1..=rounds {
        for (row, slot) in rows.iter_mut().zip(&mut runs) {
            let Some(run) = slot else { continue };
            let start = clock::now();
            row.found = run().map_err(|reason| format!("fails: {reason}"));
            let time = clock::now().saturating_sub(start);
            row.times.push(time);
            let seconds = time.as_secs_f64();
            eprintln!("{} round {round}: {} {seconds:.3} s", instance.name, row.program);
            if row.found.is_err() {
                *slot = None;
            }
        }
    }
    Result {
        puzzle: instance.name.clone(),
        aspects: instance.cover.puzzle.aspects().len(),
        embeddings: instance.cover.puzzle.embedding_count(),
        known: instance.known,
        rows,
    }
}

#[cfg(test)]
mod tests {
    use puzzle_core::{Cover, Demand, PuzzleBuilder};

    use super::*;
    use crate::{ours, peers};

    fn all() -> Vec<Box<dyn Program>> {
        ours::programs().into_iter().chain(peers::programs()).collect()
    }

    #[test]
    fn all_programs_agree_on_the_simple_puzzle() {
        for (name, count) in [("simple", 12), ("simple:C", 3), ("dominoes-3x4", 11)] {
            let result = measure(&Instance::open(name).unwrap(), &all(), 2);
            for row in &result.rows {
                match &row.found {
                    Ok(found) => {
                        assert_eq!(found.solutions, Some(count), "{} on {name}", row.program);
                        assert_eq!(row.times.len(), 2);
                    }
                    Err(reason) => assert!(reason.starts_with("declines"), "{reason}"),
                }
            }
            assert!(result.is_right());
        }
    }

    #[test]
    fn all_programs_agree_on_aspects_that_may_stay_uncovered() {
        let mut builder = PuzzleBuilder::new();
        let spare = builder.aspect("spare", Demand::AtMostOne);
        let cells = ["a", "b", "c"].map(|name| builder.aspect(name, Demand::One));
        for cell in cells {
            builder.embedding([cell]);
            builder.embedding([cell, spare]);
        }
        let cover = Cover::plain(builder.build().unwrap());
        let result = measure(&Instance::new("spare", cover, Some(4)), &all(), 1);
        assert!(result.rows.iter().all(|row| row.is_right(result.known) != Some(false)));
        assert!(result.is_right());
    }

    #[test]
    fn nodes_mean_the_same_for_cells_and_the_baseline() {
        // After k choices every cell and every piece has 4 - k embeddings left, whatever the order.
        let mut programs = all();
        programs.retain(|program| ["cells", peers::BASELINE].contains(&program.name()));
        let result = measure(&Instance::open("bijection-4").unwrap(), &programs, 1);
        for row in result.rows {
            assert_eq!(row.found.unwrap().nodes, Some(1 + 4 + 12 + 24 + 24), "{}", row.program);
        }
    }

    #[test]
    fn a_wrong_count_is_noticed() {
        let simple = Instance { known: Some(13), ..Instance::open("simple").unwrap() };
        assert!(!measure(&simple, &all(), 1).is_right());
    }
}
