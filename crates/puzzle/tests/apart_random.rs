//! Two thousand random assemblies on every grid: the engine and the plain search over all subsets agree.

use std::ops::ControlFlow;

use puzzle::{Ask, Finding, Question, Random, Run};
use puzzle_core::Problem;
use puzzle_core::apart::plan::{Plan, Verdict};
use puzzle_core::apart::{Apart, Kind, Put, Slide, Source};
use puzzle_engines::meta;
use puzzle_lattice::{Cell, Cube, Grid, Hexagon, Prism, Shape, Sphere, Square, Triangle};

/// Pieces that grow together in a small box, some cells of which stay empty.
fn random(grid: &dyn Grid, random: &mut Random) -> Vec<Vec<Cell>> {
    let [layers, rows, columns] = match (grid.is_flat(), grid.name()) {
        (true, "square" | "hexagon") => [1, 4, 4],
        (true, _) => [1, 3, 6],
        (false, "prism") => [2, 2, 5],
        (false, "sphere") => [3, 3, 3],
        _ => [3, 3, 3],
    };
    let mut free: Vec<Cell> = (0..layers * rows * columns)
        .map(|i| grid.cell_at(i / (rows * columns), i / columns % rows, i % columns))
        .collect();
    let count = 2 + random.index(4);
    let mut pieces: Vec<Vec<Cell>> = Vec::new();
    for _ in 0..count {
        pieces.push(vec![free.swap_remove(random.index(free.len()))]);
    }
    let empty = random.index(free.len() / 2);
    for _ in 0..200 {
        if free.len() <= empty {
            break;
        }
        let piece = random.index(pieces.len());
        let from = pieces[piece][random.index(pieces[piece].len())];
        let near = grid.neighbours(from);
        let to = near[random.index(near.len())];
        if let Some(at) = free.iter().position(|&cell| cell == to) {
            pieces[piece].push(free.swap_remove(at));
        }
    }
    pieces
}

fn problem(grid: &dyn Grid, pieces: &[Vec<Cell>], grouped: bool) -> Problem {
    let slide = |slide: puzzle_lattice::Slide| Slide {
        by: slide.by,
        names: slide.names,
        meets: slide.meets,
    };
    let put = |(number, cells): (usize, &Vec<Cell>)| {
        let at = grid.translation_home(cells).map(|x| -x);
        Some(Put { kind: number as u32, shape: number as u32, at })
    };
    let cells = |cells: &Vec<Cell>| {
        let shape = Shape::new(grid, cells.iter().copied());
        shape.cells().iter().map(|&cell| (cell.0, grid.class(cell) as u8)).collect()
    };
    // Two pieces that may stay together.
    let kind = |number: usize| Kind {
        weight: 1,
        groups: if grouped && number < 2 { vec![(0, 1)] } else { Vec::new() },
        ..Kind::default()
    };
    Problem::Apart(Apart {
        source: Source::Given(vec![(0..pieces.len() as u32).collect()]),
        kinds: (0..pieces.len()).map(kind).collect(),
        ranks: Vec::new(),
        shapes: pieces.iter().map(cells).collect(),
        puts: pieces.iter().enumerate().map(put).collect(),
        slides: grid.slides().into_iter().map(slide).collect(),
    })
}

fn plan(problem: &Problem, ask: &Ask) -> Plan {
    let mut found = None;
    let mut sink = |numbers: &[u32]| {
        found = Plan::read(numbers);
        ControlFlow::Continue(())
    };
    let answer = meta::answer(problem, ask, &Run::default(), &mut sink).unwrap();
    let Finding::Apart(totals) = answer.finding else { panic!("no totals") };
    assert_eq!((answer.stopped, totals.assemblies, totals.undecided), (None, 1, 0));
    found.unwrap()
}

fn agree(grid: &dyn Grid, count: u32) {
    let mut numbers = Random::new(u64::from(count) + grid.name().len() as u64);
    let (mut locked, mut hard) = (0, 0);
    for round in 0..count {
        let pieces = random(grid, &mut numbers);
        let problem = problem(grid, &pieces, round % 3 == 0);
        let ask = Ask::new(Question::Apart);
        let fast = plan(&problem, &ask);
        let slow = plan(&problem, &ask.clone().by("definition"));
        let told = |plan: &Plan| (plan.verdict, plan.levels().first().copied());
        assert_eq!(told(&fast), told(&slow), "{} {round} {pieces:?}", grid.name());
        let least = plan(&problem, &ask.with("shortest", ""));
        assert_eq!(told(&fast), told(&least), "{} {round} {pieces:?}", grid.name());
        if fast.verdict == Verdict::Apart {
            assert!(least.moves() <= fast.moves().min(slow.moves()));
        }
        locked += u32::from(fast.verdict == Verdict::Locked);
        hard += u32::from(fast.levels().first() > Some(&1));
    }
    println!("{}: {count} assemblies, {locked} locked, {hard} of a level over 1", grid.name());
}

#[test]
fn on_cubes_the_engine_and_the_definition_agree() {
    agree(&Cube, 600);
}

#[test]
fn on_squares_and_hexagons_the_engine_and_the_definition_agree() {
    agree(&Square, 400);
    agree(&Hexagon, 300);
}

#[test]
fn on_triangles_and_prisms_the_engine_and_the_definition_agree() {
    agree(&Triangle, 300);
    agree(&Prism, 200);
}

#[test]
fn on_spheres_the_engine_and_the_definition_agree() {
    agree(&Sphere, 200);
}
