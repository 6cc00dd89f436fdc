//! Boolean formulas in conjunctive normal form (document 003 §7).
//!
//! A literal is a variable's number, negative if the variable is negated; variables count from 1. A
//! *cube* is a list of literals that all hold, the variables it leaves out being free: a partial
//! assignment. A cube is a partial model if every clause has a literal of it.
//!
//! A solution is a cube. Solutions of all forms are lists of numbers without a sign, so a literal is
//! written as in AIGER: twice its variable, and one more if it is negated ([`encode`], [`decode`]).
//!
//! Invariants, made by [`Cnf::new`]: within a clause no variable occurs twice; clauses that hold
//! whatever the variables are (tautologies) are left out, and how many is kept. All literals lie in
//! one list, so that a formula of a hundred megabytes takes less memory than its text.

use crate::BigUint;

/// A formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cnf {
    variables: u32,
    /// The literals of all clauses, one clause after the other.
    literals: Vec<i32>,
    /// Where each clause ends among them.
    ends: Vec<u32>,
    tautologies: usize,
    /// Sorted variables of interest, if not all.
    projection: Option<Vec<u32>>,
}

/// A cube as a solution.
pub fn encode(cube: &[i32]) -> Vec<u32> {
    cube.iter().map(|literal| 2 * literal.unsigned_abs() + u32::from(*literal < 0)).collect()
}

/// The cube that a solution is.
pub fn decode(solution: &[u32]) -> Vec<i32> {
    let literal = |&number: &u32| {
        let variable = (number / 2) as i32;
        if number % 2 == 0 { variable } else { -variable }
    };
    solution.iter().map(literal).collect()
}

/// The clauses of a formula, each a slice of literals.
#[derive(Clone, Copy, Debug)]
pub struct Clauses<'a> {
    literals: &'a [i32],
    ends: &'a [u32],
}

impl<'a> Clauses<'a> {
    /// How many there are.
    pub fn len(self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.ends.is_empty()
    }

    /// One after the other.
    pub fn iter(self) -> impl ExactSizeIterator<Item = &'a [i32]> + Clone {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[from..end as usize];
            from = end as usize;
            clause
        })
    }

    /// One by its number from 0.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn get(self, number: usize) -> &'a [i32] {
        let from = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[from as usize..self.ends[number] as usize]
    }
}

impl Cnf {
    /// The most variables.
    pub const MOST_VARIABLES: u32 = 1 << 20;

    /// A formula. Literals must be numbers from 1 to `variables`, or negated.
    ///
    /// # Panics
    /// If a literal is none.
    pub fn new(variables: u32, clauses: impl IntoIterator<Item = Vec<i32>>) -> Self {
        let mut formula = Cnf::empty(variables);
        clauses.into_iter().for_each(|clause| formula.add(&clause));
        formula
    }

    /// A formula without clauses yet.
    ///
    /// # Panics
    /// If there are too many variables.
    pub fn empty(variables: u32) -> Self {
        assert!(variables <= Self::MOST_VARIABLES, "so many variables are not taken");
        let (literals, ends) = (Vec::new(), Vec::new());
        Cnf { variables, literals, ends, tautologies: 0, projection: None }
    }

    /// Adds a clause.
    ///
    /// # Panics
    /// If a literal is none, or there are over 2^32 of them.
    pub fn add(&mut self, clause: &[i32]) {
        let good = |l: &i32| *l != 0 && l.unsigned_abs() <= self.variables;
        assert!(clause.iter().all(good), "a literal is a variable or its negation");
        let from = self.literals.len();
        self.literals.extend_from_slice(clause);
        self.literals[from..].sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
        let mut kept = from;
        for at in from..self.literals.len() {
            let literal = self.literals[at];
            match self.literals[from..kept].last() {
                Some(&last) if last == literal => {}
                Some(&last) if last == -literal => {
                    self.tautologies += 1;
                    self.literals.truncate(from);
                    return;
                }
                _ => {
                    self.literals[kept] = literal;
                    kept += 1;
                }
            }
        }
        self.literals.truncate(kept);
        self.ends.push(u32::try_from(kept).expect("so many literals are not taken"));
    }

    /// The same formula with only the first so many variables.
    ///
    /// # Panics
    /// If others occur in it.
    #[must_use]
    pub fn narrow(mut self, variables: u32) -> Self {
        assert!(self.literals.iter().all(|l| l.unsigned_abs() <= variables), "others occur");
        self.variables = variables.min(self.variables);
        self
    }

