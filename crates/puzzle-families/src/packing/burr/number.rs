//! Pieces by number.

use std::collections::BTreeMap;

use puzzle_lattice::{Cell, Cube, Grid, Motions, Shape};

/// A bit for each of the twelve cubes that is cut away.
pub(super) type Cutting = u16;

/// How many cuttings there are.
pub(super) const CUTTINGS: Cutting = 1 << 12;

/// The shortest stick.
pub(super) const SHORTEST: i32 = 6;

/// The cubes that may be cut away, of a stick of some length, by bit.
pub(super) fn removable(length: i32) -> [Cell; 12] {
    std::array::from_fn(|bit| {
        let middle = length / 2;
        match bit as i32 {
            above @ 0..8 => Cell([1, above / 4, middle - 2 + above % 4]),
            below => Cell([0, (below - 8) / 2, middle - 1 + below % 2]),
        }
    })
}

/// The cubes of a piece: layer, row, column.
pub(super) fn cells(cutting: Cutting, length: i32) -> Vec<Cell> {
    let removable = removable(length);
    let cut: Vec<Cell> =
        (0..12).filter(|bit| cutting >> bit & 1 == 1).map(|bit| removable[bit]).collect();
    let all = (0..2).flat_map(|z| (0..2).map(move |y| (z, y)));
    let all = all.flat_map(|(z, y)| (0..length).map(move |x| Cell([z, y, x])));
    all.filter(|cell| !cut.contains(cell)).collect()
}

/// Whether it holds together.
fn is_whole(cutting: Cutting) -> bool {
    let mut left = cells(cutting, SHORTEST);
    let mut open: Vec<Cell> = left.pop().into_iter().collect();
    while let Some(cell) = open.pop() {
        for next in Cube.neighbours(cell) {
            if let Some(at) = left.iter().position(|&other| other == next) {
                open.push(left.swap_remove(at));
            }
        }
    }
    left.is_empty()
}

/// Whether notches across a side cut it: in each of the four places along the stick every cube that is cut
/// away has a neighbour that is cut away too.
pub(super) fn is_notchable(cutting: Cutting) -> bool {
    // At each place: above, and where there is something, below.
    const PLACES: [&[u32]; 4] = [&[0, 4], &[1, 5, 10, 8], &[2, 6, 11, 9], &[3, 7]];
    let is_cut = |bit: u32| cutting >> bit & 1 == 1;
    PLACES.iter().all(|around| {
        let n = around.len();
        let beside = |at: usize| is_cut(around[(at + 1) % n]) || is_cut(around[(at + n - 1) % n]);
        (0..n).all(|at| !is_cut(around[at]) || beside(at))
    })
}

/// Every cutting that holds together, with the least cutting that gives the same piece.
pub(super) fn pieces() -> BTreeMap<Cutting, Cutting> {
    let mut least: BTreeMap<Shape, Cutting> = BTreeMap::new();
    let whole = (0..CUTTINGS).filter(|&cutting| is_whole(cutting));
    let piece = |cutting| {
        let shape = Shape::new(&Cube, cells(cutting, SHORTEST));
        *least.entry(Cube.canonical(&shape, Motions::Rotate)).or_insert(cutting)
    };
    let mut piece = piece;
    whole.map(|cutting| (cutting, piece(cutting))).collect()
}

/// The cutting of a number, if there is such a piece.
pub(super) fn cutting(text: &str) -> Result<Cutting, String> {
    let number = text.trim().parse::<Cutting>().ok().filter(|n| (1..=CUTTINGS).contains(n));
    let number =
        number.ok_or_else(|| format!("pieces have numbers from 1 to 4096, not `{text}`"))?;
    match is_whole(number - 1) {
        true => Ok(number - 1),
        false => {
            Err(format!("piece {number} falls apart by itself: its cubes do not hang together"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn of_4096_cuttings_2225_hold_together_and_are_837_pieces_59_of_them_notchable() {
        let pieces = pieces();
        let different = |keep: &dyn Fn(Cutting) -> bool| {
            let kept = pieces.iter().filter(|(cutting, _)| keep(**cutting));
            kept.map(|(_, piece)| *piece).collect::<BTreeSet<Cutting>>().len()
        };
        assert_eq!((pieces.len(), different(&|_| true)), (2225, 837));
        assert_eq!(pieces.keys().filter(|cutting| is_notchable(**cutting)).count(), 147);
        assert_eq!(different(&is_notchable), 59);
    }

    #[test]
    fn numbers_are_refused_that_no_piece_has() {
        assert_eq!(cutting("1"), Ok(0));
        assert_eq!(cutting(" 1024 "), Ok(1023));
        for bad in ["0", "4097", "-1", "x", ""] {
            assert!(cutting(bad).is_err_and(|why| why.contains("from 1 to 4096")), "{bad}");
        }
        assert!(cutting("4096").is_err_and(|why| why.contains("falls apart")));
    }
}
