//! Queens: the known numbers, and every engine against the paper's recursion.

use std::ops::ControlFlow;

use puzzle_core::{
    Ask, BigUint, Control, Finding, Form, Problem, Queens, Question, Report, Run, Sink, Task, Turn,
};
use puzzle_engines::divide::Summing;
use puzzle_engines::meta::{Strategy, answer};
use puzzle_engines::of_form;
use puzzle_engines::queens::{Counting, Kernel, has_vector, reference, turned};
use puzzle_testkit as testkit;

/// Document 003 §2 and the facts known since.
const COUNTS: [u64; 16] =
    [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365_596, 2_279_184, 14_772_512];

fn count(board: &Queens, kernel: Kernel, threads: usize) -> Report {
    let counting = Counting::new(board, kernel);
    let run = Run { threads: Some(threads), ..Run::default() };
    let summing = Summing { run: &run, fingerprint: 0, question: "count" };
    let report = summing.carry_out(&counting, || counting.parts(), &|_| true).unwrap();
    assert_eq!(report.stopped, None);
    report
}

fn by_recursion(board: &Queens) -> u64 {
    let found = reference::search(board, &Control::default(), &mut |squares| {
        assert_eq!(board.check(squares), Ok(()));
        ControlFlow::Continue(())
    });
    found.solutions
}

#[test]
fn the_paper_s_recursion_counts_as_the_paper_prints() {
    for (n, count) in (1..=12).zip(COUNTS) {
        assert_eq!(by_recursion(&Queens::plain(n).unwrap()), count);
    }
}

#[test]
fn the_kernels_count_to_14_queens_alike_and_visit_the_same_nodes() {
    for (n, known) in (1..=14).zip(COUNTS) {
        let board = Queens::plain(n).unwrap();
        let slow = count(&board, Kernel::Portable, 2);
        assert_eq!(slow.solutions, known.into());
        if has_vector() {
            assert_eq!(count(&board, Kernel::Vector, 1), slow);
        }
    }
}

/// Seventeen and eighteen are counted by the benchmark.
#[test]
fn sixteen_queens() {
    if has_vector() {
        let board = Queens::plain(16).unwrap();
        assert_eq!(count(&board, Kernel::Vector, 2).solutions, COUNTS[15].into());
    }
}

/// A simple generator, the same on every machine.
fn random(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32
}

fn random_boards(mut seed: u64) -> impl Iterator<Item = Queens> {
    (0..300).filter_map(move |_| {
        let n = 1 + random(&mut seed) % 9;
        let forbidden = (0..random(&mut seed) % (n * n)).map(|_| random(&mut seed) % (n * n));
        let forbidden: Vec<u32> = forbidden.collect();
        let given = (0..random(&mut seed) % 3).map(|_| random(&mut seed) % (n * n)).collect();
        Queens::new(n, given, forbidden).ok()
    })
}

#[test]
fn random_partial_boards_are_counted_as_by_the_recursion() {
    for board in random_boards(7) {
        let slow = BigUint::from(by_recursion(&board));
        assert_eq!(count(&board, Kernel::Portable, 1).solutions, slow, "{board:?}");
        if has_vector() {
            assert_eq!(count(&board, Kernel::Vector, 1).solutions, slow, "{board:?}");
        }
    }
}

#[test]
fn solutions_that_a_turn_keeps_are_counted_as_by_looking_at_all() {
    let mut boards: Vec<Queens> = (1..=10).map(|n| Queens::plain(n).unwrap()).collect();
    boards.push(Queens::new(9, vec![], vec![40]).unwrap());
    boards.push(Queens::new(9, vec![40], vec![]).unwrap());
    boards.push(Queens::new(8, vec![], vec![0, 7, 56, 63, 9, 54]).unwrap());
    for board in boards {
        for turn in board.symmetries().collect::<Vec<Turn>>() {
            let mut kept = 0_u32;
            reference::search(&board, &Control::default(), &mut |squares| {
                let image = |&square: &u32| turn.image(board.size(), square);
                kept += u32::from(squares.iter().all(|s| squares.contains(&image(s))));
                ControlFlow::Continue(())
            });
            assert_eq!(turned::kept(&board, turn, &Control::default()), Ok(kept.into()));
        }
    }
}

