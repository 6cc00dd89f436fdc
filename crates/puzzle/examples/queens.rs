//! Queens: counted by threads in parts that are saved, so that a power cut costs a minute.

use puzzle::{Ask, Ignore, Puzzle, Question, Run};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::named("queens-12")?;
    let saved = std::env::temp_dir().join(format!("queens-{}.run", std::process::id()));
    let run = Run { checkpoint: Some(saved.clone()), ..Run::default() };
    let answer = puzzle.ask(&Ask::new(Question::Classes), &run, &mut Ignore)?;
    println!("{} solutions, {:?} up to symmetry", answer.solutions, answer.classes);
    std::fs::remove_file(saved)?;
    Ok(())
}
