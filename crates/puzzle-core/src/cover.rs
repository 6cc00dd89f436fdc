//! The abstract puzzle (A, E) of document 000 §2.3: aspects and embeddings, nothing else.
//!
//! Embeddings are stored end to end in one array (`touched`), each sorted by aspect. Invariants,
//! checked once by [`PuzzleBuilder::build`]: condition (5), so there is an embedding and none is
//! empty; aspect names are distinct; no embedding touches an aspect twice; only a coloured aspect
//! is given a colour.
//!
//! A *restricted* puzzle has fewer embeddings, which keep the numbers they had in the full one:
//! that is what `numbers` is for.
//!
//! An embedding may have a *cost*; a solution costs what its embeddings cost together. Costs are
//! bounded by [`AbstractPuzzle::DEAREST`], so that no sum of them overflows.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::shown::shown;
use crate::{AspectId, Demand, EmbeddingId, PriceError, PriceList};

/// A colour that an embedding gives to a coloured aspect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Colour(pub u32);

/// Something to be covered, with its readable name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aspect {
    /// The name shown to users: `0`, `17`, `F`.
    pub name: String,
    /// How often it wants to be covered.
    pub demand: Demand,
}

/// A puzzle stripped of geometry: which sets of aspects can be covered together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractPuzzle {
    aspects: Vec<Aspect>,
    /// Embedding `e` touches `touched[starts[e]..starts[e + 1]]`.
    starts: Vec<u32>,
    touched: Vec<AspectId>,
    /// Parallel to `touched`, or empty when the puzzle has no colours.
    colours: Vec<Option<Colour>>,
    numbers: Vec<u32>,
    /// By embedding, or empty when nothing costs anything.
    costs: Vec<u64>,
    /// Price lists, each checked.
    prices: Arc<[PriceList]>,
}

/// Why a list of aspects and embeddings is not an abstract puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoverError {
    /// E is empty.
    NoEmbeddings,
    /// This embedding (by position) is empty.
    EmptyEmbedding(usize),
    /// This embedding touches an aspect twice.
    TouchedTwice(usize, String),
    /// Two aspects have this name.
    DuplicateAspect(String),
    /// This embedding gives a colour to an aspect that takes none.
    ColourNotTaken(usize, String),
    /// An aspect asks for more than it allows.
    ImpossibleDemand(String),
    /// Over 2^32 entries.
    TooLarge,
    /// This embedding costs more than can be added up.
    TooDear(usize),
}

shown! { CoverError {
    CoverError::NoEmbeddings => "the puzzle has no embeddings";
    CoverError::EmptyEmbedding(e) => "embedding {e} is empty";
    CoverError::TouchedTwice(e, a) => "embedding {e} touches aspect {a} twice";
    CoverError::DuplicateAspect(a) => "there are two aspects named {a}";
    CoverError::ColourNotTaken(e, a) => "embedding {e} colours aspect {a}, which takes no colour";
    CoverError::ImpossibleDemand(a) => "aspect {a} asks for more embeddings than it allows";
    CoverError::TooLarge => "the puzzle has over 2^32 entries";
    CoverError::TooDear(e) => "embedding {e} costs over {}", AbstractPuzzle::DEAREST;
} }

impl std::error::Error for CoverError {}

/// Collects aspects and embeddings; [`build`](PuzzleBuilder::build) checks them.
#[derive(Clone, Debug, Default)]
pub struct PuzzleBuilder {
    aspects: Vec<Aspect>,
    embeddings: Vec<Vec<(AspectId, Option<Colour>)>>,
    costs: Vec<u64>,
}

impl PuzzleBuilder {
    /// An empty puzzle.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an aspect.
    pub fn aspect(&mut self, name: impl Into<String>, demand: Demand) -> AspectId {
        self.aspects.push(Aspect { name: name.into(), demand });
        AspectId::new(self.aspects.len() - 1)
    }

    /// Adds an embedding without colours.
    pub fn embedding(&mut self, aspects: impl IntoIterator<Item = AspectId>) -> EmbeddingId {
        self.coloured_embedding(aspects.into_iter().map(|a| (a, None)))
    }

