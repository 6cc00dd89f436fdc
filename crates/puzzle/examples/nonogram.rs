//! A nonogram: whether its picture is the only one.

use puzzle::{Ask, Ignore, Puzzle, Question, Run};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "width 3\nheight 3\n\nrows\n1,1\n3\n1\n\ncolumns\n2\n2\n2\n";
    let puzzle = Puzzle::read("tiny.non", text, None)?;
    let answer = puzzle.ask(&Ask::new(Question::Unique), &Run::default(), &mut Ignore)?;
    println!("{} solutions at least, by {}", answer.solutions, answer.engine);
    for solution in puzzle.solutions() {
        print!("{}", puzzle.words(&solution));
    }
    Ok(())
}
