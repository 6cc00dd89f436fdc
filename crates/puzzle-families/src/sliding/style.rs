//! The six styles of moves (document 002 §3).

use std::fmt;

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Style(u8);

impl Style {
    /// All six.
    pub const ALL: [Style; 6] = [Style(0), Style(1), Style(2), Style(3), Style(4), Style(5)];

    /// The style of that number, from 0 to 5.
    pub fn new(number: u8) -> Option<Self> {
        (number < 6).then_some(Style(number))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whether several blocks may move as one superpiece.
    pub fn moves_groups(self) -> bool {
        self.0 >= 3
    }

    /// Whether a move may have several steps.
    pub fn moves_far(self) -> bool {
        !self.0.is_multiple_of(3)
    }

    /// Whether a move may turn corners.
    pub fn turns(self) -> bool {
        self.0 % 3 == 2
    }

    /// What a move is, in words.
    pub fn words(self) -> &'static str {
        match self.0 {
            0 => "one block, one step",
            1 => "one block, steps in one direction",
            2 => "one block, steps in any direction",
            3 => "any blocks together, one step",
            4 => "any blocks together, steps in one direction",
            _ => "any blocks together, steps in any direction",
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