    /// Adds an embedding that may give colours to the coloured aspects it touches.
    pub fn coloured_embedding(
        &mut self,
        touches: impl IntoIterator<Item = (AspectId, Option<Colour>)>,
    ) -> EmbeddingId {
        let mut touches: Vec<_> = touches.into_iter().collect();
        touches.sort_unstable();
        self.embeddings.push(touches);
        EmbeddingId::new(self.embeddings.len() - 1)
    }

    /// Says what an embedding costs; without it, nothing.
    pub fn cost(&mut self, e: EmbeddingId, cost: u64) {
        self.costs.resize(self.embeddings.len(), 0);
        self.costs[e.index()] = cost;
    }

    /// The puzzle, if it is one.
    pub fn build(self) -> Result<AbstractPuzzle, CoverError> {
        let PuzzleBuilder { aspects, embeddings, mut costs } = self;
        let mut names = FxHashSet::default();
        for aspect in &aspects {
            if !names.insert(aspect.name.as_str()) {
                return Err(CoverError::DuplicateAspect(aspect.name.clone()));
            }
            if aspect.demand.min() > aspect.demand.max() {
                return Err(CoverError::ImpossibleDemand(aspect.name.clone()));
            }
        }
        if embeddings.is_empty() {
            return Err(CoverError::NoEmbeddings);
        }
        let total: usize = embeddings.iter().map(Vec::len).sum();
        let count = u32::try_from(embeddings.len()).map_err(|_| CoverError::TooLarge)?;
        u32::try_from(total).map_err(|_| CoverError::TooLarge)?;
        let mut starts = Vec::with_capacity(embeddings.len() + 1);
        let mut touched = Vec::with_capacity(total);
        let mut colours = Vec::with_capacity(total);
        starts.push(0);
        for (e, touches) in embeddings.iter().enumerate() {
            if touches.is_empty() {
                return Err(CoverError::EmptyEmbedding(e));
            }
            let name = |a: AspectId| aspects[a.index()].name.clone();
            if let Some(pair) = touches.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                return Err(CoverError::TouchedTwice(e, name(pair[0].0)));
            }
            for &(a, colour) in touches {
                if colour.is_some() && aspects[a.index()].demand != Demand::Coloured {
                    return Err(CoverError::ColourNotTaken(e, name(a)));
                }
                touched.push(a);
                colours.push(colour);
            }
            starts.push(touched.len() as u32);
        }
        if colours.iter().all(Option::is_none) {
            colours = Vec::new();
        }
        match costs.iter().all(|&cost| cost == 0) {
            true => costs = Vec::new(),
            false => costs.resize(embeddings.len(), 0),
        }
        if let Some(e) = costs.iter().position(|&cost| cost > AbstractPuzzle::DEAREST) {
            return Err(CoverError::TooDear(e));
        }
        let numbers = (0..count).collect();
        Ok(AbstractPuzzle { aspects, starts, touched, colours, numbers, costs, prices: [].into() })
    }
}

impl AbstractPuzzle {
    /// The most that an embedding may cost: 2^32 of them still fit a `u64`.
    pub const DEAREST: u64 = (1 << 32) - 1;

    /// The aspects, in order of their ids.
    pub fn aspects(&self) -> &[Aspect] {
        &self.aspects
    }

    /// One aspect.
    pub fn aspect(&self, a: AspectId) -> &Aspect {
        &self.aspects[a.index()]
    }

    /// All aspect ids.
    pub fn aspect_ids(&self) -> impl DoubleEndedIterator<Item = AspectId> + use<> {
        (0..self.aspects.len() as u32).map(AspectId)
    }

    /// The aspect of that name.
    pub fn find_aspect(&self, name: &str) -> Option<AspectId> {
        self.aspects.iter().position(|a| a.name == name).map(AspectId::new)
    }

    /// How many embeddings there are.
    pub fn embedding_count(&self) -> usize {
        self.numbers.len()
    }

