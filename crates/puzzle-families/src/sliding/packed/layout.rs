//! Where the kind at a place is written in a key.
//!
//! The bits of a kind's number lie side by side, or, on small boards, a board apart: then the key is
//! a row of *planes*, each with one bit for each cell, and [`super::planes`] can move all blocks of a
//! shape at once by shifting.

use super::super::board::{Block, Board};
use super::Bits;

/// The places of all fields.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// How many bits the number of a kind has.
    pub(super) width: usize,
    /// How far these bits are apart.
    pub(super) stride: usize,
    /// For each cell where its field begins, if a block can have its place there.
    pub(super) starts: Vec<Option<usize>>,
}

impl Layout {
    /// How many bits the numbers of the kinds need: 0 is for no block.
    pub(super) fn width(board: &Board) -> usize {
        (usize::BITS - board.kinds.len().leading_zeros()) as usize
    }

    /// Fields one after the other, for places only, none of them across a multiple of `chunk` bits;
    /// `None` if there are too many for a word.
    pub(super) fn fields(board: &Board, bits: usize, chunk: usize) -> Option<Self> {
        let width = Self::width(board);
        let mut number = 0;
        let start = |place: usize| {
            if !can_be(board, place) {
                return None;
            }
            number += 1;
            let (chunks, within) = ((number - 1) / (chunk / width), (number - 1) % (chunk / width));
            Some(chunks * chunk + within * width)
        };
        let starts = (0..board.size()).map(start).collect();
        let most = bits / chunk * (chunk / width);
        (number <= most).then_some(Layout { width, stride: 1, starts })
    }

    /// Planes, if they fit a word.
    pub(super) fn planes(board: &Board, bits: usize) -> Option<Self> {
        let width = Self::width(board);
        let last = (0..board.size()).rfind(|&place| can_be(board, place))?;
        let starts = (0..board.size()).map(|place| Some(place).filter(|&p| can_be(board, p)));
        let fits = board.size() <= 64 && (last + 1) * width <= bits;
        fits.then(|| Layout { width, stride: last + 1, starts: starts.collect() })
    }

    /// Whether the key is a row of planes.
    pub(super) fn has_planes(&self) -> bool {
        self.stride > 1
    }

    /// A number in the field that begins at a bit.
    pub(super) fn put<K: Bits>(&self, start: usize, number: usize) -> K {
        let bits = (0..self.width).filter(|bit| number >> bit & 1 != 0);
        bits.fold(K::ZERO, |key, bit| key.or(K::single(start + bit * self.stride)))
    }

    /// The number in the field that begins at a bit.
    #[inline]
    pub(super) fn number<K: Bits>(&self, key: K, start: usize) -> usize {
        if self.stride == 1 {
            return key.field(start, self.width);
        }
        let bit = |bit: usize| key.field(start + bit * self.stride, 1) << bit;
        (0..self.width).map(bit).sum()
    }
}

/// Whether a block of some kind can have its place there.
fn can_be(board: &Board, place: usize) -> bool {
    (0..board.kinds.len()).any(|kind| board.cells(Block { kind, place }).is_some())
}
