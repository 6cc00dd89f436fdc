//! Boards with numbers in their names: `pegs-triangle-21`, `pegs-4x6`.

use crate::catalogue::{number, sides};

/// `pegs-triangle-N`: a triangle of N holes, the corner first empty and last filled.
pub(crate) fn triangle(name: &str) -> Option<String> {
    let holes = number(name.strip_prefix("pegs-triangle-")?, 120)?;
    let rows = (3..=15).find(|rows| rows * (rows + 1) / 2 == holes)?;
    let mut board = String::new();
    for row in 0..rows {
        let indent = " ".repeat((rows - 1 - row) as usize);
        let mut holes = vec!["#"; row as usize + 1];
        if row == 0 {
            holes[0] = "o";
        }
        board += &format!("{indent}{}\n", holes.join(" "));
    }
    let goal = if holes <= 26 { "a" } else { "a1" };
    Some(format!(
        "family = \"pegs\"\nname = \"Triangle of {holes}, corner to corner\"\ngrid = \"triangle\"\n\
         board = \"\"\"\n{board}\"\"\"\ngoal = \"only {goal}\"\n"
    ))
}

/// `pegs-RxC`: a rectangle with the hole nearest to its middle empty; one peg is to be left anywhere.
pub(crate) fn rectangle(name: &str) -> Option<String> {
    let (rows, columns) = sides(name.strip_prefix("pegs-")?, 128)?;
    if rows * columns > 128 || rows.max(columns) < 3 {
        return None;
    }
    let mut board = String::new();
    for row in 0..rows {
        let hole = |column: u32| (row, column) == ((rows - 1) / 2, (columns - 1) / 2);
        board.extend((0..columns).map(|column| if hole(column) { 'o' } else { '#' }));
        board.push('\n');
    }
    Some(format!(
        "family = \"pegs\"\nname = \"{rows} x {columns} pegs\"\ngrid = \"square\"\n\
         board = \"\"\"\n{board}\"\"\"\ngoal = \"one peg anywhere\"\n"
    ))
}
