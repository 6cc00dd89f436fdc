//! State spaces: puzzles that are played move by move.
//!
//! A state is a word of fixed width, its *key*; two states that count as the same (identical
//! blocks exchanged, a board turned over) have the same key, because a space hands out canonical
//! keys only. Spaces are expanded in batches and are generic parameters of the engines, so that
//! no virtual call is paid per state.
//!
//! **Marks.** A state may carry [`Marks`]: bits that name moves which lead to nothing new, because
//! the state was reached by such a move. A space that hands them out with every successor spares
//! a search both the moves back and the memory of the level before (Korf's frontier search).

use std::fmt::Debug;
use std::hash::Hash;

/// A state as a word.
pub trait Key: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many bytes it has.
    const BYTES: usize;

    /// The key with every bit set, which tables use to mark vacant slots.
    const ONES: Self;

    /// Appends the bytes, so that keys compare as their bytes do.
    fn write(self, bytes: &mut Vec<u8>);

    /// The key with these [`Key::BYTES`] bytes.
    fn read(bytes: &[u8]) -> Self;

    /// The word folded to 64 bits, with every bit of it used; to be mixed before it is a hash.
    fn fold(self) -> u64;
}

macro_rules! word_keys {
    ($($word:ty: $fold:expr),*) => {$(
        impl Key for $word {
            const BYTES: usize = size_of::<$word>();
            const ONES: Self = <$word>::MAX;

            #[inline]
            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_be_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                <$word>::from_be_bytes(bytes.try_into().expect("a key has its width"))
            }

            #[inline]
            fn fold(self) -> u64 {
                ($fold)(self)
            }
        }
    )*};
}

word_keys! {
    u32: |key: u32| u64::from(key),
    u64: |key: u64| key,
    u128: |key: u128| (key as u64) ^ ((key >> 64) as u64).rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// 96 bits, the highest first.
impl Key for [u32; 3] {
    const BYTES: usize = 12;
    const ONES: Self = [u32::MAX; 3];

    #[inline]
    fn write(self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|word| word.write(bytes));
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        [0, 4, 8].map(|at| u32::read(&bytes[at..at + 4]))
    }

    #[inline]
    fn fold(self) -> u64 {
        let low = u64::from(self[1]) << 32 | u64::from(self[2]);
        low ^ u64::from(self[0]).rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl<const N: usize> Key for [u64; N] {
    const BYTES: usize = 8 * N;
    const ONES: Self = [u64::MAX; N];

    fn write(self, bytes: &mut Vec<u8>) {
        for word in self {
            word.write(bytes);
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let mut key = [0; N];
        for (word, bytes) in key.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::read(bytes);
        }
        key
    }

    fn fold(self) -> u64 {
        self.iter()
            .fold(0, |fold, word| (fold ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

/// Moves of a state that lead to nothing new: a bit for each, which the space gives a meaning.
pub type Marks = u16;

/// The states that a batch of states leads to, in the order of the batch.
#[derive(Clone, Debug)]
pub struct Successors<K> {
    keys: Vec<K>,
    /// The marks of each, if the space hands them out.
    marks: Vec<Marks>,
    /// Where the successors of each state end.
    ends: Vec<usize>,
    /// Some were left out.
    overflown: bool,
}

impl<K> Default for Successors<K> {
    fn default() -> Self {
        Successors { keys: Vec::new(), marks: Vec::new(), ends: Vec::new(), overflown: false }
    }
}

impl<K: Copy> Successors<K> {
    /// Forgets all, keeps the memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.marks.clear();
        self.ends.clear();
        self.overflown = false;
    }

    /// The most bytes of successors that a space should push for a batch; one that would have more
    /// says so by [`Successors::overflow`] and leaves the rest out.
    pub const MOST: usize = 1 << 28;

    /// Whether there is no room for more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.keys.len() >= Self::MOST / size_of::<K>()
    }

    /// Says that successors were left out because there are too many: the search cannot go on.
    pub fn overflow(&mut self) {
        self.overflown = true;
    }

    /// Whether successors were left out.
    pub fn is_overflown(&self) -> bool {
        self.overflown
    }

    /// A successor of the state at hand; one that is reached by several moves comes several times.
    #[inline]
    pub fn push(&mut self, key: K) {
        self.keys.push(key);
    }

    /// A successor of the state at hand if `is_one`; without a jump, for conditions that nobody can
    /// foresee.
    #[inline]
    pub fn push_if(&mut self, key: K, is_one: bool) {
        self.keys.push(key);
        self.keys.truncate(self.keys.len() - usize::from(!is_one));
    }

    /// A successor of the state at hand with its marks.
    #[inline]
    pub fn push_marked(&mut self, key: K, marks: Marks) {
        self.keys.push(key);
        self.marks.push(marks);
    }

    /// The state at hand has no more successors.
    #[inline]
    pub fn close(&mut self) {
        self.ends.push(self.keys.len());
    }

    /// All successors of the batch.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The marks of all successors of the batch; none at all if the space has none.
    pub fn marks(&self) -> &[Marks] {
        &self.marks
    }

    /// The successors of each state of the batch.
    pub fn groups(&self) -> impl Iterator<Item = &[K]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.keys[start..end])
    }
}

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
pub trait StateSpace: Sync {
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

    /// Whether the state is one to be reached.
    fn is_goal(&self, state: Self::Key) -> bool;

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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_being_written_and_compare_as_their_bytes() {
        fn both<K: Key>(small: K, large: K) {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            small.write(&mut first);
            large.write(&mut second);
            assert_eq!(first.len(), K::BYTES);
            assert_eq!((K::read(&first), K::read(&second)), (small, large));
            assert!(small < large && first < second);
        }
        both(7_u32, 0x0100_0000);
        both(7_u64, 1 << 40);
        both(u128::from(u64::MAX), 1 << 100);
        both([0, u64::MAX], [1, 0]);
        both([0, 7, u32::MAX], [0, 8, 0]);
    }

    #[test]
    fn successors_are_grouped_by_the_state_they_come_from() {
        let mut out = Successors::default();
        out.push(1_u64);
        out.push(2);
        out.close();
        out.close();
        out.push(3);
        out.close();
        let groups: Vec<&[u64]> = out.groups().collect();
        assert_eq!(groups, [&[1, 2][..], &[], &[3]]);
    }
}
