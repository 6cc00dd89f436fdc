//! Sliding-block puzzles: the known distances, and what is said of them.

use puzzle::sliding::{Answer, Ends, Question, Rules, Style, ask};
use puzzle::{Options, Puzzle};

fn answer(name: &str, question: &Question) -> Answer {
    let puzzle = Puzzle::named(name).unwrap();
    ask(puzzle.sliding().unwrap(), question, &Options::default()).unwrap()
}

#[test]
fn print_all() {
    for name in [
        "knuth-example",
        "klotski",
        "dads-puzzler",
        "century",
        "quzzle",
        "eight-puzzle",
        "rush-hour-60",
        "rush-hour-58",
        "rush-hour-50",
        "two-rooms",
        "gatekeeper",
        "far-corners",
    ] {
        let t = std::time::Instant::now();
        let d: Vec<_> = Style::ALL
            .iter()
            .map(|&style| answer(name, &Question { style, ..Question::default() }).distance)
            .collect();
        let all = answer(name, &Question { exhaust: true, ..Question::default() });
        eprintln!(
            "{name} {d:?} {} ecc {} {:?}",
            all.configurations(),
            all.levels.len() - 1,
            t.elapsed()
        );
    }
    let _ = (Ends::Auto, Rules::new);
}
