//! What the answer to one puzzle may use, and where it goes.
//!
//! A puzzle that is alone has the whole machine, and its answer goes out as it comes. One of several has
//! its share, and its answer is kept until its turn comes to be printed.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use puzzle::{Control, Puzzle};

use crate::exit::Error;
use crate::output::{self, Results};

/// Everything that was written for one puzzle.
#[derive(Default)]
pub(crate) struct Page {
    /// The answer.
    pub(crate) out: Vec<u8>,
    /// Remarks, warnings and explanations.
    pub(crate) remarks: Vec<String>,
    /// What closes the run: how many there were, why it stopped.
    pub(crate) closing: String,
}

/// A page that is being written.
#[derive(Clone, Default)]
pub(crate) struct Kept(Rc<RefCell<Page>>);

impl Kept {
    /// What was written.
    pub(crate) fn take(&self) -> Page {
        std::mem::take(&mut *self.0.borrow_mut())
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where one puzzle is answered.
pub(crate) struct Desk {
    /// Limits, interrupt and progress.
    pub(crate) control: Arc<Control>,
    /// How many threads search; without a number the engines decide.
    pub(crate) threads: Option<usize>,
    kept: Option<Kept>,
}

impl Desk {
    /// For a puzzle that is alone.
    pub(crate) fn alone(control: Arc<Control>, threads: Option<usize>) -> Self {
        Desk { control, threads, kept: None }
    }

    /// For one of several.
    pub(crate) fn shared(control: Arc<Control>, threads: usize, kept: Kept) -> Self {
        Desk { control, threads: Some(threads), kept: Some(kept) }
    }

    /// Whether the puzzle is alone.
    pub(crate) fn is_alone(&self) -> bool {
        self.kept.is_none()
    }

    /// Where results go.
    pub(crate) fn results(&self, file: Option<&Path>, resumed: bool) -> Result<Results, Error> {
        match &self.kept {
            Some(kept) => Ok(Results::Kept(kept.clone())),
            None => Results::open(file, resumed),
        }
    }

    /// A remark.
    pub(crate) fn remark(&self, text: &str) {
        match &self.kept {
            Some(kept) => kept.0.borrow_mut().remarks.push(text.to_owned()),
            None => remark!("{text}"),
        }
    }

    /// A remark that ends a run.
    pub(crate) fn close(&self, text: &str) {
        match &self.kept {
            Some(kept) => text.clone_into(&mut kept.0.borrow_mut().closing),
            None => remark!("{text}"),
        }
    }

    /// A remark that would be the same with every puzzle.
    pub(crate) fn repeat(&self, text: &str) {
        if self.is_alone() {
            remark!("{text}");
        }
    }

    /// The puzzle's warnings.
    pub(crate) fn warn(&self, puzzle: &Puzzle) {
        match &self.kept {
            Some(_) => puzzle.warnings().for_each(|warning| self.remark(warning.trim_end())),
            None => output::warn(puzzle),
        }
    }
}
