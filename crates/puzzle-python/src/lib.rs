//! What the Python package calls: puzzles, questions, searches.
//!
//! The package (`python/`) is what people see; this is its engine room, a thin layer over the crate
//! `puzzle` that names no family. A question is answered in a thread of its own that never touches
//! the interpreter, so the interpreter's lock is free while a search runs, signals are seen at once,
//! and nothing that Python does, or fails to do, can break a lock in here.

// The macros of PyO3 write the functions that an interpreter calls; nothing here is written unsafe.
#![allow(unsafe_code)]
// What Python hands over is converted, so it comes by value.
#![allow(clippy::needless_pass_by_value)]

mod errors;
mod make;
mod patience;
mod puzzle;
mod question;
mod search;
mod stream;

/// The module `puzzle_processor._native`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::make::{catalogue, cover, engines, families, generate, questions};
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::question::Question;
    #[pymodule_export]
    use crate::search::Search;
    #[pymodule_export]
    use crate::stream::Block;
}
