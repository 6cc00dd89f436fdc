//! Omission: which aspects are surely covered when their turn comes (document 000 §4.11).
//!
//! If E_a is empty and `a` is free when Solve_a is reached, the branch is dead. If it can be
//! *proved* that `a` is never free there, the procedure is needless: after the cells, the pieces
//! are covered, because their sizes add up.
//!
//! The proof is a certificate z, one integer for each aspect, with
//! 1. for every embedding the z of its aspects add up to 0, and
//! 2. the demands, weighted by z, add up to 0.
//!
//! Count in any state how often each aspect is covered: c = demand − q. By 1 (summed over the
//! chosen embeddings) Σ z·c = 0, hence by 2 Σ z·q = 0. When Solve_a is reached, q is 0 before `a`
//! and nowhere negative, so if z has one sign from `a` on (zeros allowed), every q with z ≠ 0 from
//! `a` on is 0; in particular `a` is covered when z_a ≠ 0.
//!
//! The same holds modulo any m: Σ z·q ≡ 0, and if the remainders of z from `a` on, weighted by the
//! demands, add up to less than m, then Σ z·q = 0 there. That is how the last four cells of a
//! pentomino box are seen to be covered: the number of free cells is a multiple of five.
//!
//! Certificates are *searched* by linear algebra modulo a prime and *checked* with integers, so a
//! bad search can only cost a check procedure, never a solution.
//!
//! The search: the embeddings, as 0/1 vectors over the aspects in order, are brought to reduced
//! row echelon form with the earliest possible pivots. Each column without pivot then gives a
//! vector z that ends there, which is the shape the proof wants.

use puzzle_core::{AbstractPuzzle, EmbeddingId};

use super::partition::Partition;

const PRIME: u64 = (1 << 31) - 1;
/// Beyond this many aspects no certificate is searched; check procedures are cheap.
const LARGEST: usize = 600;
/// So many dependent embeddings in a row end the collection of independent ones.
const PATIENCE: usize = 48;
/// So often the collection is mended; each time all the vectors are computed anew.
const ROUNDS: usize = 8;

/// For each place in the order: whether E_a is empty and `a` is proved to be covered by then.
pub(super) fn always_covered(puzzle: &AbstractPuzzle, partition: &Partition) -> Vec<bool> {
    let empty: Vec<bool> = partition.parts.iter().map(|part| part.members.is_empty()).collect();
    let mut covered = vec![false; empty.len()];
    if empty.len() > LARGEST || !empty.contains(&true) {
        return covered;
    }
    for z in certificates(puzzle, partition) {
        // Walk back over the longest tail in which z has one sign.
        let mut sign = 0;
        for rank in (0..z.len()).rev() {
            let here = z[rank].signum();
            if here != 0 && sign != 0 && here != sign {
                break;
            }
            sign = if here == 0 { sign } else { here };
            covered[rank] |= empty[rank] && here != 0;
        }
        let signed = moduli(&z).into_iter().flat_map(|modulus| [(modulus, 1), (modulus, -1)]);
        for (modulus, sign) in signed {
            // Walk back over the longest tail whose weight stays below the modulus.
            let mut weight = 0;
            for rank in (0..z.len()).rev() {
                let here = (sign * z[rank]).rem_euclid(modulus);
                let demand = puzzle.aspect(partition.parts[rank].aspect).demand.max();
                weight += i128::from(here) * i128::from(demand);
                if weight >= i128::from(modulus) {
                    break;
                }
                covered[rank] |= empty[rank] && here != 0;
            }
        }
    }
    covered
}

/// The numbers by which it may help to divide a certificate.
fn moduli(z: &[i64]) -> Vec<i64> {
    let mut moduli: Vec<i64> = z.iter().map(|x| x.abs()).filter(|&x| x > 1).collect();
    moduli.sort_unstable();
    moduli.dedup();
    moduli.truncate(16);
    moduli
}

