//! What prices gain and cost, on every cover of the catalogue.
//!
//! The first table visits all solutions of the whole puzzle on one thread: without prices, without what is too
//! dear at the root, with one list and with eight lists kept up. Finding the lists is timed apart. The second table
//! counts as the command does, by the chooser's choice and with `--prices none`, in turns, and compares the
//! shortest times: puzzles that prices are not for should not notice them.

use std::time::{Duration, Instant};

use puzzle::catalogue::ENTRIES;
use puzzle::{
    Ask, BigUint, Budget, Control, Cover, Ignore, Progress, Puzzle, Question, Run, priced,
};
use puzzle_core::{AbstractPuzzle, CoverEngine, CoverTask, Discard, Want};

use crate::clock;

/// Puzzles whose names have numbers.
const WRITTEN: &[&str] = &["langford-8", "langford-11", "macmahon-4x6", "queens-cover-12"];
/// Searches with fewer nodes than this are left out of the first table.
const SOME: u64 = 1000;
/// With the default choice a count may take this many times as long, and this many seconds longer.
const ALLOWED: (f64, f64) = (1.02, 0.005);
/// The lists of the four searches, with the one that is only for the root in between.
const LISTS: [&str; 4] = ["none", "root", "1 list", "8 lists"];

/// A search to its end.
struct Searched {
    nodes: u64,
    finding: f64,
    seconds: f64,
    solutions: BigUint,
}

/// Measures and prints; whether all counts agree and nothing is slower by default.
pub(crate) fn run(puzzles: &[String], rounds: u32, limit: Duration) -> Result<bool, String> {
    let entries = ENTRIES.iter().map(|entry| entry.name).chain(WRITTEN.iter().copied());
    let all: Vec<String> = entries.map(String::from).collect();
    let names = if puzzles.is_empty() { &all } else { puzzles };
    let mut opened = Vec::new();
    for name in names {
        let puzzle = Puzzle::open(name, None).map_err(|error| error.to_string())?;
        if puzzle.cover().is_some() {
            opened.push((name, puzzle));
        }
    }
    let mut good = true;
    println!(
        "| puzzle | nodes: {} | seconds: {} | finding them |",
        LISTS.join(" | "),
        LISTS.join(" | ")
    );
    println!("|---{}|", "|--:".repeat(2 * LISTS.len() + 1));
    for (name, puzzle) in &opened {
        let cover = puzzle.cover().ok_or("it is a cover")?;
        let searched = LISTS.map(|lists| search(cover, lists, limit));
        let Some(plain) = &searched[0] else { continue };
        if plain.nodes < SOME {
            continue;
        }
        good &= searched.iter().flatten().all(|other| other.solutions == plain.solutions);
        let dash = || "–".to_owned();
        let nodes =
            searched.each_ref().map(|s| s.as_ref().map_or_else(dash, |s| s.nodes.to_string()));
        let seconds = searched
            .each_ref()
            .map(|s| s.as_ref().map_or_else(dash, |s| format!("{:.3}", s.seconds)));
        let finding = searched[3].as_ref().map_or_else(dash, |s| format!("{:.2}", s.finding));
        println!("| {name} | {} | {} | {finding} |", nodes.join(" | "), seconds.join(" | "));
    }
    println!("\n| count | none, s | by default, s | times | |\n|---|--:|--:|--:|---|");
    for (name, puzzle) in &opened {
        let Some([none, default]) = counts(puzzle, rounds, limit)? else { continue };
        let within = default <= ALLOWED.0 * none + ALLOWED.1;
        good &= within;
        let verdict = if within { "within bounds" } else { "SLOWER" };
        println!("| {name} | {none:.4} | {default:.4} | {:.3} | {verdict} |", default / none);
    }
    Ok(good)
}

/// Visits all solutions; `None` if that takes too long or no list is found.
fn search(cover: &Cover, lists: &str, limit: Duration) -> Option<Searched> {
    let budget = Budget { deadline: Some(Instant::now() + limit), ..Budget::default() };
    let start = clock::now();
    let puzzle: AbstractPuzzle = match lists {
        "none" => cover.puzzle.clone(),
        "root" => priced(&cover.puzzle, 1, &budget).ok()?.priced(Vec::new()).ok()?,
        "1 list" => priced(&cover.puzzle, 1, &budget).ok()?,
        _ => priced(&cover.puzzle, 8, &budget).ok()?,
    };
    let found = clock::now();
    let best = if puzzle.prices().len() > 1 { "blocks" } else { "bitsets" };
    let cover = Cover::plain(puzzle);
    let task = CoverTask::new(&cover, Want::All);
    let named = |name: &str| crate::ours::engines().find(|engine| engine.name() == name);
    let takes = |engine: &&dyn CoverEngine| engine.accepts(&task).is_ok();
    let engine = named(best).filter(takes).or_else(|| named("demands"))?;
    let control = Control { budget, progress: Progress::default() };
    let report = engine.run(&task, &mut Discard, &control).ok()?;
    let seconds = (clock::now() - found).as_secs_f64();
    let finding = (found - start).as_secs_f64();
    let all = report.stopped.is_none();
    all.then_some(Searched { nodes: report.nodes, finding, seconds, solutions: report.solutions })
}

/// The shortest times of counts without prices and by default; `None` if they take too long.
fn counts(puzzle: &Puzzle, rounds: u32, limit: Duration) -> Result<Option<[f64; 2]>, String> {
    let mut best = [f64::INFINITY; 2];
    for _ in 0..rounds {
        for (place, how) in [Some("none"), None].into_iter().enumerate() {
            let budget = Budget { deadline: Some(Instant::now() + limit), ..Budget::default() };
            let mut ask = Ask::new(Question::Count);
            how.into_iter().for_each(|how| ask.choices.set("prices", how));
            let control = Control { budget, progress: Progress::default() };
            let run = Run { threads: Some(1), control: control.into(), ..Run::default() };
            let start = clock::now();
            let answer =
                puzzle.ask(&ask, &run, &mut Ignore).map_err(|failure| failure.to_string())?;
            if answer.stopped.is_some() {
                return Ok(None);
            }
            best[place] = best[place].min((clock::now() - start).as_secs_f64());
        }
    }
    Ok(Some(best))
}
