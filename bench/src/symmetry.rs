//! What found symmetries gain: files of items and options are counted with and without them, in turns,
//! and the search for symmetries is measured by itself.
//!
//! Without symmetries the count is what it was before any were looked for. The nodes do not depend on the
//! machine; the time has the search for symmetries in it. A step of that search should take at most ten
//! nanoseconds: that is what its bounds in seconds go by.

use puzzle::{Answer, Ask, Automorphisms, Ignore, Puzzle, Question, Run};

use crate::clock;

/// A puzzle whose geometry is taken away, its solutions, its symmetries, and how many times as fast
/// the count should be.
const COUNTED: [(&str, u32, &str, f64); 4] = [
    ("y-pentacubes-5x5x5", 60672, "48", 20.0),
    ("n-pentacubes-5x5x5", 192, "48", 15.0),
    ("pentominoes-3x4x5", 31520, "8", 4.0),
    ("pentominoes-6x10", 9356, "4", 5.0),
];

/// Covers in which symmetries are found, their number, and the most milliseconds that it should take.
const FOUND: [(&str, &str, f64); 8] = [
    ("pentominoes-6x10", "4", 10.0),
    ("y-pentacubes-5x5x5", "48", 10.0),
    ("n-pentacubes-5x5x5", "48", 10.0),
    ("pentominoes-3x4x5", "8", 10.0),
    ("soma", "48", 10.0),
    ("langford-16", "2", 10.0),
    ("sudoku-3x3", "1218998108160", 10.0),
    (
        "sudoku-5x5",
        // 2 x 25! x 5!^12
        "276599013640672746630633706487808000000000000000000",
        2000.0,
    ),
];

/// Measures and prints; whether all answers are right. A ratio that is not reached is told.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    let open = |name: &str| Puzzle::named(name).map_err(|error| error.to_string());
    let mut right = true;
    println!("| items and options of | none, s | nodes | found, s | nodes | faster | asked |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (name, solutions, order, asked) in COUNTED {
        let text = open(name)?.description().export("dlx")?;
        let puzzle = Puzzle::read("puzzle.dlx", &text, None).map_err(|error| error.to_string())?;
        let mut best = [f64::INFINITY; 2];
        let mut nodes = [0; 2];
        for _ in 0..rounds {
            for (place, how) in [Some("none"), None].into_iter().enumerate() {
                let (answer, seconds) = count(&puzzle, how)?;
                right &= answer.solutions == solutions.into();
                let told = answer.reasons.join(" ");
                right &= place == 0 || told.contains(&format!("the cover has {order} symmetries"));
                best[place] = best[place].min(seconds);
                nodes[place] = answer.nodes;
            }
        }
        let [none, found] = best;
        println!(
            "| {name} | {none:.3} | {} | {found:.3} | {} | {:.1} | {asked} |",
            nodes[0],
            nodes[1],
            none / found
        );
    }
    println!(
        "\n| cover | symmetries | generators | steps | ms | ns a step | asked, ms |\n\
         |---|--:|--:|--:|--:|--:|--:|"
    );
    for (name, order, asked) in FOUND {
        let puzzle = open(name)?;
        let cover = puzzle.cover().ok_or("it is a cover")?;
        let mut best = f64::INFINITY;
        let (mut generators, mut steps) = (0, 0);
        for _ in 0..rounds {
            let start = clock::now();
            let found = Automorphisms::find(&cover.puzzle, u64::MAX);
            best = best.min((clock::now() - start).as_secs_f64());
            right &= found.order().to_string() == order;
            (generators, steps) = (found.generators().len(), found.steps());
        }
        let (ms, a_step) = (best * 1e3, best * 1e9 / steps as f64);
        println!("| {name} | {order} | {generators} | {steps} | {ms:.2} | {a_step:.1} | {asked} |");
    }
    if !right {
        println!("\nA COUNT OR AN ORDER IS WRONG");
    }
    Ok(right)
}

fn count(puzzle: &Puzzle, how: Option<&str>) -> Result<(Answer, f64), String> {
    let mut ask = Ask::new(Question::Count);
    if let Some(how) = how {
        ask.choices.set("symmetry", how);
    }
    let run = Run { threads: Some(1), ..Run::default() };
    let start = clock::now();
    let answer = puzzle.ask(&ask, &run, &mut Ignore).map_err(|failure| failure.to_string())?;
    Ok((answer, (clock::now() - start).as_secs_f64()))
}
