//! What can be measured.

use crate::puzzles::Instance;

/// What one run of a program found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// How many solutions it visited, if it says so.
    pub(crate) solutions: Option<u64>,
    /// Partial solutions it examined, the empty one and the complete ones included, if it says so.
    pub(crate) nodes: Option<u64>,
    /// Something to tell below the table.
    pub(crate) remark: Option<String>,
}

/// A puzzle in the form that a program wants: each call solves it anew, and is what is timed. An
/// error is the reason why it failed.
pub(crate) type Run<'a> = Box<dyn FnMut() -> Result<Found, String> + 'a>;

/// A program that visits all solutions of an exact cover problem on one thread.
pub(crate) trait Program {
    /// Its name in the table.
    fn name(&self) -> &str;

    /// Whether it takes so long that it is left out unless named.
    fn is_slow(&self) -> bool {
        false
    }

    /// Brings the puzzle into the program's own form of input; building whatever it searches on
    /// belongs to the run. An error is the reason why it declines.
    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String>;
}
