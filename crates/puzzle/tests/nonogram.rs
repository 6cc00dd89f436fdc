//! Nonograms through the facade: the paper's example, the catalogue's answers, new puzzles.

use std::ops::ControlFlow;

use puzzle::core::lines::{Lines, Picture};
use puzzle::families::catalogue::ENTRIES;
use puzzle::{Difficulty, Model, Options, Puzzle, Uniqueness, generate_nonogram};

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
