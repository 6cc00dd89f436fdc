//! Cells from a walk, as the Meteor puzzle's pieces are written: "E E E SE".

use crate::{Cell, Grid};
use rustc_hash::FxHashSet;

/// The cells of a walk from `start`, which may revisit cells; `steps` are directions separated by
/// blanks. Each cell is listed once, in the order of the first visit.
pub fn walk(grid: &dyn Grid, start: Cell, steps: &str) -> Result<Vec<Cell>, String> {
    let mut cells = vec![start];
    let mut visited = FxHashSet::from_iter([start]);
    let mut here = start;
    for step in steps.split_whitespace() {
        here = grid.walk_step(here, step).ok_or_else(|| {
            let known = grid.directions().join(" ");
            format!("no step {step:?} from there on the {} grid; it knows {known}", grid.name())
        })?;
        if visited.insert(here) {
            cells.push(here);
        }
    }
    Ok(cells)
}
