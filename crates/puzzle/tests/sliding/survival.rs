//! Threads, memory limits, and runs that are stopped and resumed: the answer stays the same.

use std::path::Path;

use puzzle::{Ask, Failure, Question, Run};
use puzzle_core::{Control, StopReason};
use puzzle_families::sliding::Sliding;

use super::{Found, alone, ask, checked, named, style};

fn with(threads: usize, memory: Option<u64>, nodes: Option<u64>) -> Run {
    let mut control = Control::default();
    control.budget.memory = memory;
    control.budget.nodes = nodes;
    Run { threads: Some(threads), ..Run::default() }.under(control)
}

/// Wide enough for several threads.
fn eight() -> Sliding {
    named("eight-puzzle")
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let puzzle = eight();
    for number in [0, 1, 4] {
        let question = style(Question::Furthest, number).with("count-shortest", "");
        let one = checked(&puzzle, &question, &alone());
        for threads in [2, 3] {
            let more = checked(&puzzle, &question, &with(threads, None, None));
            assert_eq!(one.explored.levels, more.explored.levels);
            assert_eq!(one.explored.furthest, more.explored.furthest);
            let figures = |found: &Found| {
                let answer = &found.answer;
                (answer.distance, answer.solutions.clone(), answer.nodes)
            };
            assert_eq!(figures(&one), figures(&more));
            let boards = |found: &Found| found.game.as_ref().unwrap().boards.clone();
            assert_eq!(boards(&one), boards(&more));
        }
    }
}

#[test]
fn with_little_memory_levels_are_forgotten_or_go_to_disk_and_the_answer_is_the_same() {
    let puzzle = eight();
    let question = Ask::new(Question::Furthest);
    let one = checked(&puzzle, &question, &alone());
    for (memory, spills) in [(3_000_000, false), (100_000, true), (1000, true)] {
        for threads in [1, 2] {
            let more = checked(&puzzle, &question, &with(threads, Some(memory), None));
            assert_eq!(one.explored.levels, more.explored.levels, "{memory}");
            assert_eq!(one.answer.distance, more.answer.distance, "{memory}");
            assert_eq!(one.explored.furthest, more.explored.furthest);
            let window = more.explored.peak_window;
            assert_eq!(more.explored.spilled, spills, "{memory} {window}");
        }
    }
    // A goal that is reached on disk, with a path through levels that were forgotten.
    let question = Ask::new(Question::First).with("one-end", "");
    let found = checked(&puzzle, &question, &with(1, Some(300_000), None));
    assert_eq!((found.answer.distance, found.explored.spilled), (Some(31), true));
    // Counting needs all levels.
    let question = question.with("count-shortest", "");
    let refused = ask(&puzzle, &question, &with(1, Some(300_000), None));
    assert!(matches!(refused, Err(Failure::Usage(why)) if why.contains("forgotten")));
}

