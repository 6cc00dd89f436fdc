//! Solutions that a turn of the board carries to themselves, for counting up to symmetry.
//!
//! By Burnside's lemma the number of orbits is the average, over the symmetries, of how many
//! solutions each keeps. On a board with more than one square a reflection keeps none (a queen and
//! its image would share a row, a column or a diagonal), so only the half and the quarter turn
//! count; placing a queen places all its images, which leaves a half or a quarter of the rows.

use puzzle_core::bits::members::indices;
use puzzle_core::{BigUint, Control, Queens, StopReason, Turn};

use super::reference::given_or_free;

/// How many solutions of the board are kept by a turn that keeps the board.
pub fn kept(board: &Queens, turn: Turn, control: &Control) -> Result<BigUint, StopReason> {
    let n = board.size();
    let (mut nodes, mut count) = (0, 0_u64);
    let free: Vec<u64> = (0..n).map(|row| given_or_free(board, row)).collect();
    place(
        &mut Walk { n, turn, free, control, nodes: &mut nodes, count: &mut count },
        &mut Vec::new(),
    )?;
    Ok(count.into())
}

/// Whether no turn of a solution comes before it; its squares are listed from the top row down.
pub fn is_least(n: u32, squares: &[u32], turns: &[Turn]) -> bool {
    let mut image = vec![0; squares.len()];
    turns.iter().all(|turn| {
        for &square in squares {
            let square = turn.image(n, square);
            image[(square / n) as usize] = square;
        }
        squares <= &image[..]
    })
}

struct Walk<'a> {
    n: u32,
    turn: Turn,
    free: Vec<u64>,
    control: &'a Control,
    nodes: &'a mut u64,
    count: &'a mut u64,
}

fn place(walk: &mut Walk<'_>, queens: &mut Vec<u32>) -> Result<(), StopReason> {
    let n = walk.n;
    *walk.nodes += 1;
    if walk.nodes.is_multiple_of(1024)
        && let Some(reason) = walk.control.budget.check(0)
    {
        return Err(reason);
    }
    let Some(row) = (0..n).find(|row| queens.iter().all(|queen| queen / n != *row)) else {
        *walk.count += 1;
        return Ok(());
    };
    let before = queens.len();
    for column in indices(walk.free[row as usize]) {
        let mut queen = row * n + column;
        let mut peaceful = true;
        loop {
            peaceful &= walk.free[(queen / n) as usize] >> (queen % n) & 1 == 1;
            peaceful &= queens.iter().all(|&other| !attacks(n, queen, other));
            queens.push(queen);
            queen = walk.turn.image(n, queen);
            if !peaceful || queen == row * n + column {
                break;
            }
        }
        if peaceful {
            place(walk, queens)?;
        }
        queens.truncate(before);
    }
    Ok(())
}

fn attacks(n: u32, a: u32, b: u32) -> bool {
    let (rows, columns) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
    rows == 0 || columns == 0 || rows == columns
}
