//! Packings with identical pieces, ranges, pieces that may stay out, spare cells and colours, large enough for
//! tables within tables: what sets find is what counters find.

use puzzle_core::{
    AbstractPuzzle, AspectId, Collect, Colour, Control, Cover, CoverEngine, CoverTask, Demand,
    EmbeddingId, PriceList, PuzzleBuilder, Random, Want, verify,
};
use puzzle_engines::cover::{Bitsets, Demands};

/// What a random packing has.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Exact,
    Ranges,
    Spare,
    Coloured,
}

/// The cells of a shape of so many, grown at random from the corner.
fn shape(random: &mut Random, size: usize) -> Vec<(usize, usize)> {
    let mut cells = vec![(0, 0)];
    while cells.len() < size {
        let (r, c) = cells[random.index(cells.len())];
        let next = if random.index(2) == 0 { (r + 1, c) } else { (r, c + 1) };
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    cells
}

/// A box of so many rows and columns, and pieces of three kinds, each of which may lie as it is or across.
fn packing(seed: u64, kind: Kind, (rows, columns): (usize, usize)) -> AbstractPuzzle {
    let mut random = Random::new(seed);
    let mut builder = PuzzleBuilder::new();
    let mut cells: Vec<AspectId> = Vec::new();
    for i in 0..rows * columns {
        let spare = kind == Kind::Spare && random.index(4) == 0;
        let demand = if spare { Demand::AtMostOne } else { Demand::One };
        cells.push(builder.aspect(format!("c{i}"), demand));
    }
    let edge: Vec<AspectId> = match kind {
        Kind::Coloured => {
            (0..3).map(|i| builder.aspect(format!("e{i}"), Demand::Coloured)).collect()
        }
        _ => Vec::new(),
    };
    let area = rows * columns;
    for (number, (size, many)) in [(1, 3), (2, 2), (3, 2), (4, 1)].into_iter().enumerate() {
        let demand = match kind {
            Kind::Exact | Kind::Coloured if size > 1 => Demand::between(many, many),
            Kind::Exact | Kind::Coloured => Demand::between(0, area as u32),
            Kind::Ranges => Demand::between(many - 1, many + 1),
            Kind::Spare => Demand::between(0, many),
        };
        let piece = builder.aspect(format!("p{number}"), demand);
        let shape = shape(&mut random, size);
        let across: Vec<(usize, usize)> = shape.iter().map(|&(r, c)| (c, r)).collect();
        let mut lying = vec![shape];
        if !lying.contains(&across) {
            lying.push(across);
        }
        for shape in &lying {
            for at in 0..area {
                let (r, c) = (at / columns, at % columns);
                let inside = shape.iter().all(|(y, x)| r + y < rows && c + x < columns);
                if !inside {
                    continue;
                }
                let place = |&(y, x): &(usize, usize)| (cells[(r + y) * columns + c + x], None);
                let colour = edge.get(at % 7).map(|&a| (a, Some(Colour((size % 2) as u32))));
                builder.coloured_embedding(
                    shape.iter().map(place).chain([(piece, None)]).chain(colour),
                );
            }
        }
    }
    builder.build().unwrap()
}

fn solutions(puzzle: &AbstractPuzzle, engine: &dyn CoverEngine) -> (Vec<Vec<EmbeddingId>>, u64) {
    let problem = Cover::plain(puzzle.clone());
    let mut found = Collect::all();
    let task = CoverTask::new(&problem, Want::All);
    let report = engine.run(&task, &mut found, &Control::default()).unwrap();
    let mut solutions = found.solutions;
    for solution in &mut solutions {
        verify(puzzle, solution).unwrap();
        solution.sort_unstable();
    }
    solutions.sort_unstable();
    (solutions, report.nodes)
}

#[test]
fn sets_find_what_counters_find() {
    let (mut solvable, mut nodes) = (0, 0);
    for kind in [Kind::Exact, Kind::Ranges, Kind::Spare, Kind::Coloured] {
        for seed in 0..12 {
            let puzzle = packing(seed, kind, if kind == Kind::Spare { (3, 4) } else { (3, 5) });
            let (expected, _) = solutions(&puzzle, &Demands);
            let (found, visited) = solutions(&puzzle, &Bitsets);
            assert!(found == expected, "{kind:?} {seed}: {} of {}", found.len(), expected.len());
            solvable += usize::from(!found.is_empty());
            nodes += visited;
        }
    }
    assert!(solvable > 20 && nodes > 100_000, "{solvable} solvable, {nodes} nodes");
}

/// The prices are any that no embedding is below zero with: lists may prune, but lose nothing.
#[test]
fn prices_lose_no_solution_of_a_packing_with_identical_pieces() {
    for (seed, lists) in [(0, 1), (1, 2), (2, 8), (3, 1), (4, 3)] {
        let puzzle = packing(seed, Kind::Exact, (3, 5));
        let mut random = Random::new(seed);
        let prices: Vec<PriceList> = (0..lists)
            .map(|_| {
                let any = |_| random.index(4) as i64;
                let prices = puzzle.aspect_ids().map(any).collect();
                PriceList::new(&puzzle, prices).unwrap()
            })
            .collect();
        let (expected, _) = solutions(&puzzle, &Demands);
        let priced = puzzle.priced(prices).unwrap();
        assert!(solutions(&priced, &Bitsets).0 == expected, "{seed}");
    }
}
