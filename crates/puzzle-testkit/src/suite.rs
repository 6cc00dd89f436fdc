//! The tests that every cover engine must pass, stamped out by `engine_suite!`.

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, BigUint, Collect, Control, Cover, CoverEngine, CoverTask, Discard, EmbeddingId,
    StopReason, Want, verify,
};

use crate::{Feature, all_solutions, corpus, random_puzzle};

/// Stamps the suite on an engine. The second argument lists the features it legitimately
/// declines; it must accept all others and decline these.
#[macro_export]
macro_rules! engine_suite {
    ($name:ident, $engine:expr, declines: $declines:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use $crate::Feature;

            const DECLINES: &[Feature] = &$declines;

            #[test]
            fn accepts_every_feature_but_those_it_declines() {
                $crate::accepts_what_it_should(&$engine, DECLINES);
            }

            #[test]
            fn finds_the_known_number_of_solutions_of_every_case_of_the_corpus() {
                $crate::solves_the_corpus(&$engine, DECLINES);
            }

            #[test]
            fn finds_exactly_the_solutions_of_random_puzzles() {
                $crate::agrees_on_random_puzzles(&$engine, DECLINES);
            }

            #[test]
            fn stops_when_the_sink_has_enough() {
                $crate::stops_when_the_sink_has_enough(&$engine);
            }

            #[test]
            fn stops_at_a_node_limit_and_on_an_interrupt() {
                $crate::obeys_limits(&$engine);
            }
        }
    };
}

const FEATURES: [Feature; 6] = [
    Feature::Plain,
    Feature::Secondary,
    Feature::Bags,
    Feature::Colours,
    Feature::Large,
    Feature::Mixed,
];

fn problem(puzzle: &AbstractPuzzle) -> Cover {
    Cover::plain(puzzle.clone())
}

fn enumerate(engine: &dyn CoverEngine, puzzle: &AbstractPuzzle) -> Vec<Vec<EmbeddingId>> {
    let problem = problem(puzzle);
    let task = CoverTask { cover: &problem, want: Want::All, order: None };
    let mut found = Collect::all();
    let report = engine.run(&task, &mut found, &Control::default()).expect("accepted");
    assert_eq!(report.stopped, None);
    assert_eq!(report.solutions, BigUint::from(found.solutions.len()));
    let mut solutions = found.solutions;
    for solution in &mut solutions {
        verify(puzzle, solution).expect("every reported solution is one");
        solution.sort_unstable();
    }
    solutions.sort();
    solutions
}

fn count(engine: &dyn CoverEngine, puzzle: &AbstractPuzzle) -> BigUint {
    let problem = problem(puzzle);
    let task = CoverTask { cover: &problem, want: Want::Count, order: None };
    engine.run(&task, &mut Discard, &Control::default()).expect("accepted").solutions
}

/// The list of declined features is true.
pub fn accepts_what_it_should(engine: &dyn CoverEngine, declines: &[Feature]) {
    for feature in FEATURES {
        let accepts = |seed| {
            let problem = problem(&random_puzzle(seed, feature));
            let task = CoverTask { cover: &problem, want: Want::All, order: None };
            engine.accepts(&task).is_ok()
        };
        let expected = !declines.contains(&feature);
        let accepted = (0..100).filter(|&seed| accepts(seed)).count();
        if expected {
            assert_eq!(accepted, 100, "{feature:?}");
        } else {
            assert!(accepted < 100, "{feature:?} is declined at least sometimes");
        }
    }
}

/// Every case of the corpus, counted and enumerated.
pub fn solves_the_corpus(engine: &dyn CoverEngine, declines: &[Feature]) {
    for case in corpus().into_iter().filter(|case| !declines.contains(&case.feature)) {
        let found = enumerate(engine, &case.puzzle);
        assert_eq!(found.len() as u64, case.solutions, "{}", case.name);
        assert_eq!(count(engine, &case.puzzle), BigUint::from(case.solutions), "{}", case.name);
    }
}

/// The same sets of solutions as the definition gives.
pub fn agrees_on_random_puzzles(engine: &dyn CoverEngine, declines: &[Feature]) {
    let small = |feature: &Feature| *feature != Feature::Large && !declines.contains(feature);
    for feature in FEATURES.into_iter().filter(small) {
        for seed in 0..150 {
            let puzzle = random_puzzle(seed, feature);
            let mut expected = all_solutions(&puzzle);
            expected.sort();
            assert_eq!(enumerate(engine, &puzzle), expected, "{feature:?} {seed}\n{puzzle}");
            assert_eq!(count(engine, &puzzle), BigUint::from(expected.len()));
        }
    }
}

/// `First` reports one solution; a sink that breaks ends an enumeration.
pub fn stops_when_the_sink_has_enough(engine: &dyn CoverEngine) {
    let problem = problem(&crate::bijection(6));
    for (question, enough) in [(Want::First, 1), (Want::All, 7)] {
        let mut seen = 0;
        let mut sink = |_: &[EmbeddingId]| {
            seen += 1;
            if seen == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let task = CoverTask { cover: &problem, want: question, order: None };
        let report = engine.run(&task, &mut sink, &Control::default()).expect("accepted");
        assert_eq!((seen, report.stopped), (enough, Some(StopReason::Satisfied)));
        assert_eq!(report.solutions, BigUint::from(enough as u32));
    }
}

/// A node limit and an interrupt end the run with their reason.
pub fn obeys_limits(engine: &dyn CoverEngine) {
    let problem = problem(&crate::bijection(9));
    let task = CoverTask { cover: &problem, want: Want::All, order: None };
    let mut control = Control::default();
    control.budget.nodes = Some(5000);
    let report = engine.run(&task, &mut Discard, &control).expect("accepted");
    assert_eq!(report.stopped, Some(StopReason::NodeLimit));
    assert!(report.nodes <= 6100, "{} nodes", report.nodes);
    let control = Control::default();
    control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let report = engine.run(&task, &mut Discard, &control).expect("accepted");
    assert_eq!(report.stopped, Some(StopReason::Interrupted));
}
