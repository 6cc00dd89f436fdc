//! Dedekind's numbers by traces of matrices over a small lattice.
//!
//! A monotone map from the sets of n + 4 things to {0, 1} is a monotone map f from the sets of four
//! things {1, 2, 3, 4} to L, the lattice of monotone maps of n things: 2, 3, 6, 20, 168 elements for
//! n = 0 to 4. Fix the values at the empty and the full set, e ≤ t, and at the pairs {1,3} and
//! {2,4}, a and b. The other pairs form a ring 12, 23, 34, 41: neighbours share one single set
//! (below both) and one triple (above both), which see nothing else that is not fixed. With the
//! number of choices for these two,
//!
//!   A(m, m') = |[e, a ∧ m ∧ m']| · |[b ∨ m ∨ m', t]|   where the shared thing is 1 or 3,
//!   B(m, m') = |[e, b ∧ m ∧ m']| · |[a ∨ m ∨ m', t]|   where it is 2 or 4,
//!
//! the sum over the ring is the trace of A·B·A·B, and the Dedekind number is the sum of these traces
//! over all e ≤ t and all a, b between them. The idea of writing such sums as traces is Jäkel's, who
//! reached the ninth number so (2023), with n = 5; here n = 4 gives the eighth in a minute or so
//! instead of a sum over pairs of the 7828354 elements of the next lattice but one.
//!
//! Permutations of the n things and duality carry intervals [e, t] to each other: one of each orbit
//! is taken, and in it one of each orbit of {a, b} under what keeps the interval. All numbers in
//! A·B are below 2^37, so it is computed exactly in floating point; the traces are added up in 128
//! bits.

use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;
use puzzle_core::Subtree;

use crate::divide::sums::{self, Outcome, Sum};

/// The Dedekind number of `4 + n` things as a sum over intervals.
#[derive(Clone, Debug)]
pub struct Ring {
    /// The elements of L as truth tables, in increasing order.
    elements: Vec<u16>,
    /// How many elements lie between two, by number; 0 if the first is not below the second.
    between: Vec<Vec<u16>>,
    /// Meets and joins by number.
    meet: Vec<Vec<u8>>,
    join: Vec<Vec<u8>>,
    /// Permutations of the things, as permutations of L; and the dual of each element.
    permutations: Vec<Vec<u8>>,
    dual: Vec<u8>,
}

impl Ring {
    /// The sizes it takes: things in all.
    pub const SIZES: std::ops::RangeInclusive<u32> = 4..=8;

    /// # Panics
    /// If `things` is not one of [`Ring::SIZES`].
    pub fn new(things: u32) -> Self {
        assert!(Self::SIZES.contains(&things), "from four to eight things");
        let n = things - 4;
        let elements = lattice(n);
        let number = |table: u16| elements.binary_search(&table).expect("closed") as u8;
        let pairs = |f: &dyn Fn(u16, u16) -> u16| -> Vec<Vec<u8>> {
            let row = |&x: &u16| elements.iter().map(|&y| number(f(x, y))).collect();
            elements.iter().map(row).collect()
        };
        let size = |&x: &u16, &y: &u16| {
            elements.iter().filter(|&&z| x & !z == 0 && z & !y == 0).count() as u16
        };
        let between =
            elements.iter().map(|x| elements.iter().map(|y| size(x, y)).collect()).collect();
        let carry = |permutation: &Vec<u32>| -> Vec<u8> {
            elements.iter().map(|&table| number(permuted(table, n, permutation))).collect()
        };
        let full = ((1_u32 << (1 << n)) - 1) as u16;
        let turned = |table: u16| {
            (0..1 << n)
                .filter(|set| table >> set & 1 == 1)
                .map(|set: u32| 1 << ((1 << n) - 1 - set))
                .sum::<u16>()
        };
        Ring {
            meet: pairs(&|x, y| x & y),
            join: pairs(&|x, y| x | y),
            permutations: permutations(n).iter().map(carry).collect(),
            dual: elements.iter().map(|&table| number(!turned(table) & full)).collect(),
            between,
            elements,
        }
    }

    /// One interval of each orbit, as the numbers of its ends; the whole lattice, which takes
    /// longest, comes first.
    pub fn parts(&self) -> Vec<Subtree> {
        let n = self.elements.len() as u8;
        let pairs = (0..n).flat_map(|e| (0..n).map(move |t| (e, t)));
        let mut first: Vec<(u8, u8)> =
            pairs.filter(|&(e, t)| self.size(e, t) > 0 && self.orbit(e, t)[0] == (e, t)).collect();
        first.sort_by_key(|&(e, t)| std::cmp::Reverse(self.size(e, t)));
        let weight = |(e, t): &(u8, u8)| {
            f64::from(self.size(*e, *t)).powi(5) * self.orbit(*e, *t).len() as f64
        };
        let whole: f64 = first.iter().map(weight).sum();
        let part =
            |pair: &(u8, u8)| sums::subtree(weight(pair) / whole, &[pair.0.into(), pair.1.into()]);
        first.iter().map(part).collect()
    }

