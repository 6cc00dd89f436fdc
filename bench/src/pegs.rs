//! Peg solitaire: what the counts and searches cost, each checked against its known figure.
//!
//! There is no other program to run beside; the figures to beat are those of a prototype that built
//! every level of the English board forwards: 41.5 s of CPU time and 530 MB. Both threads' time is
//! counted, and the wall time shows what the second one gains.

use std::time::Instant;

use std::ops::ControlFlow;

use puzzle::{Answer, Ask, Failure, Puzzle, Question, Run};

use crate::clock;

/// A question, as puzzle, name and answer in digits.
type Case =
    (&'static str, &'static str, fn(&Puzzle, &Run) -> Result<String, Failure>, &'static str);

const CASES: [Case; 6] = [
    ("pegs-triangle-15", "count", games, "6816"),
    ("pegs-triangle-21", "count", games, "1918789380"),
    ("pegs-english-33", "count", games, "40861647040079968"),
    ("pegs-english-33", "count --maximal", maximal, "577116156815309849672"),
    ("pegs-english-33", "solve", one, "31"),
    ("pegs-wiegleb-45", "solve", one, "43"),
];

fn asked(puzzle: &Puzzle, question: Question, run: &Run) -> Result<(Answer, usize), Failure> {
    let mut jumps = 0;
    let mut keep = |game: &[u32]| {
        jumps = if puzzle.description().check(game).is_ok() { game.len() } else { 0 };
        ControlFlow::Break(())
    };
    let answer = puzzle.ask(&Ask::new(question), run, &mut keep)?;
    Ok((answer, jumps))
}

fn games(puzzle: &Puzzle, run: &Run) -> Result<String, Failure> {
    Ok(asked(puzzle, Question::Count, run)?.0.solutions.to_string())
}

fn maximal(puzzle: &Puzzle, run: &Run) -> Result<String, Failure> {
    let (answer, _) = asked(puzzle, Question::Maximal, run)?;
    let told = puzzle.description().tell(
        &Ask::new(Question::Maximal),
        &answer,
        puzzle::scene::text::TextOptions::default(),
    );
    Ok(told.text.trim().to_owned())
}

fn one(puzzle: &Puzzle, run: &Run) -> Result<String, Failure> {
    Ok(asked(puzzle, Question::First, run)?.1.to_string())
}

/// Measures every case with one and two threads and prints a table; whether all answers are right.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    println!("| puzzle | question | threads | CPU s | wall s | answer |");
    println!("|---|---|---|---|---|---|");
    let mut right = true;
    for (name, question, ask, known) in CASES {
        let puzzle = Puzzle::named(name).map_err(|error| error.to_string())?;
        let mut best = [(f64::INFINITY, f64::INFINITY); 2];
        let mut answer = String::new();
        // One and two threads take turns.
        for _ in 0..rounds {
            for (threads, best) in (1..).zip(&mut best) {
                let run = Run { threads: Some(threads), ..Run::default() };
                let (cpu, wall) = (clock::now(), Instant::now());
                answer = ask(&puzzle, &run).unwrap_or_else(|failure| failure.to_string());
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
