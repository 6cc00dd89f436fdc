//! Counting and proving uniqueness, saved to a file and taken up again.
//!
//! What is left is a list of parts, each of which is searched like a puzzle of its own. A proof of
//! uniqueness must be able to show the solution that it has found already: that is put back as a part
//! in which every cell has its colour, and found again in no time. What a SAT solver has learnt is not
//! saved; a run that is stopped there goes on from where the search handed over to it.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_core::lines::{Effort, Lines, Picture};
use puzzle_core::{BigUint, EmbeddingId, Failure, Payload, Question, Run, StopReason, Subtree};

use super::search::{Keeper, Left};
use super::{Outcome, solve_part};
use crate::saved::Store;

/// A question whose run is saved.
pub(crate) struct Saved<'a> {
    pub(crate) puzzle: &'a Lines,
    pub(crate) run: &'a Run,
    pub(crate) question: Question,
}

/// What is known and what is left between two parts.
struct Account<'a> {
    saved: &'a Saved<'a>,
    solutions: u64,
    nodes: u64,
    /// Solutions that the answer has to show, as parts: of parts that are done, and of the one at
    /// hand.
    shown: Vec<Subtree>,
    found: &'a RefCell<Vec<Subtree>>,
    /// What is left beside the part at hand; the next is the last.
    rest: Vec<Subtree>,
    /// The share of the whole that the part at hand is.
    weight: f64,
    last: Instant,
    store: Store<'a>,
}

impl Saved<'_> {
    /// Hands every solution to `sink` until it breaks, and saves what is left now and then and when it
    /// is stopped.
    pub(crate) fn solve(
        &self,
        patience: u64,
        sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
    ) -> Result<Outcome, Failure> {
        let found = RefCell::new(Vec::new());
        let mut account = self.begin(&found)?;
        let mut effort = Effort::default();
        let mut stopped = None;
        account.keep(account.nothing());
        let mut visit = |picture: &Picture| {
            if self.question == Question::Unique {
                found.borrow_mut().push(self.shown(picture));
            }
            sink(picture)
        };
        while let Some(part) = account.rest.pop() {
            account.weight = part.weight;
            let (before, control) = ((account.solutions, account.nodes), &self.run.control);
            let (outcome, left) =
                solve_part(self.puzzle, control, patience, &part, before, &mut account, &mut visit);
            effort = Effort { sat: effort.sat.or(outcome.effort.sat), ..outcome.effort };
            stopped = outcome.stopped;
            // A solution that was enough is not among those that `left` leaves out.
            if stopped.is_some_and(|reason| reason != StopReason::Satisfied) {
                account.keep(left);
            }
            (account.solutions, account.nodes) = (outcome.solutions, effort.nodes);
            if stopped.is_some() {
                break;
            }
            account.shown.append(&mut found.borrow_mut());
            if account.is_due() || account.rest.is_empty() {
                account.keep(account.nothing());
            }
        }
        let (solutions, nodes) = (account.solutions, account.nodes);
        account.store.finish(stopped.is_none())?;
        Ok(Outcome { solutions, stopped, effort: Effort { nodes, ..effort } })
    }

    /// Where a run begins: with the whole, or with what a file says is left.
    fn begin<'a>(&'a self, found: &'a RefCell<Vec<Subtree>>) -> Result<Account<'a>, Failure> {
        let mut account = Account {
            saved: self,
            solutions: 0,
            nodes: 0,
            shown: Vec::new(),
            found,
            rest: vec![Subtree { weight: 1.0, ..Subtree::default() }],
            weight: 0.0,
            last: Instant::now(),
            store: self.store(),
        };
        let colours = self.puzzle.colours() + 1;
        let numbers = self.puzzle.width() * self.puzzle.height() * colours;
        let Some(file) = account.store.load_counting(numbers)? else { return Ok(account) };
        let (Payload::Subtrees(parts), Ok(solutions)) = (file.payload, file.solutions.try_into())
        else {
            return Err(account.store.refuse("another way of counting"));
        };
        // The search counts on from there.
        if solutions > u64::MAX / 2 {
            return Err(account
                .store
                .refuse("this puzzle, but damaged: it has too many solutions"));
        }
        account.solutions = solutions;
        account.nodes = file.nodes;
        account.rest = parts.into_iter().rev().collect();
        Ok(account)
    }

    /// A solution as a part that has no other.
    fn shown(&self, picture: &Picture) -> Subtree {
        let colours = self.puzzle.colours() + 1;
        let number = |(cell, &colour): (usize, &u8)| {
            EmbeddingId((cell * colours + usize::from(colour)) as u32)
        };
        let chosen = picture.cells.iter().enumerate().map(number).collect();
        Subtree { chosen, ..Subtree::default() }
    }

    /// Saves that all is done.
    pub(crate) fn finish(&self, solutions: &BigUint, nodes: u64) -> Result<(), Failure> {
        let mut store = self.store();
        let sums = [solutions.clone(), BigUint::ZERO];
        store.put(sums, nodes, Payload::Subtrees(Vec::new()));
        store.finish(true)
    }

    fn store(&self) -> Store<'_> {
        Store::new(self.run, self.puzzle.fingerprint(), self.question.name())
    }
}

impl Account<'_> {
    /// Nothing is left of the part at hand.
    fn nothing(&self) -> Left {
        Left { solutions: self.solutions, nodes: self.nodes, parts: Vec::new() }
    }
}

impl Keeper for Account<'_> {
    fn is_due(&self) -> bool {
        self.saved.run.checkpoint.is_some() && self.last.elapsed() >= self.saved.run.interval()
    }

    fn keep(&mut self, mut left: Left) {
        left.parts.iter_mut().for_each(|part| part.weight *= self.weight);
        // What is shown is counted when it is found again.
        let mut solutions = left.solutions;
        let mut parts = Vec::new();
        if self.saved.question == Question::Unique {
            solutions = 0;
            // What a SAT solver found belongs to a part that is still on the list.
            let found = self.found.borrow();
            let done = found.iter().take((left.solutions - self.solutions) as usize);
            parts.extend(self.shown.iter().chain(done).cloned());
        }
        parts.append(&mut left.parts);
        parts.extend(self.rest.iter().rev().cloned());
        let sums = [solutions.into(), BigUint::ZERO];
        self.store.put(sums, left.nodes, Payload::Subtrees(parts));
        self.last = Instant::now();
    }
}
