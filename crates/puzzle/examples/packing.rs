//! A packing puzzle from its text: counted, up to symmetry too, and drawn.

use puzzle::Puzzle;

const TEXT: &str = r#####"
family = "packing"
grid = "square"

[box]
rectangle = [3, 4]

[[piece]]
name = "L"
drawing = """
###
#..
"""

[[piece]]
name = "S"
drawing = "####"

[[piece]]
name = "T"
drawing = """
###
.#.
"""
"#####;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::read("three-pieces.puzzle", TEXT, None)?;
    println!("{} solutions, {} up to symmetry", puzzle.count()?, puzzle.classes()?);
    if let Some(solution) = puzzle.first()? {
        print!("{}", puzzle.words(&solution));
    }
    Ok(())
}
