//! Where the six sticks of a burr lie, and which cubes several of them want.
//!
//! Two sticks lie along each axis, side by side in the direction of the next axis. Everything is turned about
//! the middle of the burr, so places are twice the middles of cubes: odd numbers.

use std::collections::BTreeMap;

use puzzle_lattice::{Cell, Cube, Grid, Motion};

use super::number::{self, Cutting};

/// A stick in its place.
pub(super) struct Stick {
    /// Turns a piece about its own middle so that it lies as this stick does.
    turn: Motion,
    /// Twice the middle of the stick.
    middle: [i32; 3],
    length: i32,
}

impl Stick {
    /// Twice the middle of a cube of a piece in this place.
    fn doubled(&self, cell: Cell) -> Cell {
        let [z, y, x] = cell.0;
        let own = Cell([2 * z - 1, 2 * y - 1, 2 * x - (self.length - 1)]);
        self.turn.apply(own).plus(self.middle)
    }

    /// The cubes that may be cut away, by bit, as twice their middles.
    pub(super) fn removable(&self) -> [Cell; 12] {
        number::removable(self.length).map(|cell| self.doubled(cell))
    }

    /// The cubes of a piece in this place.
    pub(super) fn cells(&self, cutting: Cutting) -> Vec<Cell> {
        let half = |cell: Cell| Cell(self.doubled(cell).0.map(|x| (x - 1) / 2));
        number::cells(cutting, self.length).into_iter().map(half).collect()
    }
}

/// Where a stick goes, and which bit each of its bits becomes.
pub(super) type Carried = (usize, [usize; 12]);

/// A burr without pieces.
pub(super) struct Frame {
    pub(super) sticks: Vec<Stick>,
    /// The cubes that several sticks want, as twice their middles, in order.
    pub(super) wanted: Vec<Cell>,
}

impl Frame {
    pub(super) fn new(length: i32) -> Self {
        let bounds = |axis: usize, side: i32| {
            let mut low = [-2; 3];
            low[axis] = -length;
            low[(axis + 1) % 3] = if side == 0 { -4 } else { 0 };
            let mut high = [2; 3];
            high[axis] = length;
            high[(axis + 1) % 3] = low[(axis + 1) % 3] + 4;
            (low, high)
        };
        let boxes: Vec<([i32; 3], [i32; 3])> =
            (0..3).flat_map(|axis| [bounds(axis, 0), bounds(axis, 1)]).collect();
        let holds = |(low, high): &([i32; 3], [i32; 3]), cell: Cell| {
            (0..3).all(|i| low[i] < cell.0[i] && cell.0[i] < high[i])
        };
        let turns = || Cube.point_group().iter().filter(|motion| motion.is_proper());
        let stick = |own: &([i32; 3], [i32; 3])| {
            let middle = std::array::from_fn(|i| (own.0[i] + own.1[i]) / 2);
            let sticks = turns().map(|turn| Stick { turn: *turn, middle, length });
            // All of the stick lies in its box, and others want all that may be cut away.
            let fits = |stick: &Stick| {
                let inside = number::cells(0, length).iter().all(|&c| holds(own, stick.doubled(c)));
                let others = |cell: Cell| boxes.iter().any(|o| o != own && holds(o, cell));
                inside && stick.removable().into_iter().all(others)
            };
            sticks.into_iter().find(fits)
        };
        let sticks: Vec<Stick> = boxes.iter().filter_map(stick).collect();
        let mut often: BTreeMap<Cell, u32> = BTreeMap::new();
        let removable = sticks.iter().flat_map(Stick::removable);
        removable.for_each(|cell| *often.entry(cell).or_default() += 1);
        Frame { sticks, wanted: often.into_keys().collect() }
    }

    /// Which of the wanted cubes a piece takes in a place.
    pub(super) fn takes(&self, stick: &Stick, cutting: Cutting) -> u64 {
        let left = (0..).zip(stick.removable()).filter(|(bit, _)| cutting >> bit & 1 == 0);
        left.fold(0, |taken, (_, cell)| match self.wanted.binary_search(&cell) {
            Ok(at) => taken | 1 << at,
            Err(_) => taken,
        })
    }

    /// The motions that carry the burr onto itself. Each with, stick by stick, where it goes and which bit
    /// each of its bits becomes.
    pub(super) fn symmetries(&self) -> Vec<(bool, Vec<Carried>)> {
        let image = |motion: &Motion, stick: &Stick| {
            let cells = stick.removable().map(|cell| motion.apply(cell));
            let to = |other: &Stick| {
                let theirs = other.removable();
                let bits = cells.map(|cell| theirs.iter().position(|&their| their == cell));
                bits.iter().all(Option::is_some).then(|| bits.map(Option::unwrap_or_default))
            };
            (0..).zip(&self.sticks).find_map(|(number, other)| Some((number, to(other)?)))
        };
        let all = |motion: &Motion| {
            let images: Option<Vec<Carried>> =
                self.sticks.iter().map(|stick| image(motion, stick)).collect();
            Some((motion.is_proper(), images?))
        };
        Cube.point_group().iter().filter_map(all).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn six_sticks_want_32_cubes_of_104_and_24_motions_carry_the_burr_onto_itself() {
        for length in [6, 8, 10] {
            let frame = Frame::new(length);
            assert_eq!((frame.sticks.len(), frame.wanted.len()), (6, 32));
            let all: BTreeSet<Cell> = frame.sticks.iter().flat_map(|s| s.cells(0)).collect();
            assert_eq!(all.len() as i32, 104 + 24 * (length - 6));
            let symmetries = frame.symmetries();
            assert_eq!(symmetries.len(), 24);
            assert_eq!(symmetries.iter().filter(|(proper, _)| *proper).count(), 12);
            let identity: Vec<Carried> =
                (0..6).map(|stick| (stick, std::array::from_fn(|bit| bit))).collect();
            assert_eq!(symmetries[0], (true, identity));
        }
    }
}
