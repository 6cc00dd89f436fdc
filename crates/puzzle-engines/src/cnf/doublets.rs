//! The search of document 003 §7: clauses as pairs of bit patterns, doublets first.
//!
//! A clause is two words, its positive and its negated variables; so are the assignments, those set
//! true and those set false. One pass over the clauses drops the satisfied ones, finds an empty one
//! (no model here) or single ones (their literals are set, and the pass is repeated), and counts how
//! often each literal occurs in clauses of two and in longer ones, all variables at once by
//! longitudinal counters. The literal that occurs most in clauses of two, or else in any, is set
//! true and then false. A leaf without clauses is a cube: the variables not set are free. So the
//! cubes are disjoint and cover exactly the models.
//!
//! As in the paper, the clauses still open are copied when a third or more are satisfied, so that
//! the stack never holds more than three times the formula. Unlike the paper, passes count as they
//! go, so that the last one need not be repeated.

use std::ops::ControlFlow;

use puzzle_core::bits::Counters;
use puzzle_core::bits::members::{indices, lowest, without_lowest};
use puzzle_core::{Cnf, Control, StopReason};

use super::{Ended, Visit};

/// The most variables: one bit each.
pub const WIDEST: u32 = 64;
/// Planes of the counters: clauses beyond 2^20 would only blur the choice.
const PLANES: usize = 20;

type Clause = (u64, u64);

/// Hands every cube to `visit`, as sorted literals.
///
/// # Panics
/// If there are more than 64 variables, or the formula is projected.
pub fn search(formula: &Cnf, control: &Control, visit: Visit<'_>) -> Ended {
    assert!(formula.variables() <= WIDEST && formula.projection().is_none(), "declined before");
    let side = |clause: &[i32], positive: bool| {
        let literals = clause.iter().filter(|literal| (**literal > 0) == positive);
        literals.map(|literal| 1_u64 << (literal.unsigned_abs() - 1)).sum::<u64>()
    };
    let stack: Vec<Clause> =
        formula.clauses().iter().map(|c| (side(c, true), side(c, false))).collect();
    let mut search = Search { stack, control, visit, nodes: 0, stopped: None, cube: Vec::new() };
    let end = search.stack.len();
    let _ = search.explore(0, end, 0, 0);
    Ended { nodes: search.nodes, stopped: search.stopped }
}

struct Search<'a> {
    stack: Vec<Clause>,
    control: &'a Control,
    visit: Visit<'a>,
    nodes: u64,
    stopped: Option<StopReason>,
    cube: Vec<i32>,
}

/// Occurrences of positive and of negated variables.
#[derive(Default)]
struct Uses {
    positive: Counters<u64, PLANES>,
    negated: Counters<u64, PLANES>,
}

impl Uses {
    fn add(&mut self, clause: Clause) {
        self.positive.add(clause.0);
        self.negated.add(clause.1);
    }

    /// The literals that occur most, if any occurs.
    fn most(&self) -> Option<Clause> {
        let counters = [&self.positive, &self.negated];
        let occurring = counters.map(|c| c.planes().iter().fold(0, |all, plane| all | plane));
        let [positive, negated] = Counters::maximal_jointly(counters, occurring);
        (positive | negated != 0).then_some((positive, negated))
    }
}

/// What a pass over the clauses found.
enum Pass {
    /// No model here.
    Empty,
    /// Nothing is left to be satisfied.
    Done,
    /// So many clauses are open, none of them single; this literal is best.
    Open(usize, Clause),
}

impl Search<'_> {
    fn explore(&mut self, start: usize, end: usize, mut yes: u64, mut no: u64) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) || self.control.budget.nodes.is_some() {
            self.control.progress.publish(self.nodes, 0);
            self.stopped = self.control.budget.check(self.nodes);
            if self.stopped.is_some() {
                return ControlFlow::Break(());
            }
        }
        let (open, choice) = match pass(&self.stack[start..end], &mut yes, &mut no) {
            Pass::Empty => return ControlFlow::Continue(()),
            Pass::Done => return self.leaf(yes, no),
            Pass::Open(open, choice) => (open, choice),
        };
        let top = self.stack.len();
        let (mut start, mut end) = (start, end);
        if 3 * open < 2 * (end - start) {
            for i in start..end {
                let clause = self.stack[i];
                if clause.0 & yes == 0 && clause.1 & no == 0 {
                    self.stack.push((clause.0 & !no, clause.1 & !yes));
                }
            }
            (start, end) = (top, self.stack.len());
        }
        let (positive, negated) = choice;
        if positive != 0 {
            let variable = lowest(positive);
            self.explore(start, end, yes | variable, no)?;
            self.explore(start, end, yes, no | variable)?;
        } else {
            let variable = lowest(negated);
            self.explore(start, end, yes, no | variable)?;
            self.explore(start, end, yes | variable, no)?;
        }
        self.stack.truncate(top);
        ControlFlow::Continue(())
    }

    fn leaf(&mut self, yes: u64, no: u64) -> ControlFlow<()> {
        self.cube.clear();
        for variable in indices(yes | no) {
            let number = variable as i32 + 1;
            self.cube.push(if yes >> variable & 1 == 1 { number } else { -number });
        }
        let flow = (self.visit)(&self.cube);
        if flow.is_break() {
            self.stopped = Some(StopReason::Satisfied);
        }
        flow
    }
}

/// Goes over the clauses until none is single; sets what single ones force.
fn pass(clauses: &[Clause], yes: &mut u64, no: &mut u64) -> Pass {
    loop {
        let (mut doublets, mut longer) = (Uses::default(), Uses::default());
        let (mut open, mut single) = (0, false);
        for &(positive, negated) in clauses {
            if positive & *yes != 0 || negated & *no != 0 {
                continue;
            }
            let clause = (positive & !*no, negated & !*yes);
            let variables = clause.0 | clause.1;
            let rest = without_lowest(variables);
            if rest == 0 {
                if variables == 0 {
                    return Pass::Empty;
                }
                *yes |= clause.0;
                *no |= clause.1;
                single = true;
            } else if !single {
                open += 1;
                // Once a single clause is seen the pass is repeated: counting is in vain.
                if without_lowest(rest) == 0 { doublets.add(clause) } else { longer.add(clause) }
            }
        }
        if !single {
            return match doublets.most().or_else(|| longer.most()) {
                None => Pass::Done,
                Some(choice) => Pass::Open(open, choice),
            };
        }
    }
}
