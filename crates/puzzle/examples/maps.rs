//! Monotone maps: a Dedekind number, counted in two ways.

use puzzle::{Ask, Ignore, Puzzle, Question, Run};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::named("dedekind-5")?;
    let twice = Ask { confirm: true, ..Ask::new(Question::Count) };
    let answer = puzzle.ask(&twice, &Run::default(), &mut Ignore)?;
    let second = answer.confirmed.as_ref().map(|second| second.engine.as_str());
    println!("{} maps, by {} and {second:?}", answer.solutions, answer.engine);
    Ok(())
}
