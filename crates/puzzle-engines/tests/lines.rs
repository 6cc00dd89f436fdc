//! The nonogram engine against brute force: every picture of small grids, in number and in kind.

use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use puzzle_core::lines::{Block, Lines, Picture};
use puzzle_core::{BigUint, Budget, Control, StopReason};
use puzzle_engines::lines::{self, reference};

fn collect(puzzle: &Lines) -> Vec<Picture> {
    let mut found = Vec::new();
    let outcome = lines::solve(puzzle, &Control::default(), &mut |picture| {
        found.push(picture.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.stopped, None);
    assert_eq!(outcome.solutions, found.len() as u64);
    found
}

/// Every solution is right, none comes twice, and there are as many as brute force finds.
fn agrees(puzzle: &Lines) {
    let found = collect(puzzle);
    for picture in &found {
        assert_eq!(puzzle.check(picture), Ok(()));
    }
    let different: HashSet<&Picture> = found.iter().collect();
    assert_eq!(different.len(), found.len());
    let expected: HashSet<Picture> = reference::solutions(puzzle).into_iter().collect();
    assert_eq!(different, expected.iter().collect());
    for count in [lines::count, lines::count_along_frontier, lines::count_by_sat] {
        let count = count(puzzle, &Control::default());
        assert_eq!((count.solutions, count.stopped), (BigUint::from(expected.len()), None));
    }
}

fn picture(most: usize, colours: u8) -> impl Strategy<Value = Picture> {
    (1..=most, 1..=most).prop_flat_map(move |(width, height)| {
        prop::collection::vec(0..=colours, width * height).prop_map(move |cells| Picture {
            width,
            height,
            cells,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_puzzles_up_to_6x6_agree_with_brute_force(picture in picture(6, 1)) {
        agrees(&Lines::of(&picture).unwrap());
    }

    #[test]
    fn coloured_puzzles_agree_with_brute_force(picture in picture(5, 3)) {
        agrees(&Lines::of(&picture).unwrap());
    }

    #[test]
    fn blotted_puzzles_agree_with_brute_force(picture in picture(4, 2), blots in any::<u64>()) {
        agrees(&blot(&picture, blots));
    }

    #[test]
    fn clues_that_belong_to_no_picture_agree_with_brute_force(
        rows in picture(5, 1), columns in picture(5, 1),
    ) {
        let (width, height) = (rows.width.min(columns.width), rows.height.min(columns.height));
        let cut = |picture: &Picture| {
            let cells = (0..height)
                .flat_map(|row| (0..width).map(move |column| (row, column)))
                .map(|(row, column)| picture.at(row, column));
            Lines::of(&Picture { width, height, cells: cells.collect() }).unwrap()
        };
        let (rows, columns) = (cut(&rows), cut(&columns));
        let clues = |lines: &Lines, row: bool| {
            let mine = lines.lines().filter(|line| {
                matches!(line, puzzle_core::lines::Line::Row(_)) == row
            });
            mine.map(|line| lines.clue(line).to_vec()).collect::<Vec<_>>()
        };
        agrees(&Lines::new(1, clues(&rows, true), clues(&columns, false)).unwrap());
    }
}

/// The clues of a picture, some of them unreadable.
fn blot(picture: &Picture, mut bits: u64) -> Lines {
    let lines = Lines::of(picture).unwrap();
    let mut clue = |line| -> Vec<Block> {
        let mut one = |block: &Block| {
            bits = bits.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            Block { length: block.length.filter(|_| !bits.is_multiple_of(3)), ..*block }
        };
        lines.clue(line).iter().map(&mut one).collect()
    };
    let rows = (0..picture.height).map(|row| clue(puzzle_core::lines::Line::Row(row))).collect();
    let columns = (0..picture.width).map(|c| clue(puzzle_core::lines::Line::Column(c))).collect();
    Lines::new(lines.colours(), rows, columns).unwrap()
}

/// Pictures made of a seed, larger than brute force can go.
fn scattered(width: usize, height: usize, seed: u64) -> Picture {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut bit = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40 & 1) as u8
    };
    Picture { width, height, cells: (0..width * height).map(|_| bit()).collect() }
}

#[test]
fn larger_random_puzzles_have_right_solutions_and_the_same_number_in_two_ways() {
    for seed in 0..20 {
        let puzzle = Lines::of(&scattered(16, 15, seed)).unwrap();
        let found = collect(&puzzle);
        assert!(found.iter().all(|picture| puzzle.check(picture).is_ok()));
        let count = lines::count_along_frontier(&puzzle, &Control::default());
        assert_eq!(count.solutions, BigUint::from(found.len()), "{seed}");
    }
}

#[test]
fn the_sat_solver_answers_as_the_search_does() {
    for seed in 0..12 {
        let puzzle = Lines::of(&scattered(12, 12, seed)).unwrap();
        let expected: HashSet<Picture> = collect(&puzzle).into_iter().collect();
        let mut found = HashSet::new();
        let outcome = lines::solve_patiently(&puzzle, &Control::default(), 0, &mut |picture| {
            assert_eq!(puzzle.check(picture), Ok(()));
            assert!(found.insert(picture.clone()), "found twice");
            ControlFlow::Continue(())
        });
        assert_eq!(outcome.stopped, None);
        assert_eq!(found, expected, "{seed}");
    }
}

#[test]
fn coloured_and_blotted_puzzles_survive_the_sat_solver() {
    for seed in 0..30_u64 {
        let mut picture = scattered(6, 6, seed);
        for (i, cell) in picture.cells.iter_mut().enumerate() {
            *cell *= 1 + (seed as usize + i * i / 3) as u8 % 3;
        }
        let puzzle = blot(&picture, seed * 77);
        let expected: HashSet<Picture> = collect(&puzzle).into_iter().collect();
        let mut found = HashSet::new();
        lines::solve_patiently(&puzzle, &Control::default(), 0, &mut |picture| {
            assert!(found.insert(picture.clone()));
            ControlFlow::Continue(())
        });
        assert_eq!(found, expected, "{seed}");
    }
}

#[test]
fn a_grid_of_ones_has_as_many_solutions_as_there_are_permutations() {
    let ones = vec![vec![Block::black(1)]; 12];
    let puzzle = Lines::new(1, ones.clone(), ones).unwrap();
    let count = lines::count(&puzzle, &Control::default());
    assert_eq!(count.solutions, BigUint::from(479_001_600_u32));
}

#[test]
fn long_sides_are_solved_in_every_kind_of_word() {
    for (width, height) in [(62, 3), (63, 64), (126, 5), (127, 9), (512, 4), (4, 512)] {
        let mut picture = Picture::blank(width, height);
        for (i, cell) in picture.cells.iter_mut().enumerate() {
            *cell = u8::from(i % width != 2 && i / width != 1);
        }
        let puzzle = Lines::of(&picture).unwrap();
        assert_eq!(collect(&puzzle), [picture], "{width} x {height}");
    }
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let ones = vec![vec![Block::black(1)]; 40];
    let puzzle = Lines::new(1, ones.clone(), ones).unwrap();
    let control = Control::default();
    control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let count = lines::count(&puzzle, &control);
    assert_eq!(count.stopped, Some(StopReason::Interrupted));
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    let control = Control { budget, ..Control::default() };
    let outcome = lines::solve(&puzzle, &control, &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome.stopped, Some(StopReason::NodeLimit));
}
