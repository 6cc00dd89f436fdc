//! Games of two players through the one way to ask: what is written, who wins, certificates and what
//! tampering does to them, play.

use std::ops::ControlFlow;
use std::path::PathBuf;

use puzzle::{
    Answer, Ask, Budget, Failure, Finding, Ignore, Json, Puzzle, Question, Run, StopReason,
};
use puzzle_core::game::certificate::{Certificate, Moves};
use puzzle_core::game::{GameFinding, Winner};

fn found(answer: &Answer) -> &GameFinding {
    match &answer.finding {
        Finding::Game(found) => found,
        _ => panic!("about a game"),
    }
}

fn ask(puzzle: &Puzzle, ask: &Ask) -> (Answer, Vec<Vec<u32>>) {
    let mut solutions = Vec::new();
    let mut keep = |solution: &[u32]| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(ask, &Run::default(), &mut keep).unwrap();
    (answer, solutions)
}

fn winner(puzzle: &Puzzle, question: &Ask) -> Winner {
    let (answer, lines) = ask(puzzle, question);
    assert_eq!(lines.len(), 1);
    found(&answer).winner.unwrap()
}

fn scratch(name: &str) -> PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_catalogue_s_games_are_won_by_whom_it_says() {
    for name in ["cram-4x5", "kayles-9", "kayles-petersen"] {
        let puzzle = Puzzle::named(name).unwrap();
        let said = puzzle.description().known().summary();
        let wins = winner(&puzzle, &Ask::new(Question::Winner));
        assert_eq!(said, format!("the {} player wins", wins.name()), "{name}");
    }
}

/// Even by even is the second player's (by a half turn), even by odd the first player's.
#[test]
fn cram_is_won_as_symmetry_says() {
    for (name, wins) in [
        ("cram-2x2", Winner::Second),
        ("cram-2x3", Winner::First),
        ("cram-2x4", Winner::Second),
        ("cram-4x3", Winner::First),
        ("cram-4x4", Winner::Second),
    ] {
        let puzzle = Puzzle::named(name).unwrap();
        assert_eq!(winner(&puzzle, &Ask::new(Question::Winner)), wins, "{name}");
    }
}

#[test]
fn the_chessboard_has_the_numbers_of_the_paper() {
    let puzzle = Puzzle::named("pentomino-game-8x8").unwrap();
    let numbers = Json::Object(puzzle.description().numbers());
    assert_eq!(numbers["moves"], 2308);
    assert_eq!(numbers["first_moves"], 296);
    assert_eq!(numbers["replies"], puzzle_core::json!([1181, 1974]));
}

#[test]
fn a_move_is_read_by_its_cells_in_any_order_by_its_bits_and_by_its_number() {
    let puzzle = Puzzle::named("pentomino-game-8x8").unwrap();
    let line = |played: &str| {
        let ask = Ask::new(Question::Winner).with("played", played);
        match puzzle.prepare(&ask, &Budget::default()) {
            Ok(_) => puzzle_core::fingerprint(played.as_bytes()),
            Err(Failure::Usage(why)) => panic!("{why}"),
            Err(other) => panic!("{other}"),
        }
    };
    line("L:c4,d4,e4,f4,c5");
    line("L:c5,f4,e4,d4,c4");
    line("L:000000043c000000 I:7c00000000000000");
    let complaint = |played: &str| {
        let ask = Ask::new(Question::Winner).with("played", played);
        puzzle
            .prepare(&ask, &Budget::default())
            .err()
            .map(|failure| failure.to_string())
            .unwrap_or_default()
    };
    assert_eq!(
        complaint("L:c4,d4,e4,f4,c5 I:c1,c2,c3,c4,c5"),
        "I:c1,c2,c3,c4,c5 is not possible after L:c4,d4,e4,f4,c5: both cover c4"
    );
    assert_eq!(
        complaint("L:c4,d4,e4,f4,c5 L:a1,b1,c1,d1,a2"),
        "L:a1,b1,c1,d1,a2 is not possible after L:c4,d4,e4,f4,c5: there is only one piece L"
    );
    assert_eq!(complaint("L:a1,b1,c1,d1"), "piece L cannot lie on a1,b1,c1,d1");
    assert!(complaint("L:a1,b1,c1,d1,a9").starts_with("there is no cell `a9`"));
    assert!(complaint("Q:a1,b1,c1,d1,a2").starts_with("there is no piece `Q`"));
    assert!(complaint("hello").contains("is no move"));
}

