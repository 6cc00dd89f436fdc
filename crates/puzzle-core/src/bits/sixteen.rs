//! Sixteen half words at once: what a vector register of 512 bits does in one instruction.
//!
//! Only the deeds that an engine's inner loop needs. [`Sixteen`] is the contract; a plain array fulfils
//! it everywhere, and a register where the machine has AVX-512 with population counts. A loop gets
//! the right one inside a [`Work`], which [`dispatch`] compiles for both.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod native;

/// Sixteen half words in memory, as long as a cache line and within one.
#[repr(C, align(64))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line(pub [u32; 16]);

/// Sixteen half words being worked on.
pub trait Sixteen: Copy {
    /// The half words, the first first.
    fn line(self) -> Line;

    /// Bitwise or.
    fn or(self, other: Self) -> Self;

    /// Bitwise or of three.
    fn or_both(self, one: Self, other: Self) -> Self;

    /// Bitwise or with what two others have in common.
    fn or_common(self, one: Self, other: Self) -> Self;

    /// Bitwise and.
    fn and(self, other: Self) -> Self;

    /// What is in the first and not in the second.
    fn without(self, other: Self) -> Self;

    /// Sums, half word by half word, modulo 2^32.
    fn add(self, other: Self) -> Self;

    /// The population of each half word.
    fn population(self) -> Self;

    /// Every half word times 2^16.
    fn shift_16(self) -> Self;

    /// The lesser of two, half word by half word.
    fn min(self, other: Self) -> Self;

    /// The half words whose bit is set, the first of them the lowest bit, and ones in all others.
    fn only(self, which: u16) -> Self;

    /// Which half words are not 0, the first of them the lowest bit.
    fn some(self) -> u16;

    /// Whether some half word is less than 2^16.
    fn has_small(self) -> bool;

    /// The least half word.
    fn least(self) -> u32;
}

impl Sixteen for Line {
    #[inline(always)]
    fn line(self) -> Line {
        self
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Line(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline(always)]
    fn or_both(self, one: Self, other: Self) -> Self {
        self.or(one).or(other)
    }

    #[inline(always)]
    fn or_common(self, one: Self, other: Self) -> Self {
        self.or(one.and(other))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Line(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Line(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Line(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    #[inline(always)]
    fn population(self) -> Self {
        Line(self.0.map(u32::count_ones))
    }

    #[inline(always)]
    fn shift_16(self) -> Self {
        Line(self.0.map(|half| half << 16))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Line(std::array::from_fn(|i| self.0[i].min(other.0[i])))
    }

    #[inline(always)]
    fn only(self, which: u16) -> Self {
        Line(std::array::from_fn(|i| if which >> i & 1 == 1 { self.0[i] } else { u32::MAX }))
    }

    #[inline(always)]
    fn some(self) -> u16 {
        (0..16).fold(0, |some, i| some | u16::from(self.0[i] != 0) << i)
    }

    #[inline(always)]
    fn has_small(self) -> bool {
        self.0.iter().any(|half| half >> 16 == 0)
    }

    #[inline(always)]
    fn least(self) -> u32 {
        self.0.into_iter().fold(u32::MAX, u32::min)
    }
}

/// A way to work on sixteen half words.
pub trait Way: Copy {
    /// Sixteen half words in the form that suits the machine.
    type Sixteen: Sixteen;

    /// Sixteen half words, ready to be worked on.
    fn load(self, line: &Line) -> Self::Sixteen;

    /// One half word sixteen times.
    fn all(self, half: u32) -> Self::Sixteen;
}

/// The way that needs no special instruction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Way for Plain {
    type Sixteen = Line;

    #[inline(always)]
    fn load(self, line: &Line) -> Line {
        *line
    }

    #[inline(always)]
    fn all(self, half: u32) -> Line {
        Line([half; 16])
    }
}

/// A piece of work that has a version of its own for each way. Mark `run` and what it calls in its loop
/// `#[inline(always)]`: only what is inlined profits.
pub trait Work {
    /// What the work results in.
    type Answer;

    /// Does the work.
    fn run<W: Way>(self, way: W) -> Self::Answer;
}

/// Whether the machine has registers for this.
#[inline]
pub fn has_registers() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        native::Wide::present().is_some()
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// Runs the version that is best for this machine.
#[inline]
pub fn dispatch<K: Work>(work: K) -> K::Answer {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = native::Wide::present() {
        return wide.run(work);
    }
    work.run(Plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    struct Everything([Line; 3]);

    impl Work for Everything {
        type Answer = (Vec<Line>, Vec<bool>, Vec<u32>, Vec<u16>);

        #[inline(always)]
        fn run<W: Way>(self, way: W) -> Self::Answer {
            let [x, y, z] = [0, 1, 2].map(|i| way.load(&self.0[i]));
            let deeds = [
                x,
                way.all(self.0[0].0[5]),
                x.or(y),
                x.or_both(y, z),
                x.or_common(y, z),
                x.and(y),
                x.without(y),
                x.add(y),
                x.population(),
                x.shift_16(),
                x.min(y),
                x.only(self.0[1].0[0] as u16),
            ];
            let smalls = deeds.map(Sixteen::has_small).to_vec();
            let least = deeds.map(Sixteen::least).to_vec();
            let some = deeds.map(Sixteen::some).to_vec();
            (deeds.map(Sixteen::line).to_vec(), smalls, least, some)
        }
    }

    #[test]
    fn all_ways_do_the_same_to_sixteen_half_words() {
        let mut random = Random::new(20);
        for _ in 0..2000 {
            let lines = std::array::from_fn(|_| {
                Line(std::array::from_fn(|_| match random.below(9) {
                    0 => u32::MAX,
                    1 => random.bits() as u32 & 0xffff,
                    _ => random.uneven_bits() as u32 | 1 << 16,
                }))
            });
            assert_eq!(dispatch(Everything(lines)), Everything(lines).run(Plain));
        }
    }
}
