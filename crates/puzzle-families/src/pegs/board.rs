//! From cells of a grid, or a graph with jumps, to holes, names, jumps and symmetries.

use puzzle_core::Permutation;
use puzzle_core::jumps::{Jump, JumpBoard, JumpError, MOST_HOLES};
use puzzle_lattice::{Cell, Graph, Grid, Hexagon, Region, RegionSymmetry, Square};

/// Groups larger than this are not used: their tables would grow past their use.
const MOST_SYMMETRIES: usize = 96;

/// Where the holes are and what they are called, by number.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) kind: Kind,
    pub(super) names: Vec<String>,
    /// For grids: row and column of the drawing; in triangular drawings neighbours in a row are two
    /// columns apart.
    pub(super) places: Vec<(i32, i32)>,
    /// For graphs: where to draw.
    pub(super) positions: Vec<[f64; 2]>,
}

/// What the board is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Square,
    Triangle,
    Graph,
}

impl Kind {
    /// The lattice whose cells are the holes. Holes of a triangular board are the points of the
    /// triangular lattice, and those are the middles of hexagons.
    pub(super) fn grid(self) -> Option<&'static dyn Grid> {
        match self {
            Kind::Square => Some(&Square),
            Kind::Triangle => Some(&Hexagon),
            Kind::Graph => None,
        }
    }

    /// The cell at a place of a drawing.
    pub(super) fn cell(self, (row, column): (i32, i32)) -> Cell {
        match self {
            Kind::Triangle => Cell([row, (column - row).div_euclid(2), 0]),
            _ => Cell([row, column, 0]),
        }
    }
}

/// The board of a drawing; `places` are sorted, distinct and at most [`MOST_HOLES`]. In a triangular
/// drawing row plus column has the same parity everywhere.
pub(super) fn on_grid(
    kind: Kind,
    places: Vec<(i32, i32)>,
) -> Result<(Layout, JumpBoard), JumpError> {
    let grid = kind.grid().expect("a drawing is on a grid");
    // Where all columns are odd in even rows, the drawing is moved by one.
    let odd = places.first().is_some_and(|(row, column)| (row + column) % 2 != 0);
    let shift = i32::from(kind == Kind::Triangle && odd);
    let cell = |&(row, column): &(i32, i32)| kind.cell((row, column + shift));
    let region = Region::new(grid, places.iter().map(cell));
    let mut jumps = Vec::new();
    for (from, &cell) in region.cells().iter().enumerate() {
        for over in grid.neighbours(cell) {
            let to = over.plus(over.minus(cell));
            if let (Some(over), Some(to)) = (region.index(over), region.index(to)) {
                jumps.push(Jump { from: from as u8, over: over as u8, to: to as u8 });
            }
        }
    }
    let group = grid.region_symmetries(&region).elements;
    let turns: Vec<Permutation> = permutations(group.iter().filter(|element| element.proper));
    let board = JumpBoard::new(region.len(), jumps, permutations(group.iter()))?
        .with_turns(|symmetry| turns.contains(symmetry));
    let names = names(kind, &places);
    Ok((Layout { kind, names, places, positions: Vec::new() }, board))
}

fn permutations<'a>(elements: impl Iterator<Item = &'a RegionSymmetry>) -> Vec<Permutation> {
    elements.filter_map(|element| Permutation::new(element.cells.clone())).collect()
}

/// What holes of a drawing are called: `d4` for column d, row 4 of a square board, letters in reading
/// order for a small triangular one, otherwise row and place in the row.
fn names(kind: Kind, places: &[(i32, i32)]) -> Vec<String> {
    let letters = |mut number: usize| {
        let mut text = String::new();
        loop {
            text.insert(0, char::from(b'a' + (number % 26) as u8));
            match (number / 26).checked_sub(1) {
                Some(rest) => number = rest,
                None => return text,
            }
        }
    };
    let least = |of: fn(&(i32, i32)) -> i32| places.iter().map(of).min().unwrap_or(0);
    let (top, left) = (least(|p| p.0), least(|p| p.1));
    if kind == Kind::Square {
        let name = |&(row, column): &(i32, i32)| {
            format!("{}{}", letters((column - left) as usize), row - top + 1)
        };
        return places.iter().map(name).collect();
    }
    if places.len() <= 26 {
        return (0..places.len()).map(letters).collect();
    }
    let name = |&(row, column): &(i32, i32)| {
        let before = places.iter().filter(|p| p.0 == row && p.1 < column).count();
        format!("{}{}", letters((row - top) as usize), before + 1)
    };
    places.iter().map(name).collect()
}

/// A graph: named holes and jumps between them.
pub(super) fn on_graph(
    names: Vec<String>,
    jumps: Vec<Jump>,
    positions: Vec<[f64; 2]>,
) -> Result<(Layout, JumpBoard), JumpError> {
    let holes = names.len();
    if holes > MOST_HOLES {
        return Err(JumpError::TooManyHoles(holes));
    }
    let plain = JumpBoard::new(holes, jumps, Vec::new())?;
    let group = automorphisms(&plain);
    let board = JumpBoard::new(holes, plain.jumps().to_vec(), group)?;
    let layout = Layout { kind: Kind::Graph, names, places: Vec::new(), positions };
    Ok((layout, board))
}

/// The permutations of holes that carry jumps to jumps, as automorphisms of a graph in which every
/// jump is a small tree: a stem at `from`, a fork at `over`, a longer stem at `to`, or stems of equal
/// length where the jump can be made both ways.
fn automorphisms(board: &JumpBoard) -> Vec<Permutation> {
    let holes = board.holes() as u32;
    let (mut vertices, mut edges) = (holes, Vec::new());
    for jump in board.jumps() {
        let reverse = Jump { from: jump.to, over: jump.over, to: jump.from };
        let both = board.jumps().binary_search(&reverse).is_ok();
        if both && reverse < *jump {
            continue;
        }
        let (stem, fork) = (vertices, vertices + 1);
        let far = if both { stem } else { vertices + 2 };
        vertices += if both { 2 } else { 3 };
        edges.extend([(stem, jump.from.into()), (stem, fork), (fork, jump.over.into())]);
        edges.push((far, jump.to.into()));
        if !both {
            edges.push((fork, far));
        }
    }
    let names = (0..vertices).map(|vertex| vertex.to_string()).collect();
    let Ok(graph) = Graph::new(names, edges, None) else { return Vec::new() };
    let region = Region::new(&graph, (0..vertices as i32).map(|vertex| Cell([vertex, 0, 0])));
    let group = graph.region_symmetries(&region);
    let mut found: Vec<Vec<u32>> = group.elements.into_iter().map(|e| e.cells).collect();
    found.iter_mut().for_each(|images| images.truncate(holes as usize));
    found.retain(|images| images.iter().all(|&image| image < holes));
    found.sort();
    found.dedup();
    if found.len() > MOST_SYMMETRIES {
        return Vec::new();
    }
    found.into_iter().filter_map(Permutation::new).collect()
}
