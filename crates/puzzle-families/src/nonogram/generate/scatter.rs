//! Random pictures of a given density.
//!
//! Every cell draws a number, and the cells with the highest numbers are coloured: exactly as many
//! as were asked for. Where a picture of independent cells would be hopeless (a large grid with few
//! coloured cells has astronomically many pictures with the same clues), the numbers are blurred
//! first, pass by pass. Blurred noise gives blots instead of specks, with longer blocks and emptier
//! lines, which say more. The grid wraps round for this, so that no edge is favoured.

use puzzle_core::Random;
use puzzle_core::lines::Picture;

/// What a random picture should be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scatter {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Colours beside the background.
    pub colours: u8,
    /// How many of a thousand cells are coloured.
    pub per_thousand: u64,
}

impl Scatter {
    /// How many cells are coloured.
    pub fn coloured(&self) -> usize {
        let cells = (self.width * self.height) as u64;
        ((cells * self.per_thousand + 500) / 1000).min(cells) as usize
    }
}

/// A random picture, blurred so many times.
pub fn scatter(wanted: &Scatter, passes: usize, random: &mut Random) -> Picture {
    let mut picture = Picture::blank(wanted.width, wanted.height);
    let height = noise(wanted, passes, random);
    let mut order: Vec<usize> = (0..picture.cells.len()).collect();
    order.sort_by_key(|&cell| std::cmp::Reverse(height[cell]));
    order.truncate(wanted.coloured());
    let fields: Vec<Vec<u64>> = match wanted.colours {
        0 | 1 => Vec::new(),
        colours => (0..colours).map(|_| noise(wanted, passes, random)).collect(),
    };
    for cell in order {
        // The colour whose own noise is highest here.
        let highest = (0..fields.len()).max_by_key(|&colour| fields[colour][cell]);
        picture.cells[cell] = 1 + highest.unwrap_or(0) as u8;
    }
    picture
}

/// A number for each cell, each pass the mean of a cell and its four neighbours.
fn noise(wanted: &Scatter, passes: usize, random: &mut Random) -> Vec<u64> {
    let (width, height) = (wanted.width, wanted.height);
    let mut field: Vec<u64> = (0..width * height).map(|_| random.bits() >> 8).collect();
    for _ in 0..passes {
        let blurred = |cell: usize| {
            let (row, column) = (cell / width, cell % width);
            let left = row * width + (column + width - 1) % width;
            let right = row * width + (column + 1) % width;
            let above = (row + height - 1) % height * width + column;
            let below = (row + 1) % height * width + column;
            let sides = field[left] + field[right] + field[above] + field[below];
            (4 * field[cell] + sides) / 8
        };
        field = (0..width * height).map(blurred).collect();
    }
    field
}
