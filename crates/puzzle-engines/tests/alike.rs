//! Random covers: counts by found symmetries are the full counts, classes are those of brute force,
//! and one solution of each class is listed, the least.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, Ask, Automorphisms, Cover, EmbeddingId, Ignore, Problem, Question, Run,
    Symmetry,
};
use puzzle_engines::meta;
use puzzle_testkit::{Feature, all_solutions, random_puzzle, twice};

type Solution = Vec<u32>;

fn image(solution: &Solution, symmetry: &Symmetry) -> Solution {
    let mut image: Solution =
        solution.iter().map(|&e| symmetry.embedding(EmbeddingId(e)).0).collect();
    image.sort_unstable();
    image
}

/// The least member of each class, by applying generators until nothing new comes.
fn least_of_classes(puzzle: &AbstractPuzzle, generators: &[Symmetry]) -> BTreeSet<Solution> {
    let all = all_solutions(puzzle);
    let mut left: BTreeSet<Solution> =
        all.iter().map(|solution| solution.iter().map(|e| e.0).collect()).collect();
    let mut least = BTreeSet::new();
    while let Some(solution) = left.pop_first() {
        let mut open = vec![solution.clone()];
        while let Some(member) = open.pop() {
            for generator in generators {
                let image = image(&member, generator);
                if left.remove(&image) {
                    open.push(image);
                }
            }
        }
        least.insert(solution);
    }
    least
}

#[test]
fn random_covers_are_counted_classified_and_listed_as_by_brute_force() {
    use Feature::{Bags, Colours, Mixed, Plain, Secondary};
    let (mut met, mut symmetric) = (0, 0);
    for feature in [Plain, Secondary, Bags, Colours, Mixed] {
        for seed in 0..300_u64 {
            let puzzle = random_puzzle(seed / 2, feature);
            // Twice side by side with costs: such covers always have symmetries.
            let doubled = seed % 2 == 1;
            if doubled && puzzle.embedding_count() > 6 {
                continue;
            }
            let puzzle = if doubled { twice(&puzzle, seed) } else { puzzle };
            let found = Automorphisms::find(&puzzle, u64::MAX);
            let solutions = all_solutions(&puzzle).len();
            let expected = least_of_classes(&puzzle, &found.generators());
            met += 1;
            symmetric += usize::from(expected.len() < solutions);
            let problem = Problem::Cover(Cover::plain(puzzle.clone()));
            let asked = |ask: &Ask| {
                let run = Run { threads: Some(1), ..Run::default() };
                meta::answer(&problem, ask, &run, &mut Ignore).unwrap()
            };
            let what = format!("{feature:?} {seed}\n{puzzle}");
            for used in ["none", "found"] {
                // Dynamic programming would leave nothing to be restricted.
                let mut ask = Ask::new(Question::Count).with("symmetry", used);
                ask.without = vec!["dp".into()];
                assert_eq!(asked(&ask).solutions, solutions.into(), "{used} {what}");
                let mut ask = Ask::new(Question::Classes).with("symmetry", used);
                ask.without = vec!["dp".into()];
                let answer = asked(&ask);
                assert_eq!(answer.classes, Some(expected.len().into()), "{used} {what}");
                assert_eq!(answer.solutions, solutions.into(), "{used} {what}");
            }
            assert_eq!(asked(&Ask::new(Question::Classes)).classes, Some(expected.len().into()));
            for prices in ["none", "root", "2"] {
                let mut listed = BTreeSet::new();
                let mut sink = |solution: &[u32]| {
                    assert!(listed.insert(solution.to_vec()), "twice: {what}");
                    ControlFlow::Continue(())
                };
                let ask = Ask::new(Question::All).with("up-to", "symmetry").with("prices", prices);
                meta::answer(&problem, &ask, &Run::default(), &mut sink).unwrap();
                assert_eq!(listed, expected, "prices {prices} {what}");
            }
        }
    }
    assert!(met > 1000 && symmetric > 100, "{met} {symmetric}");
}
