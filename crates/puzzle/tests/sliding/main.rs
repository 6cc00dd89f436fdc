//! Sliding-block puzzles: known distances, an independent oracle, document 002's transcripts,
//! threads, disk and resumed runs.

mod answers;
mod oracle;
mod original;
mod random;
mod survival;

use puzzle::Options;
use puzzle::sliding::{Answer, Question, Rules, Sliding, ask};

/// One thread, no limits.
fn alone() -> Options {
    Options { threads: Some(1), ..Options::default() }
}

/// Asks, and plays the solution from the rules.
fn checked(puzzle: &Sliding, question: &Question, options: &Options) -> Answer {
    let answer = ask(puzzle, question, options).unwrap();
    if let Some(distance) = answer.distance.filter(|_| question.solution) {
        assert_eq!(answer.moves.len(), distance);
        let mut game = Rules::new(puzzle, question.style);
        for (played, board) in answer.moves.iter().zip(&answer.path[1..]) {
            game.play(played).unwrap();
            assert_eq!(game.blocks(), board);
        }
        assert!(puzzle.is_goal(game.blocks()));
    }
    answer
}