#[test]
fn in_style_2_too_threads_limits_and_resuming_change_nothing() {
    let puzzle = named("century");
    let question = style(Question::Furthest, 2);
    let one = checked(&puzzle, &question, &alone());
    assert_eq!((one.explored.states(), one.answer.distance), (81_340, Some(99)));
    for (threads, memory, spills) in
        [(2, None, false), (1, Some(60_000), true), (2, Some(30_000), true), (1, Some(1000), true)]
    {
        let more = checked(&puzzle, &question, &with(threads, memory, None));
        assert_eq!(one.explored.levels, more.explored.levels, "{memory:?}");
        assert_eq!(one.answer.distance, more.answer.distance, "{memory:?}");
        assert_eq!(one.explored.furthest, more.explored.furthest);
        assert_eq!(more.explored.spilled, spills, "{memory:?}");
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("century.levels");
    let (parts, count) = in_parts(&puzzle, &question, &file, 20_000, None);
    assert!(count > 3);
    assert_eq!(parts.explored.levels, one.explored.levels);
    assert_eq!(parts.explored.furthest, one.explored.furthest);
}

#[test]
fn a_search_from_both_ends_obeys_the_memory_limit_too() {
    let question = Ask::new(Question::First).with("both-ends", "");
    for memory in [None, Some(20_000)] {
        let found = checked(&eight(), &question, &with(2, memory, None));
        assert_eq!(found.answer.distance, Some(31));
    }
}

/// Runs in parts of so many nodes, each resumed from the file that the one before left.
fn in_parts(
    puzzle: &Sliding,
    question: &Ask,
    file: &Path,
    part: u64,
    memory: Option<u64>,
) -> (Found, u32) {
    let mut parts = 0;
    loop {
        parts += 1;
        let threads = 1 + (parts % 2) as usize;
        let run = Run {
            checkpoint: Some(file.to_owned()),
            resume: (parts > 1).then(|| file.to_owned()),
            ..with(threads, memory, Some(part))
        };
        let found = checked(puzzle, question, &run);
        match found.answer.stopped {
            Some(reason) => assert_eq!(reason, StopReason::NodeLimit),
            None => return (found, parts),
        }
    }
}

#[test]
fn a_run_that_is_stopped_anywhere_and_resumed_loses_nothing() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sliding.levels");
    let puzzle = eight();
    let question = Ask::new(Question::Furthest);
    let whole = checked(&puzzle, &question, &alone());
    let (found, parts) = in_parts(&puzzle, &question, &file, 17_777, None);
    assert!(parts > 8);
    assert_eq!(found.explored.levels, whole.explored.levels);
    assert_eq!(found.explored.furthest, whole.explored.furthest);
    let figures = |found: &Found| (found.answer.distance, found.answer.nodes);
    assert_eq!(figures(&found), figures(&whole));
    // On disk a part must be longer than the widest level, which is begun again.
    let (found, parts) = in_parts(&puzzle, &question, &file, 50_000, Some(100_000));
    assert!(parts > 3);
    assert_eq!(found.explored.levels, whole.explored.levels);
    // A run that ends at the goal, and its path through levels of earlier parts. A count is the same
    // search as one for the furthest configuration.
    let (found, _) = in_parts(&puzzle, &Ask::new(Question::First), &file, 60_000, None);
    assert_eq!(found.answer.distance, Some(31));
}

#[test]
fn a_saved_run_is_refused_for_another_puzzle_another_style_and_when_damaged() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged.levels");
    let puzzle = eight();
    let question = Ask::new(Question::First);
    let run = Run { checkpoint: Some(file.clone()), ..with(1, None, Some(5000)) };
    ask(&puzzle, &question, &run).unwrap();
    let resume = Run { resume: Some(file.clone()), ..alone() };
    assert!(ask(&puzzle, &question, &resume).is_ok());
    for other in [style(Question::First, 3), Ask::new(Question::Count)] {
        let refused = ask(&puzzle, &other, &resume);
        assert!(
            matches!(refused, Err(Failure::Usage(why)) if why.contains("another question: solve"))
        );
    }
    assert!(ask(&named("knuth-example"), &question, &resume).is_err());
    let bytes = std::fs::read(&file).unwrap();
    for length in (0..bytes.len()).step_by(997).chain([bytes.len() - 1]) {
        std::fs::write(&file, &bytes[..length]).unwrap();
        assert!(ask(&puzzle, &question, &resume).is_err(), "{length}");
    }
}

/// How much work that is, a test of `KeySet` says.
#[test]
fn a_search_that_is_saved_again_and_again_comes_to_the_same_count() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("often.levels");
    let puzzle = named("century");
    let question = Ask::new(Question::Count);
    let interval = Some(std::time::Duration::ZERO);
    let (plain, _) = ask(&puzzle, &question, &alone()).unwrap();
    let saved = Run { checkpoint: Some(file), interval, ..alone() };
    let (saved, _) = ask(&puzzle, &question, &saved).unwrap();
    assert_eq!(plain.solutions, saved.solutions);
}
