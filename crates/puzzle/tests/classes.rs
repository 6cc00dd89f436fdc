//! Solutions up to symmetry: visiting them and counting the fixed solutions of each symmetry agree,
//! and counts are confirmed by unlike engines.

use puzzle::core::{BigUint, StopReason};
use puzzle::{Failure, Options, Puzzle};

fn by(engine: &str) -> Options {
    Options { engine: Some(engine.into()), ..Options::default() }
}

fn figures(name: &str, options: &Options) -> (BigUint, Option<BigUint>) {
    let answer = Puzzle::named(name).unwrap().count_up_to_symmetry(options).unwrap();
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
        let options = by(first);
        let answer = puzzle.count(&options).unwrap();
        let again = puzzle.confirm(&options, &answer).unwrap();
        assert_eq!(again.solutions, answer.solutions);
        assert_ne!(again.engine, answer.engine);
        let answer = puzzle.count_up_to_symmetry(&Options::default()).unwrap();
        assert_eq!(puzzle.confirm(&options, &answer).unwrap().classes, answer.classes);
    }
}

#[test]
fn a_wrong_count_is_a_disagreement_that_names_both_figures() {
    let puzzle = Puzzle::named("simple").unwrap();
    let mut answer = puzzle.count(&Options::default()).unwrap();
    answer.solutions += 1_u32;
    let failure = puzzle.confirm(&Options::default(), &answer).unwrap_err();
    assert!(matches!(failure, Failure::Disagreement(_)));
    let message = failure.to_string();
    assert!(message.contains("counts 13, but") && message.contains("counts 12;"), "{message}");
}

#[test]
fn a_limit_leaves_a_count_unconfirmed() {
    let puzzle = Puzzle::named("pentominoes-3x20").unwrap();
    let answer = puzzle.count(&Options::default()).unwrap();
    let mut control = puzzle::core::Control::default();
    control.budget.nodes = Some(10);
    let options = Options { control: control.into(), ..Options::default() };
    let again = puzzle.confirm(&options, &answer).unwrap();
    assert_eq!(again.stopped, Some(StopReason::NodeLimit));
}
