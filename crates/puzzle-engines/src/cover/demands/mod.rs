//! Least-fit-first for every demand: bags, coloured aspects, embeddings that nobody asks for.
//!
//! The idea is Knuth's Algorithms C and M (The Art of Computer Programming, 7.2.2.1): choose the
//! aspect with the fewest ways, whatever it demands. Instead of dancing links each embedding counts
//! the reasons against it (`state`), which makes choosing and taking back the same walk over the
//! same lists. It visits as few nodes as `cells`, each at a higher price, so the chooser gives it
//! what `bitsets` and `cells` decline. The loop (`search`) also serves `cheapest`.

pub(super) mod search;
pub(super) mod state;

use std::ops::ControlFlow;

use puzzle_core::{
    BigUint, Control, Declined, EmbeddingId, Engine, Problem, Question, Report, Sink, Task,
};

use search::Search;
use state::State;

/// Every demand, least-fit-first.
#[derive(Clone, Copy, Debug)]
pub struct Demands;

impl Engine for Demands {
    fn name(&self) -> &'static str {
        "demands"
    }

    fn about(&self) -> &'static str {
        "least-fit-first with counters; takes every demand, colours and bags included"
    }

    fn own_order(&self) -> &'static str {
        "least-fit-first"
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        match task.problem {
            Problem::Cover(_) if task.order.is_some() => {
                Err(Declined("chooses its aspects itself, so it takes no order".into()))
            }
            Problem::Cover(_) => Ok(()),
            _ => Err(Declined("not a cover problem".into())),
        }
    }

    fn run(
        &self,
        task: &Task<'_>,
        sink: &mut dyn Sink,
        control: &Control,
    ) -> Result<Report, Declined> {
        self.accepts(task)?;
        let Problem::Cover(cover) = task.problem else {
            return Err(Declined("not a cover problem".into()));
        };
        let mut visit = |chosen: &[EmbeddingId], _| {
            let enough = match task.question {
                Question::Count => false,
                Question::First => {
                    let _ = sink.solution(chosen);
                    true
                }
                Question::Enumerate => sink.solution(chosen).is_break(),
            };
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(u64::MAX) }
        };
        let state = State::new(&cover.puzzle, u64::from);
        let outcome = Search::new(state, &[], u64::MAX, control).run(&mut visit);
        let solutions = BigUint::from(outcome.solutions);
        Ok(Report { solutions, nodes: outcome.nodes, stopped: outcome.stopped })
    }
}
