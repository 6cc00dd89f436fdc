//! Small random puzzles, the same for the same seed on every machine.

use puzzle_core::{AbstractPuzzle, AspectId, Colour, Demand, PuzzleBuilder, Random};

use crate::Feature;

/// A random puzzle with at most ten aspects and twelve embeddings that uses this feature.
/// About half of them have solutions.
pub fn random_puzzle(seed: u64, feature: Feature) -> AbstractPuzzle {
    let mut random = Random::new(seed);
    let mut builder = PuzzleBuilder::new();
    let primary = 1 + random.index(6);
    let mut aspects: Vec<AspectId> =
        (0..primary).map(|i| builder.aspect(format!("p{i}"), Demand::One)).collect();
    let special =
        if matches!(feature, Feature::Plain | Feature::Large) { 0 } else { 1 + random.index(3) };
    if feature == Feature::Large {
        return crate::corpus::chain(3000);
    }
    let special = if feature == Feature::Mixed { 3 } else { special };
    for i in 0..special {
        let demand = match feature {
            Feature::Plain | Feature::Large => Demand::One,
            Feature::Secondary => Demand::AtMostOne,
            Feature::Bags => {
                let min = random.index(3) as u32;
                Demand::between(min, min + random.index(3) as u32 + u32::from(min == 0))
            }
            Feature::Colours => Demand::Coloured,
            Feature::Mixed => match i % 3 {
                0 => Demand::Coloured,
                1 => Demand::AtMostOne,
                _ => Demand::between(random.index(2) as u32, 2),
            },
        };
        aspects.push(builder.aspect(format!("s{i}"), demand));
    }
    for _ in 0..1 + random.index(12) {
        let anchor = random.index(primary);
        let size = 1 + random.index(3);
        let mut touched = vec![aspects[anchor]];
        for _ in 1..size {
            let a = aspects[random.index(aspects.len())];
            if !touched.contains(&a) {
                touched.push(a);
            }
        }
        // Bags and colours are also tried without any aspect that must be covered.
        let unasked = matches!(feature, Feature::Bags | Feature::Colours | Feature::Mixed);
        if unasked && random.index(6) == 0 {
            touched = vec![aspects[primary + random.index(special)]];
        }
        let colours = |a: &AspectId| match feature {
            Feature::Colours => a.index() >= primary,
            Feature::Mixed => a.index() == primary,
            _ => false,
        };
        let touches: Vec<_> = touched
            .into_iter()
            .map(|a| {
                let colour = Colour(random.index(2) as u32);
                (a, (colours(&a) && random.index(4) > 0).then_some(colour))
            })
            .collect();
        let e = builder.coloured_embedding(touches);
        if feature == Feature::Mixed {
            builder.cost(e, random.index(6) as u64);
        }
    }
    builder.build().expect("every embedding is a nonempty set of known aspects")
}

/// Two copies of a puzzle beside each other, which can be exchanged; embeddings cost 0 or 1 in both.
pub fn twice(puzzle: &AbstractPuzzle, seed: u64) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    for copy in ["a", "b"] {
        let mut random = Random::new(seed);
        let add = |a| {
            let aspect = puzzle.aspect(a);
            builder.aspect(format!("{copy}{}", aspect.name), aspect.demand)
        };
        let aspects: Vec<AspectId> = puzzle.aspect_ids().map(add).collect();
        for e in puzzle.embedding_ids() {
            let touches = puzzle.touches(e).map(|(a, colour)| (aspects[a.index()], colour));
            let e = builder.coloured_embedding(touches.collect::<Vec<_>>());
            builder.cost(e, random.index(2) as u64);
        }
    }
    builder.build().expect("it was a puzzle before")
}
