//! A total order of the aspects (document 000 §4.3): the aspect to be covered next is the least
//! one that is still free.

use crate::shown::shown;
use crate::{AbstractPuzzle, AspectId};

/// All aspects of a puzzle, each once, in the order in which they are to be covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    name: String,
    sequence: Vec<AspectId>,
}

/// Why a list of names is not an order of the aspects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderError {
    /// No aspect has this name.
    Unknown(String),
    /// This aspect is listed twice.
    Repeated(String),
}

shown! { OrderError {
    OrderError::Unknown(name) => "there is no aspect `{name}`";
    OrderError::Repeated(name) => "aspect `{name}` is listed twice";
} }

impl std::error::Error for OrderError {}

impl Order {
    /// The aspects as they are numbered: for a packing puzzle the cells in reading order, then
    /// the pieces.
    pub fn reading(puzzle: &AbstractPuzzle) -> Self {
        Self::from_prefix("reading", puzzle, &[])
    }

    /// The aspects of `prefix`, then the others as they are numbered. Aspects repeated in
    /// `prefix` count once.
    pub fn from_prefix(
        name: impl Into<String>,
        puzzle: &AbstractPuzzle,
        prefix: &[AspectId],
    ) -> Self {
        let mut listed = vec![false; puzzle.aspects().len()];
        let mut sequence = Vec::with_capacity(listed.len());
        for a in prefix.iter().copied().chain(puzzle.aspect_ids()) {
            if !std::mem::replace(&mut listed[a.index()], true) {
                sequence.push(a);
            }
        }
        Order { name: name.into(), sequence }
    }

    /// Reads names separated by commas or white space; aspects left out follow as they are
    /// numbered. `0,3,1,4,2,5` is document 000's order (36).
    pub fn parse(text: &str, puzzle: &AbstractPuzzle) -> Result<Self, OrderError> {
        let mut prefix = Vec::new();
        for name in text.split([',', ' ', '\t', '\r', '\n']).filter(|name| !name.is_empty()) {
            let a = puzzle.find_aspect(name).ok_or_else(|| OrderError::Unknown(name.into()))?;
            if prefix.contains(&a) {
                return Err(OrderError::Repeated(name.into()));
            }
            prefix.push(a);
        }
        Ok(Self::from_prefix("given", puzzle, &prefix))
    }

    /// What the order is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The aspects, first to last.
    pub fn sequence(&self) -> &[AspectId] {
        &self.sequence
    }

    /// For each aspect its place in the order.
    pub fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.sequence.len()];
        for (rank, a) in self.sequence.iter().enumerate() {
            ranks[a.index()] = rank as u32;
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Demand, PuzzleBuilder};

    #[test]
    fn aspects_left_out_follow_in_reading_order() {
        let mut builder = PuzzleBuilder::new();
        let all: Vec<_> = ["0", "1", "2", "A"].map(|n| builder.aspect(n, Demand::One)).to_vec();
        builder.embedding(all);
        let puzzle = builder.build().unwrap();
        let order = Order::parse("A, 1", &puzzle).unwrap();
        assert_eq!(order.sequence(), [3, 1, 0, 2].map(AspectId));
        assert_eq!(order.ranks(), [2, 1, 3, 0]);
        assert_eq!(Order::parse("A B", &puzzle), Err(OrderError::Unknown("B".into())));
        assert_eq!(Order::parse("1,1", &puzzle), Err(OrderError::Repeated("1".into())));
    }
}
