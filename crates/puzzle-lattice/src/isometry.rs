//! Euclidean congruence of point sets in a lattice of integer points with even sum.
//!
//! A set is described by a *frame*: an origin cell o and two short, independent vectors b1, b2 to
//! other cells. Every other cell is o + (α b1 + β b2 + γ b1×b2) / D with integers α, β, γ and
//! D = |b1×b2|². An isometry is fixed by the images v1, v2 of b1, b2 (same lengths, same product)
//! and a sign: it takes b1×b2 to +v1×v2 if proper, to -v1×v2 if not. So all congruent copies are
//! found by trying the lattice vectors of those two lengths; a copy counts if all its points are
//! integers (their sums are then even, because squared distances are). When the set is planar every
//! γ is 0 and the sign does not matter: its mirror image is also a rotation of it.
//! Sets on a line have no b2, single points no b1; then the missing products are left out.
//!
//! If a set's cells are so far apart that no short frame exists (squared length over 10 000), or a
//! region is so large and round that the search takes too long, only the lattice's own motions are
//! tried.

use crate::{
    Cell, Grid, Motions, Region, RegionGroup, RegionSymmetry, Shape, Sphere, congruent, limits,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

type Vector = [i64; 3];

/// Longest squared length of a frame's vectors; keeps all products below 2^63.
const REACH: i64 = 10_000;
/// How many cells of a piece are tried as the origin of its frame.
const ORIGINS: usize = 256;

fn dot(a: Vector, b: Vector) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn vector(from: Cell, to: Cell) -> Vector {
    to.minus(from).map(i64::from)
}

/// All lattice vectors with this squared length.
fn vectors_of_norm(norm: i64) -> Vec<Vector> {
    let reach = norm.isqrt();
    let mut found = Vec::new();
    for x in -reach..=reach {
        for y in -reach..=reach {
            let rest = norm - x * x - y * y;
            let z = if rest < 0 { continue } else { rest.isqrt() };
            if z * z == rest {
                found.push([x, y, z]);
                if z != 0 {
                    found.push([x, y, -z]);
                }
            }
        }
    }
    found
}

/// The two vectors of a frame; zero where the set has too low a dimension.
#[derive(Clone, Copy)]
struct Base([Vector; 2]);

impl Base {
    /// The nearest cell, and the nearest cell off the line through it.
    fn nearest(cells: &[Cell], origin: Cell) -> Base {
        let vectors = || cells.iter().map(|&cell| vector(origin, cell));
        let nearest = |a: &Vector, b: &Vector| dot(*a, *a).cmp(&dot(*b, *b));
        let first = vectors().filter(|&v| v != [0; 3]).min_by(nearest).unwrap_or([0; 3]);
        let second = vectors().filter(|&v| cross(first, v) != [0; 3]).min_by(nearest);
        Base([first, second.unwrap_or([0; 3])])
    }

    fn norms(&self) -> [i64; 2] {
        self.0.map(|v| dot(v, v))
    }

    fn longest(&self) -> i64 {
        self.norms()[0].max(self.norms()[1])
    }
}

/// A set of cells in terms of a base.
struct Frame {
    base: Base,
    /// α, β, γ of every cell.
    coordinates: Vec<Vector>,
    denominator: i64,
    solid: bool,
    /// The lattice vectors as long as the base's.
    candidates: [Vec<Vector>; 2],
}

impl Frame {
    fn new(cells: &[Cell], origin: Cell, base: Base) -> Frame {
        let Base([first, second]) = base;
        let (normal, product) = (cross(first, second), dot(first, second));
        let [norm1, norm2] = base.norms();
        let coordinates: Vec<Vector> = cells
            .iter()
            .map(|&cell| {
                let p = vector(origin, cell);
                let (p1, p2) = (dot(p, first), dot(p, second));
                if norm2 == 0 {
                    [p1, 0, 0]
                } else {
                    [p1 * norm2 - p2 * product, p2 * norm1 - p1 * product, dot(p, normal)]
                }
            })
            .collect();
        let denominator = if norm2 == 0 { norm1.max(1) } else { dot(normal, normal) };
        let solid = coordinates.iter().any(|c| c[2] != 0);
        let candidates = base.norms().map(vectors_of_norm);
        Frame { base, coordinates, denominator, solid, candidates }
    }

    /// The signs to try for the third direction; proper motions first.
    fn signs(&self, motions: Motions) -> &'static [i64] {
        if self.solid && motions == Motions::RotateReflect { &[1, -1] } else { &[1] }
    }

    /// Images of the base, from the vectors of the right lengths that pass `admit`.
    fn for_each_image(
        &self,
        admit: impl Fn(usize, Vector) -> bool,
        mut visit: impl FnMut([Vector; 2]),
    ) {
        let product = dot(self.base.0[0], self.base.0[1]);
        let [firsts, seconds] = &self.candidates;
        for &first in firsts.iter().filter(|&&v| admit(0, v)) {
            for &second in seconds {
                if dot(first, second) == product && admit(1, second) {
                    visit([first, second]);
                }
            }
        }
    }

    /// The set's cells relative to the image of the origin, while they are lattice points.
    fn image(
        &self,
        [first, second]: [Vector; 2],
        sign: i64,
    ) -> impl Iterator<Item = Option<[i32; 3]>> {
        let normal = cross(first, second).map(|x| x * sign);
        self.coordinates.iter().map(move |&[a, b, c]| {
            let mut image = [0; 3];
            for i in 0..3 {
                let scaled = a * first[i] + b * second[i] + c * normal[i];
                if scaled % self.denominator != 0 {
                    return None;
                }
                image[i] = i32::try_from(scaled / self.denominator).ok()?;
            }
            Some(image)
        })
    }
}

