//! Where a search is saved, and whether a saved one is of this puzzle and question.

use puzzle_core::{Failure, Key, Run, StateSpace};

use super::{Saved, Search, State, read_saved};

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

    /// The search to go on with, if there is one.
    pub(super) fn load<K: Key>(&self) -> Result<Option<State<K>>, Failure> {
        let Some(file) = &self.run.resume else { return Ok(None) };
        let refuse = |what: String| Failure::Usage(format!("{}: {what}", file.display()));
        let saved = read_saved::<K>(file).map_err(|error| refuse(error.to_string()))?;
        if saved.fingerprint != self.fingerprint {
            return Err(refuse("this run was saved for another puzzle".into()));
        }
        if saved.question != self.question {
            let (theirs, ours) = (saved.question, &self.question);
            return Err(refuse(format!("this run was saved for `{theirs}`, not `{ours}`")));
        }
        Ok(Some(saved.state))
    }

    /// Saves a search, if that is wanted.
    pub(super) fn save<K: Key>(
        &self,
        search: &Search<'_, K>,
        reached: Option<&(usize, Vec<K>)>,
    ) -> Result<(), Failure> {
        let Some(file) = &self.run.checkpoint else { return Ok(()) };
        let mut state = search.state()?;
        state.passed = reached.cloned();
        let (fingerprint, question) = (self.fingerprint, self.question.clone());
        let write = Saved { fingerprint, question, state }.write(file);
        write.map_err(|error| {
            Failure::Usage(format!("cannot save the run to {}: {error}", file.display()))
        })
    }
}
