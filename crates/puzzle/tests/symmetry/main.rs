//! What counts as the same: symmetries that are found and those that a puzzle brings along, classes in
//! everybody's convention, one solution of each class.

mod burr;
mod catalogue;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use puzzle::{
    Answer, Ask, Automorphisms, BigUint, Origin, Puzzle, Question, Run, Seal, Sink, Standing, UpTo,
};
use support::limited;

const PLENTY: u64 = 1 << 40;

/// The same puzzle without its geometry.
fn as_items_and_options(name: &str) -> Puzzle {
    let text = Puzzle::named(name).unwrap().description().export("dlx").unwrap();
    Puzzle::read("puzzle.dlx", &text, None).unwrap()
}

fn asked(puzzle: &Puzzle, ask: &Ask) -> Answer {
    puzzle.ask(ask, &Run::default(), &mut |_: &[u32]| ControlFlow::Continue(())).unwrap()
}

fn classes(puzzle: &Puzzle) -> Answer {
    asked(puzzle, &Ask::new(Question::Classes))
}

#[test]
fn covers_have_the_group_orders_that_are_known() {
    for (name, expected) in [
        ("pentominoes-6x10", 4_u64),
        ("y-pentacubes-5x5x5", 48),
        ("n-pentacubes-5x5x5", 48),
        ("pentominoes-3x4x5", 8),
        ("soma", 48),
        ("queens-cover-12", 8),
        ("langford-16", 2),
        ("dominoes-dodecahedron", 120),
    ] {
        let puzzle = Puzzle::named(name).unwrap();
        let found = Automorphisms::find(&puzzle.cover().unwrap().puzzle, PLENTY);
        assert!(found.is_complete());
        assert_eq!(found.order(), expected.into(), "{name}");
    }
}

#[test]
fn what_is_found_contains_the_group_that_a_puzzle_brings() {
    let mut met = 0;
    for entry in puzzle::catalogue::ENTRIES {
        let puzzle = Puzzle::named(entry.name).unwrap();
        let Some(cover) = puzzle.cover() else { continue };
        if !cover.symmetries.origin().is_own() {
            continue;
        }
        met += 1;
        let found = Automorphisms::find(&cover.puzzle, PLENTY);
        assert!(found.is_complete(), "{}", entry.name);
        let order = BigUint::from(cover.symmetries.order());
        assert_eq!(found.order() % order, BigUint::ZERO, "{}", entry.name);
        if let Some(list) = found.list(5000) {
            let moved: std::collections::HashSet<_> =
                list.into_iter().map(|symmetry| symmetry.embeddings).collect();
            let known = cover.symmetries.elements();
            assert!(known.iter().all(|s| moved.contains(&s.embeddings)), "{}", entry.name);
        }
    }
    assert!(met > 20, "{met}");
}

#[test]
fn classes_of_covers_without_geometry_go_by_what_is_found() {
    for (puzzle, solutions, expected, order) in [
        (Puzzle::named("langford-7").unwrap(), 52_u32, 26_u32, 2_u32),
        (Puzzle::named("queens-cover-8").unwrap(), 92, 12, 8),
        (as_items_and_options("soma"), 11520, 240, 48),
        (as_items_and_options("pentominoes-3x20"), 8, 2, 4),
        (as_items_and_options("dominoes-3x4"), 11, 5, 4),
    ] {
        let answer = classes(&puzzle);
        let sameness = answer.sameness.unwrap();
        assert_eq!(answer.solutions, solutions.into());
        assert_eq!(answer.classes, Some(expected.into()));
        assert_eq!((sameness.origin, sameness.order), (Origin::Found, order.into()));
    }
}

/// Two sets of five, each permuted at will, and exchanged: 2 x 120 x 120 symmetries are not listed.
#[test]
fn a_group_too_large_to_list_classifies_few_solutions() {
    let bijection = {
        let mut text = String::from("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 \n");
        for a in 1..=5 {
            for b in 1..=5 {
                text.push_str(&format!("a{a} b{b}\n"));
            }
        }
        Puzzle::read("bijection.dlx", &text, None).unwrap()
    };
    let answer = classes(&bijection);
    assert_eq!((answer.solutions, answer.classes), (120_u32.into(), Some(1_u32.into())));
    assert_eq!(answer.sameness.unwrap().order, 28_800_u32.into());
    let ask = Ask::new(Question::All).with("up-to", "symmetry");
    let found = listed(&bijection, &ask, &Run::default());
    let [(least, standing)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&least[..], standing.class), (&[0, 6, 12, 18, 24][..], 120));
    // A limit comes before the images of all solutions are known; which of them keep a solution is not
    // said; and such a run is not saved.
    let limit = limited(3).run();
    let stopped = bijection.ask(&ask, &limit, &mut puzzle::Ignore).unwrap_err();
    assert!(stopped.to_string().contains("stopped"), "{stopped}");
    let symmetric = Ask::new(Question::All).with("symmetric-only", "");
    let refused = bijection.ask(&symmetric, &Run::default(), &mut puzzle::Ignore).unwrap_err();
    assert!(refused.to_string().contains("28800 symmetries, too many"), "{refused}");
    let saved = Run { checkpoint: Some("nowhere".into()), ..Run::default() };
    let refused = bijection.ask(&ask, &saved, &mut puzzle::Ignore).unwrap_err();
    assert!(refused.to_string().contains("cannot be saved"), "{refused}");
}

