//! The symmetries of a formula: permutations of its literals that carry clauses to clauses.
//!
//! The graph has two vertices for each variable, its literals, joined to each other, and one for each
//! clause, joined to its literals. So a symmetry may exchange variables and negate them. Equal clauses
//! may be exchanged without moving a literal; they are one vertex.

use rustc_hash::FxHashMap;

use super::chain::Chain;
use super::graph::Graph;
use super::search::search;
use crate::{BigUint, Cnf};

impl Cnf {
    /// How many symmetries the formula has, and whether these are all that there are: at most so many
    /// steps (edges looked at) are spent.
    pub fn symmetries(&self, steps: u64) -> (BigUint, bool) {
        let variables = self.variables() as usize;
        let vertex = |literal: i32| 2 * (literal.unsigned_abs() - 1) + u32::from(literal < 0);
        let onto = |variable: usize| {
            let list = self.projection();
            list.is_none_or(|list| list.binary_search(&(variable as u32 + 1)).is_ok())
        };
        let mut colours: Vec<u32> = (0..2 * variables).map(|v| u32::from(onto(v / 2))).collect();
        let mut edges: Vec<(u32, u32)> =
            (0..variables as u32).map(|variable| (2 * variable, 2 * variable + 1)).collect();
        let mut times: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for clause in self.clauses().iter() {
            let mut clause: Vec<u32> = clause.iter().map(|&literal| vertex(literal)).collect();
            clause.sort_unstable();
            *times.entry(clause).or_default() += 1;
        }
        let mut clauses: Vec<(Vec<u32>, u32)> = times.into_iter().collect();
        clauses.sort_unstable();
        for (clause, times) in clauses {
            let number = colours.len() as u32;
            colours.push(1 + times);
            edges.extend(clause.into_iter().map(|literal| (number, literal)));
        }
        let graph = Graph::new(colours, &edges);
        let found = search(&graph, steps);
        let chain = Chain::strong(graph.len(), &found.base, &found.found);
        (chain.order(), found.complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(variables: u32, clauses: &[&[i32]]) -> BigUint {
        let clauses = clauses.iter().map(|clause| clause.to_vec()).collect::<Vec<_>>();
        let (order, complete) = Cnf::new(variables, clauses).symmetries(1 << 30);
        assert!(complete);
        order
    }

    #[test]
    fn literals_are_exchanged_and_negated() {
        // Two variables, one clause: they may be exchanged.
        assert_eq!(order(2, &[&[1, 2]]), 2_u32.into());
        // Exclusive or: exchanging, and negating both.
        assert_eq!(order(2, &[&[1, 2], &[-1, -2]]), 4_u32.into());
        // Every clause of two variables: all of the square's symmetries.
        assert_eq!(order(2, &[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]), 8_u32.into());
        assert_eq!(order(2, &[&[1], &[-2, 1]]), 1_u32.into());
    }

    /// Three pigeons in two holes: pigeons and holes are permuted.
    #[test]
    fn pigeons_and_holes_are_permuted() {
        let at = |pigeon: i32, hole: i32| 2 * pigeon + hole + 1;
        let mut clauses: Vec<Vec<i32>> = (0..3).map(|p| vec![at(p, 0), at(p, 1)]).collect();
        for hole in 0..2 {
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                clauses.push(vec![-at(p, hole), -at(q, hole)]);
            }
        }
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        assert_eq!(order(6, &clauses), 12_u32.into());
    }
}
