//! How far one piece can go before it meets another, for every two shapes and every way they can lie.
//!
//! That depends on the two shapes and on where one lies relative to the other alone, so it is worked out
//! once for all assemblies of a puzzle and kept in one hash table. A piece that goes forwards until it
//! meets another meets it just as the other one going backwards does, so one entry serves both pieces and
//! both ways.
//!
//! A place is one number, ten bits an axis: differences of such numbers tell differences of places apart
//! as long as these are below [`REACH`].

use super::lines::Lines;
use puzzle_core::apart::{Cells, Slide, Vector};

/// The most axes.
pub(super) const AXES: usize = 8;
/// Places are further apart than this only if somebody made a mistake.
pub(super) const REACH: i32 = 512;
/// The bits of a difference of places.
const PLACE: u32 = 30;
/// The bits of a shape.
const SHAPE: u32 = 17;
/// The most shapes.
pub(super) const SHAPES: usize = 1 << SHAPE;
/// How far a piece goes that meets nothing.
pub(super) const FREE: u8 = u8::MAX;

/// A place as one number.
pub(super) fn pack([x, y, z]: Vector) -> i32 {
    x + (y << 10) + (z << 20)
}

/// The difference of places that a difference of numbers is.
pub(super) fn unpack(packed: i32) -> Vector {
    let low = |number: i32| ((number + REACH) & (2 * REACH - 1)) - REACH;
    let x = low(packed);
    let rest = (packed - x) >> 10;
    let y = low(rest);
    [x, y, (rest - y) >> 10]
}

/// How many steps a piece can go in each direction before it meets another; 254 is as many or more.
pub(super) type Gaps = [u8; 2 * AXES];

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    gaps: Gaps,
}

const EMPTY: Slot = Slot { key: u64::MAX, gaps: [FREE; 2 * AXES] };

/// The table.
pub(super) struct Pairs<'a> {
    shapes: &'a [Cells],
    slides: &'a [Slide],
    /// Shapes as lines, as they are needed.
    lines: Vec<Option<Lines>>,
    slots: Vec<Slot>,
    used: usize,
    /// The most slots.
    most: usize,
}

impl<'a> Pairs<'a> {
    /// An empty table that takes at most so many bytes.
    pub(super) fn new(shapes: &'a [Cells], slides: &'a [Slide], bytes: u64) -> Self {
        let most = (bytes / size_of::<Slot>() as u64).clamp(1 << 10, 1 << 31) as usize;
        Pairs {
            shapes,
            slides,
            lines: vec![None; shapes.len()],
            slots: vec![EMPTY; 1 << 10],
            used: 0,
            most: 1 << most.ilog2(),
        }
    }

    /// The first half of the keys of two shapes.
    pub(super) fn number(a: u32, b: u32) -> u64 {
        (u64::from(a) << SHAPE | u64::from(b)) << PLACE
    }

