//! Preprocessing before a search, on request or where it pays.
//!
//! It pays where secondary aspects, colours or bags make embeddings impossible that no engine would
//! notice soon; on plain packings the engines' own zero-fit cut-off finds the same within the
//! first levels. So `auto` means: not for puzzles in which every aspect is covered exactly once, not
//! when an engine or an order is asked for by name, and only for some milliseconds.

use std::borrow::Cow;

use puzzle_core::{Cover, Demand, Problem, Question};
use puzzle_engines::cover::{Removed, reduce};

use crate::{Options, Preprocess};

/// Steps when it is asked for: some seconds at most.
pub(crate) const THOROUGH: u64 = 1 << 31;
/// Steps when it is not: some hundredths of a second; fewer if one solution is asked for, which is
/// often found sooner than that.
const QUICK: u64 = 2_000_000;
const QUICK_FIRST: u64 = 250_000;

/// The problem without the embeddings that no solution has, which keep out of no count.
pub(crate) fn apply<'a>(
    problem: Cow<'a, Problem>,
    options: &Options,
    question: Question,
    reasons: &mut Vec<String>,
) -> Cow<'a, Problem> {
    let Problem::Cover(cover) = problem.as_ref() else { return problem };
    let literal = options.engine.is_some() || options.order.is_some();
    let plain = cover.puzzle.aspects().iter().all(|aspect| aspect.demand == Demand::One);
    let steps = match options.preprocess {
        Preprocess::No => return problem,
        Preprocess::Yes => THOROUGH,
        Preprocess::Auto if literal || plain => return problem,
        Preprocess::Auto if question == Question::First => QUICK_FIRST,
        Preprocess::Auto => QUICK,
    };
    match reduced(cover, question, steps, reasons) {
        Some(cover) => Cow::Owned(Problem::Cover(cover)),
        None => problem,
    }
}

fn reduced(
    cover: &Cover,
    question: Question,
    steps: u64,
    reasons: &mut Vec<String>,
) -> Option<Cover> {
    let puzzle = &cover.puzzle;
    // Which of several solutions is found first does not matter, that one is found does.
    let found = reduce(puzzle, question == Question::First, steps);
    let mut gone = vec![false; puzzle.embedding_count()];
    for (e, _) in &found.removed {
        gone[e.index()] = true;
    }
    let blocking = |(_, why): &&(_, Removed)| matches!(why, Removed::Blocks(_));
    let blocking = found.removed.iter().filter(blocking).count();
    let dominated = found.removed.len() - blocking;
    reasons.push(format!(
        "preprocessing removed {} of {} embeddings ({blocking} block an aspect, {dominated} are \
         dominated); {} are forced",
        found.removed.len(),
        puzzle.embedding_count(),
        found.forced.len()
    ));
    if let Some(a) = found.hopeless {
        reasons.push(format!("nothing is left to cover {}", puzzle.aspect(a).name));
    }
    if found.removed.is_empty() {
        return None;
    }
    let kept = cover.keep(|e| !gone[e.index()]).ok()?;
    // Rules that ran out of steps may have treated mirror images unequally; symmetries are worth
    // more than the few embeddings.
    if question != Question::First && kept.symmetries.order() < cover.symmetries.order() {
        reasons.push("not used: it would cost symmetries".into());
        return None;
    }
    Some(kept)
}
