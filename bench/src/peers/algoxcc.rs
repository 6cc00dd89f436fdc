//! The crate `algoxcc` (Jesper Daugaard Juhl): dancing cells. It returns all solutions at once, so
//! it is spared puzzles whose solutions would fill the memory. It reports no nodes.

use std::hint::black_box;

use ::algoxcc::{Option as Choice, Problem, solve};

use crate::program::{Found, Program, Run};
use crate::puzzles::Instance;

/// The most solutions to be kept in memory.
const MOST: u64 = 1_000_000;

pub(super) struct Algoxcc;

impl Program for Algoxcc {
    fn name(&self) -> &'static str {
        "algoxcc"
    }

    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String> {
        let rows = instance.rows.as_ref().map_err(Clone::clone)?;
        if let Some(solutions) = instance.known.filter(|&solutions| solutions > MOST) {
            return Err(format!("would keep all {solutions} solutions in memory"));
        }
        let name = |item: usize| item.to_string();
        let choice = |(number, (primary, secondary)): (usize, (&[usize], &[usize]))| Choice {
            label: number.to_string(),
            primary_items: primary.iter().map(|&item| name(item)).collect(),
            secondary_items: secondary.iter().map(|&item| (name(item), String::new())).collect(),
        };
        let problem = Problem {
            primary_items: (0..rows.primary).map(name).collect(),
            secondary_items: (rows.primary..rows.primary + rows.secondary).map(name).collect(),
            options: rows.parts().enumerate().map(choice).collect(),
        };
        Ok(Box::new(move || {
            let found = solve(&problem, true).map_err(|error| error.message)?;
            black_box(found.all());
            Ok(Found { solutions: Some(found.count() as u64), ..Found::default() })
        }))
    }
}
