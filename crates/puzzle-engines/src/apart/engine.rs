//! What is asked about assemblies and how it is answered.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use puzzle_core::apart::plan::{Plan, Verdict};
use puzzle_core::apart::{Apart, Closely, Source};
use puzzle_core::{
    Answer, Answered, Ask, Card, Control, Declined, Engine, Failure, Finding, Form, Kind, Problem,
    Progress, Question, Run, Sink, StopReason, Task, UpTo,
};

use super::alone::Alone;
use super::dismantle::Dismantler;
use super::graph;
use super::pairs::SHAPES;
use super::queue::{Batch, Looked, Planned, Queue, Waiting};
use super::reference;
use super::search::Limits;
use super::stream::{Stream, Tally, is_as_hard};
use crate::saved::{Store, threads};

/// How many positions of a part are allowed, unless told otherwise.
const STATES: usize = 5_000_000;
/// What all tables may take together, unless told otherwise.
const MEMORY: u64 = 2 << 30;

/// Breadth first over relative positions, by tables of pairs.
#[derive(Clone, Copy, Debug)]
pub struct Breadth;

/// All subsets, cell by cell.
#[derive(Clone, Copy, Debug)]
pub struct Definition;

/// Which plans are wanted, and how.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) up_to: UpTo,
    first_only: bool,
    shortest: bool,
    none: bool,
    best: Option<usize>,
    by_moves: bool,
    sorted: bool,
    least: Option<Vec<u32>>,
    /// Only assemblies of whose pieces no other one comes apart.
    pub(super) unique: bool,
    /// The number of the only assembly that is wanted.
    pub(super) only: Option<u32>,
    explain: bool,
    graph: Option<String>,
    states: usize,
    pub(super) bytes: u64,
}

impl Wanted {
    fn of(ask: &Ask, memory: Option<u64>) -> Result<Wanted, Failure> {
        let choices = &ask.choices;
        let least = choices.text("min-level").map(|text| {
            let numbers = text.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>();
            numbers.map_err(|_| Failure::Usage(format!("`{text}` is no level such as 9 or 9.3")))
        });
        let sort = choices.text("sort");
        Ok(Wanted {
            up_to: choices.get("up-to")?.unwrap_or_default(),
            first_only: choices.has("level"),
            shortest: choices.has("shortest"),
            none: choices.has("count"),
            best: choices.get("best")?,
            by_moves: sort == Some("moves"),
            sorted: sort.is_some(),
            least: least.transpose()?,
            unique: choices.has("unique"),
            only: choices.get("assembly")?,
            explain: choices.has("explain"),
            graph: choices.text("graph").map(str::to_owned),
            states: choices.get("states")?.unwrap_or(STATES),
            bytes: memory.unwrap_or(MEMORY),
        })
    }

    /// What the question is called in saved runs: everything that the plans depend on.
    fn name(&self) -> String {
        let Wanted { up_to, first_only, shortest, none, best, by_moves, sorted, .. } = self;
        let Wanted { least, states, only, unique, .. } = self;
        format!(
            "assemblies up to {}, {first_only} {shortest} {none} {best:?} {by_moves} {sorted} \
             {least:?} {only:?} {states} {unique}",
            up_to.name()
        )
    }

    /// Whether a plan is handed over.
    pub(super) fn takes(&self, plan: &Plan) -> bool {
        let selected = self.best.is_some() || self.least.is_some() || self.unique;
        !self.none && (!selected || is_as_hard(plan, self.least.as_deref().unwrap_or(&[])))
    }