    /// All embedding ids.
    pub fn embedding_ids(&self) -> impl DoubleEndedIterator<Item = EmbeddingId> + use<> {
        (0..self.numbers.len() as u32).map(EmbeddingId)
    }

    /// The aspects an embedding touches, ascending.
    pub fn embedding(&self, e: EmbeddingId) -> &[AspectId] {
        &self.touched[self.range(e)]
    }

    /// The aspects an embedding touches, with the colours it gives them.
    pub fn touches(
        &self,
        e: EmbeddingId,
    ) -> impl Iterator<Item = (AspectId, Option<Colour>)> + use<'_> {
        let range = self.range(e);
        let colours = self.colours.get(range.clone()).unwrap_or(&[]);
        let colour = move |i: usize| colours.get(i).copied().flatten();
        self.touched[range].iter().enumerate().map(move |(i, &a)| (a, colour(i)))
    }

    fn range(&self, e: EmbeddingId) -> std::ops::Range<usize> {
        self.starts[e.index()] as usize..self.starts[e.index() + 1] as usize
    }

    /// What an embedding costs.
    pub fn cost(&self, e: EmbeddingId) -> u64 {
        self.costs.get(e.index()).copied().unwrap_or(0)
    }

    /// Whether any embedding costs anything.
    pub fn has_costs(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The same puzzle with price lists that an engine may prune with, each checked against it. They
    /// are no part of what the puzzle asks, and replace those it had.
    pub fn priced(self, lists: Vec<PriceList>) -> Result<Self, PriceError> {
        let check = |list: PriceList| PriceList::new(&self, list.prices().to_vec());
        let prices = lists.into_iter().map(check).collect::<Result<_, _>>()?;
        Ok(AbstractPuzzle { prices, ..self })
    }

    /// The price lists it was given.
    pub fn prices(&self) -> &[PriceList] {
        &self.prices
    }

    /// The number shown to users: the position in the full puzzle.
    #[inline]
    pub fn number(&self, e: EmbeddingId) -> u32 {
        self.numbers[e.index()]
    }

    /// The embedding with this number, if it was kept.
    pub fn find_number(&self, number: u32) -> Option<EmbeddingId> {
        self.numbers.binary_search(&number).ok().map(EmbeddingId::new)
    }

    /// For each aspect the embeddings that touch it, ascending.
    pub fn covering(&self) -> Vec<Vec<EmbeddingId>> {
        let mut covering = vec![Vec::new(); self.aspects.len()];
        for e in self.embedding_ids() {
            for &a in self.embedding(e) {
                covering[a.index()].push(e);
            }
        }
        covering
    }

    /// The sum of the sizes of all embeddings.
    pub fn total_size(&self) -> usize {
        self.touched.len()
    }

    /// The same aspects with only some of the embeddings, which keep their numbers.
    pub fn keep(&self, keep: impl Fn(EmbeddingId) -> bool) -> Result<Self, CoverError> {
        let kept: Vec<EmbeddingId> = self.embedding_ids().filter(|&e| keep(e)).collect();
        if kept.is_empty() {
            return Err(CoverError::NoEmbeddings);
        }
        let mut starts = vec![0];
        let mut touched = Vec::new();
        let mut colours = Vec::new();
        for &e in &kept {
            touched.extend_from_slice(self.embedding(e));
            colours.extend_from_slice(self.colours.get(self.range(e)).unwrap_or(&[]));
            starts.push(touched.len() as u32);
        }
        let numbers = kept.iter().map(|&e| self.number(e)).collect();
        let mut costs: Vec<u64> = kept.iter().map(|&e| self.cost(e)).collect();
        if costs.iter().all(|&cost| cost == 0) {
            costs = Vec::new();
        }
        let (aspects, prices) = (self.aspects.clone(), self.prices.clone());
        Ok(AbstractPuzzle { aspects, starts, touched, colours, numbers, costs, prices })
    }
}

