//! The template of an engine: lamp by lamp, lit or not.
//!
//! Copy this folder to begin a form of your own. One loop, `visit`, serves every question; a count
//! is a sum over the states of the first lamps, so it uses all threads and can be saved.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use puzzle_core::null::Lamps;
use puzzle_core::{
    Answer, Answered, Card, Declined, Engine, Form, Kind, Problem, Question, Run, Sink, StopReason,
    Task,
};

use crate::divide::Summing;
use crate::divide::sums::{Outcome, Sum, equal};

/// The most lamps: a row has some 10^6 solutions then.
const MOST: u32 = 30;
/// The lamps that a part settles.
const SETTLED: u32 = 6;

/// Lamp by lamp.
#[derive(Clone, Copy, Debug)]
pub struct Row;

fn lamps<'a>(task: &Task<'a>) -> Result<&'a Lamps, Declined> {
    match task.problem {
        Problem::Null(lamps) => Ok(lamps),
        _ => Err(Declined("no row of lamps".into())),
    }
}

impl Engine for Row {
    fn card(&self) -> Card {
        let about = "lamp by lamp, lit or not: the template of an engine";
        let (form, kind) = (Form::Null, Kind::Definition);
        Card { name: "row", about, form, kind, order: "from the left" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        match (lamps(task)?.lamps > MOST, task.ask.question) {
            (true, _) => Err(Declined(format!("it has over {MOST} lamps"))),
            (false, Question::First | Question::All | Question::Count) => Ok(()),
            (false, other) => Err(Declined(format!("it does not tell {}", other.about()))),
        }
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let counted = task.ask.question == Question::Count;
        Declined::unless(counted, || "only counts of lamps are saved")
    }

    fn divides(&self, task: &Task<'_>) -> Result<(), Declined> {
        self.saves(task)
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let lamps = *lamps(task)?;
        if task.ask.question == Question::Count {
            return count(lamps, run);
        }
        let mut answer = Answer::default();
        let budget = &run.control.budget;
        let mut take = |node: Node<'_>| {
            answer.nodes += 1;
            answer.stopped = budget.check(answer.nodes);
            if let (Node::Solution(lit), None) = (node, answer.stopped) {
                answer.solutions += 1_u32;
                let enough = sink.solution(lit).is_break() || task.ask.question == Question::First;
                answer.stopped = enough.then_some(StopReason::Satisfied);
            }
            if answer.stopped.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let _ = visit(lamps, 0, &mut Vec::new(), &mut take);
        Ok(answer)
    }
}

/// Counts in parts: each begins with other states of the first lamps.
fn count(lamps: Lamps, run: &Run) -> Answered {
    let settled = SETTLED.min(lamps.lamps);
    let mut parts = Vec::new();
    let first = Lamps { lamps: settled, lit: None };
    let _ = visit(first, 0, &mut Vec::new(), &mut |node| {
        if let Node::Solution(lit) = node {
            parts.push(lit.to_vec());
        }
        ControlFlow::Continue(())
    });
    let fingerprint = u64::from(lamps.lamps) << 32 | lamps.lit.map_or(0, |lit| u64::from(lit) + 1);
    let summing = Summing { run, fingerprint, question: "count" };
    let owns = |part: &[u32]| first.check(part).is_ok();
    let counting = Counting { lamps, settled };
    Ok(summing.carry_out(&counting, || equal(parts.into_iter()), &owns)?.into())
}

struct Counting {
    lamps: Lamps,
    settled: u32,
}

impl Sum for Counting {
    fn work(&self, part: &[u32], stop: &AtomicBool) -> Option<Outcome> {
        let (mut sum, mut nodes) = (0_u64, 0);
        let flow = visit(self.lamps, self.settled, &mut part.to_vec(), &mut |node| {
            nodes += 1;
            sum += u64::from(matches!(node, Node::Solution(_)));
            match stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        flow.is_continue().then(|| Outcome::Counted { sum: sum.into(), nodes })
    }

    /// The first lamps are settled in every part, and no more of them.
    fn split(&self, _: &[u32]) -> Option<Vec<Vec<u32>>> {
        None
    }
}

/// What a search meets.
enum Node<'a> {
    /// Some lamps are not settled.
    Inner,
    /// All are.
    Solution(&'a [u32]),
}

/// Visits every way to go on from `lamp`, when those before it are settled.
fn visit(
    lamps: Lamps,
    lamp: u32,
    lit: &mut Vec<u32>,
    take: &mut dyn FnMut(Node<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if lamp >= lamps.lamps {
        let right = lamps.lit.is_none_or(|wanted| wanted as usize == lit.len());
        return take(if right { Node::Solution(lit) } else { Node::Inner });
    }
    take(Node::Inner)?;
    visit(lamps, lamp + 1, lit, take)?;
    if lit.last().is_none_or(|&last| last + 1 < lamp) {
        lit.push(lamp);
        let flow = visit(lamps, lamp + 1, lit, take);
        lit.pop();
        flow?;
    }
    ControlFlow::Continue(())
}
