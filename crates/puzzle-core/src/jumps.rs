//! Jump puzzles: pegs in holes, and jumps that take one peg off the board each.
//!
//! A jump moves a peg from one hole over a second, which loses its peg, into a third, which was
//! empty. Nothing else is known of the board: holes are numbers, a position is the set of holes
//! with a peg as a bit pattern, symmetries are permutations of holes that carry jumps to jumps.
//! So the same form serves squares, triangles and any graph with given jumps.
//!
//! Taking complements turns the game round: if a jump leads from p to q, the same jump leads from
//! the complement of q to the complement of p (from and over are filled in p and empty in q, to the
//! other way round). So games from p to a goal are games from the goal's complement to the
//! complement of p, read backwards. Document 003 §3.3 counts with it.
//!
//! As a list of numbers a game is its jumps in order, each by its place in the board's sorted list
//! of jumps ([`JumpBoard::numbers`], [`JumpBoard::game`]).

mod found;

pub use found::{Census, CensusRow, JumpsFinding, PegClass, Reach, Refutation, WayRow};

use crate::shown::shown;
use crate::{Origin, Permutation};

/// A set of holes with pegs; bit i is hole i.
pub type Position = u128;

/// The most holes of a board: the bits of a [`Position`].
pub const MOST_HOLES: usize = 128;

/// A jump: the peg in `from` takes the one in `over` and lands in `to`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Jump {
    /// Where the peg starts.
    pub from: u8,
    /// The hole whose peg is taken.
    pub over: u8,
    /// Where it lands.
    pub to: u8,
}

impl Jump {
    /// The three holes, all of which change.
    pub fn mask(self) -> Position {
        self.taken() | 1 << self.to
    }

    /// The two holes that must have pegs.
    pub fn taken(self) -> Position {
        1 << self.from | 1 << self.over
    }

    /// The position after the jump, if it can be made.
    pub fn apply(self, position: Position) -> Option<Position> {
        (position & self.mask() == self.taken()).then_some(position ^ self.mask())
    }
}

/// What is wrong with a board or a problem on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JumpError {
    /// So many holes do not fit a [`Position`].
    TooManyHoles(usize),
    /// No jump is possible anywhere.
    NoJumps,
    /// A jump needs three different holes of the board.
    BadJump(Jump),
    /// A position has a peg where there is no hole.
    OffBoard(Position),
    /// There is no goal.
    NoGoal,
    /// Every jump takes a peg, so a goal cannot have more than the start.
    MorePegs {
        /// In the start.
        start: u32,
        /// In the goal.
        goal: u32,
    },
}

shown! { JumpError {
    JumpError::TooManyHoles(holes) => "the board has {holes} holes, over {MOST_HOLES}";
    JumpError::NoJumps => "no jump is possible on this board";
    JumpError::BadJump(jump) =>
        "a jump needs three different holes, not {}, {} and {}", jump.from, jump.over, jump.to;
    JumpError::OffBoard(_) => "a peg stands where there is no hole";
    JumpError::NoGoal => "there is no goal";
    JumpError::MorePegs { start, goal } => "the goal has {goal} pegs and the start only {start}";
} }

impl std::error::Error for JumpError {}

/// Holes, jumps and symmetries.
#[derive(Clone, Debug)]
pub struct JumpBoard {
    holes: usize,
    jumps: Vec<Jump>,
    symmetries: Vec<Permutation>,
    /// Which of them are turns; a graph does not tell.
    turns: Option<Vec<bool>>,
}

impl JumpBoard {
    /// A board. Jumps that are given twice count once. Of `symmetries`, which must be a group, those
    /// that carry jumps to jumps are kept (again a group); the identity comes first.
    pub fn new(
        holes: usize,
        mut jumps: Vec<Jump>,
        symmetries: Vec<Permutation>,
    ) -> Result<Self, JumpError> {
        if holes > MOST_HOLES {
            return Err(JumpError::TooManyHoles(holes));
        }
        jumps.sort_unstable();
        jumps.dedup();
        for &jump in &jumps {
            let Jump { from, over, to } = jump;
            let apart = from != over && over != to && from != to;
            if !apart || [from, over, to].iter().any(|&hole| usize::from(hole) >= holes) {
                return Err(JumpError::BadJump(jump));
            }
        }
        if jumps.is_empty() {
            return Err(JumpError::NoJumps);
        }
        let mut board =
            JumpBoard { holes, jumps, symmetries: vec![Permutation::identity(holes)], turns: None };
        let kept = symmetries.into_iter().filter(|s| !s.is_identity() && s.len() == holes);
        let kept: Vec<Permutation> = kept.filter(|s| board.is_symmetry(s)).collect();
        board.symmetries.extend(kept);
        Ok(board)
    }

    /// Says which of its symmetries are turns; the identity is one.
    #[must_use]
    pub fn with_turns(mut self, is_turn: impl Fn(&Permutation) -> bool) -> Self {
        let turns = self.symmetries.iter().map(|s| s.is_identity() || is_turn(s));
        self.turns = Some(turns.collect());
        self
    }

