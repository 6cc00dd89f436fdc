//! Disjoint cubes of formulas of any size, by conflict-driven search without blocking clauses.
//!
//! The search is that of a modern SAT solver (two watched literals, first unique implication points,
//! learned clauses) with one rule changed. To list all models it must not jump back over a branch of
//! which the first half has been listed, or it would list it again: so a decision that was turned
//! over is marked, and backtracking never undoes a marked decision before its subtree is exhausted
//! (Grumberg, Schuster and Yadgar 2004; tabularAllSAT, Spallitta, Sebastiani and Biere 2024).
//! Nothing but consequences of the formula is ever learned: no clause forbids a model found, so
//! memory does not grow with the number of cubes.
//!
//! A decision satisfies a clause that is still open; when none is, the assignment is a partial
//! model. Of that, only the levels are kept that some clause needs. With a projection the variables
//! of interest are decided first, and a model that is found below them counts once.
//!
//! After a jump that stops short at a marked decision a learned clause may become single unnoticed
//! when the search backs up further. That costs a propagation, never a model.

use puzzle_core::{Cnf, StopReason};

use super::{Visit, Watch};
use clauses::{Clauses, NONE};

mod clauses;

/// Hands every cube to `visit`, as sorted literals of the variables of interest.
pub fn search(formula: &Cnf, watch: &mut Watch<'_>, visit: Visit<'_>) -> Result<(), StopReason> {
    Search::new(formula, watch)?.run(visit)
}

/// The literal's code: twice the variable from 0, plus one if it is negated.
fn code(literal: i32) -> u32 {
    2 * (literal.unsigned_abs() - 1) + u32::from(literal < 0)
}

struct Search<'a, 'w> {
    formula: &'a Cnf,
    watch: &'a mut Watch<'w>,
    clauses: Clauses,
    /// By literal: whether it holds (1), fails (-1) or is open (0).
    values: Vec<i8>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<u32>,
    activity: Vec<f64>,
    bump: f64,
    trail: Vec<u32>,
    /// How much of the trail is propagated.
    done: usize,
    /// By level from 1: where its trail begins, whether its decision was turned over, and up to
    /// which clause everything is satisfied.
    starts: Vec<usize>,
    turned: Vec<bool>,
    satisfied: Vec<usize>,
    /// Variables of interest, if not all.
    onto: Option<Vec<u32>>,
    seen: Vec<bool>,
}

impl<'a, 'w> Search<'a, 'w> {
    fn new(formula: &'a Cnf, watch: &'a mut Watch<'w>) -> Result<Self, StopReason> {
        let n = formula.variables() as usize;
        let mut coded: Vec<Vec<u32>> = Vec::with_capacity(formula.clauses().len());
        for clause in formula.clauses().iter() {
            watch.steps(clause.len())?;
            coded.push(clause.iter().map(|&literal| code(literal)).collect());
        }
        Ok(Search {
            formula,
            watch,
            clauses: Clauses::new(coded, n),
            values: vec![0; 2 * n],
            levels: vec![0; n],
            reasons: vec![NONE; n],
            activity: vec![0.0; n],
            bump: 1.0,
            trail: Vec::with_capacity(n),
            done: 0,
            starts: Vec::new(),
            turned: Vec::new(),
            satisfied: vec![0],
            onto: formula.projection().map(|onto| onto.iter().map(|v| v - 1).collect()),
            seen: vec![false; n],
        })
    }

    fn run(&mut self, visit: Visit<'_>) -> Result<(), StopReason> {
        self.watch.node()?;
        if self.formula.clauses().iter().any(<[i32]>::is_empty) || !self.settle_units() {
            return Ok(());
        }
        let mut cube = Vec::new();
        loop {
            if let Some(conflict) = self.propagate()? {
                self.watch.steps(self.trail.len() + self.clauses.units.len())?;
                if !self.resolve(conflict) {
                    return Ok(());
                }
                continue;
            }
            if let Some(literal) = self.choose()? {
                self.watch.node()?;
                self.decide(literal, false);
                continue;
            }
            self.watch.steps(self.formula.clauses().len())?;
            let level = self.needed();
            self.cancel(level);
            self.write(&mut cube);
            if visit(&cube).is_break() {
                return Err(StopReason::Satisfied);
            }
            if !self.turn() {
                return Ok(());
            }
        }
    }

