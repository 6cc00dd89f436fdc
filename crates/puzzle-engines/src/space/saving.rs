//! Where a search is saved, and whether a saved one is of this puzzle and question.

use puzzle_core::{Checkpoint, Failure, Key, Payload, Run, StateSpace};

use super::{Search, State};
use crate::saved::Store;

/// Saves a search as its run demands.
pub(super) struct Saving<'a> {
    run: &'a Run,
    fingerprint: u64,
    question: String,
}

impl<'a> Saving<'a> {
    pub(super) fn new<K: Key>(
        space: &dyn StateSpace<Key = K>,
        exhaust: bool,
        run: &'a Run,
    ) -> Self {
        let question = if exhaust { "exhaust" } else { "solve" };
        let question = format!("{question} {}", space.variant());
        Saving { run, fingerprint: space.fingerprint(), question }
    }

    fn store(&self) -> Store<'a> {
        Store::new(self.run, self.fingerprint, &self.question)
    }

    /// The search to go on with, if there is one.
    pub(super) fn load<K: Key>(&self) -> Result<Option<State<K>>, Failure> {
        let store = self.store();
        let Some(saved) = store.load(usize::MAX)? else { return Ok(None) };
        let Payload::States(head, bytes) = &saved.payload else {
            return Err(store.refuse(saved.payload.about()));
        };
        let state = State::read(head, bytes, saved.nodes);
        let damaged = || store.refuse("this puzzle, but its lists of states are not right");
        state.map(Some).ok_or_else(damaged)
    }

    /// Saves a search, if that is wanted.
    pub(super) fn save<K: Key>(
        &self,
        search: &Search<'_, K>,
        reached: Option<&(usize, Vec<K>)>,
    ) -> Result<(), Failure> {
        let mut store = self.store();
        if !store.is_wanted() {
            return Ok(());
        }
        let mut state = search.state()?;
        state.passed = reached.cloned();
        let (head, bytes) = state.write();
        let empty = store.beginning(Payload::States(head, bytes));
        store.save(Ok(0), |_| Checkpoint { nodes: state.nodes, ..empty });
        store.finish()
    }
}
