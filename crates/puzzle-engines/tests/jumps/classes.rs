//! Games up to turns and up to all symmetries: counted and listed as by brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use puzzle_core::{Ask, Failure, Origin, Problem, Question, Run, Task, UpTo};

use super::brute::{Brute, problems};
use super::{ask, engines};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn classes_are_counted_and_listed_as_by_brute_force(puzzle in problems()) {
        let mut brute = Brute::default();
        brute.play(&puzzle, puzzle.start(), &mut Vec::new());
        prop_assume!(!brute.too_many);
        let problem = Problem::Jumps(puzzle.clone());
        let board = puzzle.board();
        for up_to in [UpTo::Symmetry, UpTo::Turns] {
            let asked = |question| Ask::new(question).with("up-to", up_to.name());
            let counted = asked(Question::Classes);
            for engine in engines(&problem, &counted) {
                let mut nothing = |_: &[u32]| ControlFlow::Continue(());
                let task = Task { problem: &problem, ask: &counted };
                let answer = engine.run(&task, &mut nothing, &Run::default());
                if up_to == UpTo::Turns && board.origin() == Origin::Graph {
                    prop_assert!(matches!(answer, Err(Failure::Usage(_))));
                    continue;
                }
                let (answer, expected) = (answer.unwrap(), brute.classes(&puzzle, up_to));
                prop_assert_eq!(answer.classes, Some(expected.len().into()), "{}", engine.name());
                let sameness = answer.sameness.unwrap();
                prop_assert_eq!(sameness.origin, board.origin());
                if let Some((other, _)) = sameness.other {
                    let up_to = if up_to == UpTo::Turns { UpTo::Symmetry } else { UpTo::Turns };
                    prop_assert_eq!(other, brute.classes(&puzzle, up_to).len().into());
                }
            }
            let listed = asked(Question::All);
            for engine in engines(&problem, &listed) {
                if up_to == UpTo::Turns && board.origin() == Origin::Graph {
                    continue;
                }
                let expected = brute.classes(&puzzle, up_to);
                let expected: BTreeSet<_> = expected.iter().map(|g| board.numbers(g)).collect();
                let found = ask(engine, &problem, &listed).1;
                prop_assert_eq!(found.len(), expected.len());
                prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
            }
        }
    }
}
