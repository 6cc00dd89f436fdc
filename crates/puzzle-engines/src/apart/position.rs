//! One position, and every way in which pieces can move or leave from it.
//!
//! The order is BurrTools': later levels depend on it. First one piece leaves, then a set of at most half
//! of the pieces leaves, by direction and then by piece; then sets move, by direction, piece and distance.
//! A set that is new for a direction and a distance is also merged with those before it, the newest first.
//! Larger sets need not be tried: instead the others move the other way.

use puzzle_core::apart::{Obstacle, Slide, Vector, axis};

use super::distances::Distances;
use super::masks::{self, PIECES, Pushes, Sets, closed, is_locked};
use super::pairs::{AXES, FREE, Pairs};

/// The pieces whose positions are looked at.
pub(super) struct Part<'a> {
    /// How many there are.
    pub(super) pieces: usize,
    slides: &'a [Slide],
    /// For every two of them, the lower first: their pair of shapes.
    pairs: Vec<u64>,
}

impl<'a> Part<'a> {
    pub(super) fn new(shapes: &[u32], slides: &'a [Slide]) -> Self {
        let mut pairs = Vec::new();
        for (i, &a) in shapes.iter().enumerate() {
            pairs.extend(shapes[i + 1..].iter().map(|&b| Pairs::number(a, b)));
        }
        Part { pieces: shapes.len(), slides, pairs }
    }

    /// All pieces.
    pub(super) fn all(&self) -> u64 {
        masks::all(self.pieces)
    }

    /// The most pieces that move at once.
    fn half(&self) -> u32 {
        self.pieces as u32 / 2
    }

    /// So many steps in a direction.
    pub(super) fn way(&self, direction: u8, steps: u32) -> Vector {
        let (axis, backwards) = axis(direction);
        let steps = if backwards { -(steps as i32) } else { steps as i32 };
        self.slides[axis].by.map(|x| x * steps)
    }
}

/// What is known of the position that is looked at. It is made once and used for all of them.
pub(super) struct Position {
    /// Where the pieces were when the distances were found.
    places: Vec<i32>,
    gaps: Distances,
    /// By direction: the pushes of a step.
    touch: Box<[Pushes; 2 * AXES]>,
    /// The pushes of any number of steps along the axis that is looked at.
    away: Box<[Pushes; 2]>,
    /// The pushes of two steps, three and so on.
    far: Vec<[Pushes; 2]>,
    /// The axes on which a step is possible.
    open: Vec<u8>,
    /// The sets found for a direction, by distance.
    found: Vec<Sets>,
}

