//! Who wins a position: the search, one node a kernel.
//!
//! What makes it fast:
//! - positions of up to seven moves are looked up ([`Endgames`]), by a glance at what a move leaves;
//! - moves that leave few replies come first;
//! - a move that refuted the last sibling is tried before all others (killer), and at large nodes
//!   moves that refuted often come early (history);
//! - of moves with the same row only one is tried: they lead to the same position;
//! - if r refutes m then m refutes r, as both lead to the same position after two moves (pairing).
//!
//! [`Small`] has the nodes with at most 64 moves, [`Wide`] the others, `level` the matrices.

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};

use super::endgames::Endgames;
use super::level::{Level, width};
use super::shared::Shared;
use super::small::Small;
use super::table::Place;
use super::wide::Wide;

/// The player to move loses, whatever they do. Other results are the number of a move that wins,
/// among those of the node.
pub(super) const LOST: u32 = u32::MAX;
/// The search was stopped.
pub(super) const STOPPED: u32 = u32::MAX - 1;
/// The player to move wins; with which move was not written down.
pub(super) const WON: u32 = u32::MAX - 2;
/// No move.
pub(super) const NONE: u32 = u32::MAX;

/// Positions with fewer moves are not worth a place in the table: a look into it costs as much as
/// several of them. (20: 3 % fewer nodes, and slower.)
pub(super) const TABLED: u32 = 32;

/// One thread's search.
#[derive(Debug)]
pub(super) struct Searcher<'s> {
    pub(super) shared: &'s Shared<'s>,
    pub(super) endgames: &'static Endgames,
    pub(super) nodes: u64,
    /// Nodes that were added to the sum of all threads.
    told: u64,
    /// How many nodes it may take.
    limit: u64,
    /// How often a move refuted at large nodes.
    pub(super) history: Vec<u32>,
}

impl<'s> Searcher<'s> {
    pub(super) fn new(shared: &'s Shared<'s>, history: Vec<u32>, limit: u64) -> Self {
        let endgames = Endgames::get(shared.misere);
        Searcher { shared, endgames, nodes: 0, told: 0, limit, history }
    }

    /// Counts a node; tells now and then how many there were, and whether to stop.
    #[inline(always)]
    pub(super) fn count(&mut self) -> bool {
        self.nodes += 1;
        self.nodes - self.told >= 1024 && self.tell()
    }

    /// Adds the nodes to the sum of all threads; says whether to stop.
    #[inline(never)]
    pub(super) fn tell(&mut self) -> bool {
        let more = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.look(more) || self.nodes >= self.limit
    }

    /// Puts into the table what came of a position, and what work it was since there were `before`
    /// nodes.
    #[inline(always)]
    pub(super) fn remember(&self, place: Option<Place>, value: u32, before: u64) {
        if let Some(place) = place {
            let work = (self.nodes - before).max(1).ilog2();
            self.shared.table.put(place, value == LOST, work);
        }
    }

    /// The value of the position in the first level, which has this many moves; what is below is free
    /// to use.
    pub(super) fn value(&mut self, levels: &mut [Level], moves: usize, killer: u32) -> u32 {
        dispatch(Any { search: self, levels, moves, killer })
    }
}

/// A node of any width.
pub(super) struct Any<'n, 's> {
    pub(super) search: &'n mut Searcher<'s>,
    pub(super) levels: &'n mut [Level],
    pub(super) moves: usize,
    pub(super) killer: u32,
}

impl Kernel for Any<'_, '_> {
    type Answer = u32;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> u32 {
        let Any { search, levels, moves, killer } = self;
        macro_rules! widths {
            ($($width:literal)*) => {
                match width(moves) {
                    1 => way.run(Small { search, levels, moves, killer }),
                    $($width => way.run(Wide::<$width> { search, levels, moves, killer }),)*
                    _ => unreachable!("no game has more moves"),
                }
            };
        }
        widths!(2 4 8 16 32 64)
    }
}
