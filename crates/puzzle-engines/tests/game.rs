//! Games of two players: the fast engine against the plain recursion, on every position of small
//! boards and on random positions of the chessboard; limits, saved runs, certificates.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use puzzle_core::bits::board8;
use puzzle_core::game::certificate::Certificate;
use puzzle_core::game::{Game, GameFinding, Winner};
use puzzle_core::{
    Answer, Ask, Budget, Control, Failure, Finding, Ignore, Problem, Question, Random, Run,
    StopReason,
};
use puzzle_engines::meta::answer;

/// The pentominoes, row 0 the low byte.
const SHAPES: [u64; 12] = [
    0x02_0306, 0x1f, 0x010f, 0x030e, 0x01_0303, 0x02_0207, 0x0705, 0x07_0101, 0x06_0301, 0x02_0702,
    0x0f02, 0x06_0203,
];

/// The pentomino game on the first rows and columns of a chessboard.
fn pentominoes(rows: u32, columns: u32) -> Game {
    let board = (0..rows).fold(0_u64, |all, row| all | ((1 << columns) - 1) << (8 * row));
    let mut moves = BTreeSet::new();
    for (piece, shape) in SHAPES.into_iter().enumerate() {
        for image in board8::images(shape) {
            let image = image >> (8 * (image.trailing_zeros() / 8));
            let column = (0..8).find(|c| image & 0x0101_0101_0101_0101 << c != 0).unwrap_or(0);
            let home = image >> column;
            for row in 0..8 {
                for column in 0..8 {
                    let placed = u128::from(home) << (8 * row + column);
                    let whole = (placed as u64).count_ones() == 5 && placed >> 64 == 0;
                    let wraps = u128::from(home) << column & !u128::from(u64::MAX) != 0
                        || (0..8).any(|r| (home >> (8 * r) & 0xff) << column > 0xff);
                    if whole && !wraps && placed as u64 & !board == 0 {
                        moves.insert((piece, placed as u64));
                    }
                }
            }
        }
    }
    let uses = |(piece, cells): (usize, u64)| u128::from(cells) | 1 << (64 + piece);
    Game::new(moves.into_iter().map(uses).collect()).unwrap().with_symmetries(turns())
}

/// The symmetries of the chessboard, as permutations of its squares.
fn turns() -> Vec<Vec<u8>> {
    let at = |turn: usize, square: u8| board8::images(1 << square)[turn].trailing_zeros() as u8;
    (0..8).map(|turn| (0..64).map(|square| at(turn, square)).collect()).collect()
}

fn dominoes(rows: u32, columns: u32) -> Game {
    let mut moves = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let at = row * columns + column;
            moves.extend((column + 1 < columns).then_some(0b11 << at));
            moves.extend((row + 1 < rows).then_some((1 | 1 << columns) << at));
        }
    }
    Game::new(moves).unwrap()
}

fn ask(game: &Game, ask: &Ask, run: &Run) -> (Answer, GameFinding, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    let mut keep = |solution: &[u32]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let answer = answer(&Problem::Game(game.clone()), ask, run, &mut keep).unwrap();
    let Finding::Game(finding) = answer.finding.clone() else { panic!("about a game") };
    (answer, finding, found)
}

fn winner(game: &Game, engine: &str) -> Winner {
    let (answer, finding, lines) = ask(game, &Ask::new(Question::Winner).by(engine), &one_thread());
    assert!(answer.is_complete());
    let winner = finding.winner.unwrap();
    // The line is played to its end, and the winner makes the last move, or not, as the rules say.
    assert_eq!(game.is_finished(&lines[0]), Ok(true));
    let last = if lines[0].len() % 2 == 1 { Winner::First } else { Winner::Second };
    assert_eq!(winner, if game.is_misere() { last.other() } else { last });
    winner
}

fn one_thread() -> Run {
    Run { threads: Some(1), ..Run::default() }
}

