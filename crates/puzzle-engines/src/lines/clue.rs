//! Clues made ready for the filter.

use puzzle_core::lines::{Block, Line, Lines, least_length};

/// A block as the filter wants it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// How many cells; 0 if blotted.
    pub(crate) length: u16,
    pub(crate) colour: u8,
    /// Whether background must follow: the next block has the same colour, or there is none (the
    /// sentinel cell behind the line is background).
    pub(crate) gap: bool,
}

/// The clue of one line.
#[derive(Clone, Debug)]
pub(crate) struct Clue {
    pub(crate) blocks: Vec<Span>,
    /// How many cells the line has.
    pub(crate) cells: usize,
    /// A background run, or a blotted block, is shorter than 2 to this power.
    pub(crate) slack_levels: usize,
    /// No block of fixed length reaches 2 to this power.
    pub(crate) block_levels: usize,
    /// The colours of its blocks, as bits.
    pub(crate) colours: u64,
    pub(crate) has_blots: bool,
}

impl Clue {
    /// The clue of a line with so many cells, whose blocks fit.
    pub(crate) fn new(blocks: &[Block], cells: usize) -> Self {
        let gap = |i: usize| blocks.get(i + 1).is_none_or(|next| next.colour == blocks[i].colour);
        let span = |(i, block): (usize, &Block)| Span {
            length: block.length.unwrap_or(0),
            colour: block.colour,
            gap: gap(i),
        };
        // One more than the cells to spare: the sentinel belongs to the last background run, and a
        // blotted block has one cell anyway.
        let slack = cells - least_length(blocks) + 1;
        let longest = blocks.iter().map(|block| block.least()).max().unwrap_or(1);
        let levels = |length: usize| (usize::BITS - length.leading_zeros()) as usize;
        Clue {
            blocks: blocks.iter().enumerate().map(span).collect(),
            cells,
            slack_levels: levels(slack),
            block_levels: levels(longest),
            colours: blocks.iter().fold(0, |colours, block| colours | 1 << block.colour),
            has_blots: blocks.iter().any(|block| block.length.is_none()),
        }
    }

    /// The clues of a puzzle, rows first.
    pub(crate) fn all(lines: &Lines) -> Vec<Self> {
        let clue = |line: Line| Clue::new(lines.clue(line), lines.length(line));
        lines.lines().map(clue).collect()
    }
}
