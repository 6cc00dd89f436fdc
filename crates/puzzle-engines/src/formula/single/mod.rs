//! One model by a SAT solver, or a proof that there is none.
//!
//! [`batsat`](mod@batsat) is always there; `cadical`, a stronger solver written in C++, with the
//! feature of that name. Both write the proof as DRAT: lines of literals that end with 0, each a
//! clause that follows from the formula and the lines before it, or, after `d`, one that is no
//! longer needed. The last one is the empty clause.

pub mod batsat;
#[cfg(feature = "cadical")]
pub mod cadical;

use std::io::{self, Write};
use std::path::Path;

use puzzle_core::{Failure, StopReason};
use rustsat::types::{Clause, Lit};

use crate::files;

/// What the solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A model, every variable of the formula set.
    Model(Vec<i32>),
    /// There is none.
    Nothing,
    /// A limit came first.
    Stopped(StopReason),
}

/// Where a proof goes. What it contains is a proof if nothing is found.
pub type Proof<'p> = &'p mut (dyn Write + 'p);

/// Solves with a proof in a file, which is there when it is whole: one that a limit or a full disk cuts
/// short does not take the place of an older one.
pub fn proved(
    file: &Path,
    solve: impl FnOnce(Option<Proof<'_>>) -> Found,
) -> Result<Found, Failure> {
    let mut found = None;
    let written = files::write(file, |out| {
        let mut proof = Lasting { out, failed: None };
        let what = solve(Some(&mut proof));
        let failed = proof.failed;
        let is_whole = !matches!(found.insert(what), Found::Stopped(_));
        let unfinished = || io::Error::other("it is not finished");
        failed.map_or(Ok(()), Err).and_then(|()| is_whole.then_some(()).ok_or_else(unfinished))
    });
    match (found, written) {
        (Some(stopped @ Found::Stopped(_)), _) => Ok(stopped),
        (Some(found), Ok(())) => Ok(found),
        (_, Err(error)) => {
            let message = format!("cannot write the proof {}: {error}", file.display());
            Err(Failure::Usage(message))
        }
        (None, Ok(())) => unreachable!("what is written comes from the solver"),
    }
}

/// Remembers the first failure: a solver goes on, and what it wrote later would hide a gap.
struct Lasting<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
}

impl Write for Lasting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.is_none() {
            self.failed = self.out.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A clause in the solver's terms.
fn clause(literals: &[i32]) -> Clause {
    literals.iter().map(|&l| Lit::new(l.unsigned_abs() - 1, l < 0)).collect()
}