    /// How far the first of two shapes can go, if the second lies so far away.
    #[inline]
    pub(super) fn gaps(&mut self, number: u64, away: i32) -> Gaps {
        let key = number | u64::from(away.cast_unsigned() & ((1 << PLACE) - 1));
        let mask = self.slots.len() - 1;
        let mut at = self.place(key);
        loop {
            let slot = &self.slots[at];
            if slot.key == key {
                return slot.gaps;
            }
            if slot.key == u64::MAX {
                return self.add(key, at);
            }
            at = (at + 1) & mask;
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let scrambled = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (scrambled >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    #[cold]
    fn add(&mut self, key: u64, at: usize) -> Gaps {
        let shape = |from: u32| (key >> from) as usize & ((1 << SHAPE) - 1);
        // The sign of a place is its highest bit.
        let away = ((key as u32) << (32 - PLACE)).cast_signed() >> (32 - PLACE);
        let gaps = self.find([shape(PLACE + SHAPE), shape(PLACE)], unpack(away));
        self.slots[at] = Slot { key, gaps };
        self.used += 1;
        if 2 * self.used > self.slots.len() {
            // A full table is emptied: what is needed still comes back soon.
            let full = self.slots.len() >= self.most;
            let larger = if full { self.slots.len() } else { 2 * self.slots.len() };
            let old = std::mem::replace(&mut self.slots, vec![EMPTY; larger]);
            self.used = 0;
            for slot in old.into_iter().filter(|slot| !full && slot.key != u64::MAX) {
                let mut at = self.place(slot.key);
                while self.slots[at].key != u64::MAX {
                    at = (at + 1) & (larger - 1);
                }
                self.slots[at] = slot;
                self.used += 1;
            }
        }
        gaps
    }

    /// How far a shape can go, if another lies so far away.
    fn find(&mut self, [a, b]: [usize; 2], away: Vector) -> Gaps {
        for shape in [a, b] {
            let (cells, slides) = (&self.shapes[shape], self.slides);
            self.lines[shape].get_or_insert_with(|| Lines::new(cells, slides));
        }
        let mut gaps = EMPTY.gaps;
        let (Some(own), Some(other)) = (&self.lines[a], &self.lines[b]) else { return gaps };
        for (axis, slide) in self.slides.iter().enumerate() {
            let there = own.forwards(other, slide, axis, away);
            let back = other.forwards(own, slide, axis, away.map(|x| -x));
            let cells = || by_cells(slide, &self.shapes[a], &self.shapes[b], away);
            let both = match (there, back) {
                (Ok(there), Ok(back)) => [there, back],
                _ => cells(),
            };
            for (direction, steps) in (2 * axis..).zip(both) {
                gaps[direction] = steps.map_or(FREE, |steps| steps.min(254) as u8);
            }
        }
        gaps
    }
}

/// How far a piece can go both ways along an axis, cell by cell.
fn by_cells(slide: &Slide, a: &Cells, b: &Cells, away: Vector) -> [Option<u32>; 2] {
    [forwards(slide, a, b, away), forwards(slide, b, a, away.map(|x| -x))]
}

/// After how many steps forwards the cells of `a` meet those of `b`, if they do.
fn forwards(slide: &Slide, a: &Cells, b: &Cells, away: Vector) -> Option<u32> {
    let long = (0..3).find(|&i| slide.by[i] != 0)?;
    let mut least: Option<u32> = None;
    for (from, class) in a {
        for (to, _) in b {
            let way: Vector = std::array::from_fn(|i| to[i] + away[i] - from[i]);
            for meets in &slide.meets[usize::from(*class)] {
                let steps = (way[long] - meets[long]) / slide.by[long];
                let there = (0..3).all(|i| meets[i] + steps * slide.by[i] == way[i]);
                if there && steps >= 0 && least.is_none_or(|least| steps.cast_unsigned() < least) {
                    least = Some(steps.cast_unsigned());
                }
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_places_survive_being_one_number() {
        for place in [[0, 0, 0], [1, -1, 5], [-511, 511, -511], [200, -300, 511]] {
            assert_eq!(unpack(pack(place)), place);
            let other = [-100, 100, 0];
            let difference = std::array::from_fn(|i| place[i] - other[i]);
            if difference.iter().all(|x: &i32| x.abs() < REACH) {
                assert_eq!(unpack(pack(place) - pack(other)), difference);
            }
        }
    }

    #[test]
    fn a_table_that_is_full_or_grows_still_gives_the_same() {
        let bar: Cells = vec![([0, 0, 0], 0), ([1, 0, 0], 0)];
        let hook: Cells = vec![([0, 0, 0], 0), ([0, 1, 0], 0), ([1, 1, 0], 0)];
        let shapes = [bar, hook];
        let axis = |i: usize| {
            let by = std::array::from_fn(|j| i32::from(i == j));
            Slide { by, names: ["", ""], meets: vec![vec![by]] }
        };
        let slides: Vec<Slide> = (0..3).map(axis).collect();
        let mut small = Pairs::new(&shapes, &slides, 0);
        let mut large = Pairs::new(&shapes, &slides, 1 << 30);
        let number = Pairs::number(0, 1);
        for round in 0..3 {
            for place in 0..2197 {
                let away = [place % 13 - 6, place / 13 % 13 - 6, place / 169 - 6];
                let gaps = small.gaps(number, pack(away));
                assert_eq!(gaps, large.gaps(number, pack(away)), "{away:?} {round}");
                for (axis, slide) in slides.iter().enumerate() {
                    let steps = by_cells(slide, &shapes[0], &shapes[1], away);
                    let steps = steps.map(|steps| steps.map_or(FREE, |steps| steps as u8));
                    assert_eq!(gaps[2 * axis..][..2], steps, "{away:?}");
                }
            }
        }
        assert_eq!((small.slots.len(), large.slots.len()), (1 << 10, 1 << 13));
        // The bar goes three steps to the right until it meets the hook's upper arm.
        assert_eq!(large.gaps(number, pack([5, -1, 0]))[0], 3);
    }
}
