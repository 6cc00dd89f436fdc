//! Document 002's program again: its transcripts, and its answers beside ours.

use puzzle::Puzzle;
use puzzle::core::Control;
use puzzle::sliding::{End, Ends, Original, Question, Sliding, Style, ask};

use super::alone;

fn run(sliding: &Sliding, style: u8, verbose: i32) -> (String, End) {
    let mut out = Vec::new();
    let style = Style::new(style).unwrap();
    let end = Original::new(sliding, style, verbose, &mut out).unwrap();
    let end = { end }.run(&Control::default()).unwrap();
    (String::from_utf8(out).unwrap(), end)
}

#[test]
fn transcripts_of_the_original_program_are_reproduced_to_the_letter() {
    let example = Puzzle::named("knuth-example").unwrap();
    let trap = "2 x 4 style-5 trap\n1 = 1\n10000011\n1000101\n";
    let trap = Puzzle::read("trap", trap, None).unwrap();
    let transcript = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts/");
        std::fs::read_to_string(format!("{folder}{name}.txt")).unwrap()
    };
    for (name, puzzle, style, verbose) in [
        ("silly-style0", &example, 0, 0),
        ("silly-style3-quiet", &example, 3, -1),
        ("silly-style5", &example, 5, 0),
        ("trap-style5-verbose", &trap, 5, 1),
    ] {
        assert_eq!(run(puzzle.sliding().unwrap(), style, verbose).0, transcript(name), "{name}");
    }
}

#[test]
fn the_original_program_agrees_with_ours_in_styles_0_to_4() {
    for name in ["knuth-example", "eight-puzzle"] {
        let puzzle = Puzzle::named(name).unwrap();
        let sliding = puzzle.sliding().unwrap();
        for style in 0..5 {
            let (_, end) = run(sliding, style, -1);
            let style = Style::new(style).unwrap();
            let question =
                Question { style, solution: false, ends: Ends::One, ..Question::default() };
            let answer = ask(sliding, &question, &alone()).unwrap();
            assert_eq!(End::Solved(answer.distance.unwrap() as u64), end, "{name}");
        }
    }
}

#[test]
fn the_original_program_ends_when_there_is_nothing_to_do_or_no_way() {
    let read = |text: &str| Puzzle::read("small", text, None).unwrap();
    let solved = read("1 x 2\n1 = 1\n10\n1\n");
    let (text, end) = run(solved.sliding().unwrap(), 0, 0);
    assert_eq!(end, End::Solved(0));
    assert!(text.ends_with("1\nYou're joking: That puzzle is solved in zero moves!\n"), "{text}");
    let hopeless = read("1 x 3\n1 = 1\n2 = 1\n12\n21\n");
    let (text, end) = run(hopeless.sliding().unwrap(), 0, 0);
    assert_eq!(end, End::Unsolvable);
    assert!(text.ends_with("*** Distance 3:\n"), "{text}");
    let klotski = Puzzle::named("klotski").unwrap();
    let mut out = Vec::new();
    assert!(Original::new(klotski.sliding().unwrap(), Style::default(), 0, &mut out).is_err());
}