    fn is_symmetry(&self, symmetry: &Permutation) -> bool {
        self.jumps.iter().all(|&jump| self.jumps.binary_search(&carry_jump(symmetry, jump)).is_ok())
    }

    /// How many holes there are.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// All jumps, sorted.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// A game as a list of numbers. Its jumps must be jumps of this board.
    pub fn numbers(&self, game: &[Jump]) -> Vec<u32> {
        let number = |jump: &Jump| self.jumps.binary_search(jump).expect("a jump of this board");
        game.iter().map(|jump| number(jump) as u32).collect()
    }

    /// The game that is meant by a list of numbers; `None` if one of them is no jump.
    pub fn game(&self, numbers: &[u32]) -> Option<Vec<Jump>> {
        numbers.iter().map(|&number| self.jumps.get(number as usize).copied()).collect()
    }

    /// All symmetries, the identity first.
    pub fn symmetries(&self) -> &[Permutation] {
        &self.symmetries
    }

    /// Where its symmetries come from.
    pub fn origin(&self) -> Origin {
        if self.turns.is_some() { Origin::Geometry } else { Origin::Graph }
    }

    /// A peg in every hole.
    pub fn full(&self) -> Position {
        match self.holes {
            MOST_HOLES => Position::MAX,
            holes => (1 << holes) - 1,
        }
    }

    /// The jumps that a symmetry leaves where they are.
    pub fn fixed_jumps(&self, symmetry: &Permutation) -> Vec<Jump> {
        self.jumps.iter().copied().filter(|&jump| carry_jump(symmetry, jump) == jump).collect()
    }

    /// The board with only some of its jumps, and no symmetry but the identity.
    pub fn with_jumps(&self, jumps: Vec<Jump>) -> Self {
        let symmetries = vec![Permutation::identity(self.holes)];
        JumpBoard { holes: self.holes, jumps, symmetries, turns: None }
    }
}

/// The image of a jump.
pub fn carry_jump(symmetry: &Permutation, jump: Jump) -> Jump {
    let image = |hole: u8| symmetry.apply(u32::from(hole)) as u8;
    Jump { from: image(jump.from), over: image(jump.over), to: image(jump.to) }
}

/// The image of a position.
pub fn carry_position(symmetry: &Permutation, position: Position) -> Position {
    members(position).fold(0, |image, hole| image | 1 << symmetry.apply(u32::from(hole)))
}

/// The holes that have a peg, in order.
pub fn members(position: Position) -> impl Iterator<Item = u8> {
    let mut left = position;
    std::iter::from_fn(move || {
        let hole = (left != 0).then(|| left.trailing_zeros() as u8)?;
        left &= left - 1;
        Some(hole)
    })
}

/// A board, where to begin, and where to end.
#[derive(Clone, Debug)]
pub struct JumpProblem {
    board: JumpBoard,
    start: Position,
    goals: Vec<Position>,
}

impl JumpProblem {
    /// Any of the goals is an end.
    pub fn new(
        board: JumpBoard,
        start: Position,
        mut goals: Vec<Position>,
    ) -> Result<Self, JumpError> {
        goals.sort_unstable();
        goals.dedup();
        if let Some(&off) = [start].iter().chain(&goals).find(|&&p| p & !board.full() != 0) {
            return Err(JumpError::OffBoard(off));
        }
        match goals.iter().map(|goal| goal.count_ones()).min() {
            None => Err(JumpError::NoGoal),
            Some(goal) if goal > start.count_ones() => {
                Err(JumpError::MorePegs { start: start.count_ones(), goal })
            }
            Some(_) => Ok(JumpProblem { board, start, goals }),
        }
    }

    /// The board.
    pub fn board(&self) -> &JumpBoard {
        &self.board
    }

    /// Where to begin.
    pub fn start(&self) -> Position {
        self.start
    }

    /// Where to end; sorted.
    pub fn goals(&self) -> &[Position] {
        &self.goals
    }

    /// Whether this is an end.
    pub fn is_goal(&self, position: Position) -> bool {
        self.goals.binary_search(&position).is_ok()
    }

    /// The symmetries that leave the start where it is and carry goals to goals.
    pub fn symmetries(&self) -> Vec<Permutation> {
        self.handed_symmetries().into_iter().map(|(symmetry, _)| symmetry).collect()
    }

    /// The same, and whether each is a turn; on a graph all pass for one.
    pub fn handed_symmetries(&self) -> Vec<(Permutation, bool)> {
        let keeps = |s: &&Permutation| {
            carry_position(s, self.start) == self.start
                && self.goals.iter().all(|&goal| self.is_goal(carry_position(s, goal)))
        };
        let is_turn = |place: usize| self.board.turns.as_ref().is_none_or(|turns| turns[place]);
        let all = self.board.symmetries.iter().enumerate();
        let kept = all.filter(|(_, symmetry)| keeps(symmetry));
        kept.map(|(place, symmetry)| (symmetry.clone(), is_turn(place))).collect()
    }

