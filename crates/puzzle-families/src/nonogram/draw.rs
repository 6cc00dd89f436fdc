//! Puzzles and pictures as scenes: clue cells above and to the left, strong lines every five cells.

use puzzle_core::lines::{Line, Picture};
use puzzle_scene::palette::{self, Rgb};
use puzzle_scene::{Cell, Frame, Layer};

use super::Nonogram;

impl Nonogram {
    /// The puzzle as a frame, with a picture in it if one is given. Marked cells carry an x.
    pub fn frame(&self, picture: Option<&Picture>, marked: &[usize]) -> Frame {
        Frame { layers: vec![self.layer(picture, marked)], ..Frame::default() }
    }

    /// The same as a layer, to stand beside others.
    pub fn layer(&self, picture: Option<&Picture>, marked: &[usize]) -> Layer {
        let lines = &self.lines;
        let deepest = |of: &dyn Fn(&Line) -> bool| {
            let clues = lines.lines().filter(|line| of(line)).map(|line| lines.clue(line).len());
            clues.max().unwrap_or(0).max(1) as i32
        };
        let left = deepest(&|line| matches!(line, Line::Row(_)));
        let above = deepest(&|line| matches!(line, Line::Column(_)));
        let mut cells = Vec::new();
        for line in lines.lines() {
            let clue = lines.clue(line);
            let room = if matches!(line, Line::Row(_)) { left } else { above };
            for place in 0..room {
                let block = (place as usize + clue.len()).checked_sub(room as usize);
                let (row, column) = match line {
                    Line::Row(row) => (above + row as i32, place),
                    Line::Column(column) => (place, left + column as i32),
                };
                let mut cell = Cell::square(row, column);
                cell.ink = Some(palette::PAPER);
                if let Some(block) = block.map(|i| &clue[i]) {
                    cell.label = block.length.map_or("?".into(), |length| length.to_string());
                    if self.inks.count() > 1 {
                        cell.ink = Some(self.inks.0[usize::from(block.colour)].rgb);
                    }
                }
                cells.push(cell);
            }
        }
        let blocks_across = lines.width().div_ceil(5) as u32;
        for row in 0..lines.height() {
            for column in 0..lines.width() {
                let number = row * lines.width() + column;
                let mut cell = Cell::square(above + row as i32, left + column as i32);
                cell.group = Some(row as u32 / 5 * blocks_across + column as u32 / 5);
                cell.ink = Some(match picture {
                    Some(picture) => self.inks.0[usize::from(picture.cells[number])].rgb,
                    None => palette::EMPTY,
                });
                if marked.binary_search(&number).is_ok() {
                    cell.label = "x".into();
                    cell.ink = cell.ink.map(|ink| ink.mix(Rgb(0xD5, 0x5E, 0x00), 0.35));
                }
                cells.push(cell);
            }
        }
        Layer { caption: String::new(), cells }
    }
}
