//! What the chooser loses: its time beside that of every engine, on every cover of the catalogue.
//!
//! Each question goes through the library as the command asks it, from the list of embeddings to the
//! answer, on one thread; the chooser's estimates and trials belong to its time. An engine named by
//! the asker is taken literally, so it has no symmetry to help it unless it finds its own.
//!
//! The chooser goes first. An engine that takes several times as long is not the best one, and is
//! stopped; so the table takes minutes, not hours. Short searches are repeated, and the shortest
//! time is compared.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use puzzle::catalogue::ENTRIES;
use puzzle::{Answer, Ask, BigUint, Budget, Control, Progress, Puzzle, Question, Run};

use crate::clock;

/// Puzzles whose names have numbers: one or two of each form.
const WRITTEN: &[&str] = &[
    "golomb-6",
    "partridge-5",
    "bijection-8",
    "dominoes-6x6",
    "dominoes-16x16",
    "dominoes-6x6-holes-2",
    "langford-7",
    "langford-8",
    "macmahon-4x6",
    "pentominoes-8x8-holes",
    "queens-cover-8",
    "queens-cover-12",
    "sudoku-2x2",
];
/// What is asked.
const QUESTIONS: [(Question, &str); 3] =
    [(Question::First, "first"), (Question::Count, "count"), (Question::All, "all")];
/// The chooser may take so many times as long as the best engine, and so much longer.
const ALLOWED: (f64, f64) = (1.5, 0.02);
/// A search that is shorter is repeated so often.
const SHORT: Duration = Duration::from_millis(300);
const ROUNDS: u32 = 3;
/// An engine is stopped after so many times the chooser's time, and so much more. Both run against a
/// clock on the wall, on a machine that may have other work.
const PATIENCE: f64 = 4.0;
const LEAST: Duration = Duration::from_millis(250);

/// An answer in time: how long it took, who gave it, and how many solutions there are.
struct Timed {
    seconds: f64,
    engine: String,
    solutions: BigUint,
}

/// Measures and prints; whether the chooser stays within bounds and all counts agree.
pub(crate) fn run(puzzles: &[String], limit: Duration) -> Result<bool, String> {
    let entries = ENTRIES.iter().map(|entry| entry.name).chain(WRITTEN.iter().copied());
    let all: Vec<String> = entries.map(String::from).collect();
    println!("| puzzle | question | auto, s | it chose | best, s | by | loss | | others, s |");
    println!("|---|---|--:|---|--:|---|--:|---|---|");
    let (mut good, mut rows) = (true, 0);
    for name in if puzzles.is_empty() { &all } else { puzzles } {
        let puzzle = Puzzle::open(name, None).map_err(|error| error.to_string())?;
        if puzzle.cover().is_none() {
            continue;
        }
        for (question, word) in QUESTIONS {
            let (row, right) = row(&puzzle, question, limit);
            println!("| {name} | {word} | {row} |");
            good &= right;
            rows += 1;
        }
    }
    println!();
    let (times, more) = ALLOWED;
    println!(
        "{rows} questions; CPU seconds, one thread, at most {} s; the chooser may take {times} \
         times as long as the best engine and {:.0} ms",
        limit.as_secs(),
        more * 1e3
    );
    Ok(good)
}

/// The rest of a row, and whether nothing is wrong.
fn row(puzzle: &Puzzle, question: Question, limit: Duration) -> (String, bool) {
    let auto = shortest(puzzle, None, question, limit);
    let most = auto.as_ref().map_or(limit, |auto| {
        let most = Duration::from_secs_f64(PATIENCE * auto.seconds) + LEAST;
        most.min(limit)
    });
    let ours = crate::ours::engines()
        .filter_map(|engine| shortest(puzzle, Some(engine.name()), question, most));
    let mut ours: Vec<Timed> = ours.collect();
    ours.sort_by(|x, y| x.seconds.total_cmp(&y.seconds));
    let counts: Vec<&BigUint> = ours.iter().chain(&auto).map(|timed| &timed.solutions).collect();
    let agree = question == Question::First || counts.windows(2).all(|two| two[0] == two[1]);
    let seconds = |timed: &Timed| format!("{:.4}", timed.seconds);
    let dash = || "–".to_owned();
    let name = |timed: &Timed| timed.engine.clone();
    let loss = auto.as_ref().zip(ours.first()).map(|(auto, best)| auto.seconds / best.seconds);
    let (verdict, right) = match (&auto, ours.first()) {
        _ if !agree => ("COUNTS DIFFER", false),
        (_, None) => ("", true),
        (Some(auto), Some(best)) if auto.seconds <= ALLOWED.0 * best.seconds + ALLOWED.1 => {
            ("within bounds", true)
        }
        (_, Some(_)) => ("TOO MUCH", false),
    };
    let others = ours.iter().skip(1).map(|timed| format!("{} {}", timed.engine, seconds(timed)));
    let cells = [
        auto.as_ref().map_or_else(dash, seconds),
        auto.as_ref().map_or_else(dash, name),
        ours.first().map_or_else(dash, seconds),
        ours.first().map_or_else(dash, name),
        loss.map_or_else(dash, |loss| format!("{loss:.2}")),
        verdict.into(),
        others.collect::<Vec<_>>().join(", "),
    ];
    (cells.join(" | "), right)
}

/// The shortest of a few rounds; `None` if the engine declines or does not answer in time.
fn shortest(
    puzzle: &Puzzle,
    engine: Option<&str>,
    question: Question,
    limit: Duration,
) -> Option<Timed> {
    let mut best = ask(puzzle, engine, question, limit)?;
    for _ in 1..ROUNDS {
        if best.seconds > SHORT.as_secs_f64() {
            break;
        }
        let again = ask(puzzle, engine, question, limit)?;
        best.seconds = best.seconds.min(again.seconds);
    }
    Some(best)
}

/// Asks once.
fn ask(
    puzzle: &Puzzle,
    engine: Option<&str>,
    question: Question,
    limit: Duration,
) -> Option<Timed> {
    let budget = Budget { deadline: Some(Instant::now() + limit), ..Budget::default() };
    let ask = Ask { engine: engine.map(String::from), ..Ask::new(question) };
    let control = Arc::new(Control { budget, progress: Progress::default() });
    let run = Run { threads: Some(1), control, ..Run::default() };
    let start = clock::now();
    let mut visit = |numbers: &[u32]| {
        std::hint::black_box(numbers);
        if question == Question::First { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = puzzle.ask(&ask, &run, &mut visit);
    let seconds = clock::now().saturating_sub(start).as_secs_f64();
    let Answer { solutions, engine, stopped, .. } = answer.ok()?;
    // The first solution ends the search, which is no limit.
    let answered = stopped.is_none() || question == Question::First && solutions > BigUint::ZERO;
    answered.then_some(Timed { seconds, engine, solutions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_answered_alike_by_all() {
        let puzzle = Puzzle::named("dominoes-3x4").unwrap();
        for (question, word) in QUESTIONS {
            let (row, right) = row(&puzzle, question, Duration::from_secs(20));
            assert!(row.contains("cells") && right, "{word}: {row}");
            let auto = ask(&puzzle, None, question, Duration::from_secs(20)).unwrap();
            let found = if question == Question::First { 1_u32 } else { 11 };
            assert_eq!(auto.solutions, found.into());
        }
        assert!(ask(&puzzle, Some("dp"), Question::All, Duration::from_secs(20)).is_none());
    }
}
