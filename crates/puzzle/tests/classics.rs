//! Queens, monotone maps and formulas through the library: known answers, agreement with the
//! lowering, runs that are stopped and resumed, refusals, and what is told.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use puzzle::scene::text::TextOptions;
use puzzle::{Answer, Ask, Failure, Puzzle, Question, Run};
use puzzle_core::{BigUint, Bound, Budget, Control, Finding, Ignore, StopReason, json};
use puzzle_engines::meta;

const COUNT: Question = Question::Count;

fn named(name: &str) -> Puzzle {
    Puzzle::named(name).unwrap()
}

fn read(text: &str) -> Puzzle {
    Puzzle::read("test", text, None).unwrap()
}

fn asked(puzzle: &Puzzle, ask: &Ask) -> Result<Answer, Failure> {
    puzzle.ask(ask, &Run::default(), &mut Ignore)
}

fn answered(puzzle: &Puzzle, ask: &Ask) -> Answer {
    asked(puzzle, ask).unwrap()
}

fn refused(puzzle: &Puzzle, ask: &Ask) -> String {
    asked(puzzle, ask).unwrap_err().to_string()
}

/// The answer with everything that was handed over.
fn listed(puzzle: &Puzzle, ask: &Ask) -> (Answer, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    let mut sink = |solution: &[u32]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(ask, &Run::default(), &mut sink).unwrap();
    (answer, found)
}

fn words(puzzle: &Puzzle, ask: &Ask, solution: &[u32]) -> String {
    let text = TextOptions::default();
    puzzle
        .description()
        .words(solution, &puzzle_families::Showing { ask, number: None, note: None, text })
}

fn limited(nodes: u64, file: &Path, resume: bool) -> Run {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    Run {
        checkpoint: Some(file.to_owned()),
        resume: resume.then(|| file.to_owned()),
        interval: Some(Duration::ZERO),
        ..Run::default().under(Control { budget, ..Control::default() })
    }
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Stops a count again and again; the answer at the end, and how often it was stopped.
fn in_steps(puzzle: &Puzzle, ask: &Ask, name: &str, step: u64) -> (Answer, u32) {
    let file = scratch(name);
    let count = |run: &Run| puzzle.ask(ask, run, &mut Ignore).unwrap();
    let mut answer = count(&limited(step, &file, false));
    let mut stops = 0;
    while let Some(reason) = answer.stopped {
        assert_eq!(reason, StopReason::NodeLimit);
        stops += 1;
        answer = count(&limited(step, &file, true));
    }
    (answer, stops)
}

fn classes() -> Ask {
    Ask::new(Question::Classes)
}

#[test]
fn queens_agree_with_the_catalogue_and_with_their_lowering() {
    for n in 1..=10 {
        let puzzle = named(&format!("queens-{n}"));
        let answer = answered(&puzzle, &classes());
        let known = puzzle.description().known();
        assert_eq!(
            (Some(&answer.solutions), &answer.classes),
            (known.solutions.as_ref(), &known.classes)
        );
        let cover = answered(&puzzle, &classes().with("as", "cover"));
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
        let puzzle = read(&format!("family = \"queens\"\nboard = \"\"\"\n{board}\n\"\"\"\n"));
        let own = answered(&puzzle, &classes());
        let cover = answered(&puzzle, &classes().with("as", "cover"));
        assert_eq!((own.solutions, own.classes), (cover.solutions, cover.classes), "{board}");
    }
}

#[test]
fn solutions_of_queens_are_squares_whoever_finds_them() {
    let puzzle = named("queens-6");
    let (first, found) = listed(&puzzle, &Ask::new(Question::First));
    assert_eq!(
        (first.engine.as_str(), first.stopped),
        ("construction", Some(StopReason::Satisfied))
    );
    assert_eq!(found, [[1, 9, 17, 18, 26, 34]]);
    let (all, found) = listed(&puzzle, &Ask::new(Question::All));
    assert_eq!((all.solutions, found.len()), (4_u32.into(), 4));
    let (named, searched) = listed(&puzzle, &Ask::new(Question::First).by("reference"));
    assert_eq!((named.engine.as_str(), searched.len()), ("reference", 1));
    for solution in found.iter().chain(&searched) {
        assert_eq!(puzzle.description().check(solution), Ok(()));
    }
    let large = self::named("queens-100");
    let (answer, found) = listed(&large, &Ask::new(Question::First));
    assert_eq!((answer.nodes, found[0].len()), (0, 100));
    assert_eq!(large.description().check(&found[0]), Ok(()));
}

#[test]
fn a_table_of_queens_is_told_line_by_line() {
    let (puzzle, ask) = (named("queens-5"), Ask::new(Question::Table).with("every-size", ""));
    let answer = answered(&puzzle, &ask);
    let told = puzzle.description().tell(&ask, &answer, TextOptions::default());
    let lines: Vec<&str> = told.text.lines().collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0], " n            solutions       up to symmetry");
    assert_eq!(lines[5], " 5                   10                    2");
    assert_eq!(
        (&told.fields["table"][4]["count"], &told.fields["table"][4]["n"]),
        (&json!("10"), &json!(5))
    );
    let board = read("family = \"queens\"\nsize = 5\ngiven = [[1, 1]]\n");
    assert_eq!(refused(&board, &ask), "`every-size` is for empty boards");
    let confirmed = Ask { confirm: true, ..ask };
    assert!(refused(&puzzle, &confirmed).contains("a table is not confirmed"));
}

