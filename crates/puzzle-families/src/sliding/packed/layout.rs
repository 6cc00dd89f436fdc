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

    /// Where on an empty board blocks can have their places.
    pub(super) fn places(board: &Board) -> Vec<bool> {
        let can_be =
            |place| (0..board.kinds.len()).any(|kind| board.cells(Block { kind, place }).is_some());
        (0..board.size()).map(can_be).collect()
    }

    /// Fields one after the other, for places only, none of them across a multiple of `chunk` bits;
    /// `None` if there are too many for a word.
    pub(super) fn fields(places: &[bool], width: usize, bits: usize, chunk: usize) -> Option<Self> {
        let in_chunk = chunk / width;
        let mut count = 0;
        let start = |&is_place: &bool| {
            count += usize::from(is_place);
            let number = count.checked_sub(1).filter(|_| is_place)?;
            Some(number / in_chunk * chunk + number % in_chunk * width)
        };
        let starts = places.iter().map(start).collect();
        (count <= bits / chunk * in_chunk).then_some(Layout { width, stride: 1, starts })
    }

    /// Planes, if they fit a word.
    pub(super) fn planes(places: &[bool], width: usize, bits: usize) -> Option<Self> {
        let stride = places.iter().rposition(|&is_place| is_place)? + 1;
        let starts = places.iter().enumerate().map(|(at, &is_place)| is_place.then_some(at));
        let fits = places.len() <= 64 && stride * width <= bits;
        fits.then(|| Layout { width, stride, starts: starts.collect() })
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
