//! The area argument: what can be said about a puzzle before any search.

use super::{Piece, Placement, Written};

/// Why the pieces cannot fill the box exactly, if counting cells tells.
pub(super) fn impossible(written: &Written) -> Option<String> {
    let (low, area) = written.room();
    let least: u64 = written.solid_pieces().map(|p| size(p) * u64::from(p.count.min)).sum();
    let most = written.solid_pieces().try_fold(0_u64, |sum, p| {
        Some(sum.saturating_add(size(p).saturating_mul(u64::from(p.count.max?))))
    });
    let room = if low < area { format!("{low} to {area} to fill") } else { area.to_string() };
    if most == Some(least) && !(low..=area).contains(&least) {
        return Some(format!("the pieces have {least} cells together, the box has {room}"));
    }
    if least > area {
        return Some(format!("the pieces have at least {least} cells, the box has only {area}"));
    }
    if let Some(most) = most.filter(|&most| most < low) {
        return Some(format!("the pieces have at most {most} cells, the box has {room}"));
    }
    // A large sum of many pieces is left to the engines.
    let pieces: Vec<&Piece> = written.solid_pieces().collect();
    if area.saturating_mul(pieces.len() as u64) > 50_000_000 {
        return None;
    }
    let sums = reachable(pieces.iter().map(|piece| (*piece, piece.count.min)), area as usize);
    if sums[low as usize..].contains(&true) {
        return None;
    }
    Some(match low == area {
        true => format!("no choice of pieces has exactly the {area} cells of the box"),
        false => format!("no choice of pieces has from {low} to {area} cells"),
    })
}

/// A part of the box that no piece connects with the rest and that cannot be filled.
pub(super) fn unfillable_part(written: &Written, placements: &[Placement]) -> Option<String> {
    let cells = written.region.len();
    let (low, high) = written.room();
    if low < high || cells.saturating_mul(written.pieces.len()) > 5_000_000 {
        return None;
    }
    let mut parts = Parts((0..cells as u32).collect());
    for placement in placements {
        for pair in placement.cells.windows(2) {
            parts.join(pair[0], pair[1]);
        }
    }
    let roots: Vec<u32> = (0..cells as u32).map(|cell| parts.find(cell)).collect();
    let mut names: Vec<u32> = roots.clone();
    names.sort_unstable();
    names.dedup();
    // Many parts, or one: not a short reason.
    if names.len() < 2 || names.len() > 64 {
        return None;
    }
    names.into_iter().find_map(|root| {
        let area = roots.iter().filter(|&&other| other == root).count();
        let inside = |(number, _): &(usize, &Piece)| {
            placements.iter().any(|p| p.piece == *number && roots[p.cells[0] as usize] == root)
        };
        let pieces = written.pieces.iter().enumerate().filter(inside);
        let sums = reachable(pieces.map(|(_, piece)| (piece, 0)), area);
        let first = roots.iter().position(|&other| other == root)?;
        let name = &written.cell_names[first];
        // A single cell that nothing covers has a plainer reason.
        (!sums[area] && area > 1).then(|| {
            format!("the part of the box around cell {name} has {area} cells, which no pieces fill")
        })
    })
}

/// Sets of cells that are joined one by one.
struct Parts(Vec<u32>);

impl Parts {
    fn find(&mut self, cell: u32) -> u32 {
        let mut cell = cell;
        while self.0[cell as usize] != cell {
            self.0[cell as usize] = self.0[self.0[cell as usize] as usize];
            cell = self.0[cell as usize];
        }
        cell
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

/// How many of this piece every solution uses, if the area of the others forces it.
pub(super) fn forced(written: &Written, piece: usize) -> Option<u64> {
    let (low, mut rest) = written.room();
    if low < rest {
        return None;
    }
    for (_, p) in written.pieces.iter().enumerate().filter(|(other, _)| *other != piece) {
        let exact = (p.count.max == Some(p.count.min)).then_some(p.count.min)?;
        rest = rest.checked_sub(size(p) * u64::from(exact))?;
    }
    let size = size(&written.pieces[piece]);
    rest.is_multiple_of(size).then_some(rest / size)
}

fn size(piece: &Piece) -> u64 {
    piece.shape.len() as u64
}

/// The areas up to `area` that some choice of pieces has, each used at least so often: a bounded
/// knapsack.
fn reachable<'a>(pieces: impl Iterator<Item = (&'a Piece, u32)>, area: usize) -> Vec<bool> {
    let mut sums = vec![false; area + 1];
    sums[0] = true;
    for (piece, least) in pieces {
        let (size, least) = (piece.shape.len(), least as usize);
        let most = piece.count.max.map_or(area / size, |max| max as usize).max(least);
        // used[s]: how many more of this piece than the least it takes to reach s.
        let mut used = vec![usize::MAX; area + 1];
        for s in least.saturating_mul(size).min(area + 1)..=area {
            if sums[s - least * size] {
                used[s] = 0;
            } else if s >= size && used[s - size] < most - least {
                used[s] = used[s - size] + 1;
            }
        }
        sums = used.into_iter().map(|used| used != usize::MAX).collect();
    }
    sums
}
