//! The strategy for formulas: who is asked first.
//!
//! Where clauses are many a plain search is short; where they are few, parts fall apart, and are
//! counted once each. One model is a question for a SAT solver.

use puzzle_core::{Answered, Ask, Cnf, Form, Problem, Question, Run, Sink, Task};

use super::{candidates, plain};

/// Formulas of this many clauses are better left to CaDiCaL, if it is there.
const LARGE: usize = 1000;

/// Answers a question about a formula.
pub(crate) fn answer(
    problem: &Problem,
    formula: &Cnf,
    ask: &Ask,
    run: &Run,
    sink: &mut dyn Sink,
) -> Answered {
    let mut candidates = candidates(Form::Formula, ask)?;
    let mut reasons = Vec::new();
    if let Some((name, why)) = preferred(formula, ask.question)
        && let Some(at) = candidates.iter().position(|engine| engine.name() == name)
        && ask.engine().is_none()
    {
        candidates[..=at].rotate_right(1);
        reasons.push(format!("{name} first: {why}"));
    }
    let mut answer = plain::among(&Task { problem, ask }, &candidates, run, sink)?;
    answer.reasons.splice(0..0, reasons);
    Ok(answer)
}

/// The engine that is asked before the others, and why.
fn preferred(formula: &Cnf, question: Question) -> Option<(&'static str, &'static str)> {
    let clauses = formula.clauses().len();
    let dense = clauses >= 3 * formula.variables() as usize;
    match question {
        Question::Count if !dense => {
            Some(("components", "under three clauses a variable, so parts fall apart"))
        }
        Question::First if formula.projection().is_some() => None,
        Question::First if cfg!(feature = "cadical") && clauses >= LARGE => {
            Some(("cadical", "a thousand clauses or more"))
        }
        Question::First => Some(("batsat", "a small formula, or no other solver built in")),
        _ => None,
    }
}
