//! The template family: lamps in a row, no two neighbours lit.

use puzzle::Puzzle;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let row = Puzzle::read("row", "family = \"null\"\nlamps = 4\n", None)?;
    for solution in row.solutions() {
        print!("{}", row.words(&solution));
    }
    Ok(())
}
