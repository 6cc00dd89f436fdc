//! Nonograms as an abstract form: a grid of cells whose runs of colour are told line by line
//! (document 003 §6).
//!
//! Every cell has a colour; colour 0 is the background. A line's clue lists its blocks, the
//! longest runs of one colour other than 0, in order. Blocks of the same colour are parted by at
//! least one cell of background, blocks of different colours may touch. The length of a block may
//! be blotted out: then it is any length from 1 on.
//!
//! [`Lines::check`] decides from this definition alone whether a picture is a solution: it reads
//! the runs off the picture and compares. Engines are tested against it.
//!
//! As a list of numbers a solution is the colour of each cell, row by row ([`Picture::numbers`],
//! [`Lines::picture`]).

mod found;

use crate::shown::shown;

pub use found::{Difficulty, Effort, Explanation, LinesFinding, Reason, Step};

/// The longest side of a grid.
pub const LONGEST: usize = 512;

/// The most colours beside the background.
pub const MOST_COLOURS: usize = 32;

/// A run of cells of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// How many cells; `None` if the clue is blotted.
    pub length: Option<u16>,
    /// Which colour, from 1.
    pub colour: u8,
}

impl Block {
    /// A block of the first colour.
    pub fn black(length: u16) -> Self {
        Block { length: Some(length), colour: 1 }
    }

    /// The fewest cells it can have.
    pub fn least(self) -> usize {
        self.length.map_or(1, usize::from)
    }
}

/// Which line of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// A row, from 0 at the top.
    Row(usize),
    /// A column, from 0 at the left.
    Column(usize),
}

shown! { Line {
    Line::Row(row) => "row {}", row + 1;
    Line::Column(column) => "column {}", column + 1;
} }

/// A coloured grid: what a solution is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Picture {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The colours, row by row.
    pub cells: Vec<u8>,
}

impl Picture {
    /// An empty picture.
    pub fn blank(width: usize, height: usize) -> Self {
        Picture { width, height, cells: vec![0; width * height] }
    }

    /// As a list of numbers: the colours, row by row.
    pub fn numbers(&self) -> Vec<u32> {
        self.cells.iter().map(|&colour| u32::from(colour)).collect()
    }

    /// The numbers of the cells in which two pictures of one size differ.
    pub fn differing(&self, other: &Picture) -> Vec<usize> {
        let pairs = self.cells.iter().zip(&other.cells).enumerate();
        pairs.filter(|(_, (a, b))| a != b).map(|(number, _)| number).collect()
    }

    /// The colour of a cell.
    pub fn at(&self, row: usize, column: usize) -> u8 {
        self.cells[row * self.width + column]
    }

    /// The colours along a line.
    pub fn along(&self, line: Line) -> Vec<u8> {
        match line {
            Line::Row(row) => (0..self.width).map(|column| self.at(row, column)).collect(),
            Line::Column(column) => (0..self.height).map(|row| self.at(row, column)).collect(),
        }
    }

    /// The blocks along a line.
    pub fn blocks(&self, line: Line) -> Vec<Block> {
        runs(&self.along(line))
    }
}

/// The runs of colour in a line of cells.
fn runs(cells: &[u8]) -> Vec<Block> {
    let coloured = cells.chunk_by(|a, b| a == b).filter(|run| run[0] != 0);
    coloured.map(|run| Block { length: Some(run.len() as u16), colour: run[0] }).collect()
}

/// Why clues make no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinesError {
    /// The grid has no cells or too long a side.
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// More colours than there may be.
    Colours(usize),
    /// A block without a cell.
    NoCells(Line),
    /// A block of a colour that is not one of the puzzle's.
    UnknownColour(Line, u8),
    /// The blocks with the gaps between them do not fit.
    TooLong {
        /// Where.
        line: Line,
        /// How many cells they need.
        needed: usize,
        /// How many there are.
        length: usize,
    },
}

shown! { LinesError {
    LinesError::Size { width, height } =>
        "a grid of {height} rows and {width} columns; both must be from 1 to {LONGEST}";
    LinesError::Colours(count) => "{count} colours beside the background; at most {MOST_COLOURS}";
    LinesError::NoCells(line) => "{line} has a block of 0 cells";
    LinesError::UnknownColour(line, colour) =>
        "{line} has a block of colour {colour}, which there is not";
    LinesError::TooLong { line, needed, length } =>
        "the blocks of {line} need {needed} cells, but it has {length}";
} }

impl std::error::Error for LinesError {}

/// The clues of a puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lines {
    colours: usize,
    rows: Vec<Vec<Block>>,
    columns: Vec<Vec<Block>>,
}

