//! A word search: what it can be asked is in its family's tables.

use puzzle::Puzzle;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::named("word-search-example")?;
    for question in puzzle.family().questions {
        println!("{}: {}", question.name(), question.about());
    }
    for choice in puzzle.family().tables.iter().flat_map(|table| table.choices) {
        println!("  {}: {}", choice.name, choice.about);
    }
    println!("{} solutions", puzzle.count()?);
    Ok(())
}
