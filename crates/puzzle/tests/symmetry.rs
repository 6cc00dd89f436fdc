//! What counts as the same: symmetries that are found and those that a puzzle brings along, classes in
//! everybody's convention, one solution of each class.

mod support;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use puzzle::{
    Answer, Ask, Automorphisms, BigUint, Origin, Puzzle, Question, Run, Sink, Standing, UpTo,
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
        if cover.symmetries.origin() != Origin::Geometry {
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
        assert!(least > 0_u32.into() && least <= 240_u32.into(), "{engine} {nodes}: {least}");
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
        let again = listed(&puzzle, &up_to(what), &two);
        let again: BTreeSet<&Vec<u32>> = again.iter().map(|(solution, _)| solution).collect();
        assert_eq!(different, again);
    }
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

type Cube = [i32; 3];

/// Cubes moved to the corner and sorted.
fn settled(mut cubes: Vec<Cube>) -> Vec<Cube> {
    let least: Cube = std::array::from_fn(|i| cubes.iter().map(|cube| cube[i]).min().unwrap_or(0));
    cubes.iter_mut().for_each(|cube| (0..3).for_each(|i| cube[i] -= least[i]));
    cubes.sort_unstable();
    cubes
}

/// The least of all turned images.
fn turned(cubes: &[Cube]) -> Vec<Cube> {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let images = (0..48).filter_map(|i: i32| {
        let (order, signs) =
            (orders[i as usize / 8], [1 - 2 * (i & 1), 1 - (i & 2), 1 - (i & 4) / 2]);
        // The last three orders are odd, so they need an odd number of signs.
        let proper = (i / 8 < 3) == (signs.iter().product::<i32>() == 1);
        let image = |cube: &Cube| std::array::from_fn(|axis| signs[axis] * cube[order[axis]]);
        proper.then(|| settled(cubes.iter().map(image).collect()))
    });
    images.min().unwrap()
}

fn hangs_together(cubes: &[Cube]) -> bool {
    let mut left: BTreeSet<Cube> = cubes.iter().copied().collect();
    let mut open: Vec<Cube> = left.pop_first().into_iter().collect();
    while let Some(cube) = open.pop() {
        for axis in 0..3 {
            for step in [-1, 1] {
                let mut next = cube;
                next[axis] += step;
                if left.remove(&next) {
                    open.push(next);
                }
            }
        }
    }
    left.is_empty()
}

/// The pieces of six-piece burrs that can be sawn: sticks of 2 x 2 x 6 without some of twelve cubes, in
/// no cross-section just one cube or two opposite ones.
fn notchable_pieces() -> BTreeSet<Vec<Cube>> {
    let stick = (0..24).map(|i| [i / 4, i / 2 % 2, i % 2]);
    let removable: Vec<Cube> = stick
        .clone()
        .filter(|&[x, _, z]| (2..4).contains(&x) || (z == 1 && (1..5).contains(&x)))
        .collect();
    assert_eq!(removable.len(), 12);
    let mut pieces = BTreeSet::new();
    for set in 0..1_u32 << 12 {
        let removed: BTreeSet<Cube> =
            (0..12).filter(|i| set >> i & 1 == 1).map(|i| removable[i as usize]).collect();
        let sawn = |&[x, y, z]: &Cube| {
            removed.contains(&[x, 1 - y, z]) || removed.contains(&[x, y, 1 - z])
        };
        let cubes: Vec<Cube> = stick.clone().filter(|cube| !removed.contains(cube)).collect();
        if removed.iter().all(sawn) && hangs_together(&cubes) {
            pieces.insert(turned(&cubes));
        }
    }
    pieces
}

fn drawing(cubes: &BTreeSet<Cube>) -> String {
    let size: Cube = std::array::from_fn(|i| cubes.iter().map(|cube| cube[i]).max().unwrap_or(0));
    let layer = |z| {
        let row = |y| (0..=size[0]).map(|x| if cubes.contains(&[x, y, z]) { '#' } else { '.' });
        (0..=size[1]).map(|y| row(y).chain(['\n']).collect::<String>()).collect::<String>()
    };
    (0..=size[2]).map(layer).collect::<Vec<_>>().join("\n")
}

/// Cutler's figure counts by turns: mirror images of burrs are different burrs.
#[test]
fn solid_notchable_six_piece_burrs_number_314_by_turns_and_179() {
    let pieces = notchable_pieces();
    assert_eq!(pieces.len(), 59);
    let mut burr = BTreeSet::new();
    for axis in 0..3 {
        for (along, i, j) in (0..6 * 2 * 4).map(|n| (n / 8, 2 + n / 4 % 2, 1 + n % 4)) {
            let mut cube = [0; 3];
            (cube[axis], cube[(axis + 1) % 3], cube[(axis + 2) % 3]) = (along, i, j);
            burr.insert(cube);
        }
    }
    let mut text = format!(
        "family = \"packing\"\ngrid = \"cube\"\n[box]\ndrawing = \"\"\"\n{}\"\"\"\n",
        drawing(&burr)
    );
    for (number, piece) in pieces.iter().enumerate() {
        let drawing = drawing(&piece.iter().copied().collect());
        text.push_str(&format!(
            "[[piece]]\nname = \"{number}\"\nmoves = \"rotate\"\ncount = \"any\"\n\
             drawing = \"\"\"\n{drawing}\"\"\"\n"
        ));
    }
    let puzzle = Puzzle::read("burrs", &text, None).unwrap();
    let answer = asked(&puzzle, &Ask::new(Question::Classes).with("up-to", "turns"));
    assert_eq!(answer.classes, Some(314_u32.into()));
    assert_eq!(answer.sameness.unwrap().other.unwrap().0, 179_u32.into());
}
