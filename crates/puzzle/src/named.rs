//! What is in a solution, by names: which piece lies on which cells, and the picture as a grid.

use puzzle_core::{Json, json};
use puzzle_families::{Covering, Placed};
use puzzle_scene::Frame;

/// Larger grids are not written: their pieces tell the same in less room.
const MOST_CELLS: usize = 1 << 14;

/// The pieces of a solution, in its order, each with its embedding, the names of its cells and, where cells have
/// them, their coordinates.
pub(crate) fn pieces(covering: &dyn Covering, solution: &[u32]) -> Option<(Json, Vec<Placed>)> {
    let placed: Option<Vec<Placed>> = solution.iter().map(|&e| covering.placed(e)).collect();
    let placed = placed.filter(|placed| !placed.is_empty())?;
    let piece = |(placed, &number): (&Placed, &u32)| {
        let mut json = json!({
            "piece": placed.piece, "embedding": number, "cells": placed.cells,
        });
        if !placed.coordinates.is_empty() {
            json["coordinates"] = json!(placed.coordinates);
        }
        json
    };
    Some((placed.iter().zip(solution).map(piece).collect(), placed))
}

/// Rows of names, on solid grids layers of rows: `grid[row][column]` is what lies there, `null` if nothing does.
/// Coordinates begin at 0, or where the first cell is if that is before.
pub(crate) fn of_pieces(placed: &[Placed]) -> Option<Json> {
    let cells = || placed.iter().flat_map(|piece| &piece.coordinates);
    let axes = cells().next().map(Vec::len).filter(|axes| (2..=3).contains(axes))?;
    if cells().any(|cell| cell.len() != axes) {
        return None;
    }
    let mut ends = Vec::new();
    for axis in 0..axes {
        let along = || cells().map(|cell| i64::from(cell[axis]));
        let (least, most) = (along().min()?.min(0), along().max()?);
        ends.push((least, usize::try_from(most - least + 1).ok()?));
    }
    let sides: Vec<usize> = ends.iter().map(|&(_, side)| side).collect();
    let size = sides.iter().try_fold(1_usize, |size, &side| size.checked_mul(side))?;
    if size > MOST_CELLS {
        return None;
    }
    let mut names = vec![Json::Null; size];
    for piece in placed {
        for cell in &piece.coordinates {
            let place = cell.iter().zip(&ends).fold(0, |place, (&at, &(least, side))| {
                place * side + (i64::from(at) - least) as usize
            });
            names[place] = piece.piece.as_str().into();
        }
    }
    Some(nested(&names, &sides))
}

/// The same of a picture whose cells are unit squares with labels.
pub(crate) fn of_frame(frame: &Frame) -> Option<Json> {
    let square = |cell: &puzzle_scene::Cell| {
        cell.rect.width == 2 && !cell.round && cell.rect.column % 2 == 0 && cell.outline.len() == 4
    };
    let cells = || frame.layers.iter().flat_map(|layer| &layer.cells);
    if !cells().all(square) || cells().all(|cell| cell.label.is_empty()) {
        return None;
    }
    let row = |cell: &puzzle_scene::Cell| usize::try_from(cell.rect.row).ok();
    let column = |cell: &puzzle_scene::Cell| usize::try_from(cell.rect.column / 2).ok();
    let mut rows = 0;
    let mut columns = 0;
    for cell in cells() {
        (rows, columns) = (rows.max(row(cell)? + 1), columns.max(column(cell)? + 1));
    }
    let layers = frame.layers.len();
    let size = rows.checked_mul(columns)?.checked_mul(layers)?;
    if size > MOST_CELLS {
        return None;
    }
    let mut names = vec![Json::Null; size];
    for (number, layer) in frame.layers.iter().enumerate() {
        for cell in layer.cells.iter().filter(|cell| !cell.label.is_empty()) {
            let place = (number * rows + row(cell)?) * columns + column(cell)?;
            names[place] = cell.label.as_str().into();
        }
    }
    let sides = if layers == 1 { vec![rows, columns] } else { vec![layers, rows, columns] };
    Some(nested(&names, &sides))
}

/// A list of lists with these sides.
fn nested(names: &[Json], sides: &[usize]) -> Json {
    match sides {
        [] | [_] => names.into(),
        [first, rest @ ..] => {
            let chunk = (names.len() / first.max(&1)).max(1);
            names.chunks(chunk).map(|part| nested(part, rest)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Ask, Puzzle, Question};

    fn first(name: &str) -> puzzle_core::Json {
        let puzzle = Puzzle::named(name).unwrap();
        let solution = puzzle.first().unwrap().unwrap();
        puzzle.solution_json(&Ask::new(Question::First), 1, &solution)
    }

    #[test]
    fn a_packing_tells_its_pieces_and_where_each_lies() {
        let json = first("soma");
        let pieces = json["pieces"].as_array().unwrap();
        assert_eq!(pieces.len(), 7);
        for piece in pieces {
            assert_eq!(
                piece["cells"].as_array().unwrap().len(),
                piece["coordinates"].as_array().unwrap().len()
            );
            for cell in piece["coordinates"].as_array().unwrap() {
                let at: Vec<usize> =
                    cell.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
                assert_eq!(json["grid"][at[0]][at[1]][at[2]], piece["piece"]);
            }
        }
    }

    #[test]
    fn boards_are_grids_of_what_stands_on_them() {
        let sudoku = first("sudoku-example");
        let rows = sudoku["grid"].as_array().unwrap();
        assert!(rows.len() == 9 && rows.iter().all(|row| row.as_array().unwrap().len() == 9));
        assert!(
            rows.iter().flat_map(|row| row.as_array().unwrap()).all(puzzle_core::Json::is_string)
        );
        let queens = first("queens-8");
        let cells = || {
            let rows = queens["grid"].as_array().unwrap().iter();
            rows.flat_map(|row| row.as_array().unwrap())
        };
        assert_eq!((cells().count(), cells().filter(|cell| !cell.is_null()).count()), (64, 8));
    }
}
