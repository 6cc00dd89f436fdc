//! Long runs: threads do not change the answer, a stopped run is taken up again without losing or
//! repeating anything, and a checkpoint is not mistaken for another puzzle's.

use std::io::{Seek, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use puzzle::core::{Control, Question, StopReason};
use puzzle::{Options, Output, Puzzle, read_checkpoint};

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("puzzle-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn limited(nodes: u64) -> Options {
    let mut control = Control::default();
    control.budget.nodes = Some(nodes);
    Options { control: control.into(), ..Options::default() }
}

#[test]
fn threads_do_not_change_counts_or_the_order_of_solutions() {
    let puzzle = Puzzle::named("pentominoes-3x20").unwrap();
    let solutions = |threads| {
        let options = Options { threads: Some(threads), ..Options::default() };
        let mut found = Vec::new();
        let answer = puzzle.solve(&options, |numbers| {
            found.push(numbers.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(answer.unwrap().solutions, 8_u32.into());
        assert_eq!(puzzle.count(&options).unwrap().solutions, 8_u32.into());
        found
    };
    let two = solutions(2);
    assert_eq!(two.len(), 8);
    assert_eq!(solutions(4), two);
}

#[test]
fn a_count_that_is_stopped_again_and_again_comes_to_the_same_end() {
    let folder = Folder::new("count");
    let puzzle = Puzzle::named("meteor").unwrap();
    let file = folder.file("run");
    let mut runs = 0;
    let answer = loop {
        let mut options = limited(900_000);
        options.engine = Some(["native", "bitsets"][runs % 2].into());
        options.threads = Some(1 + runs % 3);
        options.checkpoint = Some(file.clone());
        options.resume = (runs > 0).then(|| file.clone());
        let answer = puzzle.count(&options).unwrap();
        runs += 1;
        match answer.stopped {
            None => break answer,
            Some(reason) => assert_eq!(reason, StopReason::NodeLimit),
        }
    };
    assert!(runs > 1);
    assert_eq!(answer.solutions, 2098_u32.into());
    // A finished run says so when it is resumed.
    let options =
        Options { resume: Some(file), engine: Some("native".into()), ..Options::default() };
    assert_eq!(puzzle.count(&options).unwrap().solutions, 2098_u32.into());
}

#[test]
fn classes_survive_an_interruption() {
    let folder = Folder::new("classes");
    let puzzle = Puzzle::named("pentominoes-2x3x10").unwrap();
    let file = folder.file("run");
    let options = Options { checkpoint: Some(file.clone()), ..limited(50_000) };
    let stopped = puzzle.count_up_to_symmetry(&options).unwrap();
    assert!(stopped.classes.is_none() || stopped.stopped.is_none());
    let options = Options { resume: Some(file), ..Options::default() };
    let answer = puzzle.count_up_to_symmetry(&options).unwrap();
    assert_eq!((answer.solutions, answer.classes), (96_u32.into(), Some(12_u32.into())));
}

/// Solutions as lines of a file.
struct Lines(std::fs::File);

impl Output for Lines {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        writeln!(self.0, "{numbers:?}").unwrap();
        ControlFlow::Continue(())
    }

    fn sync(&mut self) -> std::io::Result<u64> {
        self.0.sync_all()?;
        self.0.stream_position()
    }
}

#[test]
fn an_output_file_has_every_solution_exactly_once_after_interruptions() {
    let folder = Folder::new("output");
    let puzzle = Puzzle::named("pentominoes-8x8-hole").unwrap();
    let (file, list) = (folder.file("run"), folder.file("solutions"));
    let mut stops = 0;
    for run in 0.. {
        let mut options = if run < 3 { limited(15_000) } else { Options::default() };
        options.checkpoint = Some(file.clone());
        let mut output =
            std::fs::File::options().create(true).truncate(false).write(true).open(&list).unwrap();
        if run > 0 {
            options.resume = Some(file.clone());
            output.set_len(read_checkpoint(&file).unwrap().output).unwrap();
        }
        output.seek(std::io::SeekFrom::End(0)).unwrap();
        let mut lines = Lines(output);
        let answer = puzzle.search_to(&options, Question::Enumerate, &mut lines).unwrap();
        if answer.stopped.is_some() {
            // As if the machine had gone down after some more output.
            writeln!(lines.0, "lost").unwrap();
            stops += 1;
        } else {
            break;
        }
    }
    assert_eq!(stops, 3);
    let text = std::fs::read_to_string(&list).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!((text.lines().count(), lines.len()), (520, 520));
}

#[test]
fn a_checkpoint_of_another_puzzle_or_question_is_refused() {
    let folder = Folder::new("refused");
    let file = folder.file("run");
    let meteor = Puzzle::named("meteor").unwrap();
    let options = Options { checkpoint: Some(file.clone()), ..limited(1000) };
    meteor.count(&options).unwrap();
    let resume = || Options { resume: Some(file.clone()), ..Options::default() };
    let refusal = Puzzle::named("soma").unwrap().count(&resume()).unwrap_err().to_string();
    assert!(refusal.contains("another puzzle"), "{refusal}");
    let refusal = meteor.count_up_to_symmetry(&resume()).unwrap_err().to_string();
    assert!(refusal.contains("another question: count"), "{refusal}");
    std::fs::write(&file, "garbage").unwrap();
    let refusal = meteor.count(&resume()).unwrap_err().to_string();
    assert!(refusal.contains("no checkpoint of this version"), "{refusal}");
    let nowhere = Options { checkpoint: Some(folder.file("no/such/folder")), ..limited(1000) };
    assert!(meteor.count(&nowhere).unwrap_err().to_string().contains("cannot save"));
}
