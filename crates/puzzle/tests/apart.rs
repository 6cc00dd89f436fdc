//! Burrs taken apart: every figure of `testdata/burrs/index.tsv`, and every plan moved cell by cell.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use puzzle::{Ask, Failure, Finding, Ignore, Puzzle, Question, Run};
use puzzle_core::apart::ApartFinding;
use puzzle_core::apart::plan::{Plan, Verdict, text};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/burrs")
}

fn burr(name: &str) -> Puzzle {
    let path = folder().join(name);
    Puzzle::open(path.to_str().unwrap(), None).unwrap()
}

/// All plans, each checked by the family before it gets here, and the totals.
fn plans(puzzle: &Puzzle, ask: &Ask, run: &Run) -> (Vec<Plan>, ApartFinding) {
    let mut plans = Vec::new();
    let mut sink = |numbers: &[u32]| {
        plans.push(Plan::read(numbers).unwrap());
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(ask, run, &mut sink).unwrap();
    assert!(answer.is_complete());
    let Finding::Apart(found) = answer.finding else { panic!("no finding about assemblies") };
    (plans, *found)
}

fn apart() -> Ask {
    Ask::new(Question::Apart)
}

#[test]
fn all_figures_of_the_burrs_are_as_published() {
    let index = std::fs::read_to_string(folder().join("index.tsv")).unwrap();
    let mut seen = 0;
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (plans, found) = plans(&burr(fields[0]), &apart(), &Run::default());
        let level = |(levels, count): (&Vec<u32>, &u64)| format!("{} ({count})", text(levels));
        let levels: Vec<String> = found.levels.iter().map(level).collect();
        let most = found.moves.map_or(String::new(), |(_, most)| most.to_string());
        let figures =
            [found.assemblies.to_string(), found.solutions.to_string(), levels.join(" "), most];
        assert_eq!(figures, [fields[1], fields[2], fields[3].trim(), fields[4]], "{}", fields[0]);
        assert_eq!(plans.len() as u64, found.assemblies);
        seen += 1;
    }
    assert_eq!(seen, 26);
}

#[test]
fn the_order_of_plans_does_not_depend_on_threads() {
    let puzzle = burr("burr6-loves-dozen-6.xmpuzzle");
    let run = |threads| plans(&puzzle, &apart(), &Run { threads: Some(threads), ..Run::default() });
    let (one, many) = (run(1), run(5));
    assert_eq!(one, many);
    assert!(one.0.iter().zip(1..).all(|(plan, number)| plan.number == number));
}

#[test]
fn the_definition_finds_the_same_verdicts_and_first_levels() {
    for name in ["piston-6", "dubois-6", "dubois-8", "unique-10-8", "six-way-6", "hoffmann-8"] {
        let puzzle = burr(&format!("burr6-{name}.xmpuzzle"));
        let (fast, _) = plans(&puzzle, &apart(), &Run::default());
        let (slow, _) = plans(&puzzle, &apart().by("definition"), &Run::default());
        let told = |plan: &Plan| (plan.verdict, plan.levels().first().copied());
        let [fast, slow] = [fast, slow].map(|plans| plans.iter().map(told).collect::<Vec<_>>());
        assert_eq!(fast, slow, "{name}");
    }
}

#[test]
fn only_the_hardest_are_handed_over_if_that_is_asked() {
    let puzzle = burr("burr6-loves-dozen-6.xmpuzzle");
    let levels = |ask: Ask| {
        let (plans, found) = plans(&puzzle, &ask, &Run::default());
        // Of three more something leaves, but the rest is locked.
        let solutions = if ask.choices.has("level") { 93 } else { 90 };
        assert_eq!((found.assemblies, found.solutions), (154, solutions));
        plans.iter().map(|plan| text(&plan.levels())).collect::<Vec<_>>()
    };
    assert_eq!(levels(apart().with("best", 3)), ["12.3", "6.2", "4.4"]);
    let mut hard = levels(apart().with("min-level", "4.3"));
    hard.sort();
    assert_eq!(hard, ["12.3", "4.4", "4.4", "6.2"]);
    assert_eq!(levels(apart().with("sort", "level")).len(), 154);
    assert!(levels(apart().with("count", "")).is_empty());
    let first = levels(apart().with("level", "").with("best", 1));
    assert_eq!(first, ["12"]);
}

