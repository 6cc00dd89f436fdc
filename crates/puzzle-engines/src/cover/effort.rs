//! How hard a cover is for somebody who reasons instead of searching.
//!
//! In stages, as with nonograms. **Forced**: again and again an aspect has one embedding left, which is placed. **Trying**: one
//! embedding is supposed, what follows from it is followed, and where that is a contradiction the embedding is
//! struck out. **Search**: neither comes to an end, because there are several solutions or none is near.
//! (In a sudoku the first stage is naked and hidden singles.)
//!
//! Only covers whose aspects are covered once or at most once are judged so.

use puzzle_core::{AbstractPuzzle, AspectId, Budget, CoverEffort, EmbeddingId};

/// What is left of a puzzle while embeddings are placed and struck out.
#[derive(Clone)]
struct Board {
    /// By embedding: whether it can still be placed.
    open: Vec<bool>,
    /// By aspect: how many open embeddings are over it, if it must be covered and is not.
    left: Vec<Option<u32>>,
    /// How many aspects must still be covered.
    bare: usize,
}

/// A contradiction: an aspect that nothing can cover any more.
struct Dead;

/// A puzzle with what is needed to follow consequences in it.
struct Reasoner<'a> {
    puzzle: &'a AbstractPuzzle,
    covering: Vec<Vec<EmbeddingId>>,
    /// How many embeddings were placed because nothing else was left.
    forced: u64,
}

impl Reasoner<'_> {
    fn strike(
        &self,
        board: &mut Board,
        e: EmbeddingId,
        ready: &mut Vec<AspectId>,
    ) -> Result<(), Dead> {
        if !std::mem::replace(&mut board.open[e.index()], false) {
            return Ok(());
        }
        for &a in self.puzzle.embedding(e) {
            if let Some(left) = &mut board.left[a.index()] {
                *left -= 1;
                match *left {
                    0 => return Err(Dead),
                    1 => ready.push(a),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Places an embedding: its aspects are covered, and what shares one of them is struck out.
    fn place(
        &self,
        board: &mut Board,
        e: EmbeddingId,
        ready: &mut Vec<AspectId>,
    ) -> Result<(), Dead> {
        for &a in self.puzzle.embedding(e) {
            board.bare -= usize::from(board.left[a.index()].take().is_some());
        }
        board.open[e.index()] = false;
        for &a in self.puzzle.embedding(e) {
            for &other in &self.covering[a.index()] {
                self.strike(board, other, ready)?;
            }
        }
        Ok(())
    }

    /// Places whatever is the last embedding of an aspect.
    fn follow(&mut self, board: &mut Board, ready: &mut Vec<AspectId>) -> Result<(), Dead> {
        while let Some(a) = ready.pop() {
            if board.left[a.index()] != Some(1) {
                continue;
            }
            let last = self.covering[a.index()].iter().find(|e| board.open[e.index()]);
            let last = *last.ok_or(Dead)?;
            self.place(board, last, ready)?;
            self.forced += 1;
        }
        Ok(())
    }
}

/// Judges a puzzle; `None` if its demands are of another kind, or a limit came first.
pub(crate) fn judge(puzzle: &AbstractPuzzle, budget: &Budget) -> Option<CoverEffort> {
    if !puzzle.is_simple() {
        return None;
    }
    let covering = puzzle.covering();
    let left =
        |a: AspectId| (puzzle.aspect(a).demand.min() > 0).then(|| covering[a.index()].len() as u32);
    let left: Vec<Option<u32>> = puzzle.aspect_ids().map(left).collect();
    let bare = left.iter().flatten().count();
    let mut board = Board { open: vec![true; puzzle.embedding_count()], left, bare };
    let mut ready: Vec<AspectId> =
        puzzle.aspect_ids().filter(|a| board.left[a.index()] == Some(1)).collect();
    let mut reasoner = Reasoner { puzzle, covering, forced: 0 };
    let mut effort = CoverEffort::default();
    let hopeless =
        board.left.contains(&Some(0)) || reasoner.follow(&mut board, &mut ready).is_err();
    effort.forced = reasoner.forced;
    if hopeless || board.bare == 0 {
        effort.solved = true;
        return Some(effort);
    }
    // Try every open embedding until nothing new comes of it.
    let mut looks = 0;
    loop {
        let before = (effort.refuted, board.bare);
        for e in puzzle.embedding_ids() {
            if !board.open[e.index()] {
                continue;
            }
            looks += 1;
            if looks % Budget::INTERVAL == 0 && budget.check(looks).is_some() {
                return None;
            }
            effort.tried += 1;
            let (mut supposed, mut next) = (board.clone(), Vec::new());
            let placed = reasoner.place(&mut supposed, e, &mut next);
            if placed.and_then(|()| reasoner.follow(&mut supposed, &mut next)).is_ok() {
                continue;
            }
            effort.refuted += 1;
            let mut ready = Vec::new();
            let struck = reasoner.strike(&mut board, e, &mut ready);
            if struck.and_then(|()| reasoner.follow(&mut board, &mut ready)).is_err()
                || board.bare == 0
            {
                effort.solved = true;
                return Some(effort);
            }
        }
        if before == (effort.refuted, board.bare) {
            return Some(effort);
        }
    }
}

#[cfg(test)]
mod tests {
    use puzzle_core::{Demand, PuzzleBuilder};

    use super::*;

    fn puzzle(options: &[&str]) -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        let names: std::collections::BTreeSet<char> =
            options.iter().flat_map(|o| o.chars()).collect();
        let ids: Vec<(char, AspectId)> =
            names.into_iter().map(|name| (name, builder.aspect(name, Demand::One))).collect();
        for option in options {
            let of = |c: char| ids.iter().find(|(name, _)| *name == c).unwrap().1;
            builder.embedding(option.chars().map(of));
        }
        builder.build().unwrap()
    }

    fn judged(options: &[&str]) -> CoverEffort {
        judge(&puzzle(options), &Budget::default()).unwrap()
    }

    #[test]
    fn what_is_forced_needs_no_trying_and_what_has_two_solutions_needs_a_search() {
        let forced = judged(&["ab", "bc", "cd"]);
        assert_eq!((forced.solved, forced.forced, forced.tried), (true, 2, 0));
        let free = judged(&["a", "a"]);
        assert!(!free.solved && free.refuted == 0 && free.tried == 2);
    }

    #[test]
    fn a_supposition_that_leads_to_nothing_is_struck_out() {
        // Nothing is forced, and the first leaves c bare.
        let tried = judged(&["ab", "bc", "ca", "a"]);
        assert!(tried.solved && tried.forced == 0 && tried.refuted > 0, "{tried:?}");
    }
}
