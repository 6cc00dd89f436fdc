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
use puzzle_core::{Failure, Question, StateSpace};

use super::Effort;
use super::space::{JumpSpace, Word, with_board_word};
use crate::space::counting::{Counting, Halt};
use crate::space::level::{Entry, Level};
use crate::space::saving::{Keeper, Saved};

/// Numbers of games, and how many classes of positions were expanded to find them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Games of the puzzle.
    pub games: BigUint,
    /// Games that symmetries other than the identity leave as they are, summed over these.
    pub fixed: BigUint,
    /// The same for turns only.
    pub turned: BigUint,
    /// Classes expanded.
    pub nodes: u64,
}

/// A board on which games are counted, and for whom.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The puzzle itself, or a board with fewer jumps.
    pub problem: JumpProblem,
    /// For a symmetry other than the identity, whether it is a turn.
    pub kept_by: Option<bool>,
}

impl Total {
    /// Adds the games of a board.
    pub fn add(&mut self, board: &Counted, games: BigUint) {
        match board.kept_by {
            None => self.games += games,
            Some(turn) => {
                if turn {
                    self.turned += &games;
                }
                self.fixed += games;
            }
        }
    }

    /// The numbers of classes up to all symmetries and up to turns, each with how many of them there
    /// are (Burnside's lemma).
    pub fn classes(&self, boards: &[Counted]) -> [(BigUint, usize); 2] {
        let turns = 1 + boards.iter().filter(|board| board.kept_by == Some(true)).count();
        let mean = |fixed: &BigUint, order: usize| ((&self.games + fixed) / order, order);
        [mean(&self.fixed, boards.len().max(1)), mean(&self.turned, turns)]
    }

    /// What is saved: where the count is, and its levels.
    fn save<K: Word>(&self, numbers: &[usize], levels: &[Level<K>]) -> Saved {
        let numbers = numbers.iter().map(|&number| number.into()).collect();
        let mut saved = Saved::of_levels(self.nodes, numbers, levels);
        saved.sums = [self.games.clone(), self.fixed.clone(), self.turned.clone()];
        saved
    }
}

/// The boards whose games are counted: the puzzle's own, and for Burnside's lemma one for each other
/// symmetry. A symmetry leaves a game as it is if it leaves each of its jumps where it is, so the
/// fixed games are the games on the board with only the fixed jumps.
pub fn boards(problem: &JumpProblem, question: Question) -> Vec<Counted> {
    let mut boards = vec![Counted { problem: problem.clone(), kept_by: None }];
    if question == Question::Classes {
        boards.extend(problem.handed_symmetries()[1..].iter().map(|(symmetry, turn)| {
            let jumps = problem.board().fixed_jumps(symmetry);
            let board = problem.board().with_jumps(jumps);
            let problem = JumpProblem::new(board, problem.start(), problem.goals().to_vec())
                .expect("it was a problem with more jumps");
            Counted { problem, kept_by: Some(*turn) }
        }));
    }
    boards
}

/// The number of games on each board, from the start to any goal. A game may pass through a goal on
/// its way to another one.
pub fn count(
    problem: &JumpProblem,
    boards: &[Counted],
    effort: Effort<'_>,
    keeper: &mut Keeper<'_>,
) -> Result<Total, Failure> {
    with_board_word!(problem.board().holes(), K => by_levels::<K>(problem, boards, effort, keeper))
}

fn by_levels<K: Word>(
    problem: &JumpProblem,
    boards: &[Counted],
    effort: Effort<'_>,
    keeper: &mut Keeper<'_>,
) -> Result<Total, Failure> {
    // Goals with equally many pegs are counted together, on one board after the other.
    let pegs = problem.start().count_ones();
    let mut goals = problem.goals().to_vec();
    goals.retain(|goal| goal.count_ones() < pegs);
    goals.sort_by_key(|goal| goal.count_ones());
    let groups: Vec<_> = goals.chunk_by(|a, b| a.count_ones() == b.count_ones()).collect();
    let parts: Vec<_> = (0..boards.len())
        .flat_map(|board| groups.iter().map(move |goals| (board, goals)))
        .collect();
    let (mut total, mut first, mut left) = (Total::default(), 0, None);
    if let Some(saved) = keeper.load()? {
        let (numbers, levels) = (saved.small(), saved.levels());
        (first, left) = match (numbers.as_deref(), levels) {
            (Some(&[part, ahead, behind]), Some(levels)) if part < parts.len() => {
                (part, Some((levels, [ahead, behind])))
            }
            (Some(&[part]), Some(levels)) if part == parts.len() && levels.is_empty() => {
                (part, None)
            }
            _ => return Err(keeper.damaged()),
        };
        let Saved { sums: [games, fixed, turned], nodes, .. } = saved;
        total = Total { games, fixed, turned, nodes };
    } else if problem.is_goal(problem.start()) {
        // Nothing is to be done, on any board.
        boards.iter().for_each(|board| total.add(board, 1_u32.into()));
    }
    for (part, &(board, goals)) in parts.iter().enumerate().skip(first) {
        let ends = Ends::<K>::new(&boards[board].problem, goals);
        let mut sides = match left.take() {
            Some((levels, made)) => ends.take_up(levels, made).ok_or_else(|| keeper.damaged())?,
            None => ends.sides()?,
        };
        loop {
            let numbers = [part, sides.made[0], sides.made[1]];
            keeper.keep(false, || total.save(&numbers, &sides.levels));
            match ends.step(&mut sides, effort, &mut total.nodes) {
                Ok(None) => {}
                Ok(Some(games)) => break total.add(&boards[board], games),
                Err(halt) => {
                    keeper.keep(true, || total.save(&numbers, &sides.levels));
                    return Err(halt.into());
                }
            }
        }
    }
    keeper.keep(true, || total.save::<K>(&[parts.len()], &[]));
    Ok(total)
}

