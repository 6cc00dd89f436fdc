//! Random pictures: climb towards clues of one solution.
//!
//! What line solving leaves open is where the clues say too little. A step repaints one of these
//! cells, or a neighbour, and stays if no more cells are open than before. The number of coloured
//! cells stays within bounds. When few cells are open, a solver that can do more is asked whether
//! there is one solution already, so that not every puzzle is one for line solving alone.

use puzzle_core::Random;
use puzzle_core::lines::Picture;

use super::{Judge, Made, Patience, Verdict, clues, differing};

/// What mending may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Freedom {
    /// How many coloured cells there may be more or less than in the beginning.
    pub(super) strayed: usize,
    /// After how many steps without fewer open cells to give up.
    pub(super) stalled: usize,
    /// How many colours there are beside the background.
    pub(super) colours: u8,
}

/// With more open cells the solver is not asked: it would take long, and say no.
const FEW_OPEN: usize = 400;

/// Repaints a picture until its clues have one solution.
pub(super) fn mend(
    original: &Picture,
    freedom: &Freedom,
    random: &mut Random,
    judge: &mut Judge<'_>,
) -> Option<Made> {
    let mut picture = original.clone();
    let mut coloured = picture.cells.iter().filter(|&&colour| colour != 0).count();
    let allowed = coloured.saturating_sub(freedom.strayed)..=coloured + freedom.strayed;
    let mut open = judge.open(clues(&picture)?)?;
    let mut ask_at = (picture.cells.len() / 4).min(FEW_OPEN);
    let (mut rounds, mut stalled) = (1, 0);
    while stalled < freedom.stalled {
        if open.len() <= ask_at {
            // Not again until there is a good deal less.
            ask_at = open.len() * 3 / 4;
            rounds += 1;
            match judge.solve(&clues(&picture)?, Patience::LITTLE) {
                Verdict::One => {
                    let changed = differing(&picture, original);
                    return Some(Made { picture, changed, rounds });
                }
                Verdict::Stopped => return None,
                Verdict::Two(_) | Verdict::Hard => {}
            }
        }
        stalled += 1;
        let Some((cell, after)) = choose(&picture, &open, freedom.colours, random) else {
            continue;
        };
        let before = picture.cells[cell];
        let more = coloured + usize::from(after != 0) - usize::from(before != 0);
        if !allowed.contains(&more) {
            continue;
        }
        picture.cells[cell] = after;
        rounds += 1;
        let left = judge.open(clues(&picture)?)?;
        if left.len() > open.len() {
            picture.cells[cell] = before;
            continue;
        }
        if left.len() < open.len() {
            stalled = 0;
        }
        open = left;
        coloured = more;
    }
    None
}

/// A cell to repaint, and with which colour; `None` if it would stay as it is.
fn choose(
    picture: &Picture,
    open: &[usize],
    colours: u8,
    random: &mut Random,
) -> Option<(usize, u8)> {
    let near = *open.get(random.below(open.len().max(1) as u64) as usize)?;
    // Sometimes what settles an open cell is the cell beside it.
    let cell = if random.below(4) == 0 { neighbour(picture, near, random) } else { near };
    let before = picture.cells[cell];
    let after = match before {
        0 => 1 + random.below(colours.into()) as u8,
        _ if random.below(2) == 0 => 0,
        _ => 1 + random.below(colours.into()) as u8,
    };
    (after != before).then_some((cell, after))
}

/// A cell at most one row and one column away, perhaps itself.
pub(super) fn neighbour(picture: &Picture, cell: usize, random: &mut Random) -> usize {
    let (row, column) = (cell / picture.width, cell % picture.width);
    let move_by = |at: usize, length: usize, step: u64| match step {
        0 => at.saturating_sub(1),
        1 => at,
        _ => (at + 1).min(length - 1),
    };
    let row = move_by(row, picture.height, random.below(3));
    row * picture.width + move_by(column, picture.width, random.below(3))
}
