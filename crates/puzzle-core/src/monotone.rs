//! Monotone maps between two orders: `x ≤ y` implies `f(x) ≤ f(y)` (document 003 §5).
//!
//! A solution is a map, as the numbers of its values, one for each element of the first order.

use std::ops::ControlFlow;

use crate::{BigUint, Poset};

/// An order, or maps too many to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// An order with all its elements.
    Order(Poset),
    /// The maps between two orders, of which there are too many.
    Maps(Box<Monotone>),
}

/// The maps from one order to another, either of which may be too large to be written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MapProblem {
    /// Both orders are written down.
    Written(Monotone),
    /// One of them is not: how many maps there are at least is all that can be told.
    Vast {
        /// Where arguments come from.
        from: Side,
        /// Where values lie.
        to: Side,
    },
}

impl MapProblem {
    /// The maps from one side to another.
    pub fn new(from: Side, to: Side) -> Self {
        match (from, to) {
            (Side::Order(from), Side::Order(to)) => MapProblem::Written(Monotone { from, to }),
            (from, to) => MapProblem::Vast { from, to },
        }
    }

    /// The orders, if both are written down.
    pub fn written(&self) -> Option<&Monotone> {
        match self {
            MapProblem::Written(maps) => Some(maps),
            MapProblem::Vast { .. } => None,
        }
    }
}

/// A proved lower bound: `base` to the `exponent`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// How many values each of some incomparable elements can have, whatever the others have.
    pub base: BigUint,
    /// How many such elements there are.
    pub exponent: BigUint,
}

impl Bound {
    /// The bound as a power of two, rounded down.
    pub fn power_of_two(&self) -> BigUint {
        if self.base <= BigUint::from(1_u32) || self.exponent == BigUint::ZERO {
            return BigUint::ZERO;
        }
        // log2 of the base from 64 leading bits, rounded down in the last place shown.
        let bits = self.base.bits();
        let shift = bits.saturating_sub(53);
        let lead = u64::try_from(&self.base >> shift).unwrap_or(u64::MAX) as f64;
        let log = lead.log2() + shift as f64;
        let thousandths = (log * 1000.0).floor() as u64;
        &self.exponent * thousandths / 1000_u32
    }
}

/// The maps from one order to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Monotone {
    /// Where arguments come from.
    pub from: Poset,
    /// Where values lie.
    pub to: Poset,
}

impl Monotone {
    /// Whether a list of values, one for each element, is a monotone map; and if not, why.
    pub fn check(&self, values: &[u32]) -> Result<(), String> {
        let (from, to) = (&self.from, &self.to);
        if values.len() != from.len() {
            return Err(format!("{} values for {} elements", values.len(), from.len()));
        }
        if let Some(value) = values.iter().find(|&&value| value as usize >= to.len()) {
            return Err(format!("there is no value {value}"));
        }
        let name = |x: u32| &from.names()[x as usize];
        let value = |x: u32| values[x as usize];
        for x in from.elements() {
            for &y in from.upper_covers(x) {
                if !to.leq(value(x), value(y)) {
                    let [fx, fy] = [x, y].map(|x| &to.names()[value(x) as usize]);
                    let (x, y) = (name(x), name(y));
                    return Err(format!("{x} < {y}, but {fx} is not below {fy}"));
                }
            }
        }
        Ok(())
    }

