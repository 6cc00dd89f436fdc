//! Other people's crates, one a file. Each is used as its documentation shows, and reads every
//! solution it finds.

mod algoxcc;
mod dlx;
mod dlx_rs;
mod exact_covers;

use crate::program::Program;

/// The crate that all others are compared with.
pub(crate) const BASELINE: &str = "dlx";

/// All peers.
pub(crate) fn programs() -> Vec<Box<dyn Program>> {
    vec![
        Box::new(dlx::Dlx),
        Box::new(dlx_rs::DlxRs),
        Box::new(exact_covers::ExactCovers),
        Box::new(algoxcc::Algoxcc),
    ]
}