#[test]
fn what_is_for_covers_needs_the_cover() {
    let puzzle = named("queens-8");
    for ask in [
        Ask::new(COUNT).with("order", "reading"),
        classes().with("restrict", "auto"),
        Ask::new(COUNT).with("preprocess", "yes"),
        Ask::new(COUNT).with("after", 3),
    ] {
        assert!(
            refused(&puzzle, &ask).ends_with("is for exact covers; ask with `as` set to cover")
        );
    }
    let message = "boards of over 64 rows are not searched";
    assert!(refused(&named("queens-100"), &Ask::new(Question::All)).starts_with(message));
    let large = Ask::new(COUNT).with("as", "cover");
    assert_eq!(refused(&named("queens-100"), &large), "this board is too large for an exact cover");
    assert!(refused(&puzzle, &Ask::new(COUNT).with("as", "dlx")).contains("no value of `as`"));
    let error = refused(&named("queens-40"), &Ask::new(COUNT));
    assert!(
        error.contains("a board of 40 rows is too large to be counted (at most 32;"),
        "{error}"
    );
    let error = refused(&puzzle, &Ask::new(COUNT).by("ring"));
    assert!(error.contains("one of vector, bits, construction, reference"), "{error}");
}

#[test]
fn a_count_of_queens_that_is_stopped_and_resumed_comes_to_the_same_end() {
    let puzzle = named("queens-12");
    for (i, ask) in [Ask::new(COUNT), classes()].into_iter().enumerate() {
        let whole = answered(&puzzle, &ask);
        let name = format!("queens-12-{i}.run");
        let (answer, stops) = in_steps(&puzzle, &ask, &name, whole.nodes / 5 + 1);
        assert_eq!((answer.solutions, answer.nodes), (whole.solutions, whole.nodes));
        assert_eq!(answer.classes, whole.classes);
        assert!(stops >= 3, "{stops}");
    }
}

#[test]
fn a_dedekind_number_that_is_stopped_and_resumed_comes_to_the_same_end() {
    let (puzzle, ask) = (named("dedekind-7"), Ask::new(COUNT));
    let whole = answered(&puzzle, &ask);
    let (answer, stops) = in_steps(&puzzle, &ask, "dedekind-7.run", whole.nodes / 4 + 1);
    assert_eq!(answer.solutions, "2414682040998".parse().unwrap());
    assert!(stops >= 2, "{stops}");
}

/// Sets of a grid closed downward, and maps into a chain: many states.
fn grid_maps(to: u32) -> Puzzle {
    read(&format!("family = \"monotone\"\nfrom = \"chain 8 * chain 8\"\nto = \"chain {to}\"\n"))
}

