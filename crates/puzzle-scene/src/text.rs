//! The scene as lines of characters, with box-drawing borders and optional ANSI colours.
//!
//! Each layer becomes a `Wall` of bricks; walls stand side by side, as many as fit on a line, below their
//! captions. Frames follow one another, each with its caption before and its notes after. The solid view and the
//! links have no text form.

mod wall;

use crate::{Frame, Scene};
use wall::{Line, Wall};

/// Lines are filled with layers up to this many columns.
const PAGE: usize = 100;
/// Columns between two layers.
const GAP: usize = 3;
/// A half-cell is never widened beyond this many characters; longer labels are cut.
const WIDEST: usize = 20;
/// A print never draws more characters than this, all layers together.
const BUDGET: usize = 32_000_000;

/// How text is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Fill the cells with ANSI-256 background colours.
    pub colour: bool,
    /// Use box-drawing characters rather than `+`, `-` and `|`.
    pub unicode: bool,
    /// Characters from border to border of a square cell; `None` chooses 4, or more where labels need it.
    pub cell_width: Option<usize>,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions { colour: false, unicode: true, cell_width: None }
    }
}

/// The scene as text; every line ends with a newline.
pub fn print(scene: &Scene, options: TextOptions) -> String {
    let unit = half_cell_width(scene, options.cell_width);
    let mut printer = Printer { options, unit, budget: BUDGET, out: String::new() };
    printer.prose(&scene.title);
    for (number, frame) in scene.frames.iter().enumerate() {
        if number > 0 || !scene.title.is_empty() {
            printer.out.push('\n');
        }
        printer.frame(frame);
    }
    printer.out
}

/// Characters per half-cell, one for all frames so that they line up.
fn half_cell_width(scene: &Scene, wish: Option<usize>) -> usize {
    if let Some(width) = wish {
        return width.div_ceil(2).clamp(1, WIDEST);
    }
    let cells = scene.frames.iter().flat_map(|frame| &frame.layers).flat_map(|layer| &layer.cells);
    let needs = cells.filter(|cell| cell.rect.width > 0 && !cell.label.is_empty()).map(|cell| {
        let room = cell.label.chars().count() + 1;
        room.div_ceil(cell.rect.width as usize)
    });
    needs.max().unwrap_or(0).clamp(2, WIDEST)
}

struct Printer {
    options: TextOptions,
    unit: usize,
    budget: usize,
    out: String,
}

/// A layer ready to be set: its lines and the columns they take.
struct Block {
    caption: String,
    lines: Vec<Line>,
    width: usize,
}

impl Printer {
    fn frame(&mut self, frame: &Frame) {
        self.prose(&frame.caption);
        let mut row: Vec<Block> = Vec::new();
        let mut filled = 0;
        for layer in &frame.layers {
            let lines = match Wall::build(&layer.cells, self.unit, self.budget) {
                Ok(wall) => {
                    self.budget -= wall.characters();
                    wall.lines(self.options)
                }
                Err(refusal) => vec![Line::plain(refusal)],
            };
            let caption = clean(&layer.caption);
            let widths = lines.iter().map(|line| line.width).chain([caption.chars().count()]);
            let width = widths.max().unwrap_or(0);
            if !row.is_empty() && filled + width > PAGE {
                self.row(&row);
                self.out.push('\n');
                row.clear();
                filled = 0;
            }
            filled += width + GAP;
            row.push(Block { caption, lines, width });
        }
        self.row(&row);
        for note in &frame.notes {
            self.prose(note);
        }
    }

    /// Sets blocks side by side, captions first.
    fn row(&mut self, blocks: &[Block]) {
        if blocks.iter().any(|block| !block.caption.is_empty()) {
            let captions = blocks.iter().map(|block| Line::plain(block.caption.clone()));
            self.join(blocks, captions.collect::<Vec<_>>().iter().map(Some));
        }
        let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        for number in 0..height {
            self.join(blocks, blocks.iter().map(|block| block.lines.get(number)));
        }
    }

    /// Writes one line through all blocks, without trailing blanks.
    fn join<'a>(&mut self, blocks: &[Block], parts: impl Iterator<Item = Option<&'a Line>>) {
        let mut owed = 0;
        for (block, part) in blocks.iter().zip(parts) {
            let width = part.map_or(0, |line| line.width);
            if let Some(line) = part.filter(|line| line.width > 0) {
                self.out.extend(std::iter::repeat_n(' ', owed));
                self.out.push_str(&line.text);
                owed = 0;
            }
            owed += block.width - width + GAP;
        }
        self.out.push('\n');
    }

    fn prose(&mut self, text: &str) {
        for line in text.lines() {
            self.out.push_str(clean(line).trim_end());
            self.out.push('\n');
        }
    }
}

/// Text that cannot steer a terminal: control characters become blanks.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
