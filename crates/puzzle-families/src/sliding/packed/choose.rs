//! Which words a puzzle needs.

use std::sync::Arc;

use puzzle_core::{Budget, Failure, Space};

use super::{Layout, Packed, Sliding, Spot, Style};

/// The most bytes that the tables of a space may take.
const LARGEST_TABLES: usize = 1 << 29;

/// Lowers a puzzle in one style to a space in the narrowest words that hold it, unless it is too
/// large.
pub fn lower(puzzle: &Sliding, style: Style, budget: &Budget) -> Result<Space, Failure> {
    let board = puzzle.board();
    let kinds = board.kinds.len();
    let width = Layout::width(board);
    if width > 16 {
        return Err(Failure::Declined(format!("it has {kinds} kinds of blocks, too many")));
    }
    let places = Layout::places(board);
    let count = places.iter().filter(|is_place| **is_place).count();
    let bounded = |spot: usize| match count.saturating_mul(kinds).saturating_mul(spot) {
        bytes if bytes <= LARGEST_TABLES => Ok(()),
        bytes => Err(Failure::Declined(format!("its tables would take {} MiB", bytes >> 20))),
    };
    macro_rules! try_words {
        ($($width:ident $key:ty, $set:ty, $chunk:literal;)*) => {$(
            let bits = size_of::<$key>() * 8;
            let fields = Layout::fields(&places, width, bits, $chunk);
            if let Some(fields) = fields.filter(|_| board.size() <= size_of::<$set>() * 8) {
                bounded(size_of::<Spot<$key, $set>>())?;
                let in_one = if bits == $chunk { bits } else { 0 };
                let planes = Layout::planes(&places, width, in_one);
                let space = Packed::<$key, $set>::new(puzzle, style, fields, planes, budget)?;
                return Ok(Space::$width(Arc::new(space)));
            }
        )*};
    }
    try_words! {
        W64 u64, u64, 64;
        W96 [u32; 3], u64, 96;
        W128 u128, u64, 128;
        W512 [u64; 8], u64, 64;
        // Document 002's largest boards.
        W1024 [u64; 16], [u64; 4], 64;
        W4096 [u64; 64], [u64; 16], 64;
        W65536 [u64; 1024], [u64; 256], 64;
    }
    let (rows, columns) = (board.rows, board.columns);
    Err(Failure::Declined(format!(
        "a board of {rows} x {columns} cells with {kinds} kinds of blocks is too large to search"
    )))
}
