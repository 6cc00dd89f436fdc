//! Solutions as the ascending numbers of their embeddings.
//!
//! A search finds solutions that begin as the one before. Where a puzzle has few embeddings and its
//! solutions have many, as with dominoes, the solution is kept as a set of embeddings in which only
//! what differs is changed; reading it is a third of the work of sorting.

use puzzle_core::bits::members::indices;
use puzzle_core::{AbstractPuzzle, EmbeddingId};

/// Puts one solution after the other in order.
pub(super) struct Ascending<'a> {
    puzzle: &'a AbstractPuzzle,
    /// The last solution that was kept as a set: as it was found, and as that.
    last: Vec<EmbeddingId>,
    set: Vec<u64>,
    numbers: Vec<u32>,
}

impl<'a> Ascending<'a> {
    /// For solutions of this puzzle.
    pub(super) fn new(puzzle: &'a AbstractPuzzle) -> Self {
        let set = vec![0; puzzle.embedding_count().div_ceil(64)];
        Ascending { puzzle, last: Vec::new(), set, numbers: Vec::new() }
    }

    /// The numbers of these embeddings.
    pub(super) fn numbers(&mut self, chosen: &[EmbeddingId]) -> &[u32] {
        let Ascending { puzzle, last, set, numbers } = self;
        // Numbers ascend as embeddings do. Of a large set few members take longer to find than to sort.
        let in_order = chosen.is_sorted();
        if in_order || set.len() > chosen.len() {
            numbers.clear();
            numbers.extend(chosen.iter().map(|&e| puzzle.number(e)));
            if !in_order {
                numbers.sort_unstable();
            }
            return numbers;
        }
        let alike = last.iter().zip(chosen).take_while(|(x, y)| x == y).count();
        last[alike..].iter().for_each(|e| set[e.index() / 64] ^= 1 << (e.index() % 64));
        chosen[alike..].iter().for_each(|e| set[e.index() / 64] ^= 1 << (e.index() % 64));
        last.truncate(alike);
        last.extend_from_slice(&chosen[alike..]);
        numbers.resize(chosen.len(), 0);
        let mut places = numbers.iter_mut();
        for (first, &word) in (0..).step_by(64).zip(set.iter()) {
            let members = indices(word).map(|i| puzzle.number(EmbeddingId(first + i)));
            members.zip(&mut places).for_each(|(number, place)| *place = number);
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::{Demand, PuzzleBuilder};

    #[test]
    fn a_solution_is_in_order_whatever_came_before() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("a", Demand::between(0, 200));
        (0..150).for_each(|_| {
            builder.embedding([a]);
        });
        let puzzle = builder.build().unwrap().keep(|e| e.0 % 3 != 1).unwrap();
        let mut ascending = Ascending::new(&puzzle);
        let solutions: [&[u32]; 10] = [
            &[7, 3, 99, 0, 64],
            &[7, 3, 1],
            // In order, too few for a set, and both.
            &[3, 7, 98, 99],
            &[8, 2],
            &[8],
            &[7, 3, 1, 98],
            &[7, 3, 1, 98, 2],
            &[],
            &[63, 64, 65],
            &[7, 3, 1, 98, 2],
        ];
        for solution in solutions {
            let chosen: Vec<EmbeddingId> = solution.iter().map(|&e| EmbeddingId(e)).collect();
            let mut expected: Vec<u32> = chosen.iter().map(|&e| puzzle.number(e)).collect();
            expected.sort_unstable();
            assert_eq!(ascending.numbers(&chosen), expected);
        }
    }
}
