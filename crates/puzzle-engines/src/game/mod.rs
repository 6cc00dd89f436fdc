//! Games of two players in which moves exclude moves (document 003 §4.8 to §4.10).
//!
//! Two questions: who wins (`Winner`), with a line of play as the one solution; and for every first move
//! up to symmetry whether it wins (`All`), each handed over as it is found. `reference` is the plain
//! recursion, `matrix` the fast engine: `root` shares large positions out over threads, `search` decides
//! what is left of them (`small` up to 64 moves, `wide` above, `level` is a position), `endgames` and
//! `table` are what it remembers; `decide` goes through first moves, after `promise` has put them in
//! order, `certificate` writes a proof down.

mod certificate;
mod decide;
mod endgames;
mod level;
mod matrix;
mod promise;

mod recursion;
mod reference;
mod root;
mod search;
mod shared;
mod small;
mod table;
mod wide;

use puzzle_core::game::{FirstMove, Game, Winner};
use puzzle_core::{Declined, Problem, Question, Task};

pub use matrix::Matrix;
pub use recursion::Recursion;

/// The game that a task is about, if the question is about games.
fn game<'a>(task: &Task<'a>) -> Result<&'a Game, Declined> {
    let Problem::Game(game) = task.problem else {
        return Err(Declined("no game in which moves exclude moves".into()));
    };
    match task.ask.question {
        Question::Winner | Question::All => Ok(game),
        other => Err(Declined(format!("it does not tell {}", other.about()))),
    }
}

/// A first move as a solution: its number, 1 if it wins and 0 if not, the number of replies, and if it
/// loses the reply that wins.
fn as_solution(first: &FirstMove) -> Vec<u32> {
    let wins = first.winner == Some(Winner::First);
    let mut solution = vec![first.number, u32::from(wins), first.replies];
    solution.extend(first.reply);
    solution
}
