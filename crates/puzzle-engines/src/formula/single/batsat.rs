//! Batsat, through rustsat: pure Rust.
//!
//! The proof is the list of clauses that the solver learned, the empty one last: each follows from
//! the formula and those before it by unit propagation, which any DRAT checker can check. Deletions
//! are left out; they only make checking faster.

use batsat::{Callbacks, clause, lbool};
use puzzle_core::{Cnf, Control, StopReason};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Lit, TernaryVal, Var};

use super::{Found, Proof};

/// Finds a model. `proof` gets the clauses learned; what it contains is a proof if nothing is found.
pub fn solve<'p>(formula: &Cnf, control: &Control, proof: Option<Proof<'p>>) -> Found {
    let mut solver = rustsat_batsat::Solver::<Watch<'_, 'p>>::default();
    let failed = "this solver takes any clause";
    if formula.variables() > 0 {
        solver.reserve(Var::new(formula.variables() - 1)).expect(failed);
    }
    for clause in formula.clauses().iter() {
        solver.add_clause(super::clause(clause)).expect(failed);
    }
    let watch = solver.batsat_mut().cb_mut();
    watch.control = Some(control);
    watch.proof = proof;
    match solver.solve().expect(failed) {
        SolverResult::Sat => {
            let value = |v: u32| solver.lit_val(Lit::new(v, false)).expect("there is a model");
            let literal = |v: u32| {
                if value(v) == TernaryVal::True { v as i32 + 1 } else { -(v as i32 + 1) }
            };
            Found::Model((0..formula.variables()).map(literal).collect())
        }
        SolverResult::Unsat => {
            solver.batsat_mut().cb_mut().write(&[]);
            Found::Nothing
        }
        SolverResult::Interrupted => {
            let conflicts = control.progress.nodes();
            Found::Stopped(control.budget.check(conflicts).unwrap_or(StopReason::Interrupted))
        }
    }
}

/// Listens to the solver.
#[derive(Default)]
struct Watch<'a, 'p> {
    control: Option<&'a Control>,
    proof: Option<Proof<'p>>,
    conflicts: u64,
}

impl Watch<'_, '_> {
    fn write(&mut self, clause: &[batsat::Lit]) {
        let Some(proof) = &mut self.proof else { return };
        let mut line = String::new();
        for literal in clause {
            let sign = if literal.sign() { "" } else { "-" };
            line += &format!("{sign}{} ", literal.var().idx() + 1);
        }
        // Whoever keeps the proof notices that it is incomplete: the empty clause is missing.
        let _ = writeln!(proof, "{line}0");
    }
}

impl Callbacks for Watch<'_, '_> {
    fn on_new_clause(&mut self, clause: &[batsat::Lit], kind: clause::Kind) {
        if kind == clause::Kind::Learnt {
            self.conflicts += 1;
            self.write(clause);
        }
    }

    fn on_result(&mut self, _: lbool) {}

    fn stop(&self) -> bool {
        self.control.is_some_and(|control| {
            control.progress.publish(self.conflicts, 0);
            control.budget.check(self.conflicts).is_some()
        })
    }
}
