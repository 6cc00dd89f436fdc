//! Random small packings: the engines agree, every solution keeps the rules, and the number of
//! classes is what grouping the solutions one by one gives, by a group that is worked out here
//! from the geometry alone.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use proptest::prelude::*;
use puzzle::{Puzzle, Question};
use puzzle_lattice::{Cell, Grid, Region};
use support::{Asking, Options};

/// A box with a few holes, and pieces of one to four cells, some of them optional, some chiral.
#[derive(Clone, Debug)]
struct Packing {
    grid: &'static str,
    rows: Vec<String>,
    pieces: Vec<(u32, &'static str, &'static str)>,
}

impl Packing {
    fn text(&self) -> String {
        let drawing = self.rows.join("\n");
        let mut text = format!(
            "family = \"packing\"\ngrid = \"{}\"\n[box]\ndrawing = \"\"\"\n{drawing}\n\"\"\"\n",
            self.grid
        );
        for (cells, count, moves) in &self.pieces {
            text += &format!("[[piece]]\nall = {cells}\ncount = {count}\nmoves = \"{moves}\"\n");
        }
        text
    }

    fn region(&self, grid: &dyn Grid) -> Region {
        let filled = self.rows.iter().enumerate().flat_map(|(row, line)| {
            let filled = line.bytes().enumerate().filter(|(_, byte)| *byte == b'#');
            filled.map(move |(column, _)| (row as i32, column as i32))
        });
        let cells: Vec<Cell> = filled.map(|(row, column)| grid.cell_at(0, row, column)).collect();
        Region::new(grid, cells)
    }
}

fn packing() -> impl Strategy<Value = Packing> {
    let grids = prop_oneof![Just("square"), Just("hexagon"), Just("triangle"), Just("cube")];
    let counts = prop_oneof![Just("1"), Just("2"), Just("\"0..2\""), Just("\"any\"")];
    let moves = prop_oneof![Just("rotate"), Just("rotate+reflect"), Just("translate")];
    let pieces = proptest::collection::btree_map(1..=4_u32, (counts, moves), 1..=2);
    let holes = proptest::collection::vec(0..8_u8, 15);
    (grids, 2..=3_usize, 2..=5_usize, holes, pieces).prop_map(
        |(grid, rows, columns, holes, pieces)| {
            let cell = |i: usize| if holes[i % 15] == 0 { '.' } else { '#' };
            let row = |r: usize| (0..columns).map(|c| cell(r * columns + c)).collect();
            let pieces = pieces.into_iter().map(|(cells, (count, moves))| (cells, count, moves));
            Packing { grid, rows: (0..rows).map(row).collect(), pieces: pieces.collect() }
        },
    )
}

type Solutions = BTreeSet<Vec<u32>>;

fn solutions(puzzle: &Puzzle, engine: &str) -> Option<Solutions> {
    let options = Options { engine: Some(engine.into()), ..Options::default() };
    let mut found = BTreeSet::new();
    let visit = |numbers: &[u32]| {
        assert!(found.insert(numbers.to_vec()), "no solution twice");
        ControlFlow::Continue(())
    };
    // An engine may decline bags and optional pieces.
    puzzle.solve(&options, visit).ok().map(|_| found)
}

/// The symmetries of the box that carry every placement to a placement, and pieces to pieces that
/// are used as often, as permutations of the embeddings.
fn symmetries(packing: &Packing, puzzle: &Puzzle) -> Vec<Vec<u32>> {
    let grid = puzzle_lattice::by_name(packing.grid).unwrap();
    let region = packing.region(&*grid);
    let count = puzzle.cover().unwrap().puzzle.embedding_count() as u32;
    let placed: Vec<(Vec<u32>, String)> = (0..count)
        .map(|e| puzzle.covering().unwrap().placed(e).unwrap())
        .map(|p| (p.cells.iter().map(|c| c.parse().unwrap()).collect(), p.piece))
        .collect();
    // No two kinds of the same size come from one section with the same placements.
    let by_cells: BTreeMap<&Vec<u32>, u32> =
        placed.iter().zip(0..).map(|((cells, _), e)| (cells, e)).collect();
    assert_eq!(by_cells.len(), placed.len());
    let image = |symmetry: &Vec<u32>, e: usize| {
        let mut cells: Vec<u32> = placed[e].0.iter().map(|&c| symmetry[c as usize]).collect();
        cells.sort_unstable();
        by_cells.get(&cells).copied()
    };
    let group = grid.region_symmetries(&region).elements;
    let permutations = group.iter().filter_map(|symmetry| {
        let images: Option<Vec<u32>> =
            (0..placed.len()).map(|e| image(&symmetry.cells, e)).collect();
        let images = images?;
        let mut partner = BTreeMap::new();
        let keeps_pieces = images.iter().enumerate().all(|(e, &f)| {
            let other = &placed[f as usize].1;
            partner.entry(&placed[e].1).or_insert(other) == &other
        });
        keeps_pieces.then_some(images)
    });
    permutations.collect()
}

