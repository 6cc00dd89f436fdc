//! A search that is under way, in a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use puzzle::{Answer, Ask, BigUint, Budget, Control, Failure, Progress, Puzzle, Question, Run};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};

use crate::errors;
use crate::stream::{Block, Sender, Stream};

/// How a question is answered.
#[derive(FromPyObject, Debug)]
pub(crate) struct How {
    #[pyo3(item)]
    threads: Option<usize>,
    #[pyo3(item)]
    timeout: Option<f64>,
    #[pyo3(item)]
    nodes: Option<u64>,
    #[pyo3(item)]
    memory: Option<u64>,
    #[pyo3(item)]
    checkpoint: Option<PathBuf>,
    #[pyo3(item)]
    interval: Option<f64>,
    #[pyo3(item)]
    resume: Option<PathBuf>,
    #[pyo3(item)]
    unordered: bool,
    /// Whether somebody looks at the progress.
    #[pyo3(item)]
    watched: bool,
}

impl How {
    fn run(self) -> Run {
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).ok();
        let deadline = self.timeout.and_then(seconds).and_then(|t| Instant::now().checked_add(t));
        let budget =
            Budget { deadline, nodes: self.nodes, memory: self.memory, ..Budget::default() };
        let progress = if self.watched { Progress::watched() } else { Progress::default() };
        Run {
            control: Arc::new(Control { budget, progress }),
            threads: self.threads,
            unordered: self.unordered,
            checkpoint: self.checkpoint.or(self.resume.clone()),
            interval: self.interval.and_then(seconds),
            resume: self.resume,
            units: None,
        }
    }
}

/// A count of any size as Python's own integer.
fn integer<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// A question that is being answered.
#[pyclass(frozen, module = "puzzle_processor._native")]
#[derive(Debug)]
pub(crate) struct Search {
    puzzle: Puzzle,
    ask: Ask,
    control: Arc<Control>,
    stream: Arc<Stream>,
    outcome: Arc<Mutex<Option<Outcome>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Outcome {
    answer: Result<Answer, Failure>,
    seconds: f64,
}

impl Search {
    pub(crate) fn start(puzzle: Puzzle, ask: Ask, how: How) -> Self {
        let run = how.run();
        let (control, stream) = (run.control.clone(), Arc::new(Stream::default()));
        let outcome = Arc::default();
        let search = Search {
            puzzle: puzzle.clone(),
            ask: ask.clone(),
            control,
            stream: stream.clone(),
            outcome: Arc::clone(&outcome),
            thread: Mutex::default(),
        };
        let thread = std::thread::spawn(move || {
            let begun = Instant::now();
            let limit = if ask.question == Question::First { Some(1) } else { ask.limit };
            let mut sender = Sender::new(stream.clone(), limit.unwrap_or(u64::MAX));
            let asked = AssertUnwindSafe(|| puzzle.ask(&ask, &run, &mut sender));
            let broken = |_| Err(Failure::Wrong(errors::PANICKED.into()));
            let answer = catch_unwind(asked).unwrap_or_else(broken);
            let seconds = begun.elapsed().as_secs_f64();
            *outcome.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(Outcome { answer, seconds });
            stream.end();
        });
        *search.thread() = Some(thread);
        search
    }

    fn thread(&self) -> std::sync::MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search and waits for that.
    fn end(&self) {
        self.control.budget.interrupt.store(true, Ordering::Relaxed);
        self.stream.close();
        if let Some(thread) = self.thread().take() {
            let _ = thread.join();
        }
    }
}

#[pymethods]
impl Search {
    /// Waits for the end at most so many seconds; whether it has come.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        let patience = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        py.detach(|| self.stream.wait(patience))
    }

    /// The solutions found since the last call, waiting for one at most so many seconds.
    fn take(&self, py: Python<'_>, seconds: f64) -> Block {
        let patience = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        py.detach(|| self.stream.take(patience))
    }

    /// Whether the search has ended and everything was taken.
    #[getter]
    fn over(&self) -> bool {
        self.stream.is_over()
    }

    /// How many solutions earlier runs have handed over.
    #[getter]
    fn earlier(&self) -> u64 {
        self.stream.earlier()
    }

    /// Nodes, solutions, and the estimated fraction that is done.
    fn progress(&self) -> (u64, u64, f64) {
        let progress = &self.control.progress;
        (progress.nodes(), progress.solutions(), progress.fraction())
    }

    /// Asks it to stop: it saves itself if it is to, and answers with what it has.
    fn interrupt(&self) {
        self.control.budget.interrupt.store(true, Ordering::Relaxed);
    }

    /// Ends it, whatever it was at.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.end());
    }

    /// How it ended.
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Outcome { answer, seconds }) = &*outcome else {
            return Err(errors::usage(py, "the search has not ended"));
        };
        let answer = answer.as_ref().map_err(|failure| errors::of_failure(py, failure))?;
        let told = self.puzzle.description().tell(&self.ask, answer, Default::default());
        let dict = PyDict::new(py);
        let json = self.puzzle.answer_json(&self.ask, answer, &told, *seconds);
        dict.set_item("json", json.to_string())?;
        dict.set_item("solutions", integer(py, &answer.solutions)?)?;
        let classes = self.ask.question == Question::Classes;
        let classes = classes.then(|| integer(py, &answer.least_classes())).transpose()?;
        dict.set_item("classes", classes)?;
        dict.set_item("stopped", answer.stopped.map(|reason| reason.to_string()))?;
        dict.set_item("text", told.text)?;
        let mut remarks = told.remarks;
        remarks.extend(told.why);
        remarks.extend(self.puzzle.convention(&self.ask).map(str::to_owned));
        remarks.extend(answer.sameness.as_ref().map(puzzle::Sameness::words));
        dict.set_item("remarks", remarks)?;
        dict.set_item("reasons", &answer.reasons)?;
        Ok(dict)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.end();
    }
}
