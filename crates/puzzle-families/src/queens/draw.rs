//! Pictures of boards: squares with Q where a queen stands, and for large boards lines of text.

use puzzle_core::Queens;
use puzzle_scene::{Cell, Frame, Layer, shades};

/// Boards with more rows are drawn as lines of characters.
const LARGE: u32 = 40;

/// The board with the given queens and these.
pub(super) fn board(board: &Queens, queens: &[u32]) -> Frame {
    let n = board.size();
    let mut marks = vec!['.'; (n * n) as usize];
    for &square in board.forbidden() {
        marks[square as usize] = 'x';
    }
    for &square in board.given().iter().chain(queens) {
        if let Some(mark) = marks.get_mut(square as usize) {
            *mark = 'Q';
        }
    }
    if n > LARGE {
        let notes = marks.chunks(n as usize).map(|row| row.iter().collect()).collect();
        return Frame { notes, ..Frame::default() };
    }
    let cell = |(square, &mark): (usize, &char)| {
        let (row, column) = (square as u32 / n, square as u32 % n);
        let cell = Cell::square(row as i32, column as i32);
        match mark {
            'Q' => Cell { colour: 0, ..cell.in_group(square as u32).labelled("Q") },
            'x' => cell.labelled("x"),
            _ => cell,
        }
    };
    frame(marks.iter().enumerate().map(cell).collect())
}

/// A number on every aspect. Aspects are lines of the board, so each line gets a square: rows,
/// columns and the two kinds of diagonals, one below the other.
pub(super) fn values(board: &Queens, values: &[i64]) -> Frame {
    let n = board.size() as usize;
    let shade = shades(values);
    let mut cells = Vec::new();
    let mut start = 0;
    for (kind, count) in [n, n, 2 * n - 1, 2 * n - 1].into_iter().enumerate() {
        for (i, &value) in values.iter().skip(start).take(count).enumerate() {
            let cell = Cell::square(2 * kind as i32, i as i32).labelled(value.to_string());
            cells.push(Cell { shade: Some(shade(value)), ..cell });
        }
        start += count;
    }
    Frame { notes: vec!["rows, columns, rising and falling diagonals".into()], ..frame(cells) }
}

fn frame(cells: Vec<Cell>) -> Frame {
    Frame { layers: vec![Layer { caption: String::new(), cells }], ..Frame::default() }
}
