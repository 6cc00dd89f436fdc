//! A puzzle in the form of BurrTools, made from one of ours and read again.

use puzzle::Puzzle;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let soma = Puzzle::named("soma")?;
    let text = soma.description().export("xmpuzzle")?;
    let again = Puzzle::read("soma.xmpuzzle", &text, None)?;
    println!("{}: {} solutions", again.family().name, again.count()?);
    Ok(())
}
