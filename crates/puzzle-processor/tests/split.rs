//! A program that is cut into parts: every part is run, and together they find what the whole finds.

mod common;

use std::ops::ControlFlow;

use common::{puzzles, shuffled, strips};
use proptest::prelude::*;
use puzzle_core::{AbstractPuzzle, Order};
use puzzle_processor::machine::{Decoder, Limits, Saved, Vm, merge};
use puzzle_processor::split::split;
use puzzle_processor::{Options, Overlap, compile};

/// Solutions of a part, whole.
fn run(puzzle: &AbstractPuzzle, order: &Order, count: usize, overlap: Overlap) {
    let options = Options { overlap, ..Options::default() };
    let compiled = compile(puzzle, order, &options).unwrap();
    let decoder = Decoder::numbers(&compiled.program);
    let vm = Vm::new(&compiled.program);
    let solve = |saved: &Saved| {
        let placed = saved.part.as_ref().map_or(Vec::new(), |part| part.placed.clone());
        let mut state = saved.state.clone();
        let mut found = Vec::new();
        let mut push = |stack: &[u32]| {
            let rest = stack.iter().map(|&address| decoder.get(address).unwrap());
            found.push(placed.iter().copied().chain(rest).collect::<Vec<u32>>());
            ControlFlow::Continue(())
        };
        vm.run(&mut state, &Limits::default(), &mut push).unwrap();
        (found, Saved { state, part: saved.part.clone() })
    };
    let initial = puzzle_processor::machine::State::initial(&compiled.program);
    let (whole, _) = solve(&initial.into());
    let parts = split(puzzle, &compiled, count);
    assert!(
        parts.len() >= count || parts.len() <= whole.len().max(1),
        "{} of {count}",
        parts.len()
    );
    let (found, mut ended): (Vec<_>, Vec<_>) = parts.iter().map(solve).unzip();
    assert_eq!(found.concat(), whole, "{count}");
    assert_eq!(merge(&ended), Ok(whole.len() as u128));
    let last = ended.pop().unwrap();
    if !ended.is_empty() {
        let (place, why) = merge(&ended).unwrap_err();
        assert!(place == ended.len() && why.ends_with("is missing"), "{why}");
    }
    ended.extend([last.clone(), last]);
    let (place, why) = merge(&ended).unwrap_err();
    assert!(place == ended.len() - 1 && why.contains("is there twice"), "{why}");
}

#[test]
fn the_parts_of_the_simple_puzzle_find_its_solutions_in_the_order_of_the_whole() {
    let puzzle = common::simple();
    for count in [1, 2, 3, 5, 8, 13, 100] {
        for overlap in [Overlap::Off, Overlap::Greedy, Overlap::Best] {
            run(&puzzle, &Order::reading(&puzzle), count, overlap);
        }
    }
}

proptest! {
    #[test]
    fn the_parts_of_random_puzzles_with_bags_add_up(
        puzzle in puzzles(true), seed: u64, count in 1_usize..40,
    ) {
        run(&puzzle, &shuffled(&puzzle, seed), count, Overlap::Greedy);
    }

    #[test]
    fn the_parts_of_random_strips_add_up(puzzle in strips(), seed: u64, count in 1_usize..40) {
        run(&puzzle, &shuffled(&puzzle, seed), count, Overlap::Best);
    }
}
