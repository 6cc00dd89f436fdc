//! Numbers of ways: of 128 bits as long as those hold them, then of any size.

use num_bigint::BigUint;

/// A number of ways that says when a sum does not fit.
pub(crate) trait Amount: Clone + From<u32> + Into<BigUint> + TryFrom<BigUint> {
    /// Bytes beside the value itself, as a rule.
    const HEAP: usize;
    /// Adds; `None` if the sum does not fit.
    fn add(&mut self, other: &Self) -> Option<()>;
}

impl Amount for u128 {
    const HEAP: usize = 0;
    #[inline]
    fn add(&mut self, other: &Self) -> Option<()> {
        *self = self.checked_add(*other)?;
        Some(())
    }
}

impl Amount for BigUint {
    const HEAP: usize = 64;
    fn add(&mut self, other: &Self) -> Option<()> {
        *self += other;
        Some(())
    }
}
