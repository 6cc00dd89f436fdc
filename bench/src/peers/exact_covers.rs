//! The crate `exact-covers` (Hugo Sanz González): Knuth's algorithm C on dancing links. Its second
//! solver, dancing cells, is announced but empty in 0.3.0. It reports no nodes.

use std::hint::black_box;
use std::ops::ControlFlow;

use ::exact_covers::{DlSolver, Solver};

use crate::program::{Found, Program, Run};
use crate::puzzles::Instance;

pub(super) struct ExactCovers;

/// Secondary items with colours, of which there are none here.
type Secondary = Vec<(usize, Option<()>)>;

impl Program for ExactCovers {
    fn name(&self) -> &'static str {
        "exact-covers"
    }

    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String> {
        let rows = instance.rows.as_ref().map_err(Clone::clone)?;
        let items: Vec<usize> = (0..rows.primary + rows.secondary).collect();
        let options: Vec<(&[usize], Secondary)> = rows
            .parts()
            .map(|(primary, rest)| (primary, rest.iter().map(|&item| (item, None)).collect()))
            .collect();
        Ok(Box::new(move || {
            let (primary, secondary) = items.split_at(rows.primary);
            let mut solver: DlSolver<'_, usize, ()> = DlSolver::new(primary, secondary);
            for (primary, secondary) in &options {
                solver.add_option(primary, secondary);
            }
            let mut solutions = 0;
            let mut option = Vec::new();
            solver.solve(|mut solution| {
                while solution.next(&mut option) {
                    black_box(&option);
                }
                solutions += 1;
                ControlFlow::Continue(())
            });
            Ok(Found { solutions: Some(solutions), ..Found::default() })
        }))
    }
}
