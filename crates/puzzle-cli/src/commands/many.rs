//! One puzzle or many: what is done to each puzzle that was named, whatever the verb and the family.
//!
//! Names, folders and files with several puzzles become one line of puzzles. Threads take them from its front,
//! one puzzle each; what comes of them is printed in their order. A puzzle that is refused stops no other. An
//! interrupt lets those that were begun end, each as it would alone, and begins no more.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use puzzle::{Budget, Control, OpenError, Part, Progress, Puzzle};
use serde_json::{Map, Value, json};

use crate::args::{Limits, Those};
use crate::csv;
use crate::desk::{Desk, Kept, Page};
use crate::exit::{Error, Exit};
use crate::output::{self, JsonList, Results};
use crate::progress::Ticker;
use crate::stop;
use crate::writer::Form;

/// Which puzzles, and how they are asked.
pub(crate) struct Many<'a> {
    pub(crate) those: &'a Those,
    pub(crate) limits: &'a Limits,
    /// How many threads were asked for.
    pub(crate) threads: Option<usize>,
    /// Whether each search has one thread unless more are asked for.
    pub(crate) single: bool,
    pub(crate) quiet: bool,
    pub(crate) form: Form,
    pub(crate) output: Option<&'a Path>,
    /// Whether the table that is wanted is that of levels.
    pub(crate) levels: bool,
    /// Why what was asked makes sense for one puzzle only.
    pub(crate) unfit: Option<String>,
}

/// Answers one puzzle.
pub(crate) trait Answering: Fn(&Puzzle, &Desk) -> Result<Exit, Error> + Sync {}

impl<T: Fn(&Puzzle, &Desk) -> Result<Exit, Error> + Sync> Answering for T {}

/// Answers each of them.
pub(crate) fn each(many: &Many<'_>, answer: impl Answering) -> Result<Exit, Error> {
    let kind = many.those.kind.as_deref();
    let show = !many.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let (parts, control) = match &many.those.puzzles[..] {
        [name] if !Path::new(name).is_dir() => {
            // Limits count from here on, and Ctrl-C stops cleanly; not before the text is there,
            // because whoever types it must be able to stop at once.
            let source = puzzle::source(name)?;
            let control = stop::control(many.limits, show);
            let parts = puzzle::several(source.within(&control.budget), kind)?;
            if let [part] = &parts[..] {
                let puzzle = Puzzle::of_part(part)?;
                let desk = Desk::alone(control, many.threads);
                if !many.quiet {
                    desk.warn(&puzzle);
                }
                return answer(&puzzle, &desk);
            }
            (parts, control)
        }
        _ => (Vec::new(), stop::control(many.limits, show)),
    };
    if let Some(why) = &many.unfit {
        let hint = "hint: name one puzzle; FILE#2 is the second one in a file";
        return Err(Error::Input(format!("error: {why} is for one puzzle at a time\n {hint}")));
    }
    let names = if parts.is_empty() { many.those.puzzles.clone() } else { Vec::new() };
    let queue = Queue { names: names.into(), parts: parts.into(), kind, budget: &control.budget };
    all(many, queue, &control, show, answer)
}