/// All positions that can be reached, one for each set of moves that are left.
fn positions(game: &Game) -> Vec<Game> {
    let (mut seen, mut all) = (BTreeSet::from([game.key()]), vec![game.clone()]);
    let mut next = 0;
    while next < all.len() {
        for number in all[next].possible().to_vec() {
            let after = all[next].after(&[number]).unwrap();
            if seen.insert(after.key()) {
                all.push(after);
            }
        }
        next += 1;
    }
    all
}

#[test]
fn both_engines_name_the_same_winner_in_every_position_of_small_boards() {
    for game in [dominoes(3, 3), dominoes(2, 5), pentominoes(3, 5), pentominoes(4, 4)] {
        for misere in [false, true] {
            for position in positions(&game.clone().misere(misere)) {
                let expected = winner(&position, "reference");
                assert_eq!(winner(&position, "matrix"), expected, "{:?}", position.played());
            }
        }
    }
}

/// A position of the chessboard after random moves, with at most so many left.
fn random_position(game: &Game, random: &mut Random, most: usize) -> Game {
    let mut position = game.clone();
    while position.possible().len() > most {
        let possible = position.possible();
        let number = possible[random.index(possible.len())];
        position = position.after(&[number]).unwrap();
    }
    position
}

#[test]
fn both_engines_agree_on_random_positions_of_the_chessboard() {
    let (game, mut random) = (pentominoes(8, 8), Random::new(3));
    for _ in 0..30 {
        let position = random_position(&game, &mut random, 70);
        for position in [position.clone(), position.misere(true)] {
            assert_eq!(winner(&position, "matrix"), winner(&position, "reference"));
        }
    }
}

/// `cargo xtask long` runs it: the recursion takes minutes.
#[test]
#[ignore = "minutes"]
fn both_engines_agree_on_a_thousand_positions_with_up_to_230_moves() {
    let (game, mut random) = (pentominoes(8, 8), Random::new(4));
    for _ in 0..1000 {
        let position = random_position(&game, &mut random, 230);
        assert_eq!(winner(&position, "matrix"), winner(&position, "reference"));
    }
}

#[test]
fn first_moves_have_the_same_values_whoever_decides_and_with_however_many_threads() {
    let (game, mut random) = (pentominoes(8, 8), Random::new(5));
    for game in [pentominoes(4, 5), random_position(&game, &mut random, 70)] {
        let values = |engine: &str, threads| {
            let run = Run { threads: Some(threads), ..Run::default() };
            let (_, finding, found) = ask(&game, &Ask::new(Question::All).by(engine), &run);
            assert_eq!(found.len(), game.classes().len());
            let first = finding.first_moves.iter();
            let mut values: Vec<_> =
                first.map(|first| (first.number, first.class, first.winner)).collect();
            for first in finding.first_moves.iter().filter(|first| first.reply.is_some()) {
                let after = game.after(&[first.number, first.reply.unwrap()]).unwrap();
                assert_eq!(winner(&after, "reference"), Winner::Second, "the reply wins");
            }
            values.sort_by_key(|value| value.0);
            values
        };
        let expected = values("reference", 1);
        assert_eq!(values("matrix", 1), expected);
        assert_eq!(values("matrix", 3), expected);
    }
}

#[test]
fn the_chessboard_has_2308_moves_296_up_to_symmetry_with_1181_to_1974_replies() {
    let game = pentominoes(8, 8);
    assert_eq!(game.moves().len(), 2308);
    let classes = game.classes();
    assert_eq!(classes.len(), 296);
    let replies = classes.iter().map(|(number, _)| game.replies(*number));
    assert_eq!((replies.clone().min(), replies.max()), (Some(1181), Some(1974)));
}

