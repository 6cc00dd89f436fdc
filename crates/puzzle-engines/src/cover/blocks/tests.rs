//! Blocks in both ways against the definition, and what suites seldom have: embeddings of many aspects.

use puzzle_core::{Collect, Cover, Demand, PuzzleBuilder, Random, Want};
use puzzle_testkit::{Feature, random_puzzle};

use super::*;
use crate::cover::Reference;

/// Embeddings of up to this many of twenty aspects, four of which need not be covered. Few embeddings, or
/// small ones have more solutions than memory holds.
fn puzzle(random: &mut Random, most: usize) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let demand = |a| if a < 16 { Demand::One } else { Demand::AtMostOne };
    let aspects: Vec<_> = (0..20).map(|a| builder.aspect(a.to_string(), demand(a))).collect();
    for _ in 0..60 {
        let mut touched = vec![random.index(16)];
        (0..random.index(most)).for_each(|_| touched.push(random.index(20)));
        touched.sort_unstable();
        touched.dedup();
        builder.embedding(touched.into_iter().map(|a| aspects[a]));
    }
    builder.build().unwrap()
}

fn sorted(mut solutions: Vec<Vec<puzzle_core::EmbeddingId>>) -> Vec<Vec<puzzle_core::EmbeddingId>> {
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    solutions.sort_unstable();
    solutions
}

fn solutions(engine: &dyn CoverEngine, cover: &Cover) -> Vec<Vec<puzzle_core::EmbeddingId>> {
    let mut found = Collect::all();
    engine.run(&CoverTask::new(cover, Want::All), &mut found, &Control::default()).unwrap();
    sorted(found.solutions)
}

#[test]
fn embeddings_of_many_aspects_are_joined_as_others_are() {
    let mut random = Random::new(3);
    let mut solvable = 0;
    for most in [4, 9, 14, 20].into_iter().cycle().take(60) {
        let cover = Cover::plain(puzzle(&mut random, most));
        let expected = solutions(&Reference, &cover);
        solvable += usize::from(!expected.is_empty());
        assert_eq!(solutions(&Blocks, &cover), expected, "{}", cover.puzzle);
    }
    assert!(solvable > 20, "{solvable}");
}

#[test]
fn both_ways_visit_the_same_nodes() {
    let mut nodes = 0;
    for seed in 0..200 {
        for feature in [Feature::Plain, Feature::Secondary] {
            let puzzle = random_puzzle(seed, feature);
            let cover = Cover::plain(puzzle.clone());
            if Blocks.accepts(&CoverTask::new(&cover, Want::All)).is_err() {
                continue;
            }
            let both = [true, false].map(|registers| {
                let mut found = Collect::all();
                let mut subtrees = Subtrees::of(&puzzle, &Budget::default());
                let nodes = subtrees.search_one_block(&mut found, registers);
                (nodes, found.solutions)
            });
            assert_eq!(both[0], both[1], "{puzzle}");
            nodes += both[0].0;
        }
    }
    assert!(nodes > 2000, "{nodes}");
}
