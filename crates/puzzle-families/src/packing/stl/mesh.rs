//! The surface of a piece made of cubes, as triangles.
//!
//! Every cube is cut by planes: at the offset from its sides, and at the bevel from there. A small box that lies
//! in the offset belongs to the piece if the cubes beyond it do; so the surface goes back by the offset on
//! every side, in corners too. The sides of small boxes beyond which there is none are the surface. All of
//! them meet side by side, so it is closed.
//!
//! The bevel moves corners only: one on an outward edge goes back by half the bevel across both sides that meet
//! there. Then the strips beside the edge lie in one plane, which cuts it off at forty-five degrees.

use std::collections::BTreeMap;

use puzzle_lattice::Cell;
use rustc_hash::FxHashSet;

use crate::Print;

/// Triangles by the numbers of their corners, counterclockwise as they are seen from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Mesh {
    pub(super) corners: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// A place among the small boxes, or a corner between them.
type Place = [i32; 3];

/// How an axis of a cube is cut: widths, and on which side of the offset each part is.
fn cuts(print: &Print) -> Vec<(f64, i32)> {
    let inner = print.unit - 2.0 * (print.offset + print.bevel);
    let parts =
        [(print.offset, -1), (print.bevel, 0), (inner, 0), (print.bevel, 0), (print.offset, 1)];
    parts.into_iter().filter(|(width, _)| *width > 0.0).collect()
}

/// The surface of the cubes at these places, all of it at coordinates from 0.
pub(super) fn mesh(cubes: &[Cell], print: &Print) -> Result<Mesh, String> {
    let cuts = cuts(print);
    let boxes = boxes(cubes, &cuts);
    if print.offset == 0.0 && boxes.iter().any(|&at| touches_by_an_edge(&boxes, at)) {
        return Err("some of its cubes touch by an edge only: give it an offset".into());
    }
    let per = cuts.len() as i32;
    let before: Vec<f64> = cuts
        .iter()
        .scan(0.0, |sum, (width, _)| {
            *sum += width;
            Some(*sum - width)
        })
        .collect();
    let place =
        |x: i32| f64::from(x.div_euclid(per)) * print.unit + before[x.rem_euclid(per) as usize];
    let mut corners: BTreeMap<Place, (u32, bool)> = BTreeMap::new();
    let mut mesh = Mesh::default();
    let mut sorted: Vec<Place> = boxes.iter().copied().collect();
    sorted.sort_unstable();
    for at in sorted {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut beyond = at;
                beyond[axis] += 2 * side - 1;
                if boxes.contains(&beyond) {
                    continue;
                }
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let mut around = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[du, dv]| {
                    let mut corner = at;
                    corner[axis] += side;
                    corner[u] += du;
                    corner[v] += dv;
                    *corners.entry(corner).or_insert_with(|| {
                        let back = back(&boxes, corner);
                        let moved =
                            |i: usize| place(corner[i]) + f64::from(back[i]) * print.bevel / 2.0;
                        mesh.corners.push([0, 1, 2].map(moved));
                        (mesh.corners.len() as u32 - 1, back != [0; 3])
                    })
                });
                if side == 0 {
                    around.reverse();
                }
                mesh.triangles.extend(halves(around));
            }
        }
    }
    let low = [0, 1, 2].map(|i| mesh.corners.iter().map(|c| c[i]).fold(f64::INFINITY, f64::min));
    mesh.corners.iter_mut().for_each(|corner| (0..3).for_each(|i| corner[i] -= low[i]));
    Ok(mesh)
}

/// The small boxes that belong to the piece.
fn boxes(cubes: &[Cell], cuts: &[(f64, i32)]) -> FxHashSet<Place> {
    let filled: FxHashSet<Cell> = cubes.iter().copied().collect();
    let per = cuts.len() as i32;
    let mut boxes = FxHashSet::default();
    for cube in cubes {
        for number in 0..per.pow(3) {
            let part = [number % per, number / per % per, number / per / per];
            let shell = part.map(|part| cuts[part as usize].1);
            // Every cube towards which it lies in the offset.
            let needed = (0..8).all(|some| {
                let by = |i: usize| if some >> i & 1 == 1 { shell[i] } else { 0 };
                filled.contains(&cube.plus([by(0), by(1), by(2)]))
            });
            if needed {
                boxes.insert([0, 1, 2].map(|i| cube.0[i] * per + part[i]));
            }
        }
    }
    boxes
}

/// Whether a box and one diagonally beside it touch by an edge or a corner that none else shares with both.
fn touches_by_an_edge(boxes: &FxHashSet<Place>, at: Place) -> bool {
    let has = |by: Place| boxes.contains(&[0, 1, 2].map(|i| at[i] + by[i]));
    (0..27).map(|n| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1]).any(|by| {
        let some = |axes: u32| [0, 1, 2].map(|i| if axes >> i & 1 == 1 { by[i] } else { 0 });
        let between = (1..7).map(some).filter(|own| *own != by && *own != [0; 3]);
        by.iter().filter(|x| **x != 0).count() > 1 && has(by) && !between.into_iter().any(has)
    })
}

