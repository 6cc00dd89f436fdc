//! How a search in a static order goes about a puzzle: in which order, and in one part or several.
//!
//! A static order fills a board from one end. If the piece that is hardest to place may lie
//! anywhere, it is often found out late that it no longer fits. So the search may be taken apart:
//! the embeddings over one aspect fall into orbits under the symmetries of the puzzle; one part
//! keeps the first embedding of each orbit, which all lie at one end, and takes the best order for
//! that; each other part is the image of it under a symmetry, order and all. Every embedding over
//! the aspect belongs to exactly one part, and so does every solution. Nothing is inferred by
//! symmetry: all parts are searched. On 6x10 with X taken apart four parts of 2.7 million nodes do
//! what takes 29.6 million in one.

use puzzle_core::{
    AspectId, Budget, Cover, Demand, EmbeddingId, Group, Order, Restriction, Symmetry,
};

use super::estimate;

/// Searches with fewer nodes than this are not worth a look at their symmetries.
const WORTHWHILE: f64 = 8e6;
/// Nodes abreast in the sweep for each order that is considered, and in one that tells whether it is
/// worth looking.
const ABREAST: usize = 512;
const FEW_ABREAST: usize = 64;
/// An order that seems to take so many times as many nodes is not looked at again.
const OUT_OF_QUESTION: f64 = 2.5;
/// A search of fewer nodes is over before the orders are compared.
const SHORT: f64 = 1e5;
/// The most parts.
const MOST_PARTS: usize = 48;
/// Sweeps are random: taking apart must promise to be clearly better.
const CLEARLY: f64 = 1.3;

/// A part of a search.
pub(crate) struct Part {
    pub order: Order,
    /// By embedding, unless all are kept.
    kept: Option<Vec<bool>>,
}

impl Part {
    /// All of it.
    pub(crate) fn whole(order: Order) -> Self {
        Part { order, kept: None }
    }

    /// Whether an embedding belongs to this part.
    pub(crate) fn keeps(&self, e: EmbeddingId) -> bool {
        self.kept.as_ref().is_none_or(|kept| kept[e.index()])
    }
}

/// The parts of a search, what they are called and about how many nodes they have, if that had to be
/// estimated.
pub(crate) struct Plan {
    pub parts: Vec<Part>,
    pub name: String,
    nodes: Option<f64>,
}

impl Plan {
    /// The best that random sweeps find: the least-growing footprint, an order that comes with the
    /// puzzle, or one of them in parts. If the footprint takes over so many nodes, they do not look
    /// any further.
    pub(crate) fn best(cover: &Cover, most: f64) -> Self {
        let order = Order::least_growing_footprint(&cover.puzzle);
        let rough = |order: &Order| estimate::fixed(&cover.puzzle, order, FEW_ABREAST);
        let footprint = |order: Order, nodes| {
            let name = order.name().into();
            Plan { parts: vec![Part::whole(order)], name, nodes }
        };
        if cover.orders.is_empty() && cover.symmetries.order() == 1 {
            // There is nothing to choose; the parts of a divided search come this way by thousands.
            let nodes = most.is_finite().then(|| rough(&order)).filter(|&nodes| nodes > most);
            return footprint(order, nodes);
        }
        let rough = rough(&order);
        if rough > most || rough < SHORT {
            return footprint(order, Some(rough));
        }
        let (order, nodes) = best_order(cover, order, rough);
        let worthwhile = nodes >= WORTHWHILE && cover.symmetries.order() > 1;
        let apart = worthwhile.then(|| apart(cover)).flatten();
        let Some((a, part, images)) = apart.filter(|(_, part, images)| {
            part.1 * images.len() as f64 * CLEARLY < nodes && images.len() <= MOST_PARTS
        }) else {
            let name = order.name().into();
            return Plan { parts: vec![Part::whole(order)], name, nodes: Some(nodes) };
        };
        let (order, nodes) = (part.0, part.1 * images.len() as f64);
        let aspect = &cover.puzzle.aspect(a).name;
        let name = format!("{} in {} parts by {aspect}", order.name(), images.len());
        Plan { parts: parts(cover, a, &order, &images), name, nodes: Some(nodes) }
    }

    /// About how many nodes its parts have together.
    pub(crate) fn nodes(&self, cover: &Cover) -> f64 {
        let whole = || estimate::fixed(&cover.puzzle, &self.parts[0].order, ABREAST);
        self.nodes.unwrap_or_else(whole)
    }
}

/// The aspect by which to take the search apart, the best order of one part with its nodes, and the
/// symmetries that carry it to the others. It is the aspect over which fewest embeddings are left
/// when their orbits are represented by one each.
fn apart(cover: &Cover) -> Option<(AspectId, (Order, f64), Vec<&Symmetry>)> {
    let survey = Restriction::survey(cover, &Budget::default())?.into_iter();
    let fewer = survey.filter(|&(_, before, after)| 0 < after && after < before);
    let (a, _, _) = fewer.min_by_key(|&(a, _, after)| (after, a))?;
    Some((a, restricted(cover, a)?, stabiliser(cover, a)))
}

/// The best order where the embeddings over an aspect are restricted, and the nodes there.
fn restricted(cover: &Cover, a: AspectId) -> Option<(Order, f64)> {
    let restriction = Restriction::new(cover, a, Group::All).ok()?;
    let cover = cover.keep(|e| restriction.keeps(e)).ok()?;
    let order = Order::least_growing_footprint(&cover.puzzle);
    let rough = estimate::fixed(&cover.puzzle, &order, FEW_ABREAST);
    Some(best_order(&cover, order, rough))
}

