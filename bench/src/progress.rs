//! How far off the announced time left is.
//!
//! A search is watched while it runs: CPU time, nodes and the fraction that it publishes. The time
//! left is worked out from those as the command does for its progress line: what was spent since the
//! first node was seen, by the fraction gained since, times the fraction left. When the search has
//! ended the true time left is known, and each moment at which so many per cent of the nodes were
//! done shows how good the announcement was: 1 is exact, 2 is twice too long, 0.5 half of it.
//!
//! From 20 % of the nodes on an announcement should be within a factor of three. Moments are judged
//! to 95 %: after that a millisecond decides. A search shorter than half a second by the clock never shows
//! a progress line, and is not judged.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use puzzle::{Ask, Budget, Control, Ignore, Progress, Puzzle, Question, Run};

use crate::clock;

/// How often a search is looked at.
const INTERVAL: Duration = Duration::from_micros(500);
/// A shorter search shows no progress line.
const SHORT: Duration = Duration::from_millis(500);
/// Shares of the nodes that have a column.
const COLUMNS: [f64; 4] = [0.2, 0.4, 0.6, 0.8];
/// Moments that are judged, as shares of the nodes, and by which factor they may be off.
const JUDGED: std::ops::Range<f64> = 0.2..0.95;
const ALLOWED: f64 = 3.0;

/// Who searches: an engine by name, and into how many threads' hands a search is dealt, if at all.
struct Way {
    name: &'static str,
    engine: &'static str,
    divided: Option<usize>,
}

const fn way(name: &'static str, engine: &'static str, divided: Option<usize>) -> Way {
    Way { name, engine, divided }
}

static WAYS: &[Way] = &[
    way("bitsets", "bitsets", None),
    way("local", "local", None),
    way("native", "native", None),
    way("cells", "cells", None),
    way("bitsets, divided, 1 thread", "bitsets", Some(1)),
    way("bitsets, divided, 2 threads", "bitsets", Some(2)),
    way("local, divided, 2 threads", "local", Some(2)),
];

/// One look at a running search.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// CPU time, and by the clock on the wall.
    time: f64,
    wall: Instant,
    nodes: u64,
    fraction: f64,
}

/// Watches the searches of these puzzles, and prints; whether all are within bounds.
pub(crate) fn run(puzzles: &[String], only: &[String], limit: Duration) -> Result<bool, String> {
    println!("| puzzle | engine | CPU s | nodes | 20 % | 40 % | 60 % | 80 % | worst to 95 % | |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|---|");
    let mut good = true;
    let wanted = |way: &&Way| only.is_empty() || only.iter().any(|part| way.name.contains(part));
    for name in puzzles {
        for way in WAYS.iter().filter(wanted) {
            eprintln!("{name}, {}", way.name);
            let row = match watch(name, way, limit)? {
                Some(looks) => row(&looks),
                None => Row::dashes(&format!("over {} s", limit.as_secs())),
            };
            good &= row.good;
            println!("| {name} | {} | {} |", way.name, row.cells.join(" | "));
        }
    }
    println!();
    println!("announced time left by true time left; it should be within a factor of three");
    Ok(good)
}

/// Runs a search and looks at it; `None` if it does not end in time.
fn watch(name: &str, way: &Way, limit: Duration) -> Result<Option<Vec<Look>>, String> {
    let (name, restriction) = name.rsplit_once(':').unwrap_or((name, "none"));
    let puzzle = Puzzle::open(name, None).map_err(|error| error.to_string())?;
    let budget = Budget { deadline: Some(Instant::now() + limit), ..Budget::default() };
    let control = Arc::new(Control { budget, progress: Progress::watched() });
    // A search that is to be saved is always divided.
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let checkpoint: Option<PathBuf> = way.divided.map(|_| folder.path().join("saved"));
    let ask = Ask::new(Question::All).by(way.engine).with("restrict", restriction);
    let run = Run {
        // With an engine named, a number of threads asks for parts.
        threads: way.divided,
        checkpoint,
        interval: Some(2 * limit),
        control: control.clone(),
        ..Run::default()
    };
    let ended = AtomicBool::new(false);
    let (answer, looks) = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut looks = Vec::new();
            while !ended.load(Ordering::Relaxed) {
                looks.push(look(&control));
                std::thread::sleep(INTERVAL);
            }
            looks
        });
        let answer = puzzle.ask(&ask, &run, &mut Ignore);
        let last = look(&control);
        ended.store(true, Ordering::Relaxed);
        let mut looks = watcher.join().expect("the watcher does nothing that can fail");
        looks.retain(|look| look.time < last.time);
        looks.push(last);
        (answer, looks)
    });
    match answer {
        Err(error) => Err(format!("{name}, {}: {error}", way.name)),
        Ok(answer) => Ok(answer.stopped.is_none().then_some(looks)),
    }
}

