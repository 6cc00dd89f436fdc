//! The search of one part: breadth first over its positions, until some pieces can leave.

use puzzle_core::StopReason;
use puzzle_core::apart::Vector;

use super::pairs::Pairs;
use super::position::{Part, Position};
use super::states::States;

/// What a search may take.
pub(super) struct Limits<'l> {
    /// The most positions of a part.
    pub(super) states: usize,
    /// The most bytes of them.
    pub(super) bytes: u64,
    /// Asked now and then, with the number of positions of this assembly: whether to stop.
    pub(super) stop: &'l dyn Fn(u64) -> Option<StopReason>,
}

/// A way out: a position, which pieces leave, and where to.
pub(super) type Exit = (usize, u64, u8);

/// How a search ended.
pub(super) enum Ended {
    /// In this position these pieces leave in this direction.
    Exit(usize, u64, u8),
    /// No position lets anything leave.
    Locked,
    /// There are too many positions.
    TooMany,
}

/// How many moves are looked up together at most.
const TOGETHER: usize = 4096;
/// How many positions are looked at between two looks at the limits.
const INTERVAL: usize = 256;

/// What searches use again and again.
#[derive(Default)]
pub(super) struct Search {
    pub(super) position: Position,
    pub(super) states: States,
    /// The moves from a position.
    moves: Vec<(u64, Vector)>,
    /// How many positions were looked at, in all searches.
    pub(super) looked: u64,
}

impl Search {
    /// Searches from the places where the pieces of a part are.
    pub(super) fn run(
        &mut self,
        part: &Part<'_>,
        places: &[i32],
        table: &mut Pairs<'_>,
        limits: &Limits<'_>,
    ) -> Result<Ended, StopReason> {
        self.states.begin(places);
        self.position.begin(part);
        let mut next = 0;
        let mut too_far = false;
        while next < self.states.len() {
            if next.is_multiple_of(INTERVAL)
                && let Some(reason) = (limits.stop)(self.looked)
            {
                return Err(reason);
            }
            self.looked += 1;
            self.position.look(part, self.states.places(next), table);
            if let Some((set, direction)) = self.position.exit(part) {
                return Ok(Ended::Exit(next, set, direction));
            }
            let (states, moves, all) = (&mut self.states, &mut self.moves, part.all());
            self.position.moves(part, limits.states, &mut |set, direction, steps| {
                moves.push((set, part.way(direction, steps)));
                if moves.len() == TOGETHER {
                    too_far |= states.move_all(next, all, moves.drain(..), limits.states);
                }
            });
            too_far |= states.move_all(next, all, moves.drain(..), limits.states);
            if self.states.len() >= limits.states || self.states.bytes() > limits.bytes {
                return Ok(Ended::TooMany);
            }
            next += 1;
        }
        Ok(if too_far { Ended::TooMany } else { Ended::Locked })
    }

    /// Every way out at the least level. `None` if there are too many positions; no way if it is locked.
    pub(super) fn all_exits(
        &mut self,
        part: &Part<'_>,
        places: &[i32],
        table: &mut Pairs<'_>,
        limits: &Limits<'_>,
        most: usize,
    ) -> Result<Option<Vec<Exit>>, StopReason> {
        let Ended::Exit(first, ..) = (match self.run(part, places, table, limits)? {
            Ended::Locked => return Ok(Some(Vec::new())),
            Ended::TooMany => return Ok(None),
            exit => exit,
        }) else {
            return Ok(None);
        };
        // Positions lie in the order of their depth; those after the first way out were only met. All
        // those at its depth were met if every position before that depth was looked at.
        let depth = self.states.path(first).len();
        let mut ways = Vec::new();
        let mut next = first;
        while next < self.states.len() && self.states.path(next).len() == depth {
            self.looked += 1;
            self.position.look(part, self.states.places(next), table);
            let room = most.saturating_sub(ways.len());
            let exits = self.position.exits(part, room);
            ways.extend(exits.into_iter().map(|(set, direction)| (next, set, direction)));
            next += 1;
        }
        Ok(Some(ways))
    }
}