#[test]
fn pieces_that_may_stay_together_need_not_come_apart() {
    // With the last locked part of a burr as a group, all of it comes apart.
    let puzzle = burr("burr6-piston-8.xmpuzzle");
    let (_, alone) = plans(&puzzle, &apart(), &Run::default());
    let (kept, together) =
        plans(&puzzle, &apart().with("keep", "88,512,768,922,1008"), &Run::default());
    assert_eq!((alone.solutions, together.solutions), (0, 10));
    assert!(kept.iter().all(|plan| plan.verdict == Verdict::Apart && plan.first.is_none()));
    let unknown = puzzle.ask(&apart().with("keep", "88,513"), &Run::default(), &mut Ignore);
    let Err(Failure::Usage(message)) = unknown else { panic!("{unknown:?}") };
    assert!(message.contains("there is no `513`") && message.contains("512"), "{message}");
}

#[test]
fn too_many_positions_are_undecided_and_said_to_be() {
    let puzzle = burr("burr6-piston-6.xmpuzzle");
    let (plans, found) = plans(&puzzle, &apart().with("states", 3), &Run::default());
    assert!(found.undecided > 0 && found.solutions == 0);
    assert!(plans.iter().any(|plan| plan.verdict == Verdict::Undecided));
}

#[test]
fn a_plan_that_was_changed_is_found_out() {
    let puzzle = burr("burr6-piston-6.xmpuzzle");
    let (plans, _) = plans(&puzzle, &apart().with("best", 1), &Run::default());
    let good = plans[0].numbers();
    assert_eq!(puzzle.description().check(&good), Ok(()));
    let mut refused = 0;
    for at in 0..good.len() {
        for change in [1, 2, 3] {
            let mut changed = good.clone();
            changed[at] ^= change;
            // The number of the assembly may be any; everything else is looked at.
            let check = puzzle.description().check(&changed);
            refused += usize::from(check.is_err());
            assert!(check.is_err() || at == 1 || is_another_plan(&changed), "{at} {change}");
        }
    }
    assert!(refused > 2 * good.len(), "{refused} of {}", 3 * good.len());
}

/// A changed distance may give another plan that is right as well: pieces may go further.
fn is_another_plan(numbers: &[u32]) -> bool {
    Plan::read(numbers).is_some()
}

/// A tray with pieces, and a cube.
fn packing(grid: &str, rows: &str, pieces: &[&str]) -> Puzzle {
    let pieces = pieces.iter().map(|piece| format!("[[piece]]\n{piece}\n")).collect::<String>();
    let text = format!(
        "family = \"packing\"\ngrid = \"{grid}\"\n[box]\ndrawing = \"\"\"\n{rows}\n\"\"\"\n{pieces}"
    );
    Puzzle::read("test", &text, None).unwrap()
}

