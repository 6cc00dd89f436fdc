//! Taking apart: positions looked at per second, with six to eight pieces and with more than twenty.
//!
//! The puzzles are of our own design: a closed box, and pieces that grow together at random in it, some cells of
//! which stay empty. So nothing leaves, and every position is looked at. A seed is a puzzle. How many
//! positions there are is checked against what was found when the table was made.

use puzzle::{Ask, Ignore, Question, Random, Run};
use puzzle_core::Problem;
use puzzle_core::apart::{Apart, Kind, Put, Slide, Source};
use puzzle_engines::meta;
use puzzle_lattice::{Cell, Cube, Grid, Shape};

use crate::clock;

/// A set of assemblies: pieces with the box, the side of what is in it, empty cells, seeds; and how many
/// positions are looked at in all.
struct Case {
    pieces: usize,
    side: i32,
    empty: usize,
    seeds: &'static [u64],
    positions: u64,
}

const CASES: &[Case] = &[
    Case { pieces: 8, side: 3, empty: 9, seeds: &[1, 2, 3, 4], positions: 80_466 },
    Case {
        pieces: 23,
        side: 4,
        empty: 10,
        seeds: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        positions: 90_936,
    },
];

/// A closed box and pieces that grow together in it.
fn grow(pieces: usize, side: i32, empty: usize, seed: u64) -> Vec<Vec<Cell>> {
    let cube = |from: i32, to: i32| {
        let n = to - from;
        (0..n * n * n).map(move |i| Cell([from + i / (n * n), from + i / n % n, from + i % n]))
    };
    let mut random = Random::new(seed);
    let inner: Vec<Cell> = cube(0, side).collect();
    let mut free = inner.clone();
    let mut grown: Vec<Vec<Cell>> =
        (1..pieces).map(|_| vec![free.swap_remove(random.index(free.len()))]).collect();
    for _ in 0..100_000 {
        if free.len() <= empty {
            break;
        }
        let piece = random.index(grown.len());
        let from = grown[piece][random.index(grown[piece].len())];
        let near = Cube.neighbours(from);
        let to = near[random.index(near.len())];
        if let Some(at) = free.iter().position(|&cell| cell == to) {
            grown[piece].push(free.swap_remove(at));
        }
    }
    grown.push(cube(-1, side + 1).filter(|cell| !inner.contains(cell)).collect());
    grown
}

fn problem(pieces: &[Vec<Cell>]) -> Problem {
    let slide = |slide: puzzle_lattice::Slide| Slide {
        by: slide.by,
        names: slide.names,
        meets: slide.meets,
    };
    let put = |(number, cells): (usize, &Vec<Cell>)| {
        let at = Cube.translation_home(cells).map(|x| -x);
        Some(Put { kind: number as u32, shape: number as u32, at })
    };
    let cells = |cells: &Vec<Cell>| {
        let shape = Shape::new(&Cube, cells.iter().copied());
        shape.cells().iter().map(|&cell| (cell.0, 0)).collect()
    };
    Problem::Apart(Apart {
        source: Source::Given(vec![(0..pieces.len() as u32).collect()]),
        kinds: vec![Kind { weight: 1, ..Kind::default() }; pieces.len()],
        ranks: Vec::new(),
        shapes: pieces.iter().map(cells).collect(),
        puts: pieces.iter().enumerate().map(put).collect(),
        slides: Cube.slides().into_iter().map(slide).collect(),
    })
}

/// How many positions are looked at, at most [`MOST`].
fn look(problem: &Problem) -> Result<u64, String> {
    let run = Run { threads: Some(1), ..Run::default() };
    let ask = Ask::new(Question::Apart).with("states", MOST);
    let answer = meta::answer(problem, &ask, &run, &mut Ignore);
    answer.map(|answer| answer.nodes).map_err(|failure| failure.to_string())
}

/// An assembly that has more positions is given up.
const MOST: usize = 30_000;

/// Measures every case on one thread; whether all figures are right.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    println!("| pieces | box | empty | assemblies | positions | CPU s | positions a second |");
    println!("|--:|---|--:|--:|--:|--:|--:|");
    let mut right = true;
    for case in CASES {
        let Case { pieces, side, empty, seeds, .. } = *case;
        let problems: Vec<Problem> =
            seeds.iter().map(|&seed| problem(&grow(pieces, side, empty, seed))).collect();
        let (mut best, mut positions) = (f64::INFINITY, 0);
        for _ in 0..rounds {
            let begun = clock::now();
            positions = 0;
            for problem in &problems {
                positions += look(problem)?;
            }
            best = best.min((clock::now() - begun).as_secs_f64());
        }
        let verdict = if positions == case.positions { "" } else { " WRONG" };
        right &= verdict.is_empty();
        let (rate, count) = (positions as f64 / best, seeds.len());
        println!(
            "| {pieces} | {side}x{side}x{side} | {empty} | {count} | {positions}{verdict} | \
             {best:.3} | {rate:.0} |"
        );
    }
    Ok(right)
}
