//! What the engines `vm` and `native` share: the puzzle compiled for an order, and a run's report.
//!
//! A machine that is watched runs in slices: between two of them its stack spells the path to the
//! node where it stands, and so the fraction of the tree that is done (`position`).

use std::ops::ControlFlow;

use puzzle_core::{
    Control, CoverTask, Declined, Demand, EmbeddingId, Order, Searched, StopReason, Visitor, Want,
};
use puzzle_processor::machine::{Counts, Decoder, Halt, Limits, OnSolution, Run, State};
use puzzle_processor::{Compiled, Options, compile};

use super::handing::{Handing, ended};
use super::position::Position;
use super::takes;

/// The order when the asker has none: the footprint that grows least (slides 004).
pub(super) const OWN_ORDER: &str = "least-growing-footprint";

/// Placements before the first look at where a watched machine stands, some hundredths of a second;
/// between two looks such a part of those so far, within a bound.
const FIRST_LOOK: u64 = 1 << 20;
const LOOKS: u64 = 64;
const SLICE: u64 = 1 << 26;

/// A quick look whether the compiler will take the puzzle.
pub(super) fn accepts(task: &CoverTask<'_>) -> Result<(), Declined> {
    takes::demands(&task.cover.puzzle, |demand| demand.min() == demand.max())
}

/// A puzzle compiled for an order.
pub(super) struct Prepared<'a> {
    pub program: Compiled,
    task: &'a CoverTask<'a>,
    order: Order,
}

/// Goes on from a state until the end or a limit.
pub(super) type Go<'a> =
    dyn FnMut(&mut State, &Limits<'_>, &mut OnSolution<'_>) -> Result<Run, Declined> + 'a;

impl<'a> Prepared<'a> {
    /// Compiles the task's puzzle for its order.
    pub(super) fn new(task: &'a CoverTask<'a>) -> Result<Self, Declined> {
        accepts(task)?;
        let puzzle = &task.cover.puzzle;
        let order = match task.order {
            Some(order) => order.clone(),
            None => Order::least_growing_footprint(puzzle),
        };
        let program = compile(puzzle, &order, &Options::default())?;
        Ok(Prepared { program, task, order })
    }

    /// Runs a machine with the task's limits, decoding solutions for the sink, and reports.
    pub(super) fn report(
        &self,
        sink: &mut dyn Visitor,
        control: &Control,
        go: &mut Go<'_>,
    ) -> Searched {
        let decoder = Decoder::ids(&self.program);
        let mut chosen: Vec<EmbeddingId> = Vec::new();
        let mut handing = Handing::new(self.task, sink);
        let mut on_solution = |stack: &[u32]| {
            if self.task.want == Want::Count {
                return ControlFlow::Continue(());
            }
            decoder.decode(stack, &mut chosen);
            handing.solution(&chosen)
        };
        let run = match control.progress.is_watched() {
            true => self.watched(&decoder, control, go, &mut on_solution)?,
            false => {
                // The machine counts placements; the empty partial solution is a node too.
                let mut budget = control.budget.clone();
                budget.nodes = budget.nodes.map(|nodes| nodes.saturating_sub(1));
                let progress = Some(&control.progress);
                let limits = Limits { budget: Some(&budget), progress, ..Limits::default() };
                go(&mut State::initial(&self.program.program), &limits, &mut on_solution)?
            }
        };
        let stopped = match run.halt {
            Halt::Ended => None,
            Halt::Stopped(reason) => Some(reason),
            // No such limit was set.
            Halt::InstructionLimit => Some(StopReason::NodeLimit),
        };
        Ok(ended(control, run.counts.solutions, run.counts.placements + 1, stopped))
    }

    /// Runs in slices, and tells where it stands.
    fn watched(
        &self,
        decoder: &Decoder,
        control: &Control,
        go: &mut Go<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Result<Run, Declined> {
        let mut position = None;
        let mut path = Vec::new();
        let mut state = State::initial(&self.program.program);
        let mut counts = Counts::default();
        let most = control.budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(1));
        loop {
            let mut budget = control.budget.clone();
            let slice = match counts.placements {
                0 => FIRST_LOOK,
                placements => (placements / LOOKS).min(SLICE),
            };
            budget.nodes = Some(slice.min(most - counts.placements));
            let limits = Limits { budget: Some(&budget), ..Limits::default() };
            let run = go(&mut state, &limits, on_solution)?;
            counts += run.counts;
            control.progress.publish(counts.placements, counts.solutions);
            let slice = run.halt == Halt::Stopped(StopReason::NodeLimit);
            if !slice || counts.placements >= most {
                return Ok(Run { halt: run.halt, counts });
            }
            decoder.decode(&state.stack, &mut path);
            let position = position.get_or_insert_with(|| self.position());
            if let Some(position) = position {
                control.progress.publish_fraction(position.fraction(&path, counts.placements));
            }
        }
    }

    /// Follows the machine through its tree; not through one with bags.
    fn position(&self) -> Option<Position> {
        let once = |aspect: &puzzle_core::Aspect| aspect.demand == Demand::One;
        // Tests jump forwards, so embeddings over one aspect are tried in the order of their CALLs.
        let tried = self.program.calls.iter().map(|&(_, e)| e);
        let puzzle = &self.task.cover.puzzle;
        let plain = puzzle.aspects().iter().all(once);
        plain.then(|| Position::new(puzzle, &self.order, tried))
    }
}
