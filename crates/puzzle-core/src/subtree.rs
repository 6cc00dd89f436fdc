//! Parts of a search: the solutions that extend a partial solution.
//!
//! Document 000, equations (22) and (23): Solve(p) processes exactly the solutions that extend p.
//! So a search is divided by listing partial solutions, each part can be given to any engine as a
//! puzzle of its own, the [`Residual`], and what is left of a run is a list of [`Subtree`]s.

use crate::{AbstractPuzzle, AspectId, Demand, EmbeddingId, PuzzleBuilder};

/// The solutions that contain these embeddings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Subtree {
    /// The estimated share of the whole search.
    pub weight: f64,
    /// The partial solution, in order of choice.
    pub chosen: Vec<EmbeddingId>,
}

/// What is left of a puzzle when a partial solution is placed.
#[derive(Clone, Debug)]
pub enum Residual {
    /// Nothing: the partial solution is a solution.
    Solved,
    /// An aspect that must be covered can no longer be.
    Hopeless,
    /// A smaller puzzle, and what its embeddings are called in the larger one.
    Puzzle(AbstractPuzzle, Vec<EmbeddingId>),
}

impl AbstractPuzzle {
    /// Whether searches of this puzzle can be divided: every aspect is covered exactly or at most
    /// once, and every embedding covers one that must be.
    pub fn is_divisible(&self) -> bool {
        let demand = |a: AspectId| self.aspect(a).demand;
        let simple = |a| matches!(demand(a), Demand::One | Demand::AtMostOne);
        let anchored = |e| self.embedding(e).iter().any(|&a| demand(a) == Demand::One);
        self.aspect_ids().all(simple) && self.embedding_ids().all(anchored)
    }

    /// The puzzle that is left when `chosen` is placed.
    ///
    /// # Panics
    /// If the puzzle is not [divisible](AbstractPuzzle::is_divisible).
    pub fn residual(&self, chosen: &[EmbeddingId]) -> Residual {
        assert!(self.is_divisible(), "only simple demands can be divided");
        let mut covered = vec![false; self.aspects().len()];
        for a in chosen.iter().flat_map(|&e| self.embedding(e)) {
            covered[a.index()] = true;
        }
        let free = |e: &EmbeddingId| self.embedding(*e).iter().all(|a| !covered[a.index()]);
        let living: Vec<EmbeddingId> = self.embedding_ids().filter(free).collect();
        let mut reachable = vec![false; self.aspects().len()];
        for a in living.iter().flat_map(|&e| self.embedding(e)) {
            reachable[a.index()] = true;
        }
        let mut builder = PuzzleBuilder::new();
        let mut number = vec![AspectId(0); self.aspects().len()];
        for a in self.aspect_ids().filter(|a| !covered[a.index()]) {
            let aspect = self.aspect(a);
            match (aspect.demand, reachable[a.index()]) {
                (Demand::One, false) => return Residual::Hopeless,
                (_, false) => {}
                (demand, true) => number[a.index()] = builder.aspect(&aspect.name, demand),
            }
        }
        for &e in &living {
            builder.embedding(self.embedding(e).iter().map(|a| number[a.index()]));
        }
        match builder.build() {
            Ok(puzzle) => Residual::Puzzle(puzzle, living),
            // Nothing is left to be placed, and nothing is left uncovered.
            Err(_) => Residual::Solved,
        }
    }

    /// A number that tells puzzles apart (FNV-1a over aspects and embeddings): the same on every
    /// machine, so that a saved run is not resumed on another puzzle.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.to_string().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| builder.aspect(name, Demand::One));
        let d = builder.aspect("d", Demand::AtMostOne);
        builder.embedding([a]);
        builder.embedding([b, c]);
        builder.embedding([a, b, d]);
        builder.embedding([c, d]);
        builder.embedding([c]);
        builder.build().unwrap()
    }

    #[test]
    fn the_residual_has_the_free_aspects_and_what_still_fits() {
        let puzzle = puzzle();
        let Residual::Puzzle(rest, ids) = puzzle.residual(&[EmbeddingId(2)]) else { panic!() };
        assert_eq!(rest.to_string(), "aspects c\n0: c\n");
        assert_eq!(ids, [EmbeddingId(4)]);
    }

    #[test]
    fn a_complete_choice_is_solved_and_a_stuck_one_hopeless() {
        let puzzle = puzzle();
        assert!(matches!(puzzle.residual(&[EmbeddingId(0), EmbeddingId(1)]), Residual::Solved));
        assert!(matches!(puzzle.residual(&[EmbeddingId(3)]), Residual::Hopeless));
    }

    #[test]
    fn the_fingerprint_tells_puzzles_apart_and_is_the_same_on_every_machine() {
        assert_eq!(puzzle().fingerprint(), puzzle().fingerprint());
        let other = puzzle().keep(|e| e.0 != 1).unwrap();
        assert_ne!(puzzle().fingerprint(), other.fingerprint());
    }
}
