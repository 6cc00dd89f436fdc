//! The definition: every game on random small boards, and which of them are alike.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use puzzle_core::jumps::{Jump, JumpBoard, JumpProblem, Position, carry_jump};
use puzzle_core::{Permutation, UpTo};

/// Every game, one by one.
#[derive(Default)]
pub(crate) struct Brute {
    pub(crate) games: Vec<Vec<Jump>>,
    pub(crate) maximal: u64,
    pub(crate) reached: BTreeSet<Position>,
    pub(crate) finals: BTreeMap<u8, u64>,
    pub(crate) too_many: bool,
}

impl Brute {
    pub(crate) fn play(&mut self, problem: &JumpProblem, position: Position, game: &mut Vec<Jump>) {
        self.reached.insert(position);
        self.too_many |= self.maximal > 20_000;
        if self.too_many {
            return;
        }
        if problem.is_goal(position) {
            self.games.push(game.clone());
        }
        if position.count_ones() == 1 {
            *self.finals.entry(position.trailing_zeros() as u8).or_default() += 1;
        }
        let mut ended = true;
        for &jump in problem.board().jumps() {
            if let Some(next) = jump.apply(position) {
                ended = false;
                game.push(jump);
                self.play(problem, next, game);
                game.pop();
            }
        }
        self.maximal += u64::from(ended);
    }

    /// The least game of each class, up to symmetry or up to turns only.
    pub(crate) fn classes(&self, problem: &JumpProblem, up_to: UpTo) -> BTreeSet<Vec<Jump>> {
        let mut group = problem.handed_symmetries();
        group.retain(|(_, turn)| *turn || up_to == UpTo::Symmetry);
        let least = |game: &Vec<Jump>| {
            let images =
                group.iter().map(|s| game.iter().map(|&j| carry_jump(&s.0, j)).collect::<Vec<_>>());
            images.min().unwrap()
        };
        self.games.iter().map(least).collect()
    }

    pub(crate) fn on_the_way(&self, problem: &JumpProblem) -> BTreeSet<Position> {
        let mut way = BTreeSet::new();
        for game in &self.games {
            let mut position = problem.start();
            way.insert(position);
            for jump in game {
                position = jump.apply(position).unwrap();
                way.insert(position);
            }
        }
        way
    }
}

/// A rectangle with its symmetries.
pub(crate) fn rectangle(rows: u8, columns: u8) -> JumpBoard {
    let hole = |row: u8, column: u8| row * columns + column;
    let mut jumps = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if column + 2 < columns {
                jumps.push([hole(row, column), hole(row, column + 1), hole(row, column + 2)]);
            }
            if row + 2 < rows {
                jumps.push([hole(row, column), hole(row + 1, column), hole(row + 2, column)]);
            }
        }
    }
    let both =
        |&[from, over, to]: &[u8; 3]| [Jump { from, over, to }, Jump { from: to, over, to: from }];
    let jumps = jumps.iter().flat_map(both).collect();
    let image = |turn: u8| {
        let images = (0..rows * columns).map(|h| {
            let (row, column) = (h / columns, h % columns);
            let row = if turn & 1 == 1 { rows - 1 - row } else { row };
            let column = if turn & 2 == 2 { columns - 1 - column } else { column };
            u32::from(hole(row, column))
        });
        Permutation::new(images.collect()).unwrap()
    };
    let mut group: Vec<Permutation> = (0..4).map(image).collect();
    let mut turns = vec![group[0].clone(), group[3].clone()];
    if rows == columns {
        let flip = (0..rows * columns).map(|h| u32::from(hole(h % columns, h / columns)));
        let flip = Permutation::new(flip.collect()).unwrap();
        let turned: Vec<_> = group.iter().map(|g| g.then(&flip)).collect();
        turns.extend([turned[1].clone(), turned[2].clone()]);
        group.extend(turned);
    }
    let mut seen = BTreeSet::new();
    group.retain(|g| seen.insert(format!("{g:?}")));
    let board = JumpBoard::new(usize::from(rows * columns), jumps, group).unwrap();
    board.with_turns(|symmetry| turns.contains(symmetry))
}

/// A rectangle, or a few random jumps without symmetries.
pub(crate) fn boards() -> impl Strategy<Value = JumpBoard> {
    let rectangle = (1_u8..=4, 3_u8..=4).prop_map(|(rows, columns)| rectangle(rows, columns));
    let random = prop::collection::vec((0_u8..9, 0_u8..9, 0_u8..9), 1..14).prop_map(|triples| {
        let jumps = triples.into_iter().filter(|(a, b, c)| a != b && b != c && a != c);
        let mut jumps: Vec<_> = jumps.map(|(from, over, to)| Jump { from, over, to }).collect();
        jumps.push(Jump { from: 0, over: 1, to: 2 });
        JumpBoard::new(9, jumps, vec![]).unwrap()
    });
    prop_oneof![rectangle, random]
}

pub(crate) fn problems() -> impl Strategy<Value = JumpProblem> {
    (boards(), any::<u128>(), 0..4, prop::collection::vec(any::<u128>(), 1..4)).prop_map(
        |(board, start, kind, goals)| {
            let full = board.full();
            let holes = board.holes() as u128;
            let one = 1 << (start % holes);
            let start = if kind < 3 { full ^ one } else { start & full };
            let goals = match kind {
                0 => vec![one],
                1 => (0..holes).map(|hole| 1 << hole).collect(),
                2 => goals.iter().map(|goal| 1 << (goal % holes)).collect(),
                _ => goals.iter().map(|goal| goal & (goal >> 64) & full).collect(),
            };
            JumpProblem::new(board.clone(), start, goals)
                .unwrap_or_else(|_| JumpProblem::new(board, full ^ one, vec![one]).unwrap())
        },
    )
}
