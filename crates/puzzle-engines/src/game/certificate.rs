//! Writes a certificate down: a move of the winner for every position that can come about when the
//! winner follows it. How it is laid out is told in [`puzzle_core::game::certificate`].
//!
//! The table still knows most values, so that a move that wins is mostly found without a search.

use puzzle_core::game::certificate::Moves;
use puzzle_core::game::{Game, Resources, Winner};
use puzzle_core::{Failure, StopReason};
use rustc_hash::FxHashSet;

use super::level::{Level, descend};
use super::root::{Value, Worker};
use super::shared::Shared;

/// The winner's moves.
pub(super) fn certify(
    shared: &Shared<'_>,
    worker: &mut Worker,
    game: &Game,
    winner: Winner,
) -> Result<Moves, Failure> {
    let ids = game.possible().iter().map(|&number| number as u16);
    let (level, moves) = Level::of(&shared.moves, ids);
    worker.levels[0] = level;
    let (moves_written, seen) = (Moves::default(), FxHashSet::default());
    let mut walk = Walk { shared, worker, seen, written: moves_written };
    match winner {
        Winner::First => walk.winner(0, moves)?,
        Winner::Second => walk.loser(0, moves)?,
    }
    Ok(walk.written)
}

struct Walk<'w, 's> {
    shared: &'w Shared<'s>,
    worker: &'w mut Worker,
    seen: FxHashSet<Resources>,
    written: Moves,
}

impl Walk<'_, '_> {
    /// The winner is to move in the position of the level `at`.
    fn winner(&mut self, at: usize, moves: usize) -> Result<(), Failure> {
        if moves == 0 {
            return Ok(());
        }
        let number = match self.worker.winning_move(self.shared, at, moves) {
            Value::Won(number) => number,
            Value::Stopped | Value::Hard(_) => {
                let reason = self.shared.stopped().unwrap_or(StopReason::Interrupted);
                return Err(Failure::Stopped(reason));
            }
            Value::Lost => {
                let message = "a position is lost that was won before";
                return Err(Failure::Disagreement(message.into()));
            }
        };
        let ids = &self.worker.levels[at].ids[..moves];
        let place = ids.iter().position(|&id| u32::from(id) == number).unwrap_or(0);
        self.written.push(place);
        let left = self.descend(at, moves, place);
        match left > 0 && self.is_new(at + 1, left) {
            true => self.loser(at + 1, left),
            false => Ok(()),
        }
    }

    /// The loser is to move: every reply is answered.
    fn loser(&mut self, at: usize, moves: usize) -> Result<(), Failure> {
        for place in 0..moves {
            let left = self.descend(at, moves, place);
            if self.is_new(at + 1, left) {
                self.winner(at + 1, left)?;
            }
        }
        Ok(())
    }

    fn descend(&mut self, at: usize, moves: usize, place: usize) -> usize {
        let (own, rest) = self.worker.levels.split_at_mut(at + 1);
        descend(&own[at], moves, place, &mut rest[0])
    }

    /// Whether the position of a level was not met before.
    fn is_new(&mut self, at: usize, moves: usize) -> bool {
        let ids = self.worker.levels[at].ids[..moves].iter();
        let key = ids.fold(0, |key, &id| key | self.shared.moves[usize::from(id)]);
        self.seen.insert(key)
    }
}