/// The static order with the smallest estimate, and that: this one, which a rough estimate is known
/// of, or one that comes with the puzzle.
fn best_order(cover: &Cover, order: Order, rough: f64) -> (Order, f64) {
    let nodes = |order: &Order, abreast| estimate::fixed(&cover.puzzle, order, abreast);
    let mut best = (nodes(&order, ABREAST), order);
    for order in &cover.orders {
        if nodes(order, FEW_ABREAST) > OUT_OF_QUESTION * rough {
            continue;
        }
        let nodes = nodes(order, ABREAST);
        // Sweeps are random: a proposal must be better than that.
        if nodes * 1.1 < best.0 {
            best = (nodes, order.clone());
        }
    }
    (best.1, best.0)
}

/// The symmetries that leave an aspect in its place.
fn stabiliser(cover: &Cover, a: AspectId) -> Vec<&Symmetry> {
    cover.symmetries.elements().iter().filter(|symmetry| symmetry.aspect(a) == a).collect()
}

/// The parts in which the embeddings over `a` are dealt out, one for each image of the order.
fn parts(cover: &Cover, a: AspectId, order: &Order, images: &[&Symmetry]) -> Vec<Part> {
    let puzzle = &cover.puzzle;
    debug_assert_eq!(puzzle.aspect(a).demand, Demand::One);
    let over = |e: &EmbeddingId| puzzle.embedding(*e).contains(&a);
    let free: Vec<bool> = puzzle.embedding_ids().map(|e| !over(&e)).collect();
    let mut kept = vec![free; images.len()];
    let mut dealt = vec![false; puzzle.embedding_count()];
    for e in puzzle.embedding_ids().filter(over) {
        // The first of its orbit: images that are the same embedding belong to one part only.
        for (image, kept) in images.iter().zip(&mut kept) {
            let there = image.embedding(e).index();
            kept[there] |= !std::mem::replace(&mut dealt[there], true);
        }
    }
    let image_of = |image: &Symmetry| {
        let sequence: Vec<AspectId> = order.sequence().iter().map(|&a| image.aspect(a)).collect();
        Order::from_prefix(order.name(), puzzle, &sequence)
    };
    let part = |(image, kept): (&&Symmetry, _)| Part { order: image_of(image), kept: Some(kept) };
    images.iter().zip(kept).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::{
        AbstractPuzzle, BigUint, Control, CoverEngine, CoverTask, Permutation, PuzzleBuilder,
        Symmetries, Visitor, Want,
    };
    use std::ops::ControlFlow;

    struct Nowhere;

    impl Visitor for Nowhere {
        fn solution(&mut self, _: &[EmbeddingId]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// A row of cells, a piece of one cell and dominoes; mirrored.
    fn row(cells: u32) -> Cover {
        let mut builder = PuzzleBuilder::new();
        let piece = builder.aspect("I", Demand::One);
        let all: Vec<_> = (0..cells).map(|i| builder.aspect(format!("{i}"), Demand::One)).collect();
        all.iter().for_each(|&cell| {
            builder.embedding([piece, cell]);
        });
        all.windows(2).for_each(|two| {
            builder.embedding(two.iter().copied());
        });
        let puzzle: AbstractPuzzle = builder.build().unwrap();
        let mirror = Symmetry {
            proper: false,
            aspects: Permutation::new(
                (0..=cells).map(|a| if a == 0 { 0 } else { cells + 1 - a }).collect(),
            )
            .unwrap(),
            embeddings: Permutation::new(
                (0..cells).map(|e| cells - 1 - e).chain((cells..2 * cells - 1).rev()).collect(),
            )
            .unwrap(),
        };
        let symmetries = Symmetries::from_elements(&puzzle, vec![mirror]);
        Cover { puzzle, symmetries, orders: Vec::new() }
    }

    #[test]
    fn every_embedding_over_the_aspect_belongs_to_one_part() {
        for cells in [2, 5, 6] {
            let cover = row(cells);
            let a = AspectId(0);
            let images = stabiliser(&cover, a);
            assert_eq!(images.len(), 2);
            let parts = parts(&cover, a, &Order::reading(&cover.puzzle), &images);
            for e in cover.puzzle.embedding_ids() {
                let times = parts.iter().filter(|part| part.keeps(e)).count();
                let over = cover.puzzle.embedding(e).contains(&a);
                assert_eq!(times, if over { 1 } else { 2 });
            }
            let solutions = |cover: Cover| {
                let task = CoverTask::new(&cover, Want::Count);
                let control = Control::default();
                crate::cover::Reference.run(&task, &mut Nowhere, &control).unwrap().solutions
            };
            let all = solutions(cover.clone());
            let each = parts.iter().map(|part| solutions(cover.keep(|e| part.keeps(e)).unwrap()));
            assert_eq!(each.sum::<BigUint>(), all);
            assert_eq!(all, BigUint::from(if cells % 2 == 1 { cells.div_ceil(2) } else { 0 }));
            let first = |part: &Part| part.order.sequence()[1];
            assert_eq!([&parts[0], &parts[1]].map(first), [AspectId(1), AspectId(cells)]);
        }
    }
}
