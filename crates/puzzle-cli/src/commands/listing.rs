//! Solutions that are a line of text or a JSON object each, as they come.

use std::ops::ControlFlow;

use puzzle::Puzzle;
use puzzle::core::StopReason;
use serde_json::Value;

use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::output::{JsonList, Results};
use crate::search::Finished;

/// Prints solutions until there are enough.
pub(crate) struct Listing<'a> {
    solve: &'a Solve,
    out: Results,
    list: JsonList,
    found: u64,
    limit: u64,
    failed: Option<std::io::Error>,
}

impl<'a> Listing<'a> {
    /// Begins. Options that only a search for covers knows are refused.
    pub(crate) fn new(solve: &'a Solve) -> Result<Self, Error> {
        if solve.explain_tree.is_some() {
            let message = "error: --explain-tree is for exact covers";
            return Err(Error::Input(message.into()));
        }
        let limit = if solve.all { u64::MAX } else { solve.limit.unwrap_or(1) };
        let out = Results::open(solve.output.as_deref(), None)?;
        Ok(Listing { solve, out, list: JsonList::default(), found: 0, limit, failed: None })
    }

    /// Prints one; `json` gets its number.
    pub(crate) fn item(
        &mut self,
        text: impl FnOnce() -> String,
        json: impl FnOnce(u64) -> Value,
    ) -> ControlFlow<()> {
        self.found += 1;
        let printed = match (self.solve.json, self.solve.ndjson) {
            (true, _) => self.list.push(self.out.writer(), &json(self.found)),
            (_, true) => writeln!(self.out.writer(), "{}", json(self.found)),
            _ => writeln!(self.out.writer(), "{}", text()),
        };
        if let Err(error) = printed {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if self.found >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Prints the end; `what` is what was listed, in the plural.
    pub(crate) fn finish(
        mut self,
        puzzle: &Puzzle,
        finished: &Finished,
        what: &str,
    ) -> Result<Exit, Error> {
        if let Some(error) = self.failed.take() {
            return Err(error.into());
        }
        let json = finished.json(puzzle);
        match (self.solve.json, self.solve.ndjson) {
            (true, _) => self.list.finish(self.out.writer(), &json)?,
            (_, true) => writeln!(self.out.writer(), "{json}")?,
            _ => {}
        }
        self.out.writer().flush()?;
        let text = !self.solve.json && !self.solve.ndjson && !self.solve.search.quiet;
        match finished.answer.stopped {
            _ if !text => {}
            None if self.found == 0 => remark!("there are no {what}"),
            None => remark!("{} {what}, that is all", self.found),
            Some(StopReason::Satisfied) => {}
            Some(reason) => remark!("stopped: {reason}, after {} {what}", self.found),
        }
        match finished.exit() {
            Exit::Answered if self.found == 0 => Ok(Exit::NoSolution),
            exit => Ok(exit),
        }
    }
}
