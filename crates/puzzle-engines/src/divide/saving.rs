//! A run in parts that is saved now and then, and goes on from what an earlier run found.

use std::io;

use puzzle_core::{BigUint, Checkpoint, Declined, Failure, Payload, Report, Seal, Subtree};

use super::{Divided, Sums};
use crate::saved::Store;

/// What a divided run found, earlier runs included.
pub(crate) struct Done {
    pub(crate) report: Report,
    /// The second sum.
    pub(crate) fixed: BigUint,
}

/// Carries out `parts`, which an earlier run that found `start` has left. `sync` brings the output to
/// safety and says what it is.
pub(crate) fn carry_on(
    mut store: Store<'_>,
    start: &Checkpoint,
    parts: Vec<Subtree>,
    sync: &mut dyn FnMut() -> io::Result<Seal>,
    carry_out: impl FnOnce(
        Vec<Subtree>,
        &mut dyn FnMut(&Sums, Vec<Subtree>),
    ) -> Result<Divided, Declined>,
) -> Result<Done, Failure> {
    let total = |sums: &Sums, rest: Vec<Subtree>, output: Seal| Checkpoint {
        solutions: &start.solutions + &sums.first,
        fixed: &start.fixed + &sums.second,
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
    store.finish(done.stopped.is_none())?;
    let Checkpoint { solutions, fixed, nodes, .. } = total(&done.sums, Vec::new(), Seal::default());
    Ok(Done { report: Report { solutions, nodes, stopped: done.stopped }, fixed })
}
