//! Taking apart what falls apart: a count as a product of sums of counts of smaller problems.
//!
//! Maps of unconnected parts of P are chosen independently, so their numbers multiply; a connected
//! P is mapped into one connected part of Q, so those numbers add up. Equal problems are counted
//! once.

use puzzle_core::Monotone;

/// One factor: the problems whose counts add up, each with how often it occurs; and how often the
/// factor itself occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Factor {
    /// The terms of the sum.
    pub terms: Vec<(Monotone, u32)>,
    /// The exponent.
    pub times: u32,
}

/// The factors of a problem.
pub fn factors(problem: &Monotone) -> Vec<Factor> {
    let parts = |order: &puzzle_core::Poset| {
        let parts = order.components();
        let mut distinct: Vec<(puzzle_core::Poset, u32)> = Vec::new();
        for part in parts {
            let part = order.part(&part);
            // Names do not matter: equal tables are equal problems.
            let same = |(other, _): &&mut (puzzle_core::Poset, u32)| {
                other.len() == part.len()
                    && part.elements().all(|x| other.upper_covers(x) == part.upper_covers(x))
            };
            match distinct.iter_mut().find(same) {
                Some((_, times)) => *times += 1,
                None => distinct.push((part, 1)),
            }
        }
        distinct
    };
    let targets = parts(&problem.to);
    let factor = |(from, times): (puzzle_core::Poset, u32)| {
        let term = |(to, often): &(puzzle_core::Poset, u32)| {
            (Monotone { from: from.clone(), to: to.clone() }, *often)
        };
        Factor { terms: targets.iter().map(term).collect(), times }
    };
    parts(&problem.from).into_iter().map(factor).collect()
}
