//! Games in which moves exclude moves: two players move in turn, every move uses up some resources,
//! and a move is possible as long as none of its resources is used (document 003 §4.8).
//!
//! For pieces on a board the resources are the cells, and the pieces of which there is one; for
//! Kayles on a graph they are the edges. A set of resources is one word of 128 bits, of which the low
//! 80 are used: 64 cells and 16 pieces fit, and no position that occurs needs more.
//!
//! A **position** is known by the resources that its possible moves use together: whatever was played
//! before, the moves within that set are exactly those that are possible (a move within it touches
//! nothing that was used). So that set is an exact key, and it merges more positions than the set of
//! what was used.
//!
//! A solution is a line of play, a list of moves.
//!
//! Invariants, checked by [`Game::new`]: every move uses a resource, no two use the same ones, and all
//! are below 80.

pub mod certificate;

use std::collections::BTreeSet;

use crate::shown::shown;

/// A set of resources, one bit each.
pub type Resources = u128;

/// Moves that exclude moves, and the position to begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    moves: Vec<Resources>,
    symmetries: Vec<Vec<u8>>,
    misere: bool,
    /// What was played before the beginning, and what is still possible, by number.
    played: Vec<u32>,
    possible: Vec<u32>,
}

/// Who wins if both play as well as can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// Who moves first.
    First,
    /// Who moves second.
    Second,
}

impl Winner {
    /// In a word, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Winner::First => "first",
            Winner::Second => "second",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Winner::First => Winner::Second,
            Winner::Second => Winner::First,
        }
    }
}

/// What was found about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFinding {
    /// Who wins, if that was found.
    pub winner: Option<Winner>,
    /// First moves up to symmetry, with what was found of them.
    pub first_moves: Vec<FirstMove>,
    /// How many of the winner's moves the certificate holds, if one was written.
    pub certified: Option<u64>,
}

/// A first move, one of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// Its number, the least of its class.
    pub number: u32,
    /// How many moves the class has.
    pub class: u32,
    /// How many replies there are.
    pub replies: u32,
    /// Who wins after it, if that was found: `First` is who plays it.
    pub winner: Option<Winner>,
    /// A reply that wins, if the second player wins.
    pub reply: Option<u32>,
    /// The nodes that it took.
    pub nodes: u64,
}

/// Why moves make no game, or a line is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// More moves than [`Game::MOST`].
    TooMany(usize),
    /// A move that uses no resource, or one beyond the last.
    Resources(u32),
    /// Two moves that use the same resources.
    Same(u32, u32),
    /// There is no move of this number.
    NoMove(u32),
    /// This move is excluded by an earlier one.
    Excluded(u32, u32),
}

shown! { GameError {
    GameError::TooMany(moves) => "{moves} moves are more than {}", Game::MOST;
    GameError::Resources(number) => "move {number} uses no resource, or one beyond the last";
    GameError::Same(a, b) => "moves {a} and {b} are the same";
    GameError::NoMove(number) => "there is no move {number}";
    GameError::Excluded(number, earlier) => "move {number} is excluded by move {earlier}";
} }

impl std::error::Error for GameError {}

impl Game {
    /// The most resources.
    pub const RESOURCES: u32 = 80;
    /// The most moves.
    pub const MOST: usize = 4096;

    /// The game of these moves. Normal play: who cannot move loses.
    pub fn new(moves: Vec<Resources>) -> Result<Self, GameError> {
        if moves.len() > Self::MOST {
            return Err(GameError::TooMany(moves.len()));
        }
        let mut known = std::collections::BTreeMap::new();
        for (number, &uses) in (0..).zip(&moves) {
            if uses == 0 || uses >> Self::RESOURCES != 0 {
                return Err(GameError::Resources(number));
            }
            if let Some(other) = known.insert(uses, number) {
                return Err(GameError::Same(other, number));
            }
        }
        let possible = (0..moves.len() as u32).collect();
        Ok(Game { moves, symmetries: Vec::new(), misere: false, played: Vec::new(), possible })
    }

    /// With permutations of the resources; those that do not carry moves to moves are left out.
    #[must_use]
    pub fn with_symmetries(mut self, symmetries: Vec<Vec<u8>>) -> Self {
        let moves: BTreeSet<Resources> = self.moves.iter().copied().collect();
        let keeps = |s: &Vec<u8>| self.moves.iter().all(|&uses| moves.contains(&image(s, uses)));
        self.symmetries = symmetries.into_iter().filter(keeps).collect();
        self
    }

    /// Who cannot move wins.
    #[must_use]
    pub fn misere(self, misere: bool) -> Self {
        Game { misere, ..self }
    }

