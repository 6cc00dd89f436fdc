//! CaDiCaL, through rustsat: the C++ solver of Biere and others, built when the feature `cadical`
//! is on.
//!
//! It tells each clause that it derives or drops to a tracer, which may not borrow. So the tracer
//! keeps the lines in a shared buffer, and the callback that the solver asks whether to stop, which
//! may borrow, empties it into the proof: memory stays bounded.

use std::cell::RefCell;
use std::rc::Rc;

use puzzle_core::{Cnf, Control, StopReason};
use rustsat::solvers::{
    ControlSignal, GetInternalStats, LimitConflicts, Solve, SolverResult, Terminate,
};
use rustsat::types::{Lit, TernaryVal, Var};
use rustsat_cadical::{CaDiCaL, CaDiCaLClause, ClauseId, TraceProof};

use super::{Found, Proof};

/// Finds a model. `proof` gets the clauses derived and dropped; what it contains is a proof if
/// nothing is found.
pub fn solve(formula: &Cnf, control: &Control, proof: Option<Proof<'_>>) -> Found {
    let lines = Lines::default();
    let tracer = proof.as_ref().map(|_| Tracer(lines.clone()));
    let mut drain = Drain { lines, proof };
    let found = search(formula, control, tracer, &mut drain);
    // An empty clause of the formula itself is not derived; a proof says so all the same.
    if found == Found::Nothing && !drain.lines.borrow().refuted {
        drain.lines.borrow_mut().text.push_str("0\n");
    }
    drain.empty();
    found
}

fn search(
    formula: &Cnf,
    control: &Control,
    tracer: Option<Tracer>,
    drain: &mut Drain<'_>,
) -> Found {
    let failed = "only a full memory could prevent it";
    let mut solver = CaDiCaL::default();
    // The handle owns the tracer, so it outlives the search.
    let tracer = tracer.map(|tracer| solver.connect_proof_tracer(tracer, false));
    if formula.variables() > 0 {
        solver.reserve(Var::new(formula.variables() - 1)).expect(failed);
    }
    for clause in formula.clauses().iter() {
        solver.add_clause(super::clause(clause)).expect(failed);
    }
    // A node is a conflict; the solver counts them itself.
    let limit = control.budget.nodes.map(|nodes| u32::try_from(nodes).unwrap_or(u32::MAX));
    if let Some(limit) = limit.filter(|&limit| limit < i32::MAX as u32) {
        solver.limit_conflicts(Some(limit)).expect(failed);
    }
    solver.attach_terminator(|| {
        drain.empty();
        match control.budget.check(0) {
            Some(_) => ControlSignal::Terminate,
            None => ControlSignal::Continue,
        }
    });
    let result = solver.solve().unwrap_or(SolverResult::Interrupted);
    control.progress.publish(solver.conflicts() as u64, 0);
    let found = match result {
        SolverResult::Sat => {
            let value = |v: u32| solver.lit_val(Lit::new(v, false)).expect("there is a model");
            let literal = |v: u32| {
                if value(v) == TernaryVal::True { v as i32 + 1 } else { -(v as i32 + 1) }
            };
            Found::Model((0..formula.variables()).map(literal).collect())
        }
        SolverResult::Unsat => Found::Nothing,
        SolverResult::Interrupted => {
            let reason = control.budget.check(solver.conflicts() as u64 + 1);
            Found::Stopped(reason.unwrap_or(StopReason::MemoryLimit))
        }
    };
    if let Some(tracer) = tracer {
        let _ = solver.disconnect_proof_tracer(tracer);
    }
    found
}

/// What the tracer has written.
#[derive(Default)]
struct Written {
    /// What nobody has taken yet.
    text: String,
    /// Whether the empty clause was among it.
    refuted: bool,
}

type Lines = Rc<RefCell<Written>>;

/// Takes the lines to the proof.
struct Drain<'p> {
    lines: Lines,
    proof: Option<Proof<'p>>,
}

impl Drain<'_> {
    fn empty(&mut self) {
        if let Some(proof) = &mut self.proof {
            // Whoever keeps the proof notices that it is incomplete: the empty clause is missing.
            let mut lines = self.lines.borrow_mut();
            let _ = proof.write_all(lines.text.as_bytes());
            lines.text.clear();
        }
    }
}

/// Listens to the solver.
struct Tracer(Lines);

impl Tracer {
    fn write(&self, before: &str, clause: &CaDiCaLClause<'_>) {
        let text = &mut self.0.borrow_mut().text;
        text.push_str(before);
        for literal in clause.iter() {
            text.push_str(&format!("{} ", literal.to_ipasir()));
        }
        text.push_str("0\n");
    }
}

impl TraceProof for Tracer {
    fn add_derived_clause(
        &mut self,
        _: ClauseId,
        _: bool,
        clause: &CaDiCaLClause<'_>,
        _: &[ClauseId],
    ) {
        self.write("", clause);
        self.0.borrow_mut().refuted |= clause.is_empty();
    }

    fn delete_clause(&mut self, _: ClauseId, _: bool, clause: &CaDiCaLClause<'_>) {
        self.write("d ", clause);
    }
}