/// The two ends of a game.
struct Ends<K> {
    space: JumpSpace<K>,
    /// The classes of the goals' complements; none if the start is the only one.
    back: Vec<K>,
    /// Pegs of the start and of the goals' complements.
    pegs: [u32; 2],
    /// Jumps of a game.
    jumps: usize,
}

/// Levels from both ends, and how many jumps were made to get there. If both ends are the same, the
/// second level is missing until the last one before the middle must be kept.
struct Sides<K> {
    levels: [Level<K>; 2],
    made: [usize; 2],
}

impl<K: Word> Ends<K> {
    /// `goals` all have the same number of pegs, fewer than the start.
    fn new(problem: &JumpProblem, goals: &[Position]) -> Self {
        let part = JumpProblem::new(problem.board().clone(), problem.start(), goals.to_vec())
            .expect("it was a problem with more goals");
        let space = JumpSpace::new(problem, &[problem.start()], &part.symmetries());
        let ends: Vec<Position> = goals.iter().map(|goal| goal ^ problem.board().full()).collect();
        let pegs = [problem.start(), ends[0]].map(Position::count_ones);
        let jumps = (pegs[0] - goals[0].count_ones()) as usize;
        let back = match ends == [problem.start()] {
            true => Vec::new(),
            false => ends.iter().map(|&end| space.canonical(K::narrow(end))).collect(),
        };
        Ends { space, back, pegs, jumps }
    }

    /// Both sides at their beginning.
    fn sides(&self) -> Result<Sides<K>, Halt> {
        let level = |keys: Vec<K>| Level::new(keys.into_iter().map(|key| Entry::new(key, 1)));
        let levels = [level(self.space.starts())?, level(self.back.clone())?];
        Ok(Sides { levels, made: [0, 0] })
    }

    /// The sides that a saved run left; `None` if they cannot be.
    fn take_up(&self, levels: Vec<Vec<Entry<K>>>, made: [usize; 2]) -> Option<Sides<K>> {
        let [front, back] = <[_; 2]>::try_from(levels).ok()?;
        let [ahead, behind] = made;
        if ahead.max(behind) >= self.jumps {
            return None;
        }
        let fits = match self.back.is_empty() {
            true if 2 * ahead == self.jumps => behind + 1 == ahead,
            true => 2 * ahead < self.jumps && behind == 0 && back.is_empty(),
            false => ahead + behind < self.jumps,
        };
        if !fits {
            return None;
        }
        let level = |entries, side: usize| {
            let pegs = self.pegs[side].checked_sub(made[side] as u32)?;
            self.space.level(entries, pegs)
        };
        Some(Sides { levels: [level(front, 0)?, level(back, 1)?], made })
    }

    /// Makes one level more, or the number of games if the sides meet.
    fn step(
        &self,
        sides: &mut Sides<K>,
        effort: Effort<'_>,
        nodes: &mut u64,
    ) -> Result<Option<BigUint>, Halt> {
        let Sides { levels: [front, back], made: [ahead, behind] } = sides;
        let Effort { threads, memory, control } = effort;
        let mut counting = Counting { space: &self.space, threads, memory, control, nodes: *nodes };
        let mut games = None;
        if self.back.is_empty() && *ahead < self.jumps / 2 {
            let before = std::mem::replace(front, counting.advance(front)?.0);
            *ahead += 1;
            if 2 * *ahead == self.jumps {
                (*back, *behind) = (before, *ahead - 1);
            }
        } else if self.back.is_empty() && self.jumps % 2 == 1 {
            games = Some(counting.meet(front, &self.turn_round(front)?)?);
        } else if *ahead + *behind + 1 == self.jumps {
            games = Some(counting.meet(front, &self.turn_round(back)?)?);
        } else if front.len() <= back.len() {
            *front = counting.advance(front)?.0;
            *ahead += 1;
        } else {
            *back = counting.advance(back)?.0;
            *behind += 1;
        }
        *nodes = counting.nodes;
        Ok(games)
    }

    /// From ways to reach the complements of a class to games onward from each member.
    fn turn_round(&self, level: &Level<K>) -> Result<Level<K>, Halt> {
        let turned = level.entries().map(|entry| {
            let size = u128::from(self.space.class_size(entry.key()));
            Entry::new(self.space.complement(entry.key()), entry.ways() / size)
        });
        Ok(Level::new(turned)?)
    }
}
