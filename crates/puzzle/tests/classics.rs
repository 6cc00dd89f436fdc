//! Queens, monotone maps and formulas through the library: known answers, agreement with the
//! lowering, runs that are stopped and resumed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use puzzle::core::{BigUint, Budget, Control, StopReason};
use puzzle::{Answer, Failure, Options, Puzzle};

fn limited(nodes: u64, file: &Path, resume: bool) -> Options {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    Options {
        control: Arc::new(Control { budget, ..Control::default() }),
        checkpoint: Some(file.to_owned()),
        resume: resume.then(|| file.to_owned()),
        interval: Some(Duration::ZERO),
        ..Options::default()
    }
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Stops a count again and again; the answer at the end, and how often it was stopped.
fn in_steps(
    name: &str,
    step: u64,
    count: impl Fn(&Options) -> Result<Answer, Failure>,
) -> (Answer, u32) {
    let file = scratch(name);
    let mut answer = count(&limited(step, &file, false)).unwrap();
    let mut stops = 0;
    while let Some(reason) = answer.stopped {
        assert_eq!(reason, StopReason::NodeLimit);
        stops += 1;
        let limit = step * u64::from(stops + 1);
        answer = count(&limited(limit, &file, true)).unwrap();
    }
    (answer, stops)
}

#[test]
fn queens_agree_with_the_catalogue_and_with_their_lowering() {
    for n in 1..=10 {
        let puzzle = Puzzle::named(&format!("queens-{n}")).unwrap();
        let answer = puzzle.queens().unwrap().count_up_to_symmetry(&Options::default()).unwrap();
        let known = puzzle.description().known();
        assert_eq!(
            (Some(&answer.solutions), &answer.classes),
            (known.solutions.as_ref(), &known.classes)
        );
        let cover = puzzle.count_up_to_symmetry(&Options::default()).unwrap();
        assert_eq!((cover.solutions, cover.classes), (answer.solutions, answer.classes));
    }
}

#[test]
fn partial_boards_agree_with_their_lowering() {
    for board in [
        "Q....\n.....\n.....\n.....\n.....",
        ".....\n..x..\n.xxx.\n..x..\n.....",
        "......x\n.Q.....\n.......\n...x...\n.......\n.......\n.......",
        "........\n........\n..x..x..\n........\n........\n..x..x..\n........\n........",
    ] {
        let text = format!("family = \"queens\"\nboard = \"\"\"\n{board}\n\"\"\"\n");
        let puzzle = Puzzle::read("board", &text, None).unwrap();
        let own = puzzle.queens().unwrap().count_up_to_symmetry(&Options::default()).unwrap();
        let cover = puzzle.count_up_to_symmetry(&Options::default()).unwrap();
        assert_eq!((own.solutions, own.classes), (cover.solutions, cover.classes), "{board}");
    }
}

#[test]
fn a_count_of_queens_that_is_stopped_and_resumed_comes_to_the_same_end() {
    let puzzle = Puzzle::named("queens-12").unwrap();
    let queens = puzzle.queens().unwrap();
    let whole = queens.count(&Options::default()).unwrap();
    let (answer, stops) =
        in_steps("queens-12.run", whole.nodes / 5 + 1, |options| queens.count(options));
    assert_eq!((answer.solutions, answer.nodes), (whole.solutions, whole.nodes));
    assert!(stops >= 3, "{stops}");
}

#[test]
fn a_dedekind_number_that_is_stopped_and_resumed_comes_to_the_same_end() {
    let puzzle = Puzzle::named("dedekind-7").unwrap();
    let maps = puzzle.monotone().unwrap();
    let count = |options: &Options| maps.count(options).map(|counted| counted.answer);
    let whole = count(&Options::default()).unwrap();
    let (answer, stops) = in_steps("dedekind-7.run", whole.nodes / 4 + 1, count);
    assert_eq!(answer.solutions, "2414682040998".parse().unwrap());
    assert!(stops >= 2, "{stops}");
}

#[test]
fn a_saved_run_of_something_else_is_refused() {
    let file = scratch("other.run");
    let count = |name: &str, options: &Options| {
        Puzzle::named(name).unwrap().queens().unwrap().count(options)
    };
    let stopped = count("queens-13", &limited(1, &file, false)).unwrap();
    assert_eq!(stopped.stopped, Some(StopReason::NodeLimit));
    let error = count("queens-12", &limited(1, &file, true)).unwrap_err();
    assert!(error.to_string().contains("another puzzle"), "{error}");
    // A queen on a square that its border does not allow.
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().find(|line| line.starts_with("subtree")).unwrap();
    std::fs::write(&file, text.replace(line, &format!("{line} 1"))).unwrap();
    let error = count("queens-13", &limited(1, &file, true)).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
}

#[test]
fn maps_of_the_catalogue_have_their_known_numbers() {
    let names = ["monotone-d1", "monotone-d2", "monotone-d3"].map(str::to_owned);
    for name in names.into_iter().chain((0..=7).map(|n| format!("dedekind-{n}"))) {
        let puzzle = Puzzle::named(&name).unwrap();
        let counted = puzzle.monotone().unwrap().count(&Options::default()).unwrap();
        assert_eq!(
            Some(counted.answer.solutions),
            puzzle.description().known().solutions,
            "{name}"
        );
    }
}

#[test]
fn what_is_hopeless_is_said_with_a_bound() {
    let puzzle = Puzzle::named("monotone-d4").unwrap();
    let counted = puzzle.monotone().unwrap().count(&Options::default()).unwrap();
    assert_eq!(counted.answer.stopped, Some(StopReason::MemoryLimit));
    let bound = counted.bound.unwrap();
    assert_eq!((bound.base.clone(), bound.exponent.clone()), (120_549_u32.into(), 6157_u32.into()));
    assert!(bound.power_of_two() > BigUint::from(100_000_u32));
    // The ninth of Dedekind's numbers: known, but not by these means.
    let text = "family = \"monotone\"\nfrom = \"boolean 9\"\nto = \"chain 2\"\n";
    let puzzle = Puzzle::read("ninth", text, None).unwrap();
    let counted = puzzle.monotone().unwrap().count(&Options::default()).unwrap();
    let bound = counted.bound.unwrap();
    assert_eq!((bound.base, bound.exponent), (2_u32.into(), 126_u32.into()));
}

#[test]
fn engines_agree_on_formulas_and_maps() {
    let formula = Puzzle::read("f", "(1 2 3) (-1 4) (-2 -4 5) (3 -5 6) (-6 1)", None).unwrap();
    let questions = formula.cnf().unwrap();
    let count = |engine: &str| {
        let options = Options { engine: Some(engine.into()), ..Options::default() };
        questions.count(&options).unwrap().solutions
    };
    assert_eq!(count("doublets"), count("components"));
    assert_eq!(count("cubes"), count("components"));
    let maps = Puzzle::named("dedekind-5").unwrap();
    for engine in ["frontier", "ideals", "ring", "pairs"] {
        let options = Options { engine: Some(engine.into()), ..Options::default() };
        let counted = maps.monotone().unwrap().count(&options).unwrap();
        assert_eq!(counted.answer.solutions, 7581_u32.into(), "{engine}");
    }
}

/// A count is confirmed, and a wrong one is not.
fn confirms(
    what: &str,
    first: &Answer,
    confirm: impl Fn(&Answer) -> Result<Answer, Failure>,
) -> String {
    assert_eq!(first.stopped, None, "{what}");
    let second = confirm(first).unwrap();
    assert_eq!((&second.solutions, &second.classes), (&first.solutions, &first.classes), "{what}");
    assert_eq!(second.stopped, None, "{what}");
    assert_ne!(second.engine, first.engine, "{what}");
    let wrong = Answer { solutions: &first.solutions + 1_u32, ..first.clone() };
    let error = confirm(&wrong).unwrap_err();
    assert!(matches!(&error, Failure::Disagreement(_)), "{what}: {error}");
    if let Some(classes) = &first.classes {
        let wrong = Answer { classes: Some(classes + 1_u32), ..first.clone() };
        assert!(matches!(confirm(&wrong), Err(Failure::Disagreement(_))), "{what}");
    }
    second.engine
}

#[test]
fn a_second_engine_confirms_the_count_of_queens() {
    let board = "family = \"queens\"\nsize = 9\ngiven = [[5, 1]]\nforbidden = [[1, 1], [9, 9]]\n";
    let partial = Puzzle::read("partial", board, None).unwrap();
    for puzzle in [Puzzle::named("queens-1").unwrap(), Puzzle::named("queens-10").unwrap(), partial]
    {
        let queens = puzzle.queens().unwrap();
        for engine in ["bits", "reference"] {
            let options = Options { engine: Some(engine.into()), ..Options::default() };
            let what = format!("{} {engine}", puzzle.source_name());
            let confirm = |first: &Answer| queens.confirm(&options, first);
            let second = confirms(&what, &queens.count(&options).unwrap(), confirm);
            assert_eq!(second == "reference", engine == "bits");
            confirms(&what, &queens.count_up_to_symmetry(&options).unwrap(), confirm);
        }
    }
}

#[test]
fn a_second_engine_confirms_the_count_of_models() {
    let sparse = "(1 2) (3 4) (-1 5 6) (7 -8 9)";
    let dense = "(1 2) (-1 2) (1 -2 3) (-3 1 2) (3 -1) (2 3) (1 3 -2) (-1 -2 3) (1 2 3)";
    for text in [sparse, dense] {
        let puzzle = Puzzle::read("formula", text, None).unwrap();
        let options = Options::default();
        let formula = puzzle.cnf().unwrap();
        let first = formula.count(&options).unwrap();
        let second = confirms(text, &first, |first| formula.confirm(&options, first));
        let expected = if first.engine == "components" { "doublets" } else { "components" };
        assert_eq!(second, expected);
        let projected = puzzle.cnf().unwrap().project(&[1, 3]).unwrap();
        let first = projected.count(&options).unwrap();
        confirms(text, &first, |first| projected.confirm(&options, first));
    }
}

#[test]
fn a_second_way_confirms_the_count_of_maps() {
    let product = "family = \"monotone\"\nfrom = \"boolean 4\"\nto = \"chain 8\"\n";
    let large = "family = \"monotone\"\nfrom = \"chain 7 * chain 7\"\nto = \"chain 2\"\n";
    let wide = "family = \"monotone\"\nfrom = \"chain 12 * chain 5\"\nto = \"chain 2\"\n";
    let read = |text: &str| Puzzle::read("maps", text, None).unwrap();
    for (puzzle, second) in [
        (Puzzle::named("monotone-d3").unwrap(), "reference"),
        (Puzzle::named("dedekind-5").unwrap(), "reference"),
        (Puzzle::named("dedekind-7").unwrap(), "pairs"),
        (read(large), "reference"),
        (read(wide), "reference"),
        (read(product), "frontier"),
    ] {
        let maps = puzzle.monotone().unwrap();
        let options = Options::default();
        let first = maps.count(&options).unwrap().answer;
        let again = maps.confirm(&options, &first).unwrap();
        assert_eq!((&again.solutions, again.stopped), (&first.solutions, None), "{second}");
        assert_eq!(again.engine, second, "{:?}", again.reasons);
        let wrong = Answer { solutions: &first.solutions + 1_u32, ..first.clone() };
        assert!(matches!(maps.confirm(&options, &wrong), Err(Failure::Disagreement(_))));
    }
}