/// The puzzle written as document 000's equation (6): the aspects, then one embedding a line with
/// its number.
impl fmt::Display for AbstractPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.aspects.iter().map(|a| a.name.as_str()).collect();
        writeln!(f, "aspects {}", names.join(" "))?;
        for aspect in &self.aspects {
            if aspect.demand != Demand::One {
                writeln!(f, "demand {} {}", aspect.name, aspect.demand)?;
            }
        }
        for e in self.embedding_ids() {
            write!(f, "{}:", self.number(e))?;
            for (a, colour) in self.touches(e) {
                write!(f, " {}", names[a.index()])?;
                if let Some(Colour(colour)) = colour {
                    write!(f, ":{colour}")?;
                }
            }
            if self.cost(e) > 0 {
                write!(f, " |{}", self.cost(e))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aspects(builder: &mut PuzzleBuilder, n: usize) -> Vec<AspectId> {
        (0..n).map(|i| builder.aspect(i.to_string(), Demand::One)).collect()
    }

    #[test]
    fn condition_5_refuses_a_puzzle_without_embeddings_and_an_empty_embedding() {
        let mut builder = PuzzleBuilder::new();
        let a = aspects(&mut builder, 2);
        assert_eq!(builder.clone().build(), Err(CoverError::NoEmbeddings));
        builder.embedding(a);
        builder.embedding([]);
        assert_eq!(builder.build(), Err(CoverError::EmptyEmbedding(1)));
    }

    #[test]
    fn names_are_distinct_and_no_aspect_is_touched_twice_by_one_embedding() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("x", Demand::One);
        builder.embedding([a, a]);
        assert_eq!(builder.clone().build(), Err(CoverError::TouchedTwice(0, "x".into())));
        builder.aspect("x", Demand::One);
        assert_eq!(builder.build(), Err(CoverError::DuplicateAspect("x".into())));
    }

    #[test]
    fn only_a_coloured_aspect_takes_a_colour() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("x", Demand::AtMostOne);
        builder.coloured_embedding([(a, Some(Colour(1)))]);
        assert_eq!(builder.build(), Err(CoverError::ColourNotTaken(0, "x".into())));
    }

    #[test]
    fn kept_embeddings_keep_their_numbers_and_their_colours() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("x", Demand::Coloured);
        let b = builder.aspect("y", Demand::One);
        builder.embedding([b]);
        builder.coloured_embedding([(b, None), (a, Some(Colour(7)))]);
        let full = builder.build().unwrap();
        let restricted = full.keep(|e| e.0 == 1).unwrap();
        assert_eq!(restricted.number(EmbeddingId(0)), 1);
        assert_eq!(restricted.find_number(1), Some(EmbeddingId(0)));
        assert_eq!(restricted.find_number(0), None);
        let touches: Vec<_> = restricted.touches(EmbeddingId(0)).collect();
        assert_eq!(touches, [(a, Some(Colour(7))), (b, None)]);
        assert_eq!(restricted.to_string(), "aspects x y\ndemand x one colour\n1: x:7 y\n");
    }

    #[test]
    fn costs_are_kept_with_their_embeddings_and_bounded() {
        let mut builder = PuzzleBuilder::new();
        let a = builder.aspect("x", Demand::One);
        builder.embedding([a]);
        let dear = builder.embedding([a]);
        builder.cost(dear, 7);
        builder.embedding([a]);
        let puzzle = builder.clone().build().unwrap();
        let costs = |p: &AbstractPuzzle| p.embedding_ids().map(|e| p.cost(e)).collect::<Vec<_>>();
        assert_eq!(costs(&puzzle), [0, 7, 0]);
        assert_eq!(costs(&puzzle.keep(|e| e.0 > 0).unwrap()), [7, 0]);
        assert!(!puzzle.keep(|e| e.0 != 1).unwrap().has_costs());
        assert_eq!(puzzle.to_string(), "aspects x\n0: x\n1: x |7\n2: x\n");
        builder.cost(dear, 1 << 32);
        assert_eq!(builder.build(), Err(CoverError::TooDear(1)));
    }
}
