//! Certificates of counts: writing them, and counting some of what they say again.
//!
//! What can be checked without a search is in `puzzle_core::certificate`. A part of a long count is far too
//! large to be counted without prices. So from each part that is drawn the way goes on down, at random or
//! along a solution, until what lies below can be counted both ways: by an engine that keeps the prices up,
//! and by one of another kind, in the puzzle from which no price has removed anything. Where a part is small
//! enough as it is, what the certificate says of it is compared as well.

use std::ops::ControlFlow;
use std::path::Path;

use puzzle_core::certificate::{
    CertifiedPart, CertifiedRestriction, Checked, CountCertificate, Sampled,
};
use puzzle_core::{
    AbstractPuzzle, BigUint, Budget, Control, Cover, CoverEngine, EmbeddingId, Failure,
    FinishedPart, PriceRecord, Random, Restriction, Searcher, Subtree,
};

use crate::cover::sweeps::Sweeps;
use crate::cover::{Bitsets, Blocks, Cells};
use crate::divide::searcher;
use crate::files;

/// What is counted again has at most about so many nodes without prices.
const SMALL: f64 = 2e6;

/// What a count was made of.
pub(super) struct Made<'a> {
    pub cover: &'a Cover,
    pub cut: Option<&'a Restriction>,
    /// The puzzle that was searched.
    pub searched: &'a AbstractPuzzle,
    pub prices: &'a PriceRecord,
    pub parts: &'a [FinishedPart],
    pub count: &'a BigUint,
}

impl Made<'_> {
    /// Writes the certificate. What does not pass its own check is not written.
    pub(super) fn write(&self, file: &Path, budget: &Budget) -> Result<(), Failure> {
        let Made { cover, cut, searched, prices, parts, count } = *self;
        let number = |e: &EmbeddingId| searched.number(*e);
        let restriction = cut.map(|cut| CertifiedRestriction {
            aspect: cut.aspect.0,
            symmetries: cut
                .symmetries
                .iter()
                .map(|images| (0..images.len() as u32).map(|a| images.apply(a)).collect())
                .collect(),
            representatives: cut
                .representatives
                .iter()
                .map(|&(e, orbit)| (cover.puzzle.number(e), orbit))
                .collect(),
        });
        let certificate = CountCertificate {
            fingerprint: cover.puzzle.fingerprint(),
            count: count.clone(),
            restriction,
            prices: prices.clone(),
            parts: parts
                .iter()
                .map(|part| CertifiedPart {
                    solutions: part.solutions.clone(),
                    nodes: part.nodes,
                    chosen: part.subtree.chosen.iter().map(number).collect(),
                })
                .collect(),
        };
        certificate.check(&cover.puzzle, budget).map_err(|why| {
            Failure::Wrong(format!(
                "the count has no certificate: {why}\n hint: this is a bug in puzzle"
            ))
        })?;
        files::write(file, |out| out.write_all(&certificate.write()))
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))
    }
}

/// What was counted again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Recounted {
    /// How many subtrees.
    pub subtrees: usize,
    /// How many of them are whole parts of the certificate.
    pub whole: usize,
    /// How many have solutions.
    pub solvable: usize,
    /// The solutions in them.
    pub solutions: u64,
}

/// Counts so many subtrees again, below as many parts if there are that many, but no whole part twice; says
/// what is wrong.
pub fn recount(
    certificate: &CountCertificate,
    checked: &Checked,
    many: usize,
    seed: u64,
    control: &Control,
) -> Result<Recounted, Failure> {
    let mut recounted = Recounted::default();
    let (Some(searched), Some(restricted)) = (&checked.searched, &checked.restricted) else {
        return Ok(recounted);
    };
    let plain = searched.clone().priced(Vec::new()).expect("no list is a wrong one");
    let with: &dyn CoverEngine = if searched.prices().len() > 1 { &Blocks } else { &Bitsets };
    let mut again = Again {
        checked,
        searched,
        restricted,
        sweeps: Sweeps::of(&plain, &control.budget),
        with: searcher(with, searched),
        without: searcher(&Cells, restricted),
        random: Random::new(seed),
        control,
    };
    let mut random = Random::new(seed);
    let mut draw = |below: usize| random.index(below);
    let mut sampled = certificate.sample(searched, many, &mut draw);
    let mut round = 0;
    while recounted.subtrees < many && !sampled.is_empty() {
        let mut again_below = Vec::new();
        for part in sampled {
            if recounted.subtrees == many {
                break;
            }
            if let Some(reason) = control.budget.check(0) {
                return Err(Failure::Stopped(reason));
            }
            let along = (recounted.subtrees + round) % 2 == 1;
            if !again.count(&part, along, &mut recounted)? {
                again_below.push(part);
            }
            control.progress.publish_fraction(recounted.subtrees as f64 / many as f64);
        }
        sampled = again_below;
        round += 1;
    }
    Ok(recounted)
}

