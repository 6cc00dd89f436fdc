//! Peg solitaire: every known figure, every game replayed.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use puzzle::scene::text::TextOptions;
use puzzle::{Answer, Ask, Failure, Puzzle, Question, Run};
use puzzle_core::jumps::{Census, JumpsFinding, Reach, WayRow};
use puzzle_core::{BigUint, Checkpoint, Control, Finding, Ignore, Payload, StopReason};

fn named(name: &str) -> Puzzle {
    Puzzle::named(name).unwrap()
}

fn ask(puzzle: &Puzzle, ask: &Ask) -> Answer {
    puzzle.ask(ask, &Run::default(), &mut Ignore).unwrap()
}

fn count(puzzle: &Puzzle) -> BigUint {
    ask(puzzle, &Ask::new(Question::Count)).solutions
}

fn found(puzzle: &Puzzle, question: Question) -> JumpsFinding {
    match ask(puzzle, &Ask::new(question)).finding {
        Finding::Jumps(found) => found,
        other => panic!("{other:?}"),
    }
}

fn census(puzzle: &Puzzle) -> Census {
    match found(puzzle, Question::Levels) {
        JumpsFinding::Census(census) => census,
        other => panic!("{other:?}"),
    }
}

fn on_the_way(puzzle: &Puzzle) -> Vec<WayRow> {
    match found(puzzle, Question::OnPaths) {
        JumpsFinding::OnTheWay(rows) => rows,
        other => panic!("{other:?}"),
    }
}

