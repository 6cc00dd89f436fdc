//! How a game is written: a box and pieces as in a packing puzzle, and how far it was played.
//!
//! ```toml
//! family = "game"
//! grid = "square"
//! misere = true                     # who cannot move wins
//! apart = true                      # pieces may not touch
//! played = ["L:c4,d4,e4,f4,c5"]     # or a drawing:  position = """…"""
//! [box]
//! rectangle = [8, 8]
//! [[piece]]
//! all = 5                           # each is used once; count = "any" for as often as you like
//! ```

use std::collections::BTreeMap;

use puzzle_core::Diagnostic;
use puzzle_core::game::{Game, Resources};

use super::{Board, GamePuzzle};
use crate::document::{self, Node, Table};
use crate::packing::{self, Count, Placement, Written};
use crate::{Source, known};

/// Cells and pieces that fit into a position.
const MOST_CELLS: usize = 64;
const MOST_PIECES: usize = 16;

/// Reads a description; the second part are warnings.
pub(super) fn read(source: &Source) -> Result<(GamePuzzle, Vec<Diagnostic>), Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let (mut written, warnings) = packing::read_board(&table, source)?;
    refuse(&table, &written)?;
    name_cells(&mut written);
    let apart = table.flag("apart")?;
    let (misere, known) = (table.flag("misere")?, known::read_counts(&table)?);
    let note = table.text("answer")?;
    let board = board(written, apart, &table)?;
    let moves = board.resources(&table)?;
    let game = Game::new(moves).map_err(|error| {
        Diagnostic::error(error.to_string())
            .at(table.span())
            .hint("two pieces of one shape make the same moves: leave one of them out")
    })?;
    let symmetries = board.symmetries();
    let game = game.with_symmetries(symmetries).misere(misere);
    let played = played(&table, &board, source)?;
    table.finish()?;
    let game = game.after(&played.numbers).map_err(|error| played.refuse(&board, &error))?;
    let note = Some(note).filter(|note| !note.is_empty()).or(known.note.clone());
    Ok((GamePuzzle { board, game, known: crate::Known { note, ..known } }, warnings))
}

/// What a game cannot have.
fn refuse(table: &Table<'_>, written: &Written) -> Result<(), Diagnostic> {
    let wrong = |message: String| Diagnostic::error(message).at(table.span());
    if !written.grid.is_flat() {
        return Err(wrong(format!(
            "a game is played on a flat grid, not on {}s",
            written.grid.name()
        ))
        .hint("grid = \"square\", \"hexagon\", \"triangle\" or \"graph\""));
    }
    if written.region.len() > MOST_CELLS {
        return Err(wrong(format!("the board has {} cells", written.region.len()))
            .hint(format!("at most {MOST_CELLS}")));
    }
    if written.pieces.len() > MOST_PIECES {
        return Err(wrong(format!("there are {} pieces", written.pieces.len()))
            .hint(format!("at most {MOST_PIECES}")));
    }
    if written.max_holes.is_some() || !written.paints.is_empty() {
        return Err(wrong("the board of a game has neither colours nor max-holes".into()));
    }
    for piece in &written.pieces {
        let once = piece.count == Count { min: 1, max: Some(1) };
        let any = piece.count == Count { min: 0, max: None };
        let wrong = |message: String| Diagnostic::error(message).at(piece.span.clone());
        if !once && !any {
            return Err(wrong(format!("piece `{}` is used neither once nor always", piece.name))
                .hint("leave the count out, or write  count = \"any\""));
        }
        if !piece.paints.is_empty() || piece.weight > 0 {
            return Err(wrong(format!("piece `{}` has colours or a weight", piece.name))
                .hint("in a game these mean nothing"));
        }
    }
    Ok(())
}

/// Cells of a square board are named like those of a chessboard, from the upper left: a1, b1 …
fn name_cells(written: &mut Written) {
    let keys: Vec<(i32, i32)> = written
        .region
        .cells()
        .iter()
        .map(|&cell| {
            let (_, row, column) = written.grid.reading_key(cell);
            (row, column)
        })
        .collect();
    let row = keys.iter().map(|key| key.0).min().unwrap_or(0);
    let column = keys.iter().map(|key| key.1).min().unwrap_or(0);
    if written.grid.name() == "square" && keys.iter().all(|key| key.1 - column < 26) {
        let letter = |c: i32| char::from(b'a' + (c - column) as u8);
        written.cell_names =
            keys.iter().map(|&(r, c)| format!("{}{}", letter(c), r - row + 1)).collect();
    }
}

fn board(written: Written, apart: bool, table: &Table<'_>) -> Result<Board, Diagnostic> {
    let mut places: Vec<(usize, Vec<u32>)> = Vec::new();
    for (number, piece) in written.pieces.iter().enumerate() {
        let found = packing::places(&written, piece)?;
        places.extend(found.into_iter().map(|(cells, _)| (number, cells)));
        if places.len() > Game::MOST {
            let message = format!("there are over {} moves", Game::MOST);
            return Err(Diagnostic::error(message).at(table.span()));
        }
    }
    let number = places.iter().cloned().zip(0..).collect();
    let placements = places.iter().map(|(piece, cells)| Placement::plain(*piece, cells.clone()));
    let placements = placements.collect();
    Ok(Board { written, apart, places, placements, number })
}

