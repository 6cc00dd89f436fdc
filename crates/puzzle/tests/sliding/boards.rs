//! Random small boards, and the same for the oracle.

use std::collections::{BTreeSet, HashSet};

use puzzle_core::Random;
use puzzle_families::sliding::{Block, Board, Freedom, Kind, Sliding};

use super::oracle::{Oracle, sorted};

/// Shapes, some of them in two parts.
const SHAPES: &[&[(i32, i32)]] = &[
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (1, -1), (1, 0)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, 2)],
    &[(0, 0), (1, 1)],
    &[(0, 0), (1, -1)],
];

/// A board with blocks on it, and the same for the oracle; `None` if no block fits.
pub(crate) fn random_puzzle(random: &mut Random) -> Option<(Sliding, Oracle)> {
    let (rows, columns) = (2 + random.index(3), 2 + random.index(3));
    let mut board = Board { rows, columns, ..Board::default() };
    board.walls = (0..rows * columns).map(|_| random.index(9) == 0).collect();
    let locked = random.index(3) == 0;
    for name in "123".chars().take(1 + random.index(3)) {
        let cells = SHAPES[random.index(SHAPES.len())].to_vec();
        let all =
            [Freedom::Both, Freedom::Both, Freedom::Horizontal, Freedom::Vertical, Freedom::Fixed];
        let moves = if locked { all[random.index(5)] } else { Freedom::Both };
        board.kinds.push(Kind { name, cells, moves });
    }
    if random.index(4) == 0 {
        let closed = |_: &Kind| (0..rows * columns).map(|_| random.index(8) == 0).collect();
        board.closed = board.kinds.iter().map(closed).collect();
    }
    let mut start: Vec<Block> = Vec::new();
    for _ in 0..2 + random.index(12) {
        let block =
            Block { kind: random.index(board.kinds.len()), place: random.index(rows * columns) };
        start.push(block);
        if start.len() > 5 || board.fill(&start).is_none() {
            start.pop();
        }
    }
    if start.is_empty() {
        return None;
    }
    let cells = |numbers: &[bool]| -> HashSet<(i32, i32)> {
        let marked = (0..numbers.len()).filter(|&cell| numbers[cell]);
        marked.map(|cell| ((cell / columns) as i32, (cell % columns) as i32)).collect()
    };
    let freedom = |kind: &Kind| match kind.moves {
        Freedom::Both => (true, true),
        Freedom::Horizontal => (true, false),
        Freedom::Vertical => (false, true),
        Freedom::Fixed => (false, false),
    };
    let oracle = Oracle {
        rows: rows as i32,
        columns: columns as i32,
        walls: cells(&board.walls),
        closed: board.closed.iter().map(|closed| cells(closed)).enumerate().collect(),
        moves: board.kinds.iter().map(freedom).collect(),
    };
    Some((Sliding::new(String::new(), board, start, Vec::new()), oracle))
}

/// The oracle's form of a configuration.
pub(crate) fn pieces(board: &Board, blocks: &[Block]) -> Vec<(usize, BTreeSet<(i32, i32)>)> {
    let piece = |block: &Block| {
        let at = ((block.place / board.columns) as i32, (block.place % board.columns) as i32);
        let cells = board.kinds[block.kind].cells.iter();
        (block.kind, cells.map(|&(r, c)| (at.0 + r, at.1 + c)).collect())
    };
    sorted(blocks.iter().map(piece).collect())
}

/// The blocks of the oracle's form of a configuration.
pub(crate) fn blocks(board: &Board, pieces: &[(usize, BTreeSet<(i32, i32)>)]) -> Vec<Block> {
    let block = |(kind, cells): &(usize, BTreeSet<(i32, i32)>)| {
        let (row, column) = *cells.iter().next().expect("a block has cells");
        Block { kind: *kind, place: row as usize * board.columns + column as usize }
    };
    pieces.iter().map(block).collect()
}