    /// Whether a part from elsewhere is an interval.
    pub fn owns(&self, part: &[u32]) -> bool {
        let n = self.elements.len() as u32;
        matches!(part, &[e, t] if e < n && t < n && self.size(e as u8, t as u8) > 0)
    }

    fn size(&self, e: u8, t: u8) -> u16 {
        self.between[e as usize][t as usize]
    }

    /// The images of an interval under permutations and duality, sorted.
    fn orbit(&self, e: u8, t: u8) -> Vec<(u8, u8)> {
        let mut orbit = Vec::with_capacity(2 * self.permutations.len());
        for images in &self.permutations {
            let (e, t) = (images[e as usize], images[t as usize]);
            orbit.extend([(e, t), (self.dual[t as usize], self.dual[e as usize])]);
        }
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The permutations of L that keep an interval; some of them turn L upside down.
    fn keepers(&self, e: u8, t: u8) -> Vec<Vec<u8>> {
        let mut keepers = Vec::new();
        for images in &self.permutations {
            if (images[e as usize], images[t as usize]) == (e, t) {
                keepers.push(images.clone());
            }
            let turned: Vec<u8> = images.iter().map(|&x| self.dual[x as usize]).collect();
            if (turned[t as usize], turned[e as usize]) == (e, t) {
                keepers.push(turned);
            }
        }
        keepers
    }

    /// The sum over all maps that are e at the empty and t at the full set; `None` if stopped.
    fn interval(&self, e: u8, t: u8, stop: &AtomicBool) -> Option<(BigUint, u64)> {
        let inside = |x: &u8| self.size(e, *x) > 0 && self.size(*x, t) > 0;
        let members: Vec<u8> = (0..self.elements.len() as u8).filter(inside).collect();
        let keepers = self.keepers(e, t);
        let mut matrices = Matrices::new(members.len());
        let (mut sum, mut traces) = (BigUint::ZERO, 0);
        for &a in &members {
            for &b in members.iter().filter(|&&b| a <= b) {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                // The trace does not change when a and b change places.
                let mut orbit: Vec<(u8, u8)> = keepers
                    .iter()
                    .map(|images| (images[a as usize], images[b as usize]))
                    .map(|(a, b)| (a.min(b), a.max(b)))
                    .collect();
                orbit.sort_unstable();
                orbit.dedup();
                if orbit[0] != (a, b) {
                    continue;
                }
                let weight = orbit.len() as u32 * if a == b { 1 } else { 2 };
                self.fill(&mut matrices.a, &members, (e, t), (a, b));
                self.fill(&mut matrices.b, &members, (e, t), (b, a));
                sum += BigUint::from(matrices.trace()) * weight;
                traces += 1;
            }
        }
        Some((sum, traces))
    }

    /// The matrix A for the hubs `low` and `high`.
    fn fill(&self, matrix: &mut [f64], members: &[u8], (e, t): (u8, u8), (low, high): (u8, u8)) {
        let below: Vec<f64> = (0..self.elements.len())
            .map(|x| self.size(e, self.meet[low as usize][x]).into())
            .collect();
        let above: Vec<f64> = (0..self.elements.len())
            .map(|x| self.size(self.join[high as usize][x], t).into())
            .collect();
        for (row, &x) in matrix.chunks_exact_mut(members.len()).zip(members) {
            let (meet, join) = (&self.meet[x as usize], &self.join[x as usize]);
            for (entry, &y) in row.iter_mut().zip(members) {
                *entry = below[meet[y as usize] as usize] * above[join[y as usize] as usize];
            }
        }
    }
}

impl Sum for Ring {
    fn work(&self, part: &[u32], stop: &AtomicBool) -> Option<Outcome> {
        let (e, t) = (part[0] as u8, part[1] as u8);
        let (sum, nodes) = self.interval(e, t, stop)?;
        Some(Outcome::Counted { sum: sum * self.orbit(e, t).len(), nodes })
    }

    /// An interval is counted as a whole.
    fn split(&self, _: &[u32]) -> Option<Vec<Vec<u32>>> {
        None
    }
}

/// Two matrices and room for their product.
struct Matrices {
    size: usize,
    a: Vec<f64>,
    b: Vec<f64>,
    product: Vec<f64>,
}

impl Matrices {
    fn new(size: usize) -> Self {
        let zeros = vec![0.0; size * size];
        Matrices { size, a: zeros.clone(), b: zeros.clone(), product: zeros }
    }

