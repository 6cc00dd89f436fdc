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
    for engine in ["frontier", "ideals", "ring"] {
        let options = Options { engine: Some(engine.into()), ..Options::default() };
        let counted = maps.monotone().unwrap().count(&options).unwrap();
        assert_eq!(counted.answer.solutions, 7581_u32.into(), "{engine}");
    }
}