/// Where a corner goes back from the outward edges on which it is: on each axis forwards, backwards or not.
fn back(boxes: &FxHashSet<Place>, corner: Place) -> [i32; 3] {
    let has = |by: [i32; 3]| boxes.contains(&[0, 1, 2].map(|i| corner[i] + by[i].min(0)));
    let mut back = [0; 3];
    let mut clash = [false; 3];
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for along in [-1, 1] {
            let quadrants = [[-1, -1], [1, -1], [-1, 1], [1, 1]].into_iter().filter(|[du, dv]| {
                let mut by = [0; 3];
                (by[axis], by[u], by[v]) = (along, *du, *dv);
                has(by)
            });
            if let [[du, dv]] = quadrants.collect::<Vec<_>>()[..] {
                for (i, by) in [(u, du), (v, dv)] {
                    clash[i] |= back[i] == -by;
                    back[i] = by;
                }
            }
        }
    }
    [0, 1, 2].map(|i| if clash[i] { 0 } else { back[i] })
}

/// Two triangles of four corners. The cut goes through the one that alone was moved or alone was not: there
/// two planes meet.
fn halves(around: [(u32, bool); 4]) -> [[u32; 3]; 2] {
    let moved = around.iter().filter(|(_, moved)| *moved).count();
    let odd = around.iter().position(|(_, own)| *own == (moved == 1));
    let from = if matches!(moved, 1 | 3) { odd.unwrap_or(0) } else { 0 };
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| around[(from + i) % 4].0);
    [[a, b, c], [a, c, d]]
}

/// The direction in which a triangle looks.
pub(super) fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let (p, q) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
    let cross = [0, 1, 2].map(|i| {
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        p[u] * q[v] - p[v] * q[u]
    });
    let length = cross.iter().map(|x| x * x).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
    cross.map(|x| x / length)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use puzzle_core::Random;
    use puzzle_lattice::{Cube, Grid};

    use super::*;

    fn print(unit: f64, offset: f64, bevel: f64) -> Print {
        Print { unit, offset, bevel, together: false }
    }

    /// Every edge has two faces, which go along it in opposite directions.
    fn is_closed(mesh: &Mesh) -> bool {
        let mut often: HashMap<(u32, u32), u32> = HashMap::new();
        for [a, b, c] in &mesh.triangles {
            for edge in [(*a, *b), (*b, *c), (*c, *a)] {
                *often.entry(edge).or_default() += 1;
            }
        }
        often.iter().all(|((a, b), count)| *count == 1 && often.get(&(*b, *a)) == Some(&1))
    }

    fn volume(mesh: &Mesh) -> f64 {
        let part = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| mesh.corners[corner as usize]);
            (0..3)
                .map(|i| a[i] * (b[(i + 1) % 3] * c[(i + 2) % 3] - b[(i + 2) % 3] * c[(i + 1) % 3]))
                .sum::<f64>()
        };
        mesh.triangles.iter().map(part).sum::<f64>() / 6.0
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6 * (1.0 + b.abs())
    }

    #[test]
    fn a_cube_has_the_volume_that_offset_and_bevel_leave() {
        let cube = [Cell([3, -2, 5])];
        for (unit, offset, bevel) in [(10.0, 0.0, 0.0), (10.0, 0.1, 0.0), (8.0, 0.25, 0.75)] {
            let mesh = mesh(&cube, &print(unit, offset, bevel)).unwrap();
            assert!(is_closed(&mesh));
            let side = unit - 2.0 * offset;
            // Each of twelve edges loses a wedge; where three meet, what they share counts once.
            let (b, edges) = (bevel, 12.0 * bevel * bevel / 2.0 * (side - 2.0 * bevel));
            let corners = 8.0 * (b * b * b - b * b * b / 4.0);
            assert!(near(volume(&mesh), side.powi(3) - edges - corners), "{unit} {offset} {bevel}");
            assert!(mesh.corners.iter().flatten().all(|&x| (-1e-9..=side + 1e-9).contains(&x)));
        }
    }

    #[test]
    fn surfaces_of_random_pieces_are_closed_and_look_outwards() {
        let mut random = Random::new(7);
        for round in 0..200 {
            let mut cubes = vec![Cell([0; 3])];
            for _ in 0..random.index(14) {
                let near = Cube.neighbours(cubes[random.index(cubes.len())]);
                let next = near[random.index(near.len())];
                if !cubes.contains(&next) {
                    cubes.push(next);
                }
            }
            let whole = mesh(&cubes, &print(10.0, 0.2, 0.0)).unwrap();
            let cut = mesh(&cubes, &print(10.0, 0.2, 0.7)).unwrap();
            assert!(is_closed(&whole) && is_closed(&cut), "{round} {cubes:?}");
            let most = 1000.0 * cubes.len() as f64;
            assert!(0.0 < volume(&cut) && volume(&cut) < volume(&whole), "{round}");
            assert!(volume(&whole) < most && volume(&whole) > 0.8 * most, "{round}");
        }
    }

    #[test]
    fn cubes_that_touch_by_an_edge_need_an_offset() {
        let cubes = [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0, 1, 0]];
        let ring: Vec<Cell> = cubes.into_iter().map(Cell).filter(|c| c.0 != [0, 1, 1]).collect();
        let ring: Vec<Cell> =
            ring.into_iter().chain([Cell([0, 1, -1]), Cell([-1, 1, -1])]).collect();
        assert!(mesh(&ring, &print(10.0, 0.0, 0.0)).is_err_and(|why| why.contains("offset")));
        assert!(is_closed(&mesh(&ring, &print(10.0, 0.1, 0.0)).unwrap()));
    }
}
