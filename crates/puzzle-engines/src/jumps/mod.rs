//! Engines for jump puzzles ([`JumpProblem`]), one file each; `engine` shows them to the
//! registry.
//!
//! - [`count`]: games, by levels from both ends;
//! - [`memo`]: games, by memoised depth-first search;
//! - [`census`]: every position and every end of a game, by levels;
//! - [`first`]: one game, by a search that remembers what is lost;
//! - [`paths`]: the positions on the way to a goal, and games of fewest moves;
//! - [`mod@reference`]: every game, by the definition;
//! - [`table`]: which last pegs are possible for which first vacancies;
//! - [`invariants`] and [`pagoda`]: proofs that a goal is out of reach.

mod beam;
pub mod census;
pub mod count;
mod engine;
pub mod first;
pub mod invariants;
pub mod memo;
pub mod pagoda;
pub mod paths;
pub mod reference;
mod simplex;
pub mod space;
pub mod table;

use puzzle_core::jumps::{JumpProblem, carry_position};
use puzzle_core::{Control, Permutation};

pub use engine::{First, Levels, Memo, Paths, Reference};

/// What a run may spend.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// How many threads work.
    pub threads: usize,
    /// Most bytes of a level or of a table of positions.
    pub memory: usize,
    /// Limits, and where progress is told.
    pub control: &'a Control,
}

/// The symmetries that carry goals to goals, whatever they do to the start.
fn goal_symmetries(problem: &JumpProblem) -> Vec<Permutation> {
    let keeps =
        |s: &&Permutation| problem.goals().iter().all(|&g| problem.is_goal(carry_position(s, g)));
    problem.board().symmetries().iter().filter(keeps).cloned().collect()
}
