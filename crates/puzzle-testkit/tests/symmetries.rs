//! Symmetries found in covers: group orders that are known, and agreement with brute force.

use puzzle_core::{
    AbstractPuzzle, AspectId, Automorphisms, BigUint, Demand, EmbeddingId, PuzzleBuilder,
};
use puzzle_testkit::{Feature, order_by_bliss, random_puzzle, twice};

const PLENTY: u64 = 1 << 40;

fn order(puzzle: &AbstractPuzzle) -> BigUint {
    let found = Automorphisms::find(puzzle, PLENTY);
    assert!(found.is_complete());
    found.order()
}

/// An empty sudoku of boxes of n x n.
fn sudoku(n: u32) -> AbstractPuzzle {
    let side = n * n;
    let mut builder = PuzzleBuilder::new();
    for i in 0..4 * side * side {
        builder.aspect(i.to_string(), Demand::One);
    }
    for row in 0..side {
        for column in 0..side {
            for digit in 0..side {
                let square = row / n * n + column / n;
                let pairs = [(row, column), (row, digit), (column, digit), (square, digit)];
                let aspect =
                    |(kind, (x, y)): (u32, (u32, u32))| AspectId((kind * side + x) * side + y);
                builder.embedding((0..).zip(pairs).map(aspect));
            }
        }
    }
    builder.build().unwrap()
}

/// Transposition, permutations of the digits, of the bands, of the rows of a band, of the stacks
/// and of the columns of a stack.
fn sudoku_order(n: u32) -> BigUint {
    let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
    BigUint::from(2_u32) * factorial(n * n) * factorial(n).pow(2 * (n + 1))
}

#[test]
fn empty_sudokus_have_astronomically_many_symmetries() {
    assert_eq!(sudoku_order(3).to_string(), "1218998108160");
    assert!(sudoku_order(5).to_string().starts_with("276"));
    assert_eq!(sudoku_order(5).to_string().len(), 51);
    for n in [2, 3, 4, 5] {
        assert_eq!(order(&sudoku(n)), sudoku_order(n));
    }
}

/// The points and lines of the projective plane over the integers modulo a prime.
fn plane(q: u32) -> AbstractPuzzle {
    let points: Vec<[u32; 3]> = (0..q * q * q)
        .map(|i| [i / q / q, i / q % q, i % q])
        .filter(|point| point.iter().find(|&&x| x != 0) == Some(&1))
        .collect();
    let mut builder = PuzzleBuilder::new();
    let aspects: Vec<AspectId> =
        (0..points.len()).map(|i| builder.aspect(i.to_string(), Demand::One)).collect();
    for line in &points {
        let on = |p: &[u32; 3]| (0..3).map(|i| p[i] * line[i]).sum::<u32>() % q == 0;
        builder.embedding(aspects.iter().zip(&points).filter(|(_, p)| on(p)).map(|(&a, _)| a));
    }
    builder.build().unwrap()
}

#[test]
fn projective_planes_have_their_collineations() {
    for (q, expected) in [(2, 168_u32), (7, 5_630_688), (13, 810_534_816)] {
        assert_eq!(order(&plane(q)), expected.into(), "order {q}");
    }
}

/// How often permutations of the embeddings keep costs and, as a whole, what aspects ask.
fn by_brute_force(puzzle: &AbstractPuzzle) -> usize {
    let n = puzzle.embedding_count();
    type Asked = (Demand, Vec<usize>, Vec<Vec<usize>>);
    let asked = |images: &[usize]| -> Vec<Asked> {
        let mut all: Vec<Asked> = puzzle
            .aspect_ids()
            .map(|a| {
                let mut plain = Vec::new();
                let mut by_colour = std::collections::BTreeMap::<_, Vec<usize>>::new();
                for e in puzzle.embedding_ids() {
                    match puzzle.touches(e).find(|(b, _)| *b == a) {
                        Some((_, None)) => plain.push(images[e.index()]),
                        Some((_, Some(colour))) => {
                            by_colour.entry(colour).or_default().push(images[e.index()]);
                        }
                        None => {}
                    }
                }
                plain.sort_unstable();
                let mut colours: Vec<Vec<usize>> = by_colour.into_values().collect();
                colours.iter_mut().for_each(|list| list.sort_unstable());
                colours.sort();
                (puzzle.aspect(a).demand, plain, colours)
            })
            .collect();
        all.sort_by_key(|asked| format!("{asked:?}"));
        all
    };
    let identity: Vec<usize> = (0..n).collect();
    let expected = asked(&identity);
    let mut count = 0;
    permutations(n, &mut |images| {
        let cost = |e: usize| puzzle.cost(EmbeddingId::new(e));
        let costs = (0..n).all(|e| cost(e) == cost(images[e]));
        count += usize::from(costs && asked(images) == expected);
    });
    count
}

