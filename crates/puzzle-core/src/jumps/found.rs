//! What engines tell of jump puzzles beside games: positions level by level, where games end, and
//! proofs that a goal is out of reach.

use num_bigint::BigUint;

use super::Position;

/// What was found beside games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JumpsFinding {
    /// Why there is no game.
    Refuted(Refutation),
    /// Every position that can be reached, and every end of a game.
    Census(Census),
    /// The positions on the way to a goal, level by level from the start on.
    OnTheWay(Vec<WayRow>),
    /// The number of games by first vacancy and last peg.
    Games(Vec<Vec<BigUint>>),
    /// Whether there is a game, by first vacancy and last peg.
    Reach(Vec<Vec<Reach>>),
    /// What is known of the start without a search.
    Class(PegClass),
}

/// Why no goal can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    /// No goal has the start's parities on these sets of holes.
    Class(Vec<Position>),
    /// These weights of holes are increased by no jump, and the start weighs less than the goal.
    Poor(Vec<i32>),
    /// Every game was tried.
    Exhausted,
}

/// A game played in every possible way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Level by level, from the start on.
    pub rows: Vec<CensusRow>,
    /// The holes where a last peg can stand, and in how many ways.
    pub finals: Vec<(u8, BigUint)>,
}

/// All positions with so many pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CensusRow {
    /// Pegs on the board.
    pub pegs: u32,
    /// Classes under the symmetries that keep the start.
    pub classes: u64,
    /// Positions.
    pub positions: u64,
    /// Classes without a jump.
    pub dead_ends: u64,
    /// Games that end in them.
    pub ended: BigUint,
}

impl Census {
    /// Games that were played until no jump was possible.
    pub fn maximal_games(&self) -> BigUint {
        self.rows.iter().map(|row| &row.ended).sum()
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.rows.iter().map(|row| row.positions).sum()
    }

    /// All classes.
    pub fn classes(&self) -> u64 {
        self.rows.iter().map(|row| row.classes).sum()
    }
}

/// Positions on the way with so many pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayRow {
    /// Pegs on the board.
    pub pegs: u32,
    /// Classes under the symmetries that keep start and goals.
    pub classes: u64,
    /// Positions.
    pub positions: u64,
}

/// What was found about a pair of holes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// There is a game.
    Yes,
    /// The position classes differ.
    NoByClass,
    /// A resource count forbids it.
    NoByWeight,
    /// Every game was tried.
    NoBySearch,
    /// The search was given up.
    Unknown,
}

impl Reach {
    /// Whether there is a game, if that is known.
    pub fn decided(self) -> Option<bool> {
        match self {
            Reach::Yes => Some(true),
            Reach::Unknown => None,
            _ => Some(false),
        }
    }
}

/// The position class of a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PegClass {
    /// Sets of holes whose number of pegs stays odd or even in every jump; none is a combination of
    /// the others.
    pub sets: Vec<Position>,
    /// The holes where a single peg is in the class of the start: nowhere else can a game end with
    /// one peg.
    pub finishes: Position,
    /// A proof without search that no goal can be reached, if there is one.
    pub refuted: Option<Refutation>,
}
