//! Parts of a search: the solutions that extend a partial solution.
//!
//! Document 000, equations (22) and (23): Solve(p) processes exactly the solutions that extend p.
//! So a search is divided by listing partial solutions, each part can be given to any engine as a
//! puzzle of its own, the [`Residual`], and what is left of a run is a list of [`Subtree`]s.
//!
//! Where an aspect may be covered several times, extending p by e and by f is not enough to keep
//! the parts apart: {e, f} extends both. Equation (26) excludes e from the part of f, and so does a
//! subtree.

use crate::{
    AbstractPuzzle, Aspect, AspectId, Colour, Demand, EmbeddingId, PriceList, PuzzleBuilder,
};

/// The solutions that contain some embeddings and avoid others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Subtree {
    /// The estimated share of the whole search.
    pub weight: f64,
    /// The partial solution, in order of choice.
    pub chosen: Vec<EmbeddingId>,
    /// What its solutions do not contain.
    pub excluded: Vec<EmbeddingId>,
}

/// What is left of a puzzle when a partial solution is placed.
#[derive(Clone, Debug)]
pub enum Residual {
    /// Nothing: the partial solution is a solution, and the only one that extends it.
    Solved,
    /// An aspect that must be covered can no longer be.
    Hopeless,
    /// A smaller puzzle, and what its embeddings are called in the larger one. If it demands
    /// nothing, the empty choice is one of its solutions.
    Puzzle(AbstractPuzzle, Vec<EmbeddingId>),
}

/// What the chosen embeddings did to an aspect.
#[derive(Clone, Copy, Default)]
struct Covered {
    times: u32,
    colour: Option<Colour>,
}

impl AbstractPuzzle {
    /// Whether every aspect is covered exactly or at most once, and every embedding covers one that
    /// must be: then subtrees need no exclusions.
    pub fn is_simple(&self) -> bool {
        let demand = |a: AspectId| self.aspect(a).demand;
        let simple = |a| matches!(demand(a), Demand::One | Demand::AtMostOne);
        let anchored = |e| self.embedding(e).iter().any(|&a| demand(a) == Demand::One);
        self.aspect_ids().all(simple) && self.embedding_ids().all(anchored)
    }

    /// The puzzle that is left when what `subtree` chose is placed and what it excluded is gone.
    pub fn residual(&self, subtree: &Subtree) -> Residual {
        let mut covered = vec![Covered::default(); self.aspects().len()];
        for (a, colour) in subtree.chosen.iter().flat_map(|&e| self.touches(e)) {
            covered[a.index()].times += 1;
            covered[a.index()].colour = colour;
        }
        let mut gone = vec![false; self.embedding_count()];
        subtree.excluded.iter().for_each(|e| gone[e.index()] = true);
        for e in &subtree.chosen {
            // Only a damaged file chooses what it excludes, or twice.
            if std::mem::replace(&mut gone[e.index()], true) {
                return Residual::Hopeless;
            }
        }
        let over = |(c, aspect): (&Covered, &Aspect)| c.times > aspect.demand.max();
        if covered.iter().zip(self.aspects()).any(over) {
            return Residual::Hopeless;
        }
        let fits = |(a, colour): (AspectId, Option<Colour>)| {
            let Covered { times, colour: given } = covered[a.index()];
            match self.aspect(a).demand {
                Demand::Coloured => times == 0 || (colour.is_some() && colour == given),
                demand => times < demand.max(),
            }
        };
        let lives = |e: &EmbeddingId| !gone[e.index()] && self.touches(*e).all(fits);
        let living: Vec<EmbeddingId> = self.embedding_ids().filter(lives).collect();
        let mut reachable = vec![false; self.aspects().len()];
        for a in living.iter().flat_map(|&e| self.embedding(e)) {
            reachable[a.index()] = true;
        }
        let mut builder = PuzzleBuilder::new();
        let mut number = vec![AspectId(0); self.aspects().len()];
        for a in self.aspect_ids() {
            let aspect = self.aspect(a);
            let times = covered[a.index()].times;
            match (reachable[a.index()], aspect.demand) {
                (false, demand) if demand.min() > times => return Residual::Hopeless,
                (false, _) => {}
                (true, demand) => {
                    let demand = lessened(demand, times);
                    number[a.index()] = builder.aspect(&aspect.name, demand);
                }
            }
        }
        for &e in &living {
            builder
                .coloured_embedding(self.touches(e).map(|(a, colour)| (number[a.index()], colour)));
        }
        match builder.build() {
            Ok(puzzle) => Residual::Puzzle(self.hand_prices_on(puzzle, &reachable), living),
            // Nothing is left to be placed, and nothing is left uncovered.
            Err(_) => Residual::Solved,
        }
    }

