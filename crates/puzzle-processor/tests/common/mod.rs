//! Small puzzles and a brute-force solver to test against.
#![allow(dead_code, unreachable_pub, missing_docs)]

use std::ops::ControlFlow;

use proptest::prelude::*;
use puzzle_core::{AbstractPuzzle, Demand, EmbeddingId, Order, PuzzleBuilder, Random, verify};
use puzzle_processor::machine::{
    Decoder, DynamicCounts, Interpreter, Limits, Profile, StaticCounts,
};
use puzzle_processor::{Compiled, Options, Overlap, Program, compile};

/// Document 000, equation (6): a 2x3 box and the pieces A (one cell), B (two), C (three, bent).
pub fn simple() -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let cells: Vec<_> = (0..6).map(|cell| builder.aspect(cell.to_string(), Demand::One)).collect();
    let [a, b, c] = ["A", "B", "C"].map(|piece| builder.aspect(piece, Demand::One));
    for &cell in &cells {
        builder.embedding([cell, a]);
    }
    for pair in [[0, 1], [0, 3], [1, 2], [1, 4], [2, 5], [3, 4], [4, 5]] {
        builder.embedding(pair.map(|cell| cells[cell]).into_iter().chain([b]));
    }
    for triple in
        [[0, 1, 3], [0, 1, 4], [0, 3, 4], [1, 2, 4], [1, 2, 5], [1, 3, 4], [1, 4, 5], [2, 4, 5]]
    {
        builder.embedding(triple.map(|cell| cells[cell]).into_iter().chain([c]));
    }
    builder.build().unwrap()
}

/// Equation (7): only embeddings 18 and 20 of piece C.
pub fn restricted() -> AbstractPuzzle {
    simple().keep(|e| e.0 < 13 || e.0 == 18 || e.0 == 20).unwrap()
}

/// Compiles in one of the ways of Tables 2 and 3.
pub fn compiled(puzzle: &AbstractPuzzle, order: &str, overlap: Overlap, skip: bool) -> Compiled {
    let order = Order::parse(order, puzzle).unwrap();
    compile(puzzle, &order, &Options { overlap, skip }).unwrap()
}

/// Runs to the end with the reference interpreter: solutions as shown, and all counts.
pub fn run(program: &Program) -> (Vec<String>, StaticCounts, DynamicCounts) {
    let decoder = Decoder::numbers(program);
    let mut solutions = Vec::new();
    let mut profile = Profile::new(program);
    let mut interpreter = Interpreter::new(program);
    profile
        .run(&mut interpreter, &Limits::default(), &mut |stack| {
            solutions.push(decoder.describe(stack));
            ControlFlow::Continue(())
        })
        .unwrap();
    (solutions, profile.text_total(), profile.run_total())
}

/// Every solution, each sorted, by trying all subsets of embeddings.
pub fn brute_force(puzzle: &AbstractPuzzle) -> Vec<Vec<EmbeddingId>> {
    let count = puzzle.embedding_count();
    assert!(count <= 16, "brute force is for tiny puzzles");
    let mut found: Vec<Vec<EmbeddingId>> = (0_u32..1 << count)
        .map(|set| puzzle.embedding_ids().filter(|e| set >> e.0 & 1 == 1).collect())
        .filter(|chosen: &Vec<_>| verify(puzzle, chosen).is_ok())
        .collect();
    found.sort();
    found
}

