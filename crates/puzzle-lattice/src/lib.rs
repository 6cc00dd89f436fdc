//! Grids, their symmetries, shapes and placements.
//!
//! A [`Grid`] is an infinite lattice of cells (or a finite graph) together with the motions that
//! carry it onto itself. A [`Shape`] is a finite set of cells up to translation, a [`Region`] a
//! finite set of cells that stays where it is. From these come the three things a packing puzzle
//! asks for: the distinct ways a piece can lie ([`Grid::orientations`]), the places where it fits
//! ([`Grid::placements`]) and the symmetries of the box ([`Grid::region_symmetries`]).
//!
//! ```
//! use puzzle_lattice::{Grid, Motions, Region, Shape, Square};
//! let cells = |rows, columns| {
//!     (0..rows).flat_map(move |row| (0..columns).map(move |column| Square.cell_at(0, row, column)))
//! };
//! let board = Region::new(&Square, cells(2, 3));
//! let domino = Shape::new(&Square, cells(1, 2));
//! assert_eq!(Square.placements(&domino, Motions::Rotate, &board).unwrap().len(), 7);
//! assert_eq!(Square.region_symmetries(&board).elements.len(), 4);
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `cell` `motion` `shape` `region` | the nouns |
//! | `grid` | the trait; its methods for lattices are in `congruent` and `grow` |
//! | `square` `cube` `hexagon` `triangle` `prism` `sphere` `graph` | one grid each |
//! | `sticks` | the edges of squares, triangles and hexagons |
//! | `wrapped` | squares on tubes, tori, Möbius strips, Klein bottles |
//! | `isometry` | Euclidean congruence, for spheres |
//! | `isomorphism` | induced subgraphs and automorphisms, for graphs |
//! | `slide` | moving along lines, and what is met on the way |
//! | `walk` | cells from compass directions |

mod cell;
mod congruent;
mod cube;
mod graph;
mod grid;
mod grow;
mod hexagon;
mod isometry;
mod isomorphism;
mod limits;
mod motion;
mod prism;
mod region;
mod shape;
mod slide;
mod sphere;
mod square;
mod sticks;
mod triangle;
mod walk;
mod wrapped;

pub use cell::Cell;
pub use cube::Cube;
pub use graph::Graph;
pub use grid::Grid;
pub use hexagon::Hexagon;
pub use limits::TooMany;
pub use motion::{Motion, Motions};
pub use prism::Prism;
pub use region::{Region, RegionGroup, RegionSymmetry};
pub use shape::Shape;
pub use slide::Slide;
pub use sphere::Sphere;
pub use square::Square;
pub use sticks::Sticks;
pub use triangle::Triangle;
pub use walk::walk;
pub use wrapped::Wrapped;

/// The names [`by_name`] knows.
pub const NAMES: [&str; 6] = ["square", "cube", "hexagon", "triangle", "prism", "sphere"];

/// The grids of sticks, which it knows too, and the forms of the names of surfaces.
pub const MORE_NAMES: [&str; 7] = [
    "square-sticks",
    "triangle-sticks",
    "hexagon-sticks",
    "tube-RxC",
    "torus-RxC",
    "moebius-RxC",
    "klein-RxC",
];

/// The lattice called `name`; a graph has no fixed form and is built with [`Graph::new`].
pub fn by_name(name: &str) -> Option<Box<dyn Grid>> {
    match name {
        "square" => Some(Box::new(Square)),
        "cube" => Some(Box::new(Cube)),
        "hexagon" => Some(Box::new(Hexagon)),
        "triangle" => Some(Box::new(Triangle)),
        "prism" => Some(Box::new(Prism)),
        "sphere" => Some(Box::new(Sphere)),
        "square-sticks" => Some(Box::new(Sticks::Square)),
        "triangle-sticks" => Some(Box::new(Sticks::Triangle)),
        "hexagon-sticks" => Some(Box::new(Sticks::Hexagon)),
        _ => Some(Box::new(Wrapped::named(name)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grid_is_found_by_its_own_name() {
        for name in NAMES {
            assert_eq!(by_name(name).unwrap().name(), name);
        }
        for name in ["square-sticks", "triangle-sticks", "hexagon-sticks", "torus-3x4"] {
            assert_eq!(by_name(name).unwrap().name(), name);
        }
        assert!(by_name("graph").is_none() && by_name("torus-0x4").is_none());
    }
}
