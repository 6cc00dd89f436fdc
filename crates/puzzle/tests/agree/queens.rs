//! Queens on boards with blocked squares. Brute force: a square in each row, all of them.

use puzzle_core::Random;

use super::{Case, Compared, Wrong, exactly};

pub(super) fn compare(random: &mut Random, size: usize) -> Option<Result<Compared, Wrong>> {
    let side = 1 + random.index(size + 3);
    let rarely = 2 + random.index(8);
    let blocked: Vec<bool> = (0..side * side).map(|_| random.index(rarely) == 0).collect();
    let mut found = Vec::new();
    place(side, &blocked, &mut Vec::new(), &mut found);
    let mut text = "family = \"queens\"\nboard = \"\"\"\n".to_owned();
    for row in blocked.chunks(side) {
        row.iter().for_each(|&blocked| text.push(if blocked { 'x' } else { '.' }));
        text.push('\n');
    }
    text += "\"\"\"\n";
    let count = found.len() as u64;
    Some(Case { file: "random.puzzle", text, count, all: exactly(found) }.compare())
}

fn place(side: usize, blocked: &[bool], columns: &mut Vec<usize>, found: &mut Vec<Vec<u32>>) {
    let row = columns.len();
    if row == side {
        let square = |(row, &column): (usize, &usize)| (row * side + column) as u32;
        found.push(columns.iter().enumerate().map(square).collect());
        return;
    }
    for column in 0..side {
        let attacked = columns
            .iter()
            .enumerate()
            .any(|(other, &taken)| taken == column || taken.abs_diff(column) == row - other);
        if !attacked && !blocked[row * side + column] {
            columns.push(column);
            place(side, blocked, columns, found);
            columns.pop();
        }
    }
}