    /// The same formula, with only these variables of interest: models that agree on them count
    /// once.
    ///
    /// # Panics
    /// If one is not a variable.
    #[must_use]
    pub fn project(mut self, mut onto: Vec<u32>) -> Self {
        onto.sort_unstable();
        onto.dedup();
        assert!(onto.iter().all(|&v| (1..=self.variables).contains(&v)), "variables only");
        self.projection = Some(onto);
        self
    }

    /// How many variables there are.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The clauses, without tautologies.
    pub fn clauses(&self) -> Clauses<'_> {
        Clauses { literals: &self.literals, ends: &self.ends }
    }

    /// How many tautologies were left out.
    pub fn tautologies(&self) -> usize {
        self.tautologies
    }

    /// The variables of interest, if not all.
    pub fn projection(&self) -> Option<&[u32]> {
        self.projection.as_deref()
    }

    /// A number that tells formulas and projections apart: the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let literals = self.clauses().iter().flat_map(|clause| clause.iter().chain(&[0]));
        // No literal is the least number, so that marks where a projection begins.
        let onto = self.projection.iter().flat_map(|onto| [1 << 31].iter().chain(onto));
        let numbers = literals.map(|&literal| literal as u32).chain(onto.copied());
        crate::fingerprint_of_numbers([self.variables].into_iter().chain(numbers))
    }

    /// How many variables are of interest.
    pub fn width(&self) -> u32 {
        self.projection.as_ref().map_or(self.variables, |onto| onto.len() as u32)
    }

    /// How many models a cube stands for: two for each variable of interest that it leaves out.
    pub fn weight(&self, cube: &[i32]) -> BigUint {
        BigUint::from(1_u32) << (self.width() as usize - cube.len())
    }

    /// Whether a cube is a partial model, and if not, why; from the definition alone. For a
    /// projected formula only the clauses that the cube falsifies are found.
    pub fn check(&self, cube: &[i32]) -> Result<(), String> {
        let mut values = vec![0_i8; self.variables as usize + 1];
        for &literal in cube {
            let variable = literal.unsigned_abs();
            if literal == 0 || variable > self.variables {
                return Err(format!("there is no variable {variable}"));
            }
            if let Some(onto) = &self.projection
                && onto.binary_search(&variable).is_err()
            {
                return Err(format!("variable {variable} is not one of those projected onto"));
            }
            let value = if literal > 0 { 1 } else { -1 };
            let before = std::mem::replace(&mut values[variable as usize], value);
            if before != 0 {
                return Err(format!("variable {variable} occurs twice"));
            }
        }
        let value = |literal: i32| {
            let value = values[literal.unsigned_abs() as usize];
            if literal > 0 { value } else { -value }
        };
        for (i, clause) in self.clauses().iter().enumerate() {
            let fails = match self.projection {
                None => clause.iter().all(|&literal| value(literal) <= 0),
                Some(_) => clause.iter().all(|&literal| value(literal) < 0),
            };
            if fails {
                let words: Vec<String> = clause.iter().map(ToString::to_string).collect();
                return Err(format!("clause {} ({}) does not hold", i + 1, words.join(" ")));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_put_in_order_and_tautologies_left_out() {
        let formula = Cnf::new(3, [vec![3, -1, 3], vec![2, -2], vec![]]);
        assert!(formula.clauses().iter().eq([&[-1, 3][..], &[]]));
        assert_eq!((formula.clauses().get(0), formula.clauses().get(1)), (&[-1, 3][..], &[][..]));
        assert_eq!(formula.tautologies(), 1);
    }

    #[test]
    fn a_cube_is_itself_again_when_it_was_a_solution() {
        let cube = [1, -2, 3, -(Cnf::MOST_VARIABLES as i32)];
        assert_eq!(encode(&cube), [2, 5, 6, (2 << 20) + 1]);
        assert_eq!(decode(&encode(&cube)), cube);
    }

    #[test]
    fn a_cube_is_checked_from_the_definition() {
        let formula = Cnf::new(3, [vec![1, -2], vec![1, 2, 3], vec![-1, 2, 3]]);
        assert_eq!(formula.check(&[1, 2]), Ok(()));
        assert_eq!(formula.weight(&[1, 2]), 2_u32.into());
        assert!(formula.check(&[1]).unwrap_err().contains("clause 3"));
        assert!(formula.check(&[1, 2, -2]).unwrap_err().contains("twice"));
        assert!(formula.check(&[4]).unwrap_err().contains("no variable 4"));
        let projected = formula.project(vec![2]);
        assert_eq!(projected.check(&[2]), Ok(()));
        assert_eq!(projected.weight(&[2]), 1_u32.into());
        assert!(projected.check(&[1]).is_err());
    }
}
