//! What the threads of one search share: the game, the table, the limits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use puzzle_core::game::{Game, Resources, image};
use puzzle_core::{Control, StopReason};

use super::table::{Place, Table};

/// From this many moves on symmetric positions are merged: to find the image that comes first costs
/// as much as some hundred moves.
const MERGING: usize = 400;

/// What threads share.
#[derive(Debug)]
pub(super) struct Shared<'s> {
    pub(super) moves: Vec<Resources>,
    pub(super) misere: bool,
    pub(super) table: Table,
    symmetries: Vec<Vec<u8>>,
    control: &'s Control,
    nodes: AtomicU64,
    /// Set when no thread needs to go on.
    pub(super) enough: AtomicBool,
    stopped: Mutex<Option<StopReason>>,
}

impl<'s> Shared<'s> {
    /// With a table of about so many bytes, unless the budget says otherwise; `None` if it cannot be
    /// that small.
    pub(super) fn new(game: &Game, room: u64, control: &'s Control) -> Option<Self> {
        // Resources that no move uses are left out, so that keys are short.
        let used = game.moves().iter().fold(0, |all, uses| all | uses);
        let places: Vec<u8> = (0..128).filter(|bit| used >> bit & 1 == 1).collect();
        let mut numbers = vec![0; 128];
        for (number, &place) in (0..).zip(&places) {
            numbers[usize::from(place)] = number;
        }
        let number = |&place: &u8| numbers[usize::from(place)];
        let symmetry = |s: &Vec<u8>| {
            let image = |place: &u8| s.get(usize::from(*place)).copied().unwrap_or(*place);
            places.iter().map(|place| number(&image(place))).collect()
        };
        let high = (places.len() as u32).saturating_sub(64);
        let room = control.budget.room(room.max(Table::least(high)));
        if room < Table::least(high) {
            return None;
        }
        Some(Shared {
            moves: game.moves().iter().map(|&uses| image(&numbers, uses)).collect(),
            misere: game.is_misere(),
            table: Table::new(room, high),
            symmetries: game.all_symmetries().iter().map(symmetry).collect(),
            control,
            nodes: AtomicU64::new(0),
            enough: AtomicBool::new(false),
            stopped: Mutex::new(None),
        })
    }

    /// Adds nodes to the sum; says whether to stop.
    pub(super) fn look(&self, more: u64) -> bool {
        let nodes = self.nodes.fetch_add(more, Ordering::Relaxed) + more;
        if let Err(reason) = self.control.look(nodes, 0) {
            self.stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
            self.enough.store(true, Ordering::Relaxed);
        }
        self.enough.load(Ordering::Relaxed)
    }

    /// Adds the nodes of earlier runs.
    pub(super) fn count_earlier(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// All nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Why the search was stopped.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the position of these moves stands in the table; it comes from one with `large` moves.
    #[inline(always)]
    pub(super) fn place(&self, moves: impl Iterator<Item = u16>, large: usize) -> Place {
        let mut key = moves.fold(0, |key, id| key | self.moves[usize::from(id)]);
        if large >= MERGING {
            key = self.symmetries.iter().map(|s| image(s, key)).fold(key, Resources::min);
        }
        self.table.place(key)
    }
}
