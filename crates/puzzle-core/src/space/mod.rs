//! State spaces: puzzles that are played move by move.
//!
//! A state is a word of fixed width, its *key*; two states that count as the same (identical
//! blocks exchanged, a board turned over) have the same key, because a space hands out canonical
//! keys only. Engines see a space as a trait object, [`Space`] without the width of its keys; they
//! ask in batches, so that one virtual call serves a hundred states.
//!
//! **Marks.** A state may carry [`Marks`]: bits that name moves which lead to nothing new, because
//! the state was reached by such a move. A space that hands them out with every successor spares
//! a search both the moves back and the memory of the level before (Korf's frontier search).
//!
//! **Solutions.** A solution is a path: what [`StateSpace::heading`] says, the start included, and
//! then every later state as [`StateSpace::describe`] tells it, up to a goal.

mod erased;
mod key;
mod successors;

pub use erased::{Explored, Space};
pub use key::Key;
pub use successors::{Marks, Successors};

/// Where a move from a state at distance `d` can lead, and so what a search must remember to tell
/// new states from old ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// To distance `d + 1` only: every way to a state has the same length, as with peg jumps.
    Forward,
    /// To `d` or `d + 1`.
    Onward,
    /// To `d - 1` or `d + 1`: moves can be taken back, and each changes some parity.
    Alternate,
    /// To `d - 1`, `d` or `d + 1`: moves can be taken back.
    Three,
    /// Anywhere up to `d + 1`.
    All,
}

/// States, and the moves between them.
pub trait StateSpace: Send + Sync {
    /// How states are written.
    type Key: Key;

    /// Where to begin.
    fn starts(&self) -> Vec<Self::Key>;

    /// Expands a batch: for each state its successors are pushed, one for each move, and closed.
    fn expand(&self, states: &[Self::Key], out: &mut Successors<Self::Key>);

    /// Whether [`StateSpace::expand_marked`] does what it promises.
    fn has_marks(&self) -> bool {
        false
    }

    /// Expands a batch but for the moves that are marked, and marks the successors. If a state at
    /// distance `d` comes with the marks of all ways that lead there from `d - 1`, then every move
    /// back to `d - 1` is left out, and no move to `d + 1`. The successors of a state need not be
    /// closed.
    fn expand_marked(
        &self,
        states: &[Self::Key],
        marks: &[Marks],
        out: &mut Successors<Self::Key>,
    ) {
        let _ = marks;
        self.expand(states, out);
    }

    /// Whether there is anything to be reached.
    fn has_goals(&self) -> bool {
        false
    }

    /// Appends those of the states that are to be reached.
    fn goals_among(&self, states: &[Self::Key], found: &mut Vec<Self::Key>) {
        let _ = (states, found);
    }

    /// Whether every move can be taken back by one move. Only then may a search forget all but
    /// the last two levels: peg jumps cannot be taken back, sliding blocks can.
    fn is_reversible(&self) -> bool;

    /// What a search must remember.
    fn window(&self) -> Window {
        if self.is_reversible() { Window::Three } else { Window::All }
    }

    /// All goals, if they are few and known: then a search may begin at both ends.
    fn goals(&self) -> Option<Vec<Self::Key>> {
        None
    }

    /// What every solution begins with: all that its family must know to read the states that
    /// follow, the start included.
    fn heading(&self) -> Vec<u32> {
        self.starts().first().map_or(Vec::new(), |&start| self.describe(start))
    }

    /// A state in the numbers of its family, equally many for each state.
    fn describe(&self, state: Self::Key) -> Vec<u32> {
        let mut bytes = Vec::new();
        state.write(&mut bytes);
        bytes.chunks_exact(4).map(u32::read).collect()
    }

    /// A state in a word, for files that list them.
    fn name(&self, state: Self::Key) -> String {
        let mut bytes = Vec::new();
        state.write(&mut bytes);
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether all these keys are states: a saved run may hold any.
    fn are_states(&self, keys: &[Self::Key]) -> bool {
        let _ = keys;
        true
    }

    /// What tells the puzzle from others, for saved runs.
    fn fingerprint(&self) -> u64 {
        0
    }

    /// What tells this space from others of the same puzzle, for saved runs: `style 2`.
    fn variant(&self) -> String {
        String::new()
    }
}
