//! What the engines `vm` and `native` share: the puzzle compiled for an order, and a run's report.

use std::ops::ControlFlow;

use puzzle_core::{
    BigUint, Control, Cover, Declined, Demand, EmbeddingId, Order, Problem, Question, Report, Sink,
    StopReason, Task,
};
use puzzle_processor::machine::{Decoder, Halt, Limits, OnSolution, Run};
use puzzle_processor::{Compiled, Options, compile};

/// The order when the asker has none: the footprint that grows least (slides 004).
pub(super) const OWN_ORDER: &str = "least-growing-footprint";

/// A quick look whether the compiler will take the puzzle.
pub(super) fn accepts<'a>(task: &Task<'a>) -> Result<&'a Cover, Declined> {
    let Problem::Cover(cover) = task.problem else {
        return Err(Declined("not a cover problem".into()));
    };
    let fixed = |demand: Demand| demand.min() == demand.max();
    match cover.puzzle.aspects().iter().find(|aspect| !fixed(aspect.demand)) {
        Some(aspect) => Err(Declined(format!("aspect {} demands {}", aspect.name, aspect.demand))),
        None => Ok(cover),
    }
}

/// Compiles the task's puzzle for its order.
pub(super) fn compiled(task: &Task<'_>) -> Result<Compiled, Declined> {
    let cover = accepts(task)?;
    let own;
    let order = match task.order {
        Some(order) => order,
        None => {
            own = Order::least_growing_footprint(&cover.puzzle);
            &own
        }
    };
    compile(&cover.puzzle, order, &Options::default())
}

/// Runs a machine with the task's limits, decoding solutions for the sink, and reports.
pub(super) fn report(
    compiled: &Compiled,
    question: Question,
    sink: &mut dyn Sink,
    control: &Control,
    go: impl FnOnce(&Limits<'_>, &mut OnSolution<'_>) -> Result<Run, Declined>,
) -> Result<Report, Declined> {
    // The machine counts placements; the empty partial solution is a node too.
    let mut budget = control.budget.clone();
    budget.nodes = budget.nodes.map(|nodes| nodes.saturating_sub(1));
    let limits =
        Limits { budget: Some(&budget), progress: Some(&control.progress), ..Limits::default() };
    let decoder = Decoder::ids(compiled);
    let mut chosen: Vec<EmbeddingId> = Vec::new();
    let mut on_solution = |stack: &[u32]| {
        if question == Question::Count {
            return ControlFlow::Continue(());
        }
        decoder.decode(stack, &mut chosen);
        let flow = sink.solution(&chosen);
        if question == Question::First { ControlFlow::Break(()) } else { flow }
    };
    let run = go(&limits, &mut on_solution)?;
    let stopped = match run.halt {
        Halt::Ended => None,
        Halt::Stopped(reason) => Some(reason),
        // No such limit was set.
        Halt::InstructionLimit => Some(StopReason::NodeLimit),
    };
    if stopped.is_none() {
        control.progress.publish_fraction(1.0);
    }
    let solutions = BigUint::from(run.counts.solutions);
    Ok(Report { solutions, nodes: run.counts.placements + 1, stopped })
}