/// Every solution that a compiled program finds, each sorted.
pub fn solutions(compiled: &Compiled) -> Vec<Vec<EmbeddingId>> {
    let decoder = Decoder::ids(compiled);
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    Interpreter::new(&compiled.program)
        .run(&Limits::default(), &mut |stack| {
            decoder.decode(stack, &mut chosen);
            chosen.sort_unstable();
            found.push(chosen.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
    found.sort();
    found
}

/// Random small puzzles; bags now and then if wanted.
pub fn puzzles(bags: bool) -> impl Strategy<Value = AbstractPuzzle> {
    (2_usize..7, 0_u64..u64::MAX, 1_usize..12).prop_map(move |(aspects, seed, embeddings)| {
        let mut random = Random::new(seed);
        let mut builder = PuzzleBuilder::new();
        let ids: Vec<_> = (0..aspects)
            .map(|a| {
                let size = if bags { [1, 1, 1, 2, 2, 3, 0][random.index(7)] } else { 1 };
                builder.aspect(format!("a{a}"), Demand::between(size, size))
            })
            .collect();
        for _ in 0..embeddings {
            let mut chosen: Vec<_> = ids.iter().copied().filter(|_| random.index(5) < 2).collect();
            if chosen.is_empty() {
                chosen.push(ids[random.index(aspects)]);
            }
            builder.embedding(chosen);
        }
        builder.build().unwrap()
    })
}

/// Random packing puzzles on a strip: pieces are bars, some of them bags. Sizes may or may not add
/// up, so the procedures of the pieces may or may not be needless.
pub fn strips() -> impl Strategy<Value = AbstractPuzzle> {
    (2_usize..7, 1_usize..4, 0_u64..u64::MAX).prop_map(|(cells, pieces, seed)| {
        let mut random = Random::new(seed);
        let mut builder = PuzzleBuilder::new();
        let ids: Vec<_> =
            (0..cells).map(|cell| builder.aspect(cell.to_string(), Demand::One)).collect();
        let mut left = 15;
        for piece in 0..pieces {
            let count = [1, 1, 2][random.index(3)];
            let size = 1 + random.index(cells.min(3));
            let piece = builder.aspect(format!("P{piece}"), Demand::between(count, count));
            for start in (0..=cells - size).filter(|_| random.index(5) > 0).take(left) {
                builder.embedding(ids[start..start + size].iter().copied().chain([piece]));
                left -= 1;
            }
        }
        builder.embedding([ids[0]]);
        let puzzle = builder.build().unwrap();
        let keep = puzzle.embedding_count() as u32 - u32::from(puzzle.embedding_count() > 1);
        puzzle.keep(|e| e.0 < keep).unwrap()
    })
}

/// A random order of a puzzle's aspects.
pub fn shuffled(puzzle: &AbstractPuzzle, seed: u64) -> Order {
    let mut random = Random::new(seed);
    let mut ids: Vec<_> = puzzle.aspect_ids().collect();
    for i in (1..ids.len()).rev() {
        ids.swap(i, random.index(i + 1));
    }
    Order::from_prefix("shuffled", puzzle, &ids)
}

/// All twelve pentominoes in a box of `rows` x `columns`: cells in reading order, then pieces.
pub fn pentominoes(rows: i32, columns: i32) -> AbstractPuzzle {
    let shapes = [
        ("F", [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]),
        ("I", [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
        ("L", [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]),
        ("N", [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)]),
        ("P", [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]),
        ("T", [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
        ("U", [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]),
        ("V", [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
        ("W", [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
        ("X", [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
        ("Y", [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)]),
        ("Z", [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
    ];
    let mut builder = PuzzleBuilder::new();
    let cells: Vec<_> =
        (0..rows * columns).map(|c| builder.aspect(c.to_string(), Demand::One)).collect();
    let pieces = shapes.map(|(name, _)| builder.aspect(name, Demand::One));
    for ((_, shape), piece) in shapes.iter().zip(pieces) {
        let mut placements = std::collections::BTreeSet::new();
        for symmetry in 0..8 {
            let turned = shape.map(|(r, c)| {
                let (r, c) = if symmetry & 1 == 0 { (r, c) } else { (c, r) };
                (if symmetry & 2 == 0 { r } else { -r }, if symmetry & 4 == 0 { c } else { -c })
            });
            for dr in -5..rows + 5 {
                for dc in -5..columns + 5 {
                    let moved = turned.map(|(r, c)| (r + dr, c + dc));
                    let inside =
                        |&(r, c): &(i32, i32)| (0..rows).contains(&r) && (0..columns).contains(&c);
                    if moved.iter().all(inside) {
                        let mut set: Vec<i32> =
                            moved.iter().map(|(r, c)| r * columns + c).collect();
                        set.sort_unstable();
                        placements.insert(set);
                    }
                }
            }
        }
        for set in placements {
            builder.embedding(set.iter().map(|&c| cells[c as usize]).chain([piece]));
        }
    }
    builder.build().unwrap()
}

/// Dominoes in a box: the aspects are the cells.
pub fn dominoes(rows: usize, columns: usize) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let cells: Vec<_> =
        (0..rows * columns).map(|c| builder.aspect(c.to_string(), Demand::One)).collect();
    for cell in 0..rows * columns {
        if (cell + 1) % columns != 0 {
            builder.embedding([cells[cell], cells[cell + 1]]);
        }
        if cell + columns < rows * columns {
            builder.embedding([cells[cell], cells[cell + columns]]);
        }
    }
    builder.build().unwrap()
}
