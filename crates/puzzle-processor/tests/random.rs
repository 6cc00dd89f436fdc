//! Every order, overlap setting and skip finds what brute force finds, on random small puzzles.

mod common;

use common::{brute_force, dominoes, puzzles, shuffled, solutions, strips};
use proptest::prelude::*;
use puzzle_core::{Demand, Order, PuzzleBuilder};
use puzzle_processor::{Options, Overlap, Structure, compile};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_way_to_compile_finds_each_solution_once(puzzle in puzzles(false), seed: u64) {
        check(&puzzle, seed)?;
    }

    #[test]
    fn pieces_on_a_strip_are_found_whether_or_not_their_procedures_are_omitted(
        puzzle in strips(), seed: u64,
    ) {
        check(&puzzle, seed)?;
    }

    #[test]
    fn bags_are_filled_by_sets_each_found_once(puzzle in puzzles(true), seed: u64) {
        check(&puzzle, seed)?;
    }
}

fn check(puzzle: &puzzle_core::AbstractPuzzle, seed: u64) -> Result<(), TestCaseError> {
    let expected = brute_force(puzzle);
    let order = shuffled(puzzle, seed);
    for overlap in [Overlap::Off, Overlap::Greedy, Overlap::Best] {
        for skip in [false, true] {
            let compiled = compile(puzzle, &order, &Options { overlap, skip }).unwrap();
            prop_assert_eq!(&solutions(&compiled), &expected, "{:?} skip {}", overlap, skip);
            prop_assert!(Structure::of(&compiled.program).is_ok());
        }
    }
    Ok(())
}

#[test]
fn the_bijection_puzzle_has_n_factorial_solutions() {
    for (n, factorial) in [(1, 1), (3, 6), (5, 120)] {
        let mut builder = PuzzleBuilder::new();
        let ids: Vec<_> = (0..2 * n).map(|i| builder.aspect(i.to_string(), Demand::One)).collect();
        for a in 0..n {
            for b in n..2 * n {
                builder.embedding([ids[a], ids[b]]);
            }
        }
        let puzzle = builder.build().unwrap();
        let compiled = compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap();
        assert_eq!(solutions(&compiled).len(), factorial);
        assert_eq!(compiled.covered.iter().filter(|covered| **covered).count(), n);
    }
}

#[test]
fn three_by_four_dominoes_have_11_solutions() {
    let puzzle = dominoes(3, 4);
    let compiled = compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap();
    assert_eq!(solutions(&compiled).len(), 11);
    // The last cell is covered because as many black cells as white ones are.
    assert_eq!(compiled.covered.iter().rposition(|covered| *covered), Some(11));
}

#[test]
fn other_demands_are_declined_with_the_reason() {
    let mut builder = PuzzleBuilder::new();
    let a = builder.aspect("a", Demand::AtMostOne);
    builder.embedding([a]);
    let puzzle = builder.build().unwrap();
    let declined = compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap_err();
    assert_eq!(
        declined.to_string(),
        "the processor covers every aspect a fixed number of times, but `a` wants at most one"
    );
}

#[test]
fn many_overlooked_embeddings_do_not_hold_the_compiler_up() {
    // The search for certificates visits embedding 313 i mod 500 as number i. Copies of one
    // embedding come first and exhaust its patience, so it overlooks the others.
    let first: Vec<usize> = (0..60).map(|i| 313 * i % 500).collect();
    for size in [2, 5] {
        let mut random = puzzle_core::Random::new(7);
        let mut builder = PuzzleBuilder::new();
        let ids: Vec<_> = (0..600).map(|i| builder.aspect(i.to_string(), Demand::One)).collect();
        for e in 0..500 {
            let copy = first.contains(&e);
            let places = (0..size).map(|i| if copy { i } else { e + i * 20 + random.index(15) });
            builder.embedding(places.map(|place| ids[place]));
        }
        let puzzle = builder.build().unwrap();
        let begun = std::time::Instant::now();
        compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap();
        assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
    }
}
