//! Where solutions go. First, all, every n-th, a file: these are sinks, never copies of a search.

use std::io;
use std::ops::ControlFlow;

use crate::{Seal, SymmetryKind};

/// Receives solutions as they are found.
///
/// A solution of any form is a list of numbers: of embeddings, of squares, of the values of a map, of
/// literals, of the colours of cells. The form says what they mean, the family what to call them.
pub trait Sink {
    /// Takes one solution. `Break` ends the search.
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()>;

    /// Says where the next solution stands among those that count as the same; only said where one
    /// solution of each class is handed over.
    fn standing(&mut self, _standing: &Standing) {}

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

/// The class of a solution: its images under the symmetries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// How many different images it has, itself included.
    pub class: u64,
    /// The symmetries that leave it as it is, but for the identity: what each is, and how often it
    /// must be repeated until everything is back in its place.
    pub kept_by: Vec<(SymmetryKind, u32)>,
}

impl Standing {
    /// In a few words.
    pub fn words(&self) -> String {
        let mut words = match self.class {
            1 => "alone in its class".to_owned(),
            n => format!("one of {n} alike"),
        };
        let mut kinds = self.kept_by.clone();
        kinds.sort_unstable();
        for (i, alike) in kinds.chunk_by(|a, b| a == b).enumerate() {
            let (kind, times) = alike[0];
            let lead = if i == 0 { ", kept by" } else { " and" };
            let many = alike.len();
            words.push_str(&format!("{lead} {many} {} of order {times}", kind.word(many)));
        }
        words
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