impl Lines {
    /// Clues for rows and columns in so many colours beside the background.
    pub fn new(
        colours: usize,
        rows: Vec<Vec<Block>>,
        columns: Vec<Vec<Block>>,
    ) -> Result<Self, LinesError> {
        let (width, height) = (columns.len(), rows.len());
        if !(1..=LONGEST).contains(&width) || !(1..=LONGEST).contains(&height) {
            return Err(LinesError::Size { width, height });
        }
        if colours > MOST_COLOURS {
            return Err(LinesError::Colours(colours));
        }
        let lines = Lines { colours, rows, columns };
        for line in lines.lines() {
            lines.check_clue(line)?;
        }
        Ok(lines)
    }

    fn check_clue(&self, line: Line) -> Result<(), LinesError> {
        for block in self.clue(line) {
            if block.length == Some(0) {
                return Err(LinesError::NoCells(line));
            }
            if block.colour == 0 || usize::from(block.colour) > self.colours {
                return Err(LinesError::UnknownColour(line, block.colour));
            }
        }
        let (needed, length) = (least_length(self.clue(line)), self.length(line));
        if needed > length {
            return Err(LinesError::TooLong { line, needed, length });
        }
        Ok(())
    }

    /// The clues that describe a picture.
    pub fn of(picture: &Picture) -> Result<Self, LinesError> {
        let rows = (0..picture.height).map(|row| picture.blocks(Line::Row(row))).collect();
        let columns = (0..picture.width).map(|c| picture.blocks(Line::Column(c))).collect();
        let colours = picture.cells.iter().copied().max().unwrap_or(0);
        Self::new(usize::from(colours), rows, columns)
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many colours beside the background.
    pub fn colours(&self) -> usize {
        self.colours
    }

    /// All lines, rows first.
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let (rows, columns) = (0..self.height(), 0..self.width());
        rows.map(Line::Row).chain(columns.map(Line::Column))
    }

    /// The blocks of a line.
    pub fn clue(&self, line: Line) -> &[Block] {
        match line {
            Line::Row(row) => &self.rows[row],
            Line::Column(column) => &self.columns[column],
        }
    }

    /// How many cells a line has.
    pub fn length(&self, line: Line) -> usize {
        match line {
            Line::Row(_) => self.width(),
            Line::Column(_) => self.height(),
        }
    }

    /// Whether some block's length is blotted out.
    pub fn has_blots(&self) -> bool {
        self.rows.iter().chain(&self.columns).flatten().any(|block| block.length.is_none())
    }

    /// For each colour from 1 on, the cells that the rows tell and the cells that the columns tell:
    /// the least, and the most there can be (document 003 §6.1 compares them).
    pub fn totals(&self) -> Vec<[Total; 2]> {
        let total = |clues: &[Vec<Block>], length: usize, colour: usize| {
            let mut total = Total::default();
            for clue in clues {
                let slack = length - least_length(clue);
                let mine = || clue.iter().filter(|block| usize::from(block.colour) == colour);
                let least: usize = mine().map(|block| block.least()).sum();
                total.least += least;
                total.most += least;
                if mine().any(|block| block.length.is_none()) {
                    total.most += slack;
                }
            }
            total
        };
        let both = |colour| {
            [total(&self.rows, self.width(), colour), total(&self.columns, self.height(), colour)]
        };
        (1..=self.colours).map(both).collect()
    }

    /// The picture with these colours; `None` if there are too many or too few, or one of them is
    /// not the puzzle's.
    pub fn picture(&self, numbers: &[u32]) -> Option<Picture> {
        let colour = |&n: &u32| u8::try_from(n).ok().filter(|&c| usize::from(c) <= self.colours);
        let cells: Vec<u8> = numbers.iter().map(colour).collect::<Option<_>>()?;
        let (width, height) = (self.width(), self.height());
        (cells.len() == width * height).then_some(Picture { width, height, cells })
    }

