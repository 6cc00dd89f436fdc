//! The set of all solutions without listing it: counted, saved, drawn from at random.

use std::ops::ControlFlow;
use std::path::Path;

use puzzle_core::{
    Answered, Ask, Checkpoint, Cover, CoverEngine, Failure, Finding, Payload, Question, Random,
    Report, Run, Sink, StopReason, Want, verify,
};

use super::prepare::Prepared;
use super::{list, numbers};
use crate::cover::{Built, Diagram, Keeping, Sampler, Zdd};
use crate::files;
use crate::saved::{Store, largest};

/// The seed of those who do not choose one.
const SEED: u64 = 1;

/// Answers from a diagram of all solutions: built, or read from a file.
pub(super) fn answer(cover: &Cover, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    let name = ask.engine();
    let by_diagram = name.is_none_or(|name| name == Zdd.name());
    if let (false, Question::Diagram, Some(name)) = (by_diagram, ask.question, name) {
        return Err(Failure::Usage(format!("the engine {name} makes no diagram: name none")));
    }
    if !by_diagram {
        return by_visiting(cover, ask, run, sink);
    }
    let by_name = ask.clone().by(Zdd.name());
    let mut prepared = match Prepared::new(cover, &by_name, run, Want::All) {
        Err(Failure::Declined(reason)) if ask.question == Question::Sample => {
            return visited(cover, ask, run, sink, &reason);
        }
        prepared => prepared?,
    };
    let (diagram, nodes) = match ask.choices.text("from-zdd") {
        Some(file) => {
            let diagram = read(&prepared.cover, file, run)?;
            prepared.reasons = vec![format!("the diagram in {file}")];
            (diagram, 0)
        }
        None => match build(&prepared)? {
            (Built::Whole(diagram), nodes) => (diagram, nodes),
            (Built::Stopped(StopReason::MemoryLimit), nodes)
                if ask.question == Question::Sample && !run.is_saved() =>
            {
                let reason = format!("the diagram does not fit into memory ({nodes} states)");
                return visited(cover, ask, run, sink, &reason);
            }
            (Built::Stopped(reason), nodes) => {
                let stopped = Some(reason);
                let report = Report { solutions: 0_u32.into(), nodes, stopped };
                return Ok(prepared.answer(report, None));
            }
        },
    };
    prepared.control.progress.publish_fraction(1.0);
    let stopped = match ask.question {
        Question::Sample => sample(&prepared.cover, &diagram, ask, run, sink)?,
        _ => None,
    };
    if let (Some(file), Question::Diagram | Question::Sample) =
        (ask.choices.text("zdd"), ask.question)
    {
        write(&diagram, &prepared.cover, file)?;
    }
    let size = diagram.len();
    let report = Report { solutions: diagram.count(), nodes, stopped };
    let mut answer = prepared.answer(report, None);
    answer.finding = Finding::Diagram { nodes: Some(size), visited: None };
    Ok(answer)
}

/// Builds the diagram, saving it now and then and going on with one that was.
fn build(prepared: &Prepared<'_>) -> Result<(Built, u64), Failure> {
    let Prepared { cover, order, control, run, .. } = prepared;
    let mut store = Store::new(run, cover.puzzle.fingerprint(), Question::Diagram.name());
    let (start, before) = match store.load(usize::MAX)? {
        Some(Checkpoint { payload: Payload::States(head, bytes), nodes, .. }) => {
            (Some((head, bytes)), nodes)
        }
        Some(other) => return Err(store.refuse(other.payload.about())),
        None => (None, 0),
    };
    let mut save = |nodes: u64, head: String, bytes: Vec<u8>| {
        store.put(Default::default(), before + nodes, Payload::States(head, bytes));
    };
    let keeping = run.is_saved().then(|| Keeping::new(start, run.interval(), &mut save));
    let (built, nodes) = Zdd::build(cover, order.as_ref(), control, keeping)?;
    store.finish(matches!(built, Built::Whole(_)))?;
    Ok((built, before + nodes))
}