fn look(control: &Control) -> Look {
    let (nodes, fraction) = (control.progress.nodes(), control.progress.fraction());
    Look { time: clock::now().as_secs_f64(), wall: Instant::now(), nodes, fraction }
}

/// A row of the table, after the names.
#[derive(Debug)]
struct Row {
    cells: Vec<String>,
    good: bool,
}

impl Row {
    /// Nothing to tell but why.
    fn dashes(why: &str) -> Self {
        let mut cells = vec!["–".to_owned(); 7];
        cells.push(why.into());
        Row { cells, good: true }
    }
}

/// What the looks at a search say; the last is at its end.
fn row(looks: &[Look]) -> Row {
    let (Some(&end), Some(&first)) = (looks.last(), looks.iter().find(|look| look.nodes > 0))
    else {
        return Row::dashes("too short");
    };
    let share = |look: &Look| look.nodes as f64 / end.nodes as f64;
    let judged: Vec<&Look> = looks.iter().filter(|look| JUDGED.contains(&share(look))).collect();
    let ratio = |now: &Look| announced(first, *now) / (end.time - now.time);
    let mut cells = vec![format!("{:.2}", end.time - looks[0].time), end.nodes.to_string()];
    for column in COLUMNS {
        let at = looks.iter().find(|look| share(look) >= column).filter(|look| share(look) < 0.95);
        cells.push(at.map_or("–".into(), |look| format!("{:.2}", ratio(look))));
    }
    let factor = |ratio: f64| ratio.max(1.0 / ratio);
    let worst =
        judged.iter().map(|look| ratio(look)).max_by(|x, y| factor(*x).total_cmp(&factor(*y)));
    let (good, verdict) = match worst {
        _ if end.wall - looks[0].wall < SHORT => (true, "too short for a line"),
        Some(worst) if factor(worst) <= ALLOWED => (true, "within 3"),
        _ => (false, "TOO FAR OFF"),
    };
    cells.push(worst.map_or("–".into(), |worst| format!("{worst:.2}")));
    cells.push(verdict.into());
    Row { cells, good }
}

/// The time left as it is announced; endless as long as nothing seems done.
fn announced(first: Look, now: Look) -> f64 {
    (now.time - first.time) * (1.0 - now.fraction) / (now.fraction - first.fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search of a hundred seconds that says it has done so much after each.
    fn search(fraction: impl Fn(f64) -> f64) -> Vec<Look> {
        let start = Instant::now();
        let look = |i: u32| {
            let done = f64::from(i) / 100.0;
            let wall = start + Duration::from_secs(i.into());
            Look { time: f64::from(i), wall, nodes: u64::from(i) * 1000, fraction: fraction(done) }
        };
        (0..=100).map(look).collect()
    }

    #[test]
    fn an_honest_search_is_within_bounds_and_a_frozen_one_is_not() {
        let honest = row(&search(|done| done));
        assert!(honest.good, "{honest:?}");
        assert_eq!(honest.cells[2..6], ["1.00", "1.00", "1.00", "1.00"]);
        assert_eq!(honest.cells[7], "within 3");
        // It seems nearly done all the time.
        let frozen = row(&search(|done| 0.99 * done.powf(0.01)));
        assert!(!frozen.good, "{frozen:?}");
        let silent = row(&search(|_| 0.0));
        assert!(!silent.good, "{silent:?}");
    }

    #[test]
    fn a_real_search_is_watched_to_its_end() {
        let looks = watch("dominoes-6x6", &WAYS[0], Duration::from_secs(60)).unwrap().unwrap();
        let end = looks.last().unwrap();
        assert!(end.nodes > 6728 && end.fraction == 1.0, "{end:?}");
        assert!(looks.is_sorted_by(|x, y| x.time <= y.time && x.fraction <= y.fraction));
    }
}
