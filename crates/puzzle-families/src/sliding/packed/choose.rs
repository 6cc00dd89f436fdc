//! Which words a puzzle needs.

use super::{Layout, Packed, Sliding, Spot, Style};

/// A space in the narrowest words that hold the puzzle.
pub enum Lowered {
    /// Up to 64 bits of fields and 64 cells.
    One(Packed<u64, u64>),
    /// Up to 96 bits.
    Short(Packed<[u32; 3], u64>),
    /// Up to 128 bits.
    Two(Packed<u128, u64>),
    /// Up to 512 bits.
    Eight(Packed<[u64; 8], u64>),
    /// Up to 1024 bits and 256 cells: document 002's largest boards.
    Sixteen(Box<Packed<[u64; 16], [u64; 4]>>),
    /// Up to 4096 bits and 1024 cells.
    Large(Box<Packed<[u64; 64], [u64; 16]>>),
    /// Up to 65536 bits and 16384 cells.
    Huge(Box<Packed<[u64; 1024], [u64; 256]>>),
}

/// Calls a closure-like macro body with the space, whatever its words are.
#[macro_export]
macro_rules! with_sliding_space {
    ($lowered:expr, $space:ident => $body:expr) => {
        match $lowered {
            $crate::sliding::Lowered::One($space) => $body,
            $crate::sliding::Lowered::Short($space) => $body,
            $crate::sliding::Lowered::Two($space) => $body,
            $crate::sliding::Lowered::Eight($space) => $body,
            $crate::sliding::Lowered::Sixteen($space) => {
                let $space = &**$space;
                $body
            }
            $crate::sliding::Lowered::Large($space) => {
                let $space = &**$space;
                $body
            }
            $crate::sliding::Lowered::Huge($space) => {
                let $space = &**$space;
                $body
            }
        }
    };
}

/// The most bytes that the tables of a space may take.
const LARGEST_TABLES: usize = 1 << 29;

/// Lowers a puzzle in one style, unless it is too large.
pub fn lower(puzzle: &Sliding, style: Style) -> Result<Lowered, String> {
    let board = puzzle.board();
    let kinds = board.kinds.len();
    let width = Layout::width(board);
    if width > 16 {
        return Err(format!("it has {kinds} kinds of blocks, too many"));
    }
    let places = Layout::places(board);
    let count = places.iter().filter(|is_place| **is_place).count();
    let bounded = |spot: usize| match count.saturating_mul(kinds).saturating_mul(spot) {
        bytes if bytes <= LARGEST_TABLES => Ok(()),
        bytes => Err(format!("its tables would take {} MiB", bytes >> 20)),
    };
    macro_rules! try_words {
        ($($variant:ident $key:ty, $set:ty, $chunk:literal, $wrap:expr;)*) => {$(
            let bits = size_of::<$key>() * 8;
            let fields = Layout::fields(&places, width, bits, $chunk);
            if let Some(fields) = fields.filter(|_| board.size() <= size_of::<$set>() * 8) {
                bounded(size_of::<Spot<$key, $set>>())?;
                let in_one = if bits == $chunk { bits } else { 0 };
                let planes = Layout::planes(&places, width, in_one);
                let space = Packed::<$key, $set>::new(puzzle, style, fields, planes);
                return Ok(Lowered::$variant($wrap(space)));
            }
        )*};
    }
    try_words! {
        One u64, u64, 64, std::convert::identity;
        Short [u32; 3], u64, 96, std::convert::identity;
        Two u128, u64, 128, std::convert::identity;
        Eight [u64; 8], u64, 64, std::convert::identity;
        Sixteen [u64; 16], [u64; 4], 64, Box::new;
        Large [u64; 64], [u64; 16], 64, Box::new;
        Huge [u64; 1024], [u64; 256], 64, Box::new;
    }
    let (rows, columns) = (board.rows, board.columns);
    Err(format!(
        "a board of {rows} x {columns} cells with {kinds} kinds of blocks is too large to search"
    ))
}