#[test]
fn a_count_of_maps_that_is_stopped_and_resumed_comes_to_the_same_end() {
    let (puzzle, ask) = (grid_maps(4), Ask::new(COUNT));
    let whole = answered(&puzzle, &ask.clone().by("frontier"));
    assert!(whole.nodes > 1000, "{}", whole.nodes);
    let (answer, stops) = in_steps(&puzzle, &ask, "maps.run", whole.nodes / 7);
    assert_eq!((answer.solutions, answer.nodes), (whole.solutions.clone(), whole.nodes));
    assert!(stops >= 4, "{stops}");
    // What is finished is saved too, and answers at once.
    let again = puzzle.ask(&ask, &limited(1, &scratch("maps.run"), true), &mut Ignore).unwrap();
    assert_eq!((again.stopped, again.solutions), (None, whole.solutions));
    // Closed sets would be counted by another engine, but that one is not saved.
    let (answer, _) = in_steps(&grid_maps(2), &ask, "closed.run", 3000);
    assert_eq!((answer.engine.as_str(), answer.solutions), ("frontier", 12870_u32.into()));
    let other = grid_maps(3).ask(&ask, &limited(1, &scratch("maps.run"), true), &mut Ignore);
    assert!(other.unwrap_err().to_string().contains("another puzzle"));
}

/// Random clauses of three literals, so that there is something to count.
fn clauses(variables: u32, clauses: u32) -> Puzzle {
    let mut random = puzzle_core::Random::new(7);
    let mut text = format!("p cnf {variables} {clauses}\n");
    for _ in 0..clauses {
        for _ in 0..3 {
            let sign = if random.below(2) == 0 { "" } else { "-" };
            text += &format!("{sign}{} ", 1 + random.below(u64::from(variables)));
        }
        text += "0\n";
    }
    Puzzle::read("test.cnf", &text, None).unwrap()
}

/// In one part, for they are small: how parts are split and resumed is tested with the engines.
#[test]
fn a_count_of_models_is_saved_and_shared_by_threads() {
    let ask = Ask::new(COUNT);
    let (sparse, dense) = (clauses(50, 80), clauses(50, 200));
    let projected = ask.clone().with("project", "1,2,3,5,8,13,21,34");
    for (engine, puzzle, ask) in [
        ("components", &sparse, ask.clone()),
        ("doublets", &dense, ask.clone()),
        ("cubes", &dense, ask.clone().by("cubes")),
        ("components", &sparse, projected),
    ] {
        let whole = answered(puzzle, &ask);
        assert_eq!(whole.engine, engine);
        let (answer, _) = in_steps(puzzle, &ask, "models.run", 1);
        let again = Run { resume: Some(scratch("models.run")), ..Run::default() };
        let shared = Run { threads: Some(2), ..Run::default() };
        for answer in [&again, &shared].map(|run| puzzle.ask(&ask, run, &mut Ignore).unwrap()) {
            assert_eq!(
                (answer.solutions, answer.engine.as_str()),
                (whole.solutions.clone(), engine)
            );
        }
        assert_eq!((answer.solutions, answer.nodes), (whole.solutions, whole.nodes));
    }
    let run = limited(1, &scratch("models.run"), true);
    // Without the projection it is another question.
    for puzzle in [&sparse, &dense] {
        let error = puzzle.ask(&ask, &run, &mut Ignore).unwrap_err();
        assert!(error.to_string().contains("another puzzle"), "{error}");
    }
}