#[test]
fn a_puzzle_without_symmetry_says_so() {
    let answer = classes(&Puzzle::named("sudoku-example").unwrap());
    let sameness = answer.sameness.unwrap();
    assert_eq!((answer.classes, &sameness.order), (Some(1_u32.into()), &1_u32.into()));
    assert!(sameness.words().contains("no symmetry"), "{}", sameness.words());
}

#[test]
fn solids_are_counted_up_to_turns_and_up_to_reflections() {
    for (name, turns, all) in [
        ("tetracubes-2x4x4", 1390_u32, 695_u32),
        ("soma", 480, 240),
        ("pentominoes-2x3x10", 24, 12),
    ] {
        let puzzle = Puzzle::named(name).unwrap();
        let by_turns = asked(&puzzle, &Ask::new(Question::Classes).with("up-to", "turns"));
        assert_eq!(by_turns.classes, Some(turns.into()), "{name}");
        let sameness = by_turns.sameness.unwrap();
        assert_eq!((sameness.up_to, sameness.other.unwrap().0), (UpTo::Turns, all.into()));
        let by_all = classes(&puzzle);
        assert_eq!(by_all.classes, Some(all.into()), "{name}");
        assert_eq!(by_all.sameness.unwrap().other.unwrap().0, turns.into());
    }
}

#[test]
fn boards_of_queens_are_counted_up_to_turns() {
    let puzzle = Puzzle::named("queens-8").unwrap();
    let by_turns = asked(&puzzle, &Ask::new(Question::Classes).with("up-to", "turns"));
    // One solution of 92 has a half turn; the others stand in classes of four.
    assert_eq!(by_turns.classes, Some(24_u32.into()));
    assert_eq!(by_turns.sameness.unwrap().other.unwrap().0, 12_u32.into());
    let mut slowly = Ask::new(Question::Classes).with("up-to", "turns");
    slowly.engine = Some("reference".into());
    assert_eq!(asked(&puzzle, &slowly).classes, Some(24_u32.into()));
}

#[test]
fn turns_mean_nothing_without_geometry() {
    let ask = Ask::new(Question::Classes).with("up-to", "turns");
    let refused =
        Puzzle::named("langford-7").unwrap().ask(&ask, &Run::default(), &mut puzzle::Ignore);
    assert!(refused.unwrap_err().to_string().contains("no turns"));
}

#[test]
fn a_lower_bound_on_classes_is_one() {
    let soma = Puzzle::named("soma").unwrap();
    for (engine, nodes) in [("cells", 20_000), ("cells", 2_000), ("bitsets", 10_000)] {
        let mut ask = Ask::new(Question::Classes);
        ask.engine = Some(engine.into());
        let run = limited(nodes).run();
        let answer = soma.ask(&ask, &run, &mut puzzle::Ignore).unwrap();
        assert!(answer.stopped.is_some());
        let least = answer.least_classes();
        assert!(
            least <= 240_u32.into() && (nodes < 10_000 || least > 0_u32.into()),
            "{engine} {nodes}: {least}"
        );
    }
}

#[test]
fn the_count_is_the_full_one_whatever_symmetries_are_used() {
    for name in ["langford-8", "queens-cover-8", "word-search-example"] {
        let puzzle = Puzzle::named(name).unwrap();
        let count = |how: &str| asked(&puzzle, &Ask::new(Question::Count).with("symmetry", how));
        let plain = count("none").solutions;
        assert_eq!(plain, count("found").solutions, "{name}");
        assert_eq!(plain, puzzle.count().unwrap(), "{name}");
    }
    let soma = as_items_and_options("soma");
    let ask = Ask::new(Question::Count).with("symmetry", "found").by("bitsets");
    let answer = asked(&soma, &ask);
    assert_eq!(answer.solutions, 11520_u32.into());
    let reasons = answer.reasons.join("\n");
    assert!(reasons.contains("48 symmetries") && reasons.contains("one per orbit"), "{reasons}");
}

/// Keeps solutions with their classes.
#[derive(Default)]
struct Listed {
    next: Standing,
    all: Vec<(Vec<u32>, Standing)>,
}

impl Sink for Listed {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        self.all.push((solution.to_vec(), std::mem::take(&mut self.next)));
        ControlFlow::Continue(())
    }

    fn standing(&mut self, standing: &Standing) {
        self.next = standing.clone();
    }

    fn sync(&mut self) -> std::io::Result<Seal> {
        Ok(Seal { length: self.all.len() as u64, ..Seal::default() })
    }

    fn resume(&mut self, output: Seal, solutions: u64) -> std::io::Result<()> {
        assert_eq!(output.length, solutions);
        self.all.truncate(output.length as usize);
        Ok(())
    }
}