struct Again<'a> {
    checked: &'a Checked,
    searched: &'a AbstractPuzzle,
    restricted: &'a AbstractPuzzle,
    sweeps: Option<Sweeps>,
    with: Box<dyn Searcher + 'a>,
    without: Box<dyn Searcher + 'a>,
    random: Random,
    control: &'a Control,
}

impl Again<'_> {
    /// Counts something of a part in both ways, along a solution if it has one and that is wanted; whether
    /// that was all of it.
    fn count(
        &mut self,
        part: &Sampled,
        along: bool,
        recounted: &mut Recounted,
    ) -> Result<bool, Failure> {
        let along = along && part.solutions != BigUint::ZERO;
        let path = if along { self.solution(&part.subtree)? } else { None };
        let mut subtree = part.subtree.clone();
        let mut whole = true;
        while let Some((children, nodes)) = self.children(&subtree)
            && nodes > SMALL
        {
            let next = match &path {
                Some(path) => path.get(subtree.chosen.len()).copied(),
                None => Some(children[self.random.index(children.len())]),
            };
            let Some(next) = next else { break };
            subtree.chosen.push(next);
            whole = false;
        }
        let (found, weighed) = self.found(&subtree, true)?;
        let (again, _) = self.found(&subtree, false)?;
        let told = || {
            let numbers = subtree.chosen.iter().map(|e| self.searched.number(*e).to_string());
            numbers.collect::<Vec<_>>().join(" ")
        };
        if found != again {
            let message = format!("below {} there are {again} solutions, not {found}", told());
            return Err(Failure::Wrong(message));
        }
        if whole && weighed != part.solutions {
            return Err(Failure::Usage(format!(
                "the part {} comes to {weighed}, not to {}",
                told(),
                part.solutions
            )));
        }
        recounted.subtrees += 1;
        recounted.whole += usize::from(whole);
        recounted.solvable += usize::from(found > 0);
        recounted.solutions += found;
        Ok(whole)
    }

    /// What can be chosen next, and about how many nodes that makes without prices.
    fn children(&mut self, subtree: &Subtree) -> Option<(Vec<EmbeddingId>, f64)> {
        let children = self.sweeps.as_mut()?.children(subtree, None).ways();
        let nodes = children.iter().map(|child| child.1).sum();
        let children: Vec<EmbeddingId> = children.into_iter().map(|child| child.0).collect();
        (!children.is_empty()).then_some((children, nodes))
    }

    /// A solution of the part, in the order in which it was found.
    fn solution(&mut self, subtree: &Subtree) -> Result<Option<Vec<EmbeddingId>>, Failure> {
        let mut path = None;
        let mut sink = |chosen: &[EmbeddingId]| {
            path = Some(chosen.to_vec());
            ControlFlow::Break(())
        };
        self.with.search(subtree, &mut sink, self.control)?;
        Ok(path)
    }

    /// How many solutions there are below, and what they count for.
    fn found(&mut self, subtree: &Subtree, prices: bool) -> Result<(u64, BigUint), Failure> {
        let (mut found, mut weighed) = (0, BigUint::ZERO);
        let puzzle = if prices { self.searched } else { self.restricted };
        let chosen = subtree.chosen.iter().map(|e| self.searched.number(*e));
        let chosen = chosen.map(|number| puzzle.find_number(number).expect("it has them all"));
        let subtree = Subtree { chosen: chosen.collect(), ..Subtree::default() };
        let orbits = &self.checked.orbits;
        let mut sink = |chosen: &[EmbeddingId]| {
            let weight = chosen.iter().filter_map(|e| {
                let place = orbits.binary_search_by_key(&puzzle.number(*e), |orbit| orbit.0);
                place.ok().map(|place| orbits[place].1)
            });
            let weight = if orbits.is_empty() { 1 } else { weight.sum::<u32>() };
            found += 1;
            weighed += weight;
            ControlFlow::Continue(())
        };
        let searcher = if prices { &mut self.with } else { &mut self.without };
        let report = searcher.search(&subtree, &mut sink, self.control)?;
        match report.stopped {
            Some(reason) => Err(Failure::Stopped(reason)),
            None => Ok((found, weighed)),
        }
    }
}
