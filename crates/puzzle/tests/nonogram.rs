//! Nonograms through the facade: the paper's example, the catalogue's answers, new puzzles.

use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;
use puzzle::core::lines::{Lines, Picture};
use puzzle::core::{Budget, Control, StopReason};
use puzzle::engines::lines::reference;
use puzzle::families::catalogue::ENTRIES;
use puzzle::families::nonogram::generate::Scatter;
use puzzle::{
    Answer, Difficulty, Failure, Model, NotGenerated, Options, Puzzle, Uniqueness, differing,
    generate_nonogram,
};

#[test]
fn the_papers_example_has_the_two_solutions_that_the_paper_shows() {
    let puzzle = Puzzle::named("nonogram-richards").unwrap();
    let nonogram = puzzle.nonogram().unwrap();
    let mut found = Vec::new();
    nonogram.solve(&Options::default(), |picture| {
        found.push(nonogram.description().print_picture(picture).join("/"));
        ControlFlow::Continue(())
    });
    found.sort();
    assert_eq!(found, [".##../#..../#..##/##..#/.###.", "..##./.#.../#..##/##..#/###.."]);
}

#[test]
fn every_nonogram_of_the_catalogue_has_as_many_solutions_as_it_says() {
    let mut hard = 0;
    for entry in ENTRIES {
        let puzzle = Puzzle::named(entry.name).unwrap();
        let Some(nonogram) = puzzle.nonogram() else { continue };
        let known = puzzle.description().known().solutions.clone();
        let count = nonogram.count(&Options::default(), None);
        assert_eq!((Some(count.solutions), count.stopped), (known, None), "{}", entry.name);
        let proof = nonogram.unique(&Options::default());
        let lines = &nonogram.description().lines;
        match proof.result {
            Uniqueness::One(one) => assert_eq!(lines.check(&one), Ok(())),
            Uniqueness::Several { solutions, differing } => {
                assert!(solutions.iter().all(|solution| lines.check(solution).is_ok()));
                assert!(!differing.is_empty());
            }
            other => panic!("{}: {other:?}", entry.name),
        }
        hard += usize::from(Difficulty::of(&proof.effort) != Difficulty::Lines);
    }
    assert!(hard >= 4, "only {hard} need more than lines");
}

/// A random picture of so many rows and columns, percent and colours.
fn scattered(height: usize, width: usize, percent: u64, colours: u8) -> Scatter {
    Scatter { width, height, colours, per_thousand: 10 * percent }
}

