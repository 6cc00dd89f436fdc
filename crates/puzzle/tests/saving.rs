//! What can be saved is saved, and what cannot be says so before it begins: every question, without
//! choices of its own, of a small puzzle of each family.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle::{Ask, Budget, Control, FAMILIES, Failure, Ignore, Puzzle, Question, Run};

/// A small puzzle of each family: a name of the catalogue, a file, or the text itself.
const SMALL: &[(&str, &str)] = &[
    ("packing", "simple"),
    ("exact-cover", "langford-7"),
    ("sudoku", "sudoku-2x2"),
    ("sliding", "knuth-example"),
    ("pegs", "pegs-triangle-10"),
    ("nonogram", "nonogram-richards"),
    ("queens", "queens-8"),
    ("monotone", "dedekind-5"),
    ("cnf", "cnf-richards"),
    ("game", "kayles-9"),
    ("word-search", "word-search-example"),
    ("burrtools", concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/xmpuzzle/soma.xmpuzzle")),
    ("null", "family = \"null\"\nlamps = 12\n"),
];

fn open(small: &str) -> Puzzle {
    match small.contains('\n') {
        true => Puzzle::read("small", small, None).unwrap(),
        false => Puzzle::open(small, None).unwrap(),
    }
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn run(checkpoint: &Path, resume: bool, nodes: Option<u64>) -> Run {
    let budget = Budget { nodes, ..Budget::default() };
    Run {
        control: Arc::new(Control { budget, ..Control::default() }),
        threads: Some(2),
        checkpoint: Some(checkpoint.into()),
        resume: resume.then(|| checkpoint.into()),
        ..Run::default()
    }
}

#[test]
fn every_question_is_saved_or_refused_at_the_start() {
    let mut saved = 0;
    for (family, name) in SMALL {
        let puzzle = open(name);
        assert_eq!(puzzle.family().name, *family, "{name}");
        for &question in puzzle.family().questions {
            let ask = Ask::new(question);
            let file = file(&format!("saving-{family}-{}", question.name()));
            let _ = std::fs::remove_file(&file);
            match puzzle.ask(&ask, &run(&file, false, None), &mut Ignore) {
                Ok(answer) => {
                    let known = answer.engine == "none";
                    assert!(known || file.exists(), "{name}: {question:?} was not saved");
                    saved += usize::from(!known);
                }
                Err(Failure::Declined(why)) => {
                    // Nobody takes it, saved or not, or it cannot be saved.
                    let told = why.contains("saved") || why.contains("declines");
                    assert!(told, "{name}: {question:?}: {why}");
                    assert!(!file.exists(), "{name}: {question:?}");
                }
                Err(Failure::Usage(why)) => {
                    // A question that lacks a choice of its own.
                    assert!(!file.exists(), "{name}: {question:?}: {why}");
                }
                Err(failure) => panic!("{name}: {question:?}: {failure}"),
            }
        }
    }
    assert!(saved > 15, "{saved}");
}

#[test]
fn a_count_is_resumed_in_every_family_and_comes_to_the_same_end() {
    for (family, name) in SMALL {
        let puzzle = open(name);
        if !puzzle.family().questions.contains(&Question::Count) {
            continue;
        }
        let ask = Ask::new(Question::Count);
        let expected = puzzle.ask(&ask, &Run::default(), &mut Ignore).unwrap();
        let file = file(&format!("resumed-{family}"));
        let mut answer = puzzle.ask(&ask, &run(&file, false, Some(1)), &mut Ignore).unwrap();
        // A limit is one on this run, whatever earlier ones did.
        for _ in 0..20 {
            let most = expected.nodes / 3 + 20;
            answer = puzzle.ask(&ask, &run(&file, true, Some(most)), &mut Ignore).unwrap();
            if answer.stopped.is_none() {
                break;
            }
        }
        assert_eq!(answer.solutions, expected.solutions, "{family}");
        // What is finished is finished.
        let again = puzzle.ask(&ask, &run(&file, true, Some(1)), &mut Ignore).unwrap();
        assert_eq!((again.solutions, again.stopped), (expected.solutions, None), "{family}");
    }
}

#[test]
fn every_family_is_tried() {
    let tried: Vec<&str> = SMALL.iter().map(|(family, _)| *family).collect();
    assert!(FAMILIES.iter().all(|family| tried.contains(&family.name)), "{tried:?}");
}
