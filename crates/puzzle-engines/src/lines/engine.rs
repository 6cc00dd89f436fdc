//! The engines of nonograms as the registry sees them.

use std::ops::ControlFlow;

use puzzle_core::lines::{Lines, LinesFinding, Picture};
use puzzle_core::{
    Answer, Answered, Ask, Card, Declined, Engine, Failure, Finding, Form, Kind, Problem, Question,
    Run, Sink, Task,
};

use super::saved::Saved;
use super::{Outcome, PATIENCE};

/// Filters lines, probes cells and searches; what takes too long goes to a SAT solver.
#[derive(Debug)]
pub struct Probing;

/// The SAT solver alone.
#[derive(Debug)]
pub struct Sat;

/// Dynamic programming along a frontier.
#[derive(Debug)]
pub struct Frontier;

/// The definition.
#[derive(Debug)]
pub struct Reference;

/// The clues of a task.
fn lines<'a>(task: &Task<'a>) -> Result<&'a Lines, Declined> {
    match task.problem {
        Problem::Lines(lines) => Ok(lines),
        _ => Err(Declined("no nonogram".into())),
    }
}

/// Refuses a question that is not one of these.
fn takes(task: &Task<'_>, questions: &[Question]) -> Result<(), Declined> {
    lines(task)?;
    let question = task.ask.question;
    Declined::unless(questions.contains(&question), || {
        format!("it does not tell {}", question.about())
    })
}

/// What a search for pictures answers.
const PICTURES: [Question; 4] = [Question::First, Question::All, Question::Count, Question::Unique];

/// How many pictures are enough for an answer.
fn enough(ask: &Ask) -> Result<Option<u64>, Failure> {
    match ask.question {
        Question::First => Ok(Some(1)),
        Question::Unique => Ok(Some(2)),
        _ => ask.most(),
    }
}

/// Answers a question by a search that hands every picture to a visitor.
fn answer(
    ask: &Ask,
    sink: &mut dyn Sink,
    search: impl FnOnce(&mut dyn FnMut(&Picture) -> ControlFlow<()>) -> Result<Outcome, Failure>,
) -> Answered {
    let (enough, question) = (enough(ask)?, ask.question);
    let (mut found, mut solutions) = (0, Vec::new());
    let outcome = search(&mut |picture| {
        found += 1;
        let flow = match question {
            Question::Count => ControlFlow::Continue(()),
            Question::Unique => {
                solutions.push(picture.numbers());
                ControlFlow::Continue(())
            }
            _ => sink.solution(&picture.numbers()),
        };
        if enough.is_some_and(|enough| found >= enough) { ControlFlow::Break(()) } else { flow }
    })?;
    // Two solutions settle whether there is one.
    let stopped = outcome.stopped.filter(|_| solutions.len() < 2);
    let effort = outcome.effort;
    Ok(Answer {
        solutions: outcome.solutions.into(),
        nodes: effort.nodes,
        stopped,
        finding: finding(LinesFinding { effort, solutions, ..LinesFinding::default() }),
        ..Answer::default()
    })
}

fn finding(finding: LinesFinding) -> Finding {
    Finding::Lines(Box::new(finding))
}

impl Engine for Probing {
    fn card(&self) -> Card {
        let about = "filters lines, probes cells, then searches; a hard rest goes to a SAT solver";
        Card { name: "lines", about, form: Form::Lines, kind: Kind::Dynamic, order: "probing" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        match task.ask.question {
            Question::Explain | Question::Facts => lines(task).map(drop),
            _ => takes(task, &PICTURES),
        }
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let saved = matches!(task.ask.question, Question::Count | Question::Unique);
        Declined::unless(saved, || "of nonograms only counts and proofs of uniqueness are saved")
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let (puzzle, control) = (lines(task)?, &run.control);
        match task.ask.question {
            Question::Facts => {
                let undecided = super::undecided(puzzle);
                let finding = finding(LinesFinding { undecided, ..LinesFinding::default() });
                return Ok(Answer { finding, ..Answer::default() });
            }
            Question::Explain => {
                let (explanation, stopped) = super::explain::explain(puzzle, control);
                let explanation = Some(explanation);
                let finding = finding(LinesFinding { explanation, ..LinesFinding::default() });
                return Ok(Answer { finding, stopped, ..Answer::default() });
            }
            _ => {}
        }
        let alone = task.ask.without.iter().any(|name| name == Sat.name());
        let patience = if alone { u64::MAX } else { PATIENCE };
        let saved = Saved { puzzle, run, question: task.ask.question };
        let mut answer = answer(task.ask, sink, |visit| match run.is_saved() {
            true => saved.solve(patience, visit),
            false => Ok(super::solve_patiently(puzzle, control, patience, visit)),
        })?;
        if let Finding::Lines(found) = &answer.finding {
            answer.reasons.push(found.effort.sentence());
            if found.effort.sat.is_some() {
                answer.engine = "lines+sat".into();
            }
        }
        Ok(answer)
    }
}

impl Engine for Sat {
    fn card(&self) -> Card {
        let about = "a SAT solver, from the bare clues; each solution it finds is forbidden";
        Card { name: "sat", about, form: Form::Lines, kind: Kind::Learning, order: "learned" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        takes(task, &PICTURES)?;
        let fits = super::sat::fits(lines(task)?);
        Declined::unless(fits, || "there would be more than a million variables")
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let puzzle = lines(task)?;
        answer(task.ask, sink, |visit| Ok(super::solve_by_sat(puzzle, &run.control, visit)))
    }
}

impl Engine for Frontier {
    fn card(&self) -> Card {
        let about = "counts by dynamic programming, cell by cell along a frontier";
        Card { name: "frontier", about, form: Form::Lines, kind: Kind::Counting, order: "probing" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        takes(task, &[Question::Count])?;
        let all = task.ask.most() == Ok(None);
        Declined::unless(all, || "it counts all solutions at once, not up to a limit")
    }

    fn run(&self, task: &Task<'_>, _: &mut dyn Sink, run: &Run) -> Answered {
        let count = super::count_along_frontier(lines(task)?, &run.control);
        Ok(Answer {
            solutions: count.solutions,
            nodes: count.effort.nodes,
            stopped: count.stopped,
            // What probing settled was counted on the way.
            engine: if count.effort.frontier { "" } else { Probing.name() }.into(),
            finding: finding(LinesFinding { effort: count.effort, ..LinesFinding::default() }),
            ..Answer::default()
        })
    }
}

impl Engine for Reference {
    fn card(&self) -> Card {
        let about = "the definition: every arrangement of every row, slow and obvious";
        Card { name: "reference", about, form: Form::Lines, kind: Kind::Definition, order: "rows" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        takes(task, &PICTURES)
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let puzzle = lines(task)?;
        answer(task.ask, sink, |visit| Ok(super::reference::solve(puzzle, &run.control, visit)))
    }
}
