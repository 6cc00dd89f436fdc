//! Which SAT solver is used: batsat, which is pure Rust, or with the feature `cadical` CaDiCaL.

use puzzle_core::Budget;

#[cfg(not(feature = "cadical"))]
mod chosen {
    use super::Budget;

    /// The solver.
    pub(crate) type Solver = rustsat_batsat::BasicSolver;

    /// A solver that stops when the budget is spent.
    pub(crate) fn new(budget: &Budget) -> Solver {
        let mut solver = Solver::default();
        let budget = budget.clone();
        solver.batsat_mut().cb_mut().set_stop(move || budget.check(0).is_some());
        solver
    }
}

#[cfg(feature = "cadical")]
mod chosen {
    use rustsat::solvers::{ControlSignal, Terminate};

    use super::Budget;

    /// The solver.
    pub(crate) type Solver = rustsat_cadical::CaDiCaL<'static, 'static>;

    /// A solver that stops when the budget is spent.
    pub(crate) fn new(budget: &Budget) -> Solver {
        let mut solver = Solver::default();
        let budget = budget.clone();
        solver.attach_terminator(move || match budget.check(0) {
            Some(_) => ControlSignal::Terminate,
            None => ControlSignal::Continue,
        });
        solver
    }
}

pub(crate) use chosen::{Solver, new};