#[test]
fn limits_of_nodes_and_memory_stop_the_search_and_say_so() {
    let game = pentominoes(8, 8);
    let limited = |budget: Budget| {
        let control = Arc::new(Control { budget, ..Control::default() });
        let run = Run { control, threads: Some(2), ..Run::default() };
        let ask = Ask::new(Question::Winner);
        answer(&Problem::Game(game.clone()), &ask, &run, &mut Ignore).unwrap().stopped
    };
    let nodes = Budget { nodes: Some(20_000), memory: Some(1 << 23), ..Budget::default() };
    assert_eq!(limited(nodes), Some(StopReason::NodeLimit));
    let memory = Budget { memory: Some(1 << 20), ..Budget::default() };
    assert_eq!(limited(memory), Some(StopReason::MemoryLimit));
}

#[test]
fn values_of_first_moves_are_saved_and_taken_up_again() {
    let game = pentominoes(4, 6);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("game.run");
    let _ = std::fs::remove_file(&file);
    let values = |nodes: Option<u64>, resume: bool| {
        let budget = Budget { nodes, ..Budget::default() };
        let control = Arc::new(Control { budget, ..Control::default() });
        let (checkpoint, resume) = (Some(file.clone()), resume.then(|| file.clone()));
        let run = Run { control, threads: Some(1), checkpoint, resume, ..Run::default() };
        ask(&game, &Ask::new(Question::All), &run)
    };
    let (answer, _, mut found) = values(Some(2000), false);
    assert_eq!(answer.stopped, Some(StopReason::NodeLimit));
    // A run that does not come to the end of a move loses what it knows of it.
    let (mut runs, mut limit) = (1, 2000);
    loop {
        let (answer, _, more) = values(Some(limit), true);
        found.extend(more);
        (runs, limit) = (runs + 1, 2 * limit);
        if answer.is_complete() {
            break;
        }
    }
    let mut once = ask(&game, &Ask::new(Question::All), &one_thread()).2;
    let value = |solution: &Vec<u32>| (solution[0], solution[1]);
    let [mut found, mut once] =
        [&mut found, &mut once].map(|all| all.iter().map(value).collect::<Vec<_>>());
    found.sort_unstable();
    once.sort_unstable();
    assert_eq!(found, once);
    assert!(runs > 2, "{runs}");
    // Who wins is found in one go.
    let run = Run { checkpoint: Some(file), ..one_thread() };
    let winner = answer_of(&game, &Ask::new(Question::Winner), &run);
    assert!(matches!(winner, Err(Failure::Declined(_))));
}

fn answer_of(game: &Game, ask: &Ask, run: &Run) -> Result<Answer, Failure> {
    answer(&Problem::Game(game.clone()), ask, run, &mut Ignore)
}

#[test]
fn a_certificate_answers_every_reply() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("game.certificate");
    for game in [pentominoes(4, 5), dominoes(3, 4), dominoes(4, 4), dominoes(3, 4).misere(true)] {
        let asked = Ask::new(Question::Winner).with("certificate", file.display());
        let (_, finding, _) = ask(&game, &asked, &one_thread());
        let certificate = Certificate::read(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(Some(certificate.winner), finding.winner);
        assert_eq!(Some(certificate.moves.count()), finding.certified);
        let mut seen = BTreeSet::new();
        let mut numbers = certificate.moves.iter();
        let to_move = certificate.winner == Winner::First;
        walk(&game, to_move, &mut numbers, &mut seen);
        assert_eq!(numbers.next(), None);
    }
}

/// The walk of `puzzle_core::game::certificate`, as slowly as can be.
fn walk(
    game: &Game,
    winner: bool,
    numbers: &mut dyn Iterator<Item = usize>,
    seen: &mut BTreeSet<Vec<u32>>,
) {
    if game.possible().is_empty() {
        assert_eq!(winner, game.is_misere(), "who cannot move loses, or wins");
        return;
    }
    let replies = match winner {
        true => vec![game.possible()[numbers.next().unwrap()]],
        false => game.possible().to_vec(),
    };
    for number in replies {
        let after = game.after(&[number]).unwrap();
        // Nothing is written about a finished game after the winner's move.
        let is_new =
            (winner && after.possible().is_empty()) || seen.insert(after.possible().to_vec());
        if is_new {
            walk(&after, !winner, numbers, seen);
        }
    }
}