/// All lattice point sets congruent to a shape, up to translation, sorted.
pub(crate) fn orientations(grid: &Sphere, shape: &Shape, motions: Motions) -> Vec<Shape> {
    let found = images(grid, shape, motions).into_iter();
    let mut found: Vec<Shape> = found.map(|cells| Shape::normal(grid, cells)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The images of a shape under all isometries that keep it on the lattice, in the order of its
/// cells, brought home.
pub(crate) fn images(grid: &Sphere, shape: &Shape, motions: Motions) -> Vec<Vec<Cell>> {
    let cells = shape.cells();
    if motions == Motions::Translate || cells.is_empty() {
        return vec![cells.to_vec()];
    }
    let origins = cells.iter().take(ORIGINS);
    let (origin, base) = origins
        .map(|&origin| (origin, Base::nearest(cells, origin)))
        .min_by_key(|(_, base)| base.longest())
        .expect("a piece has a cell");
    if base.longest() > REACH {
        return congruent::images(grid, shape, motions);
    }
    let frame = Frame::new(cells, origin, base);
    let mut found = Vec::new();
    frame.for_each_image(
        |_, _| true,
        |images| {
            for &sign in frame.signs(motions) {
                let image: Option<Vec<Cell>> =
                    frame.image(images, sign).map(|cell| cell.map(Cell)).collect();
                found.extend(image.map(|cells| {
                    let home = grid.translation_home(&cells);
                    cells.into_iter().map(|cell| cell.plus(home)).collect::<Vec<Cell>>()
                }));
            }
        },
    );
    found
}

/// All isometries that carry a region onto itself.
pub(crate) fn region_symmetries(grid: &Sphere, region: &Region) -> RegionGroup {
    let subgroup =
        || RegionGroup { elements: congruent::region_symmetries(grid, region), complete: false };
    let cells = region.cells();
    if cells.is_empty() {
        return RegionGroup { elements: vec![RegionSymmetry::identity(0)], complete: true };
    }
    // An isometry of a finite set keeps its centre, so distances from there are invariant; the
    // origin of the frame is a cell of the rarest distance, whose images are few.
    let distances = squared_distances_from_centre(cells);
    let mut classes: FxHashMap<i128, usize> = FxHashMap::default();
    for &distance in &distances {
        *classes.entry(distance).or_default() += 1;
    }
    let origin = (0..cells.len()).min_by_key(|&i| classes[&distances[i]]).expect("not empty");
    let base = Base::nearest(cells, cells[origin]);
    if base.longest() > REACH {
        return subgroup();
    }
    let frame = Frame::new(cells, cells[origin], base);
    let mut found = BTreeMap::new();
    let mut steps = 0;
    let targets = (0..cells.len()).filter(|&i| distances[i] == distances[origin]);
    for target in targets.map(|i| cells[i]) {
        if steps > limits::STEPS {
            break;
        }
        let at = |v: Vector| region.index(target.plus(v.map(|x| x as i32)));
        let at_distance = |k: usize, v: Vector| {
            let source = region.index(cells[origin].plus(frame.base.0[k].map(|x| x as i32)));
            match (source, at(v)) {
                (Some(source), Some(image)) => {
                    distances[source as usize] == distances[image as usize]
                }
                _ => false,
            }
        };
        frame.for_each_image(at_distance, |images| {
            for &sign in frame.signs(Motions::RotateReflect) {
                if steps > limits::STEPS {
                    return;
                }
                let mut image = Vec::new();
                for cell in frame.image(images, sign) {
                    match cell.and_then(|cell| region.index(target.plus(cell))) {
                        Some(number) => image.push(number),
                        None => break,
                    }
                }
                steps += image.len() + 1;
                if image.len() == cells.len() {
                    *found.entry(image).or_insert(false) |= sign == 1;
                }
            }
        });
    }
    if steps > limits::STEPS {
        return subgroup();
    }
    RegionGroup { elements: congruent::listed(found, cells.len()), complete: true }
}

/// |n p - Σ p|² for every cell p of n.
fn squared_distances_from_centre(cells: &[Cell]) -> Vec<i128> {
    let count = cells.len() as i128;
    let sum: [i128; 3] =
        std::array::from_fn(|i| cells.iter().map(|cell| i128::from(cell.0[i])).sum());
    cells
        .iter()
        .map(|cell| (0..3).map(|i| (count * i128::from(cell.0[i]) - sum[i]).pow(2)).sum())
        .collect()
}
