//! Boards, kinds of blocks, and where blocks can be.
//!
//! A cell is a number, row by row from 0. A block is known by its kind and by its *place*: the
//! cell of its topmost and, of these, leftmost cell (document 002 §2 and §7). Blocks of one kind
//! are interchangeable.

/// One of the four ways to slide, in the order of document 002 §6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// One column up.
    Right,
    /// One column down.
    Left,
    /// One row further.
    Down,
    /// One row back.
    Up,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

    /// Rows and columns that one step goes on.
    pub fn offset(self) -> (i32, i32) {
        match self {
            Direction::Right => (0, 1),
            Direction::Left => (0, -1),
            Direction::Down => (1, 0),
            Direction::Up => (-1, 0),
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Right => "right",
            Direction::Left => "left",
            Direction::Down => "down",
            Direction::Up => "up",
        }
    }

    /// The direction of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.word() == word)
    }
}

/// Which ways a block slides at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Freedom {
    /// All four.
    #[default]
    Both,
    /// Left and right.
    Horizontal,
    /// Up and down.
    Vertical,
    /// None: it stays where it is.
    Fixed,
}

impl Freedom {
    /// Whether it slides this way.
    pub fn allows(self, direction: Direction) -> bool {
        let horizontal = matches!(direction, Direction::Left | Direction::Right);
        match self {
            Freedom::Both => true,
            Freedom::Horizontal => horizontal,
            Freedom::Vertical => !horizontal,
            Freedom::Fixed => false,
        }
    }
}

/// Blocks of one shape that count as the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// What it is called: `1` to `f` in document 002's text.
    pub name: char,
    /// Its cells as rows and columns from its place, in reading order: the first is (0, 0).
    pub cells: Vec<(i32, i32)>,
    /// Which ways it slides.
    pub moves: Freedom,
}

/// A block on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block {
    /// The number of its kind.
    pub kind: usize,
    /// The cell of its topmost and leftmost cell.
    pub place: usize,
}

/// The board and what may move on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// Which cells are permanently blocked.
    pub walls: Vec<bool>,
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// For each kind the cells that gates keep it from; empty if there are no gates.
    pub closed: Vec<Vec<bool>>,
}

impl Board {
    /// How many cells, walls included.
    pub fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The cell some rows and columns from another one, if that is on the board.
    pub fn cell(&self, from: usize, (rows, columns): (i32, i32)) -> Option<usize> {
        let (row, column) = (from / self.columns, from % self.columns);
        let row = row.checked_add_signed(rows as isize).filter(|&row| row < self.rows)?;
        let column =
            column.checked_add_signed(columns as isize).filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }

    /// The cells of a block, if it may be there on an otherwise empty board.
    pub fn cells(&self, block: Block) -> Option<Vec<usize>> {
        let closed = self.closed.get(block.kind);
        let free = |cell: &usize| !self.walls[*cell] && !closed.is_some_and(|closed| closed[*cell]);
        let cells = self.kinds[block.kind].cells.iter();
        cells.map(|&offset| self.cell(block.place, offset).filter(free)).collect()
    }

    /// The block one step on, if it slides that way and may be there on an otherwise empty board.
    pub fn step(&self, block: Block, direction: Direction) -> Option<Block> {
        if !self.kinds[block.kind].moves.allows(direction) {
            return None;
        }
        let place = self.cell(block.place, direction.offset())?;
        let next = Block { place, ..block };
        self.cells(next).map(|_| next)
    }

    /// Which block covers each cell; `None` where two would be in one cell or one sticks out.
    pub fn fill(&self, blocks: &[Block]) -> Option<Vec<Option<usize>>> {
        let mut filled = vec![None; self.size()];
        for (number, &block) in blocks.iter().enumerate() {
            for cell in self.cells(block)? {
                if filled[cell].replace(number).is_some() {
                    return None;
                }
            }
        }
        Some(filled)
    }

    /// The configuration in the shorthand of document 002 §2: the kinds of the blocks that fill
    /// the first cell not yet filled, `0` for an empty one, and `x` for a wall if `walls`.
    /// Trailing zeros are left out.
    pub fn shorthand(&self, blocks: &[Block], walls: bool) -> String {
        let mut text = String::new();
        let mut filled = vec![false; self.size()];
        let mut placed = vec![None; self.size()];
        blocks.iter().for_each(|block| placed[block.place] = Some(*block));
        for cell in 0..self.size() {
            if filled[cell] {
                continue;
            }
            if self.walls[cell] {
                text.extend(walls.then_some('x'));
                continue;
            }
            match placed[cell] {
                Some(block) => {
                    self.cells(block).into_iter().flatten().for_each(|cell| filled[cell] = true);
                    text.push(self.kinds[block.kind].name);
                }
                None => text.push('0'),
            }
        }
        text.truncate(text.trim_end_matches('0').len());
        text
    }
}

/// The cells of a shape, in reading order, as offsets from its first cell.
pub(super) fn shape(cells: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    let (row, column) = cells.first().copied().unwrap_or_default();
    cells.iter().map(|&(r, c)| (r - row, c - column)).collect()
}