#[test]
fn a_saved_run_of_something_else_is_refused() {
    let file = scratch("other.run");
    let count = |name: &str, run: &Run| named(name).ask(&Ask::new(COUNT), run, &mut Ignore);
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
fn what_cannot_be_saved_says_so_at_the_start() {
    let file = scratch("never.run");
    let _ = std::fs::remove_file(&file);
    let save = |puzzle: &Puzzle, ask: &Ask| {
        let error = puzzle.ask(ask, &limited(1, &file, false), &mut Ignore).unwrap_err();
        assert!(!file.exists(), "{error}");
        error.to_string()
    };
    let maps = named("monotone-d2");
    let message = "reference counts in one go; the engine frontier saves";
    assert!(save(&maps, &Ask::new(COUNT).by("reference")).ends_with(message));
    assert!(save(&maps, &Ask::new(Question::All)).ends_with("count them instead"));
    let formula = named("cnf-richards");
    assert!(save(&formula, &Ask::new(Question::All)).ends_with("count them instead"));
    assert!(save(&formula, &Ask::new(Question::First)).ends_with("one model is not saved"));
    assert!(save(&formula, &Ask::new(COUNT).by("reference")).ends_with("in one go"));
    let table = save(&named("queens-8"), &Ask::new(Question::Table));
    assert!(table.ends_with("the counts of a table are not saved"), "{table}");
    let by_definition = save(&named("queens-8"), &Ask::new(COUNT).by("reference"));
    assert!(by_definition.contains("cannot be saved"), "{by_definition}");
}

#[test]
fn maps_of_the_catalogue_have_their_known_numbers() {
    let names = ["monotone-d1", "monotone-d2", "monotone-d3"].map(str::to_owned);
    for name in names.into_iter().chain((0..=7).map(|n| format!("dedekind-{n}"))) {
        let puzzle = named(&name);
        let answer = answered(&puzzle, &Ask::new(COUNT));
        assert_eq!(Some(answer.solutions), puzzle.description().known().solutions, "{name}");
    }
}

fn bound(puzzle: &Puzzle, ask: &Ask) -> Bound {
    let answer = answered(puzzle, ask);
    assert_eq!(answer.stopped, Some(StopReason::MemoryLimit));
    match answer.finding {
        Finding::AtLeast(bound) => bound,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_hopeless_is_said_with_a_bound() {
    let (puzzle, ask) = (named("monotone-d4"), Ask::new(COUNT));
    let found = bound(&puzzle, &ask);
    assert_eq!((found.base.clone(), found.exponent.clone()), (120_549_u32.into(), 6157_u32.into()));
    assert!(found.power_of_two() > BigUint::from(100_000_u32));
    let told = puzzle.description().tell(&ask, &answered(&puzzle, &ask), TextOptions::default());
    assert!(told.text.starts_with("at least 120549^6157, over 2^"), "{}", told.text);
    assert_eq!(
        (&told.fields["count"], &told.fields["at_least"]),
        (&json!(null), &json!("120549^6157"))
    );
    assert!(told.remarks[0].ends_with("(two values alone give 2^6157)"), "{:?}", told.remarks);
    // The ninth of Dedekind's numbers: known, but not by these means.
    let text = "family = \"monotone\"\nfrom = \"boolean 9\"\nto = \"chain 2\"\n";
    for ask in [ask.clone(), ask.clone().by("frontier")] {
        let found = bound(&read(text), &ask);
        assert_eq!((found.base, found.exponent), (2_u32.into(), 126_u32.into()));
    }
    let error = refused(&puzzle, &Ask::new(Question::First));
    assert!(error.contains("an order is too large to be written down"), "{error}");
    let error = refused(&named("monotone-d3"), &ask.by("pairs"));
    assert!(error.ends_with("the engine pairs takes the sets of 2 to 7 things and a chain of two"));
}

#[test]
fn engines_agree_on_formulas_and_maps() {
    let formula = read("(1 2 3) (-1 4) (-2 -4 5) (3 -5 6) (-6 1)");
    let count = |engine: &str| answered(&formula, &Ask::new(COUNT).by(engine)).solutions;
    for engine in ["doublets", "cubes", "reference"] {
        assert_eq!(count(engine), count("components"), "{engine}");
    }
    let maps = named("dedekind-5");
    for engine in ["frontier", "ideals", "ring", "pairs", "reference"] {
        let answer = answered(&maps, &Ask::new(COUNT).by(engine));
        assert_eq!((answer.solutions, answer.engine.as_str()), (7581_u32.into(), engine));
    }
}

#[test]
fn the_engine_of_a_formula_depends_on_the_question_and_on_its_clauses() {
    let sparse = read("(1 2) (3 4) (-1 5 6) (7 -8 9)");
    let dense = read("(1 2) (-1 2) (1 -2 3) (-3 1 2) (3 -1) (2 3) (1 3 -2) (-1 -2 3) (1 2 3)");
    let engine = |puzzle: &Puzzle, ask: &Ask| answered(puzzle, ask).engine;
    assert_eq!(engine(&sparse, &Ask::new(COUNT)), "components");
    assert_eq!(engine(&dense, &Ask::new(COUNT)), "doublets");
    assert_eq!(engine(&sparse, &Ask::new(Question::All)), "doublets");
    assert_eq!(engine(&sparse, &Ask::new(Question::All).with("project", "1,2")), "cubes");
    assert_eq!(engine(&sparse, &Ask::new(Question::First)), "batsat");
    assert_eq!(engine(&sparse, &Ask::new(Question::First).with("project", "1,2")), "cubes");
    let error = refused(&sparse, &Ask::new(COUNT).by("batsat"));
    assert!(error.ends_with("batsat finds one model, it does not count"), "{error}");
    let error = refused(&sparse, &Ask::new(COUNT).with("project", "1,10"));
    assert_eq!(error, "there is no variable 10");
}

#[test]
fn models_and_cubes_are_told_and_read_again() {
    let puzzle = named("cnf-richards");
    let (first, all) = (Ask::new(Question::First), Ask::new(Question::All));
    let (answer, models) = listed(&puzzle, &first);
    assert_eq!((answer.solutions, answer.stopped), (1_u32.into(), Some(StopReason::Satisfied)));
    assert_eq!(words(&puzzle, &first, &models[0]), "-1 -2 3\n");
    let (answer, cubes) = listed(&puzzle, &all);
    let told: String = cubes.iter().map(|cube| words(&puzzle, &all, cube)).collect();
    assert_eq!(told, "1 2\n1 -2 3\n-1 -2 3\n");
    assert_eq!(answer.solutions, 4_u32.into());
    let description = puzzle.description();
    let fields = description.fields(&all, &cubes[0]);
    assert_eq!((&fields["literals"], &fields["models"]), (&json!([1, 2]), &json!("2")));
    assert_eq!(description.read_solution(&fields.into()), Ok(Some(cubes[0].clone())));
    assert_eq!(description.check(&cubes[0]), Ok(()));
    assert!(description.check(&cubes[0][..1]).unwrap_err().contains("does not hold"));
    assert_eq!(description.check_together(&cubes), None);
    let twice = [cubes[0].clone(), cubes[2].clone(), cubes[0].clone()];
    let message = "cubes 1 and 3 have a model in common";
    assert_eq!(description.check_together(&twice).as_deref(), Some(message));
    let many = vec![cubes[0].clone(); 5001];
    assert!(description.check_together(&many).unwrap().contains("not compared"));
    let projected = all.with("project", "2,3");
    let (answer, cubes) = listed(&puzzle, &projected);
    assert_eq!(answer.solutions, 3_u32.into());
    let models = |cube: &Vec<u32>| description.fields(&projected, cube)["models"].clone();
    let models: Vec<u32> =
        cubes.iter().map(|c| models(c).as_str().unwrap().parse().unwrap()).collect();
    assert_eq!(models.iter().sum::<u32>(), 3);
}

#[test]
fn a_count_is_told_as_model_counters_do() {
    let ask = Ask::new(COUNT).with("mc", "");
    for (text, told) in [
        ("(1 -2) (1 2 3) (-1 2 3)", "s SATISFIABLE\ns mc 4\n"),
        ("(1) (-1)", "s UNSATISFIABLE\ns mc 0\n"),
    ] {
        let puzzle = read(text);
        assert_eq!(
            puzzle.description().tell(&ask, &answered(&puzzle, &ask), TextOptions::default()).text,
            told
        );
    }
}

#[test]
fn a_formula_without_a_model_gets_a_proof() {
    for (name, text) in [("contradiction", "(1 2) (1 -2) (-1 2) (-1 -2)"), ("empty", "(1) ()")] {
        let file = scratch(&format!("{name}.drat"));
        let ask = Ask::new(Question::First).with("proof", file.display());
        let answer = answered(&read(text), &ask);
        assert_eq!((answer.solutions, answer.stopped), (BigUint::ZERO, None));
        let proof = std::fs::read_to_string(&file).unwrap();
        assert_eq!(proof.lines().last(), Some("0"), "{name}");
    }
    let puzzle = named("cnf-richards");
    let ask = Ask::new(Question::All).with("proof", "proof.drat");
    assert!(refused(&puzzle, &ask).contains("`proof` is for one model"));
}

#[test]
fn maps_are_listed_in_order_and_checked() {
    let puzzle = named("monotone-d1");
    let (ask, description) = (Ask::new(Question::All), puzzle.description());
    let (answer, maps) = listed(&puzzle, &ask);
    assert_eq!((answer.solutions, answer.engine.as_str()), (3_u32.into(), "reference"));
    assert_eq!(maps, [[0, 0], [0, 1], [1, 1]]);
    assert_eq!(words(&puzzle, &ask, &maps[1]), "0→0 1→1\n");
    let fields = description.fields(&ask, &maps[1]);
    assert_eq!((&fields["values"], &fields["picture"]), (&json!([0, 1]), &json!("0→0 1→1")));
    assert_eq!(description.read_solution(&fields.into()), Ok(Some(maps[1].clone())));
    assert!(description.check(&[1, 0]).is_err());
    assert_eq!(description.check_together(&[vec![0, 1], vec![1, 0]]), None);
    assert!(description.check_together(&[vec![0, 1], vec![0, 1]]).is_some());
}

/// The count is confirmed by a second engine, which would not have confirmed a wrong one.
fn confirms(what: &str, puzzle: &Puzzle, ask: Ask) -> (String, String) {
    let first = answered(puzzle, &Ask { confirm: true, ..ask });
    assert_eq!(first.stopped, None, "{what}");
    let second = *first.confirmed.clone().expect("it is confirmed");
    assert_eq!((&second.solutions, &second.classes), (&first.solutions, &first.classes), "{what}");
    assert_eq!(second.stopped, None, "{what}");
    let wrong = Answer { solutions: &first.solutions + 1_u32, ..first.clone() };
    assert!(matches!(meta::compare(&wrong, second.clone()), Err(Failure::Disagreement(_))));
    if let Some(classes) = &first.classes {
        let wrong = Answer { classes: Some(classes + 1_u32), ..first.clone() };
        assert!(matches!(meta::compare(&wrong, second.clone()), Err(Failure::Disagreement(_))));
    }
    (first.engine, second.engine)
}

#[test]
fn a_second_engine_confirms_the_count_of_queens() {
    let board = "family = \"queens\"\nsize = 9\ngiven = [[5, 1]]\nforbidden = [[1, 1], [9, 9]]\n";
    for puzzle in [named("queens-1"), named("queens-10"), read(board)] {
        for engine in ["bits", "reference"] {
            let what = format!("{} {engine}", puzzle.source_name());
            for ask in [Ask::new(COUNT), classes()] {
                let (first, second) = confirms(&what, &puzzle, ask.by(engine));
                assert_eq!((first.as_str(), second == "reference"), (engine, engine == "bits"));
            }
        }
    }
}

#[test]
fn a_second_engine_confirms_the_count_of_models() {
    let sparse = "(1 2) (3 4) (-1 5 6) (7 -8 9)";
    let dense = "(1 2) (-1 2) (1 -2 3) (-3 1 2) (3 -1) (2 3) (1 3 -2) (-1 -2 3) (1 2 3)";
    for (text, engines) in
        [(sparse, ["components", "doublets"]), (dense, ["doublets", "components"])]
    {
        let puzzle = read(text);
        let (first, second) = confirms(text, &puzzle, Ask::new(COUNT));
        assert_eq!([first.as_str(), second.as_str()], engines);
        let (first, second) = confirms(text, &puzzle, Ask::new(COUNT).with("project", "1,3"));
        assert_eq!([first.as_str(), second.as_str()], ["components", "cubes"]);
    }
}

#[test]
fn a_second_way_confirms_the_count_of_maps() {
    let product = "family = \"monotone\"\nfrom = \"boolean 4\"\nto = \"chain 8\"\n";
    let large = "family = \"monotone\"\nfrom = \"chain 7 * chain 7\"\nto = \"chain 2\"\n";
    let wide = "family = \"monotone\"\nfrom = \"chain 12 * chain 5\"\nto = \"chain 2\"\n";
    for (puzzle, second) in [
        (named("monotone-d3"), "reference"),
        (named("dedekind-5"), "reference"),
        (named("dedekind-7"), "pairs"),
        (read(large), "reference"),
        (read(wide), "reference"),
        (read(product), "frontier"),
    ] {
        let (_, found) = confirms(second, &puzzle, Ask::new(COUNT));
        assert_eq!(found, second);
    }
    let ask = Ask { confirm: true, ..Ask::new(COUNT) };
    let message = "there is no second way to count dedekind-8 here";
    assert_eq!(refused(&named("dedekind-8"), &ask), message);
}
