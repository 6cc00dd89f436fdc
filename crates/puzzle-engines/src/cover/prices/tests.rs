//! Prices against the definition: every solution can pay, and a search with prices finds them all.

use std::collections::BTreeSet;

use puzzle_core::{Control, Cover, CoverEngine, CoverTask, Demand, PuzzleBuilder, Subtree, Want};
use puzzle_testkit::{Feature, all_solutions, bijection, random_puzzle};

use super::*;
use crate::cover::{Bitsets, Blocks, Demands, sweeps};
use crate::divide::{Tree, searcher};

const STEPS: u64 = 1_000_000_000;

fn root(puzzle: &AbstractPuzzle) -> Option<Priced> {
    at_the_root(puzzle, STEPS, &Budget::default())
}

/// Solutions by the numbers of their embeddings.
fn numbers(puzzle: &AbstractPuzzle, solutions: &[Vec<EmbeddingId>]) -> BTreeSet<Vec<u32>> {
    let number = |solution: &Vec<EmbeddingId>| {
        let mut numbers: Vec<u32> = solution.iter().map(|&e| puzzle.number(e)).collect();
        numbers.sort_unstable();
        numbers
    };
    solutions.iter().map(number).collect()
}

#[test]
fn prices_remove_nothing_that_a_solution_has_whatever_is_demanded() {
    let features =
        [Feature::Plain, Feature::Secondary, Feature::Bags, Feature::Colours, Feature::Mixed];
    let (mut removed, mut hopeless, mut spent) = (0, 0, 0);
    for seed in 0..300 {
        for feature in features {
            let puzzle = random_puzzle(seed, feature);
            let solutions = all_solutions(&puzzle);
            let Some(priced) = root(&puzzle) else { continue };
            removed += priced.removed;
            match &priced.puzzle {
                None => {
                    hopeless += 1;
                    assert!(solutions.is_empty(), "{puzzle}");
                }
                Some(kept) => {
                    let left = all_solutions(kept);
                    assert_eq!(numbers(kept, &left), numbers(&puzzle, &solutions), "{puzzle}");
                    for (list, solution) in kept.prices().iter().zip(&left) {
                        let cost: i64 =
                            solution.iter().map(|&e| i64::from(list.cost(kept, e))).sum();
                        assert!(cost <= list.purse(), "{puzzle}");
                        spent += usize::from(cost > 0);
                    }
                }
            }
        }
    }
    assert!(removed > 300 && hopeless > 100 && spent > 100, "{removed} {hopeless} {spent}");
}

/// Every one of three rows of four pairs with every one of three columns, twice.
fn pairs(random: &mut puzzle_core::Random) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let aspects: Vec<_> = (0..14)
        .map(|a| {
            let demand = if a < 12 { Demand::One } else { Demand::AtMostOne };
            builder.aspect(a.to_string(), demand)
        })
        .collect();
    for _ in 0..70 {
        let mut touched: Vec<usize> = (0..3).map(|_| random.index(12)).collect();
        touched.extend((random.index(3) == 0).then(|| 12 + random.index(2)));
        touched.sort_unstable();
        touched.dedup();
        builder.embedding(touched.into_iter().map(|a| aspects[a]));
    }
    builder.build().unwrap()
}

/// The engines that keep lists up.
const KEEPERS: [&dyn CoverEngine; 3] = [&Bitsets, &Blocks, &Demands];

fn search(puzzle: &AbstractPuzzle, engine: &dyn CoverEngine) -> (BTreeSet<Vec<u32>>, u64) {
    let cover = Cover::plain(puzzle.clone());
    let mut found = puzzle_core::Collect::all();
    let task = CoverTask::new(&cover, Want::All);
    let report = engine.run(&task, &mut found, &Control::default()).unwrap();
    let distinct = numbers(puzzle, &found.solutions);
    assert_eq!(distinct.len(), found.solutions.len(), "none comes twice");
    (distinct, report.nodes)
}

