//! Sliding blocks: the shortest solution in another style of moving, with a limit of time.

use puzzle::{Ask, Budget, Control, Puzzle, Question, Run};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::named("knuth-example")?;
    let deadline = Instant::now().checked_add(Duration::from_secs(60));
    let control =
        Control { budget: Budget { deadline, ..Budget::default() }, ..Control::default() };
    let run = Run { control: Arc::new(control), ..Run::default() };
    let mut print = |solution: &[u32]| {
        print!("{}", puzzle.words(solution));
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(&Ask::new(Question::Shortest).with("style", 5), &run, &mut print)?;
    println!("{:?} moves, {} configurations expanded", answer.distance, answer.nodes);
    Ok(())
}
