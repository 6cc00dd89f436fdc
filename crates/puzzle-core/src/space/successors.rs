//! What a batch of states leads to.

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

#[cfg(test)]
mod tests {
    use super::*;

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