impl Board {
    /// What each move uses: its cells, or the sides between them and their neighbours if pieces may
    /// not touch; and its piece, if there is only one.
    fn resources(&self, table: &Table<'_>) -> Result<Vec<Resources>, Diagnostic> {
        let (edges, cells) = (self.edges(), self.written.region.len());
        let mut pieces = Vec::new();
        let mut next = if self.apart { edges.len() } else { cells };
        let lonely: BTreeMap<u32, usize> = (0..cells as u32)
            .filter(|cell| self.apart && !edges.iter().any(|(a, b)| a == cell || b == cell))
            .map(|cell| {
                next += 1;
                (cell, next - 1)
            })
            .collect();
        // Pieces begin at a fixed place where there is room, so that a board is the low 64 bits.
        if !self.apart {
            next = MOST_CELLS;
        }
        for piece in &self.written.pieces {
            let once = piece.count.max == Some(1);
            pieces.push(once.then_some(next));
            next += usize::from(once);
        }
        if next > Game::RESOURCES as usize {
            let message = "the board is too large for pieces that may not touch";
            return Err(Diagnostic::error(message).at(table.span()).hint(format!(
                "it has {} sides between cells; at most 80 with the pieces",
                edges.len()
            )));
        }
        let uses = |(piece, cells): &(usize, Vec<u32>)| {
            let mut uses: Resources = pieces[*piece].map_or(0, |bit| 1 << bit);
            for cell in cells {
                match (self.apart, lonely.get(cell)) {
                    (false, _) => uses |= 1 << cell,
                    (true, Some(bit)) => uses |= 1 << bit,
                    (true, None) => {
                        let touching = edges.iter().enumerate();
                        let touching = touching.filter(|(_, (a, b))| a == cell || b == cell);
                        uses |= touching.fold(0, |all, (bit, _)| all | 1 << bit);
                    }
                }
            }
            uses
        };
        Ok(self.places.iter().map(uses).collect())
    }

    /// The sides between two cells of the board.
    fn edges(&self) -> Vec<(u32, u32)> {
        let (grid, region) = (self.written.grid.as_ref(), &self.written.region);
        let mut edges = Vec::new();
        for (a, &cell) in (0..).zip(region.cells()) {
            let next = grid.neighbours(cell).into_iter().filter_map(|cell| region.index(cell));
            edges.extend(next.filter(|&b| a < b).map(|b| (a, b)));
        }
        edges
    }

    /// Symmetries of the board as permutations of resources. Those that turn a piece into another
    /// one, or that move sides, are left out.
    fn symmetries(&self) -> Vec<Vec<u8>> {
        let group = self.written.grid.region_symmetries(&self.written.region);
        let edges = self.edges();
        let edge = |a: u32, b: u32| {
            edges.iter().position(|&(c, d)| (c, d) == (a.min(b), a.max(b))).map(|at| at as u8)
        };
        let permutation = |cells: &Vec<u32>| -> Option<Vec<u8>> {
            if !self.apart {
                return Some(cells.iter().map(|&cell| cell as u8).collect());
            }
            edges.iter().map(|&(a, b)| edge(cells[a as usize], cells[b as usize])).collect()
        };
        group.elements.iter().filter_map(|symmetry| permutation(&symmetry.cells)).collect()
    }
}

/// What was played before, and where that is said.
struct Played<'a> {
    numbers: Vec<u32>,
    node: Option<Node<'a>>,
}

impl Played<'_> {
    fn refuse(&self, board: &Board, error: &puzzle_core::game::GameError) -> Diagnostic {
        let message = board.complain(error);
        match &self.node {
            Some(node) => node.error(message),
            None => Diagnostic::error(message),
        }
    }
}

/// `played` or `position`.
fn played<'a>(table: &Table<'a>, board: &Board, source: &Source) -> Result<Played<'a>, Diagnostic> {
    let (played, position) = (table.get("played"), table.get("position"));
    match (played, position) {
        (Some(_), Some(node)) => {
            Err(node.error("a position is given as `played` or drawn, not both"))
        }
        (Some(node), None) => {
            let number = |word: &Node<'_>| board.read(word.text()?).map_err(|why| word.error(why));
            let numbers = node.list()?.iter().map(number).collect::<Result<_, _>>()?;
            Ok(Played { numbers, node: Some(node) })
        }
        (None, Some(node)) => {
            let numbers = drawn(&node, board, source)?;
            Ok(Played { numbers, node: Some(node) })
        }
        (None, None) => Ok(Played { numbers: Vec::new(), node: None }),
    }
}

/// The moves of a drawing: the cells of each letter are the piece of that name.
fn drawn(node: &Node<'_>, board: &Board, source: &Source) -> Result<Vec<u32>, Diagnostic> {
    let written = &board.written;
    let mut pieces: BTreeMap<char, Vec<u32>> = BTreeMap::new();
    for (cell, letter) in packing::read_drawing(node, written.grid.as_ref(), &source.text)? {
        let number = written.region.index(cell);
        let number =
            number.ok_or_else(|| node.error(format!("`{letter}` lies outside the board")))?;
        pieces.entry(letter).or_default().push(number);
    }
    let number = |(letter, mut cells): (char, Vec<u32>)| {
        cells.sort_unstable();
        let name = letter.to_string();
        board.find(&name, &cells).map_err(|why| node.error(why))
    };
    pieces.into_iter().map(number).collect()
}