#[test]
fn generated_puzzles_have_one_solution_and_the_same_seed_gives_the_same() {
    let model = Model::Random(scattered(10, 12, 60, 2));
    for seed in 1..6 {
        let made = generate_nonogram(&model, seed, &Options::default()).unwrap();
        assert_eq!(Ok(&made), generate_nonogram(&model, seed, &Options::default()).as_ref());
        let lines = Lines::of(&made.picture).unwrap();
        let solutions = puzzle::engines::lines::count(&lines, &Default::default()).solutions;
        assert_eq!(solutions, 1_u32.into(), "{seed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn small_generated_puzzles_have_one_solution_by_brute_force(
        height in 1_usize..6, width in 1_usize..6, percent in 1_u64..100, colours in 1_u8..3,
        seed in any::<u64>(),
    ) {
        let wanted = scattered(height, width, percent, colours);
        let made = generate_nonogram(&Model::Random(wanted), seed, &Options::default()).unwrap();
        let solutions = reference::solutions(&Lines::of(&made.picture).unwrap());
        prop_assert_eq!(solutions, vec![made.picture.clone()]);
        // From a picture as well: the same picture, since it needs no change.
        let again = generate_nonogram(&Model::Picture(made.picture.clone()), 1, &Options::default());
        prop_assert_eq!(again.map(|again| again.changed), Ok(0));
    }

    #[test]
    fn puzzles_from_any_small_picture_have_one_solution_by_brute_force(
        width in 1_usize..6, cells in prop::collection::vec(0_u8..3, 1..25), seed in any::<u64>(),
    ) {
        let width = width.min(cells.len());
        let height = cells.len() / width;
        let picture = Picture { width, height, cells: cells[..width * height].to_vec() };
        let made = generate_nonogram(&Model::Picture(picture.clone()), seed, &Options::default());
        let made = made.unwrap();
        prop_assert_eq!(made.changed, differing(&made.picture, &picture).len());
        let solutions = reference::solutions(&Lines::of(&made.picture).unwrap());
        prop_assert_eq!(solutions, vec![made.picture]);
    }
}

/// Sizes, densities and colours that must succeed. A look at a picture is what the generator's
/// time goes into, so looks are bounded here, not seconds.
#[test]
fn every_usual_size_and_density_succeeds_within_a_few_thousand_looks_and_keeps_its_density() {
    let thirty = [30, 36, 42, 48, 54, 60, 66, 70].map(|percent| (30, 30, percent, 1));
    let sizes = [20, 35, 50].into_iter();
    let others = sizes.flat_map(|size| [40, 50, 60].map(|percent| (size, size, percent, 1)));
    let coloured = [(30, 30, 42, 2), (20, 30, 35, 4), (15, 15, 50, 9)];
    let odd = [(1, 40, 50, 1), (2, 40, 50, 1), (30, 30, 1, 1), (30, 30, 99, 1), (10, 10, 10, 1)];
    let all = thirty.into_iter().chain(others).chain(coloured).chain(odd);
    for (height, width, percent, colours) in all {
        let wanted = scattered(height, width, percent, colours);
        for seed in 1..=3 {
            let budget = Budget { nodes: Some(5000), ..Budget::default() };
            let control = Arc::new(Control { budget, ..Control::default() });
            let options = Options { control, ..Options::default() };
            let made = generate_nonogram(&Model::Random(wanted), seed, &options);
            let what = format!("{height}x{width}, {percent} %, {colours} colours, seed {seed}");
            let made = made.unwrap_or_else(|why| panic!("{what}: {why:?}"));
            let coloured = made.picture.cells.iter().filter(|&&colour| colour != 0).count();
            let strayed = coloured.abs_diff(wanted.coloured());
            assert!(strayed <= (height * width / 50).max(1), "{what}: strayed by {strayed}");
            assert!(coloured > 0, "{what}");
            let lines = Lines::of(&made.picture).unwrap();
            let proof = puzzle::engines::lines::count(&lines, &Control::default());
            assert_eq!(proof.solutions, 1_u32.into(), "{what}");
        }
    }
}

#[test]
fn a_limit_of_looks_and_an_interrupt_stop_a_generator_with_their_reason() {
    let model = Model::Random(scattered(40, 40, 30, 1));
    let budget = Budget { nodes: Some(2), ..Budget::default() };
    let limited = Control { budget, ..Control::default() };
    let options = Options { control: limited.into(), ..Options::default() };
    let stopped = generate_nonogram(&model, 1, &options);
    assert_eq!(stopped, Err(NotGenerated::Stopped(StopReason::NodeLimit)));
    let control = Control::default();
    control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let options = Options { control: control.into(), ..Options::default() };
    let stopped = generate_nonogram(&model, 1, &options);
    assert_eq!(stopped, Err(NotGenerated::Stopped(StopReason::Interrupted)));
}

#[test]
fn a_picture_with_one_solution_is_left_as_it_is() {
    let puzzle = Puzzle::named("nonogram-tree").unwrap();
    let goal = puzzle.nonogram().unwrap().description().goal.clone().unwrap();
    let made = generate_nonogram(&Model::Picture(goal.clone()), 1, &Options::default()).unwrap();
    assert_eq!((made.picture, made.changed), (goal, 0));
}

#[test]
fn a_picture_with_several_solutions_is_changed_in_few_cells() {
    let mut picture = Picture::blank(6, 6);
    for i in 0..6 {
        picture.cells[i * 6 + i] = 1;
    }
    let diagonal = picture.clone();
    let made = generate_nonogram(&Model::Picture(picture), 4, &Options::default()).unwrap();
    assert!(made.changed > 0 && made.changed < 25, "{}", made.changed);
    // Each change is needed: the first colour of any one cell brings other solutions back.
    for cell in differing(&made.picture, &diagonal) {
        let mut back = made.picture.clone();
        back.cells[cell] = diagonal.cells[cell];
        let count = puzzle::engines::lines::count(&Lines::of(&back).unwrap(), &Control::default());
        assert!(count.solutions > 1_u32.into());
    }
}

#[test]
fn a_second_engine_confirms_a_count_or_says_that_it_differs() {
    for (name, engines) in [
        ("nonogram-richards", ["lines", "sat"]),
        ("nonogram-key", ["lines", "sat"]),
        ("nonogram-stain", ["lines", "sat"]),
    ] {
        let puzzle = Puzzle::named(name).unwrap();
        let nonogram = puzzle.nonogram().unwrap();
        let options = Options::default();
        let first: Answer = nonogram.count(&options, None).into();
        let second = nonogram.confirm(&options, &first).unwrap();
        assert_eq!([first.engine.as_str(), second.engine.as_str()], engines);
        assert_eq!((&second.solutions, second.stopped), (&first.solutions, None));
        let wrong = Answer { solutions: &first.solutions + 1_u32, ..first };
        let error = nonogram.confirm(&options, &wrong).unwrap_err();
        assert!(matches!(error, Failure::Disagreement(_)));
    }
    // A permutation of seven: 5040 pictures, counted along a frontier and then one by one.
    let clues = "row 1\n".repeat(7) + &"col 1\n".repeat(7);
    let puzzle = Puzzle::read("ones", &clues, None).unwrap();
    let nonogram = puzzle.nonogram().unwrap();
    let first: Answer = nonogram.count(&Options::default(), None).into();
    assert_eq!((first.engine.as_str(), &first.solutions), ("frontier", &5040_u32.into()));
    let second = nonogram.confirm(&Options::default(), &first).unwrap();
    assert_eq!((second.solutions, second.stopped), (5040_u32.into(), None));
    assert_ne!(second.engine, "frontier");
}
