//! Solutions as an iterator.
//!
//! Engines push solutions; an iterator is pulled. So the search runs in a thread of its own, a few
//! solutions ahead, and is interrupted when the iterator is dropped.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

use puzzle_core::{Answer, Ask, Failure, Question, Run};

use crate::Puzzle;

/// How many solutions the search may be ahead.
const AHEAD: usize = 64;

/// Solutions of a puzzle, one by one.
#[derive(Debug)]
pub struct Solutions {
    receiver: Option<Receiver<Vec<u32>>>,
    search: Option<JoinHandle<Result<Answer, Failure>>>,
    interrupt: Arc<AtomicBool>,
}

impl Puzzle {
    /// Every solution, found as the iterator is asked for it.
    ///
    /// ```
    /// let pentominoes = puzzle::Puzzle::named("pentominoes-6x10").unwrap();
    /// let three: Vec<Vec<u32>> = pentominoes.solutions().take(3).collect();
    /// assert_eq!(three.len(), 3);
    /// ```
    pub fn solutions(&self) -> Solutions {
        self.solutions_of(Ask::new(Question::All), Run::default())
    }

    /// The solutions that answer a question. [`Solutions::answer`] tells how the search ended.
    pub fn solutions_of(&self, ask: Ask, run: Run) -> Solutions {
        let (sender, receiver) = sync_channel(AHEAD);
        let interrupt = run.control.budget.interrupt.clone();
        let (puzzle, dropped) = (self.clone(), interrupt.clone());
        let search = std::thread::spawn(move || {
            let mut send = |solution: &[u32]| match sender.send(solution.to_vec()) {
                Ok(()) if !dropped.load(Ordering::Relaxed) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            puzzle.ask(&ask, &run, &mut send)
        });
        Solutions { receiver: Some(receiver), search: Some(search), interrupt }
    }
}

impl Iterator for Solutions {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        self.receiver.as_ref()?.recv().ok()
    }
}

impl Solutions {
    /// How the search ended; what was not taken is let pass.
    pub fn answer(mut self) -> Result<Answer, Failure> {
        while self.next().is_some() {}
        self.join().unwrap_or_else(|| Err(Failure::Declined("the search panicked".into())))
    }

    fn join(&mut self) -> Option<Result<Answer, Failure>> {
        self.receiver = None;
        self.search.take()?.join().ok()
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        if self.search.is_some() {
            self.interrupt.store(true, Ordering::Relaxed);
            self.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_that_breaks_ends_the_search_and_one_that_does_not_sees_every_solution() {
        let soma = Puzzle::named("soma").unwrap();
        assert_eq!(soma.solutions().take(5).count(), 5);
        let mut solutions = soma.solutions();
        assert_eq!(solutions.by_ref().count(), 11520);
        assert_eq!(solutions.answer().unwrap().solutions, 11520_u32.into());
        // Years of search, dropped at once.
        drop(Puzzle::named("hollow-pyramid").unwrap().solutions());
    }
}
