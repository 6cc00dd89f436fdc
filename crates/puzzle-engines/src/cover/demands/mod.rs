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

use crate::cover::takes;
use puzzle_core::{
    BigUint, Control, CoverEngine, CoverTask, Declined, EmbeddingId, Kind, Report, Visitor, Want,
};

use search::Search;
use state::State;

/// Every demand, least-fit-first.
#[derive(Clone, Copy, Debug)]
pub struct Demands;

impl CoverEngine for Demands {
    fn name(&self) -> &'static str {
        "demands"
    }

    fn about(&self) -> &'static str {
        "least-fit-first with counters; takes every demand, colours and bags included"
    }

    fn kind(&self) -> Kind {
        Kind::Dynamic
    }

    fn own_order(&self) -> &'static str {
        "least-fit-first"
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::no_order(task)
    }

    fn run(
        &self,
        task: &CoverTask<'_>,
        sink: &mut dyn Visitor,
        control: &Control,
    ) -> Result<Report, Declined> {
        self.accepts(task)?;
        let cover = task.cover;
        let mut visit = |chosen: &[EmbeddingId], _| {
            let enough = match task.want {
                Want::Count => false,
                Want::First => {
                    let _ = sink.solution(chosen);
                    true
                }
                Want::All => sink.solution(chosen).is_break(),
            };
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(u64::MAX) }
        };
        let state = State::new(&cover.puzzle, u64::from);
        let outcome = Search::new(state, &[], u64::MAX, control).run(&mut visit);
        let solutions = BigUint::from(outcome.solutions);
        Ok(Report { solutions, nodes: outcome.nodes, stopped: outcome.stopped })
    }
}
