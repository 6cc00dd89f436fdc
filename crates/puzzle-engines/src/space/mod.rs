//! State spaces: breadth-first search, level by level.
//!
//! | file | what |
//! |---|---|
//! | `keyset` | the table |
//! | `shard`, `team` | a level in memory, by one thread or several |
//! | `threads` | how threads are started and stopped together |
//! | `files`, `disk` | a level on disk |
//! | `search` | one level after the other, and when memory gives way to disk |
//! | `stored`, `path`, `shortest` | levels remembered, and what can be told from them |
//! | `meeting` | from both ends |
//! | `saved`, `saving` | a search or a count in a file |
//! | `export` | every state in a file |
//! | `breadth_first`, `both_ends`, `reference` | the engines, and `asked`: what is wanted of them |
//! | `level`, `counting` | levels with a number at each state: how many ways lead there |

mod asked;
mod both_ends;
mod breadth_first;
pub mod counting;
mod disk;
mod export;
mod files;
mod keyset;
pub mod level;
mod meeting;
mod path;
mod reference;
mod saved;
pub(crate) mod saving;
mod search;
mod shard;
mod shortest;
mod stored;
mod team;
mod threads;

use std::fmt;

use puzzle_core::{Key, Marks, StateSpace, StopReason, Successors, Window};

pub use both_ends::BothEnds;
pub use breadth_first::BreadthFirst;
pub use path::path;
pub use reference::Reference;
pub use search::{Levels, Plan, Search, State};
pub use shortest::count_shortest;

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

/// The states one move away, sorted and each once; `room` is where they are written first.
fn neighbours<K: Key>(
    space: &dyn StateSpace<Key = K>,
    state: K,
    room: &mut Successors<K>,
) -> Vec<K> {
    room.clear();
    space.expand(&[state], room);
    let mut keys = room.keys().to_vec();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// A space that begins elsewhere and has no goals of its own.
struct Beginning<'a, K> {
    space: &'a dyn StateSpace<Key = K>,
    starts: Vec<K>,
}

impl<K: Key> StateSpace for Beginning<'_, K> {
    type Key = K;

    fn starts(&self) -> Vec<K> {
        self.starts.clone()
    }

    fn expand(&self, states: &[K], out: &mut Successors<K>) {
        self.space.expand(states, out);
    }

    fn has_marks(&self) -> bool {
        self.space.has_marks()
    }

    fn expand_marked(&self, states: &[K], marks: &[Marks], out: &mut Successors<K>) {
        self.space.expand_marked(states, marks, out);
    }

    fn is_reversible(&self) -> bool {
        self.space.is_reversible()
    }

    fn window(&self) -> Window {
        self.space.window()
    }
}
