//! Restriction: one embedding per orbit at one aspect (document 000 §2.2, advantage 4).
//!
//! Let `a` be an aspect that every solution covers exactly once and H the symmetries that carry
//! the embeddings over `a` to each other. Whatever embedding covers `a` in a solution, some symmetry of H carries it to
//! the representative of its orbit, so every solution is the image of one in which `a` is covered
//! by a representative. Conversely a solution count follows from the restricted one: each
//! solution that uses representative `r` stands for as many as `r`'s orbit has members.

use crate::shown::shown;
use crate::{
    AbstractPuzzle, AspectId, Automorphisms, Budget, Cover, Demand, EmbeddingId, Permutation,
    Symmetry,
};

/// The most embeddings' images that are looked at to find a good restriction: about a second.
const SURVEY: usize = 50_000_000;
/// The most aspects whose stabilisers are looked for where symmetries are too many to list.
const CANDIDATES: usize = 4;

/// Which symmetries a restriction uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Group {
    /// All of them.
    #[default]
    All,
    /// Only the proper ones: turns of the box, no reflections.
    Rotations,
}

/// One embedding per orbit among those that cover one aspect.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// The aspect whose embeddings are cut.
    pub aspect: AspectId,
    /// Each representative with the size of its orbit, by ascending representative.
    pub representatives: Vec<(EmbeddingId, u32)>,
    /// Where aspects go by the symmetries whose orbits these are: enough of them to make the orbits.
    pub symmetries: Vec<Permutation>,
    kept: Vec<bool>,
}

/// Why an aspect cannot be used for a restriction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RestrictionError {
    /// The aspect is not covered exactly once, so the count would not follow.
    NotOnce(String),
    /// This embedding does not cover the aspect.
    NotCovering(u32, String),
    /// There is no embedding with this number.
    Unknown(u32),
}

shown! { RestrictionError {
    RestrictionError::NotOnce(name) =>
        "`{name}` is not covered exactly once, so it cannot be restricted";
    RestrictionError::NotCovering(number, name) => "embedding {number} does not cover `{name}`";
    RestrictionError::Unknown(number) => "there is no embedding {number}";
} }

impl std::error::Error for RestrictionError {}

impl Restriction {
    /// Cuts the embeddings of `aspect` to the least one of each orbit.
    pub fn new(cover: &Cover, aspect: AspectId, group: Group) -> Result<Self, RestrictionError> {
        if cover.puzzle.aspect(aspect).demand != Demand::One {
            return Err(RestrictionError::NotOnce(cover.puzzle.aspect(aspect).name.clone()));
        }
        let over = |e: &EmbeddingId| cover.puzzle.embedding(*e).contains(&aspect);
        let covering: Vec<EmbeddingId> = cover.puzzle.embedding_ids().filter(over).collect();
        let representatives = orbits(cover, &covering, group);
        let symmetries = makers(cover, &covering, group);
        let mut kept = vec![true; cover.puzzle.embedding_count()];
        covering.iter().for_each(|e| kept[e.index()] = false);
        representatives.iter().for_each(|(e, _)| kept[e.index()] = true);
        Ok(Restriction { aspect, representatives, symmetries, kept })
    }

    /// The restriction that cuts most: the largest factor, then the fewest representatives. `None`
    /// when no restriction cuts anything, or when the budget ends before that is known.
    pub fn best(cover: &Cover, budget: &Budget) -> Option<Self> {
        let elements = cover.symmetries.elements();
        let surveyed = |size: usize| size.saturating_mul(elements.len()) <= SURVEY;
        if elements.len() == 1 || !surveyed(cover.puzzle.aspects().len()) {
            return None;
        }
        // What holds for one aspect holds for its images.
        let is_first = |a: &AspectId| elements.iter().all(|s| s.aspect(*a) >= *a);
        let firsts: Vec<AspectId> = cover.puzzle.aspect_ids().filter(is_first).collect();
        let covering = cover.puzzle.covering();
        if !surveyed(firsts.iter().map(|a| covering[a.index()].len()).sum()) {
            return None;
        }
        let survey = survey(cover, &covering, firsts, budget)?;
        let survey = survey.into_iter().filter(|(_, full, kept)| kept < full);
        let key = |&(_, full, kept): &(AspectId, usize, usize)| (kept as f64 / full as f64, kept);
        let better = |x: &_, y: &_| key(x).partial_cmp(&key(y)).expect("ratios are numbers");
        let (aspect, ..) = survey.min_by(better)?;
        Restriction::new(cover, aspect, Group::All).ok()
    }

