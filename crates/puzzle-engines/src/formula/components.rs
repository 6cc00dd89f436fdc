//! Counting models: components, each counted once.
//!
//! Set a variable, propagate, and look at what is left: variables that no open clause connects are
//! independent, so their counts multiply, and a variable in no open clause counts twice. What a
//! component comes to depends only on its variables and its open clauses, so that pair is the key of
//! a cache (Bayardo and Pehoushek 2000; Sang and others, Cachet, 2004).
//!
//! When the formula is projected, variables of interest are set first; a component without any
//! counts once if it has a model, and not at all if it has none.

use num_bigint::BigUint;
use puzzle_core::{Cnf, StopReason};
use rustc_hash::FxHashMap;

use super::Watch;

/// Bytes that the cache takes at most, and the cache with the components in hand, if the asker sets
/// no limit.
const MOST_CACHED: u64 = 1 << 28;
const MOST_BYTES: u64 = 1 << 30;

/// The number of models.
pub fn count(formula: &Cnf, watch: &mut Watch<'_>) -> Result<BigUint, StopReason> {
    // As deep as there are variables, so on a stack of its own.
    let stack = (formula.variables() as usize * 1024 + (4 << 20)).min(1 << 30);
    std::thread::scope(|scope| {
        let run = || Search::new(formula, watch)?.run();
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, run);
        let thread = thread.map_err(|_| StopReason::MemoryLimit)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Unassigned variables and open clauses that belong together.
struct Component {
    /// The variables, a zero, the clauses; both sorted.
    key: Box<[u32]>,
    /// How many are variables.
    variables: usize,
}

impl Component {
    fn variables(&self) -> &[u32] {
        &self.key[..self.variables]
    }

    fn clauses(&self) -> &[u32] {
        &self.key[self.variables + 1..]
    }

    /// The memory it takes, by itself or in the cache.
    fn bytes(&self) -> u64 {
        4 * self.key.len() as u64 + 64
    }
}

/// The formula with some literals set, and what was counted.
pub(super) struct Search<'a, 'w> {
    formula: &'a Cnf,
    /// For each literal (twice the variable, plus one if negated) the clauses it occurs in.
    occurrences: Vec<Vec<u32>>,
    /// True, false or not set, by variable.
    pub(super) values: Vec<Option<bool>>,
    /// By clause: literals that hold, and variables not set.
    pub(super) holding: Vec<u32>,
    unset: Vec<u32>,
    trail: Vec<i32>,
    interesting: Vec<bool>,
    cache: FxHashMap<Box<[u32]>, BigUint>,
    /// Bytes in the cache, and in the components in hand.
    cached: u64,
    held: u64,
    /// Marks for finding components, by variable and by clause.
    seen: Vec<u32>,
    listed: Vec<u32>,
    stamp: u32,
    /// By variable, for choosing one.
    scores: Vec<u64>,
    watch: &'a mut Watch<'w>,
}

fn slot(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl<'a, 'w> Search<'a, 'w> {
    pub(super) fn new(formula: &'a Cnf, watch: &'a mut Watch<'w>) -> Result<Self, StopReason> {
        let (n, clauses) = (formula.variables() as usize, formula.clauses());
        let mut occurrences = vec![Vec::new(); 2 * n + 2];
        for (i, clause) in clauses.iter().enumerate() {
            watch.steps(clause.len())?;
            for &literal in clause {
                occurrences[slot(literal)].push(i as u32);
            }
        }
        let mut interesting = vec![formula.projection().is_none(); n + 1];
        for &variable in formula.projection().unwrap_or_default() {
            interesting[variable as usize] = true;
        }
        Ok(Search {
            formula,
            occurrences,
            values: vec![None; n + 1],
            holding: vec![0; clauses.len()],
            unset: clauses.iter().map(|clause| clause.len() as u32).collect(),
            trail: Vec::new(),
            interesting,
            cache: FxHashMap::default(),
            cached: 0,
            held: 0,
            seen: vec![0; n + 1],
            listed: vec![0; clauses.len()],
            stamp: 0,
            scores: vec![0; n + 1],
            watch,
        })
    }

    fn run(mut self) -> Result<BigUint, StopReason> {
        if !self.settle(&[])? {
            self.watch.node()?;
            return Ok(BigUint::ZERO);
        }
        let all: Vec<u32> = (1..=self.formula.variables()).collect();
        self.product(&all)
    }

    /// Sets what single clauses say, and some literals, and all that follows; false if a clause
    /// fails.
    pub(super) fn settle(&mut self, literals: &[i32]) -> Result<bool, StopReason> {
        let clauses = self.formula.clauses();
        if clauses.iter().any(<[i32]>::is_empty) {
            return Ok(false);
        }
        for clause in clauses.iter().filter(|c| c.len() == 1).chain(literals.chunks(1)) {
            if !self.assign(clause[0])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sets a literal and all that follows; false if a clause fails.
    fn assign(&mut self, literal: i32) -> Result<bool, StopReason> {
        let mut waiting = vec![literal];
        while let Some(literal) = waiting.pop() {
            let variable = literal.unsigned_abs() as usize;
            match self.values[variable] {
                Some(value) if value == (literal > 0) => continue,
                Some(_) => return Ok(false),
                None => {}
            }
            let both =
                self.occurrences[slot(literal)].len() + self.occurrences[slot(-literal)].len();
            self.watch.steps(1 + both)?;
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
                return Ok(false);
            }
        }
        Ok(true)
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
        let held = self.held;
        for &variable in variables {
            let v = variable as usize;
            if self.values[v].is_some() || self.seen[v] == self.stamp {
                continue;
            }
            let component = self.component(variable)?;
            if component.clauses().is_empty() {
                free += usize::from(self.interesting[v]);
            } else {
                self.hold(&component)?;
                components.push(component);
            }
        }
        // Small ones first: if one has no model the large ones are spared.
        components.sort_by_key(|component| component.variables);
        let mut product = BigUint::from(1_u32) << free;
        for component in components {
            product *= self.count(component)?;
            if product == BigUint::ZERO {
                break;
            }
            self.watch.steps(product.bits() as usize / 64)?;
        }
        self.held = held;
        Ok(product)
    }

    /// Makes room for a component in hand, if need be instead of the cache.
    fn hold(&mut self, component: &Component) -> Result<(), StopReason> {
        self.held += component.bytes();
        let room = self.watch.budget().room(MOST_BYTES);
        if self.held + self.cached > room {
            self.cache = FxHashMap::default();
            self.cached = 0;
        }
        if self.held > room { Err(StopReason::MemoryLimit) } else { Ok(()) }
    }

    /// Remembers what a component comes to, if there is room.
    fn remember(&mut self, component: Component, count: &BigUint) {
        let cached = self.cached + component.bytes() + count.bits() / 8;
        let budget = self.watch.budget();
        if cached <= budget.room(MOST_CACHED) && cached + self.held <= budget.room(MOST_BYTES) {
            self.cached = cached;
            self.cache.insert(component.key, count.clone());
        }
    }

    fn component(&mut self, start: u32) -> Result<Component, StopReason> {
        let mut variables = vec![start];
        let mut clauses = Vec::new();
        self.seen[start as usize] = self.stamp;
        let mut next = 0;
        while let Some(&variable) = variables.get(next) {
            next += 1;
            for literal in [variable as i32, -(variable as i32)] {
                self.watch.steps(1 + self.occurrences[slot(literal)].len())?;
                for &clause in &self.occurrences[slot(literal)] {
                    let listed = &mut self.listed[clause as usize];
                    if self.holding[clause as usize] > 0 || *listed == self.stamp {
                        continue;
                    }
                    *listed = self.stamp;
                    clauses.push(clause);
                    for other in self.formula.clauses().get(clause as usize) {
                        let other = other.unsigned_abs();
                        if self.values[other as usize].is_none()
                            && self.seen[other as usize] != self.stamp
                        {
                            self.seen[other as usize] = self.stamp;
                            variables.push(other);
                        }
                    }
                }
            }
        }
        variables.sort_unstable();
        clauses.sort_unstable();
        let length = variables.len();
        variables.push(0);
        variables.append(&mut clauses);
        Ok(Component { key: variables.into(), variables: length })
    }

    fn count(&mut self, component: Component) -> Result<BigUint, StopReason> {
        self.watch.node()?;
        self.watch.steps(component.key.len())?;
        if let Some(count) = self.cache.get(&component.key) {
            return Ok(count.clone());
        }
        let (variable, counts) = self.choose(&component)?;
        let mut sum = BigUint::ZERO;
        for literal in [variable as i32, -(variable as i32)] {
            let length = self.trail.len();
            if self.assign(literal)? {
                sum += self.product(component.variables())?;
            }
            self.undo(length);
            // Where nothing of interest is left, one model is enough.
            if !counts && sum != BigUint::ZERO {
                sum = BigUint::from(1_u32);
                break;
            }
        }
        self.remember(component, &sum);
        Ok(sum)
    }

    /// The variable that occurs most, short clauses counting more; of interest if there is one.
    fn choose(&mut self, component: &Component) -> Result<(u32, bool), StopReason> {
        component.variables().iter().for_each(|&v| self.scores[v as usize] = 0);
        for &clause in component.clauses() {
            let weight = if self.unset[clause as usize] == 2 { 5 } else { 1 };
            let literals = self.formula.clauses().get(clause as usize);
            self.watch.steps(literals.len())?;
            for literal in literals {
                self.scores[literal.unsigned_abs() as usize] += weight;
            }
        }
        let score = |v: &&u32| (self.interesting[**v as usize], self.scores[**v as usize]);
        let better = |v: &&u32| (score(v), std::cmp::Reverse(**v));
        let best = *component.variables().iter().max_by_key(better).expect("a component has one");
        Ok((best, self.interesting[best as usize]))
    }
}
