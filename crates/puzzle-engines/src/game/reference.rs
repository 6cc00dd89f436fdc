//! The plain recursion of document 003 §4.9: a position is won if some move leaves a lost one.
//!
//! Slow and obvious, and it stays: every other engine is tested against it.

use puzzle_core::game::{Game, Resources};
use puzzle_core::{Control, StopReason};

/// The recursion with its counters.
struct Recursion<'c> {
    control: &'c Control,
    misere: bool,
    nodes: u64,
}

impl Recursion<'_> {
    /// Whether some move wins.
    fn is_won(&mut self, moves: &[Resources]) -> Result<bool, StopReason> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.control.look(self.nodes, 0)?;
        }
        if moves.is_empty() {
            return Ok(self.misere);
        }
        for &played in moves {
            if !self.is_won(&left(moves, played))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The moves that are left after one of them.
fn left(moves: &[Resources], played: Resources) -> Vec<Resources> {
    moves.iter().copied().filter(|&uses| uses & played == 0).collect()
}

/// For each of some moves whether it wins, and how many nodes it took.
pub(super) fn values(
    game: &Game,
    first: &[u32],
    control: &Control,
    found: &mut dyn FnMut(u32, bool, u64) -> bool,
) -> Result<u64, StopReason> {
    let all: Vec<Resources> =
        game.possible().iter().map(|&number| game.moves()[number as usize]).collect();
    let mut recursion = Recursion { control, misere: game.is_misere(), nodes: 1 };
    control.look(1, 0)?;
    for &number in first {
        let before = recursion.nodes;
        let wins = !recursion.is_won(&left(&all, game.moves()[number as usize]))?;
        if !found(number, wins, recursion.nodes - before) {
            break;
        }
    }
    Ok(recursion.nodes)
}
