//! Counting models: components, each counted once.
//!
//! Set a variable, propagate, and look at what is left: variables that no open clause connects are
//! independent, so their counts multiply, and a variable in no open clause counts twice. What a
//! component comes to depends only on its variables and its open clauses, so that pair is the key of
//! a cache (Bayardo and Pehoushek 2000; Sang and others, Cachet, 2004).
//!
//! When the formula is projected, variables of interest are set first; a component without any
//! counts once if it has a model, and not at all if it has none.

use std::collections::hash_map::Entry;

use num_bigint::BigUint;
use puzzle_core::{Cnf, Control, StopReason};
use rustc_hash::FxHashMap;

/// The cache holds at most so many numbers in its keys.
const MOST_NUMBERS: usize = 1 << 26;

/// The number of models and of nodes visited.
pub fn count(formula: &Cnf, control: &Control) -> Result<(BigUint, u64), StopReason> {
    // As deep as there are variables, so on a stack of its own.
    let stack = (formula.variables() as usize * 1024 + (4 << 20)).min(1 << 30);
    std::thread::scope(|scope| {
        let run = || Search::new(formula, control).run();
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, run);
        let thread = thread.map_err(|_| StopReason::MemoryLimit)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Unassigned variables and open clauses that belong together, both sorted.
struct Component {
    variables: Vec<u32>,
    clauses: Vec<u32>,
}

struct Search<'a> {
    formula: &'a Cnf,
    /// For each literal (twice the variable, plus one if negated) the clauses it occurs in.
    occurrences: Vec<Vec<u32>>,
    /// True, false or not set, by variable.
    values: Vec<Option<bool>>,
    /// By clause: literals that hold, and variables not set.
    holding: Vec<u32>,
    unset: Vec<u32>,
    trail: Vec<i32>,
    interesting: Vec<bool>,
    cache: FxHashMap<Box<[u32]>, BigUint>,
    numbers: usize,
    /// Marks for finding components.
    seen: Vec<u32>,
    stamp: u32,
    nodes: u64,
    control: &'a Control,
}

fn slot(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl<'a> Search<'a> {
    fn new(formula: &'a Cnf, control: &'a Control) -> Self {
        let n = formula.variables() as usize;
        let mut occurrences = vec![Vec::new(); 2 * n + 2];
        for (i, clause) in formula.clauses().iter().enumerate() {
            for &literal in clause {
                occurrences[slot(literal)].push(i as u32);
            }
        }
        let mut interesting = vec![formula.projection().is_none(); n + 1];
        for &variable in formula.projection().unwrap_or_default() {
            interesting[variable as usize] = true;
        }
        Search {
            formula,
            occurrences,
            values: vec![None; n + 1],
            holding: vec![0; formula.clauses().len()],
            unset: formula.clauses().iter().map(|clause| clause.len() as u32).collect(),
            trail: Vec::new(),
            interesting,
            cache: FxHashMap::default(),
            numbers: 0,
            seen: vec![0; n + 1],
            stamp: 0,
            nodes: 0,
            control,
        }
    }

    fn run(mut self) -> Result<(BigUint, u64), StopReason> {
        let clauses = self.formula.clauses();
        if clauses.iter().any(<[i32]>::is_empty) {
            return Ok((BigUint::ZERO, 1));
        }
        let single: Vec<i32> = clauses.iter().filter(|c| c.len() == 1).map(|c| c[0]).collect();
        for literal in single {
            if !self.assign(literal) {
                return Ok((BigUint::ZERO, 1));
            }
        }
        let all: Vec<u32> = (1..=self.formula.variables()).collect();
        let count = self.product(&all)?;
        Ok((count, self.nodes))
    }

    /// Sets a literal and all that follows; false if a clause fails.
    fn assign(&mut self, literal: i32) -> bool {
        let mut waiting = vec![literal];
        while let Some(literal) = waiting.pop() {
            let variable = literal.unsigned_abs() as usize;
            match self.values[variable] {
                Some(value) if value == (literal > 0) => continue,
                Some(_) => return false,
                None => {}
            }
            self.values[variable] = Some(literal > 0);
            self.trail.push(literal);
            for i in 0..self.occurrences[slot(literal)].len() {
                let clause = self.occurrences[slot(literal)][i] as usize;
                self.holding[clause] += 1;
                self.unset[clause] -= 1;
            }
            let mut failed = false;
            for i in 0..self.occurrences[slot(-literal)].len() {
                let clause = self.occurrences[slot(-literal)][i] as usize;
                self.unset[clause] -= 1;
                if self.holding[clause] == 0 {
                    match self.unset[clause] {
                        0 => failed = true,
                        1 => {
                            let open = |l: &&i32| self.values[l.unsigned_abs() as usize].is_none();
                            // Another literal waiting may have been set since: then it is found.
                            waiting.extend(self.formula.clauses().get(clause).iter().find(open));
                        }
                        _ => {}
                    }
                }
            }
            if failed {
                return false;
            }
        }
        true
    }

    /// Takes back all literals set after the first `length`.
    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let literal = self.trail.pop().expect("longer than length");
            self.values[literal.unsigned_abs() as usize] = None;
            for &clause in &self.occurrences[slot(literal)] {
                self.holding[clause as usize] -= 1;
                self.unset[clause as usize] += 1;
            }
            for &clause in &self.occurrences[slot(-literal)] {
                self.unset[clause as usize] += 1;
            }
        }
    }

    /// The product over the components that these variables fall into.
    fn product(&mut self, variables: &[u32]) -> Result<BigUint, StopReason> {
        let mut free = 0_usize;
        let mut components = Vec::new();
        self.stamp += 1;
        let stamp = self.stamp;
        for &variable in variables {
            let v = variable as usize;
            if self.values[v].is_some() || self.seen[v] == stamp {
                continue;
            }
            let component = self.component(variable, stamp);
            if component.clauses.is_empty() {
                free += usize::from(self.interesting[v]);
            } else {
                components.push(component);
            }
        }
        // Small ones first: if one has no model the large ones are spared.
        components.sort_by_key(|component| component.variables.len());
        let mut product = BigUint::from(1_u32) << free;
        for component in &components {
            let count = self.count(component)?;
            if count == BigUint::ZERO {
                return Ok(count);
            }
            product *= count;
        }
        Ok(product)
    }

    fn component(&mut self, start: u32, stamp: u32) -> Component {
        let mut variables = vec![start];
        let mut clauses = Vec::new();
        self.seen[start as usize] = stamp;
        let mut next = 0;
        while let Some(&variable) = variables.get(next) {
            next += 1;
            for literal in [variable as i32, -(variable as i32)] {
                for &clause in &self.occurrences[slot(literal)] {
                    if self.holding[clause as usize] > 0 {
                        continue;
                    }
                    clauses.push(clause);
                    for other in self.formula.clauses().get(clause as usize) {
                        let other = other.unsigned_abs();
                        if self.values[other as usize].is_none()
                            && self.seen[other as usize] != stamp
                        {
                            self.seen[other as usize] = stamp;
                            variables.push(other);
                        }
                    }
                }
            }
        }
        variables.sort_unstable();
        clauses.sort_unstable();
        clauses.dedup();
        Component { variables, clauses }
    }

    fn count(&mut self, component: &Component) -> Result<BigUint, StopReason> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) || self.control.budget.nodes.is_some() {
            self.control.progress.publish(self.nodes, 0);
            if let Some(reason) = self.control.budget.check(self.nodes) {
                return Err(reason);
            }
        }
        let numbers = component.variables.iter().copied();
        let key: Box<[u32]> = numbers.chain([0]).chain(component.clauses.iter().copied()).collect();
        if let Some(count) = self.cache.get(&key) {
            return Ok(count.clone());
        }
        let (variable, counts) = self.choose(component);
        let mut sum = BigUint::ZERO;
        for literal in [variable as i32, -(variable as i32)] {
            let length = self.trail.len();
            if self.assign(literal) {
                sum += self.product(&component.variables)?;
            }
            self.undo(length);
            // Where nothing of interest is left, one model is enough.
            if !counts && sum != BigUint::ZERO {
                sum = BigUint::from(1_u32);
                break;
            }
        }
        if self.numbers + key.len() <= MOST_NUMBERS {
            self.numbers += key.len();
            if let Entry::Vacant(slot) = self.cache.entry(key) {
                slot.insert(sum.clone());
            }
        }
        Ok(sum)
    }

    /// The variable that occurs most, short clauses counting more; of interest if there is one.
    fn choose(&mut self, component: &Component) -> (u32, bool) {
        let mut score: FxHashMap<u32, u64> = FxHashMap::default();
        for &clause in &component.clauses {
            let weight = if self.unset[clause as usize] == 2 { 5 } else { 1 };
            for literal in self.formula.clauses().get(clause as usize) {
                let variable = literal.unsigned_abs();
                if self.values[variable as usize].is_none() {
                    *score.entry(variable).or_default() += weight;
                }
            }
        }
        let best = component
            .variables
            .iter()
            .max_by_key(|&&v| (self.interesting[v as usize], score.get(&v), std::cmp::Reverse(v)))
            .expect("a component has a variable");
        (*best, self.interesting[*best as usize])
    }
}
