//! The definition: positions as lists of places, every subset, every direction, every distance, cell by cell.
//!
//! Slow and obvious. Its first level and its verdict are those of any order of search; its later levels are
//! those of its own.

use std::collections::{BTreeSet, VecDeque};

use puzzle_core::StopReason;
use puzzle_core::apart::plan::{Plan, Rest, Separation, Step};
use puzzle_core::apart::{Apart, Put, Vector, axis};

use super::dismantle::{Together, finish, stays_together};
use super::masks::members;
use super::pairs::{pack, unpack};
use super::search::Limits;

/// Where the pieces are.
type Places = Vec<Vector>;

/// How an assembly comes apart.
pub(super) fn plan(
    apart: &Apart,
    assembly: &[u32],
    limits: &Limits<'_>,
    looked: &mut u64,
) -> Result<Plan, StopReason> {
    let pieces = apart.pieces(assembly);
    let mut stuck = Vec::new();
    let mut own = Own { apart, pieces: &pieces, limits, looked, stuck: &mut stuck };
    let rest = own.rest(&Together::new(&pieces))?;
    Ok(finish(apart, assembly, &pieces, rest, &stuck))
}

struct Own<'o, 'l> {
    apart: &'o Apart,
    pieces: &'o [Put],
    limits: &'o Limits<'l>,
    looked: &'o mut u64,
    stuck: &'o mut Vec<u64>,
}

impl Own<'_, '_> {
    fn rest(&mut self, together: &Together) -> Result<Rest, StopReason> {
        let n = together.members.len();
        let all = together.outside(u64::MAX >> (64 - n));
        if n == 1 {
            return Ok(Rest::Single);
        }
        if stays_together(self.apart, self.pieces, all, false) {
            self.stuck.push(all);
            return Ok(Rest::Group);
        }
        let begin: Places = together.places.iter().map(|&place| unpack(place)).collect();
        let mut met = BTreeSet::from([normal(&begin)]);
        let mut queue = VecDeque::from([(begin, Vec::new())]);
        while let Some((places, steps)) = queue.pop_front() {
            *self.looked += 1;
            if let Some(reason) = (self.limits.stop)(*self.looked) {
                return Err(reason);
            }
            for set in 1..(1_u64 << n) - 1 {
                for direction in 0..2 * self.apart.slides.len() as u8 {
                    let mut after = places.clone();
                    let mut distance = 0;
                    while self.steps(together, &mut after, set, direction) {
                        distance += 1;
                        let pieces = together.outside(set);
                        if are_far(&after) {
                            let last = Step { pieces, direction, distance: 0 };
                            let steps = [&steps[..], &[last]].concat();
                            return self.parts(together, set, &places, steps);
                        }
                        if met.insert(normal(&after)) {
                            let step = Step { pieces, direction, distance };
                            queue.push_back((after.clone(), [&steps[..], &[step]].concat()));
                        }
                    }
                }
            }
            if met.len() > self.limits.states {
                return Ok(Rest::Undecided);
            }
        }
        Ok(match stays_together(self.apart, self.pieces, all, true) {
            true => {
                self.stuck.push(all);
                Rest::Group
            }
            false => Rest::Locked,
        })
    }

    fn parts(
        &mut self,
        together: &Together,
        set: u64,
        places: &Places,
        steps: Vec<Step>,
    ) -> Result<Rest, StopReason> {
        let packed: Vec<i32> = places.iter().map(|&place| pack(place)).collect();
        let others = !set & (u64::MAX >> (64 - places.len()));
        let stays = self.rest(&together.some(others, &packed))?;
        let left = self.rest(&together.some(set, &packed))?;
        Ok(Rest::Apart(Box::new(Separation { steps, stays, left })))
    }

    /// Moves a set one step, if no cell passes over one of another piece.
    fn steps(&self, together: &Together, places: &mut Places, set: u64, direction: u8) -> bool {
        let (axis, backwards) = axis(direction);
        let slide = &self.apart.slides[axis];
        let cells = |piece: usize| {
            let put = self.pieces[usize::from(together.members[piece])];
            let cells = self.apart.shapes[put.shape as usize].iter();
            let at = places[piece];
            cells.map(move |(cell, class)| (plus(at, *cell), *class))
        };
        let others = !set & (u64::MAX >> (64 - places.len()));
        // Backwards the others come forwards.
        let (moving, still) = if backwards { (others, set) } else { (set, others) };
        let still: BTreeSet<Vector> =
            members(still).flat_map(cells).map(|(cell, _)| cell).collect();
        let free = members(moving).flat_map(cells).all(|(cell, class)| {
            slide.meets[usize::from(class)].iter().all(|by| !still.contains(&plus(cell, *by)))
        });
        let by = if backwards { slide.by.map(|x| -x) } else { slide.by };
        if free {
            members(set).for_each(|piece| places[piece] = plus(places[piece], by));
        }
        free
    }
}

fn plus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] + b[i])
}

fn normal(places: &Places) -> Places {
    places.iter().map(|place| std::array::from_fn(|i| place[i] - places[0][i])).collect()
}

/// Whether pieces are further apart than an assembly is long: whatever goes on so far goes on for ever.
fn are_far(places: &Places) -> bool {
    let far = |i: usize| places.iter().map(|place| place[i].abs()).max() > Some(2 * FAR);
    (0..3).any(far)
}

/// More than any assembly that is compared with this is long.
const FAR: i32 = 60;
