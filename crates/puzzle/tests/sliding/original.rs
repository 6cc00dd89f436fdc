//! Document 002's program again: its transcripts, and its answers beside ours.

use puzzle::scene::text::TextOptions;
use puzzle::{Ask, Puzzle, Question, Run};
use puzzle_core::{Control, Finding, Ignore};
use puzzle_families::sliding::original::{End, Original};
use puzzle_families::sliding::{Sliding, Style};

use super::{alone, ask, named, style, text};

fn run(sliding: &Sliding, style: u8, verbose: i32) -> (String, End) {
    let mut out = Vec::new();
    let style = Style::new(style).unwrap();
    let end = Original::new(sliding, style, verbose, &mut out).unwrap();
    let end = { end }.run(&Control::default()).unwrap();
    (String::from_utf8(out).unwrap(), end)
}

const TRAP: &str = "2 x 4 style-5 trap\n1 = 1\n10000011\n1000101\n";

#[test]
fn transcripts_of_the_original_program_are_reproduced_to_the_letter() {
    let example = Puzzle::named("knuth-example").unwrap();
    let trap = Puzzle::read("trap", TRAP, None).unwrap();
    let transcript = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts/");
        std::fs::read_to_string(format!("{folder}{name}.txt")).unwrap()
    };
    for (name, puzzle, number, verbose) in [
        ("silly-style0", &example, 0, 0),
        ("silly-style3-quiet", &example, 3, -1),
        ("silly-style5", &example, 5, 0),
        ("trap-style5-verbose", &trap, 5, 1),
    ] {
        let question = style(Question::Original, number).with("compatible", verbose);
        let answer = puzzle.ask(&question, &Run::default(), &mut Ignore).unwrap();
        let Finding::Text(text) = &answer.finding else { panic!("a transcript is a text") };
        assert_eq!(*text, transcript(name), "{name}");
        assert_eq!(
            puzzle.description().tell(&question, &answer, TextOptions::default()).text,
            *text
        );
        assert_eq!((answer.solutions, answer.engine.as_str()), (1_u32.into(), "original"));
    }
}

#[test]
fn the_original_program_agrees_with_ours_in_styles_0_to_4() {
    for name in ["knuth-example", "eight-puzzle"] {
        let puzzle = named(name);
        for number in 0..5 {
            let (_, end) = run(&puzzle, number, -1);
            let question = style(Question::First, number).with("one-end", "").with("distance", "");
            let (answer, _) = ask(&puzzle, &question, &alone()).unwrap();
            assert_eq!(End::Solved(answer.distance.unwrap()), end, "{name}");
        }
    }
}

#[test]
fn the_original_program_ends_when_there_is_nothing_to_do_or_no_way() {
    let (printed, end) = run(&text("1 x 2\n1 = 1\n10\n1\n"), 0, 0);
    assert_eq!(end, End::Solved(0));
    assert!(printed.ends_with("1\nYou're joking: That puzzle is solved in zero moves!\n"));
    let (printed, end) = run(&text("1 x 3\n1 = 1\n2 = 1\n12\n21\n"), 0, 0);
    assert_eq!(end, End::Unsolvable);
    assert!(printed.ends_with("*** Distance 3:\n"), "{printed}");
    let mut out = Vec::new();
    assert!(Original::new(&named("klotski"), Style::default(), 0, &mut out).is_err());
    let klotski = Puzzle::named("klotski").unwrap();
    let question = Ask::new(Question::Original).with("compatible", 0);
    assert!(klotski.ask(&question, &Run::default(), &mut Ignore).is_err());
}

#[test]
fn the_original_program_obeys_limits_and_is_not_saved() {
    let puzzle = Puzzle::named("eight-puzzle").unwrap();
    let question = Ask::new(Question::Original).with("compatible", 1);
    let mut control = Control::default();
    control.budget.memory = Some(100_000);
    let small = Run::default().under(control);
    let answer = puzzle.ask(&question, &small, &mut Ignore).unwrap();
    let Finding::Text(text) = &answer.finding else { panic!("a transcript is a text") };
    assert!(answer.stopped.is_some() && text.len() <= 100_000);
    let saved = Run { checkpoint: Some("never-written".into()), ..Run::default() };
    assert!(puzzle.ask(&question, &saved, &mut Ignore).is_err());
}
