//! Counting in parts: a part is a list of literals, and counts the models in which they hold.
//!
//! What is left of the formula when they are set, and all that follows from them, is counted by any
//! engine. If that takes too long the part is split on the variable that occurs most: true in one
//! half, false in the other, so that every model is in exactly one. Of a projected formula only
//! variables of interest are split on, for else a model could count twice.

use std::sync::atomic::AtomicBool;

use puzzle_core::cnf::{decode, encode};
use puzzle_core::{BigUint, Budget, Cnf, Control, Run, StopReason};

use super::components::Search;
use super::{OfFormulas, Watch};
use crate::divide::sums::{Outcome, Sum};
use crate::saved::threads;

/// Steps before a part is split. Twice as many took 0.2 s (`doublets`) to 1.7 s (`components`).
const MOST: u64 = 1 << 26;
/// Steps for each literal that is left, however many those are: a large formula is not given up
/// before the search is well under way.
const MOST_PER_LITERAL: u64 = 64;

/// The number of models as a sum over parts.
#[derive(Debug)]
pub struct Models<'a> {
    engine: OfFormulas,
    formula: &'a Cnf,
    /// What one part may spend.
    control: Control,
    most: (u64, u64),
}

/// A formula under some literals.
struct Rest {
    formula: Cnf,
    /// The variable to split on, by its number in the whole formula.
    split: Option<u32>,
}

impl<'a> Models<'a> {
    /// Counted by an engine that takes the formula; threads share the memory of the run.
    pub fn new(engine: OfFormulas, formula: &'a Cnf, run: &Run) -> Self {
        let memory = run.control.budget.memory.map(|bytes| bytes / threads(run).max(1) as u64);
        let budget = Budget { memory, ..Budget::default() };
        let control = Control { budget, ..Control::default() };
        Models { engine, formula, control, most: (MOST, MOST_PER_LITERAL) }
    }

    /// The same with other bounds on the work on one part: steps in all, and for each literal.
    #[must_use]
    pub fn within(self, steps: u64, per_literal: u64) -> Self {
        Models { most: (steps, per_literal), ..self }
    }

    /// Whether a part from elsewhere is one of this formula's: literals of different variables, all
    /// of interest.
    pub fn owns(&self, part: &[u32]) -> bool {
        let mut variables: Vec<u32> = part.iter().map(|literal| literal / 2).collect();
        variables.sort_unstable();
        let interesting = |v: &u32| match self.formula.projection() {
            Some(onto) => onto.binary_search(v).is_ok(),
            None => (1..=self.formula.variables()).contains(v),
        };
        variables.iter().all(interesting) && variables.is_sorted_by(|a, b| a < b)
    }

    /// What is left when these literals hold; `None` if a clause fails.
    fn rest(&self, part: &[u32], watch: &mut Watch<'_>) -> Result<Option<Rest>, StopReason> {
        let clauses = self.formula.clauses();
        let mut search = Search::new(self.formula, watch)?;
        if !search.settle(&decode(part))? {
            return Ok(None);
        }
        let open = |v: &u32| search.values[*v as usize].is_none();
        let names: Vec<u32> = (1..=self.formula.variables()).filter(open).collect();
        let mut numbers = vec![0; search.values.len()];
        names.iter().zip(1..).for_each(|(&name, number)| numbers[name as usize] = number);
        let mut formula = Cnf::empty(names.len() as u32);
        let mut uses = vec![0_u32; names.len() + 1];
        for (clause, _) in clauses.iter().zip(&search.holding).filter(|(_, holding)| **holding == 0)
        {
            let literals = clause.iter().filter(|literal| open(&literal.unsigned_abs()));
            let renamed = |l: &i32| numbers[l.unsigned_abs() as usize] * l.signum();
            let literals: Vec<i32> = literals.map(renamed).collect();
            literals.iter().for_each(|literal| uses[literal.unsigned_abs() as usize] += 1);
            formula.add(&literals);
        }
        if let Some(onto) = self.formula.projection() {
            let onto = onto.iter().filter(|v| open(v)).map(|&v| numbers[v as usize] as u32);
            formula = formula.project(onto.collect());
        }
        let all: Vec<u32> = (1..=names.len() as u32).collect();
        let used = |v: &&u32| uses[**v as usize] > 0;
        let most = |v: &&u32| (uses[**v as usize], std::cmp::Reverse(**v));
        let split = formula.projection().unwrap_or(&all).iter().filter(used).max_by_key(most);
        let split = split.map(|&v| names[v as usize - 1]);
        Ok(Some(Rest { formula, split }))
    }

    /// Counts a part or splits it; says why if it could do neither.
    fn count(&self, part: &[u32], stop: &AtomicBool) -> Result<Outcome, StopReason> {
        let mut watch = Watch::of_part(&self.control, stop, u64::MAX);
        let Some(Rest { formula, split }) = self.rest(part, &mut watch)? else {
            return Ok(Outcome::Counted { sum: BigUint::ZERO, nodes: 1 });
        };
        let literals: usize = formula.clauses().iter().map(<[i32]>::len).sum();
        let most = self.most.0.max(self.most.1 * literals as u64);
        // What cannot be split is counted, however long that takes.
        let most = if split.is_some() { most } else { u64::MAX };
        let (mut watch, mut sum) = (Watch::of_part(&self.control, stop, most), BigUint::ZERO);
        let go_on = &mut |_: &[i32]| std::ops::ControlFlow::Continue(());
        match (self.engine.search(&formula, &mut watch, &mut sum, go_on), split) {
            (Ok(()), _) => Ok(Outcome::Counted { sum, nodes: watch.nodes().max(1) }),
            (Err(StopReason::NodeLimit | StopReason::MemoryLimit), Some(variable)) => {
                Ok(Outcome::Split(halves(part, variable)))
            }
            (Err(reason), _) => Err(reason),
        }
    }
}

/// A part in two: a variable is true in one half and false in the other.
fn halves(part: &[u32], variable: u32) -> Vec<Vec<u32>> {
    let with = |literal: i32| [part, &encode(&[literal])].concat();
    [variable as i32, -(variable as i32)].map(with).to_vec()
}

impl Sum for Models<'_> {
    fn work(&self, part: &[u32], stop: &AtomicBool) -> Option<Outcome> {
        self.count(part, stop).ok()
    }

    fn split(&self, part: &[u32]) -> Option<Vec<Vec<u32>>> {
        let never = AtomicBool::new(false);
        let mut watch = Watch::of_part(&self.control, &never, u64::MAX);
        match self.rest(part, &mut watch).ok()? {
            // Nothing holds there: no part takes its place.
            None => Some(Vec::new()),
            Some(rest) => rest.split.map(|variable| halves(part, variable)),
        }
    }
}
