//! The nonogram engines against brute force: every picture of small grids, in number and in kind.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use puzzle_core::lines::{Block, Lines, Picture};
use puzzle_core::{
    Answer, Ask, BigUint, Budget, Control, Engine, Finding, Form, Ignore, Problem, Question, Run,
    StopReason, Task,
};
use puzzle_engines::lines::{self, reference};
use puzzle_engines::meta::answer;
use puzzle_engines::of_form;

fn collect(puzzle: &Lines) -> Vec<Picture> {
    let mut found = Vec::new();
    let outcome = lines::solve(puzzle, &Control::default(), &mut |picture| {
        found.push(picture.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.stopped, None);
    assert_eq!(outcome.solutions, found.len() as u64);
    found
}

/// What an engine answers, and the pictures that it hands over.
fn run(engine: &dyn Engine, puzzle: &Lines, ask: &Ask, run: &Run) -> (Answer, Vec<Vec<u32>>) {
    let problem = Problem::Lines(puzzle.clone());
    let task = Task { problem: &problem, ask };
    assert_eq!(engine.accepts(&task), Ok(()), "{} {:?}", engine.name(), ask.question);
    let mut found = Vec::new();
    let answer = engine.run(&task, &mut keep(&mut found), run).unwrap();
    (answer, found)
}

fn keep(found: &mut Vec<Vec<u32>>) -> impl FnMut(&[u32]) -> ControlFlow<()> {
    |solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    }
}

/// The engines that take a question about this puzzle.
fn engines(puzzle: &Lines, question: Question) -> Vec<&'static dyn Engine> {
    let (problem, ask) = (Problem::Lines(puzzle.clone()), Ask::new(question));
    let takes =
        |engine: &&dyn Engine| engine.accepts(&Task { problem: &problem, ask: &ask }).is_ok();
    of_form(Form::Lines).filter(takes).collect()
}

/// Every engine: every solution is right, none comes twice, and there are as many as brute force
/// finds; one, several or none is told apart.
fn agrees(puzzle: &Lines) {
    let expected: HashSet<Vec<u32>> =
        reference::solutions(puzzle).iter().map(Picture::numbers).collect();
    let count = BigUint::from(expected.len());
    let free = Run::default();
    for engine in engines(puzzle, Question::All) {
        let (answer, found) = run(engine, puzzle, &Ask::new(Question::All), &free);
        assert_eq!((&answer.solutions, answer.stopped), (&count, None), "{}", engine.name());
        assert_eq!(found.len(), expected.len(), "{} finds one twice", engine.name());
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected, "{}", engine.name());
        let (first, found) = run(engine, puzzle, &Ask::new(Question::First), &free);
        assert_eq!((first.solutions, found.len()), (found.len().into(), expected.len().min(1)));
        assert!(found.iter().all(|solution| expected.contains(solution)));
        let (unique, none) = run(engine, puzzle, &Ask::new(Question::Unique), &free);
        let Finding::Lines(finding) = unique.finding else { panic!("{}", engine.name()) };
        assert_eq!((unique.stopped, none.len()), (None, 0));
        assert_eq!(finding.solutions.len(), expected.len().min(2));
        assert_eq!(unique.solutions, finding.solutions.len().into());
        let different: HashSet<Vec<u32>> = finding.solutions.into_iter().collect();
        assert!(different.len() == expected.len().min(2) && different.is_subset(&expected));
    }
    for engine in engines(puzzle, Question::Count) {
        let (answer, _) = run(engine, puzzle, &Ask::new(Question::Count), &free);
        assert_eq!((answer.solutions, answer.stopped), (count.clone(), None), "{}", engine.name());
    }
}

