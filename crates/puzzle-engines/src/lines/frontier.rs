//! Counting without visiting: dynamic programming along a frontier, cell by cell.
//!
//! Going through the cells row by row, all that the future depends on is where each column is in
//! its clue, and where the current row is. Partial pictures that agree in this are counted
//! together, so that a puzzle with very many solutions is counted in no time, as long as the
//! number of different frontiers stays small. Positions from which a line cannot be completed any
//! more are dropped at once.
//!
//! Permutation matrices (every clue a 1) are the bad case: half of the columns used, in every
//! choice, is over two million frontiers for 24 columns.

use puzzle_core::lines::{Line, Lines};
use puzzle_core::{BigUint, Control, StopReason};
use rustc_hash::FxHashMap;

use super::automaton::{Completion, Position};
use super::board::Board;
use super::word::Word;

/// The most bytes that frontiers may take.
const MOST_BYTES: usize = 200 << 20;

/// Where the row and each column are in their clues: the row, then the columns.
type Frontier = Box<[Position]>;

/// How many solutions a board leaves open, or `Err` if there are too many frontiers or there is no
/// time left.
pub(crate) fn count<W: Word>(
    lines: &Lines,
    board: &Board<'_, W>,
    control: &Control,
) -> Result<BigUint, StopReason> {
    let tables = |line: Line| {
        let positions: usize = lines.clue(line).iter().map(|block| block.least() + 1).sum();
        (lines.length(line) + 1) * (positions + 1) * size_of::<Position>()
    };
    if lines.lines().map(tables).sum::<usize>() > MOST_BYTES {
        return Err(StopReason::MemoryLimit);
    }
    // The shorter side is the frontier.
    let flipped = lines.width() > lines.height();
    let (along, across) = match flipped {
        false => (lines.height(), lines.width()),
        true => (lines.width(), lines.height()),
    };
    let main = |i| if flipped { Line::Column(i) } else { Line::Row(i) };
    let cross = |i| if flipped { Line::Row(i) } else { Line::Column(i) };
    let can = |i: usize, j: usize, colour: usize| match flipped {
        false => board.can(i, j, colour),
        true => board.can(j, i, colour),
    };
    let colours = lines.colours();
    let columns: Vec<Completion> = (0..across)
        .map(|j| Completion::new(lines.clue(cross(j)), along, colours, |i, c| can(i, j, c)))
        .collect();
    let most: usize = MOST_BYTES / ((across + 1) * size_of::<Position>() + 64);
    let mut counts: FxHashMap<Frontier, BigUint> = FxHashMap::default();
    counts.insert(vec![Position::START; across + 1].into(), BigUint::from(1_u32));
    for i in 0..along {
        let row_clue = lines.clue(main(i));
        let row = Completion::new(row_clue, across, colours, |j, c| can(i, j, c));
        for (j, column) in columns.iter().enumerate() {
            if let Some(reason) = control.budget.check(0) {
                return Err(reason);
            }
            let column_clue = lines.clue(cross(j));
            let mut next: FxHashMap<Frontier, BigUint> = FxHashMap::default();
            for (number, (frontier, count)) in counts.into_iter().enumerate() {
                if number % 65536 == 65535
                    && let Some(reason) = control.budget.check(0)
                {
                    return Err(reason);
                }
                for colour in (0..=colours).filter(|&colour| can(i, j, colour)) {
                    let Some(along_row) = frontier[0].after(row_clue, colour as u8) else {
                        continue;
                    };
                    let Some(down) = frontier[j + 1].after(column_clue, colour as u8) else {
                        continue;
                    };
                    if !row.has(j + 1, along_row) || !column.has(i + 1, down) {
                        continue;
                    }
                    let mut moved = frontier.clone();
                    moved[0] = if j + 1 == across { Position::START } else { along_row };
                    moved[j + 1] = down;
                    *next.entry(moved).or_default() += &count;
                }
                if next.len() > most {
                    return Err(StopReason::MemoryLimit);
                }
            }
            counts = next;
        }
    }
    Ok(counts.into_values().sum())
}
