//! Asking about costs: the cheapest solutions, and how many cost no more than a bound.

use puzzle_core::{AbstractPuzzle, EmbeddingId, Report};
use puzzle_engines::cover;

use crate::{Answer, Failure, Options, Output, Puzzle};

impl Puzzle {
    /// What a solution costs, given by the numbers of its embeddings; `None` if nothing costs
    /// anything in this puzzle.
    pub fn cost(&self, numbers: &[u32]) -> Option<u64> {
        let puzzle = &self.cover()?.puzzle;
        let cost = |&number: &u32| puzzle.find_number(number).map_or(0, |e| puzzle.cost(e));
        puzzle.has_costs().then(|| numbers.iter().map(cost).sum())
    }

    /// Hands the `keep` cheapest solutions to `output`, cheapest first. A search that is stopped
    /// hands over the cheapest it has found so far.
    pub fn cheapest(
        &self,
        options: &Options,
        keep: usize,
        output: &mut dyn Output,
    ) -> Result<Answer, Failure> {
        let cover = self.plain_cover(options)?;
        let puzzle = &cover.puzzle;
        let ranked = match self.description().impossible() {
            Some(_) => cover::Ranked::default(),
            None => cover::cheapest(puzzle, keep, None, &options.control),
        };
        for (_, solution) in &ranked.solutions {
            let mut numbers: Vec<u32> = solution.iter().map(|&e| puzzle.number(e)).collect();
            numbers.sort_unstable();
            if output.solution(&numbers).is_break() {
                break;
            }
        }
        Ok(self.costed_answer(options, ranked.report))
    }

    /// Counts the solutions that cost at most `most`.
    pub fn count_up_to_cost(&self, options: &Options, most: u64) -> Result<Answer, Failure> {
        let cover = self.plain_cover(options)?;
        let report = match self.description().impossible() {
            Some(_) => cover::Ranked::default().report,
            None => cover::count_up_to(&cover.puzzle, most, &options.control),
        };
        Ok(self.costed_answer(options, report))
    }

    /// The problem meant, if nothing is asked for that this search cannot do.
    fn plain_cover(
        &self,
        options: &Options,
    ) -> Result<std::borrow::Cow<'_, puzzle_core::Cover>, Failure> {
        let refuse = |what: &str| {
            Err(Failure::Usage(format!("a search by cost is branch and bound: it takes no {what}")))
        };
        if options.engine.as_deref().is_some_and(|name| name != "auto") {
            return refuse("--engine");
        }
        if options.order.is_some() {
            return refuse("--order");
        }
        if options.checkpoint.is_some() || options.resume.is_some() {
            return refuse("--checkpoint and no --resume");
        }
        if options.threads.is_some_and(|threads| threads > 1) {
            return refuse("--threads");
        }
        self.restricted_cover(options)
    }

    fn costed_answer(&self, options: &Options, report: Report) -> Answer {
        Answer {
            solutions: report.solutions,
            classes: None,
            nodes: report.nodes,
            stopped: report.stopped,
            engine: "cheapest".into(),
            order: "fewest affordable ways first".into(),
            restricted: options.restriction != crate::Restriction::None,
            reasons: vec!["branch and bound on costs after taxes".into()],
        }
    }
}

/// What preprocessing finds in a puzzle, in words: removed embeddings with the reason, then the
/// forced ones.
pub fn preprocessing(puzzle: &AbstractPuzzle) -> (Vec<String>, Vec<EmbeddingId>) {
    let found = cover::reduce(puzzle, false, crate::preprocess::THOROUGH);
    let lines = found.removed.iter().map(|&(e, why)| {
        let why = match why {
            cover::Removed::Blocks(a) => format!("blocks {}", puzzle.aspect(a).name),
            cover::Removed::Dominated(f) => format!("{} does as well", puzzle.number(f)),
        };
        format!("{}: {why}", puzzle.number(e))
    });
    (lines.collect(), found.forced)
}