#[test]
fn every_mistake_of_an_author_gets_its_own_complaint() {
    let game = |body: &str| format!("family = \"game\"\n{body}");
    let square = "grid = \"square\"\n[box]\nrectangle = [3, 5]\n[[piece]]\nall = 5\n";
    let complaint = |body: &str| match Puzzle::read("test", &game(body), None) {
        Ok(_) => panic!("{body} is right"),
        Err(error) => error.refusal().diagnostic.message,
    };
    for (body, said) in [
        (
            "grid = \"cube\"\n[box]\ncuboid = [2, 2, 2]\n[[piece]]\nall = 2\n",
            "a game is played on a flat grid, not on cubes",
        ),
        (
            "grid = \"square\"\n[box]\nrectangle = [8, 9]\n[[piece]]\nall = 5\n",
            "the board has 72 cells",
        ),
        (
            "grid = \"square\"\n[box]\nrectangle = [8, 8]\n[[piece]]\nall = 6\n",
            "there are 35 pieces",
        ),
        (
            "grid = \"square\"\n[box]\nrectangle = [3, 3]\n[[piece]]\ndrawing = \"##\"\ncount = 2\n",
            "piece `A` is used neither once nor always",
        ),
        (
            &format!("played = [\"I:a1,b1,c1,d1,e1\", \"P:a1,b1,c1,a2,b2\"]\n{square}"),
            "P:a1,b1,c1,a2,b2 is not possible after I:a1,b1,c1,d1,e1: both cover a1",
        ),
        (
            &format!("played = [\"I:a1,b1,c1,d1,e1\", \"I:a2,b2,c2,d2,e2\"]\n{square}"),
            "I:a2,b2,c2,d2,e2 is not possible after I:a1,b1,c1,d1,e1: there is only one piece I",
        ),
        (
            &format!("position = \"\"\"\nIIII.\n.....\n.....\n\"\"\"\n{square}"),
            "piece I cannot lie on a1,b1,c1,d1",
        ),
        (
            &format!("played = []\nposition = \"\"\"\nIIIII\n.....\n.....\n\"\"\"\n{square}"),
            "a position is given as `played` or drawn, not both",
        ),
    ] {
        assert_eq!(complaint(body), said);
    }
}

#[test]
fn a_position_is_the_same_drawn_or_listed() {
    let read = |said: &str| {
        let text = format!(
            "family = \"game\"\ngrid = \"square\"\n{said}\n[box]\nrectangle = [5, 5]\n[[piece]]\nall = 5\n"
        );
        Puzzle::read("test", &text, None).unwrap()
    };
    let drawn = read("position = \"\"\"\nIIIII\nPP...\nPP...\nP....\n.....\n\"\"\"");
    let listed = read("played = [\"P:a2,b2,a3,b3,a4\", \"I:a1,b1,c1,d1,e1\"]");
    let lines = [&drawn, &listed].map(|puzzle| ask(puzzle, &Ask::new(Question::Winner)));
    assert_eq!(lines[0].1, lines[1].1);
    assert_eq!(found(&lines[0].0), found(&lines[1].0));
    assert_eq!(drawn.description().check(&lines[0].1[0]), Ok(()));
}

/// A certificate of a small game.
fn certified(name: &str, file: &str, misere: bool) -> (Puzzle, Vec<u8>) {
    let (puzzle, file) = (Puzzle::named(name).unwrap(), scratch(file));
    let mut question = Ask::new(Question::Winner).with("certificate", file.display());
    if misere {
        question = question.with("misere", "");
    }
    puzzle.ask(&question, &Run::default(), &mut Ignore).unwrap();
    (puzzle, std::fs::read(file).unwrap())
}

#[test]
fn certificates_are_checked_from_the_rules() {
    for (name, misere) in [
        ("pentomino-game-4x5", false),
        ("cram-4x4", false),
        ("kayles-9", true),
        ("kayles-petersen", false),
    ] {
        let (puzzle, bytes) = certified(name, &format!("{name}.certificate"), misere);
        let proved = puzzle.description().check_certificate(&bytes).unwrap().unwrap();
        assert!(proved.ends_with("all right"), "{proved}");
        // Of no other game.
        let other = Puzzle::named("cram-3x3").unwrap();
        let refused = other.description().check_certificate(&bytes).unwrap();
        assert_eq!(refused, Err("the certificate is of another game or position".into()));
    }
    let cram = Puzzle::named("cram-3x3").unwrap();
    assert_eq!(cram.description().check_certificate(b"{}"), None);
}

