//! The strategy for covers.

mod choose;
mod unlike;

use puzzle_core::{Answer, Ask, Cover, Failure, Run, Sink};

pub use choose::{Choice, QUICK_NODES, choose, quick, trial};
pub use unlike::unlike;

/// Answers a question about covers.
pub fn answer(
    _cover: &Cover,
    _ask: &Ask,
    _run: &Run,
    _sink: &mut dyn Sink,
) -> Result<Answer, Failure> {
    Err(Failure::Declined("not yet".into()))
}

/// The engines of covers, best first.
pub(crate) fn engines() -> impl Iterator<Item = &'static dyn puzzle_core::CoverEngine> {
    crate::of_form(puzzle_core::Form::Cover).filter_map(|engine| engine.cover())
}
