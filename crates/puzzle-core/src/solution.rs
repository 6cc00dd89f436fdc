//! A solution checked from its definition: conditions (9) to (11) of document 000, with each
//! aspect's [`Demand`] in place of "exactly once".

use crate::shown::shown;
use crate::{AbstractPuzzle, Colour, Demand, EmbeddingId};

/// What is wrong with a set of embeddings that claims to be a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// (9): not an embedding of the puzzle.
    Unknown(EmbeddingId),
    /// (9): a set has no member twice.
    Repeated(u32),
    /// (10) and (11): this aspect is covered this often, but demands otherwise.
    Demand {
        /// The aspect's name.
        aspect: String,
        /// How many chosen embeddings touch it.
        covered: u32,
        /// What it asks for.
        demand: Demand,
    },
    /// Two chosen embeddings give this aspect different colours.
    Colours(String),
}

shown! { Violation {
    Violation::Unknown(e) => "there is no embedding {}", e.0;
    Violation::Repeated(number) => "embedding {number} is listed twice";
    Violation::Demand { aspect, covered, demand } =>
        "aspect {aspect} is covered {covered} times, not {demand}";
    Violation::Colours(aspect) => "aspect {aspect} gets two colours";
} }

impl std::error::Error for Violation {}

/// Checks that `chosen` is a solution.
pub fn verify(puzzle: &AbstractPuzzle, chosen: &[EmbeddingId]) -> Result<(), Violation> {
    let mut seen = vec![false; puzzle.embedding_count()];
    let mut covered = vec![0_u32; puzzle.aspects().len()];
    let mut colours: Vec<Vec<Option<Colour>>> = vec![Vec::new(); puzzle.aspects().len()];
    for &e in chosen {
        match seen.get_mut(e.index()) {
            None => return Err(Violation::Unknown(e)),
            Some(true) => return Err(Violation::Repeated(puzzle.number(e))),
            Some(seen) => *seen = true,
        }
        for (a, colour) in puzzle.touches(e) {
            covered[a.index()] += 1;
            colours[a.index()].push(colour);
        }
    }
    for (aspect, (&covered, colours)) in puzzle.aspects().iter().zip(covered.iter().zip(&colours)) {
        if covered < aspect.demand.min() || covered > aspect.demand.max() {
            let (aspect, demand) = (aspect.name.clone(), aspect.demand);
            return Err(Violation::Demand { aspect, covered, demand });
        }
        let agree = colours.iter().all(|&c| c.is_some() && c == colours[0]);
        if aspect.demand == Demand::Coloured && colours.len() > 1 && !agree {
            return Err(Violation::Colours(aspect.name.clone()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PuzzleBuilder;

    #[test]
    fn overlap_a_gap_and_a_repetition_are_refused() {
        let mut builder = PuzzleBuilder::new();
        let [a, b] = ["a", "b"].map(|name| builder.aspect(name, Demand::One));
        builder.embedding([a]);
        builder.embedding([a, b]);
        builder.embedding([b]);
        let puzzle = builder.build().unwrap();
        let check = |chosen: &[u32]| {
            let chosen: Vec<_> = chosen.iter().map(|&e| EmbeddingId(e)).collect();
            verify(&puzzle, &chosen).map_err(|violation| violation.to_string())
        };
        assert_eq!(check(&[0, 2]), Ok(()));
        assert_eq!(check(&[1]), Ok(()));
        assert_eq!(check(&[0, 1]).unwrap_err(), "aspect a is covered 2 times, not exactly one");
        assert_eq!(check(&[0]).unwrap_err(), "aspect b is covered 0 times, not exactly one");
        assert_eq!(check(&[0, 0]).unwrap_err(), "embedding 0 is listed twice");
        assert_eq!(check(&[3]).unwrap_err(), "there is no embedding 3");
    }

    #[test]
    fn a_coloured_aspect_wants_agreement_or_a_single_plain_touch() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("a", Demand::Coloured);
        builder.coloured_embedding([(a, Some(Colour(1)))]);
        builder.coloured_embedding([(a, Some(Colour(1)))]);
        builder.coloured_embedding([(a, Some(Colour(2)))]);
        builder.embedding([a]);
        builder.embedding([a]);
        let puzzle = builder.build().unwrap();
        let good = |chosen: &[u32]| {
            let chosen: Vec<_> = chosen.iter().map(|&e| EmbeddingId(e)).collect();
            verify(&puzzle, &chosen).is_ok()
        };
        assert!(good(&[]) && good(&[0, 1]) && good(&[2]) && good(&[3]));
        assert!(!good(&[0, 2]) && !good(&[0, 3]) && !good(&[3, 4]));
    }

    #[test]
    fn a_bag_counts_its_embeddings() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("a", Demand::between(2, 3));
        for _ in 0..4 {
            builder.embedding([a]);
        }
        let puzzle = builder.build().unwrap();
        let sizes: Vec<bool> = (0..=4)
            .map(|n| verify(&puzzle, &(0..n).map(EmbeddingId).collect::<Vec<_>>()).is_ok())
            .collect();
        assert_eq!(sizes, [false, false, true, true, false]);
    }
}