/// Answers all puzzles of a queue.
fn all(
    many: &Many<'_>,
    queue: Queue<'_>,
    control: &Control,
    show: bool,
    answer: impl Answering,
) -> Result<Exit, Error> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = many.threads.unwrap_or_else(cores);
    // Few puzzles divide the threads among them.
    let begun = queue.look_ahead(threads);
    let share = if many.single && many.threads.is_none() { 1 } else { (threads / begun).max(1) };
    let mut printer = Printer::new(many)?;
    let queue = Mutex::new((0, queue));
    let (abandoned, done) = (AtomicBool::new(false), Arc::new(AtomicU64::new(0)));
    let stopped = || abandoned.load(Ordering::Relaxed) || control.budget.check(0).is_some();
    let (sender, receiver) = channel();
    let ticker = show.then(|| Ticker::of_puzzles(done.clone()));
    let printed = std::thread::scope(|scope| {
        for _ in 0..threads.min(begun) {
            let (sender, queue, stopped, answer, done) =
                (sender.clone(), &queue, &stopped, &answer, &done);
            scope.spawn(move || {
                while !stopped() {
                    let taken = {
                        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                        queue.0 += 1;
                        queue.1.next().map(|job| (queue.0, job))
                    };
                    let Some((number, job)) = taken else { break };
                    let told = one(job, many, share, control, answer);
                    done.fetch_add(1, Ordering::Relaxed);
                    if sender.send((number, told)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let printed = printer.all(&receiver);
        abandoned.store(true, Ordering::Relaxed);
        printed
    });
    drop(ticker);
    printed?;
    let left = !queue.into_inner().unwrap_or_else(PoisonError::into_inner).1.is_empty();
    printer.end(left)
}

/// What became of one puzzle.
struct Answered {
    name: String,
    page: Page,
    exit: Result<Exit, Error>,
}

/// Answers one puzzle of several. A bug that shows in it is told, and the others are answered.
fn one(
    job: Job,
    many: &Many<'_>,
    threads: usize,
    control: &Control,
    answer: &impl Answering,
) -> Answered {
    let (name, part) = match job {
        Job::Part(part) => (part.name().to_owned(), Ok(part)),
        Job::Wrong(name, error) => (name, Err(error)),
    };
    let kept = Kept::default();
    let work = || {
        let puzzle = Puzzle::of_part(&part?)?;
        let budget = Budget { earlier: Arc::default(), ..control.budget.clone() };
        let control = Arc::new(Control { budget, progress: Progress::default() });
        let desk = Desk::shared(control, threads, kept.clone());
        if !many.quiet {
            desk.warn(&puzzle);
        }
        answer(&puzzle, &desk)
    };
    let exit = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let message = "error: this is a bug in puzzle; please report it with the input";
        Err(Error::Internal(message.into()))
    });
    Answered { name, page: kept.take(), exit }
}

/// Puzzles that wait.
struct Queue<'a> {
    names: VecDeque<String>,
    parts: VecDeque<Part>,
    kind: Option<&'a str>,
    budget: &'a Budget,
}

/// A puzzle that is to be answered, or why a name means none.
enum Job {
    Part(Part),
    Wrong(String, Error),
}

impl Queue<'_> {
    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.parts.is_empty()
    }

    /// How many puzzles wait, as far as that can be told without reading, but not over `most`.
    fn look_ahead(&self, most: usize) -> usize {
        let folder = self.names.iter().any(|name| Path::new(name).is_dir());
        let waiting = if folder { most } else { self.names.len() + self.parts.len() };
        waiting.clamp(1, most.max(1))
    }

    fn next(&mut self) -> Option<Job> {
        loop {
            if let Some(part) = self.parts.pop_front() {
                return Some(Job::Part(part));
            }
            let name = self.names.pop_front()?;
            if let Err(error) = self.open(&name) {
                return Some(Job::Wrong(name, error));
            }
        }
    }

    /// Puts what a name means in its place: the files of a folder, the puzzles of a file.
    fn open(&mut self, name: &str) -> Result<(), Error> {
        if Path::new(name).is_dir() {
            files(name)?.into_iter().rev().for_each(|file| self.names.push_front(file));
            return Ok(());
        }
        let source = puzzle::source(name)?;
        self.parts = puzzle::several(source.within(self.budget), self.kind)?.into();
        Ok(())
    }
}

/// The files of a folder by name, but no hidden ones.
fn files(folder: &str) -> Result<Vec<String>, Error> {
    let failed = |error| OpenError::File { name: folder.into(), error };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes()[0] == b'.');
        if path.is_file() && !hidden {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    files.sort_unstable();
    match files.is_empty() {
        true => Err(failed(std::io::Error::other("there is no file in the folder")).into()),
        false => Ok(files),
    }
}

/// Prints answers in the order of the puzzles.
struct Printer<'a> {
    many: &'a Many<'a>,
    out: Results,
    list: JsonList,
    /// The rows of a table, which are printed when all columns are known.
    rows: Vec<Map<String, Value>>,
    exit: Exit,
    puzzles: u64,
    refused: u64,
}

impl<'a> Printer<'a> {
    fn new(many: &'a Many<'a>) -> Result<Self, Error> {
        let list = JsonList::of("answers");
        let out = Results::open(many.output, false)?;
        let (rows, exit) = (Vec::new(), Exit::Answered);
        Ok(Printer { many, out, list, rows, exit, puzzles: 0, refused: 0 })
    }

