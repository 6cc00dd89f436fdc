//! A jump puzzle as a state space: classes of positions under a group of symmetries.
//!
//! A key is the least image of a position under the group. Images need no permuting per jump: if
//! p becomes p ^ mask, its image under g becomes image(p) ^ image(mask), so the images of a position
//! are made once, from tables by bytes, and each jump costs one exclusive or and one comparison for
//! each symmetry. Which jumps can be made also comes from tables by bytes, as a bit set: the
//! intersection over the bytes of the jumps that each byte allows.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor};

use puzzle_core::jumps::{JumpProblem, Position, carry_position};
use puzzle_core::{Key, Permutation, StateSpace, Successors};

use crate::space::level::{Entry, Level};

/// A word wide enough for a board.
pub trait Word:
    Key + Debug + BitXor<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// The word with these bits; the others are lost.
    fn narrow(position: Position) -> Self;
    /// The bits.
    fn widen(self) -> Position;
    /// Eight bits, from the lowest on.
    fn byte(self, number: usize) -> usize;
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Word for $word {
            #[inline]
            fn narrow(position: Position) -> Self {
                position as Self
            }
            #[inline]
            fn widen(self) -> Position {
                Position::from(self)
            }
            #[inline]
            fn byte(self, number: usize) -> usize {
                (self >> (8 * number)) as u8 as usize
            }
        }
    )*};
}

words!(u32 u64 u128);

/// Runs `$body` with `$word` as the narrowest word for the board.
macro_rules! with_board_word {
    ($holes:expr, $word:ident => $body:expr) => {
        match $holes {
            0..=32 => {
                type $word = u32;
                $body
            }
            33..=64 => {
                type $word = u64;
                $body
            }
            _ => {
                type $word = u128;
                $body
            }
        }
    };
}

pub(super) use with_board_word;

/// Positions up to symmetry, and jumps between them.
#[derive(Debug)]
pub struct JumpSpace<K> {
    starts: Vec<K>,
    full: K,
    bytes: usize,
    /// How many symmetries, and that number rounded up to 1, 2, 4 or a multiple of 8: the list is
    /// filled with the identity.
    order: usize,
    width: usize,
    /// By byte number, byte and symmetry: the image of the byte.
    images: Vec<K>,
    /// By jump and symmetry: the image of the jump's three holes.
    masks: Vec<K>,
    /// Words of a set of jumps.
    words: usize,
    /// By byte number, byte and word: the jumps that the byte allows.
    allowed: Vec<u64>,
}

impl<K: Word> JumpSpace<K> {
    /// The space of a problem's board with these starts, under a group of symmetries that carries
    /// starts to starts; the identity comes first.
    pub fn new(problem: &JumpProblem, starts: &[Position], group: &[Permutation]) -> Self {
        let board = problem.board();
        let bytes = board.holes().div_ceil(8).max(1);
        let width = match group.len() {
            order @ 0..=2 => order.max(1),
            order @ 3..=4 => order.next_multiple_of(4),
            order => order.next_multiple_of(8),
        };
        let identity = &board.symmetries()[0];
        let at = |i: usize| group.get(i).unwrap_or(identity);
        let mut images = Vec::with_capacity(bytes * 256 * width);
        let mut allowed = Vec::new();
        let words = board.jumps().len().div_ceil(64);
        for number in 0..bytes {
            for byte in 0..256_u128 {
                let holes = byte << (8 * number) & board.full();
                images.extend((0..width).map(|i| K::narrow(carry_position(at(i), holes))));
                let here = 255_u128 << (8 * number);
                let mut set = vec![0; words];
                for (i, jump) in board.jumps().iter().enumerate() {
                    let fits = holes & jump.mask() == jump.taken() & here;
                    set[i / 64] |= u64::from(fits) << (i % 64);
                }
                allowed.extend(set);
            }
        }
        let mut masks = Vec::with_capacity(board.jumps().len() * width);
        for jump in board.jumps() {
            masks.extend((0..width).map(|i| K::narrow(carry_position(at(i), jump.mask()))));
        }
        let full = K::narrow(board.full());
        let order = group.len().max(1);
        let mut space = JumpSpace {
            starts: Vec::new(),
            full,
            bytes,
            order,
            width,
            images,
            masks,
            words,
            allowed,
        };
        space.starts = starts.iter().map(|&start| space.canonical(K::narrow(start))).collect();
        space
    }