#[test]
fn engines_of_the_registry_agree_with_the_reference() {
    let empty = (1..=8).map(|n| Queens::plain(n).unwrap());
    let symmetric = Queens::new(8, vec![], vec![0, 7, 56, 63]).unwrap();
    for board in empty.chain([symmetric]).chain(random_boards(8).take(100)) {
        let problem = Problem::Queens(board.clone());
        let check = |squares: &[u32]| board.check(squares);
        testkit::agrees_with_the_reference(of_form(Form::Queens), &problem, &check);
        // One solution of a board that is not empty is found by the reference alone: others are
        // searched as covers.
        let questions = [Question::Count, Question::Classes, Question::First];
        for question in questions.into_iter().take(if board.is_plain() { 3 } else { 2 }) {
            testkit::agrees_without_each(of_form(Form::Queens), &Strategy, &problem, question);
        }
    }
}

#[test]
fn engines_of_the_registry_keep_to_limits_and_stop_when_the_sink_has_enough() {
    let [large, small] = [16, 8].map(|n| Problem::Queens(Queens::plain(n).unwrap()));
    let takes_count = |name: &str| match name {
        "construction" => false,
        "vector" => has_vector(),
        _ => true,
    };
    for engine in of_form(Form::Queens) {
        if takes_count(engine.name()) {
            testkit::obeys_the_budget(engine, &large, Question::Count);
            testkit::obeys_the_budget(engine, &large, Question::Classes);
        }
        testkit::stops_with_a_full_sink(engine, &small);
    }
}

#[test]
fn the_table_of_the_paper_is_the_same_by_every_engine() {
    let problem = Problem::Queens(Queens::plain(10).unwrap());
    for engine in of_form(Form::Queens) {
        let ask = Ask::new(Question::Table).by(engine.name());
        let task = Task { problem: &problem, ask: &ask };
        if engine.accepts(&task).is_err() {
            continue;
        }
        let mut sink = |_: &[u32]| ControlFlow::Continue(());
        let sink: &mut dyn Sink = &mut sink;
        let answer = engine.run(&task, sink, &Run::default()).unwrap();
        let Finding::Boards(rows) = answer.finding else { panic!("{}", engine.name()) };
        let counts: Vec<BigUint> = rows.iter().map(|row| row.solutions.clone()).collect();
        assert_eq!(counts, COUNTS[..10].iter().map(|&n| n.into()).collect::<Vec<BigUint>>());
        let classes: Vec<String> = rows.iter().map(|row| row.classes.to_string()).collect();
        assert_eq!(classes, ["1", "0", "0", "1", "2", "1", "6", "12", "46", "92"]);
    }
}

#[test]
fn a_board_that_nobody_will_count_is_refused_unless_an_engine_is_insisted_on() {
    let problem = Problem::Queens(Queens::plain(40).unwrap());
    let mut ignore = |_: &[u32]| ControlFlow::Continue(());
    let mut asked = |ask: Ask| answer(&problem, &ask, &Run::default(), &mut ignore);
    let error = asked(Ask::new(Question::Count)).unwrap_err().to_string();
    assert!(error.contains("a board of 40 rows is too large to be counted"), "{error}");
    assert_eq!(asked(Ask::new(Question::First)).unwrap().engine, "construction");
    let mut control = Control::default();
    control.budget.nodes = Some(1000);
    let (ask, run) = (Ask::new(Question::Count).by("reference"), Run::default().under(control));
    assert!(answer(&problem, &ask, &run, &mut |_: &[u32]| ControlFlow::Continue(())).is_ok());
}
