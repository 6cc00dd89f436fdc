//! The colouring argument: on a chessboard every piece covers so many more cells of one colour than
//! of the other, and together they must cover as many more as the box has.
//!
//! It works on grids whose cells can be coloured so that neighbours differ and motions keep or swap
//! the colours: squares, cubes, triangles, prisms.

use puzzle_lattice::{Cell, Grid};
use rustc_hash::FxHashSet;

use super::{Placement, Written};

/// More work is left to the engines.
const STEPS: usize = 20_000_000;

/// Why the pieces cannot fill the box, if colouring it tells.
pub(super) fn impossible(written: &Written, placements: &[Placement]) -> Option<String> {
    let (low, high) = written.room();
    if low < high {
        return None;
    }
    let grid = written.grid.as_ref();
    let sign: Vec<i64> =
        written.region.cells().iter().map(|&cell| sign(grid, cell)).collect::<Option<_>>()?;
    let excess: i64 = sign.iter().sum();
    let sums = reachable(written, placements, &sign)?;
    let cells = sign.len() as i64;
    if sums[(excess + cells) as usize] {
        return None;
    }
    let more = excess.unsigned_abs();
    Some(match more {
        0 => {
            "on a chessboard the box has as many light cells as dark ones, and however the pieces \
              are put they never do"
                .into()
        }
        _ => format!(
            "on a chessboard the box has {more} more cells of one colour than of the other, and \
             however the pieces are put they never do"
        ),
    })
}

/// Light or dark.
fn sign(grid: &dyn Grid, cell: Cell) -> Option<i64> {
    let (layer, row, column) = grid.reading_key(cell);
    matches!(grid.name(), "square" | "cube" | "triangle" | "prism")
        .then(|| if (layer + row + column).rem_euclid(2) == 0 { 1 } else { -1 })
}

/// Which excesses the pieces can have together, from -cells to cells.
fn reachable(written: &Written, placements: &[Placement], sign: &[i64]) -> Option<Vec<bool>> {
    let cells = sign.len() as i64;
    let mut excesses: Vec<FxHashSet<i64>> = vec![FxHashSet::default(); written.pieces.len()];
    for placement in placements {
        let excess = placement.cells.iter().map(|&cell| sign[cell as usize]).sum();
        excesses[placement.piece].insert(excess);
    }
    let mut sums = vec![false; 2 * cells as usize + 1];
    sums[cells as usize] = true;
    let mut steps = 0;
    for (piece, excesses) in written.pieces.iter().zip(&excesses) {
        // As many as fit anyway is as good as any number.
        let most = (cells as usize / piece.shape.len()) as u32;
        let most = piece.count.max.map_or(most, |max| max.min(most));
        for used in 0..most {
            steps += sums.len() * (excesses.len() + 1);
            if steps > STEPS {
                return None;
            }
            let mut next =
                if used >= piece.count.min { sums.clone() } else { vec![false; sums.len()] };
            for (place, _) in sums.iter().enumerate().filter(|(_, reached)| **reached) {
                for excess in excesses {
                    let sum = place as i64 + excess;
                    if (0..=2 * cells).contains(&sum) {
                        next[sum as usize] = true;
                    }
                }
            }
            if next == sums {
                break;
            }
            sums = next;
        }
    }
    Some(sums)
}
