//! Peg solitaire: what the counts and searches cost, each checked against its known figure.
//!
//! There is no other program to run beside; the figures to beat are those of a prototype that built
//! every level of the English board forwards: 41.5 s of CPU time and 530 MB. Both threads' time is
//! counted, and the wall time shows what the second one gains.

use std::ops::ControlFlow;
use std::time::Instant;

use puzzle::{Ask, Puzzle, Question, Run};

use crate::clock;

/// A question, as puzzle, name, question and answer in digits.
type Case = (&'static str, &'static str, Question, &'static str);

const CASES: [Case; 6] = [
    ("pegs-triangle-15", "count", Question::Count, "6816"),
    ("pegs-triangle-21", "count", Question::Count, "1918789380"),
    ("pegs-english-33", "count", Question::Count, "40861647040079968"),
    ("pegs-english-33", "count --maximal", Question::Maximal, "577116156815309849672"),
    ("pegs-english-33", "solve", Question::First, "31"),
    ("pegs-wiegleb-45", "solve", Question::First, "43"),
];

/// The number of games, or of the jumps of one that is right.
fn ask(puzzle: &Puzzle, question: Question, run: &Run) -> String {
    let mut wrong = None;
    let mut sink = |game: &[u32]| {
        wrong = puzzle.description().check(game).err();
        ControlFlow::Continue(())
    };
    match (puzzle.ask(&Ask::new(question), run, &mut sink), wrong) {
        (_, Some(why)) => why,
        (Ok(answer), None) if question == Question::First => {
            answer.distance.map_or("no game".into(), |jumps| jumps.to_string())
        }
        (Ok(answer), None) => answer.solutions.to_string(),
        (Err(failure), None) => failure.to_string(),
    }
}

/// Measures every case with one and two threads and prints a table; whether all answers are right.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    println!("| puzzle | question | threads | CPU s | wall s | answer |");
    println!("|---|---|---|---|---|---|");
    let mut right = true;
    for (name, words, question, known) in CASES {
        let puzzle = Puzzle::named(name).map_err(|error| error.to_string())?;
        let mut best = [(f64::INFINITY, f64::INFINITY); 2];
        let mut answer = String::new();
        // One and two threads take turns.
        for _ in 0..rounds {
            for (threads, best) in (1..).zip(&mut best) {
                let run = Run { threads: Some(threads), ..Run::default() };
                let (cpu, wall) = (clock::now(), Instant::now());
                answer = ask(&puzzle, question, &run);
                let cpu = (clock::now() - cpu).as_secs_f64();
                best.0 = best.0.min(cpu);
                best.1 = best.1.min(wall.elapsed().as_secs_f64());
                right &= answer == known;
            }
        }
        let verdict = if answer == known { answer } else { format!("WRONG {answer}") };
        for (threads, (cpu, wall)) in (1..).zip(best) {
            println!("| {name} | {words} | {threads} | {cpu:.4} | {wall:.4} | {verdict} |");
        }
    }
    Ok(right)
}
