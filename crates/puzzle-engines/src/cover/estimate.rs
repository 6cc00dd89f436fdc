//! How large will the tree be? Random descents tell, within limits (Knuth 1975).
//!
//! A descent picks one child at random at every node; the product of the branching factors along
//! the way estimates the number of nodes at that depth without bias. The mean of many descents is
//! good to a small factor on real puzzles, and errs on the small side where solutions are rare.

use puzzle_core::{AbstractPuzzle, AspectId, Cover, Demand, Order};

use super::cells::{Search, next_random};

/// The mean of `descents` estimates of the nodes of a least-fit-first search.
pub(crate) fn dynamic(puzzle: &AbstractPuzzle, descents: u32) -> f64 {
    let mut search = Search::new(puzzle);
    let mut random = 0x2545_f491_4f6c_dd1d;
    let total: f64 = (0..descents).map(|_| search.probe_root(&mut random)).sum();
    1.0 + total / f64::from(descents)
}

/// The static order with the smallest estimate, and that: the least-growing footprint or one that
/// comes with the puzzle. Where there is only one it is not estimated, and the number is 0.
pub(crate) fn best_order(cover: &Cover, descents: u32) -> (Order, f64) {
    let own = Order::least_growing_footprint(&cover.puzzle);
    if cover.orders.is_empty() {
        return (own, 0.0);
    }
    let mut best = (fixed(&cover.puzzle, &own, descents), own);
    for order in &cover.orders {
        let nodes = fixed(&cover.puzzle, order, descents);
        // Descents are random: a proposal must be clearly better.
        if nodes * 1.3 < best.0 {
            best = (nodes, order.clone());
        }
    }
    (best.1, best.0)
}

/// The mean of `descents` estimates of the nodes of a search that covers the aspects in this order,
/// as far as they must be covered.
pub(crate) fn fixed(puzzle: &AbstractPuzzle, order: &Order, descents: u32) -> f64 {
    let words = puzzle.aspects().len().div_ceil(64);
    let must = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
    let (first, last): (Vec<AspectId>, Vec<AspectId>) =
        order.sequence().iter().partition(|a| must(a));
    let mut ranks = vec![0; puzzle.aspects().len()];
    for (rank, a) in first.iter().chain(&last).enumerate() {
        ranks[a.index()] = rank as u32;
    }
    // By rank of their least aspect, the embeddings as bitsets over ranks.
    let mut parts: Vec<Vec<u64>> = vec![Vec::new(); first.len()];
    for e in puzzle.embedding_ids() {
        let mut mask = vec![0_u64; words];
        let mut least = u32::MAX;
        for a in puzzle.embedding(e) {
            let rank = ranks[a.index()];
            mask[rank as usize / 64] |= 1 << (rank % 64);
            least = least.min(rank);
        }
        parts[least as usize].extend_from_slice(&mask);
    }
    let mut random = 0x2545_f491_4f6c_dd1d;
    let mut fitting: Vec<usize> = Vec::new();
    let mut total = 0.0;
    for _ in 0..descents {
        let mut covered = vec![0_u64; words];
        let mut weight = 1.0;
        for (rank, part) in parts.iter().enumerate() {
            if covered[rank / 64] >> (rank % 64) & 1 == 1 {
                continue;
            }
            fitting.clear();
            let disjoint = |mask: &[u64]| mask.iter().zip(&covered).all(|(m, c)| m & c == 0);
            let candidates = part.chunks_exact(words).enumerate();
            fitting.extend(candidates.filter(|(_, mask)| disjoint(mask)).map(|(i, _)| i));
            if fitting.is_empty() {
                break;
            }
            weight *= fitting.len() as f64;
            total += weight;
            let pick = fitting[(next_random(&mut random) % fitting.len() as u64) as usize];
            let mask = &part[pick * words..(pick + 1) * words];
            covered.iter_mut().zip(mask).for_each(|(c, m)| *c |= m);
        }
    }
    1.0 + total / f64::from(descents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_testkit::bijection;

    /// Every descent of a bijection's tree has the same branching, so the estimate is exact.
    #[test]
    fn the_estimate_is_exact_where_all_branches_are_alike() {
        let puzzle = bijection(4);
        let nodes = 1.0 + 4.0 + 12.0 + 24.0 + 24.0;
        assert_eq!(dynamic(&puzzle, 5), nodes);
        assert_eq!(fixed(&puzzle, &Order::reading(&puzzle), 5), nodes);
    }
}
