//! Threads, memory limits, and runs that are stopped and resumed: the answer stays the same.

use std::path::Path;
use std::sync::Arc;

use puzzle::core::{Control, StopReason};
use puzzle::sliding::{Answer, Ends, Question, Sliding, Style, ask};
use puzzle::{Failure, Options, Puzzle};

use super::{alone, checked};

fn with(threads: usize, memory: Option<u64>, nodes: Option<u64>) -> Options {
    let mut control = Control::default();
    control.budget.memory = memory;
    control.budget.nodes = nodes;
    Options { threads: Some(threads), control: Arc::new(control), ..Options::default() }
}

/// Wide enough for several threads.
fn eight() -> Puzzle {
    Puzzle::named("eight-puzzle").unwrap()
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let puzzle = eight();
    for style in [0, 1, 4] {
        let style = Style::new(style).unwrap();
        let question =
            Question { style, ends: Ends::One, exhaust: true, count: true, ..Question::default() };
        let one = checked(puzzle.sliding().unwrap(), &question, &alone());
        for threads in [2, 3] {
            let more = checked(puzzle.sliding().unwrap(), &question, &with(threads, None, None));
            assert_eq!((&one.levels, one.distance), (&more.levels, more.distance));
            assert_eq!((&one.path, &one.shortest), (&more.path, &more.shortest));
            assert_eq!((one.furthest.clone(), one.nodes), (more.furthest, more.nodes));
        }
    }
}

#[test]
fn with_little_memory_levels_are_forgotten_or_go_to_disk_and_the_answer_is_the_same() {
    let puzzle = eight();
    let question = Question { ends: Ends::One, exhaust: true, ..Question::default() };
    let one = checked(puzzle.sliding().unwrap(), &question, &alone());
    for (memory, spills) in [(3_000_000, false), (100_000, true), (1000, true)] {
        for threads in [1, 2] {
            let options = with(threads, Some(memory), None);
            let more = checked(puzzle.sliding().unwrap(), &question, &options);
            assert_eq!((&one.levels, one.distance), (&more.levels, more.distance), "{memory}");
            assert_eq!(one.furthest, more.furthest);
            assert_eq!(more.spilled, spills, "{memory} {}", more.peak_window);
        }
    }
    // A goal that is reached on disk, with a path through levels that were forgotten.
    let question = Question { ends: Ends::One, ..Question::default() };
    let answer = checked(puzzle.sliding().unwrap(), &question, &with(1, Some(300_000), None));
    assert_eq!((answer.distance, answer.spilled), (Some(31), true));
    // Counting needs all levels.
    let question = Question { count: true, ..question };
    let refused = ask(puzzle.sliding().unwrap(), &question, &with(1, Some(300_000), None));
    assert!(matches!(refused, Err(Failure::Declined(_))));
}

#[test]
fn in_style_2_too_threads_limits_and_resuming_change_nothing() {
    let puzzle = Puzzle::named("century").unwrap();
    let sliding = puzzle.sliding().unwrap();
    let style = Style::new(2).unwrap();
    let question = Question { style, exhaust: true, ..Question::default() };
    let one = checked(sliding, &question, &alone());
    assert_eq!((one.configurations(), one.distance), (81_340, Some(99)));
    for (threads, memory, spills) in
        [(2, None, false), (1, Some(60_000), true), (2, Some(30_000), true), (1, Some(1000), true)]
    {
        let more = checked(sliding, &question, &with(threads, memory, None));
        assert_eq!((&one.levels, one.distance), (&more.levels, more.distance), "{memory:?}");
        assert_eq!((one.furthest.clone(), more.spilled), (more.furthest, spills));
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("century.levels");
    let (parts, count) = in_parts(sliding, &question, &file, 20_000, None);
    assert!(count > 3);
    assert_eq!((parts.levels, parts.furthest), (one.levels, one.furthest));
}

#[test]
fn a_search_from_both_ends_obeys_the_memory_limit_too() {
    let puzzle = eight();
    let question = Question { ends: Ends::Both, ..Question::default() };
    for memory in [None, Some(20_000)] {
        let answer = checked(puzzle.sliding().unwrap(), &question, &with(2, memory, None));
        assert_eq!(answer.distance, Some(31));
    }
}

/// Runs in parts of so many nodes, each resumed from the file that the one before left.
fn in_parts(
    sliding: &Sliding,
    question: &Question,
    file: &Path,
    part: u64,
    memory: Option<u64>,
) -> (Answer, u32) {
    let mut parts = 0;
    let mut nodes = 0;
    loop {
        nodes += part;
        parts += 1;
        let threads = 1 + (parts % 2) as usize;
        let options = Options {
            checkpoint: Some(file.to_owned()),
            resume: (parts > 1).then(|| file.to_owned()),
            ..with(threads, memory, Some(nodes))
        };
        let answer = checked(sliding, question, &options);
        match answer.stopped {
            Some(reason) => assert_eq!(reason, StopReason::NodeLimit),
            None => return (answer, parts),
        }
    }
}

#[test]
fn a_run_that_is_stopped_anywhere_and_resumed_loses_nothing() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sliding.levels");
    let puzzle = eight();
    let sliding = puzzle.sliding().unwrap();
    let question = Question { ends: Ends::One, exhaust: true, ..Question::default() };
    let whole = checked(sliding, &question, &alone());
    let (answer, parts) = in_parts(sliding, &question, &file, 17_777, None);
    assert!(parts > 8);
    assert_eq!((&answer.levels, answer.distance), (&whole.levels, whole.distance));
    assert_eq!((answer.furthest, answer.nodes), (whole.furthest, whole.nodes));
    // On disk a part must be longer than the widest level, which is begun again.
    let (answer, parts) = in_parts(sliding, &question, &file, 50_000, Some(100_000));
    assert!(parts > 3);
    assert_eq!(answer.levels, whole.levels);
    // A run that ends at the goal, and its path through levels of earlier parts.
    let question = Question { ends: Ends::One, ..Question::default() };
    let (answer, _) = in_parts(sliding, &question, &file, 60_000, None);
    assert_eq!(answer.distance, Some(31));
}

#[test]
fn a_saved_run_is_refused_for_another_puzzle_another_style_and_when_damaged() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged.levels");
    let puzzle = eight();
    let question = Question { ends: Ends::One, ..Question::default() };
    let options = Options { checkpoint: Some(file.clone()), ..with(1, None, Some(5000)) };
    ask(puzzle.sliding().unwrap(), &question, &options).unwrap();
    let resume = Options { resume: Some(file.clone()), ..alone() };
    let style = Style::new(3).unwrap();
    assert!(ask(puzzle.sliding().unwrap(), &Question { style, ..question }, &resume).is_err());
    let other = Puzzle::named("knuth-example").unwrap();
    assert!(ask(other.sliding().unwrap(), &question, &resume).is_err());
    let bytes = std::fs::read(&file).unwrap();
    for length in (0..bytes.len()).step_by(997).chain([bytes.len() - 1]) {
        std::fs::write(&file, &bytes[..length]).unwrap();
        assert!(ask(puzzle.sliding().unwrap(), &question, &resume).is_err(), "{length}");
    }
}