/// Draws solutions from a diagram: independent of each other, each of all solutions with the same
/// probability, the same ones for the same seed. None at all if there is no solution. Returns the limit
/// that came before the last one.
fn sample(
    cover: &Cover,
    diagram: &Diagram,
    ask: &Ask,
    run: &Run,
    sink: &mut dyn Sink,
) -> Result<Option<StopReason>, Failure> {
    let mut random = Random::new(ask.choices.get("seed")?.unwrap_or(SEED));
    let sampler = Sampler::new(diagram);
    for _ in 0..wanted(ask)? {
        // A limit on nodes is one of the search, which is over.
        if let Some(reason) = run.control.budget.check(0) {
            return Ok(Some(reason));
        }
        let Some(drawn) = sampler.draw(&mut random) else { break };
        // A diagram from a file may be well-formed and yet wrong.
        verify(&cover.puzzle, &drawn).map_err(|violation| {
            Failure::Usage(format!("the diagram is damaged: a solution is none: {violation}"))
        })?;
        if sink.solution(&numbers(cover, &drawn)).is_break() {
            break;
        }
    }
    Ok(None)
}

/// How many samples.
fn wanted(ask: &Ask) -> Result<u64, Failure> {
    Ok(ask.choices.get("sample")?.or(ask.limit).unwrap_or(1))
}

/// Samples by visiting, because there is no diagram.
fn visited(cover: &Cover, ask: &Ask, run: &Run, sink: &mut dyn Sink, reason: &str) -> Answered {
    let mut answer = by_visiting(cover, &Ask { engine: None, ..ask.clone() }, run, sink)?;
    answer.finding = Finding::Diagram { nodes: None, visited: Some(reason.into()) };
    Ok(answer)
}

/// Draws solutions by visiting all of them, where no diagram can be had: each of the samples
/// changes to the k-th solution with probability 1/k (Vitter's reservoir, one for each sample),
/// so in the end they are independent and uniform as well. Without a complete visit there are
/// none.
fn by_visiting(cover: &Cover, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    if run.is_saved() {
        let why = "samples that are drawn by visiting all solutions are kept in memory";
        return Err(Failure::Declined(format!("this run cannot be saved: {why}")));
    }
    let mut random = Random::new(ask.choices.get("seed")?.unwrap_or(SEED));
    let count = usize::try_from(wanted(ask)?).unwrap_or(usize::MAX);
    let mut samples: Vec<Vec<u32>> = Vec::new();
    let mut seen = 0_u64;
    let mut keep = |numbers: &[u32]| {
        seen += 1;
        for place in 0..count {
            match samples.get_mut(place) {
                None => samples.push(numbers.to_vec()),
                Some(sample) if random.below(seen) == 0 => *sample = numbers.to_vec(),
                Some(_) => {}
            }
        }
        ControlFlow::Continue(())
    };
    let mut plain = ask.clone();
    plain.choices.unset("seed");
    let answer = list::answer(cover, &plain, run, Want::All, &mut keep)?;
    if answer.stopped.is_none() {
        let _ = samples.iter().try_for_each(|sample| sink.solution(sample));
    }
    Ok(answer)
}

fn read(cover: &Cover, file: &str, run: &Run) -> Result<Diagram, Failure> {
    let bytes = files::read(Path::new(file), largest(run))
        .map_err(|error| Failure::Usage(format!("cannot read the diagram {file}: {error}")))?;
    let budget = &run.control.budget;
    Diagram::read_within(&bytes, &cover.puzzle, budget).map_err(|diagnostic| {
        if let Some(reason) = diagnostic.stopped {
            return Failure::Stopped(reason);
        }
        let shown = &bytes[..bytes.len().min(1 << 20)];
        Failure::file(file, &String::from_utf8_lossy(shown), diagnostic)
    })
}

fn write(diagram: &Diagram, cover: &Cover, file: &str) -> Result<(), Failure> {
    let written = files::write(Path::new(file), |out| diagram.write(&cover.puzzle, out));
    written.map_err(|error| Failure::Usage(format!("cannot write {file}: {error}")))
}
