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

/// Keeps up to `limit` solutions.
#[derive(Clone, Debug, Default)]
pub struct Collect {
    /// What was found.
    pub solutions: Vec<Vec<EmbeddingId>>,
    limit: Option<usize>,
}

impl Collect {
    /// Keeps every solution.
    pub fn all() -> Self {
        Self::default()
    }

    /// Stops the search after so many.
    pub fn up_to(limit: usize) -> Self {
        Collect { solutions: Vec::new(), limit: Some(limit) }
    }
}

impl Sink for Collect {
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()> {
        self.solutions.push(chosen.to_vec());
        if self.limit.is_some_and(|limit| self.solutions.len() >= limit) {
            return ControlFlow::Break(());
        }
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
