//! Sums over parts, saved to a file and taken up again.

use puzzle_core::{Checkpoint, Failure, Payload, Run, StopReason, Subtree};

use crate::parts::{self, Account, Plan, Sum};
use crate::saved::{Store, threads};

/// A sum to be carried out.
#[derive(Debug)]
pub struct Summing<'a> {
    /// How it is carried out and where it is saved.
    pub run: &'a Run,
    /// What tells the problem from others.
    pub fingerprint: u64,
    /// What is asked, and how the parts are made.
    pub question: &'static str,
}

impl Summing<'_> {
    /// Adds up the parts, or what a saved run left of them. `owns` says whether a part from a file
    /// belongs to the problem.
    pub fn carry_out(
        &self,
        sum: &dyn Sum,
        parts: impl FnOnce() -> Vec<Subtree>,
        owns: &dyn Fn(&[u32]) -> bool,
    ) -> Result<(Account, Option<StopReason>), Failure> {
        let mut store = Store::new(self.run, self.fingerprint, self.question);
        let start = match store.load(usize::MAX)? {
            Some(saved) => account(saved, &store, owns)?,
            None => Account { rest: parts(), ..Account::default() },
        };
        let plan = Plan { threads: threads(self.run), interval: self.run.interval() };
        let empty = store.beginning(Payload::Subtrees(Vec::new()));
        let mut save = |account: &Account| {
            store.save(Ok(0), |_| Checkpoint {
                solutions: account.sum.clone(),
                nodes: account.nodes,
                payload: Payload::Subtrees(account.rest.clone()),
                ..empty.clone()
            });
        };
        save(&start);
        let done = parts::run(sum, start, plan, &self.run.control, &mut save);
        store.finish()?;
        Ok(done)
    }
}

/// What a saved run left.
fn account(
    saved: Checkpoint,
    store: &Store<'_>,
    owns: &dyn Fn(&[u32]) -> bool,
) -> Result<Account, Failure> {
    let numbers = |part: &Subtree| part.chosen.iter().map(|id| id.0).collect::<Vec<u32>>();
    let Payload::Subtrees(rest) = saved.payload else {
        return Err(store.refuse(saved.payload.about()));
    };
    if !rest.iter().all(|part| owns(&numbers(part))) {
        return Err(store.refuse("this puzzle, but damaged: a part is not one of its parts"));
    }
    Ok(Account { sum: saved.solutions, nodes: saved.nodes, rest })
}
