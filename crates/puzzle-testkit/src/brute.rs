//! The oracle: every subset of E, checked by `verify`. Nothing could be slower or surer.

use puzzle_core::{AbstractPuzzle, EmbeddingId, verify};

/// All solutions, each sorted, in lexicographic order of their bit patterns.
///
/// # Panics
/// If the puzzle has more than 20 embeddings.
pub fn all_solutions(puzzle: &AbstractPuzzle) -> Vec<Vec<EmbeddingId>> {
    let count = puzzle.embedding_count();
    assert!(count <= 20, "2^{count} subsets are too many");
    (0..1_u32 << count)
        .map(|subset| puzzle.embedding_ids().filter(|e| subset >> e.0 & 1 == 1).collect())
        .filter(|chosen: &Vec<EmbeddingId>| verify(puzzle, chosen).is_ok())
        .collect()
}
