//! A run in parts that is saved now and then, and goes on from what an earlier run found.

use std::io;

use puzzle_core::{BigUint, Checkpoint, Declined, Failure, Payload, Report, Subtree};

use super::{Divided, Sums};
use crate::saved::Store;

/// What a divided run found, earlier runs included.
pub(crate) struct Done {
    pub(crate) report: Report,
    /// The other two sums.
    pub(crate) fixed: [BigUint; 2],
}

/// Carries out `parts`, which an earlier run that found `start` has left. `sync` brings the output to
/// safety and says how long it is.
pub(crate) fn carry_on(
    mut store: Store<'_>,
    start: &Checkpoint,
    parts: Vec<Subtree>,
    sync: &mut dyn FnMut() -> io::Result<u64>,
    carry_out: impl FnOnce(
        Vec<Subtree>,
        &mut dyn FnMut(&Sums, Vec<Subtree>),
    ) -> Result<Divided, Declined>,
) -> Result<Done, Failure> {
    let total = |sums: &Sums, rest: Vec<Subtree>, output: u64| Checkpoint {
        solutions: &start.solutions + &sums.first,
        fixed: &start.fixed + &sums.second,
        turned: &start.turned + &sums.third,
        nodes: start.nodes + sums.nodes,
        output,
        payload: Payload::Subtrees(rest),
        ..start.clone()
    };
    let wanted = store.is_wanted();
    let mut save = |sums: &Sums, rest: Vec<Subtree>| {
        if wanted {
            store.save(sync(), |output| total(sums, rest, output));
        }
    };
    if wanted {
        save(&Sums::default(), parts.clone());
    }
    let done = carry_out(parts, &mut save)?;
    if done.stopped.is_none() {
        save(&done.sums, Vec::new());
    }
    store.finish()?;
    let Checkpoint { solutions, fixed, turned, nodes, .. } = total(&done.sums, Vec::new(), 0);
    let report = Report { solutions, nodes, stopped: done.stopped };
    Ok(Done { report, fixed: [fixed, turned] })
}
