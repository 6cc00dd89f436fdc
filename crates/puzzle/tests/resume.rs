//! Long runs: threads do not change the answer, a stopped run is taken up again without losing or
//! repeating anything, and a checkpoint is not mistaken for another puzzle's.

mod support;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use puzzle::files::Journal;
use puzzle::{Control, Puzzle, Question, Seal, Sink, StopReason};
use puzzle_core::{Checkpoint, Payload};
use support::{Asking, Options, limited};

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

/// What is in a file.
fn read_checkpoint(file: &Path) -> Checkpoint {
    Checkpoint::read(&std::fs::read(file).unwrap(), usize::MAX).unwrap()
}

#[test]
fn threads_do_not_change_counts_or_the_order_of_solutions() {
    // A short search, one that is worth dividing, and one whose engine is given.
    let cases: [(&str, u32, _); 3] = [
        ("pentominoes-3x20", 8, None),
        ("meteor", 2098, None),
        ("pentominoes-3x20", 8, Some("cells")),
    ];
    for (name, known, engine) in cases {
        let puzzle = Puzzle::named(name).unwrap();
        let solutions = |threads| {
            let engine = engine.map(str::to_owned);
            let options = Options { threads: Some(threads), engine, ..Options::default() };
            let mut found = Vec::new();
            let answer = puzzle.solve(&options, |numbers| {
                found.push(numbers.to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!(answer.unwrap().solutions, known.into());
            assert_eq!(puzzle.counted(&options).unwrap().solutions, known.into());
            found
        };
        let one = solutions(1);
        assert_eq!(one.len(), known as usize);
        for threads in [2, 4] {
            assert_eq!(solutions(threads), one, "{name}, {threads} threads");
        }
    }
}

/// What is left in the purses follows from what a part has chosen, and the puzzle without what is too
/// dear is the same every time.
#[test]
fn a_count_with_prices_is_the_same_in_parts_and_after_being_stopped() {
    let folder = Folder::new("prices");
    let (puzzle, file) = (Puzzle::named("pentominoes-3x20").unwrap(), folder.file("run"));
    for engine in [None, Some("bitsets".to_owned())] {
        let _ = std::fs::remove_file(&file);
        let prices = Some("2");
        let whole = Options { prices, engine: engine.clone(), ..Options::default() };
        let divided = Options { threads: Some(2), ..whole.clone() };
        for options in [&whole, &divided] {
            assert_eq!(puzzle.counted(options).unwrap().solutions, 8_u32.into());
        }
        let mut runs = 0;
        loop {
            let resume = (runs > 0).then(|| file.clone());
            let checkpoint = Some(file.clone());
            let options =
                Options { prices, engine: engine.clone(), resume, checkpoint, ..limited(4000) };
            let answer = puzzle.counted(&options).unwrap();
            runs += 1;
            if answer.stopped.is_none() {
                assert_eq!(answer.solutions, 8_u32.into(), "{runs} runs");
                break;
            }
            assert!(runs < 100, "{:?}", answer.stopped);
        }
        assert!(runs > 1);
    }
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
        let answer = puzzle.counted(&options).unwrap();
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
    assert_eq!(puzzle.counted(&options).unwrap().solutions, 2098_u32.into());
}

#[test]
fn classes_survive_an_interruption() {
    let folder = Folder::new("classes");
    let puzzle = Puzzle::named("pentominoes-2x3x10").unwrap();
    let file = folder.file("run");
    let options = Options { checkpoint: Some(file.clone()), ..limited(50_000) };
    let stopped = puzzle.classified(&options).unwrap();
    assert_eq!(stopped.stopped, Some(StopReason::NodeLimit));
    // What a stopped search tells is how many there are at least.
    assert!(stopped.least_classes() <= 12_u32.into());
    let options = Options { resume: Some(file), ..Options::default() };
    let answer = puzzle.classified(&options).unwrap();
    assert_eq!((answer.solutions, answer.classes), (96_u32.into(), Some(12_u32.into())));
}

/// Solutions as lines of a file.
struct Lines(Journal, PathBuf);

impl Sink for Lines {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        writeln!(self.0, "{numbers:?}").unwrap();
        ControlFlow::Continue(())
    }

    fn sync(&mut self) -> std::io::Result<Seal> {
        self.0.sync()
    }

    fn resume(&mut self, output: Seal, solutions: u64) -> std::io::Result<()> {
        self.0.resume(output)?;
        let text = std::fs::read_to_string(&self.1)?;
        assert_eq!(text.lines().count() as u64, solutions);
        Ok(())
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
        options.resume = (run > 0).then(|| file.clone());
        let mut lines = Lines(Journal::open(&list, run > 0).unwrap(), list.clone());
        let ask = options.ask(Question::All);
        let answer = puzzle.asked(&options, &ask, &mut lines).unwrap();
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
    meteor.counted(&options).unwrap();
    let resume = || Options { resume: Some(file.clone()), ..Options::default() };
    let refusal = Puzzle::named("soma").unwrap().counted(&resume()).unwrap_err().to_string();
    assert!(refusal.contains("another puzzle"), "{refusal}");
    let refusal = meteor.classified(&resume()).unwrap_err().to_string();
    assert!(refusal.contains("another question: count"), "{refusal}");
    std::fs::write(&file, "garbage").unwrap();
    let refusal = meteor.counted(&resume()).unwrap_err().to_string();
    assert!(refusal.contains("this is no checkpoint"), "{refusal}");
    let nowhere = Options { checkpoint: Some(folder.file("no/such/folder")), ..limited(1000) };
    assert!(meteor.counted(&nowhere).unwrap_err().to_string().contains("cannot save"));
}

#[test]
fn a_count_by_dynamic_programming_is_saved_and_taken_up_again() {
    let folder = Folder::new("layer");
    let puzzle = Puzzle::named("dominoes-10x10").unwrap();
    let file = folder.file("run");
    let mut runs = 0;
    let answer = loop {
        let mut options = limited(3000);
        // Only the first run has to say which engine; the file knows.
        options.engine = (runs == 0).then(|| "dp".into());
        options.checkpoint = Some(file.clone());
        options.resume = (runs > 0).then(|| file.clone());
        let answer = puzzle.counted(&options).unwrap();
        runs += 1;
        match answer.stopped {
            None => break answer,
            Some(reason) => assert_eq!(reason, StopReason::NodeLimit),
        }
    };
    assert!(runs > 3);
    assert_eq!(
        (answer.solutions.to_string().as_str(), answer.engine.as_str()),
        ("258584046368", "dp")
    );
    let resume = Options { resume: Some(file.clone()), ..Options::default() };
    assert_eq!(puzzle.counted(&resume).unwrap().solutions.to_string(), "258584046368");
    // It is refused where it does not belong.
    let refusal = |puzzle: &str, engine: Option<&str>| {
        let options = Options { engine: engine.map(Into::into), ..resume.clone() };
        Puzzle::named(puzzle).unwrap().counted(&options).unwrap_err().to_string()
    };
    assert!(refusal("dominoes-8x8", None).contains("another puzzle"));
    assert!(refusal("dominoes-10x10", Some("cells")).contains("dynamic programming"));
    let old = std::fs::read_to_string(&file).unwrap().replace("checkpoint 5", "checkpoint 1");
    std::fs::write(&file, old).unwrap();
    assert!(refusal("dominoes-10x10", None).contains("version 1"));
}

/// Whoever leaves the choice to us and saves a run finds its states in the file.
#[test]
fn a_count_that_is_tried_before_a_long_search_is_saved_too() {
    let folder = Folder::new("attempt");
    let puzzle = Puzzle::named("dominoes-20x20").unwrap();
    let file = folder.file("run");
    let first = Options { checkpoint: Some(file.clone()), ..limited(20_000) };
    let stopped = puzzle.counted(&first).unwrap();
    assert_eq!((stopped.stopped, stopped.engine.as_str()), (Some(StopReason::NodeLimit), "dp"));
    assert!(matches!(read_checkpoint(&file).payload, Payload::Layer(_)));
    let second = Options { checkpoint: Some(file.clone()), resume: Some(file), ..limited(20_000) };
    let further = puzzle.counted(&second).unwrap();
    assert_eq!((further.stopped, further.nodes), (Some(StopReason::NodeLimit), 40_000));
}

/// States that do not fit are no end of it: the search follows, and is what is saved.
#[test]
fn a_count_with_too_many_states_is_left_to_the_search() {
    let folder = Folder::new("given-up");
    let file = folder.file("run");
    let mut control = Control::default();
    control.budget.memory = Some(100_000);
    control.budget.nodes = Some(50_000);
    let options =
        Options { checkpoint: Some(file.clone()), control: control.into(), ..Options::default() };
    let answer = Puzzle::named("dominoes-20x20").unwrap().counted(&options).unwrap();
    assert_ne!(answer.engine, "dp");
    let reasons = answer.reasons.join("; ");
    assert!(reasons.contains("dp tried first, but gave up"), "{reasons}");
    assert!(matches!(read_checkpoint(&file).payload, Payload::Subtrees(_)));
}

#[test]
fn a_memory_limit_is_a_good_place_to_go_on_from() {
    let folder = Folder::new("memory");
    let puzzle = Puzzle::named("dominoes-12x12").unwrap();
    let file = folder.file("run");
    let mut control = Control::default();
    control.budget.memory = Some(30_000);
    let options = Options {
        engine: Some("dp".into()),
        checkpoint: Some(file.clone()),
        control: control.into(),
        ..Options::default()
    };
    assert_eq!(puzzle.counted(&options).unwrap().stopped, Some(StopReason::MemoryLimit));
    let options = Options { resume: Some(file), ..Options::default() };
    assert_eq!(puzzle.counted(&options).unwrap().solutions.to_string(), "53060477521960000");
}

/// Bags divide by exclusion.
#[test]
fn searches_with_bags_are_saved_too() {
    let folder = Folder::new("bags");
    let text = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [3, 4]\n\
                [[piece]]\nall = 1\ncount = \"2..4\"\n[[piece]]\nall = 2\ncount = \"any\"\n\
                [[piece]]\nall = 3\ncount = \"0..2\"\n";
    let puzzle = Puzzle::read("bags", text, None).unwrap();
    let expected = puzzle.counted(&Options::default()).unwrap().solutions;
    let file = folder.file("run");
    let mut found = Vec::new();
    let mut runs = 0;
    loop {
        let mut options = limited(1200);
        options.threads = Some(1 + runs % 2);
        options.checkpoint = Some(file.clone());
        options.resume = (runs > 0).then(|| file.clone());
        let mut more = Vec::new();
        let answer = puzzle.solve(&options, |numbers| {
            more.push(numbers.to_vec());
            ControlFlow::Continue(())
        });
        found.extend(more);
        runs += 1;
        if answer.unwrap().stopped.is_none() {
            break;
        }
    }
    assert!(runs > 1);
    let all = found.len();
    found.sort();
    found.dedup();
    assert_eq!((found.len(), all), (all, usize::try_from(expected).unwrap()));
    found.iter().for_each(|numbers| puzzle.covering().unwrap().check(numbers).unwrap());
}

#[test]
fn a_limit_of_solutions_is_a_good_place_to_go_on_from() {
    let folder = Folder::new("limit");
    let puzzle = Puzzle::named("soma").unwrap();
    let file = folder.file("run");
    let mut found = Vec::new();
    for run in 0.. {
        let mut options = Options { checkpoint: Some(file.clone()), ..Options::default() };
        options.resume = (run > 0).then(|| file.clone());
        options.unordered = run % 2 == 1;
        options.threads = Some(2);
        let wanted = found.len() + 3000;
        let answer = puzzle.solve(&options, |numbers| {
            found.push(numbers.to_vec());
            if found.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match answer.unwrap().stopped {
            None => break,
            Some(reason) => assert_eq!(reason, StopReason::Satisfied),
        }
        assert_eq!(found.len(), wanted);
    }
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 11520);
}
