//! The crate `dlx` (Ed McCardell): dancing links after Knuth, with the least-fit chooser of its own
//! pentomino example. The fastest public crate found, hence the baseline.
//!
//! With the feature `dlx-fast` of this package it runs without bounds checks on 32-bit links. Its
//! preprocessor is not used, because every program is to search the same list of embeddings.

use std::hint::black_box;

use ::dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use ::dlx::x::make_problem;
use ::dlx::{OptOrder, Solver, Uint};

use crate::program::{Found, Program, Run};
use crate::puzzles::Instance;

pub(super) struct Dlx;

impl Program for Dlx {
    fn name(&self) -> &'static str {
        super::BASELINE
    }

    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String> {
        let rows = instance.rows.as_ref().map_err(Clone::clone)?;
        let options: Vec<Vec<Uint>> =
            rows.rows.iter().map(|row| row.iter().map(|&item| Uint(item)).collect()).collect();
        let (primary, secondary) = (Uint(rows.primary), Uint(rows.secondary));
        Ok(Box::new(move || {
            let mut problem = make_problem(primary, secondary, &options, OptOrder::Seq);
            let mut solver = Solver::new(&mut problem);
            let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
            let mut solutions = 0;
            while solver.next_solution(&mut chooser) {
                black_box(solver.fmt_solution());
                solutions += 1;
            }
            // The profile counts the nodes at which an item was chosen, not the solutions.
            let inner: usize = solver.get_profile().iter().sum();
            Ok(Found {
                solutions: Some(solutions),
                nodes: Some(inner as u64 + solutions),
                remark: None,
            })
        }))
    }
}
