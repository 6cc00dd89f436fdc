//! The command puzzle
fn main() {}
