//! How items and options are drawn: as a table of options and items while it is small, and a
//! solution as the list of its options.

use puzzle_core::EmbeddingId;
use puzzle_scene::{Cell, Frame, Layer};

use super::text::CoverText;

/// The largest table that is drawn.
const COLUMNS: usize = 24;
const ROWS: usize = 40;

/// The puzzle as a table, items across and options down; a list of options if it is too large.
pub(super) fn puzzle(text: &CoverText) -> Frame {
    let small = text.items.len() <= COLUMNS && text.options.len() <= ROWS;
    let short = text.items.iter().all(|item| item.name.chars().count() <= 4);
    if !small || !short {
        let mut notes: Vec<String> = lines(text, 0..text.options.len().min(ROWS) as u32);
        if text.options.len() > ROWS {
            notes.push(format!("… and {} more options", text.options.len() - ROWS));
        }
        return Frame { notes, ..Frame::default() };
    }
    let mut cells = Vec::new();
    for (column, item) in text.items.iter().enumerate() {
        cells.push(Cell::square(0, column as i32).labelled(&item.name));
    }
    for (row, option) in text.options.iter().enumerate() {
        for column in 0..text.items.len() {
            let cell = Cell::square(row as i32 + 1, column as i32);
            let touch = option.touches.iter().find(|(item, _)| *item == column);
            cells.push(match touch {
                None => cell,
                Some((_, colour)) => {
                    let label = colour.as_deref().unwrap_or("x");
                    Cell { colour: row as u32, ..cell.in_group(row as u32) }.labelled(label)
                }
            });
        }
    }
    Frame { layers: vec![Layer { caption: String::new(), cells }], ..Frame::default() }
}

/// Chosen options, one a line, and what they cost.
pub(super) fn solution(text: &CoverText, numbers: &[u32]) -> Frame {
    let mut notes = lines(text, numbers.iter().copied());
    let chosen = numbers.iter().filter_map(|&number| text.options.get(number as usize));
    let cost: u64 = chosen.map(|option| option.cost).sum();
    if text.options.iter().any(|option| option.cost > 0) {
        notes.push(format!("cost {cost}"));
    }
    Frame { notes, ..Frame::default() }
}

/// A number on every item.
pub(super) fn values(text: &CoverText, values: &[i64]) -> Frame {
    let note = |(item, value): (&super::text::Item, &i64)| format!("{} {value}", item.name);
    Frame { notes: text.items.iter().zip(values).map(note).collect(), ..Frame::default() }
}

fn lines(text: &CoverText, numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
    let line = |number| text.option_text(EmbeddingId(number));
    numbers.into_iter().filter_map(line).collect()
}