#[test]
fn every_engine_takes_what_it_should() {
    let puzzle = ones(4);
    let names = |question| engines(&puzzle, question).iter().map(|e| e.name()).collect::<Vec<_>>();
    assert_eq!(names(Question::First), ["lines", "sat", "reference"]);
    assert_eq!(names(Question::All), ["lines", "sat", "reference"]);
    assert_eq!(names(Question::Unique), ["lines", "sat", "reference"]);
    assert_eq!(names(Question::Count), ["lines", "sat", "frontier", "reference"]);
    assert_eq!(names(Question::Explain), ["lines"]);
    assert_eq!(names(Question::Facts), ["lines"]);
    assert!(names(Question::Shortest).is_empty());
    // All at once or not at all.
    let problem = Problem::Lines(puzzle);
    let ask = Ask { limit: Some(3), ..Ask::new(Question::Count) };
    let takes = |e: &&dyn Engine| e.accepts(&Task { problem: &problem, ask: &ask }).is_ok();
    let names: Vec<_> = of_form(Form::Lines).filter(takes).map(Engine::name).collect();
    assert_eq!(names, ["lines", "sat", "reference"]);
    // Some hundred thousand blocks, each with hundreds of places.
    let large = Lines::of(&scattered(512, 512, 1)).unwrap();
    assert!(engines(&large, Question::All).iter().all(|engine| engine.name() != "sat"));
}