fn listed(puzzle: &Puzzle, ask: &Ask, run: &Run) -> Vec<(Vec<u32>, Standing)> {
    let mut sink = Listed::default();
    let answer = puzzle.ask(ask, run, &mut sink).unwrap();
    assert_eq!(answer.solutions, sink.all.len().into());
    sink.all
}

#[test]
fn one_solution_of_each_class_is_listed_and_classes_add_up() {
    let up_to = |what: &str| Ask::new(Question::All).with("up-to", what);
    for (puzzle, what, classes, solutions) in [
        (Puzzle::named("soma").unwrap(), "symmetry", 240, 11520),
        (Puzzle::named("soma").unwrap(), "turns", 480, 11520),
        (as_items_and_options("soma"), "symmetry", 240, 11520),
        (Puzzle::named("tetracubes-2x4x4").unwrap(), "turns", 1390, 11120),
        (Puzzle::named("queens-8").unwrap(), "symmetry", 12, 92),
        (Puzzle::named("langford-7").unwrap(), "symmetry", 26, 52),
        (Puzzle::named("dominoes-3x4").unwrap(), "symmetry", 5, 11),
    ] {
        let one = Run { threads: Some(1), ..Run::default() };
        let found = listed(&puzzle, &up_to(what), &one);
        assert_eq!(found.len(), classes);
        assert_eq!(found.iter().map(|(_, standing)| standing.class).sum::<u64>(), solutions);
        let different: BTreeSet<&Vec<u32>> = found.iter().map(|(solution, _)| solution).collect();
        assert_eq!(different.len(), classes);
        for (solution, _) in &found {
            puzzle.covering().unwrap().check(solution).unwrap();
        }
        let two = Run { threads: Some(2), ..Run::default() };
        let again = listed(&puzzle, &up_to(what).with("prices", 1), &two);
        let again: BTreeSet<&Vec<u32>> = again.iter().map(|(solution, _)| solution).collect();
        assert_eq!(different, again);
    }
}

/// Asks in runs of so many nodes, each going on with the one before; says how many there were.
fn in_runs(puzzle: &Puzzle, ask: &Ask, nodes: u64, sink: &mut dyn Sink) -> (Answer, u32) {
    let name = format!("puzzle-symmetry-{nodes}-{}", std::process::id());
    let file = std::env::temp_dir().join(name);
    for number in 1.. {
        let resume = (number > 1).then(|| file.clone());
        let run = Run { checkpoint: Some(file.clone()), resume, ..limited(nodes).run() };
        let answer = puzzle.ask(ask, &run, sink).unwrap();
        if answer.stopped.is_none() {
            std::fs::remove_file(&file).unwrap();
            return (answer, number);
        }
    }
    unreachable!("a run ends the loop")
}

#[test]
fn listings_and_counts_by_found_symmetries_are_saved_and_resumed() {
    let soma = as_items_and_options("soma");
    let ask = Ask::new(Question::All).with("up-to", "symmetry");
    let whole = listed(&soma, &ask, &Run::default());
    let mut sink = Listed::default();
    let (answer, runs) = in_runs(&soma, &ask, 2_000, &mut sink);
    assert!(runs > 2, "{runs}");
    assert_eq!(answer.solutions, 240_u32.into());
    let by_solution = |list: &[(Vec<u32>, Standing)]| {
        list.iter().map(|(solution, standing)| (solution.clone(), standing.class)).collect()
    };
    let (whole, resumed): (BTreeSet<_>, BTreeSet<_>) =
        (by_solution(&whole), by_solution(&sink.all));
    assert_eq!((whole, sink.all.len()), (resumed, 240));
    let mut ask = Ask::new(Question::Classes);
    ask.without = vec!["dp".into()];
    let (answer, runs) = in_runs(&soma, &ask, 1_500, &mut puzzle::Ignore);
    assert!(runs > 2, "{runs}");
    assert_eq!((answer.solutions, answer.classes), (11520_u32.into(), Some(240_u32.into())));
}

#[test]
fn symmetric_solutions_are_their_own_images() {
    let queens = Puzzle::named("queens-8").unwrap();
    let ask = Ask::new(Question::All).with("symmetric-only", "");
    let found = listed(&queens, &ask, &Run::default());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1.words(), "one of 4 alike, kept by 1 turn of order 2");
    // Classes of 8 that a symmetry keeps are fewer than all; with the others they make the count.
    let dominoes = Puzzle::named("dominoes-4x4").unwrap();
    let all =
        listed(&dominoes, &Ask::new(Question::All).with("up-to", "symmetry"), &Run::default());
    let kept = listed(&dominoes, &ask, &Run::default());
    let symmetric = all.iter().filter(|(_, standing)| !standing.kept_by.is_empty()).count();
    assert_eq!(kept.len(), symmetric);
    assert!(kept.iter().all(|(_, standing)| standing.class < 8));
}
