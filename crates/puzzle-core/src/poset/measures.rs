//! Figures about an order: height, levels, width, components, intervals.

use super::Poset;

impl Poset {
    /// How many elements the longest chain ending at each element has below that element.
    pub fn heights(&self) -> Vec<u32> {
        let mut heights = vec![0; self.len()];
        for x in self.elements() {
            let below = self.lower_covers(x).iter().map(|&y| heights[y as usize] + 1);
            heights[x as usize] = below.max().unwrap_or(0);
        }
        heights
    }

    /// How many elements of each height there are.
    pub fn levels(&self) -> Vec<usize> {
        let heights = self.heights();
        let top = heights.iter().max().map_or(0, |&top| top as usize + 1);
        let mut levels = vec![0; top];
        for height in heights {
            levels[height as usize] += 1;
        }
        levels
    }

    /// The most elements of which none lies below another. By Dilworth's theorem as many as the
    /// fewest chains that cover the order: all elements less a maximal matching of pairs x < y.
    pub fn width(&self) -> usize {
        let n = self.len();
        // Which element each is matched to from below.
        let mut partner = vec![u32::MAX; n];
        let mut matched = 0;
        for x in self.elements() {
            let mut fresh = vec![u64::MAX; self.words];
            matched += usize::from(self.augment(x, &mut fresh, &mut partner));
        }
        n - matched
    }

    /// Looks for an alternating path from `x`, without recursion: paths may be long.
    fn augment(&self, x: u32, fresh: &mut [u64], partner: &mut [u32]) -> bool {
        // Each step: an element to be matched upward, and the element above it that is tried.
        let mut path: Vec<(u32, u32)> = vec![(x, u32::MAX)];
        while let Some(&(x, _)) = path.last() {
            let next = self.above(x).iter().zip(&*fresh).enumerate().find_map(|(word, (a, f))| {
                let own = if x as usize / 64 == word { 1 << (x % 64) } else { 0 };
                let open = a & f & !own;
                (open != 0).then(|| word as u32 * 64 + open.trailing_zeros())
            });
            let Some(y) = next else {
                path.pop();
                continue;
            };
            fresh[y as usize / 64] &= !(1 << (y % 64));
            if let Some(step) = path.last_mut() {
                step.1 = y;
            }
            if partner[y as usize] == u32::MAX {
                for (x, y) in path {
                    partner[y as usize] = x;
                }
                return true;
            }
            path.push((partner[y as usize], u32::MAX));
        }
        false
    }

    /// The parts between which nothing is comparable, each in increasing order.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let mut part = vec![usize::MAX; self.len()];
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for start in self.elements() {
            if part[start as usize] != usize::MAX {
                continue;
            }
            let (mut members, mut next) = (vec![start], 0);
            part[start as usize] = parts.len();
            while let Some(&x) = members.get(next) {
                next += 1;
                for &y in self.upper_covers(x).iter().chain(self.lower_covers(x)) {
                    if part[y as usize] == usize::MAX {
                        part[y as usize] = parts.len();
                        members.push(y);
                    }
                }
            }
            members.sort_unstable();
            parts.push(members);
        }
        parts
    }

    /// The most elements between two, both included.
    pub fn largest_interval(&self) -> usize {
        let bounded = |x: u32| {
            let tops = self.elements().filter(move |&y| self.leq(x, y));
            tops.map(move |y| self.elements().filter(|&z| self.leq(x, z) && self.leq(z, y)).count())
        };
        // If there is a least and a greatest element that is all; else look, in small orders.
        let least = self.elements().find(|&x| self.elements().all(|y| self.leq(x, y)));
        let greatest = self.elements().find(|&x| self.elements().all(|y| self.leq(y, x)));
        match (least, greatest) {
            (Some(_), Some(_)) => self.len(),
            _ if self.len() > 200 => {
                usize::from(!self.is_empty())
                    + usize::from(self.upper.iter().any(|up| !up.is_empty()))
            }
            _ => self.elements().flat_map(bounded).max().unwrap_or(0),
        }
    }

    /// `n`, if this is the order of the sets of `n` things by inclusion, under whatever names.
    pub fn as_boolean(&self) -> Option<u32> {
        let n = self.len().checked_ilog2().filter(|n| self.len() == 1 << n)?;
        // Each element must be the set of atoms below it, every set must occur, and inclusion
        // must be the order.
        let atoms: Vec<u32> = self.elements().filter(|&x| self.lower_covers(x) == [0]).collect();
        if atoms.len() != n as usize {
            return None;
        }
        let set = |x: u32| {
            let below = atoms.iter().enumerate().filter(|(_, atom)| self.leq(**atom, x));
            below.map(|(i, _)| 1_u32 << i).sum::<u32>()
        };
        let sets: Vec<u32> = self.elements().map(set).collect();
        let mut seen = vec![false; self.len()];
        sets.iter().for_each(|&set| seen[set as usize] = true);
        let included = |x: u32, y: u32| sets[x as usize] & !sets[y as usize] == 0;
        let agrees = |x: u32| self.elements().all(|y| self.leq(x, y) == included(x, y));
        (seen.iter().all(|&seen| seen) && self.elements().all(agrees)).then_some(n)
    }
}