    fn level(&self) -> usize {
        self.starts.len()
    }

    fn set(&mut self, literal: u32, reason: u32) {
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        let variable = literal as usize / 2;
        self.levels[variable] = self.level() as u32;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Sets what single clauses say; false if one fails. They are set again whenever the search
    /// has backed up.
    fn settle_units(&mut self) -> bool {
        for i in 0..self.clauses.units.len() {
            let unit = self.clauses.units[i];
            let literal = self.clauses.literals(unit)[0];
            match self.values[literal as usize] {
                0 => self.set(literal, unit),
                1 => {}
                _ => return false,
            }
        }
        true
    }

    fn decide(&mut self, literal: u32, turned: bool) {
        let satisfied = self.satisfied[self.level()];
        self.starts.push(self.trail.len());
        self.turned.push(turned);
        self.satisfied.push(satisfied);
        self.set(literal, NONE);
    }

    /// Undoes all levels above `level`.
    fn cancel(&mut self, level: usize) {
        if level >= self.level() {
            return;
        }
        for &literal in &self.trail[self.starts[level]..] {
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
        }
        self.trail.truncate(self.starts[level]);
        self.starts.truncate(level);
        self.turned.truncate(level);
        self.satisfied.truncate(level + 1);
        self.done = self.trail.len();
    }

    /// Backs up to the last decision that was not turned over, and turns it over; false if there
    /// is none.
    fn turn(&mut self) -> bool {
        loop {
            let Some(level) = self.turned.iter().rposition(|&turned| !turned) else { return false };
            let decision = self.trail[self.starts[level]];
            self.cancel(level);
            self.decide(decision ^ 1, true);
            if self.settle_units() {
                return true;
            }
        }
    }

    /// Sets all that follows; a clause that fails, if one does.
    fn propagate(&mut self) -> Result<Option<u32>, StopReason> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let failed = literal ^ 1;
            self.watch.steps(1 + self.clauses.watches[failed as usize].len())?;
            let mut watching = std::mem::take(&mut self.clauses.watches[failed as usize]);
            let mut kept = 0;
            let mut conflict = None;
            for i in 0..watching.len() {
                let clause = watching[i];
                match self.clauses.look(clause, failed, &self.values) {
                    clauses::Look::Moved => continue,
                    clauses::Look::Holds => {}
                    clauses::Look::Single(literal) => self.set(literal, clause),
                    clauses::Look::Fails => conflict = Some(clause),
                }
                watching[kept] = clause;
                kept += 1;
                if conflict.is_some() {
                    watching.copy_within(i + 1.., kept);
                    kept += watching.len() - i - 1;
                    break;
                }
            }
            watching.truncate(kept);
            self.clauses.watches[failed as usize] = watching;
            if conflict.is_some() {
                return Ok(conflict);
            }
        }
        Ok(None)
    }

    /// Learns from a conflict and goes on elsewhere; false if everything is exhausted.
    fn resolve(&mut self, conflict: u32) -> bool {
        if self.level() == 0 {
            return false;
        }
        let (learned, back) = self.learn(conflict);
        let marked = self.turned.iter().rposition(|&turned| turned).map_or(0, |level| level + 1);
        if marked == self.level() {
            // Both halves of this decision are exhausted.
            self.clauses.learn(learned);
            return self.turn();
        }
        self.cancel(back.max(marked));
        let literal = learned[0];
        let clause = self.clauses.learn(learned);
        if !self.settle_units() {
            return self.level() > 0 && self.turn();
        }
        if self.values[literal as usize] == 0 {
            self.set(literal, clause);
        }
        if self.clauses.is_crowded() {
            self.clauses.reduce(&mut self.reasons, &self.trail);
        }
        true
    }

    /// The clause of the first unique implication point, its literal of this level first and then
    /// one of the highest level below; and that level.
    fn learn(&mut self, conflict: u32) -> (Vec<u32>, usize) {
        let mut learned = vec![0];
        let (mut clause, mut open, mut at) = (conflict, 0, self.trail.len());
        let here = self.level() as u32;
        let mut resolved = NONE;
        let mut marked = Vec::new();
        loop {
            for i in 0..self.clauses.literals(clause).len() {
                let literal = self.clauses.literals(clause)[i];
                let variable = literal as usize / 2;
                if literal == resolved || self.seen[variable] || self.levels[variable] == 0 {
                    continue;
                }
                self.seen[variable] = true;
                marked.push(variable);
                self.activity[variable] += self.bump;
                if self.levels[variable] == here {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at] as usize / 2] {
                    break;
                }
            }
            resolved = self.trail[at];
            open -= 1;
            if open == 0 {
                break;
            }
            clause = self.reasons[resolved as usize / 2];
        }
        learned[0] = resolved ^ 1;
        for variable in marked {
            self.seen[variable] = false;
        }
        self.bump *= 1.05;
        if self.bump > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        let level = |literal: u32| self.levels[literal as usize / 2];
        let highest = (1..learned.len()).max_by_key(|&i| level(learned[i]));
        let back = match highest {
            None => 0,
            Some(i) => {
                learned.swap(1, i);
                level(learned[1]) as usize
            }
        };
        (learned, back)
    }

    /// A literal to decide; `None` if the assignment is a partial model.
    fn choose(&mut self) -> Result<Option<u32>, StopReason> {
        let n = self.formula.clauses().len();
        let here = self.level();
        let mut first = self.satisfied[here];
        while first < n && self.holds(first) {
            first += 1;
            self.watch.steps(1)?;
        }
        self.satisfied[here] = first;
        if first == n {
            return Ok(None);
        }
        if let Some(onto) = &self.onto {
            self.watch.steps(onto.len())?;
            let open = onto.iter().filter(|&&variable| self.values[2 * variable as usize] == 0);
            let active = |a: &&u32, b: &&u32| {
                self.activity[**a as usize].total_cmp(&self.activity[**b as usize])
            };
            if let Some(variable) = open.max_by(active) {
                return Ok(Some(2 * variable));
            }
        }
        let clause = self.clauses.literals(first as u32);
        let open = clause.iter().copied().filter(|&literal| self.values[literal as usize] == 0);
        Ok(open.max_by(|&a, &b| {
            self.activity[a as usize / 2].total_cmp(&self.activity[b as usize / 2])
        }))
    }

    fn holds(&self, clause: usize) -> bool {
        self.clauses.literals(clause as u32).iter().any(|&l| self.values[l as usize] == 1)
    }

    /// The lowest level at which every clause of the formula holds; with a projection, at most the
    /// last level whose decision is of interest.
    fn needed(&self) -> usize {
        let mut needed = 0;
        for clause in 0..self.formula.clauses().len() {
            let holding = self
                .clauses
                .literals(clause as u32)
                .iter()
                .filter(|&&l| self.values[l as usize] == 1);
            let level = holding.map(|&l| self.levels[l as usize / 2]).min();
            needed = needed.max(level.unwrap_or(0) as usize);
        }
        if let Some(onto) = &self.onto {
            let ours = |&start: &usize| onto.binary_search(&(self.trail[start] / 2)).is_ok();
            let last = self.starts.iter().rposition(ours).map_or(0, |level| level + 1);
            needed = needed.min(last);
        }
        needed
    }

    fn write(&self, cube: &mut Vec<i32>) {
        cube.clear();
        for &literal in &self.trail {
            let variable = literal / 2;
            if self.onto.as_ref().is_none_or(|onto| onto.binary_search(&variable).is_ok()) {
                let number = variable as i32 + 1;
                cube.push(if literal & 1 == 0 { number } else { -number });
            }
        }
        cube.sort_unstable_by_key(|literal| literal.unsigned_abs());
    }
}
