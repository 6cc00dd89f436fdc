//! The pentomino game on a small board: who wins, and which first moves do.

use std::ops::ControlFlow;

use puzzle::{Ask, Finding, Puzzle, Question, Run};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Puzzle::named("pentomino-game-5x5")?;
    let mut line = Vec::new();
    let mut keep = |moves: &[u32]| {
        line = moves.to_vec();
        ControlFlow::Continue(())
    };
    let answer = game.ask(&Ask::new(Question::Winner), &Run::default(), &mut keep)?;
    if let Finding::Game(found) = &answer.finding
        && let Some(winner) = found.winner
    {
        println!("the {} player wins", winner.name());
    }
    print!("{}", game.words(&line));
    let mut wins = 0;
    let mut count = |first: &[u32]| {
        wins += first[1];
        ControlFlow::Continue(())
    };
    let all = game.ask(&Ask::new(Question::All), &Run::default(), &mut count)?;
    println!("{wins} of {} first moves win", all.solutions);
    Ok(())
}
