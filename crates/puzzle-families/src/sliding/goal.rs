//! What is to be reached: places of blocks, cells that must be empty, conditions in words.

use super::board::{Block, Board};

/// Something that can be said of a configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// All cells of some block of a kind lie within these rows and columns (both ends included).
    Within {
        /// Which kind.
        kind: usize,
        /// The first and the last row.
        rows: (usize, usize),
        /// The first and the last column.
        columns: (usize, usize),
    },
    /// Some block of one kind and another of the other kind share a side of a cell.
    Touches(usize, usize),
    /// Some block of the first kind lies wholly above (in rows before) one of the second.
    Above(usize, usize),
    /// Some block of the first kind lies wholly to the left of one of the second.
    LeftOf(usize, usize),
    /// All cells within these rows and columns are empty.
    Empty {
        /// The first and the last row.
        rows: (usize, usize),
        /// The first and the last column.
        columns: (usize, usize),
    },
    /// The opposite.
    Not(Box<Condition>),
}

/// One way to be done: all of it must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// Blocks that must be there.
    pub places: Vec<Block>,
    /// Cells that must be empty.
    pub empty: Vec<usize>,
    /// What else must hold.
    pub conditions: Vec<Condition>,
}

impl Goal {
    /// A goal in which every block has its place.
    pub fn full(blocks: &[Block]) -> Self {
        Goal { places: blocks.to_vec(), ..Goal::default() }
    }

    /// Whether every block has its place: then there is only one such configuration.
    pub fn is_full(&self, blocks: usize) -> bool {
        self.places.len() == blocks && self.conditions.is_empty() && self.empty.is_empty()
    }

    /// Whether a configuration is one of those meant.
    pub fn holds(&self, board: &Board, blocks: &[Block]) -> bool {
        if !self.places.iter().all(|place| blocks.contains(place)) {
            return false;
        }
        if self.empty.is_empty() && self.conditions.is_empty() {
            return true;
        }
        let cells: Vec<Vec<usize>> =
            blocks.iter().map(|&block| board.cells(block).unwrap_or_default()).collect();
        let free = |cell: &usize| !cells.iter().any(|cells| cells.contains(cell));
        self.empty.iter().all(free)
            && self.conditions.iter().all(|condition| condition.holds(board, blocks, &cells))
    }
}

impl Condition {
    fn holds(&self, board: &Board, blocks: &[Block], cells: &[Vec<usize>]) -> bool {
        let of = |kind: usize| {
            let mine = move |&number: &usize| blocks[number].kind == kind;
            (0..blocks.len()).filter(mine)
        };
        let row = |cell: usize| cell / board.columns;
        let column = |cell: usize| cell % board.columns;
        let inside = |cell: usize, rows: (usize, usize), columns: (usize, usize)| {
            (rows.0..=rows.1).contains(&row(cell))
                && (columns.0..=columns.1).contains(&column(cell))
        };
        let pair = |first: usize, second: usize, test: &dyn Fn(usize, usize) -> bool| {
            of(first).any(|a| of(second).any(|b| a != b && test(a, b)))
        };
        match *self {
            Condition::Within { kind, rows, columns } => {
                of(kind).any(|number| cells[number].iter().all(|&c| inside(c, rows, columns)))
            }
            Condition::Touches(first, second) => pair(first, second, &|a, b| {
                let near = |c: usize, d: usize| {
                    row(c).abs_diff(row(d)) + column(c).abs_diff(column(d)) == 1
                };
                cells[a].iter().any(|&c| cells[b].iter().any(|&d| near(c, d)))
            }),
            Condition::Above(first, second) => pair(first, second, &|a, b| {
                cells[a].iter().all(|&c| cells[b].iter().all(|&d| row(c) < row(d)))
            }),
            Condition::LeftOf(first, second) => pair(first, second, &|a, b| {
                cells[a].iter().all(|&c| cells[b].iter().all(|&d| column(c) < column(d)))
            }),
            Condition::Empty { rows, columns } => {
                !cells.iter().flatten().any(|&c| inside(c, rows, columns))
            }
            Condition::Not(ref condition) => !condition.holds(board, blocks, cells),
        }
    }
}

impl Condition {
    /// The place it gives a block, if it gives one: the area is just as large as the block.
    pub fn as_place(&self, board: &Board) -> Option<Block> {
        let Condition::Within { kind, rows, columns } = *self else { return None };
        let cells = &board.kinds[kind].cells;
        let left = cells.iter().map(|cell| cell.1).min()?;
        let right = cells.iter().map(|cell| cell.1).max()?;
        let height = cells.iter().map(|cell| cell.0).max()? as usize;
        let exact = rows.1 - rows.0 == height && columns.1 - columns.0 == (right - left) as usize;
        let column = (columns.0 as i32 - left) as usize;
        let block = Block { kind, place: rows.0 * board.columns + column };
        (exact && rows.1 < board.rows && columns.1 < board.columns).then_some(block)
    }

    /// The condition in words, rows and columns from 1.
    pub fn words(&self, board: &Board) -> String {
        let name = |kind: usize| board.kinds[kind].name;
        let area = |rows: (usize, usize), columns: (usize, usize)| {
            format!(
                "rows {}-{} columns {}-{}",
                rows.0 + 1,
                rows.1 + 1,
                columns.0 + 1,
                columns.1 + 1
            )
        };
        match *self {
            Condition::Within { kind, rows, columns } => {
                format!("{} in {}", name(kind), area(rows, columns))
            }
            Condition::Touches(a, b) => format!("{} touches {}", name(a), name(b)),
            Condition::Above(a, b) => format!("{} above {}", name(a), name(b)),
            Condition::LeftOf(a, b) => format!("{} left of {}", name(a), name(b)),
            Condition::Empty { rows, columns } => format!("empty {}", area(rows, columns)),
            Condition::Not(ref condition) => format!("not {}", condition.words(board)),
        }
    }
}
