//! Sums over parts, saved to a file and taken up again.

use puzzle_core::{BigUint, Checkpoint, Failure, Payload, Run, StopReason, Subtree};

use crate::parts::{self, Account, Plan, Sum};
use crate::saved::{load, write};

/// A sum to be carried out.
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
        let start = match &self.run.resume {
            Some(path) => self.resume(&load(path, usize::MAX)?, owns)?,
            None => Account { rest: parts(), ..Account::default() },
        };
        let plan = Plan { threads: threads(self.run), interval: self.run.interval() };
        let control = &self.run.control;
        let mut failed = None;
        let mut save = |account: &Account| {
            let Some(path) = &self.run.checkpoint else { return };
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

/// How many threads a run may use.
pub fn threads(run: &Run) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    run.threads.unwrap_or_else(cores)
}
