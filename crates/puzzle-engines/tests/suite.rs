//! Every engine against the shared corpus and the definition.

use puzzle_engines::cover::{Bitsets, Cells, Demands, Local, Native, Reference, Vm, Zdd};
use puzzle_testkit::engine_suite;

engine_suite!(reference, Reference, declines: []);
engine_suite!(demands, Demands, declines: []);
// What it remembers is a set of covered aspects, so it takes what `cells` takes.
engine_suite!(zdd, Zdd, declines: [Feature::Bags, Feature::Colours, Feature::Mixed]);
// Sparse sets know only "covered" and "free": bags and colours are for other engines.
// As `cells`.
engine_suite!(bitsets, Bitsets, declines: [Feature::Bags, Feature::Colours, Feature::Mixed]);
engine_suite!(cells, Cells, declines: [Feature::Bags, Feature::Colours, Feature::Mixed]);
// As `cells`: a bit of a set says only that an aspect is covered.
engine_suite!(local, Local { cutoff: false }, declines: [Feature::Bags, Feature::Colours, Feature::Mixed]);
engine_suite!(local_cutoff, Local { cutoff: true }, declines: [Feature::Bags, Feature::Colours, Feature::Mixed]);
// The processor covers every aspect a fixed number of times (document 000); "exactly b" is a bag it
// takes, ranges are not, so bags are declined as a whole here.
engine_suite!(vm, Vm, declines: [Feature::Secondary, Feature::Bags, Feature::Colours, Feature::Mixed]);
// As `vm`, and one bit of a register per aspect: no bags at all, and no more than 256 aspects.
#[cfg(target_arch = "x86_64")]
engine_suite!(
    native,
    Native,
    declines: [Feature::Secondary, Feature::Bags, Feature::Colours, Feature::Large, Feature::Mixed]
);

/// The cut-off leaves out nodes, never solutions: once e is covered with a, nothing fits over d, and
/// what is tried over b and c is in vain.
#[test]
fn the_cut_off_visits_fewer_nodes() {
    use puzzle_core::{Control, Cover, Demand, Discard, Engine, Order, Problem};
    use puzzle_core::{PuzzleBuilder, Question, Task};
    let mut builder = PuzzleBuilder::new();
    let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| builder.aspect(name, Demand::One));
    for embedding in [&[a][..], &[a, e], &[b], &[c], &[b, c], &[d, e]] {
        builder.embedding(embedding.iter().copied());
    }
    let puzzle = builder.build().unwrap();
    let order = Order::reading(&puzzle);
    let problem = Problem::Cover(Cover::plain(puzzle));
    let task = Task { problem: &problem, question: Question::Enumerate, order: Some(&order) };
    let run = |cutoff| Local { cutoff }.run(&task, &mut Discard, &Control::default()).unwrap();
    let (plain, cut) = (run(false), run(true));
    assert_eq!((plain.solutions, cut.solutions), (2_u32.into(), 2_u32.into()));
    assert!(cut.nodes < plain.nodes, "{} of {}", cut.nodes, plain.nodes);
}

/// `dp` never visits a solution, so the suite's enumerations are not for it; its counts are.
mod dp {
    use puzzle_core::{BigUint, Control, Cover, Discard, Engine, Problem, Question, Task};
    use puzzle_engines::cover::Dp;
    use puzzle_testkit::{Feature, all_solutions, corpus, random_puzzle};

    fn count(puzzle: puzzle_core::AbstractPuzzle) -> BigUint {
        let problem = Problem::Cover(Cover::plain(puzzle));
        let task = Task { problem: &problem, question: Question::Count, order: None };
        let report = Dp::DEFAULT.run(&task, &mut Discard, &Control::default()).unwrap();
        assert!(report.is_complete());
        report.solutions
    }

    #[test]
    fn counts_every_plain_case_of_the_corpus() {
        let plain = |feature| matches!(feature, Feature::Plain | Feature::Large);
        for case in corpus().into_iter().filter(|case| plain(case.feature)) {
            assert_eq!(count(case.puzzle), BigUint::from(case.solutions), "{}", case.name);
        }
    }

    #[test]
    fn counts_random_puzzles() {
        for seed in 0..300 {
            let puzzle = random_puzzle(seed, Feature::Plain);
            assert_eq!(count(puzzle.clone()), BigUint::from(all_solutions(&puzzle).len()));
        }
    }

    #[test]
    fn counts_beyond_128_bits() {
        let (mut before, mut fibonacci) = (BigUint::from(1_u32), BigUint::from(1_u32));
        for _ in 1..200 {
            let next = &before + &fibonacci;
            (before, fibonacci) = (fibonacci, next);
        }
        assert!(fibonacci.bits() > 128);
        assert_eq!(count(puzzle_testkit::strip(200)), fibonacci);
    }

    #[test]
    fn gives_up_with_a_reason_when_there_are_too_many_states() {
        let problem = Problem::Cover(Cover::plain(puzzle_testkit::bijection(12)));
        let task = Task { problem: &problem, question: Question::Count, order: None };
        let engine = Dp { states: 500 };
        let report = engine.run(&task, &mut Discard, &Control::default()).unwrap();
        assert_eq!(report.stopped, Some(puzzle_core::StopReason::MemoryLimit));
        let task = Task { question: Question::Enumerate, ..task };
        assert!(engine.accepts(&task).is_err());
    }
}