    /// Prints what comes, each when all before it were printed.
    fn all(&mut self, answers: &Receiver<(usize, Answered)>) -> Result<(), Error> {
        let mut waiting = BTreeMap::new();
        let mut next = 1;
        loop {
            let (number, answered) = match answers.try_recv() {
                Ok(told) => told,
                Err(_) => {
                    self.out.writer().flush()?;
                    match answers.recv() {
                        Ok(told) => told,
                        Err(_) => return Ok(()),
                    }
                }
            };
            waiting.insert(number, answered);
            while let Some(answered) = waiting.remove(&next) {
                self.print(&answered)?;
                next += 1;
            }
        }
    }

    fn print(&mut self, answered: &Answered) -> Result<(), Error> {
        self.puzzles += 1;
        let exit = match &answered.exit {
            Ok(exit) => *exit,
            Err(error) => error.exit(),
        };
        self.exit = self.exit.max(exit);
        self.refused += u64::from(answered.exit.is_err());
        match self.many.form {
            Form::Json => {
                let value = answered.json();
                Ok(self.list.push(self.out.writer(), &value)?)
            }
            Form::Csv => {
                self.rows.extend(csv::rows_of(&answered.name, &answered.json(), self.many.levels));
                Ok(())
            }
            Form::Lines => Ok(writeln!(self.out.writer(), "{}", answered.json())?),
            Form::Text | Form::Picture => self.text(answered),
        }
    }

    /// The name and the answer on a line; under the name if the answer has several lines.
    fn text(&mut self, answered: &Answered) -> Result<(), Error> {
        let Page { out, remarks, closing } = &answered.page;
        let name = output::printable(&answered.name);
        let text = String::from_utf8_lossy(out);
        let text = match text.trim_end_matches('\n') {
            "" if answered.exit.is_ok() => closing,
            text => text,
        };
        let writer = self.out.writer();
        match text.contains('\n') {
            _ if text.is_empty() => {}
            true => writeln!(writer, "{name}:\n{text}\n")?,
            false => writeln!(writer, "{name}: {text}")?,
        }
        let told = |remark: &str| match remark.contains(&answered.name) {
            true => remark!("{remark}"),
            false => remark!("{name}: {remark}"),
        };
        let unfinished = answered.exit.as_ref().is_ok_and(|exit| *exit == Exit::Stopped);
        let closing = Some(closing).filter(|line| unfinished && *line != text);
        let lines: Vec<&String> = remarks.iter().chain(closing).collect();
        if !lines.is_empty() || answered.exit.is_err() {
            writer.flush()?;
        }
        lines.into_iter().for_each(|line| told(line));
        if let Err(error) = &answered.exit
            && let Some(message) = error.words()
        {
            told(&message);
        }
        Ok(())
    }

    /// Ends the output; `left` if some puzzles were not begun.
    fn end(mut self, left: bool) -> Result<Exit, Error> {
        if left {
            self.exit = self.exit.max(Exit::Stopped);
        }
        if self.many.form == Form::Json {
            let totals = json!({
                "puzzles": self.puzzles, "refused": self.refused, "complete": !left,
            });
            let object = std::mem::take(&mut self.list).finish(&totals);
            self.out.end(&object)?;
        }
        if self.many.form == Form::Csv {
            self.out.writer().write_all(csv::text(&self.rows).as_bytes())?;
        }
        self.out.sync()?;
        let text = self.many.form == Form::Text;
        if left && text {
            remark!("stopped after {} puzzles; there are more", self.puzzles);
        }
        if self.refused > 0 && text && !self.many.quiet {
            remark!("{} of {} puzzles were not answered", self.refused, self.puzzles);
        }
        Ok(self.exit)
    }
}

impl Answered {
    /// One object: the answer, or the error.
    fn json(&self) -> Value {
        let answer = serde_json::from_slice::<Value>(&self.page.out).ok();
        let error = self.exit.as_ref().err().and_then(Error::json);
        let mut value = match (answer, error) {
            (Some(answer), _) => answer,
            (None, Some(error)) => error,
            (None, None) => json!({ "schema": 1 }),
        };
        value["puzzle"] = self.name.as_str().into();
        value
    }
}
