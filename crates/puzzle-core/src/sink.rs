//! Where solutions go. First, all, every n-th, a file: these are sinks, never copies of a search.

use std::io;
use std::ops::ControlFlow;

use crate::Seal;

/// Receives solutions as they are found.
///
/// A solution of any form is a list of numbers: of embeddings, of squares, of the values of a map, of
/// literals, of the colours of cells. The form says what they mean, the family what to call them.
pub trait Sink {
    /// Takes one solution. `Break` ends the search.
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()>;

    /// Brings everything taken so far to safety, and says how long the output is and what its bytes
    /// add up to. A saved run remembers that.
    fn sync(&mut self) -> io::Result<Seal> {
        Ok(Seal::default())
    }

    /// Goes on where a saved run was: its output had this length and checksum, and held this many
    /// solutions. Whatever was written later is written again.
    fn resume(&mut self, _output: Seal, _solutions: u64) -> io::Result<()> {
        Ok(())
    }
}

impl<F: FnMut(&[u32]) -> ControlFlow<()>> Sink for F {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        self(solution)
    }
}

/// A sink that lets every solution pass: for questions that hand none over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl Sink for Ignore {
    fn solution(&mut self, _: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
