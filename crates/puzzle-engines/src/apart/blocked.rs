//! Why an assembly is locked: what keeps what, in every direction, as it stands.
//!
//! A piece that is moved pushes others, which push others. What it takes along is the least set that is closed
//! under pushing; if that is everything, it is kept in that direction.

use puzzle_core::apart::Obstacle;

use super::dismantle::{Dismantler, Together};
use super::position::Position;

impl Dismantler<'_> {
    /// For every piece and direction: how far it can go, and what it takes along.
    pub(super) fn obstacles(&mut self, assembly: &[u32]) -> Vec<Obstacle> {
        let pieces = self.apart.pieces(assembly);
        if pieces.len() < 2 {
            return Vec::new();
        }
        let together = Together::new(&pieces);
        let part = self.part(&pieces, &together);
        let mut position = Position::default();
        position.begin(&part);
        position.look(&part, &together.places, &mut self.table);
        position.reaches(&part)
    }
}