#[test]
fn a_search_that_keeps_lists_up_finds_every_solution_with_fewer_nodes() {
    let mut random = puzzle_core::Random::new(5);
    let (mut plain, mut with, mut solvable) = ([0; 3], [0; 3], 0);
    for _ in 0..40 {
        let puzzle = pairs(&mut random);
        let kept = root(&puzzle).map(|priced| priced.puzzle);
        for (number, engine) in KEEPERS.into_iter().enumerate() {
            let (expected, nodes) = search(&puzzle, engine);
            let Some(kept) = &kept else { continue };
            let Some(kept) = kept else {
                assert!(expected.is_empty());
                continue;
            };
            solvable += usize::from(!expected.is_empty());
            plain[number] += nodes;
            for lists in [1, 8] {
                let kept = with_more(kept.clone(), lists, Care::Quick, &Budget::default());
                assert!((1..=lists).contains(&kept.prices().len()));
                let (found, nodes) = search(&kept, engine);
                assert_eq!(found, expected, "{lists} lists\n{puzzle}");
                if lists == 1 {
                    with[number] += nodes;
                }
                assert_eq!(parts(&kept, engine), expected, "{lists} lists, in parts\n{puzzle}");
            }
        }
    }
    assert!(solvable > 20, "{solvable}");
    for (with, plain) in with.into_iter().zip(plain) {
        assert!(with < plain, "{with} nodes with prices, {plain} without");
    }
}

/// The solutions found in parts: what is left in the purses follows from what is chosen.
fn parts(puzzle: &AbstractPuzzle, engine: &dyn CoverEngine) -> BTreeSet<Vec<u32>> {
    let mut searcher = searcher(engine, puzzle);
    let mut sweeps = sweeps::Sweeps::of(puzzle, &Budget::default()).unwrap();
    let mut found = puzzle_core::Collect::all();
    let first: Vec<EmbeddingId> =
        sweeps.children(&Subtree::default(), None).ways().into_iter().map(|(e, _)| e).collect();
    for e in first {
        let subtree = Subtree { weight: 1.0, chosen: vec![e], excluded: Vec::new() };
        searcher.search(&subtree, &mut found, &Control::default()).unwrap();
    }
    numbers(puzzle, &found.solutions)
}

#[test]
fn demands_keeps_lists_up_whatever_is_demanded_whole_and_in_parts() {
    let features =
        [Feature::Plain, Feature::Secondary, Feature::Bags, Feature::Colours, Feature::Mixed];
    let (mut plain, mut with) = (0, 0);
    for seed in 300..500 {
        for feature in features {
            let puzzle = random_puzzle(seed, feature);
            let Some(Priced { removing, .. }) = root(&puzzle) else { continue };
            let kept = puzzle.clone().priced(removing.into_iter().take(1).collect()).unwrap();
            let expected = numbers(&puzzle, &all_solutions(&puzzle));
            plain += search(&puzzle, &Demands).1;
            let (found, nodes) = search(&kept, &Demands);
            assert_eq!(found, expected, "{puzzle}");
            with += nodes;
            let whole = Subtree { weight: 1.0, ..Subtree::default() };
            let mut found = puzzle_core::Collect::all();
            let mut searcher = searcher(&Demands, &kept);
            let mut tree = Tree::new(&kept, &Demands, &Budget::default());
            for part in tree.split(&whole) {
                searcher.search(&part, &mut found, &Control::default()).unwrap();
            }
            assert_eq!(numbers(&kept, &found.solutions), expected, "in parts: {puzzle}");
        }
    }
    assert!(with < plain, "{with} nodes with prices, {plain} without");
}

/// Four black cells and two white ones, and dominoes over one of each.
#[test]
fn a_colouring_that_does_not_come_out_is_a_proof_in_prices() {
    let mut builder = PuzzleBuilder::new();
    let black: Vec<_> = (0..4).map(|i| builder.aspect(format!("b{i}"), Demand::One)).collect();
    let white: Vec<_> = (0..2).map(|i| builder.aspect(format!("w{i}"), Demand::One)).collect();
    for &b in &black {
        white.iter().for_each(|&w| {
            builder.embedding([b, w]);
        });
    }
    let priced = root(&builder.build().unwrap()).unwrap();
    assert!(priced.puzzle.is_none() && priced.list.purse() < 0, "{priced:?}");
}

#[test]
fn a_program_that_may_take_no_steps_finds_no_list() {
    assert!(at_the_root(&bijection(6), 0, &Budget::default()).is_none());
    let priced = root(&bijection(6)).unwrap();
    assert_eq!(priced.removed, 0, "every embedding of a bijection is in some solution");
}

#[test]
fn lists_are_the_same_in_every_run() {
    let puzzle = pairs(&mut puzzle_core::Random::new(11));
    let lists = || {
        let priced = root(&puzzle).unwrap();
        with_more(priced.puzzle.unwrap(), 8, Care::Quick, &Budget::default()).prices().to_vec()
    };
    assert_eq!(lists(), lists());
}