#[test]
fn every_engine_stops_when_there_is_enough() {
    let puzzle = ones(5);
    for engine in engines(&puzzle, Question::All) {
        let mut seen = 0;
        let mut sink = |_: &[u32]| {
            seen += 1;
            if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (problem, ask) = (Problem::Lines(puzzle.clone()), Ask::new(Question::All));
        let task = Task { problem: &problem, ask: &ask };
        let answer = engine.run(&task, &mut sink, &Run::default()).unwrap();
        let satisfied = Some(StopReason::Satisfied);
        assert_eq!((seen, answer.stopped), (7, satisfied), "{}", engine.name());
        let limited = Ask { limit: Some(9), ..Ask::new(Question::Count) };
        let (answer, _) = run(engine, &puzzle, &limited, &Run::default());
        assert_eq!((answer.solutions, answer.stopped), (9_u32.into(), satisfied));
        let chosen = Ask::new(Question::Count).with("limit", 9);
        let (answer, _) = run(engine, &puzzle, &chosen, &Run::default());
        assert_eq!((answer.solutions, answer.stopped), (9_u32.into(), satisfied));
    }
}

#[test]
fn every_engine_obeys_limits_and_interrupts() {
    let puzzle = ones(9);
    for engine in engines(&puzzle, Question::Count) {
        let ask = Ask::new(Question::Count);
        let budget = Budget { nodes: Some(10), ..Budget::default() };
        let limited = Run::default().under(Control { budget, ..Control::default() });
        if engine.name() != "frontier" {
            // Dynamic programming has no nodes.
            let (answer, _) = run(engine, &puzzle, &ask, &limited);
            assert_eq!(answer.stopped, Some(StopReason::NodeLimit), "{}", engine.name());
        }
        let interrupted = Run::default();
        interrupted.control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        let (answer, _) = run(engine, &puzzle, &ask, &interrupted);
        assert_eq!(answer.stopped, Some(StopReason::Interrupted), "{}", engine.name());
    }
}

/// The strategy with each engine switched off in turn, and with all but one.
#[test]
fn the_strategy_answers_alike_whoever_is_missing() {
    let few = Lines::of(&scattered(7, 6, 5)).unwrap();
    for (puzzle, count) in [(ones(5), 120_u32), (few, 1)] {
        let problem = Problem::Lines(puzzle.clone());
        for question in [Question::Count, Question::All, Question::Unique] {
            for missing in ["nobody", "lines", "sat", "frontier", "reference"] {
                let ask = Ask { without: vec![missing.into()], ..Ask::new(question) };
                let mut found = Vec::new();
                let answer =
                    answer(&problem, &ask, &Run::default(), &mut keep(&mut found)).unwrap();
                let expected = if question == Question::Unique { count.min(2) } else { count };
                assert_eq!((answer.solutions, answer.stopped), (expected.into(), None));
                assert!(!answer.engine.split('+').any(|name| name == missing));
                assert_eq!(found.len() as u32, if question == Question::All { count } else { 0 });
            }
        }
    }
}

#[test]
fn a_count_is_confirmed_by_an_unlike_engine() {
    for (puzzle, engines) in [
        (Lines::of(&scattered(7, 6, 5)).unwrap(), ["lines", "sat"]),
        (ones(6), ["frontier", "lines"]),
    ] {
        let ask = Ask { confirm: true, ..Ask::new(Question::Count) };
        let answer = answer(&Problem::Lines(puzzle), &ask, &Run::default(), &mut Ignore).unwrap();
        let second = answer.confirmed.unwrap();
        assert_eq!([answer.engine.as_str(), second.engine.as_str()], engines);
        assert_eq!(answer.solutions, second.solutions);
    }
}

/// A grid of ones: as many solutions as there are permutations.
fn ones(side: usize) -> Lines {
    let ones = vec![vec![Block::black(1)]; side];
    Lines::new(1, ones.clone(), ones).unwrap()
}

fn count(puzzle: &Lines, control: Control) -> Answer {
    let problem = Problem::Lines(puzzle.clone());
    let run = Run::default().under(control);
    answer(&problem, &Ask::new(Question::Count), &run, &mut Ignore).unwrap()
}

/// Dynamic programming tells nothing before its end, but what was found one by one before it counts.
#[test]
fn a_count_that_is_stopped_says_what_was_found_before() {
    let mut control = Control::default();
    control.budget.deadline = Some(std::time::Instant::now() + std::time::Duration::from_secs(2));
    let answer = count(&ones(40), control);
    assert_eq!(answer.stopped, Some(StopReason::TimeLimit));
    assert!(answer.solutions >= BigUint::from(100_u32), "{}", answer.solutions);
}

fn picture(most: usize, colours: u8) -> impl Strategy<Value = Picture> {
    (1..=most, 1..=most).prop_flat_map(move |(width, height)| {
        prop::collection::vec(0..=colours, width * height).prop_map(move |cells| Picture {
            width,
            height,
            cells,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_puzzles_up_to_6x6_agree_with_brute_force(picture in picture(6, 1)) {
        agrees(&Lines::of(&picture).unwrap());
    }

    #[test]
    fn coloured_puzzles_agree_with_brute_force(picture in picture(5, 3)) {
        agrees(&Lines::of(&picture).unwrap());
    }

    #[test]
    fn blotted_puzzles_agree_with_brute_force(picture in picture(4, 2), blots in any::<u64>()) {
        agrees(&blot(&picture, blots));
    }

    #[test]
    fn clues_that_belong_to_no_picture_agree_with_brute_force(
        rows in picture(5, 1), columns in picture(5, 1),
    ) {
        let (width, height) = (rows.width.min(columns.width), rows.height.min(columns.height));
        let cut = |picture: &Picture| {
            let cells = (0..height)
                .flat_map(|row| (0..width).map(move |column| (row, column)))
                .map(|(row, column)| picture.at(row, column));
            Lines::of(&Picture { width, height, cells: cells.collect() }).unwrap()
        };
        let (rows, columns) = (cut(&rows), cut(&columns));
        let clues = |lines: &Lines, row: bool| {
            let mine = lines.lines().filter(|line| {
                matches!(line, puzzle_core::lines::Line::Row(_)) == row
            });
            mine.map(|line| lines.clue(line).to_vec()).collect::<Vec<_>>()
        };
        agrees(&Lines::new(1, clues(&rows, true), clues(&columns, false)).unwrap());
    }
}

/// The clues of a picture, some of them unreadable.
fn blot(picture: &Picture, mut bits: u64) -> Lines {
    let lines = Lines::of(picture).unwrap();
    let mut clue = |line| -> Vec<Block> {
        let mut one = |block: &Block| {
            bits = bits.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            Block { length: block.length.filter(|_| !bits.is_multiple_of(3)), ..*block }
        };
        lines.clue(line).iter().map(&mut one).collect()
    };
    let rows = (0..picture.height).map(|row| clue(puzzle_core::lines::Line::Row(row))).collect();
    let columns = (0..picture.width).map(|c| clue(puzzle_core::lines::Line::Column(c))).collect();
    Lines::new(lines.colours(), rows, columns).unwrap()
}

/// Pictures made of a seed, larger than brute force can go.
fn scattered(width: usize, height: usize, seed: u64) -> Picture {
    let mut random = puzzle_core::Random::new(seed);
    let mut bit = || random.below(2) as u8;
    Picture { width, height, cells: (0..width * height).map(|_| bit()).collect() }
}

#[test]
fn larger_random_puzzles_have_right_solutions_and_the_same_number_in_two_ways() {
    for seed in 0..20 {
        let puzzle = Lines::of(&scattered(16, 15, seed)).unwrap();
        let found = collect(&puzzle);
        assert!(found.iter().all(|picture| puzzle.check(picture).is_ok()));
        let count = lines::count_along_frontier(&puzzle, &Control::default());
        assert_eq!(count.solutions, BigUint::from(found.len()), "{seed}");
    }
}

#[test]
fn the_sat_solver_answers_as_the_search_does() {
    for seed in 0..12 {
        let puzzle = Lines::of(&scattered(12, 12, seed)).unwrap();
        let expected: HashSet<Picture> = collect(&puzzle).into_iter().collect();
        let mut found = HashSet::new();
        let outcome = lines::solve_patiently(&puzzle, &Control::default(), 0, &mut |picture| {
            assert_eq!(puzzle.check(picture), Ok(()));
            assert!(found.insert(picture.clone()), "found twice");
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.stopped, None);
        assert_eq!(found, expected, "{seed}");
    }
}

#[test]
fn coloured_and_blotted_puzzles_survive_the_sat_solver() {
    for seed in 0..30_u64 {
        let mut picture = scattered(6, 6, seed);
        for (i, cell) in picture.cells.iter_mut().enumerate() {
            *cell *= 1 + (seed as usize + i * i / 3) as u8 % 3;
        }
        let puzzle = blot(&picture, seed * 77);
        let expected: HashSet<Picture> = collect(&puzzle).into_iter().collect();
        let mut found = HashSet::new();
        lines::solve_patiently(&puzzle, &Control::default(), 0, &mut |picture| {
            assert!(found.insert(picture.clone()));
            ControlFlow::Continue(())
        });
        assert_eq!(found, expected, "{seed}");
    }
}

#[test]
fn a_grid_of_ones_has_as_many_solutions_as_there_are_permutations() {
    let count = count(&ones(12), Control::default());
    assert_eq!(count.solutions, BigUint::from(479_001_600_u32));
    assert_eq!(count.engine, "frontier");
}

#[test]
fn long_sides_are_solved_in_every_kind_of_word() {
    for (width, height) in [(62, 3), (63, 64), (126, 5), (127, 9), (512, 4), (4, 512)] {
        let mut picture = Picture::blank(width, height);
        for (i, cell) in picture.cells.iter_mut().enumerate() {
            *cell = u8::from(i % width != 2 && i / width != 1);
        }
        let puzzle = Lines::of(&picture).unwrap();
        assert_eq!(collect(&puzzle), [picture], "{width} x {height}");
    }
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let puzzle = ones(40);
    let control = Control::default();
    control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let count = count(&puzzle, control);
    assert_eq!(count.stopped, Some(StopReason::Interrupted));
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    let control = Control { budget, ..Control::default() };
    let outcome = lines::solve(&puzzle, &control, &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome.stopped, Some(StopReason::NodeLimit));
}

/// A run that is stopped after a few more nodes each time, and resumed, with a file between.
fn in_pieces(puzzle: &Lines, question: Question, step: u64, name: &str) -> Answer {
    let file = std::env::temp_dir().join(format!("lines-{}-{name}", std::process::id()));
    let problem = Problem::Lines(puzzle.clone());
    let mut nodes = 1 + step;
    loop {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let control = Control { budget, ..Control::default() };
        let run = Run {
            checkpoint: Some(file.clone()),
            interval: Some(std::time::Duration::ZERO),
            resume: file.exists().then(|| file.clone()),
            ..Run::default().under(control)
        };
        // Without the frontier, which has no nodes.
        let ask = Ask { without: vec!["frontier".into()], ..Ask::new(question) };
        let answer = answer(&problem, &ask, &run, &mut Ignore).unwrap();
        if answer.stopped.is_none() {
            // A run that is done stays done.
            let again = Run { resume: Some(file.clone()), ..Run::default() };
            let again = puzzle_engines::meta::answer(&problem, &ask, &again, &mut Ignore).unwrap();
            assert_eq!((&again.solutions, again.stopped), (&answer.solutions, None));
            std::fs::remove_file(file).unwrap();
            return answer;
        }
        assert_eq!(answer.stopped, Some(StopReason::NodeLimit));
        // To begin a part again is a node.
        nodes = 1 + step;
    }
}

#[test]
fn a_count_that_is_stopped_again_and_again_comes_to_the_same_end() {
    for seed in 0..6 {
        let puzzle = Lines::of(&scattered(6, 6, 30 + seed)).unwrap();
        let expected = reference::solutions(&puzzle).len();
        let name = format!("count-{seed}");
        let found = in_pieces(&puzzle, Question::Count, 1 + seed, &name).solutions;
        assert_eq!(found, expected.into(), "{seed}");
    }
    assert_eq!(in_pieces(&ones(5), Question::Count, 7, "ones").solutions, 120_u32.into());
}

#[test]
fn a_proof_of_uniqueness_that_is_resumed_still_shows_its_solutions() {
    let mut several = 0;
    for seed in 0..12 {
        let puzzle = Lines::of(&scattered(6, 6, 30 + seed)).unwrap();
        let expected = reference::solutions(&puzzle);
        let proof = in_pieces(&puzzle, Question::Unique, 1, &format!("unique-{seed}"));
        let Finding::Lines(found) = proof.finding else { panic!() };
        assert_eq!(found.solutions.len(), expected.len().min(2), "{seed}");
        let different: HashSet<&Vec<u32>> = found.solutions.iter().collect();
        assert_eq!(different.len(), found.solutions.len());
        let right = |s: &Vec<u32>| expected.iter().any(|picture| picture.numbers() == *s);
        assert!(found.solutions.iter().all(right));
        several += usize::from(expected.len() > 1);
    }
    assert!((2..12).contains(&several), "{several}");
}

#[test]
fn a_saved_run_of_another_puzzle_or_question_is_refused() {
    let file = std::env::temp_dir().join(format!("lines-{}-refused", std::process::id()));
    let saved = Run { checkpoint: Some(file.clone()), ..Run::default() };
    let resumed = Run { resume: Some(file.clone()), ..Run::default() };
    let count = Ask::new(Question::Count);
    answer(&Problem::Lines(ones(3)), &count, &saved, &mut Ignore).unwrap();
    let refused = |side: usize, ask: &Ask, run: &Run| {
        answer(&Problem::Lines(ones(side)), ask, run, &mut Ignore).unwrap_err().to_string()
    };
    let other = refused(4, &count, &resumed);
    assert!(other.contains("is of another puzzle"), "{other}");
    let unique = refused(3, &Ask::new(Question::Unique), &resumed);
    assert!(unique.ends_with("is of another question: count"), "{unique}");
    let listed = refused(3, &Ask::new(Question::All), &saved);
    assert!(listed.contains("only counts and proofs of uniqueness are saved"), "{listed}");
    let other = refused(3, &count.clone().by("sat"), &saved);
    assert!(other.starts_with("this run cannot be saved"), "{other}");
    std::fs::remove_file(file).unwrap();
}
