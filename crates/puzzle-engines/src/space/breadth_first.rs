//! The engine `breadth-first`: from the start, level by level, in memory or on disk.
//!
//! If the goals are known and levels grow wide, it leaves the question to `both-ends`, unless that
//! is switched off or the run is to be saved.

use puzzle_core::{
    Answer, Answered, Card, Declined, Engine, Explored, Failure, Form, Key, Kind, Question, Run,
    Sink, StateSpace, StopReason, Task, with_space,
};

use super::asked::{Wanted, hand, plan};
use super::saving::Keeper;
use super::{BothEnds, Halt, Search, State, count_shortest, export, path};

/// Levels wider than this make a search from both ends worth while.
const WIDE: u64 = 50_000;

/// The engine.
#[derive(Debug)]
pub struct BreadthFirst;

impl Engine for BreadthFirst {
    fn card(&self) -> Card {
        let about = "level by level from the start, because every move counts the same";
        Card { name: "breadth-first", about, form: Form::Space, kind: Kind::Fixed, order: "levels" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        Wanted::of(task).map(drop)
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let states = task.ask.question != Question::Graph;
        Declined::unless(states, || "files of states are written in one go")?;
        let counts = Wanted::of(task)?.1.count;
        Declined::unless(!counts, || "shortest solutions are counted from all levels in memory")
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let (space, wanted) = Wanted::of(task)?;
        if wanted.question == Question::Graph {
            return with_space!(space, space => export::write(space, &wanted, task.ask, run));
        }
        let gives_up = task.ask.engine().is_none()
            && !run.is_saved()
            && !task.ask.without.iter().any(|name| name == BothEnds.name())
            && BothEnds.accepts(task).is_ok();
        with_space!(space, space => search(space, &wanted, gives_up, sink, run))
    }
}

fn search<K: Key>(
    space: &dyn StateSpace<Key = K>,
    wanted: &Wanted,
    gives_up: bool,
    sink: &mut dyn Sink,
    run: &Run,
) -> Answered {
    let control = &*run.control;
    let plan = plan(run, wanted.path || wanted.count);
    let what = if wanted.exhaust { "exhaust" } else { "solve" };
    let question = format!("{what} {}", space.variant());
    let mut keeper = Keeper::new(run, space.fingerprint(), &question);
    let mut reached: Option<(usize, Vec<K>)> = None;
    let mut search = match keeper.load()? {
        Some(saved) => {
            let mut state = State::<K>::read(&saved, space).ok_or_else(|| keeper.damaged())?;
            reached = state.passed.take();
            Search::resume(space, plan.clone(), control, state)
        }
        None => Search::new(space, plan.clone(), control),
    };
    let mut keep = |must: bool, search: &Search<'_, K>, reached: &Option<(usize, Vec<K>)>| {
        if keeper.is_due(must) {
            let state = State { passed: reached.clone(), ..search.state()? };
            keeper.keep(must, || state.save());
        }
        Ok::<(), Halt>(())
    };
    let mut stopped: Option<StopReason> = None;
    loop {
        if reached.is_none() && !search.goals().is_empty() {
            reached = Some((search.depth(), search.goals().to_vec()));
        }
        if reached.is_some() && !wanted.exhaust {
            break;
        }
        if gives_up && search.width() > WIDE {
            control.progress.begin_again();
            let width = search.width();
            let reason = format!("a level of {width} states, and it may begin at the goals too");
            return Err(Failure::Declined(reason));
        }
        match search.advance() {
            Ok(true) => {}
            Ok(false) => break,
            Err(Halt::Stopped(reason)) => {
                stopped = Some(reason);
                break;
            }
            Err(halt) => return Err(halt.into()),
        }
        keep(false, &search, &reached)?;
    }
    keep(true, &search, &reached)?;
    keeper.finish(stopped.is_none())?;
    let levels = search.finish();
    let mut explored = Explored {
        levels: levels.sizes.clone(),
        peak: levels.peak,
        peak_window: levels.peak_window,
        spilled: levels.spilled,
        ..Explored::default()
    };
    if wanted.question == Question::Furthest && stopped.is_none() {
        let last = levels.stored.last().and_then(Option::as_ref);
        let key = last.and_then(|last| last.least().ok().flatten());
        explored.furthest = key.map(|key| space.describe(key));
    }
    let mut shortest = None;
    if let Some((distance, goals)) = &reached {
        if wanted.count {
            shortest = Some(count_shortest(space, &levels, *distance, goals)?);
        }
        if wanted.path {
            let states = path(space, &levels, goals[0], *distance, &plan, control)?;
            hand(space, &states, sink);
        }
    }
    let place = if levels.spilled { "on disk" } else { "in memory" };
    let tables = format!(
        "levels {place}; tables of {} KiB at most, {} KiB of them for three levels",
        levels.peak >> 10,
        levels.peak_window >> 10
    );
    let answer = wanted.answer(explored, reached.map(|(distance, _)| distance), shortest);
    Ok(Answer { nodes: levels.nodes, stopped, reasons: vec![tables], ..answer })
}
