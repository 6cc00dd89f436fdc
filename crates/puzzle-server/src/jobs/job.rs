//! One search: its thread, what it found, and how it ended.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use puzzle::scene::Scene;
use puzzle::scene::text::TextOptions;
use puzzle::{
    Answer, Ask, Budget, Control, Failure, Json, Progress, Puzzle, Question, Run, Seal, Sink,
    Standing, StopReason,
};
use serde_json::json;

use crate::Limits;
use crate::problem::{Outcome, Problem};

/// A search in the background.
#[derive(Debug)]
pub(crate) struct Job {
    id: String,
    client: String,
    puzzle: Puzzle,
    ask: Ask,
    /// Where the run is saved, if it can be.
    file: Option<PathBuf>,
    stop: Arc<AtomicBool>,
    state: Mutex<State>,
}

/// What changes.
#[derive(Debug)]
struct State {
    control: Arc<Control>,
    begun: Instant,
    /// Seconds of earlier runs of it.
    before: f64,
    watched: Instant,
    running: bool,
    /// How many solutions were found, and the first of them.
    found: u64,
    kept: Vec<(Vec<u32>, Option<Standing>)>,
    /// How it ended: an answer or a problem.
    end: Option<Json>,
    can_go_on: bool,
}

impl Job {
    pub(super) fn new(
        id: String,
        client: String,
        puzzle: Puzzle,
        ask: Ask,
        file: Option<PathBuf>,
    ) -> Self {
        let now = Instant::now();
        let state = State {
            control: Arc::default(),
            begun: now,
            before: 0.0,
            watched: now,
            running: false,
            found: 0,
            kept: Vec::new(),
            end: None,
            can_go_on: false,
        };
        let (stop, state) = (Arc::default(), Mutex::new(state));
        Job { id, client, puzzle, ask, file, stop, state }
    }

    /// Begins, or goes on, in a thread of its own.
    pub(super) fn begin(self: &Arc<Self>, limits: &Limits) -> Outcome<()> {
        self.stop.store(false, Ordering::Relaxed);
        let budget = Budget {
            deadline: Instant::now().checked_add(limits.search),
            memory: Some(limits.memory),
            interrupt: self.stop.clone(),
            ..Budget::default()
        };
        let control = Arc::new(Control { budget, progress: Progress::watched() });
        let saved = {
            let mut state = self.lock();
            let saved = std::mem::take(&mut state.can_go_on);
            (state.begun, state.watched) = (Instant::now(), Instant::now());
            (state.control, state.running, state.end) = (control.clone(), true, None);
            saved
        };
        let (job, most) = (self.clone(), limits.solutions);
        let thread = std::thread::Builder::new().name("search".into()).stack_size(16 << 20);
        let spawned = thread.spawn(move || job.work(control, saved, most));
        spawned.map(drop).map_err(|_| {
            self.lock().running = false;
            Problem::too_many("the system has no thread for the search")
        })
    }

