//! Named puzzles with known numbers of solutions that every engine meets.

use puzzle_core::{AbstractPuzzle, AspectId, Colour, Demand, PuzzleBuilder};

/// What an engine must understand to take a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Every aspect exactly once.
    Plain,
    /// Some aspects at most once.
    Secondary,
    /// Some aspects between a and b times.
    Bags,
    /// Some aspects coloured.
    Colours,
    /// Every aspect exactly once, but thousands of them.
    Large,
    /// Every kind of demand in one puzzle, and costs.
    Mixed,
}

/// A puzzle and the number of its solutions.
#[derive(Debug)]
pub struct Case {
    /// What it is.
    pub name: &'static str,
    /// What it needs.
    pub feature: Feature,
    /// The puzzle.
    pub puzzle: AbstractPuzzle,
    /// How many solutions it has.
    pub solutions: u64,
}

/// All cases.
pub fn corpus() -> Vec<Case> {
    use Feature::{Bags, Colours, Large, Mixed, Plain, Secondary};
    let case = |name, feature, puzzle, solutions| Case { name, feature, puzzle, solutions };
    vec![
        case("one aspect", Plain, cover(1, &[&[0]]), 1),
        case("one aspect, three ways", Plain, cover(1, &[&[0], &[0], &[0]]), 3),
        case("an aspect that nothing covers", Plain, cover(2, &[&[0]]), 0),
        case("overlap only", Plain, cover(3, &[&[0, 1], &[1, 2], &[0, 2]]), 0),
        case("aspects that always go together", Plain, cover(4, &[&[0, 1], &[2, 3]]), 1),
        case("simple", Plain, simple(), 12),
        case("simple restricted", Plain, simple_restricted(), 3),
        case("bijection of 5", Plain, bijection(5), 120),
        case("200 aspects in a row", Plain, chain(200), 1),
        case("3000 aspects in a row", Large, chain(3000), 1),
        case("dominoes 2 x 10", Plain, strip(10), 89),
        case("three of five queens' files", Secondary, secondary(), 6),
        case("two of four", Bags, bag(4, 2, 2), 6),
        case("at least one of three", Bags, bag(3, 1, 3), 7),
        case("two of three hundred", Bags, bag(300, 2, 2), 44_850),
        case("none or two at most of five", Bags, bag(5, 0, 2), 16),
        case("two dominoes and up to four single cells", Bags, row(6, (2, 2), (0, 4)), 6),
        case("at least two dominoes and a single cell", Bags, row(7, (2, 7), (1, 7)), 14),
        case("four cells of six, by two dominoes", Bags, spare_row(6), 6),
        case("nothing of what may not be used", Bags, forbidden(), 2),
        case("colours agree", Colours, colours(), 5),
        case("a bag, colours and a secondary aspect", Mixed, mixed(), 4),
    ]
}

/// The simple puzzle of document 000, equation (6): cells 0 to 5, pieces A, B, C; its
/// embeddings are numbered as in Figure 4.
pub fn simple() -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let names = ["0", "1", "2", "3", "4", "5", "A", "B", "C"];
    let aspects = names.map(|name| builder.aspect(name, Demand::One));
    let dominoes = [[0, 1], [0, 3], [1, 2], [1, 4], [2, 5], [3, 4], [4, 5]];
    let corners =
        [[0, 1, 3], [0, 1, 4], [0, 3, 4], [1, 2, 4], [1, 2, 5], [1, 3, 4], [1, 4, 5], [2, 4, 5]];
    let mut place = |cells: &[usize], piece: usize| {
        builder.embedding(cells.iter().map(|&c| aspects[c]).chain([aspects[piece]]));
    };
    (0..6).for_each(|cell| place(&[cell], 6));
    dominoes.iter().for_each(|cells| place(cells, 7));
    corners.iter().for_each(|cells| place(cells, 8));
    builder.build().expect("a puzzle")
}

/// The simple puzzle with C kept to embeddings 18 and 20: equation (7).
pub fn simple_restricted() -> AbstractPuzzle {
    simple().keep(|e| e.0 < 13 || e.0 == 18 || e.0 == 20).expect("a puzzle")
}

/// Document 000 §3: 2n aspects, n² embeddings, n! solutions.
pub fn bijection(n: u32) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    for a in 0..2 * n {
        builder.aspect(a.to_string(), Demand::One);
    }
    for cell in 0..n {
        for piece in n..2 * n {
            builder.embedding([AspectId(cell), AspectId(piece)]);
        }
    }
    builder.build().expect("a puzzle")
}

fn cover(aspects: u32, embeddings: &[&[u32]]) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    for a in 0..aspects {
        builder.aspect(a.to_string(), Demand::One);
    }
    for embedding in embeddings {
        builder.embedding(embedding.iter().map(|&a| AspectId(a)));
    }
    builder.build().expect("a puzzle")
}