/// Vectors over the places of the order that satisfy both conditions, checked exactly.
fn certificates(puzzle: &AbstractPuzzle, partition: &Partition) -> Vec<Vec<i64>> {
    let ranks = &partition.ranks;
    let orthogonal = |z: &[i64], e: EmbeddingId| {
        puzzle.embedding(e).iter().map(|a| z[ranks[a.index()] as usize]).sum::<i64>() == 0
    };
    let mut basis = Basis::new(ranks.len());
    // Adds embeddings until too many depend on the others; whether there was one that does not.
    let collect = |basis: &mut Basis, embeddings: &mut dyn Iterator<Item = EmbeddingId>| {
        let (mut misses, mut grown) = (0, false);
        for e in embeddings {
            let places = puzzle.embedding(e).iter().map(|a| ranks[a.index()] as usize);
            let independent = basis.insert(places);
            grown |= independent;
            misses = if independent { 0 } else { misses + 1 };
            if misses > PATIENCE {
                break;
            }
        }
        grown
    };
    collect(&mut basis, &mut scattered(puzzle.embedding_count()));
    let mut candidates = basis.null_vectors();
    for _ in 0..ROUNDS {
        // Embeddings that the collection overlooked, all at once.
        let missed = |e: &EmbeddingId| candidates.iter().any(|z| !orthogonal(z, *e));
        if !collect(&mut basis, &mut puzzle.embedding_ids().filter(missed)) {
            break;
        }
        candidates = basis.null_vectors();
    }
    let passes = |z: &Vec<i64>| puzzle.embedding_ids().all(|e| orthogonal(z, e));
    balanced(puzzle, partition, candidates.into_iter().filter(passes))
}

/// Keeps the vectors for which the weighted demands add up to 0.
fn balanced(
    puzzle: &AbstractPuzzle,
    partition: &Partition,
    candidates: impl Iterator<Item = Vec<i64>>,
) -> Vec<Vec<i64>> {
    let balances = |z: &Vec<i64>| {
        let weigh = |(rank, &z): (usize, &i64)| {
            i128::from(z) * i128::from(puzzle.aspect(partition.parts[rank].aspect).demand.max())
        };
        z.iter().enumerate().map(weigh).sum::<i128>() == 0
    };
    candidates.filter(balances).collect()
}

/// All embeddings, neighbours far apart, so that a few of them already span the space.
fn scattered(count: usize) -> impl Iterator<Item = EmbeddingId> {
    let stride = (count * 5 / 8..).find(|&s| gcd(s.max(1), count) == 1).unwrap_or(1).max(1);
    (0..count).map(move |i| EmbeddingId::new(i * stride % count))
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Row vectors modulo [`PRIME`] in echelon form: row `p` has its first nonzero entry, a 1, at `p`.
struct Basis {
    rows: Vec<Option<Vec<u64>>>,
}

impl Basis {
    fn new(width: usize) -> Self {
        Basis { rows: vec![None; width] }
    }

    /// Adds the 0/1 vector with ones at `places`; false if it depends on the others.
    fn insert(&mut self, places: impl Iterator<Item = usize>) -> bool {
        let mut vector = vec![0; self.rows.len()];
        places.for_each(|place| vector[place] = 1);
        for pivot in 0..vector.len() {
            if vector[pivot] == 0 {
                continue;
            }
            match &self.rows[pivot] {
                Some(row) => subtract(&mut vector[pivot..], &row[pivot..]),
                None => {
                    let inverse = power(vector[pivot], PRIME - 2);
                    vector[pivot..].iter_mut().for_each(|x| *x = *x * inverse % PRIME);
                    self.rows[pivot] = Some(vector);
                    return true;
                }
            }
        }
        false
    }

    /// For each column without pivot, the vector orthogonal to all rows that has a 1 there, 0 in
    /// the other such columns, scaled to small integers. Vectors that are not small are left out.
    fn null_vectors(&self) -> Vec<Vec<i64>> {
        let free = (0..self.rows.len()).filter(|&column| self.rows[column].is_none());
        free.filter_map(|column| {
            let mut z = vec![0_u64; self.rows.len()];
            z[column] = 1;
            for pivot in (0..column).rev() {
                if let Some(row) = &self.rows[pivot] {
                    let dot = (pivot + 1..=column).fold(0, |sum, i| (sum + row[i] * z[i]) % PRIME);
                    z[pivot] = (PRIME - dot) % PRIME;
                }
            }
            small_integers(&z)
        })
        .collect()
    }
}

/// Clears the first entry of `vector` with the row, whose first entry is 1.
fn subtract(vector: &mut [u64], row: &[u64]) {
    let factor = PRIME - vector[0];
    for (x, &y) in vector.iter_mut().zip(row) {
        *x = (*x + factor * y) % PRIME;
    }
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

/// The least multiple of `z` that consists of small integers, if there is one.
fn small_integers(z: &[u64]) -> Option<Vec<i64>> {
    const SMALL: u64 = 4096;
    let signed = |x: u64| if x > PRIME / 2 { x as i64 - PRIME as i64 } else { x as i64 };
    (1..=60)
        .map(|scale| z.iter().map(|&x| signed(x * scale % PRIME)).collect::<Vec<i64>>())
        .find(|scaled| scaled.iter().all(|x| x.unsigned_abs() <= SMALL))
}
