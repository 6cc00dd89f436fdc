//! Memoised depth-first counting (document 003 §3.1): the number of games from a position to the
//! goals is the sum over its jumps, remembered the first time.
//!
//! The document keeps a table of all positions; here it is a hash table of the classes that are met,
//! under the symmetries that keep the set of goals. Simple, and the second opinion on every count
//! by levels; it holds all classes at once and works in one thread.

use num_bigint::BigUint;
use puzzle_core::jumps::JumpProblem;
use puzzle_core::{StateSpace, StopReason, Successors};
use rustc_hash::{FxHashMap, FxHashSet};

use super::space::{JumpSpace, Word, with_board_word};
use super::{Effort, goal_symmetries};
use crate::space::counting::Halt;

/// The number of games from the start to any goal, and how many classes were met.
pub fn count(problem: &JumpProblem, effort: Effort<'_>) -> Result<(BigUint, u64), Halt> {
    with_board_word!(problem.board().holes(), K => {
        let space = JumpSpace::<K>::new(problem, problem.goals(), &goal_symmetries(problem));
        let mut memo = Memo {
            goals: space.starts().into_iter().collect(),
            fewest: problem.goals().iter().map(|goal| goal.count_ones()).min().unwrap_or(0),
            known: FxHashMap::default(),
            expanded: 0,
            effort,
            space,
        };
        let start = memo.space.canonical(K::narrow(problem.start()));
        let games = memo.games(start, problem.start().count_ones())?;
        Ok((games.into(), memo.expanded))
    })
}

struct Memo<'a, K> {
    space: JumpSpace<K>,
    goals: FxHashSet<K>,
    /// Pegs of the smallest goal.
    fewest: u32,
    known: FxHashMap<K, u128>,
    /// Positions whose jumps were made: those that are known and those on the way.
    expanded: u64,
    effort: Effort<'a>,
}

impl<K: Word> Memo<'_, K> {
    fn games(&mut self, position: K, pegs: u32) -> Result<u128, Halt> {
        let here = u128::from(self.goals.contains(&position));
        if pegs <= self.fewest {
            return Ok(here);
        }
        if let Some(&games) = self.known.get(&position) {
            return Ok(games);
        }
        if self.effort.control.budget.is_due(self.expanded) {
            self.effort.control.look(self.expanded, 0).map_err(Halt::Stopped)?;
            if self.known.len() * 2 * (size_of::<K>() + 16) > self.effort.memory {
                return Err(Halt::Stopped(StopReason::MemoryLimit));
            }
        }
        self.expanded += 1;
        let mut out = Successors::default();
        self.space.expand(&[position], &mut out);
        let mut games = here;
        for &next in out.keys() {
            let onward = self.games(next, pegs - 1)?;
            games = games.checked_add(onward).ok_or(Halt::Overflow)?;
        }
        self.known.insert(position, games);
        Ok(games)
    }
}
