//! Machine words as sets of positions along a line: one word for short lines, two, or nine.
//!
//! The line filter needs only shifts, bitwise operations and one addition, whose carry runs
//! through a whole run of cells at once. All three kinds of word give the same answers; the
//! narrowest that holds a line, its sentinel cell and the boundary behind it is the fastest.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

/// A set of positions.
pub(crate) trait Word:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + 'static
{
    /// How many positions it holds.
    const BITS: usize;
    /// The empty set.
    const ZERO: Self;

    /// The set of one position.
    fn bit(position: usize) -> Self;
    /// Every member moved up.
    fn up(self, distance: usize) -> Self;
    /// Every member moved down.
    fn down(self, distance: usize) -> Self;
    /// The sum as numbers, without the last carry.
    fn plus(self, other: Self) -> Self;
    /// Its 64-bit parts, lowest first.
    fn part(self, index: usize) -> u64;

    /// Positions below a bound.
    fn below(bound: usize) -> Self {
        match bound {
            0 => Self::ZERO,
            _ => (!Self::ZERO).down(Self::BITS - bound),
        }
    }

    /// Whether a position is a member.
    fn has(self, position: usize) -> bool {
        self.part(position / 64) >> (position % 64) & 1 == 1
    }

    /// Takes a position out.
    #[inline(always)]
    fn clear(&mut self, position: usize) {
        *self = *self & !Self::bit(position);
    }

    /// Hands every member to `visit`, lowest first.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(usize)) {
        for index in 0..Self::BITS.div_ceil(64) {
            let mut part = self.part(index);
            while part != 0 {
                visit(64 * index + part.trailing_zeros() as usize);
                part &= part - 1;
            }
        }
    }

    /// Carries `seeds`, which lie within `field`, upwards through the runs of `field`: the sum's
    /// carry clears every bit from the lowest seed of a run to its end, but for further seeds.
    #[inline(always)]
    fn flood_up(seeds: Self, field: Self) -> Self {
        (field & !field.plus(seeds)) | seeds
    }
}

macro_rules! primitive {
    ($word:ty) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;

            #[inline(always)]
            fn bit(position: usize) -> Self {
                1 << position
            }

            #[inline(always)]
            fn up(self, distance: usize) -> Self {
                self << distance
            }

            #[inline(always)]
            fn down(self, distance: usize) -> Self {
                self >> distance
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn part(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }
        }
    };
}

primitive!(u64);
primitive!(u128);

/// Nine words, for lines of up to 512 cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide([u64; Wide::PARTS]);

impl Wide {
    const PARTS: usize = 9;
}

macro_rules! bitwise {
    ($($operation:ident $name:ident $sign:tt)*) => {$(
        impl $operation for Wide {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                Wide(std::array::from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }
    )*};
}
bitwise!(BitAnd bitand & BitOr bitor | BitXor bitxor ^);

impl BitOrAssign for Wide {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Self;
    fn not(self) -> Self {
        Wide(self.0.map(|part| !part))
    }
}

impl Word for Wide {
    const BITS: usize = 64 * Wide::PARTS;
    const ZERO: Self = Wide([0; Wide::PARTS]);

    fn bit(position: usize) -> Self {
        let mut parts = [0; Wide::PARTS];
        parts[position / 64] = 1 << (position % 64);
        Wide(parts)
    }

    fn up(self, distance: usize) -> Self {
        let (whole, rest) = (distance / 64, distance % 64);
        let at = |i: usize| i.checked_sub(whole).map_or(0, |i| self.0[i]);
        let carried = |i: usize| match (rest, i) {
            (0, _) | (_, 0) => 0,
            _ => at(i - 1) >> (64 - rest),
        };
        Wide(std::array::from_fn(|i| at(i) << rest | carried(i)))
    }

    fn down(self, distance: usize) -> Self {
        let (whole, rest) = (distance / 64, distance % 64);
        let at = |i: usize| self.0.get(i + whole).copied().unwrap_or(0);
        let carried = |i: usize| if rest == 0 { 0 } else { at(i + 1) << (64 - rest) };
        Wide(std::array::from_fn(|i| at(i) >> rest | carried(i)))
    }

    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Wide(std::array::from_fn(|i| {
            let (sum, first) = self.0[i].overflowing_add(other.0[i]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        }))
    }

    fn part(self, index: usize) -> u64 {
        self.0[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members<W: Word>(word: W) -> Vec<usize> {
        let mut members = Vec::new();
        word.each(|position| members.push(position));
        members
    }

    fn behaves<W: Word>() {
        let last = W::BITS - 1;
        let ends = W::bit(0) | W::bit(last);
        assert_eq!(members(ends), [0, last]);
        assert_eq!(members(ends.up(last)), [last]);
        assert_eq!(members(ends.down(last)), [0]);
        for distance in [0, 1, last / 2, last] {
            assert_eq!(W::bit(0).up(distance), W::bit(distance));
            assert_eq!(W::bit(last).down(distance), W::bit(last - distance));
        }
        assert_eq!(members(W::below(last)).len(), last);
        assert_eq!(W::below(W::BITS), !W::ZERO);
        assert_eq!(W::below(last).plus(W::bit(0)), W::bit(last), "the carry goes all the way");
        let field = W::below(10) ^ W::bit(6);
        let flooded = W::flood_up(W::bit(1) | W::bit(3) | W::bit(8), field);
        assert_eq!(members(flooded), [1, 2, 3, 4, 5, 8, 9]);
    }

    #[test]
    fn all_words_behave_alike() {
        behaves::<u64>();
        behaves::<u128>();
        behaves::<Wide>();
    }
}
