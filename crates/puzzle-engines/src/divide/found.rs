//! The solutions of a part, until they are handed over.
//!
//! A search finds solutions as they lie in its tree: each begins as the one before it, and only what
//! differs is kept. So a part takes no more room than it has nodes, however many solutions it has.
//! Kept in full, the solutions of small parts of 8x8 dominoes filled their buffers, and those parts
//! were searched in vain.

use puzzle_core::EmbeddingId;

/// Solutions in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Of each solution, how long a beginning it shares with the one before; not more than is known
    /// to be shared.
    shared: Vec<u16>,
    /// How many embeddings follow, and those, end to end.
    lengths: Vec<u32>,
    fresh: Vec<EmbeddingId>,
    last: Vec<EmbeddingId>,
}

impl Found {
    /// Adds a solution.
    pub(super) fn push(&mut self, solution: &[EmbeddingId]) {
        let alike = self.last.iter().zip(solution).take_while(|(x, y)| x == y).count();
        let shared = u16::try_from(alike).unwrap_or(u16::MAX);
        let fresh = &solution[usize::from(shared)..];
        self.shared.push(shared);
        self.lengths.push(fresh.len() as u32);
        self.fresh.extend_from_slice(fresh);
        self.last.truncate(usize::from(shared));
        self.last.extend_from_slice(fresh);
    }

    /// Calls `f` with each.
    pub(super) fn each(&self, mut f: impl FnMut(&[EmbeddingId])) {
        let mut rest = self.fresh.as_slice();
        let mut solution = Vec::new();
        for (&shared, &length) in self.shared.iter().zip(&self.lengths) {
            let (fresh, after) = rest.split_at(length as usize);
            rest = after;
            solution.truncate(usize::from(shared));
            solution.extend_from_slice(fresh);
            f(&solution);
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.shared.len()
    }

    /// The room it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.fresh[..])
            + size_of_val(&self.lengths[..])
            + size_of_val(&self.shared[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_come_back_as_they_went_in() {
        let long: Vec<u32> = (0..70_000).collect();
        let mut longer = long.clone();
        longer.push(3);
        let solutions: Vec<Vec<u32>> = vec![
            vec![1, 2, 3],
            vec![1, 2, 4, 5],
            vec![1, 2],
            vec![1, 2],
            vec![],
            vec![7],
            long,
            longer,
        ];
        let mut found = Found::default();
        let mut bytes = Vec::new();
        let ids = |s: &[u32]| s.iter().map(|&e| EmbeddingId(e)).collect::<Vec<_>>();
        for solution in &solutions {
            found.push(&ids(solution));
            bytes.push(found.bytes());
        }
        let mut back = Vec::new();
        found.each(|solution| back.push(solution.iter().map(|e| e.0).collect::<Vec<_>>()));
        assert_eq!(back, solutions);
        assert_eq!(bytes[..4], [18, 18 + 14, 32 + 6, 38 + 6], "what is shared takes no room");
    }
}
