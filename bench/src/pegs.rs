//! Peg solitaire: what the counts and searches cost, each checked against its known figure.
//!
//! There is no other program to run beside; the figures to beat are those of a prototype that built
//! every level of the English board forwards: 41.5 s of CPU time and 530 MB. Both threads' time is
//! counted, and the wall time shows what the second one gains.

use std::time::Instant;

use puzzle::engines::pegs::first::Verdict;
use puzzle::pegs::Pegs;
use puzzle::{Options, Puzzle};

use crate::clock;

/// A question, as puzzle, name and answer in digits.
type Case = (&'static str, &'static str, fn(&Pegs<'_>, &Options) -> String, &'static str);

const CASES: [Case; 6] = [
    ("pegs-triangle-15", "count", games, "6816"),
    ("pegs-triangle-21", "count", games, "1918789380"),
    ("pegs-english-33", "count", games, "40861647040079968"),
    ("pegs-english-33", "count --maximal", maximal, "577116156815309849672"),
    ("pegs-english-33", "solve", one, "31"),
    ("pegs-wiegleb-45", "solve", one, "43"),
];

fn games(pegs: &Pegs<'_>, options: &Options) -> String {
    pegs.count(options).map_or_else(|e| e.to_string(), |total| total.games.to_string())
}

fn maximal(pegs: &Pegs<'_>, options: &Options) -> String {
    pegs.census(options).map_or_else(|e| e.to_string(), |c| c.maximal_games().to_string())
}

fn one(pegs: &Pegs<'_>, options: &Options) -> String {
    match pegs.first(options).map(|found| found.verdict) {
        Ok(Verdict::Game(game)) if pegs.verify(&game).is_ok() => game.len().to_string(),
        Ok(_) => "no game".into(),
        Err(failure) => failure.to_string(),
    }
}

/// Measures every case with one and two threads and prints a table; whether all answers are right.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    println!("| puzzle | question | threads | CPU s | wall s | answer |");
    println!("|---|---|---|---|---|---|");
    let mut right = true;
    for (name, question, ask, known) in CASES {
        let puzzle = Puzzle::named(name).map_err(|error| error.to_string())?;
        let pegs = puzzle.pegs().ok_or("it is no peg puzzle")?;
        let mut best = [(f64::INFINITY, f64::INFINITY); 2];
        let mut answer = String::new();
        // One and two threads take turns.
        for _ in 0..rounds {
            for (threads, best) in (1..).zip(&mut best) {
                let options = Options { threads: Some(threads), ..Options::default() };
                let (cpu, wall) = (clock::now(), Instant::now());
                answer = ask(&pegs, &options);
                let cpu = (clock::now() - cpu).as_secs_f64();
                best.0 = best.0.min(cpu);
                best.1 = best.1.min(wall.elapsed().as_secs_f64());
                right &= answer == known;
            }
        }
        let verdict = if answer == known { answer } else { format!("WRONG {answer}") };
        for (threads, (cpu, wall)) in (1..).zip(best) {
            println!("| {name} | {question} | {threads} | {cpu:.4} | {wall:.4} | {verdict} |");
        }
    }
    Ok(right)
}