impl Default for Position {
    fn default() -> Self {
        Position {
            places: Vec::new(),
            gaps: Distances::default(),
            touch: Box::new([[0; PIECES]; 2 * AXES]),
            away: Box::new([[0; PIECES]; 2]),
            far: Vec::new(),
            open: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl Position {
    /// Forgets the pieces that were looked at before.
    pub(super) fn begin(&mut self, part: &Part<'_>) {
        self.places.clear();
        self.gaps.begin(part.pieces, 2 * part.slides.len());
    }

    /// Looks at a position, given by the places of its pieces. One position after the other differs in few
    /// pieces; only of these the distances are found again.
    pub(super) fn look(&mut self, part: &Part<'_>, places: &[i32], table: &mut Pairs<'_>) {
        let n = part.pieces;
        let is_first = self.places.is_empty();
        let mut moved = [0; PIECES];
        let before = self.places.iter().zip(places);
        moved.iter_mut().zip(before).for_each(|(moved, (before, now))| *moved = now - before);
        let mut first = 0;
        for i in 0..n {
            let pairs = &part.pairs[first..first + n - i - 1];
            first += n - i - 1;
            for (j, &number) in (i + 1..n).zip(pairs) {
                if is_first || moved[i] != moved[j] {
                    let gaps = table.gaps(number, places[j] - places[i]);
                    self.gaps.set(i, j, &gaps);
                }
            }
        }
        self.places.clear();
        self.places.extend_from_slice(places);
        let all = part.all();
        self.open.clear();
        for axis in 0..part.slides.len() {
            for direction in [2 * axis, 2 * axis + 1] {
                self.gaps.pushes(direction, 0, &mut self.touch[direction]);
            }
            if !is_locked([&self.touch[2 * axis], &self.touch[2 * axis + 1]], all) {
                self.open.push(axis as u8);
            }
        }
    }

    /// Finds the pushes of any number of steps along an axis.
    fn look_away(&mut self, axis: usize) {
        for (way, pushes) in self.away.iter_mut().enumerate() {
            self.gaps.pushes(2 * axis + way, FREE - 1, pushes);
        }
    }

    /// The first set that can leave, and in which direction.
    pub(super) fn exit(&mut self, part: &Part<'_>) -> Option<(u64, u8)> {
        let all = part.all();
        let mut several = None;
        for at in 0..self.open.len() {
            let axis = usize::from(self.open[at]);
            self.look_away(axis);
            let [forwards, backwards] = &*self.away;
            if is_locked([forwards, backwards], all) {
                continue;
            }
            for (direction, pushes) in (2 * axis as u8..).zip(&*self.away) {
                if let Some(piece) = (0..part.pieces).find(|&piece| pushes[piece] == 0) {
                    return Some((1 << piece, direction));
                }
                let mut sets = (0..part.pieces).map(|piece| closed(pushes, piece, part.half()));
                several = several.or_else(|| sets.find_map(|set| Some((set?, direction))));
            }
        }
        several
    }

    /// Every set that can leave, and in which direction, at most so many: not only the first one.
    pub(super) fn exits(&mut self, part: &Part<'_>, most: usize) -> Vec<(u64, u8)> {
        let mut all = Vec::new();
        for at in 0..self.open.len() {
            let axis = usize::from(self.open[at]);
            self.look_away(axis);
            for (direction, pushes) in (2 * axis as u8..).zip(&*self.away) {
                let mut sets = Sets::default();
                for piece in 0..part.pieces {
                    let Some(set) = closed(pushes, piece, part.half()) else { continue };
                    sets.merge(set, part.half(), most, &mut |_| {});
                }
                all.extend(sets.iter().map(|set| (set, direction)));
                if all.len() >= most {
                    return all;
                }
            }
        }
        all
    }

    /// For every piece and direction: how far it can go, and what it takes along.
    pub(super) fn reaches(&mut self, part: &Part<'_>) -> Vec<Obstacle> {
        let most = part.pieces as u32 - 1;
        let mut reaches = Vec::new();
        for direction in 0..2 * part.slides.len() {
            let (axis, way) = (direction / 2, direction % 2);
            self.look_away(axis);
            let leaves = |piece: usize| closed(&self.away[way], piece, most).is_some();
            for piece in 0..part.pieces {
                let mut far = [[0; PIECES]; 2];
                let mut steps = Some(0).filter(|_| !leaves(piece));
                let mut along = part.all();
                while let Some(done @ 0..254) = steps {
                    self.gaps.pushes(direction, done as u8, &mut far[way]);
                    let Some(set) = closed(&far[way], piece, most) else { break };
                    (along, steps) = (if done == 0 { set } else { along }, Some(done + 1));
                }
                if steps.is_none() {
                    along = closed(&self.away[way], piece, most).unwrap_or(along);
                }
                let touches = self.touch[direction][piece];
                let direction = direction as u8;
                reaches.push(Obstacle { piece: piece as u8, direction, steps, along, touches });
            }
        }
        reaches
    }

    /// Every set that can move, with its direction and its distance, but no more than are allowed of each.
    pub(super) fn moves(
        &mut self,
        part: &Part<'_>,
        allowed: usize,
        take: &mut dyn FnMut(u64, u8, u32),
    ) {
        for at in 0..self.open.len() {
            let axis = usize::from(self.open[at]);
            self.moves_along(part, axis, allowed, take);
        }
    }

    fn moves_along(
        &mut self,
        part: &Part<'_>,
        axis: usize,
        allowed: usize,
        take: &mut dyn FnMut(u64, u8, u32),
    ) {
        // The pushes of one step are known; those of more until nothing moves so far.
        let mut most = 1;
        // Beyond that no gap is told apart.
        while most < 254 {
            if self.far.len() < most {
                self.far.push([[0; PIECES]; 2]);
            }
            let far = &mut self.far[most - 1];
            for (way, pushes) in far.iter_mut().enumerate() {
                self.gaps.pushes(2 * axis + way, most as u8, pushes);
            }
            if is_locked([&far[0], &far[1]], part.all()) {
                break;
            }
            most += 1;
        }
        self.found.resize_with(self.found.len().max(most), Sets::default);
        for way in 0..2 {
            let direction = 2 * axis + way;
            self.found[..most].iter_mut().for_each(Sets::clear);
            for piece in 0..part.pieces {
                for steps in 1..=most {
                    let pushes = match steps {
                        1 => &self.touch[direction],
                        _ => &self.far[steps - 2][way],
                    };
                    let Some(set) = closed(pushes, piece, part.half()) else { break };
                    let take = &mut |set| take(set, direction as u8, steps as u32);
                    self.found[steps - 1].merge(set, part.half(), allowed, take);
                }
            }
        }
    }
}
