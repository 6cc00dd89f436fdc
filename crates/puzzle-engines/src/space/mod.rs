//! State spaces: breadth-first search, level by level.
//!
//! | file | what |
//! |---|---|
//! | `keyset` | the table |
//! | `shard`, `team` | a level in memory, by one thread or several |
//! | `files`, `disk` | a level on disk |
//! | `search` | one level after the other, and when memory gives way to disk |
//! | `stored`, `path`, `shortest` | levels remembered, and what can be told from them |
//! | `meeting` | from both ends |
//! | `saved` | a search in a file |
//! | `level`, `counting` | levels with a number at each state: how many ways lead there |

pub mod counting;
mod disk;
mod files;
mod keyset;
pub mod level;
mod meeting;
mod path;
mod saved;
mod search;
mod shard;
mod shortest;
mod stored;
mod team;

use std::fmt;

use puzzle_core::{Marks, StateSpace, StopReason, Successors, Window};

pub use keyset::{KeySet, hash};
pub use meeting::{Meeting, meet};
pub use path::path;
pub use saved::{Saved, read_saved};
pub use search::{Levels, Plan, Search, State};
pub use shortest::count_shortest;
pub use stored::Stored;

/// Why a search did not come to its end.
#[derive(Debug)]
pub enum Halt {
    /// A limit or an interrupt.
    Stopped(StopReason),
    /// A file could not be written or read.
    Io(std::io::Error),
    /// Levels that would be needed were forgotten.
    Forgotten,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Stopped(reason) => write!(f, "stopped: {reason}"),
            Halt::Io(error) => write!(f, "a level could not be kept on disk: {error}"),
            Halt::Forgotten => f.write_str("levels were forgotten for want of memory"),
        }
    }
}

impl std::error::Error for Halt {}

impl From<std::io::Error> for Halt {
    fn from(error: std::io::Error) -> Self {
        Halt::Io(error)
    }
}

/// A space that begins elsewhere and has no goals of its own.
struct Beginning<'a, S: StateSpace> {
    space: &'a S,
    starts: Vec<S::Key>,
}

impl<S: StateSpace> StateSpace for Beginning<'_, S> {
    type Key = S::Key;

    fn starts(&self) -> Vec<S::Key> {
        self.starts.clone()
    }

    fn expand(&self, states: &[S::Key], out: &mut Successors<S::Key>) {
        self.space.expand(states, out);
    }

    fn has_marks(&self) -> bool {
        self.space.has_marks()
    }

    fn expand_marked(&self, states: &[S::Key], marks: &[Marks], out: &mut Successors<S::Key>) {
        self.space.expand_marked(states, marks, out);
    }

    fn is_goal(&self, _: S::Key) -> bool {
        false
    }

    fn is_reversible(&self) -> bool {
        self.space.is_reversible()
    }

    fn window(&self) -> Window {
        self.space.window()
    }
}
