//! Groups of permutations by generators: their order and their elements, without listing more than
//! is asked for.
//!
//! A *base* is a list of points that no permutation but the identity keeps. The elements that keep its
//! first i points form a chain of subgroups; the order of the group is the product of the orbits of
//! the base points, each under the subgroup that keeps those before it (Sims 1970). If the generators
//! are *strong*, those that keep the first i points generate the i-th subgroup, and the orbits follow
//! at once. Those that the search finds are. Tests make chains of any generators, by Schreier and
//! Sims at random: products are sifted through the chain, and what is left of them is added.

use num_bigint::BigUint;

use crate::Permutation;

/// A group of permutations.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    degree: usize,
    strong: Vec<Permutation>,
    inverse: Vec<Permutation>,
    levels: Vec<Level>,
}

/// The orbit of one base point.
#[derive(Clone, Debug)]
struct Level {
    point: u32,
    /// Which strong generators keep the points before it.
    generators: Vec<u32>,
    orbit: Vec<u32>,
    /// By point: the generator that led there, `ROOT` for the base point, `AWAY` outside the orbit.
    from: Vec<u32>,
}

const ROOT: u32 = u32::MAX;
const AWAY: u32 = u32::MAX - 1;

impl Chain {
    /// The group of strong generators, each with how many points of the base it keeps.
    pub(super) fn strong(degree: usize, base: &[u32], found: &[(usize, Permutation)]) -> Self {
        let level = |&point: &u32| Level {
            point,
            generators: Vec::new(),
            orbit: Vec::new(),
            from: vec![AWAY; degree],
        };
        let levels = base.iter().map(level).collect();
        let mut chain = Chain { degree, strong: Vec::new(), inverse: Vec::new(), levels };
        for (keeps, generator) in found {
            let number = chain.keep(generator.clone());
            chain.levels[..=*keeps].iter_mut().for_each(|level| level.generators.push(number));
        }
        (0..chain.levels.len()).for_each(|level| chain.grow(level));
        chain
    }

    /// How many elements the group has.
    pub(super) fn order(&self) -> BigUint {
        self.levels.iter().map(|level| BigUint::from(level.orbit.len())).product()
    }

    /// Permutations that generate it.
    pub(super) fn generators(&self) -> &[Permutation] {
        &self.strong
    }

    /// All elements, the identity first; `None` if there are over `most`.
    pub(super) fn elements(&self, most: usize) -> Option<Vec<Permutation>> {
        let order = usize::try_from(self.order()).ok().filter(|&order| order <= most)?;
        let mut elements = vec![Permutation::identity(self.degree)];
        for level in self.levels.iter().rev() {
            let mut more = Vec::with_capacity(order);
            for &point in &level.orbit {
                let carry = self.carry(level, point);
                more.extend(elements.iter().map(|element| element.then(&carry)));
            }
            elements = more;
        }
        Some(elements)
    }

    fn keep(&mut self, generator: Permutation) -> u32 {
        self.inverse.push(generator.inverse());
        self.strong.push(generator);
        self.strong.len() as u32 - 1
    }

    /// Finds the orbit of a base point.
    fn grow(&mut self, level: usize) {
        let Chain { strong, levels, .. } = self;
        let Level { point, generators, orbit, from } = &mut levels[level];
        orbit.iter().for_each(|&p| from[p as usize] = AWAY);
        orbit.clear();
        orbit.push(*point);
        from[*point as usize] = ROOT;
        let mut done = 0;
        while let Some(&p) = orbit.get(done) {
            done += 1;
            for &number in generators.iter() {
                let image = strong[number as usize].apply(p);
                if from[image as usize] == AWAY {
                    from[image as usize] = number;
                    orbit.push(image);
                }
            }
        }
    }

