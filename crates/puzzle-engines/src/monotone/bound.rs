//! How many maps there are at least.
//!
//! Take an antichain A of P and an interval [u, v] of Q. Map everything that is strictly above some
//! member of A to v, everything else outside A to u, and each member of A wherever you like between
//! u and v: all these maps are monotone, and there are |[u, v]| to the |A| of them. With [u, v] of
//! two elements that is 2 to the |A|.
//!
//! When P is itself an order of maps, too large to be written down, the maps of equal sum of heights
//! are an antichain, and how many there are is counted by [`super::frontier`].

use num_bigint::BigUint;
use puzzle_core::{Control, Monotone};

use super::frontier::{self, Failed};

/// A proved lower bound: `base` to the `exponent`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The size of the interval.
    pub base: BigUint,
    /// The size of the antichain.
    pub exponent: BigUint,
}

impl Bound {
    /// The bound as a power of two, rounded down.
    pub fn power_of_two(&self) -> BigUint {
        if self.base <= BigUint::from(1_u32) || self.exponent == BigUint::ZERO {
            return BigUint::ZERO;
        }
        // log2 of the base from 64 leading bits, rounded down in the last place shown.
        let bits = self.base.bits();
        let shift = bits.saturating_sub(53);
        let lead = u64::try_from(&self.base >> shift).unwrap_or(u64::MAX) as f64;
        let log = lead.log2() + shift as f64;
        let thousandths = (log * 1000.0).floor() as u64;
        &self.exponent * thousandths / 1000_u32
    }
}

/// The largest level of an order of maps, and how many maps there are in all.
pub fn largest_level(
    maps: &Monotone,
    most: usize,
    control: &Control,
) -> Result<(BigUint, BigUint), Failed> {
    let counted = frontier::count(maps, true, most, control)?;
    let largest = counted.levels.iter().max().cloned().unwrap_or_default();
    Ok((largest, counted.levels.into_iter().sum()))
}
