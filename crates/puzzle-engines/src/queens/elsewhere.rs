//! The vector kernel on machines that have none.

use std::sync::atomic::AtomicBool;

use super::rest::{Rest, Tally};

/// Never.
pub(super) fn is_available() -> bool {
    false
}

/// There is none.
pub(super) struct Kernel {}

impl Kernel {
    /// There is none.
    pub(super) fn new() -> Option<Self> {
        None
    }

    /// The portable one would be meant.
    pub(super) fn count(&mut self, rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
        super::portable::count(rest, stop)
    }

    /// The portable one would be meant.
    #[cfg(test)]
    pub(super) fn count_wide(&mut self, rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
        super::portable::count(rest, stop)
    }
}
