//! Peg solitaire: how many games there are, and the shortest.

use puzzle::Puzzle;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let triangle = Puzzle::named("pegs-triangle-15")?;
    println!("{} games", triangle.count()?);
    if let Some((game, moves)) = triangle.shortest()? {
        println!("the shortest has {moves} moves:");
        print!("{}", triangle.words(&game));
    }
    Ok(())
}
