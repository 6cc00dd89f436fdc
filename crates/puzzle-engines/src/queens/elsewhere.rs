//! The vector kernels on machines that have none.

use std::sync::atomic::AtomicBool;

use super::rest::{Rest, Tally};

/// Never.
pub(super) fn is_available() -> bool {
    false
}

/// There is none.
pub(super) struct Kernel;

impl Kernel {
    /// There is none.
    pub(super) fn new() -> Option<Self> {
        None
    }

    /// It takes nothing.
    pub(super) fn takes(_: &Rest) -> bool {
        false
    }

    /// The portable one would be meant.
    pub(super) fn count(&mut self, rest: &Rest, stop: &AtomicBool) -> Option<Tally> {
        super::portable::count(rest, stop)
    }
}
