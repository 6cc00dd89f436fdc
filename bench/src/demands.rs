//! Puzzles with identical pieces, ranges, holes and colours: sets (`bitsets`) beside counters (`demands`), one
//! thread each, in turns.
//!
//! Both visit every solution of the whole puzzle, or as many nodes as there is time for: what is compared is
//! nodes a second, and the numbers of solutions where both come to an end. The trees are alike but for ties.

use std::time::{Duration, Instant};

use puzzle::{Budget, Control, Cover, Progress, Puzzle};
use puzzle_core::{CoverTask, Discard, Report, Want};

use crate::clock;

/// What is measured, unless puzzles are named.
const PUZZLES: [&str; 8] = [
    "conway-5x5x5",
    "aztec-tetrominoes",
    "burr-four-kinds",
    "soma-twins",
    "word-square-4",
    "macmahon-4x6-border",
    "pentominoes-8x8-holes",
    "partridge-7",
];
/// The engine that takes every demand by sets, and the one that does by counters.
const ENGINES: [&str; 2] = ["bitsets", "demands"];
/// At least so many times as many nodes a second are asked for.
const ASKED: f64 = 30.0;

/// The middle of some speeds, in nodes a second.
fn median(mut speeds: Vec<f64>) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[(speeds.len() - 1) / 2]
}

/// Measures and prints; whether the counts agree where both come to an end.
pub(crate) fn run(puzzles: &[String], rounds: u32, limit: Duration) -> Result<bool, String> {
    let all: Vec<String> = PUZZLES.map(String::from).to_vec();
    let mut right = true;
    println!(
        "| puzzle | aspects | embeddings | solutions | bitsets: nodes | nodes/s | demands: nodes | nodes/s | \
         times |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    for name in if puzzles.is_empty() { &all } else { puzzles } {
        let puzzle = Puzzle::open(name, None).map_err(|error| error.to_string())?;
        let cover = puzzle.cover().ok_or_else(|| format!("{name} is no cover"))?;
        let mut speeds = [Vec::new(), Vec::new()];
        let mut reports = [None, None];
        for _ in 0..rounds {
            for (place, engine) in ENGINES.into_iter().enumerate() {
                let (report, seconds) = search(cover, engine, limit)?;
                speeds[place].push(report.nodes as f64 / seconds);
                reports[place] = Some(report);
            }
        }
        let [Some(sets), Some(counters)] = reports else { return Err("no rounds".into()) };
        let [fast, plain] = speeds.map(median);
        let ended = |report: &Report| report.stopped.is_none();
        let known = [&sets, &counters].into_iter().find(|report| ended(report));
        let differ = ended(&sets) && ended(&counters) && sets.solutions != counters.solutions;
        right &= !differ;
        let solutions = match known {
            _ if differ => "COUNTS DIFFER".into(),
            Some(report) => report.solutions.to_string(),
            None => "–".into(),
        };
        println!(
            "| {name} | {} | {} | {solutions} | {} | {fast:.0} | {} | {plain:.0} | {:.1} |",
            cover.puzzle.aspects().len(),
            cover.puzzle.embedding_count(),
            nodes(&sets),
            nodes(&counters),
            fast / plain,
        );
    }
    println!(
        "\nCPU seconds, one thread, median of {rounds}, at most {} s a search; \"+\": stopped by then. \
         Asked for: {ASKED} times.",
        limit.as_secs()
    );
    Ok(right)
}

/// The nodes of a search, with a plus if there are more.
fn nodes(report: &Report) -> String {
    format!("{}{}", report.nodes, if report.stopped.is_some() { "+" } else { "" })
}

/// Visits all solutions within a time.
fn search(cover: &Cover, engine: &str, limit: Duration) -> Result<(Report, f64), String> {
    let engine = crate::ours::engines().find(|known| known.name() == engine);
    let engine = engine.ok_or("an engine is missing")?;
    let budget = Budget { deadline: Some(Instant::now() + limit), ..Budget::default() };
    let control = Control { budget, progress: Progress::default() };
    let start = clock::now();
    let report = engine.run(&CoverTask::new(cover, Want::All), &mut Discard, &control);
    let report = report.map_err(|declined| declined.to_string())?;
    Ok((report, (clock::now() - start).as_secs_f64()))
}
