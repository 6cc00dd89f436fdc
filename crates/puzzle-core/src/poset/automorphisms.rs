//! How many permutations of the elements keep the order.
//!
//! The order of the group is the product of orbit sizes: of a first element under the whole group,
//! of a second under those that keep the first, and so on (orbits and stabilisers). Whether one
//! element can go where another is takes a search for one permutation, which invariants (height,
//! depth, how many lie above and below) keep short. A budget of steps bounds the effort.

use num_bigint::BigUint;

use super::Poset;

impl Poset {
    /// The number of automorphisms; `None` if that takes too long.
    pub fn automorphisms(&self) -> Option<BigUint> {
        let n = self.len();
        if n > 512 {
            return None;
        }
        let kinds = self.kinds();
        let mut search = Search { poset: self, kinds: &kinds, steps: 3_000_000 };
        let mut order = BigUint::from(1_u32);
        let mut image: Vec<u32> = Vec::new();
        for x in self.elements() {
            let mut orbit = 0_u32;
            for y in self.elements() {
                let mut trial = image.clone();
                if y == x
                    || (search.fits(&trial, y) && {
                        trial.push(y);
                        search.extend(&mut trial)?
                    })
                {
                    orbit += 1;
                }
            }
            order *= orbit;
            image.push(x);
        }
        Some(order)
    }

    /// Numbers that an automorphism keeps.
    fn kinds(&self) -> Vec<[usize; 6]> {
        let heights = self.heights();
        let n = self.len();
        let mut depths = vec![0_usize; n];
        let mut below = vec![0_usize; n];
        for x in self.elements().rev() {
            let up = self.upper_covers(x).iter().map(|&y| depths[y as usize] + 1);
            depths[x as usize] = up.max().unwrap_or(0);
        }
        for x in self.elements() {
            for y in self.elements().filter(|&y| self.leq(x, y)) {
                below[y as usize] += 1;
            }
        }
        let above = |x: u32| self.above(x).iter().map(|word| word.count_ones() as usize).sum();
        self.elements()
            .map(|x| {
                let i = x as usize;
                let covers = (self.upper_covers(x).len(), self.lower_covers(x).len());
                [heights[i] as usize, depths[i], above(x), below[i], covers.0, covers.1]
            })
            .collect()
    }
}

struct Search<'a> {
    poset: &'a Poset,
    kinds: &'a [[usize; 6]],
    steps: u64,
}

impl Search<'_> {
    /// Whether the next element may go to `y` when those before it went to `image`.
    fn fits(&self, image: &[u32], y: u32) -> bool {
        let x = image.len() as u32;
        self.kinds[x as usize] == self.kinds[y as usize]
            && image.iter().zip(0..).all(|(&other, before)| {
                other != y
                    && self.poset.leq(before, x) == self.poset.leq(other, y)
                    && self.poset.leq(x, before) == self.poset.leq(y, other)
            })
    }

    /// Whether the images can be completed; `None` if the steps are used up.
    fn extend(&mut self, image: &mut Vec<u32>) -> Option<bool> {
        if image.len() == self.poset.len() {
            return Some(true);
        }
        for y in self.poset.elements() {
            self.steps = self.steps.checked_sub(1)?;
            if self.fits(image, y) {
                image.push(y);
                if self.extend(image)? {
                    return Some(true);
                }
                image.pop();
            }
        }
        Some(false)
    }
}