    /// The trace of A·B·A·B.
    fn trace(&mut self) -> u128 {
        multiply(self.size, &self.a, &self.b, &mut self.product);
        let (n, c) = (self.size, &self.product);
        let mut trace = 0;
        for i in 0..n {
            trace += u128::from(c[i * n + i] as u64).pow(2);
            for j in 0..i {
                trace += 2 * u128::from(c[i * n + j] as u64) * u128::from(c[j * n + i] as u64);
            }
        }
        trace
    }
}

/// The product of two matrices, by the best instructions there are.
fn multiply(size: usize, a: &[f64], b: &[f64], product: &mut [f64]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        #[target_feature(enable = "avx2,fma")]
        fn wide(size: usize, a: &[f64], b: &[f64], product: &mut [f64]) {
            rows(size, a, b, product);
        }
        #[allow(unsafe_code)]
        // SAFETY: the same safe code, compiled for instructions that were just found.
        return unsafe { wide(size, a, b, product) };
    }
    rows(size, a, b, product);
}

/// Rows of the product as sums of rows of `b`, four at a time.
#[inline(always)]
fn rows(size: usize, a: &[f64], b: &[f64], product: &mut [f64]) {
    for (factors, row) in a.chunks_exact(size).zip(product.chunks_exact_mut(size)) {
        row.fill(0.0);
        let mut fours = factors.chunks_exact(4).zip(b.chunks_exact(4 * size));
        for (f, b) in &mut fours {
            let (b0, b) = b.split_at(size);
            let (b1, b) = b.split_at(size);
            let (b2, b3) = b.split_at(size);
            for ((((x, b0), b1), b2), b3) in row.iter_mut().zip(b0).zip(b1).zip(b2).zip(b3) {
                *x += f[0] * b0 + f[1] * b1 + (f[2] * b2 + f[3] * b3);
            }
        }
        let done = size / 4 * 4;
        for (f, b) in factors[done..].iter().zip(b[done * size..].chunks_exact(size)) {
            row.iter_mut().zip(b).for_each(|(x, b)| *x += f * b);
        }
    }
}

/// The monotone maps of n things, as truth tables in increasing order.
fn lattice(n: u32) -> Vec<u16> {
    let mut tables: Vec<u16> = vec![0, 1];
    for k in 0..n {
        // A map of one more thing is a pair of maps, the one without it below the one with it.
        let pairs = tables.iter().flat_map(|&low| tables.iter().map(move |&high| (low, high)));
        let below = pairs.filter(|(low, high)| low & !high == 0);
        tables = below.map(|(low, high)| low | high << (1 << k)).collect();
        tables.sort_unstable();
    }
    tables
}

/// The table of a map whose things are renamed.
fn permuted(table: u16, n: u32, permutation: &[u32]) -> u16 {
    let image = |set: u32| {
        (0..n).filter(|i| set >> i & 1 == 1).map(|i| 1 << permutation[i as usize]).sum::<u32>()
    };
    (0..1 << n).filter(|&set| table >> set & 1 == 1).map(|set| 1 << image(set)).sum()
}

fn permutations(n: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for i in 0..n {
        let insert = |p: &Vec<u32>| -> Vec<Vec<u32>> {
            (0..=p.len()).map(|at| [&p[..at], &[i], &p[at..]].concat()).collect()
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lattices_have_the_sizes_of_dedekind_and_as_many_intervals_as_the_next() {
        let sizes: Vec<usize> = (0..=4).map(|n| lattice(n).len()).collect();
        assert_eq!(sizes, [2, 3, 6, 20, 168]);
        let ring = Ring::new(8);
        let sum: usize = ring
            .parts()
            .iter()
            .map(|part| ring.orbit(part.chosen[0].0 as u8, part.chosen[1].0 as u8).len())
            .sum();
        assert_eq!(sum, 7581);
    }

    #[test]
    fn duality_and_permutations_keep_the_order() {
        let ring = Ring::new(7);
        for x in 0..20 {
            for y in 0..20 {
                let (dx, dy) = (ring.dual[x], ring.dual[y]);
                assert_eq!(ring.between[x][y], ring.size(dy, dx));
                for images in &ring.permutations {
                    assert_eq!(ring.between[x][y], ring.size(images[x], images[y]));
                }
            }
        }
    }

    #[test]
    fn the_product_is_that_of_the_definition_at_every_size() {
        for size in 1..12 {
            let a: Vec<f64> = (0..size * size).map(|i| (i * 7 % 11) as f64).collect();
            let b: Vec<f64> = (0..size * size).map(|i| (i * 5 % 13) as f64).collect();
            let mut product = vec![9.0; size * size];
            multiply(size, &a, &b, &mut product);
            for i in 0..size {
                for j in 0..size {
                    let sum: f64 = (0..size).map(|k| a[i * size + k] * b[k * size + j]).sum();
                    assert_eq!(product[i * size + j], sum);
                }
            }
        }
    }
}