#[test]
fn a_certificate_that_was_tampered_with_is_refused() {
    let (puzzle, bytes) = certified("pentomino-game-4x5", "tampered.certificate", false);
    let good = Certificate::read(&bytes).unwrap();
    let numbers: Vec<usize> = good.moves.iter().collect();
    assert!(numbers.len() > 10);
    let check = |certificate: &Certificate| {
        puzzle.description().check_certificate(&certificate.write()).unwrap()
    };
    let with = |numbers: &[usize]| {
        let mut moves = Moves::default();
        numbers.iter().for_each(|&number| moves.push(number));
        check(&Certificate { moves, ..good.clone() })
    };
    assert!(with(&numbers).is_ok());
    // An answer is missing at the end, or anywhere; there is one too many.
    assert!(with(&numbers[..numbers.len() - 1]).unwrap_err().contains("ends too early"));
    assert!(with(&numbers[1..]).is_err());
    let more = [&numbers[..], &[0]].concat();
    assert!(with(&more).unwrap_err().contains("goes on"));
    // An illegal move.
    let mut illegal = numbers.clone();
    illegal[0] = 4000;
    assert!(with(&illegal).unwrap_err().contains("the winner plays move 4000"));
    // The other player is said to win.
    assert!(check(&Certificate { winner: good.winner.other(), ..good.clone() }).is_err());
    assert!(check(&Certificate { misere: true, ..good.clone() }).is_err());
    assert!(check(&Certificate { played: vec![0], ..good.clone() }).is_err());
    // Another move in its place: refused unless it wins as well.
    let mut refused = 0;
    for at in 0..numbers.len() {
        let mut changed = numbers.clone();
        changed[at] ^= 1;
        refused += usize::from(with(&changed).is_err());
        let mut swapped = numbers.clone();
        if at > 0 && swapped[at] != swapped[at - 1] {
            swapped.swap(at, at - 1);
            refused += usize::from(with(&swapped).is_err());
        }
    }
    assert!(refused > numbers.len() / 2, "{refused} of {}", numbers.len());
    // Damage is refused before anything is walked.
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let why = puzzle.description().check_certificate(&damaged).unwrap().unwrap_err();
    assert!(why.contains("damaged"), "{why}");
}

/// Document 003 §4.9 and its errata, each with a certificate that is checked. `cargo xtask long` runs
/// it: minutes.
#[test]
#[ignore = "minutes"]
fn the_proofs_about_the_chessboard() {
    let puzzle = Puzzle::named("pentomino-game-8x8").unwrap();
    for (name, played, wins) in [
        ("wins", "L:00000000001e1000", Winner::First),
        ("wins-too", "L:000000003c040000", Winner::First),
        ("loses", "L:000000043c000000 I:7c00000000000000", Winner::Second),
    ] {
        let file = scratch(&format!("chessboard-{name}.certificate"));
        let question =
            Ask::new(Question::Winner).with("played", played).with("certificate", file.display());
        let (answer, _) = ask(&puzzle, &question);
        // Whoever is to move loses.
        assert_eq!(found(&answer).winner, Some(Winner::Second), "{name}");
        let bytes = std::fs::read(file).unwrap();
        let proved = puzzle.description().check_certificate(&bytes).unwrap();
        let said = format!("the {} player wins", wins.name());
        assert!(proved.is_ok_and(|text| text.contains(&said)));
    }
}

#[test]
fn first_moves_are_handed_over_one_by_one_and_the_limit_is_kept() {
    let puzzle = Puzzle::named("pentomino-game-5x5").unwrap();
    let (answer, all) = ask(&puzzle, &Ask::new(Question::All));
    let known = Json::Object(puzzle.description().numbers());
    assert_eq!(known["first_moves"], all.len());
    assert_eq!(answer.solutions, all.len().into());
    let mut taken = 0;
    let mut three = |_: &[u32]| {
        taken += 1;
        if taken < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let answer = puzzle.ask(&Ask::new(Question::All), &Run::default(), &mut three).unwrap();
    assert_eq!((taken, answer.stopped), (3, Some(StopReason::Satisfied)));
}

#[test]
fn every_family_that_is_played_reaches_its_end_by_following_hints() {
    for (name, end) in [
        ("pentomino-game-4x5", "wins"),
        ("pegs-triangle-15", "solved"),
        ("nonogram-cup", "solved"),
        ("two-rooms", "solved"),
    ] {
        let puzzle = Puzzle::named(name).unwrap();
        let mut playing = puzzle.description().play().expect("it can be played");
        let mut words: Vec<String> = Vec::new();
        while playing.over().is_none() {
            let hint = playing.hint(puzzle::strategy(), &Run::default()).unwrap();
            let word = hint.word.unwrap_or_else(|| panic!("{name}: {}", hint.about));
            words.push(playing.make(&word).unwrap());
            assert!(words.len() < 1000, "{name}");
        }
        assert!(playing.over().unwrap().ends_with(end), "{name}");
        assert!(playing.make("nonsense").is_err());
        // A saved game is its moves, as they were called.
        let mut again = puzzle.description().play().unwrap();
        for word in &words {
            again.make(word).unwrap_or_else(|why| panic!("{name}: {word}: {why}"));
        }
        let text = puzzle::scene::text::TextOptions::default();
        assert_eq!(again.show(text), playing.show(text), "{name}");
    }
}
