//! Solutions up to symmetry: visiting them and counting the fixed solutions of each symmetry agree,
//! and counts are confirmed by unlike engines.

mod support;

use puzzle::{BigUint, Puzzle, Question, StopReason};
use support::{Asking, Options, limited};

fn by(engine: &str) -> Options {
    Options { engine: Some(engine.into()), ..Options::default() }
}

fn figures(name: &str, options: &Options) -> (BigUint, Option<BigUint>) {
    let answer = Puzzle::named(name).unwrap().classified(options).unwrap();
    assert_eq!(answer.stopped, None);
    (answer.solutions, answer.classes)
}

#[test]
fn fixed_solutions_give_the_same_classes_as_visiting_all() {
    let names = ["simple", "soma", "dominoes-3x4", "dominoes-6x6", "dominoes-dodecahedron"];
    for name in names.into_iter().chain(["pentominoes-3x20", "tetrahexes-4x7", "bijection-5"]) {
        assert_eq!(figures(name, &by("zdd")), figures(name, &by("bitsets")), "{name}");
    }
    assert_eq!(figures("dominoes-6x6", &by("dp")), figures("dominoes-6x6", &by("bitsets")));
}

/// Soma: a reflection swaps two chiral pieces, so aspects of pieces move as well.
#[test]
fn reflections_that_swap_pieces_are_counted() {
    assert_eq!(figures("soma", &by("zdd")), (11520_u32.into(), Some(240_u32.into())));
}

#[test]
fn trillions_of_tilings_are_classified_without_visiting_one() {
    let (solutions, classes) = figures("dominoes-16x16", &Options::default());
    assert_eq!(solutions.to_string(), "2444888770250892795802079170816");
    // At least an eighth, and not much more: few tilings are symmetric.
    let classes = classes.unwrap();
    let eighth = &solutions / 8_u32;
    assert!(classes > eighth && classes < eighth + BigUint::from(10_u32).pow(20));
    assert_eq!(
        figures("dominoes-8x8", &Options::default()).1,
        figures("dominoes-8x8", &by("zdd")).1
    );
}

#[test]
fn a_count_is_confirmed_by_an_unlike_engine() {
    for (name, first) in
        [("soma", "bitsets"), ("soma", "native"), ("dominoes-8x8", "dp"), ("dominoes-3x4", "zdd")]
    {
        let puzzle = Puzzle::named(name).unwrap();
        let answer = puzzle.confirmed(&by(first), Question::Count).unwrap();
        let again = answer.confirmed.unwrap();
        assert_eq!((answer.engine.as_str(), &again.solutions), (first, &answer.solutions));
        assert_ne!(again.engine, answer.engine);
        let answer = puzzle.confirmed(&Options::default(), Question::Classes).unwrap();
        assert!(answer.classes.is_some());
        assert_eq!(answer.confirmed.unwrap().classes, answer.classes);
    }
}

#[test]
fn a_limit_leaves_a_count_unconfirmed() {
    let puzzle = Puzzle::named("pentominoes-3x20").unwrap();
    let nodes = puzzle.counted(&Options::default()).unwrap().nodes;
    let twice = puzzle.confirmed(&Options::default(), Question::Count).unwrap();
    let second = twice.confirmed.unwrap().nodes;
    assert!(second > nodes + 1000, "the second opinion takes longer: {second}, {nodes}");
    let answer = puzzle.confirmed(&limited(nodes + 1), Question::Count).unwrap();
    assert_eq!((answer.stopped, answer.solutions), (None, 8_u32.into()));
    assert_eq!(answer.confirmed.unwrap().stopped, Some(StopReason::NodeLimit));
}
