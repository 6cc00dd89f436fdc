//! A formula: its models, and disjoint cubes that cover them.

use puzzle::Puzzle;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let formula = Puzzle::read("example", "(1 -2) (1 2 3) (-1 2 3)", None)?;
    println!("{} models", formula.count()?);
    for cube in formula.solutions() {
        print!("{}", formula.words(&cube));
    }
    Ok(())
}