    /// The position after these moves.
    pub fn after(&self, line: &[u32]) -> Result<Self, GameError> {
        let mut possible = self.possible.clone();
        for (i, &number) in line.iter().enumerate() {
            let uses = *self.moves.get(number as usize).ok_or(GameError::NoMove(number))?;
            if !possible.contains(&number) {
                let mut earlier = self.played.iter().chain(&line[..i]);
                let earlier = earlier.find(|&&m| self.moves[m as usize] & uses != 0);
                return Err(GameError::Excluded(number, earlier.copied().unwrap_or(number)));
            }
            possible.retain(|&m| self.moves[m as usize] & uses == 0);
        }
        let played = self.played.iter().chain(line).copied().collect();
        Ok(Game { played, possible, ..self.clone() })
    }

    /// The moves, as the resources that each uses.
    pub fn moves(&self) -> &[Resources] {
        &self.moves
    }

    /// Whether who cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// The moves that were played before.
    pub fn played(&self) -> &[u32] {
        &self.played
    }

    /// The moves that are possible at the beginning.
    pub fn possible(&self) -> &[u32] {
        &self.possible
    }

    /// How many replies a possible move leaves.
    pub fn replies(&self, number: u32) -> u32 {
        let uses = self.moves[number as usize];
        self.possible.iter().filter(|&&m| self.moves[m as usize] & uses == 0).count() as u32
    }

    /// All resources that possible moves use: the key of the position.
    pub fn key(&self) -> Resources {
        self.possible.iter().fold(0, |all, &m| all | self.moves[m as usize])
    }

    /// All known symmetries of the empty board.
    pub fn all_symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// The known symmetries that keep the position.
    pub fn symmetries(&self) -> impl Iterator<Item = &[u8]> {
        let key = self.key();
        self.symmetries.iter().map(Vec::as_slice).filter(move |s| image(s, key) == key)
    }

    /// The possible moves up to symmetry: the least of each class, and how many the class has.
    pub fn classes(&self) -> Vec<(u32, u32)> {
        let number: std::collections::BTreeMap<Resources, u32> =
            self.moves.iter().copied().zip(0..).collect();
        let symmetries: Vec<&[u8]> = self.symmetries().collect();
        let mut classes = Vec::new();
        for &m in &self.possible {
            let images = symmetries.iter().map(|s| number[&image(s, self.moves[m as usize])]);
            let class: BTreeSet<u32> = images.chain([m]).collect();
            if class.first() == Some(&m) {
                classes.push((m, class.len() as u32));
            }
        }
        classes
    }

    /// Whether a line is possible, and whether it was played until nobody could move.
    pub fn is_finished(&self, line: &[u32]) -> Result<bool, GameError> {
        Ok(self.after(line)?.possible.is_empty())
    }

    /// A number that tells games and positions apart: the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let words = |uses: &Resources| {
            let uses = *uses;
            (0..4).map(move |i| (uses >> (32 * i)) as u32)
        };
        let moves = self.possible.iter().map(|&m| &self.moves[m as usize]).flat_map(words);
        crate::fingerprint_of_numbers([u32::from(self.misere)].into_iter().chain(moves))
    }
}

/// Where a symmetry carries a set of resources.
pub fn image(symmetry: &[u8], mut set: Resources) -> Resources {
    let mut moved = 0;
    while set != 0 {
        let resource = set.trailing_zeros() as usize;
        let to = symmetry.get(resource).map_or(resource, |&to| usize::from(to));
        moved |= 1 << to;
        set &= set - 1;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominoes on a row of cells.
    fn row(cells: u32) -> Game {
        let reverse = (0..cells as u8).rev().collect();
        let same = (0..cells as u8).collect();
        let moves = (0..cells - 1).map(|cell| 0b11 << cell).collect();
        Game::new(moves).unwrap().with_symmetries(vec![same, reverse])
    }

    #[test]
    fn a_move_excludes_those_that_use_what_it_uses() {
        let game = row(6);
        assert_eq!(game.after(&[1]).unwrap().possible(), [3, 4]);
        assert_eq!(game.after(&[1, 2]), Err(GameError::Excluded(2, 1)));
        assert_eq!(game.after(&[9]), Err(GameError::NoMove(9)));
        assert_eq!(game.replies(2), 2);
        assert_eq!(game.is_finished(&[1, 4]), Ok(true));
        assert_eq!(game.is_finished(&[0]), Ok(false));
    }

    #[test]
    fn moves_are_classed_by_the_symmetries_that_keep_the_position() {
        assert_eq!(row(6).classes(), [(0, 2), (1, 2), (2, 1)]);
        assert_eq!(row(6).after(&[0]).unwrap().classes(), [(2, 1), (3, 1), (4, 1)]);
        assert_eq!(row(6).after(&[2]).unwrap().classes(), [(0, 2)]);
    }

    #[test]
    fn moves_without_resources_or_twice_the_same_are_refused() {
        assert_eq!(Game::new(vec![1, 0]), Err(GameError::Resources(1)));
        assert_eq!(Game::new(vec![1 << 80]), Err(GameError::Resources(0)));
        assert_eq!(Game::new(vec![1, 2, 1]), Err(GameError::Same(0, 2)));
        assert_eq!(Game::new(vec![1; 5000]), Err(GameError::TooMany(5000)));
    }
}
