//! Sliding: moving along a line of the lattice, and which cells are passed over on the way.
//!
//! A cell that slides by one step sweeps over other cells, the one where it ends among them. On cubes and
//! squares that is all. A triangle along one of its sides passes over the triangle between; a hexagon along
//! a row of hexagons rubs against the rows beside it, which interlock with it, and so do spheres: they pass
//! over every neighbour at sixty degrees. Sweeping is exact: cells that only touch do not meet.

/// An axis along which everything on a lattice can be moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slide {
    /// One step forwards.
    pub by: [i32; 3],
    /// What the way is called, forwards and backwards.
    pub names: [&'static str; 2],
    /// By the class of a cell: where, relative to it, the cells lie that it passes over.
    pub meets: Vec<Vec<[i32; 3]>>,
}

impl Slide {
    /// On a lattice whose cells are all alike and pass over one cell.
    pub(crate) fn plain(by: [i32; 3], names: [&'static str; 2]) -> Self {
        Slide { by, names, meets: vec![vec![by]] }
    }

    /// On a lattice with triangles of two kinds, each of which passes over one of the other kind.
    pub(crate) fn between(by: [i32; 3], names: [&'static str; 2], two: [[i32; 3]; 2]) -> Self {
        Slide { by, names, meets: two.map(|between| vec![between, by]).to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cell, Cube, Grid, Hexagon, Prism, Sphere, Square, Triangle};

    fn is_inside(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
        let cross = |i: usize| {
            let (p, q) = (outline[i], outline[(i + 1) % outline.len()]);
            (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])
        };
        let sides: Vec<f64> = (0..outline.len()).map(cross).collect();
        sides.iter().all(|&side| side > 1e-6) || sides.iter().all(|&side| side < -1e-6)
    }

    /// Points within an outline.
    fn points(outline: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let grid = (-25..=25).flat_map(|i| (-25..=25).map(move |j| (i, j)));
        let [x, y] = outline.iter().fold([0.0; 2], |[x, y], p| [x + p[0], y + p[1]]);
        let sides = outline.len() as f64;
        let at = |(i, j): (i32, i32)| {
            [x / sides + f64::from(i) * 0.0311, y / sides + f64::from(j) * 0.0311]
        };
        grid.map(at).filter(|&point| is_inside(outline, point)).collect()
    }

    #[test]
    fn a_flat_cell_passes_over_the_cells_that_its_points_pass_through() {
        let grids: [&dyn Grid; 4] = [&Square, &Hexagon, &Triangle, &Prism];
        for grid in grids {
            let near = (-4..=4).flat_map(|row| (-8..=8).map(move |column| (row, column)));
            let near: Vec<Cell> = near.map(|(row, column)| grid.cell_at(0, row, column)).collect();
            for slide in
                grid.slides().into_iter().filter(|s| grid.name() != "prism" || s.by[2] == 0)
            {
                for cell in [grid.cell_at(0, 0, 0), grid.cell_at(0, 0, 1)] {
                    let (from, to) = (grid.center(cell), grid.center(cell.plus(slide.by)));
                    let mut met: Vec<Cell> = Vec::new();
                    for point in points(&grid.outline(cell)) {
                        for part in 1..=40 {
                            let part = f64::from(part) / 40.0;
                            let moved = [0, 1].map(|i| point[i] + part * (to[i] - from[i]));
                            met.extend(
                                near.iter().filter(|c| is_inside(&grid.outline(**c), moved)),
                            );
                        }
                        met.sort_unstable();
                        met.dedup();
                    }
                    met.retain(|other| *other != cell);
                    let mut told: Vec<Cell> =
                        slide.meets[grid.class(cell)].iter().map(|&by| cell.plus(by)).collect();
                    told.sort_unstable();
                    assert_eq!(met, told, "{} {:?} {cell:?}", grid.name(), slide.by);
                }
            }
        }
    }

    #[test]
    fn a_sphere_passes_over_those_whose_middle_comes_nearer_than_its_width() {
        for slide in Sphere.slides() {
            let by = slide.by.map(f64::from);
            let mut met = Vec::new();
            for place in 0..729 {
                let w = [place / 81 - 4, place / 9 % 9 - 4, place % 9 - 4];
                if !Sphere.has(Cell(w)) || w == [0; 3] {
                    continue;
                }
                let near = |part: i32| {
                    let away = |i: usize| f64::from(w[i]) - by[i] * f64::from(part) / 100.0;
                    (0..3).map(|i| away(i).powi(2)).sum::<f64>() < 2.0 - 1e-9
                };
                if (1..=100).any(near) {
                    met.push(w);
                }
            }
            let mut told = slide.meets[0].clone();
            told.sort_unstable();
            assert_eq!(met, told);
        }
    }

    #[test]
    fn steps_are_translations_and_solid_grids_have_one_between_layers() {
        let grids: [&dyn Grid; 6] = [&Square, &Cube, &Hexagon, &Triangle, &Prism, &Sphere];
        for (grid, axes) in grids.into_iter().zip([2, 3, 3, 3, 4, 6]) {
            let slides = grid.slides();
            assert_eq!(slides.len(), axes, "{}", grid.name());
            assert!(slides.iter().all(|slide| grid.is_translation(slide.by)));
        }
    }
}