/// Dominoes in a row of `n` cells, n even: one way.
pub(crate) fn chain(n: u32) -> AbstractPuzzle {
    let pairs: Vec<[u32; 2]> = (0..n - 1).map(|i| [i, i + 1]).collect();
    let embeddings: Vec<&[u32]> = pairs.iter().map(<[u32; 2]>::as_slice).collect();
    cover(n, &embeddings)
}

/// Dominoes in a 2 x n strip: a Fibonacci number of ways.
pub fn strip(n: u32) -> AbstractPuzzle {
    let mut pairs: Vec<[u32; 2]> = (0..n).map(|i| [2 * i, 2 * i + 1]).collect();
    for i in 0..n - 1 {
        pairs.push([2 * i, 2 * i + 2]);
        pairs.push([2 * i + 1, 2 * i + 3]);
    }
    let embeddings: Vec<&[u32]> = pairs.iter().map(<[u32; 2]>::as_slice).collect();
    cover(2 * n, &embeddings)
}

/// Three rows must be covered, three columns may be, one place is forbidden to two of them.
fn secondary() -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let rows: Vec<_> = (0..3).map(|i| builder.aspect(format!("r{i}"), Demand::One)).collect();
    let files: Vec<_> =
        (0..3).map(|i| builder.aspect(format!("f{i}"), Demand::AtMostOne)).collect();
    let spare = builder.aspect("spare", Demand::AtMostOne);
    for &row in &rows {
        for &file in &files {
            builder.embedding([row, file]);
        }
    }
    builder.aspect("never", Demand::AtMostOne);
    // Overlaps row 0 and blocks file 0 and 1: rows 1 and 2 cannot both be served then.
    builder.embedding([rows[0], files[0], files[1], spare]);
    builder.build().expect("a puzzle")
}

/// A row of `n` cells, filled with dominoes and single cells, so many of each.
fn row(n: usize, dominoes: (u32, u32), singles: (u32, u32)) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let cells: Vec<_> = (0..n).map(|i| builder.aspect(i.to_string(), Demand::One)).collect();
    let two = builder.aspect("two", Demand::between(dominoes.0, dominoes.1));
    let one = builder.aspect("one", Demand::between(singles.0, singles.1));
    cells.windows(2).for_each(|pair| {
        builder.embedding(pair.iter().copied().chain([two]));
    });
    cells.iter().for_each(|&cell| {
        builder.embedding([cell, one]);
    });
    builder.build().expect("a puzzle")
}

/// Two dominoes in a row of `n` cells that need not be covered.
fn spare_row(n: usize) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let cells: Vec<_> = (0..n).map(|i| builder.aspect(i.to_string(), Demand::AtMostOne)).collect();
    let two = builder.aspect("two", Demand::between(2, 2));
    cells.windows(2).for_each(|pair| {
        builder.embedding(pair.iter().copied().chain([two]));
    });
    builder.build().expect("a puzzle")
}

/// Three ways to cover something, one of which uses what may not be used.
fn forbidden() -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let a = builder.aspect("a", Demand::One);
    let never = builder.aspect("never", Demand::between(0, 0));
    for touched in [vec![a], vec![a, never], vec![a]] {
        builder.embedding(touched);
    }
    builder.build().expect("a puzzle")
}

fn bag(n: u32, min: u32, max: u32) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let bag = builder.aspect("bag", Demand::between(min, max));
    for _ in 0..n {
        builder.embedding([bag]);
    }
    builder.build().expect("a puzzle")
}

/// Two aspects are each covered in red, in blue or plainly, and share one coloured aspect:
/// red-red, blue-blue in 2 x 1 ways, or one of them without touching it.
fn colours() -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let [x, y] = ["x", "y"].map(|name| builder.aspect(name, Demand::One));
    let shared = builder.aspect("shared", Demand::Coloured);
    for (a, colour) in [(x, Some(0)), (x, Some(1)), (y, Some(0)), (y, Some(1))] {
        builder.coloured_embedding([(a, None), (shared, colour.map(Colour))]);
    }
    builder.embedding([x, shared]);
    builder.embedding([y]);
    builder.build().expect("a puzzle")
}

/// One aspect once, one twice or thrice, a coloured and a secondary one. The embedding over x in
/// colour 0 leaves the bag too empty; with the other one the bag takes one of the two or both, and
/// once there is room for the embedding that nobody asks for.
fn mixed() -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let x = builder.aspect("x", Demand::One);
    let bag = builder.aspect("bag", Demand::between(2, 3));
    let colour = builder.aspect("colour", Demand::Coloured);
    let spare = builder.aspect("spare", Demand::AtMostOne);
    builder.coloured_embedding([(x, None), (bag, None), (colour, Some(Colour(1)))]);
    builder.coloured_embedding([(x, None), (colour, Some(Colour(0)))]);
    let dear = builder.coloured_embedding([(bag, None), (colour, Some(Colour(1)))]);
    builder.embedding([spare]);
    builder.embedding([bag, spare]);
    builder.cost(dear, 3);
    builder.build().expect("a puzzle")
}
