//! The area argument: what can be said about a puzzle before any search.

use super::{Piece, Written};

/// Why the pieces cannot fill the box exactly, if counting cells tells.
pub(super) fn impossible(written: &Written) -> Option<String> {
    let area = written.region.len() as u64;
    let least: u64 = written.pieces.iter().map(|p| size(p) * u64::from(p.count.min)).sum();
    let most = written.pieces.iter().try_fold(0_u64, |sum, p| {
        Some(sum.saturating_add(size(p).saturating_mul(u64::from(p.count.max?))))
    });
    if most == Some(least) && least != area {
        return Some(format!("the pieces have {least} cells together, the box has {area}"));
    }
    if least > area {
        return Some(format!("the pieces have at least {least} cells, the box has only {area}"));
    }
    if let Some(most) = most.filter(|&most| most < area) {
        return Some(format!("the pieces have at most {most} cells, the box has {area}"));
    }
    // A large sum of many pieces is left to the engines.
    if area.saturating_mul(written.pieces.len() as u64) > 50_000_000 || reachable(written) {
        return None;
    }
    Some(format!("no choice of pieces has exactly the {area} cells of the box"))
}

/// How many of this piece every solution uses, if the area of the others forces it.
pub(super) fn forced(written: &Written, piece: usize) -> Option<u64> {
    let mut rest = written.region.len() as u64;
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

/// Whether some choice of pieces has the area of the box: a bounded knapsack.
fn reachable(written: &Written) -> bool {
    let area = written.region.len();
    let mut sums = vec![false; area + 1];
    sums[0] = true;
    for piece in &written.pieces {
        let size = piece.shape.len();
        let most = piece.count.max.map_or(area / size, |max| max as usize);
        let least = piece.count.min as usize;
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
    sums[area]
}