/// How many classes there are, by walking through every orbit.
fn classes(symmetries: &[Vec<u32>], solutions: &Solutions) -> usize {
    let mut seen = BTreeSet::new();
    let mut classes = 0;
    for solution in solutions {
        if seen.contains(solution) {
            continue;
        }
        classes += 1;
        for symmetry in symmetries {
            let mut image: Vec<u32> = solution.iter().map(|&e| symmetry[e as usize]).collect();
            image.sort_unstable();
            assert!(solutions.contains(&image), "a symmetry carries solutions to solutions");
            seen.insert(image);
        }
    }
    classes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn engines_rules_and_classes_agree(packing in packing()) {
        let Ok(puzzle) = Puzzle::read("random", &packing.text(), None) else { return Ok(()) };
        let reference = solutions(&puzzle, "reference").expect("takes everything");
        for solution in &reference {
            prop_assert_eq!(puzzle.covering().unwrap().check(solution), Ok(()));
        }
        for engine in ["cells", "bitsets", "vm", "native", "zdd"] {
            if let Some(found) = solutions(&puzzle, engine) {
                prop_assert_eq!(&found, &reference, "{}", engine);
            }
        }
        let answer = puzzle.classified(&Options::default()).unwrap();
        prop_assert_eq!(&answer.solutions, &reference.len().into());
        if puzzle.description().impossible().is_none() {
            let group = symmetries(&packing, &puzzle);
            let expected = Some(classes(&group, &reference).into());
            prop_assert_eq!(&answer.classes, &expected);
            // By visiting, and by the fixed solutions of each symmetry.
            for engine in ["reference", "cells", "dp", "zdd"] {
                let options = Options { engine: Some(engine.into()), ..Options::default() };
                if let Ok(answer) = puzzle.classified(&options) {
                    prop_assert_eq!(&answer.solutions, &reference.len().into(), "{}", engine);
                    prop_assert_eq!(&answer.classes, &expected, "{}", engine);
                }
            }
        }
        let twice = puzzle.confirmed(&Options::default(), Question::Classes).unwrap();
        if puzzle.description().impossible().is_none() {
            prop_assert_eq!(twice.confirmed.unwrap().classes, answer.classes);
        }
        let count = puzzle.counted(&Options::default()).unwrap();
        prop_assert_eq!(count.solutions, reference.len().into());
    }
}

/// A mirror image may swap two kinds of which there are two each: both must keep their aspects.
#[test]
fn a_reflection_may_swap_two_chiral_kinds_that_are_used_twice() {
    let text = |rows: u32, columns: u32, dominoes: u32| {
        let piece = |drawing: &str, count: u32| {
            format!(
                "[[piece]]\ndrawing = \"\"\"\n{drawing}\n\"\"\"\nmoves = \"rotate\"\n\
                 count = {count}\n"
            )
        };
        format!(
            "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [{rows}, {columns}]\n{}{}{}",
            piece("###\n#..", 2),
            piece("###\n..#", 2),
            piece("##", dominoes)
        )
    };
    for (rows, columns, dominoes, expected) in [(3, 6, 1, 1_u32), (4, 5, 2, 38), (4, 6, 4, 582)] {
        let puzzle = Puzzle::read("twins", &text(rows, columns, dominoes), None).unwrap();
        let answer = puzzle.classified(&Options::default()).unwrap();
        assert_eq!(answer.classes, Some(expected.into()), "{rows} x {columns}");
    }
}

/// Equivalent cells give equivalent restrictions, also where different motions of the box move the
/// placements alike.
#[test]
fn restrictions_at_equivalent_corners_agree() {
    let text = "family = \"packing\"\ngrid = \"cube\"\n[box]\ncuboid = [3, 3, 3]\n\
                [[piece]]\nname = \"A\"\ndrawing = \"###\"\n\
                only = [[4, 13, 22], [10, 13, 16], [12, 13, 14]]\n\
                [[piece]]\nname = \"B\"\nall = 1\n"
        .replace("name = \"B\"\nall = 1", "name = \"B\"\ndrawing = \"#\"\ncount = 24");
    let puzzle = Puzzle::read("lines", &text, None).unwrap();
    let count = |restriction: &'static str| {
        let options = Options { restriction: Some(restriction), ..Options::default() };
        puzzle.counted(&options).unwrap().solutions
    };
    assert_eq!(count("0"), count("2"));
    assert_eq!(count("0"), count("26"));
    assert_eq!(puzzle.counted(&Options::default()).unwrap().solutions, 3_u32.into());
}