    /// The images of a position, one for each symmetry.
    #[inline]
    fn images<const N: usize>(&self, position: K) -> [K; N] {
        let mut images = [K::narrow(0); N];
        for number in 0..self.bytes {
            let at = (number * 256 + position.byte(number)) * N;
            for (image, &part) in images.iter_mut().zip(&self.images[at..at + N]) {
                *image = *image | part;
            }
        }
        images
    }

    /// The same for any number of symmetries.
    fn all_images(&self, position: K) -> impl Iterator<Item = K> {
        (0..self.order).map(move |i| {
            (0..self.bytes).fold(K::narrow(0), |image, number| {
                image | self.images[(number * 256 + position.byte(number)) * self.width + i]
            })
        })
    }

    /// The least image.
    #[inline]
    pub fn canonical(&self, position: K) -> K {
        match self.width {
            1 => position,
            2 => least(self.images::<2>(position)),
            4 => least(self.images::<4>(position)),
            8 => least(self.images::<8>(position)),
            _ => self.all_images(position).min().unwrap_or(position),
        }
    }

    /// The level of entries from a file; `None` unless all are classes of positions with this many
    /// pegs, and all members of a class are reached equally often.
    pub(super) fn level(&self, entries: Vec<Entry<K>>, pegs: u32) -> Option<Level<K>> {
        let fits = |entry: &Entry<K>| {
            let key = entry.key();
            key & self.full == key
                && self.canonical(key) == key
                && key.widen().count_ones() == pegs
                && entry.ways().is_multiple_of(self.class_size(key).into())
        };
        entries.iter().all(fits).then(|| Level::new(entries).ok()).flatten()
    }

    /// The class of the complements.
    pub fn complement(&self, position: K) -> K {
        self.canonical(position ^ self.full)
    }

    /// How many positions are in the class.
    pub fn class_size(&self, position: K) -> u64 {
        let fixed = match self.width {
            8 => {
                self.images::<8>(position)[..self.order].iter().filter(|&&i| i == position).count()
            }
            _ => self.all_images(position).filter(|&image| image == position).count(),
        };
        (self.order / fixed.max(1)) as u64
    }

    /// The numbers of the jumps that can be made.
    #[inline]
    fn each_jump(&self, position: K, mut visit: impl FnMut(usize)) {
        for word in 0..self.words {
            let mut set = !0;
            for number in 0..self.bytes {
                set &= self.allowed[(number * 256 + position.byte(number)) * self.words + word];
            }
            while set != 0 {
                visit(word * 64 + set.trailing_zeros() as usize);
                set &= set - 1;
            }
        }
    }

    fn expand_with<const N: usize>(&self, states: &[K], out: &mut Successors<K>) {
        for &state in states {
            let images: [K; N] = self.images(state);
            self.each_jump(state, |jump| {
                let masks = &self.masks[jump * N..jump * N + N];
                let mut least = images[0] ^ masks[0];
                for i in 1..N {
                    least = least.min(images[i] ^ masks[i]);
                }
                out.push(least);
            });
            out.close();
        }
    }

    fn expand_any(&self, states: &[K], out: &mut Successors<K>) {
        for &state in states {
            let images: Vec<K> = self.all_images(state).collect();
            self.each_jump(state, |jump| {
                let masks = &self.masks[jump * self.width..];
                let changed = images.iter().zip(masks).map(|(&image, &mask)| image ^ mask);
                out.push(changed.min().unwrap_or(state));
            });
            out.close();
        }
    }
}

#[inline]
fn least<K: Word, const N: usize>(images: [K; N]) -> K {
    images.iter().skip(1).fold(images[0], |least, &image| least.min(image))
}

impl<K: Word> StateSpace for JumpSpace<K> {
    type Key = K;

    fn starts(&self) -> Vec<K> {
        self.starts.clone()
    }

    fn expand(&self, states: &[K], out: &mut Successors<K>) {
        match self.width {
            1 => self.expand_with::<1>(states, out),
            2 => self.expand_with::<2>(states, out),
            4 => self.expand_with::<4>(states, out),
            8 => self.expand_with::<8>(states, out),
            _ => self.expand_any(states, out),
        }
    }

    fn is_reversible(&self) -> bool {
        false
    }
}
