//! Preprocessing before a search, on request or where it pays.
//!
//! It pays where secondary aspects, colours or bags make embeddings impossible that no engine would
//! notice soon; on plain packings the engines' own zero-fit cut-off finds the same within the
//! first levels. So `auto` means: not for puzzles in which every aspect is covered exactly once, not
//! when an engine or an order is asked for by name, and only for some milliseconds.

use std::borrow::Cow;
use std::str::FromStr;

use puzzle_core::{AbstractPuzzle, Budget, Cover, Demand, EmbeddingId, Want};

use crate::cover::{Reduction, Removed, reduce};

/// Whether embeddings that no solution has are looked for before the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Preprocess {
    /// Where it pays.
    #[default]
    Auto,
    /// Thoroughly.
    Yes,
    /// Not at all.
    No,
}

impl FromStr for Preprocess {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Preprocess::Auto),
            "yes" => Ok(Preprocess::Yes),
            "no" => Ok(Preprocess::No),
            _ => Err("auto, yes or no"),
        }
    }
}

/// Steps when it is asked for: some seconds at most.
const THOROUGH: u64 = 1 << 31;
/// Steps when it is not: some hundredths of a second; fewer if one solution is asked for, which is
/// often found sooner than that.
const QUICK: u64 = 2_000_000;
const QUICK_FIRST: u64 = 250_000;

/// The puzzle without the embeddings that no solution has, which keep out of no count.
pub(super) fn apply<'a>(
    cover: &'a Cover,
    how: Preprocess,
    literal: bool,
    want: Want,
    budget: &Budget,
    reasons: &mut Vec<String>,
) -> Cow<'a, Cover> {
    let plain = || cover.puzzle.aspects().iter().all(|aspect| aspect.demand == Demand::One);
    let steps = match how {
        Preprocess::No => return Cow::Borrowed(cover),
        Preprocess::Yes => THOROUGH,
        Preprocess::Auto if literal || plain() => return Cow::Borrowed(cover),
        Preprocess::Auto if want == Want::First => QUICK_FIRST,
        Preprocess::Auto => QUICK,
    };
    // Which of several solutions is found first does not matter, that one is found does.
    let found = reduce(&cover.puzzle, want == Want::First, steps, budget);
    reduced(cover, want, &found, reasons).map_or(Cow::Borrowed(cover), Cow::Owned)
}

fn reduced(
    cover: &Cover,
    want: Want,
    found: &Reduction,
    reasons: &mut Vec<String>,
) -> Option<Cover> {
    let puzzle = &cover.puzzle;
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
    if want != Want::First && kept.symmetries.order() < cover.symmetries.order() {
        reasons.push("not used: it would cost symmetries".into());
        return None;
    }
    Some(kept)
}

/// What preprocessing finds in a puzzle, in words: removed embeddings with the reason, then the
/// forced ones.
pub fn told(puzzle: &AbstractPuzzle) -> (Vec<String>, Vec<EmbeddingId>) {
    let found = reduce(puzzle, false, THOROUGH, &Budget::default());
    let lines = found.removed.iter().map(|&(e, why)| {
        let why = match why {
            Removed::Blocks(a) => format!("blocks {}", puzzle.aspect(a).name),
            Removed::Dominated(f) => format!("{} does as well", puzzle.number(f)),
        };
        format!("{}: {why}", puzzle.number(e))
    });
    (lines.collect(), found.forced)
}
