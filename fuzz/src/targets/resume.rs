//! Any bytes as what a saved run left, after a head that is right and before a seal that is: whatever it
//! says, the run that goes on with it comes to an end, a limit or a refusal.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use puzzle::{Ask, Budget, Control, Ignore, Puzzle, Question, Run};
use puzzle_core::seal;

/// A small puzzle of each form that is saved.
pub(crate) const SMALL: &[(&str, Question)] = &[
    ("simple", Question::Count),
    ("dominoes-3x4", Question::Count),
    ("sudoku-2x2", Question::All),
    ("simple", Question::Diagram),
    ("knuth-example", Question::Shortest),
    ("pegs-triangle-10", Question::Count),
    ("pegs-triangle-10", Question::Classes),
    ("nonogram-richards", Question::Unique),
    ("queens-6", Question::Count),
    ("dedekind-4", Question::Count),
    ("monotone-d2", Question::Count),
    ("cnf-richards", Question::Count),
    ("kayles-9", Question::All),
];

/// A puzzle, what is asked, and the first lines of its saved run: version, fingerprint, question.
struct Case {
    puzzle: Puzzle,
    ask: Ask,
    head: Vec<u8>,
}

fn file() -> PathBuf {
    std::env::temp_dir().join(format!("puzzle-fuzz-{}", std::process::id()))
}

fn settings(nodes: u64, checkpoint: &Path, resume: bool) -> Run {
    let budget = Budget { nodes: Some(nodes), memory: Some(1 << 26), ..Budget::default() };
    Run {
        control: Arc::new(Control { budget, ..Control::default() }),
        threads: Some(1),
        checkpoint: (!resume).then(|| checkpoint.to_owned()),
        resume: resume.then(|| checkpoint.to_owned()),
        ..Run::default()
    }
}

impl Case {
    fn new((name, question): &(&str, Question)) -> Self {
        let puzzle = Puzzle::named(name).expect("it is in the catalogue");
        let ask = Ask::new(*question);
        let saved = puzzle.ask(&ask, &settings(1, &file(), false), &mut Ignore);
        saved.unwrap_or_else(|failure| panic!("{name} is saved: {failure}"));
        let bytes = std::fs::read(file()).expect("it was saved");
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let (third, _) = ends.into_iter().nth(2).expect("it has three lines");
        Case { puzzle, ask, head: bytes[..=third].to_vec() }
    }
}

pub(crate) fn run(bytes: &[u8]) {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    let cases = CASES.get_or_init(|| SMALL.iter().map(Case::new).collect());
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Case { puzzle, ask, head } = &cases[usize::from(first) % cases.len()];
    let mut saved = [head, rest].concat();
    seal::LINE.seal(&mut saved);
    std::fs::write(file(), saved).expect("a temporary file");
    if let Err(failure) = puzzle.ask(ask, &settings(300, &file(), true), &mut Ignore) {
        drop(failure.to_string());
    }
}