    /// Who looks for other assemblies of the same pieces at once.
    fn alone<'a>(&self, apart: &'a Apart) -> Option<Alone<'a>> {
        if self.unique { Alone::new(apart, self.up_to) } else { None }
    }

    /// Whether nobody asks what becomes of assemblies that are locked.
    pub(super) fn passes_over_locked(&self) -> bool {
        let selected = self.none || self.best.is_some() || self.least.is_some() || self.unique;
        selected && self.only.is_none() && !self.explain && self.graph.is_none()
    }

    /// Whether this is the assembly to be looked at closely.
    pub(super) fn looks_closely(&self, plan: &Plan) -> bool {
        self.graph.is_some() || self.explain && plan.verdict == Verdict::Locked
    }

    /// Whether plans are handed over when all are known.
    pub(super) fn at_end(&self) -> bool {
        self.best.is_some() || self.sorted
    }

    /// Keeps a plan. If only the best are wanted, the first so many of those kept are in order.
    pub(super) fn keep(&self, kept: &mut Vec<Plan>, plan: Plan) {
        let best = self.best.unwrap_or(usize::MAX);
        // Of millions most are no better than the last.
        let last = best.checked_sub(1).and_then(|last| kept.get(last));
        if last.is_some_and(|last| self.hardness(last) >= self.hardness(&plan)) {
            return;
        }
        kept.push(plan);
        if kept.len() == best || kept.len() / 2 >= best {
            self.settle(kept);
        }
    }

    /// The hardest first, and of those alike the first.
    pub(super) fn settle(&self, kept: &mut Vec<Plan>) {
        kept.sort_by_cached_key(|plan| (Reverse(self.hardness(plan)), plan.number));
        kept.truncate(self.best.unwrap_or(usize::MAX));
    }

    fn hardness(&self, plan: &Plan) -> [Vec<u32>; 2] {
        let (levels, moves) = (plan.levels(), vec![plan.moves() as u32]);
        if self.by_moves { [moves, levels] } else { [levels, moves] }
    }
}

fn apart<'a>(task: &Task<'a>) -> Result<&'a Apart, Declined> {
    let Problem::Apart(apart) = task.problem else {
        return Err(Declined("no assemblies that are taken apart".into()));
    };
    match task.ask.question {
        Question::Apart => Ok(apart),
        other => Err(Declined(format!("it does not tell {}", other.about()))),
    }
}