    /// A number that tells pairs of orders apart: the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let halves = |order: &Poset| [order.fingerprint(), order.fingerprint() >> 32];
        let halves = [halves(&self.from), halves(&self.to)];
        crate::fingerprint_of_numbers(halves.into_iter().flatten().map(|half| half as u32))
    }

    /// Hands every map to `visit`, as its values, in lexicographic order; `pulse` is asked at every
    /// node whether to go on. This is the definition, searched the paper's way: the values open to
    /// an element are the intersection of the sets above the values directly below it.
    pub fn visit(
        &self,
        pulse: &mut dyn FnMut() -> ControlFlow<()>,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let words = self.to.words();
        let full: Vec<u64> = (0..words)
            .map(|word| match self.to.len() - word * 64 {
                64.. => u64::MAX,
                rest => (1 << rest) - 1,
            })
            .collect();
        // Without recursion: an order may have thousands of elements.
        let n = self.from.len();
        let mut values: Vec<u32> = Vec::with_capacity(n);
        let mut open: Vec<Vec<u64>> = vec![full.clone(); n];
        if n == 0 {
            return visit(&values);
        }
        loop {
            let x = values.len();
            let word = open[x].iter().position(|&word| word != 0);
            let Some(word) = word else {
                // Nothing is left for this element: the one before takes its next value.
                match values.pop() {
                    Some(_) => continue,
                    None => return ControlFlow::Continue(()),
                }
            };
            pulse()?;
            let value = word as u32 * 64 + open[x][word].trailing_zeros();
            open[x][word] &= open[x][word] - 1;
            values.push(value);
            if values.len() == n {
                visit(&values)?;
                values.pop();
                continue;
            }
            let next = values.len();
            let mut fresh = full.clone();
            for &below in self.from.lower_covers(next as u32) {
                let above = self.to.above(values[below as usize]);
                fresh.iter_mut().zip(above).for_each(|(open, above)| *open &= above);
            }
            open[next] = fresh;
        }
    }

    /// All maps, ordered value by value, if there are at most `most`.
    pub fn poset(&self, most: usize) -> Option<Poset> {
        let mut rows = Vec::new();
        // A node limit too: an order may have few maps and a large search tree.
        let mut nodes = 0_usize;
        let mut pulse = || {
            nodes += 1;
            if nodes > most.saturating_mul(64) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let flow = self.visit(&mut pulse, &mut |values| {
            rows.push(values.to_vec());
            if rows.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // Comparing every two of them must not take minutes.
        let effort = rows.len() * rows.len() * self.from.len();
        if flow.is_break() || effort > 1 << 29 {
            return None;
        }
        self.to.pointwise(&rows).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(from: Poset, to: Poset) -> usize {
        let problem = Monotone { from, to };
        let mut maps = 0;
        let mut last = Vec::new();
        let flow = problem.visit(&mut || ControlFlow::Continue(()), &mut |values| {
            assert_eq!(problem.check(values), Ok(()));
            assert!(maps == 0 || *last < *values, "lexicographic order");
            last = values.to_vec();
            maps += 1;
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        maps
    }

    #[test]
    fn maps_between_chains_number_a_binomial_coefficient() {
        let chain = |n| Poset::chain(n).unwrap();
        for (m, n, known) in
            [(1, 5, 5), (2, 2, 3), (3, 3, 10), (4, 3, 15), (3, 4, 20), (0, 3, 1), (2, 0, 0)]
        {
            assert_eq!(count(chain(m), chain(n)), known, "{m} {n}");
        }
    }

    #[test]
    fn the_visit_agrees_with_trying_all_functions() {
        let mut seed = 1_u64;
        let mut random = |n: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u32 % n
        };
        for _ in 0..60 {
            let mut order = |most: u32| {
                let n = 1 + random(most);
                let pairs: Vec<(u32, u32)> =
                    (0..random(6)).map(|_| (random(n), random(n))).collect();
                let pairs: Vec<_> = pairs.into_iter().filter(|(x, y)| x < y).collect();
                let names = (0..n).map(|x| x.to_string()).collect();
                Poset::from_relations(names, &pairs).unwrap()
            };
            let problem = Monotone { from: order(5), to: order(4) };
            let (n, q) = (problem.from.len() as u32, problem.to.len() as u32);
            let all = (0..q.pow(n)).filter(|&code| {
                let values: Vec<u32> = (0..n).map(|i| code / q.pow(i) % q).collect();
                problem.check(&values).is_ok()
            });
            assert_eq!(count(problem.from.clone(), problem.to.clone()), all.count());
        }
    }

    #[test]
    fn the_domains_of_the_paper_are_orders_of_maps() {
        let d0 = Poset::chain(2).unwrap();
        let d1 = Monotone { from: d0.clone(), to: d0 }.poset(100).unwrap();
        let d2 = Monotone { from: d1.clone(), to: d1.clone() }.poset(100).unwrap();
        assert_eq!((d1.len(), d2.len()), (3, 10));
        assert_eq!(d1.names(), ["00", "01", "11"]);
        assert_eq!((d2.width(), d2.levels()), (2, vec![1, 1, 2, 2, 2, 1, 1]));
        assert!(Monotone { from: d2.clone(), to: d2 }.poset(1000).is_none());
    }
}