    /// Replays a game and says what is wrong with it, if anything is.
    pub fn verify(&self, game: &[Jump]) -> Result<(), String> {
        let mut position = self.start;
        for (number, jump) in game.iter().enumerate() {
            if self.board.jumps.binary_search(jump).is_err() {
                return Err(format!("jump {} is none of this board", number + 1));
            }
            position = jump
                .apply(position)
                .ok_or_else(|| format!("jump {} cannot be made", number + 1))?;
        }
        match self.is_goal(position) {
            true => Ok(()),
            false => Err("the game does not end in a goal".into()),
        }
    }

    /// A number that tells this problem from others, the same in every run.
    pub fn fingerprint(&self) -> u64 {
        let jumps = self
            .board
            .jumps
            .iter()
            .map(|j| u128::from(j.from) << 16 | u128::from(j.over) << 8 | u128::from(j.to));
        let words = [self.board.holes as u128, self.start]
            .into_iter()
            .chain(self.goals.iter().copied())
            .chain(jumps);
        let bytes: Vec<u8> = words.flat_map(u128::to_le_bytes).collect();
        crate::fingerprint(&bytes)
    }
}

/// The number of moves of a game: consecutive jumps of one peg are one move.
pub fn moves(game: &[Jump]) -> usize {
    let breaks = game.windows(2).filter(|pair| pair[0].to != pair[1].from).count();
    breaks + usize::from(!game.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five holes in a row.
    fn row() -> JumpBoard {
        let jump = |from: u8, to: u8| Jump { from, over: from.midpoint(to), to };
        let jumps = [(0, 2), (1, 3), (2, 4), (2, 0), (3, 1), (4, 2)].map(|(a, b)| jump(a, b));
        let mirror = Permutation::new(vec![4, 3, 2, 1, 0]).unwrap();
        let no_symmetry = Permutation::new(vec![1, 0, 2, 3, 4]).unwrap();
        JumpBoard::new(5, jumps.into(), vec![mirror, no_symmetry]).unwrap()
    }

    #[test]
    fn a_jump_needs_two_pegs_and_an_empty_hole() {
        let jump = Jump { from: 0, over: 1, to: 2 };
        assert_eq!(jump.apply(0b011), Some(0b100));
        assert_eq!(jump.apply(0b111), None);
        assert_eq!(jump.apply(0b010), None);
    }

    #[test]
    fn complements_turn_every_jump_round() {
        let board = row();
        for position in 0..=board.full() {
            for jump in board.jumps() {
                if let Some(after) = jump.apply(position) {
                    assert_eq!(jump.apply(after ^ board.full()), Some(position ^ board.full()));
                }
            }
        }
    }

    #[test]
    fn only_permutations_that_carry_jumps_to_jumps_are_symmetries() {
        let board = row();
        assert_eq!(board.symmetries().len(), 2);
        assert_eq!(carry_position(&board.symmetries()[1], 0b00011), 0b11000);
        let problem = JumpProblem::new(board, 0b01111, vec![0b00001]).unwrap();
        assert_eq!(problem.symmetries().len(), 1);
    }

    #[test]
    fn bad_boards_and_problems_are_refused() {
        let jump = Jump { from: 0, over: 1, to: 5 };
        assert_eq!(JumpBoard::new(5, vec![jump], vec![]).unwrap_err(), JumpError::BadJump(jump));
        assert_eq!(JumpBoard::new(5, vec![], vec![]).unwrap_err(), JumpError::NoJumps);
        assert_eq!(JumpBoard::new(129, vec![], vec![]).unwrap_err(), JumpError::TooManyHoles(129));
        let problem = |start, goals| JumpProblem::new(row(), start, goals).unwrap_err();
        assert_eq!(problem(0b1, vec![0b11]), JumpError::MorePegs { start: 1, goal: 2 });
        assert_eq!(problem(0b1, vec![]), JumpError::NoGoal);
        assert_eq!(problem(0b10_0000, vec![1]), JumpError::OffBoard(0b10_0000));
    }

    #[test]
    fn games_are_checked_jump_by_jump() {
        let problem = JumpProblem::new(row(), 0b01011, vec![0b10000, 0b00010]).unwrap();
        let [first, second] =
            [(0, 1, 2), (3, 2, 1)].map(|(from, over, to)| Jump { from, over, to });
        assert_eq!(problem.verify(&[first, second]), Ok(()));
        assert_eq!(moves(&[first, second]), 2);
        let board = problem.board();
        let numbers = board.numbers(&[first, second]);
        assert_eq!(board.game(&numbers), Some(vec![first, second]));
        assert_eq!(board.game(&[6]), None);
        assert!(problem.verify(&[second]).is_err());
        assert!(problem.verify(&[first]).is_err());
    }
}
