//! `puzzle convert`: a puzzle in another form.

use std::ops::ControlFlow;

use puzzle::{Ask, Puzzle, Question, Run};

use crate::args::{Convert, Limits};
use crate::exit::{Error, Exit};
use crate::{output, stop};

pub(crate) fn run(convert: &Convert) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&convert.which.puzzle, convert.which.kind.as_deref())?;
    output::warn(&puzzle);
    let text = match convert.with {
        None => puzzle.description().export(&convert.to),
        Some(_) => {
            let plans = separations(&puzzle)?;
            puzzle.description().export_apart(&convert.to, &plans)
        }
    };
    let text = text.map_err(|reason| Error::Input(format!("error: {reason}")))?;
    let mut out = output::writer(convert.output.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// Every assembly that comes apart, and how.
fn separations(puzzle: &Puzzle) -> Result<Vec<Vec<u32>>, Error> {
    let mut plans = Vec::new();
    let mut keep = |plan: &[u32]| {
        plans.push(plan.to_vec());
        ControlFlow::Continue(())
    };
    let run = Run { control: stop::control(&Limits::default(), false), ..Run::default() };
    let ask = Ask::new(Question::Apart).with("min-level", 0);
    let answer = puzzle.ask(&ask, &run, &mut keep)?;
    match answer.stopped {
        Some(reason) => Err(puzzle::Failure::Stopped(reason).into()),
        None => Ok(plans),
    }
}