    /// A number that tells these clues from others, the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let blocks = |clue: &Vec<Block>| -> Vec<u32> {
            let block = |b: &Block| u32::from(b.length.unwrap_or(0)) << 8 | u32::from(b.colour);
            std::iter::once(clue.len() as u32).chain(clue.iter().map(block)).collect()
        };
        let sizes = [self.colours, self.height(), self.width()].map(|size| size as u32);
        let clues = self.rows.iter().chain(&self.columns).flat_map(blocks);
        crate::fingerprint_of_numbers(sizes.into_iter().chain(clues))
    }

    /// Whether a picture is a solution, by reading its runs; if not, the first line that is wrong.
    pub fn check(&self, picture: &Picture) -> Result<(), Wrong> {
        if (picture.width, picture.height) != (self.width(), self.height()) {
            return Err(Wrong::Size);
        }
        for line in self.lines() {
            let found = picture.blocks(line);
            let clue = self.clue(line);
            let fits = |(found, clue): (&Block, &Block)| {
                found.colour == clue.colour
                    && (clue.length.is_none() || clue.length == found.length)
            };
            if found.len() != clue.len() || !found.iter().zip(clue).all(fits) {
                return Err(Wrong::Line(line));
            }
        }
        Ok(())
    }
}

/// How many cells of a colour a set of clues tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Total {
    /// At least.
    pub least: usize,
    /// At most; more than `least` only where clues are blotted.
    pub most: usize,
}

shown! { Total {
    Total { least, most } if least == most => "{least}";
    Total { least, most } => "{least} to {most}";
} }

/// Why a picture is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It has another size.
    Size,
    /// The runs of this line are not those of its clue.
    Line(Line),
}

shown! { Wrong {
    Wrong::Size => "the picture has another size than the puzzle";
    Wrong::Line(line) => "{line} does not match its clue";
} }

/// The cells that blocks take at least, with the gaps between those of the same colour.
pub fn least_length(clue: &[Block]) -> usize {
    let cells: usize = clue.iter().map(|block| block.least()).sum();
    cells + clue.windows(2).filter(|pair| pair[0].colour == pair[1].colour).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(drawing: &[&str]) -> Picture {
        let cells = drawing.concat().bytes().map(|byte| byte - b'0').collect();
        Picture { width: drawing[0].len(), height: drawing.len(), cells }
    }

    #[test]
    fn the_clues_of_a_picture_are_its_runs_and_the_picture_solves_them() {
        let picture = picture(&["0110", "1022", "0000"]);
        let lines = Lines::of(&picture).unwrap();
        assert_eq!(lines.clue(Line::Row(0)), [Block::black(2)]);
        let second = [Block::black(1), Block { length: Some(2), colour: 2 }];
        assert_eq!(lines.clue(Line::Row(1)), second);
        assert!(lines.clue(Line::Row(2)).is_empty());
        assert_eq!(lines.clue(Line::Column(2)).len(), 2, "colours may touch");
        assert_eq!(lines.check(&picture), Ok(()));
        let mut other = picture.clone();
        other.cells[0] = 1;
        assert_eq!(lines.check(&other), Err(Wrong::Line(Line::Row(0))));
        assert_eq!(lines.check(&Picture::blank(1, 1)), Err(Wrong::Size));
        assert_eq!(picture.differing(&other), [0]);
        let mut numbers = picture.numbers();
        assert_eq!(lines.picture(&numbers), Some(picture));
        numbers[0] = 3;
        assert_eq!(lines.picture(&numbers), None, "there are two colours");
        assert_eq!(lines.picture(&numbers[1..]), None);
    }

    #[test]
    fn a_blotted_block_has_any_length_from_one_on() {
        let blot = Block { length: None, colour: 1 };
        let lines = Lines::new(1, vec![vec![blot]], vec![vec![blot], vec![blot], vec![]]).unwrap();
        assert!(lines.has_blots());
        assert_eq!(lines.check(&picture(&["110"])), Ok(()));
        assert_eq!(lines.check(&picture(&["000"])), Err(Wrong::Line(Line::Row(0))));
        let totals = [Total { least: 1, most: 3 }, Total { least: 2, most: 2 }];
        assert_eq!(lines.totals(), [totals]);
    }

    #[test]
    fn clues_that_make_no_puzzle_are_refused() {
        let two = vec![Block::black(2)];
        let pair = vec![Block::black(1), Block::black(1)];
        let make = |colours, row: Vec<Block>| Lines::new(colours, vec![row], vec![vec![], vec![]]);
        assert!(make(1, two).is_ok());
        let line = Line::Row(0);
        assert_eq!(make(1, pair), Err(LinesError::TooLong { line, needed: 3, length: 2 }));
        assert_eq!(make(1, vec![Block::black(0)]), Err(LinesError::NoCells(line)));
        assert_eq!(make(0, vec![Block::black(1)]), Err(LinesError::UnknownColour(line, 1)));
        assert_eq!(make(33, vec![]), Err(LinesError::Colours(33)));
        let size = LinesError::Size { width: 0, height: 1 };
        assert_eq!(Lines::new(1, vec![vec![]], vec![]), Err(size));
    }
}
