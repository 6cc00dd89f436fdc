//! The display list: what there is to draw, before anybody decides how.
//!
//! Every cell carries two positions: `outline`, a polygon for drawings, and `rect`, a brick in a wall of characters
//! for the terminal. Nothing here is checked; printers leave out what makes no sense.

/// A picture or a sequence of pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What the whole is called; may be empty.
    pub title: String,
    /// The pictures, in order.
    pub frames: Vec<Frame>,
}

/// One picture: flat layers laid side by side, optionally a solid view of the same thing, and lines of prose.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// A line above the picture; may be empty.
    pub caption: String,
    /// The flat drawings, left to right.
    pub layers: Vec<Layer>,
    /// The solid (isometric) view, back to front; may be empty.
    pub solid: Vec<Face>,
    /// The same thing in space, for whoever can turn it; may be empty.
    pub bodies: Vec<Body>,
    /// Lines drawn below the cells of the first layer, in its coordinates.
    pub links: Vec<Link>,
    /// Lines of prose below the picture.
    pub notes: Vec<String>,
}

/// A flat drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// A line above the layer; may be empty.
    pub caption: String,
    /// The cells; cells that overlap are drawn in this order.
    pub cells: Vec<Cell>,
}

/// One place of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// A polygon, y downwards, about one unit in size. Neighbours share corners (within 1e-6).
    pub outline: Vec<[f64; 2]>,
    /// Draw the inscribed circle instead of the polygon (spheres, vertices of a graph).
    pub round: bool,
    /// Where the cell stands in the text picture.
    pub rect: TextRect,
    /// Cells of one group belong together: one colour, no border between them. `None` is an empty cell.
    pub group: Option<u32>,
    /// Index into the [palette](crate::palette), used when `group` is `Some`.
    pub colour: u32,
    /// A short text in the middle.
    pub label: String,
    /// A heat-map value from 0 to 1, which overrides the colour.
    pub shade: Option<f64>,
    /// An exact colour, which overrides all others: pictures whose colours are part of the puzzle.
    pub ink: Option<crate::palette::Rgb>,
}

/// Where a value stands among others, from 0 to 1, for a heat map: 0 is nothing, unless some are less.
pub fn shades(values: &[i64]) -> impl Fn(i64) -> f64 + use<> {
    let least = values.iter().copied().min().unwrap_or(0).min(0);
    let most = values.iter().copied().max().unwrap_or(0).max(least + 1);
    move |value| (value - least) as f64 / (most - least) as f64
}

/// A cell's brick in the text picture, in half-cell units: squares are 2 wide and stand at column 2c; hexagons are
/// 2 wide with odd rows shifted by 1; triangles are 1 wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextRect {
    /// Row, downwards.
    pub row: i32,
    /// Leftmost half-cell column.
    pub column: i32,
    /// Number of half-cell columns; a cell without width is not printed.
    pub width: i32,
}

/// One face, or one ball, of the solid view.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The corners, already projected, y downwards.
    pub points: Vec<[f64; 2]>,
    /// Index into the palette; `None` is neutral grey.
    pub colour: Option<u32>,
    /// How brightly the face is lit, 0 to 1.
    pub light: f64,
    /// `Some` makes it a ball of this radius around `points[0]`.
    pub radius: Option<f64>,
    /// Which sides get a strong line; side i runs from point i to point i+1. Missing entries mean no.
    pub edges: Vec<bool>,
}

/// One cell of a solid in space: a prism over a polygon, or a ball. y is down the rows, z is up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The polygon below, or the middle of the ball.
    pub base: Vec<[f64; 2]>,
    /// The lowest and the highest z; of a ball, its middle.
    pub heights: [f64; 2],
    /// The radius, if it is a ball.
    pub ball: Option<f64>,
    /// Bodies of one group belong together.
    pub group: u32,
    /// Index into the palette.
    pub colour: u32,
    /// A short text.
    pub label: String,
    /// The number of its layer, from 0 at the top.
    pub layer: u32,
}

/// A line between two points, for graph puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Link {
    /// One end.
    pub from: [f64; 2],
    /// The other end.
    pub to: [f64; 2],
    /// Draw it thick and dark rather than thin and grey.
    pub strong: bool,
}

impl Default for Face {
    fn default() -> Self {
        Face { points: Vec::new(), colour: None, light: 1.0, radius: None, edges: Vec::new() }
    }
}

impl Scene {
    /// The plainest scene: one frame with one layer.
    pub fn of_cells(cells: Vec<Cell>) -> Self {
        let layer = Layer { caption: String::new(), cells };
        Scene {
            title: String::new(),
            frames: vec![Frame { layers: vec![layer], ..Frame::default() }],
        }
    }
}

impl Cell {
    /// An empty unit square.
    pub fn square(row: i32, column: i32) -> Self {
        let (x, y) = (f64::from(column), f64::from(row));
        Cell {
            outline: vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]],
            rect: TextRect { row, column: column.saturating_mul(2), width: 2 },
            ..Cell::default()
        }
    }

    /// The same cell as a member of a group, in the colour of the same number.
    pub fn in_group(self, group: u32) -> Self {
        Cell { group: Some(group), colour: group, ..self }
    }

    /// The same cell with a label.
    pub fn labelled(self, label: impl Into<String>) -> Self {
        Cell { label: label.into(), ..self }
    }
}
