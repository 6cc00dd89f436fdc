//! Least-fit-first for every demand: bags, coloured aspects, embeddings that nobody asks for.
//!
//! The idea is Knuth's Algorithms C and M (The Art of Computer Programming, 7.2.2.1): choose the
//! aspect with the fewest ways, whatever it demands. Instead of dancing links each embedding counts
//! the reasons against it (`state`), which makes choosing and taking back the same walk over the
//! same lists. It visits as few nodes as `cells`, each at a higher price, so the chooser gives it
//! what `bitsets` and `cells` decline. The loop (`search`) also serves `cheapest`. What can no longer be paid
//! by a price list counts as no way.

pub(super) mod search;
pub(super) mod state;

use puzzle_core::{
    Card, Control, CoverEngine, CoverTask, Declined, EmbeddingId, Form, Kind, Searched, Visitor,
};

use super::handing::Handing;
use super::takes;
use search::Search;
use state::State;

/// Every demand, least-fit-first.
#[derive(Clone, Copy, Debug)]
pub struct Demands;

impl CoverEngine for Demands {
    fn card(&self) -> Card {
        let about = "least-fit-first with counters; takes every demand, colours and bags included";
        let (form, kind) = (Form::Cover, Kind::Dynamic);
        Card { name: "demands", about, form, kind, order: "least-fit-first" }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::no_order(task)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        self.accepts(task)?;
        let mut handing = Handing::new(task, sink);
        let mut visit =
            |chosen: &[EmbeddingId], _| handing.solution(chosen).map_continue(|()| u64::MAX);
        let state = State::new(&task.cover.puzzle, u64::from);
        Ok(Search::new(state, &[], u64::MAX, control).run(&mut visit))
    }
}
