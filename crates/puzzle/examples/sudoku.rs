//! A sudoku: solved, and every solution checked from the rules.

use puzzle::Puzzle;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sudoku = Puzzle::named("sudoku-example")?;
    for solution in sudoku.solutions() {
        sudoku.description().check(&solution)?;
        print!("{}", sudoku.words(&solution));
    }
    Ok(())
}
