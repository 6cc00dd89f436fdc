//! The slides' execution times (document 004), measured again: compiled programs on the full puzzle
//! and on the restricted one, with short sides first and with the least-growing footprint.
//!
//! Each search has a minute; in 2001 the longest took two hours. The columns of the last two rows
//! are lost in the document and are given as most likely meant.

use std::sync::Arc;
use std::time::{Duration, Instant};

use puzzle::{Ask, Budget, Control, Ignore, Progress, Puzzle, Question, Run};

use crate::clock;

/// The most time for one search.
const LIMIT: Duration = Duration::from_secs(60);

/// A puzzle and 2001's seconds: full, restricted, restricted with the least-growing footprint.
const ROWS: &[(&str, [&str; 3])] = &[
    ("meteor", ["0.8", "0.5", "0.5"]),
    ("pentominoes-6x10", ["7.9", "1.8", "1.7"]),
    ("pentominoes-3x4x5", ["1220", "401", "500"]),
    ("y-pentacubes-5x5x5", ["", "7426", "105"]),
    ("n-pentacubes-5x5x5", ["", "2701", "102"]),
];

/// Measures and prints the table with this engine; whether nothing failed.
pub(crate) fn run(engine: &str) -> Result<bool, String> {
    println!(
        "Seconds of CPU time, engine {engine}; in brackets the slides' of 2001 (Pentium III)."
    );
    println!();
    println!("| puzzle | full, short side | restricted, short side | restricted, LGF |");
    println!("|---|--:|--:|--:|");
    for (name, slides) in ROWS {
        let puzzle = Puzzle::open(name, None).map_err(|error| error.to_string())?;
        let mut cells = Vec::new();
        let cases =
            [("none", "short-side"), ("auto", "short-side"), ("auto", "least-growing-footprint")];
        for ((restriction, order), then) in cases.into_iter().zip(slides) {
            let time = measure(&puzzle, engine, restriction, order)?;
            eprintln!("{name}, {order}: {time}");
            cells.push(if then.is_empty() { time } else { format!("{time} ({then})") });
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
    Ok(true)
}

fn measure(
    puzzle: &Puzzle,
    engine: &str,
    restriction: &str,
    order: &str,
) -> Result<String, String> {
    let budget = Budget { deadline: Some(Instant::now() + LIMIT), ..Budget::default() };
    let ask = Ask::new(Question::All).by(engine).with("order", order).with("restrict", restriction);
    let control = Arc::new(Control { budget, progress: Progress::default() });
    let run = Run { threads: Some(1), control, ..Run::default() };
    let start = clock::now();
    let answer = puzzle.ask(&ask, &run, &mut Ignore).map_err(|error| error.to_string())?;
    let seconds = clock::now().saturating_sub(start).as_secs_f64();
    Ok(match answer.stopped {
        None => format!("{seconds:.3}"),
        Some(_) => format!("over {seconds:.0}"),
    })
}
