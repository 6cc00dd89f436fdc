//! What a run prints: solutions, traces, totals, profiles.

use std::io::{self, Write};
use std::ops::ControlFlow;

use puzzle::processor::Program;
use puzzle::processor::machine::{Counts, Decoder, Part, Profile, Trace};
use serde_json::{Value, json};

use crate::args::Run;
use crate::exit::Error;
use crate::output::{self, JsonList};

/// The end of a run.
pub(super) struct Ending<'a> {
    pub(super) machine: &'static str,
    /// All solutions, those before the state that the run began with included.
    pub(super) nos: u64,
    pub(super) counts: Counts,
    /// Whether instructions were counted.
    pub(super) counted: bool,
    pub(super) stopped: Option<&'a str>,
    pub(super) seconds: f64,
    pub(super) profile: Option<&'a Profile>,
}

/// Prints solutions as they come and the rest at the end.
pub(super) struct Printer<'a> {
    run: &'a Run,
    decoder: Decoder,
    /// Embeddings that were placed before the run began.
    placed: &'a [u32],
    out: Box<dyn Write>,
    nos: u64,
    list: JsonList,
    /// Solutions that wait for the trace of the instructions that found them.
    held: Option<String>,
    failed: Option<io::Error>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        run: &'a Run,
        program: &Program,
        nos: u64,
        part: Option<&'a Part>,
    ) -> Result<Self, Error> {
        let out = output::writer(None)?;
        let decoder = Decoder::numbers(program);
        let placed = part.map_or(&[][..], |part| &part.placed);
        let list = JsonList::of("solutions");
        Ok(Printer { run, decoder, placed, out, nos, list, held: None, failed: None })
    }

    /// Whether nobody wants to see solutions.
    pub(super) fn only_counts(&self) -> bool {
        self.run.quiet
    }

    /// Takes a solution as the stack that spells it; breaks when it cannot be printed.
    pub(super) fn solution(&mut self, stack: &[u32]) -> ControlFlow<()> {
        self.nos = self.nos.saturating_add(1);
        if self.run.quiet {
            return ControlFlow::Continue(());
        }
        if self.run.json {
            let json = self.json(stack);
            let written = self.list.push(&mut *self.out, &json);
            return self.keep_error(written);
        }
        let placed = self.placed.iter().map(u32::to_string);
        let rest = Some(self.decoder.describe(stack)).filter(|rest| !rest.is_empty());
        let line = placed.chain(rest).collect::<Vec<_>>().join(" ");
        match &mut self.held {
            Some(held) => {
                held.push_str(&line);
                held.push('\n');
                ControlFlow::Continue(())
            }
            None => {
                let written = writeln!(self.out, "{line}");
                self.keep_error(written)
            }
        }
    }

    fn json(&self, stack: &[u32]) -> Value {
        let found = stack.iter().map(|&address| self.decoder.get(address));
        let placed = self.placed.iter().copied().map(Some);
        match placed.chain(found).collect::<Option<Vec<u32>>>() {
            Some(numbers) => json!({ "number": self.nos, "embeddings": numbers }),
            None if self.placed.is_empty() => {
                json!({ "number": self.nos, "return_addresses": stack })
            }
            None => json!({
                "number": self.nos, "placed": self.placed, "return_addresses": stack,
            }),
        }
    }

    fn keep_error(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Solutions wait for [`Printer::release`].
    pub(super) fn hold(&mut self) {
        self.held = Some(String::new());
    }

    /// Prints a part of the trace, then the solutions found in it; breaks when that fails.
    pub(super) fn release(&mut self, trace: &Trace) -> ControlFlow<()> {
        let held = self.held.take().unwrap_or_default();
        if trace.slots.is_empty() {
            return ControlFlow::Continue(());
        }
        let gap = if trace.first == 0 { "" } else { "\n" };
        let written = write!(self.out, "{gap}{}{held}", trace.render());
        self.keep_error(written)
    }

    /// Everything so far is out; tells if something could not be printed.
    pub(super) fn flush(&mut self) -> Result<(), Error> {
        match self.failed.take() {
            Some(error) => Err(error.into()),
            None => Ok(self.out.flush()?),
        }
    }

    /// Tells an error; one JSON object that was begun is ended with it.
    pub(super) fn fail(mut self, error: Error) -> Error {
        self.list.fail(&mut *self.out, error)
    }

    /// The totals.
    pub(super) fn finish(mut self, ending: &Ending<'_>) -> Result<(), Error> {
        if self.run.json {
            let json = summary(self.run, ending);
            match self.run.quiet {
                true => writeln!(self.out, "{json}")?,
                false => write!(self.out, "{}", self.list.finish(&json))?,
            }
            self.out.flush()?;
            return Ok(());
        }
        let s = if ending.nos == 1 { "" } else { "s" };
        match (self.run.quiet, ending.stopped) {
            (true, _) => writeln!(self.out, "{}", ending.nos)?,
            (false, None) => writeln!(self.out, "{} solution{s}", ending.nos)?,
            (false, Some(_)) => writeln!(self.out, "{} solution{s} so far", ending.nos)?,
        }
        if let Some(profile) = ending.profile {
            write!(self.out, "\n{}", output::printable(&profile.render()))?;
        }
        self.out.flush()?;
        if let Some(reason) = ending.stopped.filter(|_| !self.run.quiet) {
            let Counts { instructions, placements, .. } = ending.counts;
            let s = |n: u64| if n == 1 { "" } else { "s" };
            let done = format!("{placements} placement{}", s(placements));
            match ending.counted {
                true => {
                    let s = s(instructions);
                    remark!("stopped: {reason}, after {instructions} instruction{s} and {done}");
                }
                false => remark!("stopped: {reason}, after {done}"),
            }
        }
        Ok(())
    }
}

fn summary(run: &Run, ending: &Ending<'_>) -> Value {
    let mut json = json!({
        "schema": 1,
        "program": run.program,
        "count": ending.nos.to_string(),
        "complete": ending.stopped.is_none(),
        "engine": ending.machine,
        "instructions": ending.counts.instructions,
        "placements": ending.counts.placements,
        "elapsed_s": ending.seconds,
    });
    if let Some(reason) = ending.stopped {
        json["stopped"] = reason.into();
    }
    if let Some(profile) = ending.profile {
        json["profile"] = counts(profile);
    }
    json
}

/// Tables 2 and 3 of document 000, and the same per procedure.
fn counts(profile: &Profile) -> Value {
    let row = |text: puzzle::processor::machine::StaticCounts,
               run: puzzle::processor::machine::DynamicCounts| {
        json!({
            "static": {
                "if": text.tests, "mf": text.frees, "solve": text.calls,
                "return": text.returns, "solution": text.solutions,
            },
            "dynamic": {
                "if": run.tests, "if_true": run.tests_true, "if_false": run.tests_false,
                "mf": run.frees, "solve": run.calls, "return": run.returns,
                "solution": run.solutions, "sequential": run.sequential(),
            },
        })
    };
    let mut all = row(profile.text_total(), profile.run_total());
    let parts = profile.names.iter().zip(&profile.texts).zip(&profile.runs);
    let procedures: Vec<Value> = parts
        .map(|((name, &text), &run)| {
            let mut part = row(text, run);
            part["procedure"] = name.as_str().into();
            part
        })
        .collect();
    all["procedures"] = procedures.into();
    all
}
