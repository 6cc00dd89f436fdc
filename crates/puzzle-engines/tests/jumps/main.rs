//! Engines for jump puzzles against the definition, on random small boards.

mod brute;
mod classes;

use std::ops::ControlFlow;
use std::path::Path;

use proptest::prelude::*;
use puzzle_core::jumps::{Jump, JumpBoard, JumpProblem, JumpsFinding, Position, Refutation, moves};
use puzzle_core::{
    Answer, Ask, BigUint, Control, Engine, Failure, Finding, Form, Problem, Question, Run,
    StopReason, Task, UpTo,
};
use puzzle_engines::jumps::invariants::Invariants;
use puzzle_engines::jumps::pagoda::Pagoda;
use puzzle_engines::{meta, of_form};

use brute::{Brute, boards, problems, rectangle};

/// What an engine answers, and the games that it hands over.
fn ask(engine: &dyn Engine, problem: &Problem, ask: &Ask) -> (Answer, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    let mut keep = |solution: &[u32]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let answer = engine.run(&Task { problem, ask }, &mut keep, &two_threads()).unwrap();
    (answer, found)
}

fn two_threads() -> Run {
    Run { threads: Some(2), ..Run::default() }
}

/// The engines that take a question about this problem.
fn engines<'a>(
    problem: &'a Problem,
    ask: &'a Ask,
) -> impl Iterator<Item = &'static dyn Engine> + 'a {
    of_form(Form::Jumps).filter(|engine| engine.accepts(&Task { problem, ask }).is_ok())
}

