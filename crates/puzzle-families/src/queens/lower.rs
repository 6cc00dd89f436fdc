//! Queens as exact cover: every row and column exactly once, every diagonal at most once.
//!
//! An embedding is a queen on a square and has the square's number. Forbidden squares, and those
//! that a given queen attacks, are no embeddings.

use puzzle_core::{
    AspectId, Cover, Demand, Permutation, Problem, PuzzleBuilder, Queens, Symmetries, Symmetry,
    Turn,
};

/// Why there can be no solution, if a glance tells.
pub(super) fn impossible(board: &Queens) -> Option<String> {
    let n = board.size();
    if n == 2 || n == 3 {
        return Some(format!("{n} queens never fit"));
    }
    if n > Queens::WIDEST {
        return None;
    }
    let full = |row: &u32| {
        board.free_columns(*row, &[]) == 0 && board.given().iter().all(|queen| queen / n != *row)
    };
    (0..n).find(full).map(|row| format!("row {} has no free square", row + 1))
}

/// The cover problem; `None` if no queen can be placed anywhere.
pub(super) fn lower(board: &Queens) -> Option<Problem> {
    let n = board.size();
    let mut builder = PuzzleBuilder::new();
    let mut lines = |kind: &str, count: u32, demand: Demand| -> Vec<AspectId> {
        (1..=count).map(|line| builder.aspect(format!("{kind}{line}"), demand)).collect()
    };
    let rows = lines("r", n, Demand::One);
    let columns = lines("c", n, Demand::One);
    let rising = lines("a", 2 * n - 1, Demand::AtMostOne);
    let falling = lines("b", 2 * n - 1, Demand::AtMostOne);
    let touched = |square: u32| {
        let (row, column) = (square / n, square % n);
        let index = [row, column, row + column, row + n - 1 - column].map(|line| line as usize);
        [rows[index[0]], columns[index[1]], rising[index[2]], falling[index[3]]]
    };
    for square in 0..n * n {
        builder.embedding(touched(square));
    }
    let puzzle = builder.build().ok()?;
    let symmetry = |turn: Turn| {
        // Where an aspect goes is told by the squares on it.
        let mut aspects: Vec<u32> = vec![u32::MAX; puzzle.aspects().len()];
        let images: Vec<u32> = (0..n * n).map(|square| turn.image(n, square)).collect();
        for square in 0..n * n {
            let (from, to) = (touched(square), touched(images[square as usize]));
            let swapped = |kind: usize| if turn.flip && kind < 2 { 1 - kind } else { kind };
            for kind in 0..2 {
                aspects[from[kind].index()] = to[swapped(kind)].0;
            }
            // A reversal of rows or columns exchanges the two kinds of diagonals.
            let exchange = usize::from(turn.rows != turn.columns);
            aspects[from[2].index()] = to[2 + exchange].0;
            aspects[from[3].index()] = to[3 - exchange].0;
        }
        let aspects = Permutation::new(aspects)?;
        let embeddings = Permutation::new(images)?;
        Some(Symmetry { aspects, embeddings, proper: turn.is_proper() })
    };
    let symmetries = Turn::ALL.into_iter().filter_map(symmetry).collect();
    let symmetries = Symmetries::from_elements(&puzzle, symmetries);
    let cover = Cover { puzzle, symmetries, orders: Vec::new() };
    if board.is_plain() {
        return Some(Problem::Cover(cover));
    }
    let free: Vec<u64> = (0..n).map(|row| board.free_columns(row, &[])).collect();
    let stays = |square: u32| {
        let given = board.given().binary_search(&square).is_ok();
        given || free[(square / n) as usize] >> (square % n) & 1 == 1
    };
    cover.keep(|e| stays(e.0)).ok().map(Problem::Cover)
}
