//! Motions: the affine integer maps that carry a lattice onto itself, and how freely pieces move.
//!
//! A grid lists one motion per element of its point group (8 for squares, 12 for hexagons and
//! triangles, 48 for cubes and spheres); every symmetry of the lattice is one of these followed by
//! a translation. Whether a motion keeps handedness is stored, not read off the determinant: the
//! triangle grid uses three coordinates for a plane, where a half turn has determinant -1.

use crate::Cell;
use std::fmt;
use std::str::FromStr;

/// Affine integer map `cell -> matrix * cell + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Motion {
    matrix: [[i32; 3]; 3],
    offset: [i32; 3],
    proper: bool,
}

impl Motion {
    /// The motion that moves nothing.
    pub const IDENTITY: Motion =
        Motion { matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], offset: [0; 3], proper: true };

    /// A motion from its rows, offset and handedness.
    pub const fn new(matrix: [[i32; 3]; 3], offset: [i32; 3], proper: bool) -> Motion {
        Motion { matrix, offset, proper }
    }

    /// Where `cell` goes.
    pub fn apply(&self, cell: Cell) -> Cell {
        let [x, y, z] = cell.0;
        Cell(std::array::from_fn(|i| {
            let [a, b, c] = self.matrix[i];
            a * x + b * y + c * z + self.offset[i]
        }))
    }

    /// Whether the motion keeps handedness; in a flat grid, whether it is a turn in the plane.
    pub fn is_proper(&self) -> bool {
        self.proper
    }

    /// This motion, then `next`.
    pub fn then(&self, next: &Motion) -> Motion {
        let matrix = std::array::from_fn(|i| {
            std::array::from_fn(|j| (0..3).map(|k| next.matrix[i][k] * self.matrix[k][j]).sum())
        });
        Motion {
            matrix,
            offset: next.apply(Cell(self.offset)).0,
            proper: self.proper == next.proper,
        }
    }

    /// All products of `generators`, one for each linear part, the identity first.
    pub(crate) fn generate(generators: &[Motion]) -> Vec<Motion> {
        let mut group = vec![Motion::IDENTITY];
        let mut next = 0;
        while next < group.len() {
            for generator in generators {
                let product = group[next].then(generator);
                if group.iter().all(|known| known.matrix != product.matrix) {
                    group.push(product);
                }
            }
            next += 1;
        }
        group
    }
}

/// How freely a piece moves; translation is always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Motions {
    /// Only translation.
    Translate,
    /// Translation and turns that keep handedness.
    Rotate,
    /// Translation, turns and mirror images.
    RotateReflect,
}

impl Motions {
    /// All values, from the least to the most freedom.
    pub const ALL: [Motions; 3] = [Motions::Translate, Motions::Rotate, Motions::RotateReflect];

    /// Whether a piece may make this motion of its grid's point group.
    pub fn allow(self, motion: &Motion) -> bool {
        match self {
            Motions::Translate => *motion == Motion::IDENTITY,
            Motions::Rotate => motion.proper,
            Motions::RotateReflect => true,
        }
    }
}

impl fmt::Display for Motions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Motions::Translate => "translate",
            Motions::Rotate => "rotate",
            Motions::RotateReflect => "rotate+reflect",
        })
    }
}

impl FromStr for Motions {
    type Err = String;

    fn from_str(text: &str) -> Result<Motions, String> {
        Motions::ALL.into_iter().find(|motions| motions.to_string() == text).ok_or_else(|| {
            format!("unknown motions {text:?}; write translate, rotate or rotate+reflect")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_are_read_as_they_are_written() {
        for motions in Motions::ALL {
            assert_eq!(motions.to_string().parse(), Ok(motions));
        }
        assert!("flip".parse::<Motions>().unwrap_err().contains("rotate+reflect"));
    }

    #[test]
    fn a_motion_then_another_acts_in_that_order() {
        let turn = Motion::new([[0, 1, 0], [-1, 0, 0], [0, 0, 1]], [0, 0, 0], true);
        let step = Motion::new(Motion::IDENTITY.matrix, [5, 0, 0], true);
        let cell = Cell([1, 2, 3]);
        assert_eq!(turn.then(&step).apply(cell), step.apply(turn.apply(cell)));
    }
}