impl Engine for Breadth {
    fn card(&self) -> Card {
        let about = "assemblies by any engine of covers, then breadth first over relative positions, \
                     by tables of how far pieces can go";
        let (form, kind) = (Form::Apart, Kind::Fixed);
        Card { name: "breadth", about, form, kind, order: "BurrTools'" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        let apart = apart(task)?;
        let count = apart.shapes.len();
        Declined::unless(count < SHAPES, || format!("it has {count} shapes of pieces, too many"))
    }

    fn saves(&self, _: &Task<'_>) -> Result<(), Declined> {
        Ok(())
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let wanted = Wanted::of(task.ask, run.control.budget.memory)?;
        let apart = apart(task)?;
        let workers = threads(run) as u64;
        let bytes = wanted.bytes / workers / 4;
        let alone = wanted.alone(apart);
        let worker = |stop: &dyn Fn(u64) -> Option<StopReason>, queue: &Queue| {
            let mut dismantler = Dismantler::new(apart, bytes, wanted.first_only);
            let limits = Limits { states: wanted.states, bytes: 2 * bytes, stop };
            queue.work(|batch| {
                plans(batch, &wanted, alone.as_ref(), &mut |assembly| match wanted.shortest {
                    true => dismantler.shortest(assembly, &limits),
                    false => dismantler.plan(assembly, &limits),
                })
            });
            let _ = stop(dismantler.search.looked);
        };
        answer(apart, &wanted, sink, run, workers, &worker)
    }
}

impl Engine for Definition {
    fn card(&self) -> Card {
        let about = "the definition: all subsets of the pieces, moved cell by cell";
        let (form, kind) = (Form::Apart, Kind::Definition);
        Card { name: "definition", about, form, kind, order: "by subsets" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        apart(task).map(drop)
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let wanted = Wanted::of(task.ask, run.control.budget.memory)?;
        let apart = apart(task)?;
        let alone = wanted.alone(apart);
        let worker = |stop: &dyn Fn(u64) -> Option<StopReason>, queue: &Queue| {
            let mut looked = 0;
            let limits = Limits { states: wanted.states, bytes: wanted.bytes, stop };
            queue.work(|batch| {
                plans(batch, &wanted, alone.as_ref(), &mut |assembly| {
                    reference::plan(apart, assembly, &limits, &mut looked)
                })
            });
            let _ = stop(looked);
        };
        answer(apart, &wanted, sink, run, 1, &worker)
    }
}

fn plans(
    batch: Batch,
    wanted: &Wanted,
    alone: Option<&Alone<'_>>,
    plan: &mut dyn FnMut(&[u32]) -> Result<Plan, StopReason>,
) -> Planned {
    let mut plans = Vec::with_capacity(batch.len());
    for Waiting { locked, number, assembly } in batch {
        let found = plan(&assembly).and_then(|found| {
            let look = alone.filter(|_| wanted.takes(&found));
            let is_alone = look.map_or(Ok(true), |alone| alone.is_alone(&assembly, plan))?;
            Ok(Looked { locked, plan: Plan { number, ..found }, is_alone })
        });
        match found {
            Ok(found) => plans.push(found),
            Err(reason) => return (plans, Some(reason)),
        }
    }
    (plans, None)
}

type Worker<'w> = dyn Fn(&dyn Fn(u64) -> Option<StopReason>, &Queue) + Sync + 'w;

/// Streams assemblies from the cover, or from what was given, through the workers.
fn answer(
    apart: &Apart,
    wanted: &Wanted,
    sink: &mut dyn Sink,
    run: &Run,
    workers: u64,
    worker: &Worker<'_>,
) -> Answered {
    let control = &*run.control;
    let store = Store::new(run, apart.fingerprint(), &wanted.name());
    let (queue, looked) = (Queue::default(), AtomicU64::new(0));
    let progress =
        if control.progress.is_watched() { Progress::watched() } else { Progress::default() };
    let budget = puzzle_core::Budget { nodes: None, ..control.budget.clone() };
    let inner = Arc::new(Control { budget, progress });
    let mut tally = Tally::default();
    if let Some(saved) = store.load_counting(0)? {
        let damaged = || store.refuse("this question, but damaged: its figures do not fit");
        tally = super::saved::read(&saved.payload).ok_or_else(damaged)?;
        tally.handed = u64::try_from(&saved.solutions).map_err(|_| damaged())?;
        tally.earlier = saved.nodes;
        sink.resume(saved.output, tally.handed)
            .map_err(|error| Failure::Usage(format!("cannot go on with the output: {error}")))?;
    }
    let (finished, skip) = (tally.finished, tally.finding.assemblies);
    let mut stream = Stream {
        apart,
        wanted,
        control,
        inner: &inner,
        looked: &looked,
        queue: &queue,
        threads: workers,
        batch: Batch::new(),
        sink,
        skip,
        bytes: 0,
        locked: 0,
        met: 0,
        ahead: false,
        stopped: None,
        store,
        interval: run.interval(),
        saved_at: Instant::now(),
        tally,
    };
    let mut reasons = Vec::new();
    let earlier = stream.tally.earlier;
    let searched = std::thread::scope(|scope| {
        for _ in 0..if finished { 0 } else { workers } {
            scope.spawn(|| {
                let told = std::cell::Cell::new(0);
                let stop = |mine: u64| {
                    let all = looked.fetch_add(mine - told.replace(mine), Ordering::Relaxed);
                    control.budget.check(earlier + all)
                };
                worker(&stop, &queue);
            });
        }
        let closing = Closing(&queue);
        let searched = match &apart.source {
            _ if finished => Ok(None),
            Source::Given(given) => {
                let _ = given.iter().try_for_each(|assembly| stream.solution(assembly));
                Ok(None)
            }
            Source::Slots(slots) => {
                let mut take = |assembly: &[u32], is_loose| stream.slotted(assembly, is_loose);
                Ok(super::slots::search(apart, slots, wanted.up_to, &inner, &mut take))
            }
            Source::Cover(cover) => {
                assemblies(cover, wanted, run, &inner, &mut stream, &mut reasons)
            }
        };
        stream.finish();
        drop(closing);
        searched
    })?;
    // A sink that had enough has stopped the search for assemblies too.
    let search = searched.filter(|&reason| reason != StopReason::Satisfied);
    let mut stopped = stream.stopped.or(search);
    if stopped.is_none() {
        stream.tally.finished = true;
        stream.hand_kept();
        stopped = stream.stopped;
    }
    if stream.store.is_wanted() && !finished {
        let output = stream.sink.sync();
        stream.save(output);
    }
    let nodes = stream.looked();
    let Stream { store, tally, .. } = stream;
    store.finish(stopped.is_none())?;
    let mut tally = tally;
    if let Some(plan) = tally.target.take() {
        let looked = closely(apart, wanted, plan, control, &mut stopped)?;
        tally.finding.closely = looked.map(Box::new);
    }
    Ok(Answer {
        solutions: tally.finding.solutions.into(),
        finding: Finding::Apart(Box::new(tally.finding)),
        nodes,
        stopped,
        reasons,
        ..Answer::default()
    })
}

/// Looks at one assembly closely, and writes the graph of its positions if that is wanted.
fn closely(
    apart: &Apart,
    wanted: &Wanted,
    plan: Plan,
    control: &Control,
    stopped: &mut Option<StopReason>,
) -> Result<Option<Closely>, Failure> {
    let mut dismantler = Dismantler::new(apart, wanted.bytes / 4, false);
    let obstacles = dismantler.obstacles(&plan.assembly);
    let stop = |nodes: u64| control.budget.check(nodes);
    let limits = Limits { states: wanted.states, bytes: wanted.bytes / 2, stop: &stop };
    let positions = match dismantler.positions(&plan.assembly, &limits) {
        Ok(positions) => positions,
        Err(reason) => {
            *stopped = Some(reason);
            return Ok(None);
        }
    };
    let away = positions.as_ref().map(|found| graph::away(found, &found.exits));
    let worst = away.and_then(|away| {
        let known = (0..).zip(away).filter_map(|(state, away)| Some((state, away?)));
        known.max_by_key(|&(state, away): &(u32, u32)| (away, Reverse(state)))
    });
    if let (Some(file), Some(positions)) = (&wanted.graph, &positions) {
        std::fs::write(file, graph::dot(positions))
            .map_err(|error| Failure::Usage(format!("cannot write {file}: {error}")))?;
    }
    Ok(Some(Closely { plan, obstacles, positions, worst }))
}

/// Ends the threads however the search for assemblies ends.
struct Closing<'q>(&'q Queue);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Searches for the solutions of a cover; says what stopped that.
fn assemblies(
    cover: &puzzle_core::Cover,
    wanted: &Wanted,
    run: &Run,
    inner: &Arc<Control>,
    stream: &mut Stream<'_>,
    reasons: &mut Vec<String>,
) -> Result<Option<StopReason>, Failure> {
    let ask = Ask::new(Question::All).with("up-to", wanted.up_to.name());
    let beside = |path: &std::path::PathBuf| {
        let mut name = path.clone().into_os_string();
        name.push(".assemblies");
        std::path::PathBuf::from(name)
    };
    let resume = run.resume.as_ref().map(beside).filter(|path| path.exists());
    let saved = Run {
        control: inner.clone(),
        checkpoint: run.checkpoint.as_ref().map(beside),
        resume,
        unordered: false,
        ..run.clone()
    };
    let cover = Problem::Cover(cover.clone());
    let mut answered = crate::meta::answer(&cover, &ask, &saved, stream);
    if let (Err(Failure::Declined(_)), true, 0) = (&answered, saved.is_saved(), stream.met) {
        // An engine whose run is not saved: after an interruption assemblies are searched for again.
        answered = crate::meta::answer(&cover, &ask, &saved.unsaved(), stream);
    }
    if stream.ahead {
        // Its file knows assemblies that this run had not finished: it begins again.
        stream.ahead = false;
        let again = Run { resume: None, ..saved };
        answered = crate::meta::answer(&cover, &ask, &again, stream);
    }
    let answer = match answered {
        // It was told not to save itself once more.
        Err(Failure::Usage(_)) if stream.stopped.is_some() => return Ok(None),
        answered => answered?,
    };
    reasons.extend(answer.reasons.iter().map(|reason| format!("assemblies: {reason}")));
    Ok(answer.stopped)
}