    /// The same for symmetries that were found and are too many to list: for an aspect of some orbits, the
    /// symmetries that keep it are looked for, within so many steps altogether.
    pub fn best_found(puzzle: &AbstractPuzzle, found: &Automorphisms, steps: u64) -> Option<Self> {
        let mut root: Vec<usize> = (0..puzzle.aspects().len()).collect();
        for generator in found.generators() {
            join(&mut root, |a| generator.aspects.apply(a as u32) as usize);
        }
        let covering = puzzle.covering();
        let once = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
        let first = |a: &AspectId| root[a.index()] == a.index() && !covering[a.index()].is_empty();
        let mut candidates: Vec<AspectId> =
            puzzle.aspect_ids().filter(once).filter(first).collect();
        candidates.sort_by_key(|a| covering[a.index()].len());
        candidates.truncate(CANDIDATES);
        let steps = steps / candidates.len().max(1) as u64;
        let cut = |aspect: AspectId| {
            let over = &covering[aspect.index()];
            let mut root: Vec<usize> = (0..puzzle.embedding_count()).collect();
            let found = Automorphisms::find_fixing(puzzle, aspect, steps);
            for generator in found.generators() {
                join(&mut root, |e| generator.embeddings.apply(e as u32) as usize);
            }
            let size =
                |e: &EmbeddingId| over.iter().filter(|f| root[f.index()] == e.index()).count();
            let representatives: Vec<(EmbeddingId, u32)> = over
                .iter()
                .filter(|e| root[e.index()] == e.index())
                .map(|e| (*e, size(e) as u32))
                .collect();
            let mut kept = vec![true; puzzle.embedding_count()];
            over.iter().for_each(|e| kept[e.index()] = false);
            representatives.iter().for_each(|(e, _)| kept[e.index()] = true);
            let symmetries = found.generators().iter().map(|g| g.aspects.clone()).collect();
            Restriction { aspect, representatives, symmetries, kept }
        };
        let share = |cut: &Restriction| {
            let full = covering[cut.aspect.index()].len();
            (cut.representatives.len() * 1_000_000 / full, cut.representatives.len())
        };
        let best = candidates.into_iter().map(cut).min_by_key(share)?;
        (best.representatives.len() < covering[best.aspect.index()].len()).then_some(best)
    }

    /// Keeps only the embeddings of `aspect` with these numbers. Whether they represent the
    /// others is the caller's business, so they carry no orbit sizes.
    pub fn by_hand(
        cover: &Cover,
        aspect: AspectId,
        numbers: &[u32],
    ) -> Result<Self, RestrictionError> {
        let name = || cover.puzzle.aspect(aspect).name.clone();
        let mut kept: Vec<bool> = cover
            .puzzle
            .embedding_ids()
            .map(|e| !cover.puzzle.embedding(e).contains(&aspect))
            .collect();
        for &number in numbers {
            let Some(e) = cover.puzzle.find_number(number) else {
                return Err(RestrictionError::Unknown(number));
            };
            if !cover.puzzle.embedding(e).contains(&aspect) {
                return Err(RestrictionError::NotCovering(number, name()));
            }
            kept[e.index()] = true;
        }
        Ok(Restriction { aspect, representatives: Vec::new(), symmetries: Vec::new(), kept })
    }

    /// How many embeddings over each aspect a restriction there would keep, for aspects that are
    /// covered exactly once: a cheap look before one is chosen. `None` if the budget ends.
    pub fn survey(cover: &Cover, budget: &Budget) -> Option<Vec<(AspectId, usize, usize)>> {
        survey(cover, &cover.puzzle.covering(), cover.puzzle.aspect_ids(), budget)
    }

    /// Whether the restricted puzzle has this embedding.
    pub fn keeps(&self, e: EmbeddingId) -> bool {
        self.kept[e.index()]
    }
}

/// How many embeddings there are over each of these aspects, and how many a restriction would keep;
/// `None` if the budget ends.
fn survey(
    cover: &Cover,
    covering: &[Vec<EmbeddingId>],
    aspects: impl IntoIterator<Item = AspectId>,
    budget: &Budget,
) -> Option<Vec<(AspectId, usize, usize)>> {
    let once = |a: &AspectId| cover.puzzle.aspect(*a).demand == Demand::One;
    let look = |a: AspectId| {
        let over = &covering[a.index()];
        let left = budget.check(0).is_none();
        left.then(|| (a, over.len(), orbits(cover, over, Group::All).len()))
    };
    aspects.into_iter().filter(once).map(look).collect()
}

/// Joins everything to its image; a root is the least of its set.
fn join(root: &mut [usize], image: impl Fn(usize) -> usize) {
    for i in 0..root.len() {
        let (mut a, mut b) = (root[i], root[image(i)]);
        while root[a] != a {
            a = root[a];
        }
        while root[b] != b {
            b = root[b];
        }
        root[a.max(b)] = a.min(b);
    }
    for i in 0..root.len() {
        root[i] = root[root[i]];
    }
}

/// The symmetries that carry the embeddings `covering` an aspect, which are ascending, to each other.
fn stabiliser<'a>(cover: &'a Cover, covering: &[EmbeddingId], group: Group) -> Vec<&'a Symmetry> {
    let stays = |s: &&Symmetry| {
        (group == Group::All || s.proper)
            && covering.iter().all(|&e| covering.binary_search(&s.embedding(e)).is_ok())
    };
    cover.symmetries.elements().iter().filter(stays).collect()
}

/// Enough of these symmetries to join the embeddings of each orbit.
fn makers(cover: &Cover, covering: &[EmbeddingId], group: Group) -> Vec<Permutation> {
    let place = |e: EmbeddingId| covering.binary_search(&e).expect("the symmetry keeps them");
    let mut root: Vec<usize> = (0..covering.len()).collect();
    let mut makers = Vec::new();
    for symmetry in stabiliser(cover, covering, group) {
        let before = root.clone();
        join(&mut root, |i| place(symmetry.embedding(covering[i])));
        if root != before {
            makers.push(symmetry.aspects.clone());
        }
    }
    makers
}

/// The least member of each orbit among the embeddings `covering` an aspect, which are ascending,
/// with the size of the orbit.
fn orbits(cover: &Cover, covering: &[EmbeddingId], group: Group) -> Vec<(EmbeddingId, u32)> {
    let stabiliser = stabiliser(cover, covering, group);
    let mut representatives = Vec::new();
    let mut orbit = Vec::new();
    for &e in covering {
        orbit.clear();
        orbit.extend(stabiliser.iter().map(|s| s.embedding(e)));
        orbit.sort_unstable();
        orbit.dedup();
        if orbit[0] == e {
            representatives.push((e, orbit.len() as u32));
        }
    }
    representatives
}
