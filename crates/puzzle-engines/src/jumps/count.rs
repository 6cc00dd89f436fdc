//! Counting games by levels from both ends (document 003 §3.3, for any start and goals).
//!
//! Let f(p) be the number of games from the start to p, and b(p) from p to a goal. Every game of T
//! jumps makes exactly one jump number m + 1, from some p to some q, so for any m the number of games
//! is the sum of f(p) b(q) over all jumps from a p after m jumps to a q. As complements turn jumps
//! round, b(q) is the number of games of T - m - 1 jumps from complements of goals to the complement
//! of q: it is counted forwards too. If the start's complement is the only goal both counts are the
//! same one, and half of the levels are enough; the English board then needs 6.3 of its 23.5 million
//! classes. Otherwise the end with fewer positions is moved on until the two meet.
//!
//! Classes: the group keeps the start and the set of goals, so f and b are the same for all members
//! of a class. Levels hold the ways w(C) to reach any member of class C, so f(p) = w(C) / |C|, a
//! whole number. With c a representative, the sum over p in C and its jumps is |C| times that over
//! the jumps of c, which gives the sum of w(C) b(q) over the jumps from c to q that is made here.

use num_bigint::BigUint;
use puzzle_core::jumps::{JumpProblem, Position};

use super::Effort;
use super::space::{JumpSpace, Word, with_board_word};
use crate::space::counting::{Counting, Halt};
use crate::space::level::{Entry, Level};

/// A number of games, and how many classes of positions were expanded to find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// Games.
    pub games: BigUint,
    /// Classes expanded.
    pub nodes: u64,
}

/// The number of games from the start to any goal. A game may pass through a goal on its way to
/// another one.
pub fn count(problem: &JumpProblem, effort: Effort<'_>) -> Result<Total, Halt> {
    let mut total = Total { games: BigUint::ZERO, nodes: 0 };
    let pegs = problem.start().count_ones();
    let mut goals = problem.goals().to_vec();
    goals.sort_by_key(|goal| goal.count_ones());
    for goals in goals.chunk_by(|a, b| a.count_ones() == b.count_ones()) {
        match pegs.checked_sub(goals[0].count_ones()) {
            None => {}
            Some(0) => total.games += u32::from(goals.contains(&problem.start())),
            Some(jumps) => with_board_word!(problem.board().holes(), K => {
                let mut ends = Ends::<K>::new(problem, goals);
                let games = ends.meet(jumps as usize, effort, &mut total.nodes)?;
                total.games += games;
            }),
        }
    }
    Ok(total)
}

/// Somebody who counts games.
type Counter = fn(&JumpProblem, Effort<'_>) -> Result<Total, Halt>;

/// Counts up to symmetry by Burnside's lemma. A symmetry leaves a game as it is if it leaves each of
/// its jumps where it is, so the fixed games are the games on the board with only the fixed jumps.
/// Every one of these boards is counted by `count`.
pub fn classes(
    problem: &JumpProblem,
    effort: Effort<'_>,
    count: Counter,
) -> Result<(Total, BigUint), Halt> {
    let mut total = count(problem, effort)?;
    let group = problem.symmetries();
    let mut sum = total.games.clone();
    for symmetry in &group[1..] {
        let jumps = problem.board().fixed_jumps(symmetry);
        let board = problem.board().with_jumps(jumps);
        let fixed = JumpProblem::new(board, problem.start(), problem.goals().to_vec())
            .expect("it was a problem with more jumps");
        let fixed = count(&fixed, effort)?;
        sum += fixed.games;
        total.nodes += fixed.nodes;
    }
    Ok((total, sum / group.len()))
}

/// The two ends of a game.
pub(super) struct Ends<K> {
    pub(super) front: JumpSpace<K>,
    /// None if the start's complement is the only goal.
    pub(super) back: Option<JumpSpace<K>>,
}

impl<K: Word> Ends<K> {
    /// `goals` all have the same number of pegs.
    pub(super) fn new(problem: &JumpProblem, goals: &[Position]) -> Self {
        let part = JumpProblem::new(problem.board().clone(), problem.start(), goals.to_vec())
            .expect("it was a problem with more goals");
        let group = part.symmetries();
        let ends: Vec<Position> = goals.iter().map(|goal| goal ^ problem.board().full()).collect();
        let front = JumpSpace::new(problem, &[problem.start()], &group);
        let is_self_dual = ends == [problem.start()];
        let back = (!is_self_dual).then(|| JumpSpace::new(problem, &ends, &group));
        Ends { front, back }
    }

    fn meet(&mut self, jumps: usize, effort: Effort<'_>, nodes: &mut u64) -> Result<BigUint, Halt> {
        let Effort { threads, memory, control } = effort;
        let counting = |space, nodes| Counting { space, threads, memory, control, nodes };
        let mut front = counting(&self.front, *nodes);
        let mut level = front.start()?;
        let behind = match &self.back {
            None => {
                let half = (jumps - 1) / 2;
                for _ in 0..half {
                    level = front.advance(&level)?.0;
                }
                let behind = self.turn_round(&level)?;
                if 2 * half + 1 < jumps {
                    level = front.advance(&level)?.0;
                }
                behind
            }
            Some(space) => {
                let mut back = counting(space, 0);
                let mut behind = back.start()?;
                for _ in 1..jumps {
                    if level.len() <= behind.len() {
                        level = front.advance(&level)?.0;
                    } else {
                        back.nodes = front.nodes;
                        behind = back.advance(&behind)?.0;
                        front.nodes = back.nodes;
                    }
                }
                self.turn_round(&behind)?
            }
        };
        let games = front.meet(&level, &behind)?;
        *nodes = front.nodes;
        Ok(games)
    }

    /// From ways to reach the complements of a class to games onward from each member.
    fn turn_round(&self, level: &Level<K>) -> Result<Level<K>, Halt> {
        let turned = level.entries().map(|entry| {
            let size = u128::from(self.front.class_size(entry.key()));
            Entry::new(self.front.complement(entry.key()), entry.ways() / size)
        });
        Ok(Level::new(turned)?)
    }
}