fn refusal(puzzle: &Puzzle, ask: &Ask) -> String {
    match puzzle.ask(ask, &Run::default(), &mut Ignore) {
        Err(Failure::Declined(message) | Failure::Usage(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn flat_trays_come_apart_in_the_plane_and_interlocked_pieces_do_not() {
    let hooks = ["drawing = \"\"\"\n###\n#.#\n\"\"\"", "drawing = \"#\""];
    let (_, found) = plans(&packing("square", "###\n###", &hooks), &apart(), &Run::default());
    assert_eq!((found.assemblies, found.solutions), (1, 1));
    // A piece around another lets it out in no direction of the plane.
    let ring = ["drawing = \"\"\"\n###\n#.#\n###\n\"\"\"", "drawing = \"#\""];
    let (_, found) = plans(&packing("square", "###\n###\n###", &ring), &apart(), &Run::default());
    assert_eq!((found.assemblies, found.solutions), (1, 0));
}

#[test]
fn what_cannot_be_taken_apart_is_refused_by_name() {
    let torn = packing("square", "###", &["drawing = \"#.#\"", "drawing = \"#\""]);
    assert!(refusal(&torn, &apart()).contains("falls apart by itself"));
    let graph = Puzzle::named("dominoes-dodecahedron").unwrap();
    assert!(refusal(&graph, &apart()).contains("nothing slides on a graph"));
    let many = Puzzle::named("dominoes-16x16").unwrap();
    assert!(refusal(&many, &apart()).contains("more than 60 pieces"));
    assert!(
        refusal(&burr("burr6-piston-6.xmpuzzle"), &apart().with("stored", ""))
            .contains("no stored")
    );
}

#[test]
fn separations_are_written_read_again_and_found_the_same() {
    for name in ["piston-6", "dubois-6", "hoffmann-6", "unique-10-8", "diabolical-6"] {
        let puzzle = burr(&format!("burr6-{name}.xmpuzzle"));
        let mut plans = Vec::new();
        let mut keep = |plan: &[u32]| {
            plans.push(plan.to_vec());
            ControlFlow::Continue(())
        };
        puzzle.ask(&apart().with("min-level", 0), &Run::default(), &mut keep).unwrap();
        let text = puzzle.description().export_apart("xmpuzzle", &plans).unwrap();
        let again = Puzzle::read("again.xmpuzzle", &text, None).unwrap();
        let ask = apart().with("stored", "");
        let mut seen = 0;
        let mut compare = |numbers: &[u32]| {
            let fields = again.description().fields(&ask, numbers);
            assert_eq!(fields["stored"], fields["level"], "{name}");
            seen += 1;
            ControlFlow::Continue(())
        };
        again.ask(&ask, &Run::default(), &mut compare).unwrap();
        assert_eq!(seen, plans.len());
        // A piece that goes one further than it can enters another.
        let (before, state) =
            text.split_at(text.match_indices("<state><dx>").nth(1).unwrap().0 + 11);
        let (_, rest) = state.split_once([' ', '<']).unwrap();
        let wrong = format!("{before}77 {rest}");
        let wrong = Puzzle::read("wrong.xmpuzzle", &wrong, None).unwrap();
        let message = refusal(&wrong, &ask);
        assert!(message.starts_with("stored solution 1: "), "{message}");
    }
}

#[test]
fn runs_are_stopped_saved_and_resumed_without_losing_anything() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("apart");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let puzzle = burr("burr6-loves-dozen-6.xmpuzzle");
    let (all, whole) = plans(&puzzle, &apart(), &Run::default());
    for threads in [1, 3] {
        let file = folder.join(format!("run-{threads}"));
        let mut got: Vec<Plan> = Vec::new();
        let mut rounds = 0;
        let found = loop {
            rounds += 1;
            let mut control = puzzle::Control::default();
            control.budget.nodes = Some(150);
            let run = Run {
                control: control.into(),
                threads: Some(threads),
                checkpoint: Some(file.clone()),
                resume: Some(file.clone()).filter(|_| rounds > 1),
                ..Run::default()
            };
            let mut sink = |numbers: &[u32]| {
                got.push(Plan::read(numbers).unwrap());
                ControlFlow::Continue(())
            };
            let answer = puzzle.ask(&apart(), &run, &mut sink).unwrap();
            if answer.is_complete() {
                break answer.finding;
            }
            assert!(rounds < 100, "it makes no progress");
        };
        let Finding::Apart(found) = found else { panic!("no totals") };
        assert!(rounds > 2, "{rounds}");
        assert_eq!((*found, &got), (whole.clone(), &all), "{threads} threads");
    }
}

#[test]
fn groups_and_hefts_survive_being_written_and_hold() {
    let ring = "drawing = \"\"\"\n###\n#.#\n###\n\"\"\"\nheft = 3\ngroups = [\"a\", \"b:1\"]";
    let puzzle = packing("cube", "###\n###\n###", &[ring, "drawing = \"#\"\ngroups = [\"a\"]"]);
    let ask = apart().with("keep", "A,B");
    let mut texts = Vec::new();
    for form in ["puzzle", "xmpuzzle"] {
        let text = puzzle.description().export(form).unwrap();
        let again = Puzzle::read(&format!("again.{form}"), &text, None).unwrap();
        for puzzle in [&puzzle, &again] {
            let (plans, found) = plans(puzzle, &apart(), &Run::default());
            assert_eq!((found.assemblies, found.solutions), (1, 1), "{form}");
            // The ring may stay with the piece in it, but in two groups: it is taken out.
            assert_eq!(text_of(&plans[0]), "1");
        }
        assert_eq!(again.description().export(form).unwrap(), text);
        texts.push(text);
    }
    assert!(texts[0].contains("heft = 3") && texts[0].contains("groups = [\"a\", \"b\"]"));
    assert!(texts[1].contains("weight=\"3\"") && texts[1].contains("<group group=\"2\""));
    let (kept, _) = plans(&puzzle, &ask, &Run::default());
    assert_eq!(kept[0].verdict, Verdict::Apart);
}

fn text_of(plan: &Plan) -> String {
    text(&plan.levels())
}
