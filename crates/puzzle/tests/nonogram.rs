//! Nonograms through the facade: the paper's example, the catalogue's answers, new puzzles.

use std::ops::ControlFlow;

use puzzle::core::lines::{Lines, Picture};
use puzzle::families::catalogue::ENTRIES;
use puzzle::{Answer, Difficulty, Failure, Model, Options, Puzzle, Uniqueness, generate_nonogram};

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

#[test]
fn generated_puzzles_have_one_solution_and_the_same_seed_gives_the_same() {
    let model = Model::Random { width: 12, height: 10, colours: 2, per_thousand: 600 };
    for seed in 1..6 {
        let made = generate_nonogram(&model, seed, &Options::default()).unwrap();
        assert_eq!(Some(&made), generate_nonogram(&model, seed, &Options::default()).as_ref());
        let lines = Lines::of(&made.picture).unwrap();
        let solutions = puzzle::engines::lines::count(&lines, &Default::default()).solutions;
        assert_eq!(solutions, 1_u32.into(), "{seed}");
    }
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
    let made = generate_nonogram(&Model::Picture(picture), 4, &Options::default()).unwrap();
    assert!(made.changed > 0 && made.changed < 25, "{}", made.changed);
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
