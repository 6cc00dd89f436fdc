//! Games of two players: the fast engine beside the plain recursion of document 003 §4.9, on boards and
//! positions that the recursion can finish. Both name the winner; they must agree.

use std::ops::ControlFlow;

use puzzle::{Ask, Finding, Puzzle, Question, Run};
use puzzle_core::game::Winner;

use crate::clock;

/// A board, and what was played on it.
const CASES: [(&str, &str); 7] = [
    ("cram-4x5", ""),
    ("pentomino-game-4x5", ""),
    ("pentomino-game-4x6", ""),
    ("pentomino-game-5x5", ""),
    (
        "pentomino-game-8x8",
        "W:e3,e4,f4,f5,g5 P:f2,g2,f3,g3,g4 U:g6,h6,h7,g8,h8 F:b3,a4,b4,c4,a5 L:c3,d3,d4,d5,d6 Z:b6,c6,b7,a8,b8",
    ),
    (
        "pentomino-game-8x8",
        "W:c3,d3,b4,c4,b5 L:e5,f5,f6,f7,f8 P:a1,b1,a2,b2,a3 F:g3,f4,g4,g5,h5 V:c5,c6,a7,b7,c7",
    ),
    (
        "pentomino-game-8x8",
        "L:g2,h2,g3,g4,g5 P:c2,b3,c3,b4,c4 V:a4,a5,a6,b6,c6 F:d4,c5,d5,d6,e6 I:c8,d8,e8,f8,g8",
    ),
];

/// Who wins, the nodes, and CPU seconds.
fn measure(name: &str, played: &str, engine: &str) -> Result<(Winner, u64, f64), String> {
    let puzzle = Puzzle::named(name).map_err(|error| error.to_string())?;
    let mut ask = Ask::new(Question::Winner).by(engine);
    if !played.is_empty() {
        ask = ask.with("played", played);
    }
    let run = Run { threads: Some(1), ..Run::default() };
    let begun = clock::now();
    let answer = puzzle.ask(&ask, &run, &mut |_: &[u32]| ControlFlow::Continue(()));
    let spent = (clock::now() - begun).as_secs_f64();
    let answer = answer.map_err(|failure| failure.to_string())?;
    match &answer.finding {
        Finding::Game(found) => {
            let winner = found.winner.ok_or("nobody was found to win")?;
            Ok((winner, answer.nodes, spent))
        }
        _ => Err(format!("{name} is no game")),
    }
}

/// Measures every case and prints a table; whether both engines agree on all.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    println!(
        "| game | moves | who wins | recursion: nodes | CPU s | matrix: nodes | CPU s | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut right = true;
    for (name, played) in CASES {
        let mut best = [f64::INFINITY; 2];
        let mut found = [(Winner::First, 0); 2];
        // The engines take turns.
        for _ in 0..rounds {
            for (engine, (best, found)) in
                ["reference", "matrix"].into_iter().zip(best.iter_mut().zip(&mut found))
            {
                let (winner, nodes, spent) = measure(name, played, engine)?;
                *best = best.min(spent);
                *found = (winner, nodes);
            }
        }
        let [(winner, slow), (other, fast)] = found;
        right &= winner == other;
        let verdict = if winner == other { winner.name() } else { "THEY DISAGREE" };
        let (moves, ratio) = (played.split_whitespace().count(), best[0] / best[1]);
        println!(
            "| {name} | {moves} | {verdict} | {slow} | {:.4} | {fast} | {:.4} | {ratio:.0} |",
            best[0], best[1]
        );
    }
    Ok(right)
}
