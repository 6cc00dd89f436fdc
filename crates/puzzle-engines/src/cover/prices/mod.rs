//! Finding prices (`puzzle_core::PriceList` says what they are) and removing what is too dear.
//!
//! `find` puts the linear programs together, `program` solves them, `round` makes whole numbers of what
//! comes out, `choice` looks for more lists at nodes that a sweep over the tree passes.
//!
//! A list for the whole puzzle says which embeddings are too dear for any solution. Without them there
//! is another, better list; so it goes on until none is too dear. The list with the smallest purse is
//! not always the one that removes most, but the next round catches up.
//!
//! Crates were tried at the root programs of eighteen covers of the catalogue: `microlp` 0.2 (simplex) and
//! `clarabel` 0.9 (interior points) find the same purses. On the Hollow Pyramid's 125 rows and 5632 columns
//! they take 0.7 to 1.9 and 0.2 seconds; the simplex here, a page and a half, solves two such programs in 0.03.
//! It stands at a corner when it ends: its prices have small common denominators, which interior points do
//! not, and multipliers of rows, which `microlp` does not tell.

mod choice;
mod find;
mod program;
mod round;

use puzzle_core::{AbstractPuzzle, Budget, EmbeddingId, PriceList};

pub(crate) use choice::Care;
use find::Finder;

/// Rounds of removal at most.
const ROUNDS: usize = 20;

/// What prices do to a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Priced {
    /// What is left of it, with its lists; `None` if there is no solution.
    pub puzzle: Option<AbstractPuzzle>,
    /// How many embeddings are too dear for any solution.
    pub removed: usize,
    /// The lists that removed them, in their order.
    pub removing: Vec<PriceList>,
    /// The last list that was found, and the mean cost of the embeddings then.
    pub list: PriceList,
    pub mean: f64,
}

/// Finds the best list for the whole puzzle and removes what is too dear, until nothing is. `None` if no
/// list is found: the puzzle is too large, or the program did not come to an end within about so
/// many steps.
pub(crate) fn at_the_root(puzzle: &AbstractPuzzle, steps: u64, budget: &Budget) -> Option<Priced> {
    let mut steps = steps;
    let mut kept = puzzle.clone();
    let mut found: Option<(PriceList, f64)> = None;
    let mut removing = Vec::new();
    for _ in 0..ROUNDS {
        if budget.check(0).is_some() {
            break;
        }
        let list = Finder::new(&kept).and_then(|finder| finder.root(&mut steps));
        let Some(list) = list else { break };
        let cost = |e: EmbeddingId| list.cost(&kept, e);
        let total: f64 = kept.embedding_ids().map(|e| f64::from(cost(e))).sum();
        let mean = total / kept.embedding_count() as f64;
        let dear = |e: &EmbeddingId| i64::from(cost(*e)) > list.purse();
        let removes = kept.embedding_ids().any(|e| dear(&e));
        let fewer = removes.then(|| kept.keep(|e| !dear(&e)));
        let purse = list.purse();
        if removes {
            removing.push(list.clone());
        }
        found = Some((list, mean));
        match fewer {
            _ if purse < 0 => break,
            None => break,
            Some(Ok(fewer)) => kept = fewer,
            // Nothing at all can be paid.
            Some(Err(_)) => {
                let (list, mean) = found?;
                let removed = puzzle.embedding_count();
                return Some(Priced { puzzle: None, removed, removing, list, mean });
            }
        }
    }
    let (list, mean) = found?;
    let removed = puzzle.embedding_count() - kept.embedding_count();
    let hopeless = list.purse() < 0;
    let priced = || kept.priced(vec![list.clone()]).ok();
    let puzzle = if hopeless { None } else { Some(priced()?) };
    Some(Priced { puzzle, removed, removing, list, mean })
}

/// The same puzzle with more lists, up to so many, for nodes of its search tree.
pub(crate) fn with_more(
    puzzle: AbstractPuzzle,
    lists: usize,
    care: Care,
    budget: &Budget,
) -> AbstractPuzzle {
    let found = choice::more(&puzzle, lists, care, budget);
    puzzle.clone().priced(found).unwrap_or(puzzle)
}

#[cfg(test)]
mod tests;
