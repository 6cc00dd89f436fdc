//! Where solutions go. First, all, every n-th, a file: these are sinks, never copies of a search.

use std::ops::ControlFlow;

use crate::EmbeddingId;

/// Receives solutions as an engine finds them.
pub trait Sink {
    /// Takes one solution, as the embeddings chosen in the order of choice. `Break` ends the
    /// search.
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()>;
}

impl<F: FnMut(&[EmbeddingId]) -> ControlFlow<()>> Sink for F {
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()> {
        self(chosen)
    }
}

/// Keeps every solution.
#[derive(Clone, Debug, Default)]
pub struct Collect {
    /// What was found.
    pub solutions: Vec<Vec<EmbeddingId>>,
}

impl Collect {
    /// None yet.
    pub fn all() -> Self {
        Self::default()
    }
}

impl Sink for Collect {
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()> {
        self.solutions.push(chosen.to_vec());
        ControlFlow::Continue(())
    }
}

/// Lets every solution pass: for counting.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl Sink for Discard {
    fn solution(&mut self, _: &[EmbeddingId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
