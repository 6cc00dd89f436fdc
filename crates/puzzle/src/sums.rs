//! Sums over parts, saved to a file and taken up again.

use puzzle_core::{BigUint, Checkpoint, Payload, StopReason, Subtree};
use puzzle_engines::parts::{self, Account, Plan, Sum};

use crate::division::{Division, load, write};
use crate::{Failure, Options};

/// A sum to be carried out.
pub(crate) struct Summing<'a> {
    pub(crate) options: &'a Options,
    /// What tells the problem from others.
    pub(crate) fingerprint: u64,
    /// What is asked, and how the parts are made.
    pub(crate) question: &'static str,
}

impl Summing<'_> {
    /// Adds up the parts, or what a saved run left of them. `owns` says whether a part from a file
    /// belongs to the problem.
    pub(crate) fn run(
        &self,
        sum: &dyn Sum,
        parts: impl FnOnce() -> Vec<Subtree>,
        owns: &dyn Fn(&[u32]) -> bool,
    ) -> Result<(Account, Option<StopReason>), Failure> {
        let start = match &self.options.resume {
            Some(path) => self.resume(&load(path, usize::MAX)?, owns)?,
            None => Account { rest: parts(), ..Account::default() },
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let plan = Plan {
            threads: self.options.threads.unwrap_or_else(cores),
            interval: self.options.interval.unwrap_or(Division::INTERVAL),
        };
        let control = &self.options.control;
        let mut failed = None;
        let mut save = |account: &Account| {
            let Some(path) = &self.options.checkpoint else { return };
            if let Err(error) = write(path, &self.checkpoint(account).write()) {
                failed = Some(format!("cannot save {}: {error}", path.display()));
                // A long run that cannot be saved had better stop at once.
                control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            }
        };
        save(&start);
        let done = parts::run(sum, start, plan, control, &mut save);
        match failed {
            Some(message) => Err(Failure::Usage(message)),
            None => Ok(done),
        }
    }

    fn resume(
        &self,
        saved: &Checkpoint,
        owns: &dyn Fn(&[u32]) -> bool,
    ) -> Result<Account, Failure> {
        let refuse = |what: &str| Err(Failure::Usage(format!("the checkpoint is of {what}")));
        if saved.fingerprint != self.fingerprint {
            return refuse("another puzzle");
        }
        if saved.question != self.question {
            return refuse(&format!("another question: {}", saved.question));
        }
        let numbers = |part: &Subtree| part.chosen.iter().map(|id| id.0).collect::<Vec<u32>>();
        let Payload::Subtrees(subtrees) = &saved.payload else {
            return refuse("a count by dynamic programming");
        };
        if !subtrees.iter().all(|part| owns(&numbers(part))) {
            return refuse("this puzzle, but damaged: a part is not one of its parts");
        }
        let (sum, nodes, rest) = (saved.solutions.clone(), saved.nodes, subtrees.clone());
        Ok(Account { sum, nodes, rest })
    }

    fn checkpoint(&self, account: &Account) -> Checkpoint {
        Checkpoint {
            fingerprint: self.fingerprint,
            question: self.question.into(),
            solutions: account.sum.clone(),
            fixed: BigUint::ZERO,
            nodes: account.nodes,
            output: 0,
            payload: Payload::Subtrees(account.rest.clone()),
        }
    }
}