    /// What is left of this puzzle with the price lists for these aspects. Their purses are worked out anew
    /// from what is still demanded.
    fn hand_prices_on(&self, rest: AbstractPuzzle, aspects: &[bool]) -> AbstractPuzzle {
        let reachable = |prices: &[i64]| -> Vec<i64> {
            prices.iter().zip(aspects).filter(|(_, here)| **here).map(|(price, _)| *price).collect()
        };
        let lists = self.prices().iter();
        let lists = lists.filter_map(|list| PriceList::new(&rest, reachable(list.prices())).ok());
        let lists = lists.collect();
        rest.priced(lists).expect("they were checked")
    }

    /// A number that tells puzzles apart (FNV-1a over aspects and embeddings): the same on every
    /// machine, so that a saved run is not resumed on another puzzle.
    pub fn fingerprint(&self) -> u64 {
        crate::fingerprint(self.to_string().as_bytes())
    }
}

/// What an aspect still demands when it has been covered so often and can be covered again.
fn lessened(demand: Demand, times: u32) -> Demand {
    match demand {
        // Those that live agree with the colour given, so they agree with each other.
        Demand::Coloured => Demand::Coloured,
        _ => Demand::between(demand.min().saturating_sub(times), demand.max() - times),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| builder.aspect(name, Demand::One));
        let d = builder.aspect("d", Demand::AtMostOne);
        builder.embedding([a]);
        builder.embedding([b, c]);
        builder.embedding([a, b, d]);
        builder.embedding([c, d]);
        builder.embedding([c]);
        builder.build().unwrap()
    }

    fn below(chosen: &[u32], excluded: &[u32]) -> Subtree {
        let ids = |numbers: &[u32]| numbers.iter().map(|&e| EmbeddingId(e)).collect();
        Subtree { weight: 1.0, chosen: ids(chosen), excluded: ids(excluded) }
    }

    #[test]
    fn the_residual_has_the_free_aspects_and_what_still_fits() {
        let puzzle = puzzle();
        let Residual::Puzzle(rest, ids) = puzzle.residual(&below(&[2], &[])) else { panic!() };
        assert_eq!(rest.to_string(), "aspects c\n0: c\n");
        assert_eq!(ids, [EmbeddingId(4)]);
        assert!(matches!(puzzle.residual(&below(&[2], &[4])), Residual::Hopeless));
    }

    #[test]
    fn a_complete_choice_is_solved_and_a_stuck_one_hopeless() {
        let puzzle = puzzle();
        assert!(matches!(puzzle.residual(&below(&[0, 1], &[])), Residual::Solved));
        assert!(matches!(puzzle.residual(&below(&[3], &[])), Residual::Hopeless));
        // No partial solutions at all.
        for chosen in [&[0, 2][..], &[0, 0], &[1, 3]] {
            assert!(matches!(puzzle.residual(&below(chosen, &[])), Residual::Hopeless));
        }
    }

    #[test]
    fn a_bag_demands_less_of_what_is_left_and_a_colour_only_what_agrees() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("a", Demand::between(2, 4));
        let b = builder.aspect("b", Demand::Coloured);
        for colour in [1, 1, 2] {
            builder.coloured_embedding([(a, None), (b, Some(Colour(colour)))]);
        }
        builder.embedding([a]);
        builder.embedding([b]);
        let puzzle = builder.build().unwrap();
        let Residual::Puzzle(rest, ids) = puzzle.residual(&below(&[0], &[])) else { panic!() };
        assert_eq!(
            rest.to_string(),
            "aspects a b\ndemand a between 1 and 3\ndemand b one colour\n0: a b:1\n1: a\n"
        );
        assert_eq!(ids, [EmbeddingId(1), EmbeddingId(3)]);
        assert!(matches!(puzzle.residual(&below(&[0, 3], &[1])), Residual::Solved));
    }

    #[test]
    fn a_residual_has_the_price_lists_with_what_is_left_in_the_purses() {
        // a 2, b 1, c 0, d 1: a solution spends at most 4, and what chose a (2) has 2 left.
        let list = PriceList::new(&puzzle(), vec![2, 1, 0, 1]).unwrap();
        assert_eq!(list.purse(), 4);
        let priced = puzzle().priced(vec![list]).unwrap();
        let Residual::Puzzle(rest, _) = priced.residual(&below(&[0], &[])) else { panic!() };
        let [list] = rest.prices() else { panic!("{rest}") };
        assert_eq!((list.prices(), list.purse()), (&[1, 0, 1][..], 2));
    }

    #[test]
    fn the_fingerprint_tells_puzzles_apart_and_is_the_same_on_every_machine() {
        assert_eq!(puzzle().fingerprint(), puzzle().fingerprint());
        let other = puzzle().keep(|e| e.0 != 1).unwrap();
        assert_ne!(puzzle().fingerprint(), other.fingerprint());
    }
}