    fn work(&self, control: Arc<Control>, saved: bool, most: usize) {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.search(control, saved, most)));
        let mut state = self.lock();
        let seconds = state.before + state.begun.elapsed().as_secs_f64();
        let end = match outcome {
            Ok(Ok(answer)) => {
                let again = matches!(
                    answer.stopped,
                    Some(StopReason::Interrupted | StopReason::TimeLimit | StopReason::MemoryLimit)
                );
                state.can_go_on = again && self.file.as_ref().is_some_and(|file| file.exists());
                self.told(&answer, state.found, seconds)
            }
            Ok(Err(failure)) => json!({ "problem": Problem::from(failure).json() }),
            Err(_) => json!({ "problem": Problem::bug("the search panicked").json() }),
        };
        state.before = seconds;
        (state.end, state.running) = (Some(end), false);
    }

    fn search(&self, control: Arc<Control>, saved: bool, most: usize) -> Result<Answer, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut run = Run {
            control,
            threads: Some(cores),
            checkpoint: self.file.clone(),
            interval: Some(Duration::from_secs(3600)),
            resume: self.file.clone().filter(|_| saved),
            ..Run::default()
        };
        let mut keeper = Keeper { job: self, most, standing: None };
        match self.puzzle.ask(&self.ask, &run, &mut keeper) {
            // Not every question of every engine can be saved; then it is answered without.
            Err(Failure::Declined(_)) if !saved && run.is_saved() && self.lock().found == 0 => {
                run.checkpoint = None;
                self.puzzle.ask(&self.ask, &run, &mut keeper)
            }
            answered => answered,
        }
    }

    /// The answer for programs, with what the family says of it for people.
    fn told(&self, answer: &Answer, found: u64, seconds: f64) -> Json {
        let description = self.puzzle.description();
        let told = self.puzzle.tell(&self.ask, answer, TextOptions::default());
        let mut json = self.puzzle.answer_json(&self.ask, answer, &told, seconds);
        let mut remarks = told.remarks.clone();
        remarks.extend(told.closing.clone());
        remarks.extend(told.why.clone());
        remarks.extend(self.puzzle.convention(&self.ask).map(str::to_owned));
        remarks.extend(answer.sameness.as_ref().map(puzzle::Sameness::words));
        remarks.retain(|remark| !remark.is_empty());
        let frames = Some(told.frames.clone()).filter(|frames| !frames.is_empty());
        let scene = frames.map(|frames| Scene { title: String::new(), frames });
        let scene = scene.as_ref().map(puzzle::scene::json::print);
        let enough = answer.stopped == Some(StopReason::Satisfied);
        json["told"] = json!({
            "text": told.text,
            "remarks": remarks,
            "reasons": answer.reasons,
            "noun": description.noun(&self.ask).1,
            "found": found,
            "enough": enough,
            "scene": scene,
        });
        json!({ "answer": json })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with it")
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn client(&self) -> &str {
        &self.client
    }

    pub(super) fn is_running(&self) -> bool {
        self.lock().running
    }

    pub(super) fn can_go_on(&self) -> bool {
        let state = self.lock();
        state.can_go_on && !state.running
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Somebody looks at it.
    pub(crate) fn watch(&self) {
        self.lock().watched = Instant::now();
    }

    /// How long nobody has.
    pub(super) fn unwatched(&self) -> Duration {
        self.lock().watched.elapsed()
    }

    /// How far it is, and the answer if there is one.
    pub(crate) fn json(&self) -> Json {
        let state = self.lock();
        let progress = &state.control.progress;
        let seconds = match state.running {
            true => state.before + state.begun.elapsed().as_secs_f64(),
            false => state.before,
        };
        let mut json = json!({
            "id": self.id,
            "running": state.running,
            "question": self.ask.question.name(),
            "found": state.found,
            "kept": state.kept.len(),
            "nodes": progress.nodes(),
            "counted": progress.solutions(),
            "fraction": progress.fraction(),
            "elapsed_s": (seconds * 1000.0).round() / 1000.0,
            "can_go_on": state.can_go_on,
        });
        for key in ["answer", "problem"] {
            if let Some(end) = state.end.as_ref().and_then(|end| end.get(key)) {
                json[key] = end.clone();
            }
        }
        json
    }

    /// A solution that was kept, by its number from 1, with its picture.
    pub(crate) fn solution(&self, number: u64) -> Outcome<Json> {
        let missing =
            || Problem::missing("there is no solution of that number, or it was not kept");
        let place = number.checked_sub(1).and_then(|n| usize::try_from(n).ok());
        let kept = place.and_then(|place| self.lock().kept.get(place).cloned());
        let (solution, standing) = kept.ok_or_else(missing)?;
        let description = self.puzzle.description();
        let fields = description.fields(&self.ask, &solution);
        let frames = description.frames(&self.ask, &solution);
        let title = self.puzzle.title().to_owned();
        let scene = puzzle::scene::json::print(&puzzle::scene::Scene { title, frames });
        Ok(json!({
            "number": number,
            "solution": solution,
            "fields": fields,
            "note": standing.as_ref().map(Standing::words),
            "scene": scene,
        }))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = std::fs::remove_file(file);
        }
    }
}

/// Keeps the first solutions and counts all.
struct Keeper<'a> {
    job: &'a Job,
    most: usize,
    standing: Option<Standing>,
}

impl Sink for Keeper<'_> {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        let mut state = self.job.lock();
        state.found += 1;
        let standing = self.standing.take();
        if state.kept.len() < self.most {
            state.kept.push((solution.to_vec(), standing));
        }
        let limit = match self.job.ask.question {
            Question::First => 1,
            _ => self.job.ask.limit.unwrap_or(u64::MAX),
        };
        if state.found >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn standing(&mut self, standing: &Standing) {
        self.standing = Some(standing.clone());
    }

    fn resume(&mut self, _: Seal, solutions: u64) -> std::io::Result<()> {
        let mut state = self.job.lock();
        state.found = solutions;
        let most = usize::try_from(solutions).unwrap_or(usize::MAX);
        state.kept.truncate(most);
        Ok(())
    }
}
