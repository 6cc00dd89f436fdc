//! The engine beside the plainest search in the same order: the same solutions, one after the other.

use puzzle_core::{
    AbstractPuzzle, AspectId, Budget, Control, Cover, CoverEngine, CoverTask, Demand, EmbeddingId,
    Order, PuzzleBuilder, Random, Want,
};

use super::Local;

/// Some of the placements of small pieces on a board of four rows, mixed with aspects that only one
/// embedding covers and ones that may stay uncovered; all numbers are drawn by lot.
fn board(random: &mut Random, columns: usize, singles: usize, most: usize) -> AbstractPuzzle {
    const PIECES: [&[(usize, usize)]; 6] = [
        &[(0, 0), (0, 1)],
        &[(0, 0), (1, 0)],
        &[(0, 0), (0, 1), (0, 2)],
        &[(0, 0), (1, 0), (1, 1)],
        &[(0, 1), (1, 0), (1, 1)],
        &[(0, 0)],
    ];
    let cells = 4 * columns;
    let optional = 3;
    let mut aspects: Vec<usize> = (0..cells + singles + optional).collect();
    for i in (1..aspects.len()).rev() {
        aspects.swap(i, random.index(i + 1));
    }
    let mut builder = PuzzleBuilder::new();
    let mut numbers = vec![AspectId(0); aspects.len()];
    for &a in &aspects {
        let demand = if a < cells + singles { Demand::One } else { Demand::AtMostOne };
        numbers[a] = builder.aspect(format!("{a}"), demand);
    }
    for &single in &numbers[cells..cells + singles] {
        builder.embedding([single]);
    }
    for _ in 0..most {
        let (row, column) = (random.index(4), random.index(columns));
        let piece = PIECES[random.index(PIECES.len())];
        let there = |&(r, c): &(usize, usize)| {
            (row + r < 4 && column + c < columns).then(|| numbers[4 * (column + c) + row + r])
        };
        let Some(mut touched) = piece.iter().map(there).collect::<Option<Vec<_>>>() else {
            continue;
        };
        if random.index(8) == 0 {
            touched.push(numbers[cells + singles + random.index(optional)]);
        }
        builder.embedding(touched);
    }
    builder.build().unwrap()
}

/// Tries the embeddings over the first free aspect in turn.
fn plainly(puzzle: &AbstractPuzzle, order: &Order) -> Vec<Vec<EmbeddingId>> {
    fn extend(
        puzzle: &AbstractPuzzle,
        must: &[AspectId],
        chosen: &mut Vec<EmbeddingId>,
        covered: &mut Vec<bool>,
        found: &mut Vec<Vec<EmbeddingId>>,
    ) {
        let Some(next) = must.iter().find(|a| !covered[a.index()]) else {
            return found.push(chosen.clone());
        };
        for e in puzzle.embedding_ids() {
            let touched = puzzle.embedding(e);
            if !touched.contains(next) || touched.iter().any(|a| covered[a.index()]) {
                continue;
            }
            touched.iter().for_each(|a| covered[a.index()] = true);
            chosen.push(e);
            extend(puzzle, must, chosen, covered, found);
            chosen.pop();
            touched.iter().for_each(|a| covered[a.index()] = false);
        }
    }
    let must = |a: &&AspectId| puzzle.aspect(**a).demand == Demand::One;
    let must: Vec<AspectId> = order.sequence().iter().filter(must).copied().collect();
    let mut covered = vec![false; puzzle.aspects().len()];
    let mut found = Vec::new();
    extend(puzzle, &must, &mut Vec::new(), &mut covered, &mut found);
    found
}

fn locally(
    puzzle: &AbstractPuzzle,
    order: &Order,
    cutoff: bool,
    memory: Option<u64>,
) -> Vec<Vec<EmbeddingId>> {
    let problem = Cover::plain(puzzle.clone());
    let task = CoverTask { cover: &problem, want: Want::All, order: Some(order) };
    let budget = Budget { memory, ..Budget::default() };
    let control = Control { budget, ..Control::default() };
    let mut found = Vec::new();
    let mut sink = |chosen: &[EmbeddingId]| {
        found.push(chosen.to_vec());
        std::ops::ControlFlow::Continue(())
    };
    Local { cutoff }.run(&task, &mut sink, &control).unwrap();
    found
}

#[test]
fn finds_the_same_solutions_in_the_same_order_as_the_plainest_search() {
    let mut random = Random::new(11);
    let mut solutions = 0;
    // The last ones have two and three words.
    for (columns, singles, most) in [(2, 0, 10), (3, 0, 30), (4, 0, 45), (3, 60, 30), (3, 130, 30)]
    {
        for _ in 0..30 {
            let puzzle = board(&mut random, columns, singles, most);
            for order in [Order::reading(&puzzle), Order::least_growing_footprint(&puzzle)] {
                let expected = plainly(&puzzle, &order);
                solutions += expected.len();
                for (cutoff, memory) in [(false, None), (true, None), (false, Some(2000))] {
                    assert_eq!(locally(&puzzle, &order, cutoff, memory), expected);
                }
            }
        }
    }
    assert!(solutions > 1000, "{solutions}");
}

/// Far more than are tested at once.
#[test]
fn a_thousand_ways_come_in_their_order() {
    let mut builder = PuzzleBuilder::new();
    let [a, b] = ["a", "b"].map(|name| builder.aspect(name, Demand::One));
    for i in 0..1000 {
        builder.embedding(if i % 3 == 0 { [a, b].to_vec() } else { [a].to_vec() });
    }
    (0..70).for_each(|_| {
        builder.embedding([b]);
    });
    let puzzle = builder.build().unwrap();
    let order = Order::reading(&puzzle);
    let expected = plainly(&puzzle, &order);
    assert_eq!(expected.len(), 334 + 666 * 70);
    assert_eq!(locally(&puzzle, &order, false, None), expected);
}

/// At most two embeddings for each aspect, some of which reach far.
#[test]
fn little_to_choose_from_comes_in_the_same_order() {
    let mut random = Random::new(23);
    let (mut solutions, mut two) = (0, 0);
    for round in 0..400 {
        let aspects = [6, 9, 12, 100][round % 4];
        let mut builder = PuzzleBuilder::new();
        let numbers: Vec<AspectId> =
            (0..aspects).map(|a| builder.aspect(format!("{a}"), Demand::One)).collect();
        for least in 0..aspects {
            for _ in 0..1 + random.index(2) {
                let mut touched = vec![numbers[least]];
                let reach = if random.index(6) == 0 { aspects } else { 5 };
                for _ in 0..random.index(4) {
                    let more = numbers[(least + 1 + random.index(reach)).min(aspects - 1)];
                    if !touched.contains(&more) {
                        touched.push(more);
                    }
                }
                builder.embedding(touched);
            }
        }
        let puzzle = builder.build().unwrap();
        let order = Order::reading(&puzzle);
        let expected = plainly(&puzzle, &order);
        solutions += expected.len();
        two += usize::from(expected.len() > 1);
        for memory in [None, Some(1000)] {
            assert_eq!(locally(&puzzle, &order, false, memory), expected);
        }
    }
    assert!(solutions > 200 && two > 20, "{solutions} {two}");
}