/// The names of the holes.
fn holes(puzzle: &Puzzle) -> Vec<String> {
    let names = puzzle.description().numbers()["holes"].clone();
    names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The game is replayed by the rules; its jumps and moves.
fn game(puzzle: &Puzzle, ask: &Ask) -> (usize, usize) {
    let mut game = Vec::new();
    let mut sink = |solution: &[u32]| {
        game = solution.to_vec();
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(ask, &Run::default(), &mut sink).unwrap();
    puzzle.description().check(&game).unwrap();
    let moves = puzzle.description().fields(ask, &game)["moves"].as_array().unwrap().len();
    let shortest = ask.question == Question::Shortest || ask.choices.has("metric");
    assert_eq!(answer.distance, Some(if shortest { moves } else { game.len() } as u64));
    // One game is never all of them, but none has fewer moves.
    assert_eq!(answer.is_complete(), shortest);
    (game.len(), moves)
}

#[test]
fn the_triangle_of_15_has_6816_games_and_the_figures_of_document_003() {
    let puzzle = named("pegs-triangle-15");
    for engine in ["levels", "memo", "reference"] {
        let answer = ask(&puzzle, &Ask::new(Question::Classes).by(engine));
        let classes = Some(3408_u32.into());
        assert_eq!((answer.solutions, answer.classes), (6816_u32.into(), classes), "{engine}");
        assert_eq!(ask(&puzzle, &Ask::new(Question::Count).by(engine)).solutions, 6816_u32.into());
    }
    let census = census(&puzzle);
    assert_eq!((census.positions(), census.classes()), (3016, 1544));
    assert_eq!(census.maximal_games(), 568_630_u32.into());
    let maximal = Ask { confirm: true, ..Ask::new(Question::Maximal) };
    let maximal = ask(&puzzle, &maximal);
    assert_eq!(maximal.solutions, 568_630_u32.into());
    assert_eq!(maximal.confirmed.unwrap().engine, "reference");
    let classes: Vec<u64> = census.rows.iter().map(|row| row.classes).collect();
    assert_eq!(classes[..7], [1, 1, 4, 19, 62, 149, 268]);
    let names = holes(&puzzle);
    let finals: Vec<(&str, u64)> = census
        .finals
        .iter()
        .map(|(hole, games)| (names[usize::from(*hole)].as_str(), games.try_into().unwrap()))
        .collect();
    assert_eq!(finals, [("a", 6816), ("g", 3408), ("j", 3408), ("m", 16128)]);

    let rows = on_the_way(&puzzle);
    assert_eq!(rows.iter().map(|row| row.positions).sum::<u64>(), 370);
    assert_eq!(game(&puzzle, &Ask::new(Question::First)).0, 13);
    assert_eq!(game(&puzzle, &Ask::new(Question::Shortest)), (13, 10));
    assert_eq!(game(&puzzle, &Ask::new(Question::First).with("metric", "moves")), (13, 10));
}

#[test]
fn all_games_of_a_small_board_are_listed_each_once() {
    let puzzle = named("pegs-triangle-15");
    let mut games = std::collections::HashSet::new();
    let mut sink = |solution: &[u32]| {
        puzzle.description().check(solution).unwrap();
        assert!(games.insert(solution.to_vec()));
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(&Ask::new(Question::All), &Run::default(), &mut sink).unwrap();
    assert_eq!((answer.solutions, games.len()), (6816_u32.into(), 6816));
    let english = named("pegs-english-33");
    let too_many = english.ask(&Ask::new(Question::All), &Run::default(), &mut Ignore);
    assert!(matches!(too_many, Err(Failure::Declined(_))));
}

#[test]
fn the_triangle_of_21_is_counted_alike_by_both_engines() {
    let puzzle = named("pegs-triangle-21");
    let confirm = Ask { confirm: true, ..Ask::new(Question::Classes) };
    let answer = ask(&puzzle, &confirm);
    let second = answer.confirmed.unwrap();
    assert_eq!([answer.engine.as_str(), second.engine.as_str()], ["levels", "memo"]);
    assert_eq!((&answer.solutions, &answer.classes), (&second.solutions, &second.classes));
    assert_eq!(answer.solutions, 1_918_789_380_u32.into());
    assert!(answer.classes.is_some());
}

#[test]
fn a_wrong_figure_would_be_a_disagreement() {
    let puzzle = named("pegs-triangle-15");
    let right = ask(&puzzle, &Ask::new(Question::Classes));
    let wrong = Answer { classes: Some(3407_u32.into()), ..right.clone() };
    let compare = puzzle_engines::meta::compare;
    assert!(compare(&right, right.clone()).is_ok());
    assert!(matches!(compare(&right, wrong), Err(Failure::Disagreement(_))));
}

/// 32..1 pegs.
const ENGLISH: [u64; 32] = [
    1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229_614, 517_854, 1_022_224, 1_753_737,
    2_598_215, 3_312_423, 3_626_632, 3_413_313, 2_765_623, 1_930_324, 1_160_977, 600_372, 265_865,
    100_565, 32250, 8688, 1917, 348, 50, 7, 2,
];

#[test]
fn the_english_board_has_40861647040079968_games_from_centre_to_centre() {
    let puzzle = named("pegs-english-33");
    let answer = ask(&puzzle, &Ask::new(Question::Count));
    assert_eq!(answer.solutions, 40_861_647_040_079_968_u64.into());
    assert_eq!(Some(&answer.solutions), puzzle.description().known().solutions.as_ref());
    // Half of the levels are enough.
    assert_eq!(answer.nodes, ENGLISH[..16].iter().sum::<u64>());
}

#[test]
fn every_level_of_the_english_board_has_its_known_size() {
    let puzzle = named("pegs-english-33");
    let census = census(&puzzle);
    let classes: Vec<u64> = census.rows.iter().map(|row| row.classes).collect();
    assert_eq!(classes, ENGLISH);
    assert_eq!((census.classes(), census.positions()), (23_475_688, 187_636_299));
    assert_eq!(census.maximal_games().to_string(), "577116156815309849672");
    let first_dead_end = census.rows.iter().position(|row| row.dead_ends > 0);
    assert_eq!(first_dead_end, Some(6));
    let names = holes(&puzzle);
    let finals: Vec<(&str, u64)> = census
        .finals
        .iter()
        .map(|(hole, games)| (names[usize::from(*hole)].as_str(), games.try_into().unwrap()))
        .collect();
    let (centre, side) = (40_861_647_040_079_968, 10_215_411_760_019_992);
    let expected = [("d1", side), ("a4", side), ("d4", centre), ("g4", side), ("d7", side)];
    assert_eq!(finals, expected);
}

#[test]
fn on_the_english_board_13428122_positions_are_on_the_way_to_the_centre() {
    let rows = on_the_way(&named("pegs-english-33"));
    assert_eq!(rows.iter().map(|row| row.positions).sum::<u64>(), 13_428_122);
    assert_eq!(rows.iter().map(|row| row.classes).sum::<u64>(), 1_679_072);
}

#[test]
fn the_central_game_takes_18_moves() {
    assert_eq!(game(&named("pegs-english-33"), &Ask::new(Question::Shortest)), (31, 18));
}

#[test]
fn a_game_is_found_on_every_board_of_the_catalogue_that_has_one() {
    for (name, jumps) in [("pegs-english-33", 31), ("pegs-french-37", 35), ("pegs-wiegleb-45", 43)]
    {
        assert_eq!(game(&named(name), &Ask::new(Question::First)).0, jumps);
    }
}

#[test]
fn the_diamonds_have_no_game_and_it_is_proved_without_search() {
    for name in ["pegs-diamond-25", "pegs-diamond-41"] {
        let answer = ask(&named(name), &Ask::new(Question::First));
        assert_eq!((answer.solutions, answer.stopped), (BigUint::ZERO, None));
    }
    let puzzle = named("pegs-diamond-41");
    assert_eq!(ask(&puzzle, &Ask::new(Question::First)).nodes, 0);
    let facts = Ask::new(Question::Facts);
    let told = puzzle.description().tell(&facts, &ask(&puzzle, &facts), TextOptions::default());
    let (what, why) = told.figures.last().unwrap();
    assert_eq!(what, "no solution");
    assert!(why.starts_with("no one-peg finish is possible from here, because"), "{why}");
    for question in [Question::First, Question::Shortest, Question::Count] {
        let asked = Ask::new(question);
        let told = puzzle.description().tell(&asked, &ask(&puzzle, &asked), TextOptions::default());
        assert_eq!(told.why.as_ref(), Some(why), "{question:?}");
    }
    for engine in ["levels", "memo"] {
        let answer = ask(&puzzle, &Ask::new(Question::Classes).by(engine));
        assert_eq!((answer.nodes, answer.classes), (0, Some(BigUint::ZERO)));
    }
    // Every pair of the small diamond is out of reach by class or by weight.
    let mut control = Control::default();
    control.budget.nodes = Some(0);
    let run = Run::default().under(control);
    let possible = Ask::new(Question::Possible);
    let answer = named("pegs-diamond-25").ask(&possible, &run, &mut Ignore).unwrap();
    let Finding::Jumps(JumpsFinding::Reach(table)) = answer.finding else { panic!() };
    assert!(table.iter().flatten().all(|reach| reach.decided() == Some(false)));
}

#[test]
fn on_the_french_board_64_pairs_of_vacancy_and_last_peg_are_possible() {
    let table = found(&named("pegs-french-37"), Question::Possible);
    let JumpsFinding::Reach(table) = table else { panic!() };
    let number = |wanted: Reach| table.iter().flatten().filter(|&&reach| reach == wanted).count();
    assert_eq!((number(Reach::Yes), number(Reach::NoByClass)), (64, 1305));
}

#[test]
fn numbers_of_games_for_every_pair_agree_with_the_games_from_each_vacancy() {
    let puzzle = named("pegs-triangle-15");
    let JumpsFinding::Games(table) = found(&puzzle, Question::Table) else { panic!() };
    let names = holes(&puzzle);
    for (vacancy, row) in table.iter().enumerate() {
        for (last, games) in row.iter().enumerate() {
            let (start, goal) =
                (format!("all but {}", names[vacancy]), format!("only {}", names[last]));
            let pair = Ask::new(Question::Count).with("start", start).with("goal", goal);
            assert_eq!(ask(&puzzle, &pair).solutions, *games);
            // Games turn round.
            assert_eq!(*games, table[last][vacancy]);
        }
    }
}

#[test]
fn another_start_or_goal_is_another_puzzle_on_the_same_board() {
    let puzzle = named("pegs-triangle-15");
    let asked =
        Ask::new(Question::Count).with("start", "all but m").with("goal", "one peg anywhere");
    assert_eq!(ask(&puzzle, &asked).solutions, 85_258_u32.into());
    assert_eq!(count(&puzzle), 6816_u32.into());
    let more = Ask::new(Question::Count).with("start", "only a").with("goal", "only a b");
    let refused = puzzle.ask(&more, &Run::default(), &mut Ignore).unwrap_err();
    assert_eq!(refused, Failure::Usage("the goal has 2 pegs and the start only 1".into()));
}

#[test]
fn limits_and_bad_questions_are_told() {
    let puzzle = named("pegs-english-33");
    let mut control = Control::default();
    control.budget.nodes = Some(1000);
    let limited = Run::default().under(control);
    for question in [Question::Count, Question::Levels, Question::Shortest] {
        let answer = puzzle.ask(&Ask::new(question), &limited, &mut Ignore).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::NodeLimit));
        assert!(answer.nodes >= 1000 && !answer.engine.is_empty());
    }
    let refused = |ask: Ask| puzzle.ask(&ask, &Run::default(), &mut Ignore).unwrap_err();
    assert!(matches!(refused(Ask::new(Question::Count).by("cells")), Failure::Usage(_)));
    assert!(matches!(refused(Ask::new(Question::Levels).by("memo")), Failure::Declined(_)));
    assert!(matches!(refused(Ask::new(Question::Sample)), Failure::Usage(_)));
    let nowhere = Ask::new(Question::Count).with("start", "all but z9");
    assert!(matches!(refused(nowhere), Failure::Usage(_)));
    let confirm = Ask { confirm: true, ..Ask::new(Question::Finals) };
    assert!(matches!(refused(confirm), Failure::Declined(_)));
}

/// A file of its own for each test.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Asks again and again, each time for so many classes more (over those of any level, for one that
/// is cut off is made again), until there is an answer. It must be the answer of one run, its classes included.
fn in_pieces(puzzle: &Puzzle, asked: &Ask, threads: usize, more: u64) -> Answer {
    let file = file(&format!("pegs-{:?}-{}-{threads}.run", asked.question, more));
    let run = |nodes: Option<u64>, resume: bool| {
        let mut control = Control::default();
        control.budget.nodes = nodes;
        let resume = resume.then(|| file.clone());
        let checkpoint = Some(file.clone());
        Run { threads: Some(threads), checkpoint, resume, ..Run::default() }.under(control)
    };
    let mut answer = puzzle.ask(asked, &run(Some(more), false), &mut Ignore).unwrap();
    let mut runs = 1;
    while answer.stopped == Some(StopReason::NodeLimit) {
        answer = puzzle.ask(asked, &run(Some(more), true), &mut Ignore).unwrap();
        runs += 1;
    }
    assert!(runs > 1, "{runs}");
    let whole = ask(puzzle, asked);
    let figures = |answer: &Answer| {
        let Answer { solutions, classes, finding, nodes, .. } = answer.clone();
        (solutions, classes, format!("{finding:?}"), nodes)
    };
    assert_eq!(figures(&answer), figures(&whole));
    // A finished run is resumed without work.
    let again = puzzle.ask(asked, &run(Some(0), true), &mut Ignore).unwrap();
    assert_eq!((again.stopped, figures(&again)), (None, figures(&whole)));
    answer
}

#[test]
fn a_count_that_is_stopped_again_and_again_comes_to_the_same_end() {
    let puzzle = named("pegs-triangle-21");
    for threads in [1, 2] {
        let count = Ask::new(Question::Count);
        let answer = in_pieces(&puzzle, &count, threads, 21_000);
        assert_eq!(answer.solutions, 1_918_789_380_u32.into());
        // The ends differ.
        let anywhere = Ask::new(Question::Count).with("goal", "one peg anywhere");
        in_pieces(&puzzle, &anywhere, threads, 60_000);
        // The ends are alike, and there is no jump in the middle.
        let even = Ask::new(Question::Count).with("start", "all but b2").with("goal", "only b2");
        let answer = in_pieces(&named("pegs-4x6"), &even, threads, 90_000);
        assert_eq!(answer.solutions, 2_512_306_647_778_u64.into());
        in_pieces(&puzzle, &Ask::new(Question::Classes), threads, 21_100);
    }
}

#[test]
fn a_census_that_is_stopped_again_and_again_comes_to_the_same_end() {
    let puzzle = named("pegs-triangle-21");
    for threads in [1, 2] {
        for question in [Question::Levels, Question::Maximal, Question::Finals] {
            in_pieces(&puzzle, &Ask::new(question), threads, 32_000);
        }
    }
}

#[test]
fn levels_that_are_not_of_the_puzzle_are_refused() {
    let puzzle = named("pegs-triangle-15");
    let file = file("pegs-forged.run");
    let mut control = Control::default();
    control.budget.nodes = Some(60);
    let stopped = Run { checkpoint: Some(file.clone()), ..Run::default() }.under(control);
    let resumed = Run { resume: Some(file.clone()), ..Run::default() };
    for question in [Question::Count, Question::Classes, Question::Levels] {
        let asked = Ask::new(question);
        assert!(puzzle.ask(&asked, &stopped, &mut Ignore).unwrap().stopped.is_some());
        let good = Checkpoint::read(&std::fs::read(&file).unwrap(), usize::MAX).unwrap();
        let Payload::States(head, bytes) = &good.payload else { panic!() };
        let refusal = |payload: Payload| {
            let forged = Checkpoint { payload, ..good.clone() };
            std::fs::write(&file, forged.write()).unwrap();
            match puzzle.ask(&asked, &resumed, &mut Ignore) {
                Err(Failure::Usage(refusal)) => refusal,
                other => panic!("{question:?}: {other:?}"),
            }
        };
        assert!(refusal(Payload::Subtrees(vec![])).ends_with("is of a search in parts"));
        let huge = u64::MAX;
        let (numbers, keys) = head.split_once(" entries ").unwrap();
        let places = numbers.split(' ').count() - 1;
        for wrong in [
            String::new(),
            "numbers".into(),
            format!("numbers entries {keys}"),
            format!("{numbers} 1 entries {keys}"),
            format!("{numbers} entries"),
            format!("{numbers} entries 8 {}", &keys[3..]),
            format!("{numbers} entries {keys} 1"),
            format!("{numbers} entries {keys} {huge}"),
            format!("{numbers} entries 20 {huge} {huge}"),
            format!("numbers{} entries {keys}", format!(" {huge}").repeat(places)),
            format!("numbers{} entries {keys}", " -1".repeat(places)),
            format!("numbers{} entries {keys}", " 99999999999999999999999".repeat(places)),
            format!("numbers {} entries {keys}", "9".repeat(10_000)),
        ] {
            let refused = refusal(Payload::States(wrong.clone(), bytes.clone()));
            assert!(refused.ends_with("its lists of states are not right"), "{wrong}: {refused}");
        }
        // A key of 4 bytes and 16 bytes of ways: a peg beside the board, a peg too many or too few, a
        // class twice, no ways.
        let changed = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = bytes.clone();
            change(&mut bytes);
            refusal(Payload::States(head.clone(), bytes));
        };
        changed(&|bytes| bytes[0] ^= 0x80);
        changed(&|bytes| bytes[2] ^= 0x80);
        changed(&|bytes| bytes[3] ^= 1);
        changed(&|bytes| bytes.copy_within(0..20, 20));
        changed(&|bytes| bytes[4..20].fill(0));
        changed(&|bytes| bytes.truncate(bytes.len() - 1));
        changed(&|bytes| bytes.push(0));
        // What is not forged is taken.
        std::fs::write(&file, good.write()).unwrap();
        assert!(puzzle.ask(&asked, &resumed, &mut Ignore).unwrap().is_complete());
        // Another question, another puzzle.
        let other = if question == Question::Count { Question::Levels } else { Question::Count };
        let refused = |puzzle: &Puzzle, question| {
            let refusal = puzzle.ask(&Ask::new(question), &resumed, &mut Ignore).unwrap_err();
            refusal.to_string()
        };
        assert!(refused(&puzzle, other).contains("another question"));
        assert!(refused(&named("pegs-triangle-21"), question).contains("another puzzle"));
        // A proof is no reason to take a file that belongs elsewhere.
        assert!(refused(&named("pegs-diamond-41"), question).contains("another puzzle"));
    }
}

#[test]
fn what_is_not_saved_says_so_at_the_start() {
    let puzzle = named("pegs-triangle-15");
    let saved = Run { checkpoint: Some(file("pegs-unsaved.run")), ..Run::default() };
    use Question::{All, First, OnPaths, Possible, Shortest, Table};
    for question in [First, Possible, Table, Shortest, OnPaths, All] {
        let refused = puzzle.ask(&Ask::new(question), &saved, &mut Ignore);
        let Err(Failure::Declined(why)) = refused else { panic!("{question:?}: {refused:?}") };
        assert!(why.starts_with("this run cannot be saved: "), "{why}");
    }
    let memo = puzzle.ask(&Ask::new(Question::Count).by("memo"), &saved, &mut Ignore);
    assert!(matches!(memo, Err(Failure::Declined(_))));
    let nowhere = Run { checkpoint: Some(file("no/such/folder")), ..Run::default() };
    for question in [Question::Count, Question::Levels] {
        let refused = puzzle.ask(&Ask::new(question), &nowhere, &mut Ignore).unwrap_err();
        assert!(refused.to_string().contains("cannot save"), "{refused}");
    }
}
