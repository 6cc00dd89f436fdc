//! Every step on a saved file fails once, each in turn: the run goes on, or ends with a checkpoint from
//! which the next run comes to the same end, with no solution lost and none there twice.
//!
//! The faults are injected below the code that saves (`puzzle::files::seam`); the searches are real.
//! The tests try some of the steps, `cargo xtask long faults` all of them, and prints a table.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use puzzle::files::seam::{Injected, Operation, inject};
use puzzle::files::{self, Journal};
use puzzle::{Answer, Ask, Budget, Control, Failure, Ignore, Puzzle, Question, Run, Seal, Sink};
use puzzle_core::Checkpoint;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::canonicalize(folder).unwrap()
}

/// Solutions as lines.
struct Lines {
    out: Journal,
    failed: Option<io::Error>,
}

impl Sink for Lines {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        match writeln!(self.out, "{numbers:?}") {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn sync(&mut self) -> io::Result<Seal> {
        self.out.sync()
    }

    fn resume(&mut self, output: Seal, _: u64) -> io::Result<()> {
        self.out.resume(output)
    }
}

/// A run to be saved: what is asked, whether solutions are listed, and how many nodes the first run has.
struct Case(&'static str, Question, bool, u64);

const CASES: &[Case] = &[
    Case("sudoku-2x2", Question::All, true, 1000),
    Case("dominoes-6x6", Question::Count, false, 50),
    Case("pegs-triangle-15", Question::Count, false, 100),
    Case("queens-10", Question::Count, false, 100),
];

impl Case {
    /// Runs it, from the saved run if there is one, on one thread and saved as often as can be.
    fn run(&self, folder: &Path, nodes: Option<u64>) -> Result<Answer, Failure> {
        let Case(name, question, listed, _) = *self;
        let saved = folder.join("run");
        let budget = Budget { nodes, ..Budget::default() };
        let resume = saved.exists();
        let run = Run {
            control: Arc::new(Control { budget, ..Control::default() }),
            threads: Some(1),
            interval: Some(Duration::ZERO),
            resume: resume.then(|| saved.clone()),
            checkpoint: Some(saved),
            ..Run::default()
        };
        let (puzzle, mut ask) = (Puzzle::named(name).unwrap(), Ask::new(question));
        // Left to itself it would be done before there is anything to save.
        ask.engine = name.starts_with("dominoes").then(|| "dp".into());
        if !listed {
            return puzzle.ask(&ask, &run, &mut Ignore);
        }
        let broken = |error: io::Error| Failure::Usage(format!("cannot write the list: {error}"));
        let out = Journal::open(&folder.join("list"), resume).map_err(broken)?;
        let mut lines = Lines { out, failed: None };
        let answer = puzzle.ask(&ask, &run, &mut lines);
        match lines.failed {
            Some(error) => Err(broken(error)),
            None => {
                let answer = answer?;
                lines.out.sync().map_err(broken)?;
                Ok(answer)
            }
        }
    }

    /// A run that is stopped and one that goes on with it, both under faults.
    fn twice(&self, folder: &Path) -> [Result<Answer, Failure>; 2] {
        [Some(self.3), None].map(|nodes| self.run(folder, nodes))
    }

    /// The saved run that is there is sound, and leads to the right end.
    fn comes_to_its_end(&self, folder: &Path, expected: &Answer, what: &str) {
        if let Ok(bytes) = std::fs::read(folder.join("run")) {
            let read = Checkpoint::read(&bytes, usize::MAX);
            assert!(read.is_ok(), "{what}: {:?}", read.err());
        }
        let answer = self.run(folder, None).unwrap_or_else(|why| panic!("{what}: {why}"));
        assert!(answer.stopped.is_none(), "{what}");
        assert_eq!(answer.solutions, expected.solutions, "{what}");
        if self.2 {
            let text = std::fs::read_to_string(folder.join("list")).unwrap();
            let lines: BTreeSet<&str> = text.lines().collect();
            let wanted = usize::try_from(expected.solutions.clone()).unwrap();
            assert_eq!((text.lines().count(), lines.len()), (wanted, wanted), "{what}");
        }
    }
}

/// What the system says when a step fails.
fn error(operation: Operation) -> io::Error {
    match operation {
        Operation::Write | Operation::Cut => ErrorKind::StorageFull.into(),
        Operation::Open | Operation::Create => ErrorKind::PermissionDenied.into(),
        Operation::Rename | Operation::Link | Operation::Remove => {
            ErrorKind::ReadOnlyFilesystem.into()
        }
        Operation::Read | Operation::Sync | Operation::SyncFolder => io::Error::other("I/O error"),
    }
}

/// Lets the steps with these numbers fail, and keeps a list of all.
fn fail(
    folder: &Path,
    fails: impl Fn(usize, Operation) -> bool + Send + Sync + 'static,
    kind: impl Fn(Operation) -> io::Error + Send + Sync + 'static,
) -> (Injected, Arc<Mutex<Vec<Operation>>>) {
    let steps = Arc::new(Mutex::new(Vec::new()));
    let list = steps.clone();
    let injected = inject(folder, move |operation, _| {
        let mut list = list.lock().unwrap();
        list.push(operation);
        match fails(list.len() - 1, operation) {
            true => Err(kind(operation)),
            false => Ok(usize::MAX),
        }
    });
    (injected, steps)
}

fn clear(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
}

/// Lets steps fail, each in turn, at most so many of a case.
fn each_step_fails(name: &str, most: usize) {
    let mut rows = BTreeMap::<Operation, [usize; 3]>::new();
    for case in CASES {
        let folder = folder(&format!("{name}-{}", case.0));
        let expected = Puzzle::named(case.0).unwrap();
        let expected = expected.ask(&Ask::new(case.1), &Run::default(), &mut Ignore).unwrap();
        let (injected, steps) = fail(&folder, |_, _| false, error);
        let [first, second] = case.twice(&folder);
        assert!(first.unwrap().stopped.is_some(), "{}: the first run is stopped", case.0);
        assert_eq!(second.unwrap().solutions, expected.solutions);
        drop(injected);
        let all = steps.lock().unwrap().len();
        assert!(all > 20, "{}: {all} steps", case.0);
        for step in (0..all).step_by(all.div_ceil(most)) {
            clear(&folder);
            let (injected, steps) = fail(&folder, move |at, _| at == step, error);
            let answers = case.twice(&folder);
            drop(injected);
            let Some(&operation) = steps.lock().unwrap().get(step) else { continue };
            let what = format!("{}: step {step}, {operation:?}", case.0);
            let row = rows.entry(operation).or_default();
            row[0] += 1;
            let ended = answers.iter().any(Result::is_err);
            row[if ended { 2 } else { 1 }] += 1;
            for why in answers.into_iter().filter_map(Result::err) {
                let why = why.to_string();
                assert!(why.contains("run") || why.contains("list"), "{what}: {why}");
            }
            case.comes_to_its_end(&folder, &expected, &what);
        }
    }
    println!(
        "| step | failed | the run went on | the run ended, and was resumed |\n|---|--:|--:|--:|"
    );
    for (operation, [failed, on, ended]) in &rows {
        println!("| {operation:?} | {failed} | {on} | {ended} |");
    }
    let [failed, on, ended] = [0, 1, 2].map(|i| rows.values().map(|row| row[i]).sum::<usize>());
    println!("| all | {failed} | {on} | {ended} |");
    for wanted in [Operation::Write, Operation::Sync, Operation::Rename] {
        assert!(rows.contains_key(&wanted), "{wanted:?} was never tried");
    }
}

#[test]
fn a_step_of_a_saved_run_that_fails_loses_and_doubles_nothing() {
    each_step_fails("fault", 11);
}

#[test]
#[ignore = "long: cargo xtask long faults"]
fn every_step_of_a_saved_run_fails_once_and_nothing_is_lost_or_doubled() {
    each_step_fails("fault-long", usize::MAX);
}

#[test]
fn a_disk_that_is_full_from_some_step_on_leaves_a_run_that_can_be_resumed() {
    let case = &CASES[0];
    let folder = folder("fault-full");
    let expected = Puzzle::named(case.0).unwrap();
    let expected = expected.ask(&Ask::new(case.1), &Run::default(), &mut Ignore).unwrap();
    let full = |operation| matches!(operation, Operation::Write | Operation::Create);
    for step in (0..60).step_by(7) {
        clear(&folder);
        let (injected, _) = fail(
            &folder,
            move |at, operation| at >= step && full(operation),
            |_| ErrorKind::StorageFull.into(),
        );
        let _ = case.twice(&folder);
        drop(injected);
        case.comes_to_its_end(&folder, &expected, &format!("full from step {step}"));
    }
}

#[test]
fn interrupted_calls_and_short_ones_are_made_again() {
    for case in CASES {
        let folder = folder(&format!("fault-again-{}", case.0));
        let expected = Puzzle::named(case.0).unwrap();
        let expected = expected.ask(&Ask::new(case.1), &Run::default(), &mut Ignore).unwrap();
        let interrupted = |_| ErrorKind::Interrupted.into();
        let (injected, _) = fail(&folder, |at, _| at % 2 == 0, interrupted);
        let [first, second] = case.twice(&folder);
        drop(injected);
        assert!(first.is_ok(), "{}", case.0);
        assert_eq!(second.unwrap().solutions, expected.solutions);
        clear(&folder);
        let injected = inject(&folder, |_, _| Ok(7));
        let [first, second] = case.twice(&folder);
        drop(injected);
        assert!(first.is_ok(), "{}", case.0);
        assert_eq!(second.unwrap().solutions, expected.solutions);
        case.comes_to_its_end(&folder, &expected, case.0);
    }
}

#[test]
fn a_folder_that_vanishes_ends_no_run_that_has_its_answer() {
    let folder = folder("fault-vanished");
    let place = folder.join("gone");
    std::fs::create_dir(&place).unwrap();
    let puzzle = Puzzle::named("sudoku-2x2").unwrap();
    let run = Run {
        threads: Some(1),
        interval: Some(Duration::ZERO),
        checkpoint: Some(place.join("run")),
        ..Run::default()
    };
    let mut found = 0;
    let mut sink = |_: &[u32]| {
        found += 1;
        if found == 100 {
            std::fs::remove_dir_all(&place).unwrap();
        }
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(&Ask::new(Question::All), &run, &mut sink).unwrap();
    assert_eq!((answer.solutions, answer.stopped), (288_u32.into(), None));
    assert!(!place.exists());
}

#[test]
fn a_file_that_is_replaced_is_the_old_or_the_new_one_whatever_fails() {
    let folder = folder("fault-replace");
    let path = folder.join("file");
    let steps = Arc::new(AtomicUsize::new(0));
    for step in 0.. {
        std::fs::write(&path, "old").unwrap();
        let failed = Arc::new(Mutex::new(None));
        let (count, keep) = (steps.clone(), failed.clone());
        count.store(0, Ordering::Relaxed);
        let injected = inject(&folder, move |operation, _| {
            if count.fetch_add(1, Ordering::Relaxed) == step {
                *keep.lock().unwrap() = Some(operation);
                return Err(error(operation));
            }
            Ok(usize::MAX)
        });
        let replaced = files::replace(&path, |out| out.write_all(b"new"));
        drop(injected);
        let found = std::fs::read_to_string(&path).unwrap();
        let left = std::fs::read_dir(&folder).unwrap().count();
        match failed.lock().unwrap().take() {
            // After the last step there is none to fail.
            None => {
                assert!(replaced.is_ok() && found == "new" && step > 3, "{step}");
                break;
            }
            // It was moved, but is not known to be on the disk.
            Some(Operation::SyncFolder) => assert!(replaced.is_err() && found == "new"),
            Some(operation) => {
                assert!(replaced.is_err() && found == "old", "{operation:?}");
            }
        }
        assert_eq!(left, 1, "nothing is left beside it");
    }
}