/// What the strategy finds beside games.
fn found(problem: &Problem, question: Question) -> JumpsFinding {
    let ask = Ask::new(question);
    let answer = meta::answer(problem, &ask, &two_threads(), &mut puzzle_core::Ignore).unwrap();
    match answer.finding {
        Finding::Jumps(found) => found,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_engine_agrees_with_playing_every_game(puzzle in problems()) {
        let mut brute = Brute::default();
        brute.play(&puzzle, puzzle.start(), &mut Vec::new());
        prop_assume!(!brute.too_many);
        let problem = Problem::Jumps(puzzle.clone());
        let (board, games) = (puzzle.board(), BigUint::from(brute.games.len()));
        let fewest = brute.games.iter().map(|game| moves(game)).min();
        let fewest_jumps = brute.games.iter().map(Vec::len).min();
        let classes = brute.classes(&puzzle, UpTo::Symmetry);
        for question in [Question::Count, Question::Classes, Question::All, Question::First,
            Question::Shortest, Question::Maximal]
        {
            let asked = Ask::new(question);
            for engine in engines(&problem, &asked) {
                let (answer, found) = ask(engine, &problem, &asked);
                let none = brute.games.is_empty();
                prop_assert_eq!(answer.stopped.is_some(), question == Question::First && !none);
                let numbers: Vec<Vec<u32>> = brute.games.iter().map(|g| board.numbers(g)).collect();
                match question {
                    Question::Maximal => {
                        prop_assert_eq!(&answer.solutions, &BigUint::from(brute.maximal));
                        continue;
                    }
                    Question::All => prop_assert_eq!(&found, &numbers),
                    Question::Classes => {
                        prop_assert_eq!(&answer.classes, &Some(classes.len().into()));
                    }
                    Question::First => {
                        prop_assert_eq!(answer.distance, fewest_jumps.map(|n| n as u64));
                    }
                    Question::Shortest => {
                        prop_assert_eq!(answer.distance, fewest.map(|n| n as u64));
                    }
                    _ => prop_assert!(found.is_empty()),
                }
                let one = matches!(question, Question::First | Question::Shortest);
                let expected = if one { BigUint::from(u32::from(!none)) } else { games.clone() };
                prop_assert_eq!(&answer.solutions, &expected, "{}", engine.name());
                prop_assert!(found.iter().all(|game| numbers.contains(game)));
                // Whoever finds none says why.
                let refuted = matches!(answer.finding, Finding::Jumps(JumpsFinding::Refuted(_)));
                prop_assert_eq!(refuted, none, "{}", engine.name());
            }
        }
        let JumpsFinding::Census(census) = found(&problem, Question::Levels) else { panic!() };
        prop_assert_eq!(census.positions(), brute.reached.len() as u64);
        prop_assert_eq!(census.maximal_games(), BigUint::from(brute.maximal));
        let finals: Vec<_> = brute.finals.iter().map(|(&h, &n)| (h, BigUint::from(n))).collect();
        prop_assert_eq!(&census.finals, &finals);
        let way = brute.on_the_way(&puzzle).len() as u64;
        let JumpsFinding::OnTheWay(rows) = found(&problem, Question::OnPaths) else { panic!() };
        prop_assert_eq!(rows.iter().map(|row| row.positions).sum::<u64>(), way);
        // Nothing that is said without a search is wrong.
        let JumpsFinding::Class(class) = found(&problem, Question::Facts) else { panic!() };
        prop_assert!(class.refuted.is_none() || brute.games.is_empty());
        prop_assert!(brute.finals.keys().all(|&hole| class.finishes >> hole & 1 == 1));
    }

    #[test]
    fn invariants_and_resource_counts_hold_for_every_jump(board in boards(), a: u128, b: u128) {
        let invariants = Invariants::new(&board);
        let (a, b) = (a & board.full(), b & board.full());
        let pagoda = Pagoda::between(&board, a, b);
        for position in 0..=board.full().min(4095) {
            for jump in board.jumps() {
                if let Some(next) = jump.apply(position) {
                    prop_assert_eq!(invariants.class(position), invariants.class(next));
                    if let Some(pagoda) = &pagoda {
                        prop_assert!(pagoda.weigh(position) >= pagoda.weigh(next));
                    }
                }
            }
        }
        prop_assert!(pagoda.is_none_or(|pagoda| pagoda.weigh(a) < pagoda.weigh(b)));
    }

    #[test]
    fn the_tables_say_which_last_pegs_can_be_had_and_in_how_many_ways(board in boards()) {
        let puzzle = JumpProblem::new(board.clone(), board.full() ^ 1, vec![1]).unwrap();
        let problem = Problem::Jumps(puzzle);
        let JumpsFinding::Reach(reach) = found(&problem, Question::Possible) else { panic!() };
        let JumpsFinding::Games(games) = found(&problem, Question::Table) else { panic!() };
        for (vacancy, row) in reach.iter().enumerate() {
            let start = board.full() ^ 1 << vacancy;
            let one = JumpProblem::new(board.clone(), start, vec![start]).unwrap();
            let one = Problem::Jumps(one);
            let JumpsFinding::Census(census) = found(&one, Question::Finals) else { panic!() };
            for (last, reach) in row.iter().enumerate() {
                let ways = census.finals.iter().find(|(hole, _)| usize::from(*hole) == last);
                let ways = ways.map_or(BigUint::ZERO, |(_, ways)| ways.clone());
                prop_assert_eq!(reach.decided(), Some(ways != BigUint::ZERO), "{:?}", reach);
                prop_assert_eq!(&games[vacancy][last], &ways);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Several groups of goals, goals on the way, both ends alike, boards of Burnside's lemma.
    #[test]
    fn a_run_that_is_stopped_after_every_level_comes_to_the_same_end(puzzle in problems()) {
        let problem = Problem::Jumps(puzzle);
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jumps-levels.run");
        for question in [Question::Count, Question::Classes, Question::Finals] {
            let ask = Ask::new(question);
            let answer = |run: &Run| {
                let answer = meta::answer(&problem, &ask, run, &mut puzzle_core::Ignore).unwrap();
                let found = format!("{:?}", answer.finding);
                (answer.stopped, answer.nodes, answer.solutions, answer.classes, found)
            };
            let mut run = Run { checkpoint: Some(file.clone()), ..two_threads() };
            let mut limit = 0;
            let ended = loop {
                let mut control = Control::default();
                control.budget.nodes = Some(limit);
                let answer = answer(&run.under(control));
                if answer.0.is_none() {
                    break answer;
                }
                limit = answer.1 + 1;
                run.resume = Some(file.clone());
            };
            prop_assert_eq!(ended, answer(&two_threads()));
        }
    }
}

/// A long row, too long for playing every game.
fn row(holes: u8) -> Problem {
    let jump = |from: u8, to: u8| Jump { from, over: from.midpoint(to), to };
    let jumps = (0..holes - 2).flat_map(|h| [jump(h, h + 2), jump(h + 2, h)]).collect();
    let board = JumpBoard::new(usize::from(holes), jumps, vec![]).unwrap();
    let start = board.full() & 0x2aa_aaff_ffff;
    Problem::Jumps(JumpProblem::new(board, start, vec![1 << 5]).unwrap())
}

#[test]
fn limits_and_interrupts_stop_every_engine() {
    use Question::{Classes, Count, First, Levels, Maximal, OnPaths, Shortest, Table};
    let stopped = |problem: &Problem, engine: &dyn Engine, ask: &Ask, control: Control| {
        let run = two_threads().under(control);
        match engine.run(&Task { problem, ask }, &mut puzzle_core::Ignore, &run) {
            Ok(answer) => answer.stopped,
            Err(Failure::Stopped(reason)) => Some(reason),
            Err(failure) => panic!("{failure}"),
        }
    };
    // What is not refuted at once, and small enough for the definition.
    let square = rectangle(4, 4);
    let start = square.full() ^ 1 << 1;
    let small = Problem::Jumps(JumpProblem::new(square, start, vec![1 << 2]).unwrap());
    for (problem, questions) in [
        (row(42), &[Levels, Maximal, OnPaths, Table][..]),
        (english(), &[Count, Classes][..]),
        (small, &[Count, Classes, Question::All, Maximal, Shortest][..]),
    ] {
        for &question in questions {
            let ask = Ask::new(question);
            for engine in engines(&problem, &ask) {
                let mut control = Control::default();
                control.budget.nodes = Some(0);
                let reason = stopped(&problem, engine, &ask, control);
                assert_eq!(reason, Some(StopReason::NodeLimit), "{} {question:?}", engine.name());
                let control = Control::default();
                control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
                let reason = stopped(&problem, engine, &ask, control);
                assert_eq!(reason, Some(StopReason::Interrupted), "{}", engine.name());
            }
        }
    }
    let mut little = Control::default();
    little.budget.memory = Some(1000);
    let levels = puzzle_engines::find(Form::Jumps, "levels").unwrap();
    let reason = stopped(&row(42), levels, &Ask::new(Levels), little);
    assert_eq!(reason, Some(StopReason::MemoryLimit));
    // A search for one game looks at the limits every thousand positions.
    let first = puzzle_engines::find(Form::Jumps, "first").unwrap();
    let control = Control::default();
    control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let english = english();
    assert_eq!(stopped(&english, first, &Ask::new(First), control), Some(StopReason::Interrupted));
}

#[test]
fn a_sink_that_has_enough_ends_a_list_of_games() {
    let square = rectangle(4, 4);
    let start = square.full() ^ 1 << 1;
    let problem = Problem::Jumps(JumpProblem::new(square, start, vec![1 << 2]).unwrap());
    let asked = Ask::new(Question::All);
    for engine in engines(&problem, &asked) {
        let mut seen = 0;
        let mut sink = |_: &[u32]| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let task = Task { problem: &problem, ask: &asked };
        let answer = engine.run(&task, &mut sink, &Run::default()).unwrap();
        assert_eq!((answer.stopped, seen), (Some(StopReason::Satisfied), 3));
        let limited = Ask { limit: Some(2), ..asked.clone() };
        let (answer, found) = ask(engine, &problem, &limited);
        assert_eq!((answer.solutions, found.len()), (2_u32.into(), 2));
    }
}

/// The strategy with each engine switched off in turn: the same answer, or nobody can tell.
#[test]
fn the_strategy_answers_alike_whoever_is_missing() {
    let board = rectangle(3, 4);
    let start = board.full() ^ 1;
    let goals = (0..12).map(|hole| 1 << hole).collect();
    let problem = Problem::Jumps(JumpProblem::new(board, start, goals).unwrap());
    for question in [Question::Count, Question::Classes, Question::Shortest, Question::Maximal] {
        let ask = |missing: &str| {
            let ask = Ask { without: vec![missing.into()], ..Ask::new(question) };
            meta::answer(&problem, &ask, &two_threads(), &mut puzzle_core::Ignore)
        };
        let expected = ask("nobody").unwrap();
        for missing in ["levels", "memo", "first", "paths", "reference"] {
            let answer = ask(missing).unwrap();
            assert_ne!(answer.engine, missing);
            let figures = |a: &Answer| (a.solutions.clone(), a.classes.clone(), a.distance);
            assert_eq!(figures(&answer), figures(&expected), "{question:?} without {missing}");
        }
    }
    let ask = Ask { without: vec!["levels".into()], ..Ask::new(Question::Finals) };
    let nobody = meta::answer(&problem, &ask, &two_threads(), &mut puzzle_core::Ignore);
    assert!(matches!(nobody, Err(Failure::Declined(_))));
}

#[test]
fn a_confirmation_is_a_second_count_or_it_is_declined_before_the_first() {
    let board = rectangle(3, 4);
    let start = board.full() ^ 1;
    let goals: Vec<Position> = (0..12).map(|hole| 1 << hole).collect();
    let problem = Problem::Jumps(JumpProblem::new(board, start, goals).unwrap());
    let confirm = |question| {
        let ask = Ask { confirm: true, ..Ask::new(question) };
        meta::answer(&problem, &ask, &two_threads(), &mut puzzle_core::Ignore)
    };
    for question in [Question::Count, Question::Classes, Question::Maximal, Question::Shortest] {
        let answer = confirm(question).unwrap();
        let second = answer.confirmed.unwrap();
        assert_ne!(answer.engine, second.engine);
        assert_eq!((second.stopped, second.classes.is_some()), (None, answer.classes.is_some()));
    }
    for question in [Question::Finals, Question::Levels, Question::OnPaths, Question::Possible] {
        let failure = confirm(question).unwrap_err();
        assert!(failure.to_string().contains("only one way"), "{failure}");
    }
}

#[test]
fn a_start_of_the_wrong_class_is_refuted_by_whoever_is_asked() {
    let board = rectangle(1, 4);
    let problem = Problem::Jumps(JumpProblem::new(board, 0b0011, vec![0b1000]).unwrap());
    for question in [Question::First, Question::Shortest, Question::Count] {
        let JumpsFinding::Refuted(why) = found(&problem, question) else { panic!() };
        assert!(matches!(why, Refutation::Class(_)), "{why:?}");
    }
}

/// The English board of 33 holes, from a vacancy that is not refuted and not won in a thousand
/// positions.
fn english() -> Problem {
    let places: Vec<(i32, i32)> = (0..7)
        .flat_map(|row| (0..7).map(move |column| (row, column)))
        .filter(|(row, column)| (2..5).contains(row) || (2..5).contains(column))
        .collect();
    let find = |place| places.iter().position(|p| *p == place).map(|hole| hole as u8);
    let mut jumps = Vec::new();
    for &(row, column) in &places {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let holes = [0, 1, 2].map(|n| find((row + n * down, column + n * right)));
            if let [Some(from), Some(over), Some(to)] = holes {
                jumps.push(Jump { from, over, to });
            }
        }
    }
    let board = JumpBoard::new(33, jumps, vec![]).unwrap();
    let start = board.full() ^ 1 << 16;
    Problem::Jumps(JumpProblem::new(board, start, vec![1 << 16]).unwrap())
}
