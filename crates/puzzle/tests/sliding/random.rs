//! Random small boards against the oracle, all styles, with walls, gates and locked blocks.

use std::collections::HashMap;

use puzzle::Question;
use puzzle_core::{Budget, Random, with_space};
use puzzle_families::sliding::{Block, Goal, Sliding, Style, lower};

use super::boards::{blocks, pieces, random_puzzle};
use super::oracle::Oracle;
use super::{alone, checked, style as in_style};

#[test]
fn five_hundred_random_boards_agree_with_the_oracle_level_by_level_in_every_style() {
    let mut random = Random::new(2026);
    let mut boards = 0;
    let mut reached = 0;
    while boards < 500 {
        let Some((puzzle, oracle)) = random_puzzle(&mut random) else { continue };
        let start = pieces(puzzle.board(), puzzle.start());
        if oracle.levels(&start, 0, 400).is_none() {
            continue;
        }
        boards += 1;
        for style in Style::ALL {
            // Superpieces can reach more, but on boards this small never very much more.
            let levels = oracle.levels(&start, style.number(), usize::MAX).unwrap();
            let mut sizes: HashMap<usize, u64> = HashMap::new();
            levels.values().for_each(|&level| *sizes.entry(level).or_default() += 1);
            let sizes: Vec<u64> = (0..sizes.len()).map(|level| sizes[&level]).collect();
            // A goal that one can reach, chosen by a number that does not depend on hashing.
            let mut states: Vec<_> = levels.iter().collect();
            states.sort();
            let (goal, &distance) = states[random.index(states.len())];
            let goals = vec![Goal::full(&blocks(puzzle.board(), goal))];
            let (board, first) = (puzzle.board().clone(), puzzle.start().to_vec());
            let puzzle = Sliding::new(String::new(), board, first, goals);
            let number = style.number();
            let found = checked(&puzzle, &in_style(Question::Furthest, number), &alone());
            let drawn = puzzle.draw_kinds(puzzle.start());
            assert_eq!(found.explored.levels, sizes, "style {style}\n{drawn}");
            assert_eq!(found.answer.distance, Some(distance as u64));
            let plain = in_style(Question::First, number);
            for question in [plain.clone().with("both-ends", ""), plain.by("reference")] {
                let found = checked(&puzzle, &question, &alone());
                assert_eq!(found.answer.distance, Some(distance as u64));
            }
            reached += 1;
        }
    }
    assert_eq!(reached, 3000);
}

/// A board with few free cells: blocks are put in wherever one fits.
fn crowded(random: &mut Random) -> Option<(Sliding, Oracle)> {
    let (puzzle, oracle) = random_puzzle(random)?;
    let mut board = puzzle.board().clone();
    let mut start = puzzle.start().to_vec();
    for place in 0..board.size() {
        for kind in 0..board.kinds.len() {
            let lonely = board.kinds[kind].cells.len() == 1 && random.index(4) == 0;
            start.push(Block { kind, place });
            if lonely || board.fill(&start).is_none() {
                start.pop();
            }
        }
    }
    let filled = board.fill(&start)?;
    let free = |cell: &usize| filled[*cell].is_none() && !board.walls[*cell];
    // What is left over becomes walls, but for one to four cells.
    let mut left: Vec<usize> = (0..board.size()).filter(free).collect();
    for _ in 0..1 + random.index(4) {
        if !left.is_empty() {
            left.swap_remove(random.index(left.len()));
        }
    }
    let mut walls = oracle.walls;
    for cell in left {
        board.walls[cell] = true;
        walls.insert(((cell / board.columns) as i32, (cell % board.columns) as i32));
    }
    let puzzle = Sliding::new(String::new(), board, start, Vec::new());
    Some((puzzle, Oracle { walls, ..oracle }))
}

#[test]
fn five_hundred_crowded_boards_agree_with_the_oracle_where_moves_back_are_left_out() {
    let mut random = Random::new(7);
    let (mut boards, mut marked, mut deep) = (0, 0, 0);
    while boards < 500 {
        let Some((puzzle, oracle)) = crowded(&mut random) else { continue };
        let start = pieces(puzzle.board(), puzzle.start());
        let Some(all) = oracle.levels(&start, 0, 1500).filter(|all| all.len() > 3) else {
            continue;
        };
        boards += 1;
        deep += usize::from(all.len() > 50);
        for style in &Style::ALL[..3] {
            let levels = oracle.levels(&start, style.number(), usize::MAX).unwrap();
            let last = levels.values().max().unwrap();
            let size = |level| levels.values().filter(|at| **at == level).count() as u64;
            let sizes: Vec<u64> = (0..=*last).map(size).collect();
            let space = lower(&puzzle, *style, &Budget::default()).unwrap();
            marked += usize::from(with_space!(&space, space => space.has_marks()));
            let question = in_style(Question::Furthest, style.number());
            let found = checked(&puzzle, &question, &alone());
            let drawn = puzzle.draw_kinds(puzzle.start());
            assert_eq!(found.explored.levels, sizes, "style {style}\n{drawn}");
            // Places by kind, as the numbers of a configuration are.
            let mut kinds: Vec<usize> = puzzle.start().iter().map(|block| block.kind).collect();
            kinds.sort_unstable();
            let places = found.explored.furthest.unwrap();
            let at = |(kind, &place): (usize, &u32)| Block { kind, place: place as usize };
            let furthest: Vec<Block> = kinds.into_iter().zip(&places).map(at).collect();
            assert_eq!(levels[&pieces(puzzle.board(), &furthest)], *last);
        }
    }
    assert!(marked > 1400 && deep > 30, "{marked} {deep}");
}