    /// An element of a level's subgroup that carries its base point to `point`.
    fn carry(&self, level: &Level, mut point: u32) -> Permutation {
        let mut carry = Permutation::identity(self.degree);
        while level.from[point as usize] != ROOT {
            let number = level.from[point as usize] as usize;
            carry = self.strong[number].then(&carry);
            point = self.inverse[number].apply(point);
        }
        carry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Products that must leave nothing before a chain is taken to be whole. A proper subgroup has at
    /// most half the elements, so each of them finds it out with probability a half or more.
    const PATIENCE: u32 = 40;

    impl Chain {
        /// The group of any generators.
        pub(crate) fn generated(degree: usize, generators: &[Permutation]) -> Self {
            let mut chain = Chain::strong(degree, &[], &[]);
            if generators.is_empty() {
                return chain;
            }
            for generator in generators {
                chain.sift_in(generator);
            }
            // A random walk over the group: products of a few that change all the time.
            let mut random = Random::new(1);
            let mut pool: Vec<Permutation> =
                generators.iter().cloned().cycle().take(generators.len().max(10)).collect();
            let mut last = Permutation::identity(degree);
            let mut quiet = 0;
            let mut steps = 0;
            while quiet < PATIENCE {
                let (i, j) = (random.index(pool.len()), random.index(pool.len()));
                if i != j {
                    pool[i] = match random.index(2) {
                        0 => pool[i].then(&pool[j]),
                        _ => pool[j].then(&pool[i]),
                    };
                    last = last.then(&pool[i]);
                    steps += 1;
                    // The first products are not random yet.
                    let nothing = !chain.sift_in(&last);
                    quiet = if nothing && steps > PATIENCE { quiet + 1 } else { 0 };
                }
            }
            chain
        }

        /// Adds what the chain does not account for; says whether there was anything.
        fn sift_in(&mut self, element: &Permutation) -> bool {
            let mut rest = element.clone();
            let mut depth = 0;
            while let Some(level) = self.levels.get(depth) {
                let mut point = rest.apply(level.point);
                if level.from[point as usize] == AWAY {
                    break;
                }
                while level.from[point as usize] != ROOT {
                    let back = &self.inverse[level.from[point as usize] as usize];
                    rest = rest.then(back);
                    point = back.apply(point);
                }
                depth += 1;
            }
            if depth == self.levels.len() {
                let moved = (0..self.degree as u32).find(|&p| rest.apply(p) != p);
                let Some(point) = moved else { return false };
                let from = vec![AWAY; self.degree];
                self.levels.push(Level { point, generators: Vec::new(), orbit: Vec::new(), from });
            }
            let number = self.keep(rest);
            for level in 0..=depth {
                self.levels[level].generators.push(number);
                self.grow(level);
            }
            true
        }
    }

    fn cycle(n: u32) -> Permutation {
        Permutation::new((0..n).map(|i| (i + 1) % n).collect()).unwrap()
    }

    fn swap(n: u32, a: u32, b: u32) -> Permutation {
        let image = |i| {
            if i == a {
                b
            } else if i == b {
                a
            } else {
                i
            }
        };
        Permutation::new((0..n).map(image).collect()).unwrap()
    }

    #[test]
    fn a_cycle_and_a_swap_generate_all_permutations() {
        let mut factorial = BigUint::from(1_u32);
        for n in 2..=30 {
            factorial *= n;
            let chain = Chain::generated(n as usize, &[cycle(n), swap(n, 0, 1)]);
            assert_eq!(chain.order(), factorial);
        }
    }

    /// The turns of two faces of a cube of 2 x 2 x 2, by its corners' stickers, would be longer to
    /// write; the Mathieu group M11 is the classic.
    #[test]
    fn the_mathieu_group_of_degree_11_has_7920_elements() {
        let long = cycle(11);
        // (3 7 11 8)(4 10 5 6), counted from 1.
        let mut images: Vec<u32> = (0..11).collect();
        for list in [[2, 6, 10, 7], [3, 9, 4, 5]] {
            for i in 0..4 {
                images[list[i]] = list[(i + 1) % 4] as u32;
            }
        }
        let chain = Chain::generated(11, &[long, Permutation::new(images).unwrap()]);
        assert_eq!(chain.order(), 7920_u32.into());
        let elements = chain.elements(8000).unwrap();
        let different: rustc_hash::FxHashSet<&Permutation> = elements.iter().collect();
        assert_eq!(different.len(), 7920);
        assert!(elements[0].is_identity());
        assert!(chain.elements(7919).is_none());
    }

    #[test]
    fn nothing_generates_the_identity() {
        assert_eq!(Chain::generated(5, &[]).order(), 1_u32.into());
        assert_eq!(Chain::generated(5, &[Permutation::identity(5)]).elements(1).unwrap().len(), 1);
    }
}
