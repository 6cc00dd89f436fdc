//! Queens: counting, the table of document 003 §2, solutions by construction.

mod table;

use puzzle::core::BigUint;
use puzzle::families::queens::QueensPuzzle;
use puzzle::{Answer, Puzzle};

use crate::args::{Count, Solve};
use crate::exit::{Error, Exit};
use crate::search::{self, Finished};

/// `puzzle count`.
pub(crate) fn count(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    if count.queens.every_size {
        return table::run(count, puzzle);
    }
    if count.queens.form.is_some() {
        match (puzzle.cover(), puzzle.description().impossible()) {
            (Some(_), _) => {}
            // A board without a free square is no exact cover at all.
            (None, Some(reason)) => {
                let finished =
                    Finished { answer: without_search(false, Some(reason)), seconds: 0.0 };
                return super::count::report(count, puzzle, &finished, None);
            }
            (None, None) => {
                let message = "error: this board is too large for an exact cover";
                return Err(Error::Input(message.into()));
            }
        }
        return super::count::cover(count, puzzle);
    }
    if let Some(option) = count.cover.used() {
        let message = format!("error: {option} is for exact covers; add --as cover");
        return Err(Error::Input(message));
    }
    let Some(queens) = puzzle.queens() else { unreachable!("it is about queens") };
    let mut second = None;
    let finished = search::run(&count.search, puzzle, |options| {
        let answer = match count.up_to_symmetry {
            true => queens.count_up_to_symmetry(options)?,
            false => queens.count(options)?,
        };
        let again = |first: &Answer| queens.confirm(options, first);
        let (answer, again) = super::count::twice(count, answer, again)?;
        second = again;
        Ok(answer)
    })?;
    super::count::report(count, puzzle, &finished, second.as_ref())
}

/// `puzzle solve`, when one solution of an empty board is wanted and nothing is said of how: the
/// squares of one, or none, without a search. `None` if a search is wanted.
pub(crate) fn construct(
    solve: &Solve,
    puzzle: &Puzzle,
    queens: &QueensPuzzle,
) -> Result<Option<(Answer, Vec<u32>)>, Error> {
    let search = &solve.search;
    let any = search.engine == "auto"
        && search.order.is_none()
        && search.restrict == puzzle::Restriction::None
        && !solve.all
        && solve.limit.is_none()
        && solve.explain_tree.is_none()
        && search.checkpoint.is_none()
        && search.resume.is_none();
    let impossible = puzzle.description().impossible();
    let constructed = any && queens.board().is_plain();
    if queens.covering().is_none() && impossible.is_none() && !constructed {
        let message = "error: boards of over 64 rows are not searched: one solution of an empty \
                       board is all there is";
        return Err(Error::Input(message.into()));
    }
    let solution = match (impossible, puzzle.queens()) {
        (Some(_), _) => None,
        (None, Some(questions)) if constructed => questions.construct()?,
        _ => return Ok(None),
    };
    let answer = without_search(solution.is_some(), impossible);
    if search.explain {
        answer.reasons.iter().for_each(|reason| remark!("{reason}"));
    }
    Ok(Some((answer, solution.unwrap_or_default())))
}

/// The answer that needs no search: one solution or none.
fn without_search(solution: bool, impossible: Option<&str>) -> Answer {
    Answer {
        solutions: BigUint::from(u32::from(solution)),
        classes: None,
        nodes: 0,
        stopped: solution.then_some(puzzle::core::StopReason::Satisfied),
        engine: if impossible.is_some() { "none" } else { "construction" }.into(),
        order: "rows".into(),
        restricted: false,
        reasons: vec![match impossible {
            Some(reason) => format!("no search is needed: {reason}"),
            None => "an empty board has a solution that is written down at once".into(),
        }],
    }
}