fn permutations(n: usize, each: &mut dyn FnMut(&[usize])) {
    fn extend(images: &mut Vec<usize>, n: usize, each: &mut dyn FnMut(&[usize])) {
        if images.len() == n {
            return each(images);
        }
        for i in 0..n {
            if !images.contains(&i) {
                images.push(i);
                extend(images, n, each);
                images.pop();
            }
        }
    }
    extend(&mut Vec::new(), n, each);
}

/// With optional aspects, bags, colours and costs; by itself, and twice side by side.
fn random_covers(seeds: std::ops::Range<u64>) -> impl Iterator<Item = AbstractPuzzle> {
    use Feature::{Bags, Colours, Mixed, Plain, Secondary};
    let features = [Plain, Secondary, Bags, Colours, Mixed].into_iter();
    let puzzles = features.flat_map(move |f| seeds.clone().map(move |s| (s, random_puzzle(s, f))));
    puzzles.flat_map(|(seed, puzzle)| [twice(&puzzle, seed), puzzle])
}

#[test]
fn random_covers_have_as_many_symmetries_as_brute_force_finds() {
    let (mut met, mut symmetric, mut priced) = (0, 0, 0);
    for puzzle in random_covers(0..400) {
        if puzzle.embedding_count() > 6 {
            continue;
        }
        let expected = by_brute_force(&puzzle);
        met += 1;
        symmetric += usize::from(expected > 1);
        priced += usize::from(expected > 1 && puzzle.embedding_ids().any(|e| puzzle.cost(e) > 0));
        let found = Automorphisms::find(&puzzle, PLENTY);
        assert_eq!(found.order(), expected.into(), "{puzzle}");
        assert_eq!(found.list(expected).unwrap().len(), expected);
    }
    assert!(met > 500 && symmetric > 300 && priced > 100, "{met} {symmetric} {priced}");
}

/// Whether a symmetry carries aspects and embeddings of a puzzle without colours to what they should.
fn carries(puzzle: &AbstractPuzzle, symmetry: &puzzle_core::Symmetry) -> bool {
    puzzle.embedding_ids().all(|e| {
        let mut image: Vec<AspectId> =
            puzzle.embedding(e).iter().map(|&a| symmetry.aspect(a)).collect();
        image.sort_unstable();
        image == puzzle.embedding(symmetry.embedding(e))
    })
}

#[test]
fn a_search_that_is_cut_short_leaves_a_subgroup() {
    let puzzle = sudoku(3);
    let whole = sudoku_order(3);
    let (mut trivial, mut proper) = (0, 0);
    for steps in (0..24).map(|i| 1_u64 << i) {
        let found = Automorphisms::find(&puzzle, steps);
        assert!(found.generators().iter().all(|symmetry| carries(&puzzle, symmetry)));
        let order = found.order();
        assert_eq!(&whole % &order, BigUint::ZERO, "Lagrange");
        assert_eq!(found.is_complete(), order == whole);
        trivial += usize::from(order == 1_u32.into());
        proper += usize::from(order > 1_u32.into() && order < whole);
        if let Some(list) = found.list(10_000) {
            assert_eq!(BigUint::from(list.len()), order);
            assert!(list.iter().all(|symmetry| carries(&puzzle, symmetry)));
        }
    }
    assert!(trivial > 0 && proper > 0 && trivial + proper < 24, "{trivial} {proper}");
}

#[test]
fn an_aspect_that_is_kept_in_its_place_leaves_its_stabiliser() {
    let puzzle = sudoku(2);
    let found = Automorphisms::find_fixing(&puzzle, AspectId(0), PLENTY);
    // The first cell of sixteen.
    assert_eq!(found.order(), sudoku_order(2) / 16_u32);
    assert!(found.generators().iter().all(|g| g.aspect(AspectId(0)) == AspectId(0)));
}

/// Runs where `bliss` is installed; elsewhere it says so.
#[test]
fn bliss_tells_the_same_orders() {
    let named = [2, 3, 4].map(sudoku).into_iter().chain([2, 7, 13].map(plane));
    for puzzle in named.chain(random_covers(0..40)) {
        let Some(expected) = order_by_bliss(&puzzle) else {
            eprintln!("skipped: bliss is not installed (Debian: apt install bliss)");
            return;
        };
        assert_eq!(order(&puzzle), expected, "{puzzle}");
    }
}
