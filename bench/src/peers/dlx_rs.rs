//! The crate `dlx-rs` (T. Veness): dancing links as a state machine. It reports no nodes.

use std::hint::black_box;

use ::dlx_rs::Solver;

use crate::program::{Found, Program, Run};
use crate::puzzles::Instance;

pub(super) struct DlxRs;

impl Program for DlxRs {
    fn name(&self) -> &'static str {
        "dlx-rs"
    }

    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String> {
        let rows = instance.rows.as_ref().map_err(Clone::clone)?;
        // Its items are numbered from 1.
        let options: Vec<Vec<usize>> =
            rows.rows.iter().map(|row| row.iter().map(|&item| item + 1).collect()).collect();
        Ok(Box::new(move || {
            let mut solver = Solver::new_optional(rows.primary, rows.secondary);
            for (number, option) in options.iter().enumerate() {
                solver.add_option(number, option);
            }
            let mut solutions = 0;
            while let Some(solution) = solver.solve() {
                black_box(solution);
                solutions += 1;
            }
            Ok(Found { solutions: Some(solutions), ..Found::default() })
        }))
    }
}
