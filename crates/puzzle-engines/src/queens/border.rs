//! Borders: the queens of the first and last row and column, up to symmetry.
//!
//! Every solution has exactly one queen in each of these four lines (a corner serves two). How many
//! ways there are to complete a border depends only on its orbit under the eight turns and
//! reflections of the board, so one border of each orbit is completed and counts as often as its
//! orbit has members. No solution need be looked at to see how symmetric it is, which is what lets
//! the kernels just count. The idea is the "coronal" placement of Preußer and Engelhardt's run for
//! 27 queens (2016), who take a border two squares wide.

use puzzle_core::Turn;

/// All borders of a board, one of each orbit: the sorted squares of their queens.
pub(super) fn borders(n: u32) -> Vec<Vec<u32>> {
    let last = n - 1;
    let mut borders = Vec::new();
    for top in 0..n {
        for bottom in (0..n).filter(|&bottom| bottom != top) {
            // A queen in a corner stands in the side's column too.
            let side = |column: u32| match (top == column, bottom == column) {
                (true, _) => 0..1,
                (_, true) => last..n,
                _ => 1..last,
            };
            for left in side(0) {
                for right in side(last) {
                    // A queen in a corner is listed twice.
                    let mut queens = [top, left * n, right * n + last, last * n + bottom];
                    queens.sort_unstable();
                    if is_peaceful(n, &queens) && is_least(n, &queens) {
                        let mut queens = queens.to_vec();
                        queens.dedup();
                        borders.push(queens);
                    }
                }
            }
        }
    }
    borders
}

/// How many borders are turns and reflections of that one. `queens` may hold other queens too.
pub(super) fn orbit_size(n: u32, queens: &[u32]) -> u64 {
    let on_border = |queen: &&u32| {
        let (row, column) = (*queen / n, *queen % n);
        row == 0 || column == 0 || row == n - 1 || column == n - 1
    };
    // There are three or four.
    let mut border = [u32::MAX; 4];
    for (place, &queen) in border.iter_mut().zip(queens.iter().filter(on_border)) {
        *place = queen;
    }
    border.sort_unstable();
    let kept = Turn::ALL.iter().filter(|&&turn| image(n, &border, turn) == border);
    (Turn::ALL.len() / kept.count()) as u64
}

/// Whether no turn or reflection of a border comes before it.
fn is_least(n: u32, border: &[u32; 4]) -> bool {
    Turn::ALL.iter().all(|&turn| *border <= image(n, border, turn))
}

/// Where a turn takes the squares of a border, sorted; a place without a queen stays empty.
fn image(n: u32, border: &[u32; 4], turn: Turn) -> [u32; 4] {
    let mut image =
        border.map(|queen| if queen == u32::MAX { queen } else { turn.image(n, queen) });
    image.sort_unstable();
    image
}

/// Whether no two attack each other. One that is listed twice does not attack itself.
fn is_peaceful(n: u32, queens: &[u32]) -> bool {
    queens.iter().enumerate().all(|(i, &a)| {
        queens[..i].iter().all(|&b| {
            let (rows, columns) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
            a == b || (rows != 0 && columns != 0 && rows != columns)
        })
    })
}
