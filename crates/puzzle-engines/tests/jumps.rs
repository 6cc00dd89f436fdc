//! Engines for jump puzzles against the definition, on random small boards.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use puzzle_core::jumps::{Jump, JumpBoard, JumpProblem, Position, moves};
use puzzle_core::{BigUint, Control, Permutation, StopReason};
use puzzle_engines::pegs::first::{Verdict, first};
use puzzle_engines::pegs::invariants::Invariants;
use puzzle_engines::pegs::pagoda::Pagoda;
use puzzle_engines::pegs::table::{Reach, table};
use puzzle_engines::pegs::{Effort, census, count, memo, paths};
use puzzle_engines::space::counting::Halt;

fn effort(control: &Control) -> Effort<'_> {
    Effort { threads: 2, memory: 1 << 30, control }
}

/// Every game, one by one.
#[derive(Default)]
struct Brute {
    games: Vec<Vec<Jump>>,
    maximal: u64,
    reached: BTreeSet<Position>,
    finals: BTreeMap<u8, u64>,
    too_many: bool,
}

impl Brute {
    fn play(&mut self, problem: &JumpProblem, position: Position, game: &mut Vec<Jump>) {
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

    fn on_the_way(&self, problem: &JumpProblem) -> BTreeSet<Position> {
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

/// A rectangle with its symmetries, or a few random jumps without.
fn boards() -> impl Strategy<Value = JumpBoard> {
    let rectangle = (1_u8..=4, 3_u8..=4).prop_map(|(rows, columns)| {
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
        let both = |&[from, over, to]: &[u8; 3]| {
            [Jump { from, over, to }, Jump { from: to, over, to: from }]
        };
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
        if rows == columns {
            let flip = (0..rows * columns).map(|h| u32::from(hole(h % columns, h / columns)));
            let flip = Permutation::new(flip.collect()).unwrap();
            let turned: Vec<_> = group.iter().map(|g| g.then(&flip)).collect();
            group.extend(turned);
        }
        let mut seen = BTreeSet::new();
        group.retain(|g| seen.insert(format!("{g:?}")));
        JumpBoard::new(usize::from(rows * columns), jumps, group).unwrap()
    });
    let random = prop::collection::vec((0_u8..9, 0_u8..9, 0_u8..9), 1..14).prop_map(|triples| {
        let jumps = triples.into_iter().filter(|(a, b, c)| a != b && b != c && a != c);
        let mut jumps: Vec<_> = jumps.map(|(from, over, to)| Jump { from, over, to }).collect();
        jumps.push(Jump { from: 0, over: 1, to: 2 });
        JumpBoard::new(9, jumps, vec![]).unwrap()
    });
    prop_oneof![rectangle, random]
}

fn problems() -> impl Strategy<Value = JumpProblem> {
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_engine_agrees_with_playing_every_game(problem in problems()) {
        let mut brute = Brute::default();
        brute.play(&problem, problem.start(), &mut Vec::new());
        prop_assume!(!brute.too_many);
        let control = Control::default();
        let effort = effort(&control);
        let games = BigUint::from(brute.games.len());
        prop_assert_eq!(&count::count(&problem, effort).unwrap().games, &games);
        prop_assert_eq!(&memo::count(&problem, effort).unwrap().games, &games);

        let census = census::census(&problem, effort).unwrap();
        prop_assert_eq!(census.positions(), brute.reached.len() as u64);
        prop_assert_eq!(census.maximal_games(), BigUint::from(brute.maximal));
        let finals: Vec<_> = brute.finals.iter().map(|(&h, &n)| (h, BigUint::from(n))).collect();
        prop_assert_eq!(&census.finals, &finals);

        let way = brute.on_the_way(&problem);
        let (rows, _) = paths::on_the_way(&problem, effort).unwrap();
        prop_assert_eq!(rows.iter().map(|row| row.positions).sum::<u64>(), way.len() as u64);

        let (shortest, _) = paths::fewest_moves(&problem, effort).unwrap();
        let fewest = brute.games.iter().map(|game| moves(game)).min();
        prop_assert_eq!(shortest.as_ref().map(|game| moves(game)), fewest);
        if let Some(game) = shortest {
            prop_assert_eq!(problem.verify(&game), Ok(()));
        }

        match first(&problem, effort).unwrap().verdict {
            Verdict::Game(game) => {
                prop_assert_eq!(problem.verify(&game), Ok(()));
                prop_assert_eq!(Some(game.len()), brute.games.iter().map(Vec::len).min());
            }
            _ => prop_assert!(brute.games.is_empty()),
        }
    }

    #[test]
    fn games_up_to_symmetry_are_the_classes_of_all_games(problem in problems()) {
        let mut brute = Brute::default();
        brute.play(&problem, problem.start(), &mut Vec::new());
        prop_assume!(!brute.too_many);
        let group = problem.symmetries();
        let image = |s: &Permutation, jump: &Jump| {
            let image = |hole: u8| s.apply(u32::from(hole)) as u8;
            Jump { from: image(jump.from), over: image(jump.over), to: image(jump.to) }
        };
        let least = |game: &Vec<Jump>| {
            let images = group.iter().map(|s| game.iter().map(|j| image(s, j)).collect::<Vec<_>>());
            images.min().unwrap()
        };
        let classes: BTreeSet<Vec<Jump>> = brute.games.iter().map(least).collect();
        let control = Control::default();
        let (_, found) = count::count_classes(&problem, effort(&control)).unwrap();
        prop_assert_eq!(found, BigUint::from(classes.len()));
    }

    #[test]
    fn invariants_and_resource_counts_hold_for_every_jump(board in boards(), a: u128, b: u128) {
        let invariants = Invariants::new(&board);
        let (a, b) = (a & board.full(), b & board.full());
        let pagoda = Pagoda::between(&board, a, b);
        for position in 0..=board.full().min(4095) {
            for jump in board.jumps() {
                if let Some(next) = jump.apply(position) {
                    prop_assert_eq!(invariants.class(position), invariants.class(next));
                    if let Some(pagoda) = &pagoda {
                        prop_assert!(pagoda.weigh(position) >= pagoda.weigh(next));
                    }
                }
            }
        }
        prop_assert!(pagoda.is_none_or(|pagoda| pagoda.weigh(a) < pagoda.weigh(b)));
    }

    #[test]
    fn the_table_says_which_last_pegs_can_be_had(board in boards()) {
        let problem = JumpProblem::new(board.clone(), board.full() ^ 1, vec![1]).unwrap();
        let control = Control::default();
        let table = table(&problem, u64::MAX, effort(&control)).unwrap();
        for (vacancy, row) in table.iter().enumerate() {
            let start = board.full() ^ 1 << vacancy;
            let one = JumpProblem::new(board.clone(), start, vec![start]).unwrap();
            let finals = census::census(&one, effort(&control)).unwrap().finals;
            for (last, reach) in row.iter().enumerate() {
                let possible = finals.iter().any(|&(hole, _)| usize::from(hole) == last);
                prop_assert_eq!(reach.decided(), Some(possible), "{:?} {:?}", reach, Reach::Yes);
            }
        }
    }
}

#[test]
fn limits_stop_every_engine() {
    let jump = |from: u8, to: u8| Jump { from, over: from.midpoint(to), to };
    let jumps = (0..40).flat_map(|h| [jump(h, h + 2), jump(h + 2, h)]).collect();
    let board = JumpBoard::new(42, jumps, vec![]).unwrap();
    let start = board.full() & 0x2aa_aaff_ffff;
    let problem = JumpProblem::new(board, start, vec![1 << 5]).unwrap();
    let mut control = Control::default();
    control.budget.nodes = Some(0);
    let limits = effort(&control);
    let stopped = Halt::Stopped(StopReason::NodeLimit);
    assert_eq!(count::count(&problem, limits).unwrap_err(), stopped);
    assert_eq!(memo::count(&problem, limits).unwrap_err(), stopped);
    assert_eq!(census::census(&problem, limits).unwrap_err(), stopped);
    assert_eq!(paths::on_the_way(&problem, limits).unwrap_err(), stopped);
    let control = Control::default();
    let little = Effort { memory: 1000, ..effort(&control) };
    let full = Halt::Stopped(StopReason::MemoryLimit);
    assert_eq!(census::census(&problem, little).unwrap_err(), full);
}
