//! Checks a certificate of a count: everything but what each part came to.
//!
//! The parts hang in a tree whose branches are choices. Where a branch divides, there must be an aspect that
//! has to be covered, and every embedding over it that is still possible must be a branch, unless nothing
//! can come of it: it cannot be paid, or leaves an aspect that nothing can cover any more. Then every
//! solution is in exactly one part.

use std::collections::BTreeMap;

use super::{CertifiedRestriction, CountCertificate};
use crate::{
    AbstractPuzzle, AspectId, BigUint, Budget, Demand, EmbeddingId, Pace, Permutation, PriceList,
    Subtree,
};

/// The most embeddings that a part chooses: parts hang in a tree that is walked by recursion.
const DEEPEST: usize = 2000;

/// What was found right.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The puzzle with the representatives alone; `None` if nothing was left of it.
    pub restricted: Option<AbstractPuzzle>,
    /// The puzzle that was searched: restricted, without what is too dear, with its price lists; `None`
    /// if nothing was left of it.
    pub searched: Option<AbstractPuzzle>,
    /// How many embeddings the price lists removed.
    pub removed: usize,
    /// By number of an embedding over the restricted aspect, ascending, for how many it stands.
    pub orbits: Vec<(u32, u32)>,
}

/// A part that is to be counted again.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// Which it is, in the puzzle that was searched.
    pub subtree: Subtree,
    /// What it came to.
    pub solutions: BigUint,
}

impl CountCertificate {
    /// Checks it against the puzzle it is about; says what is wrong, and where.
    pub fn check(&self, puzzle: &AbstractPuzzle, budget: &Budget) -> Result<Checked, String> {
        if self.fingerprint != puzzle.fingerprint() {
            return Err("the certificate is of another puzzle".into());
        }
        if !puzzle.is_simple() {
            return Err("only counts of puzzles whose aspects are covered once or at most once \
                        have certificates"
                .into());
        }
        let restricted = match &self.restriction {
            None => Some(puzzle.clone()),
            Some(restriction) => restriction.apply(puzzle)?,
        };
        let mut orbits = match &self.restriction {
            None => Vec::new(),
            Some(restriction) => restriction.representatives.clone(),
        };
        orbits.sort_unstable();
        let searched = match &restricted {
            Some(restricted) => self.prices.apply(restricted),
            None => Ok(None),
        };
        let searched = searched.map_err(|error| format!("a price list is wrong: {error}"))?;
        let left = searched.as_ref().map_or(0, AbstractPuzzle::embedding_count);
        let removed = restricted.as_ref().map_or(0, AbstractPuzzle::embedding_count) - left;
        let sum: BigUint = self.parts.iter().map(|part| &part.solutions).sum();
        if sum != self.count {
            return Err(format!("the parts come to {sum}, not to {}", self.count));
        }
        match &searched {
            Some(searched) if searched.prices().iter().all(|list| list.purse() >= 0) => {
                self.check_parts(searched, budget)?;
            }
            // There is no solution, and the sum says so only if it is 0.
            _ if sum == BigUint::ZERO => {}
            _ => return Err("by the price lists there is no solution".into()),
        }
        Ok(Checked { restricted, searched, removed, orbits })
    }

    /// Some parts, drawn without favour by a function of how many there are: `draw(n)` is below n.
    pub fn sample(
        &self,
        searched: &AbstractPuzzle,
        many: usize,
        draw: &mut dyn FnMut(usize) -> usize,
    ) -> Vec<Sampled> {
        let mut places: Vec<usize> = (0..self.parts.len()).collect();
        let many = many.min(places.len());
        for i in 0..many {
            places.swap(i, i + draw(self.parts.len() - i));
        }
        let sampled = |&place: &usize| {
            let part = &self.parts[place];
            let id = |number: &u32| searched.find_number(*number).expect("it was checked");
            let chosen = part.chosen.iter().map(id).collect();
            let subtree = Subtree { chosen, ..Subtree::default() };
            Sampled { subtree, solutions: part.solutions.clone() }
        };
        places[..many].iter().map(sampled).collect()
    }

    /// Whether the parts are the whole tree, each branch once.
    fn check_parts(&self, puzzle: &AbstractPuzzle, budget: &Budget) -> Result<(), String> {
        let mut root = Branch::default();
        for (i, part) in self.parts.iter().enumerate() {
            if part.chosen.len() > DEEPEST {
                return Err(format!("part {} chooses over {DEEPEST} embeddings", i + 1));
            }
            let mut at = &mut root;
            for &number in &part.chosen {
                let wrong = || format!("part {} chooses {number}, which is not there", i + 1);
                let e = puzzle.find_number(number).ok_or_else(wrong)?;
                at = at.below.entry(e).or_default();
            }
            if std::mem::replace(&mut at.is_part, true) {
                return Err(format!("part {} is there twice", i + 1));
            }
            at.has_solutions = part.solutions != BigUint::ZERO;
        }
        let left = puzzle.prices().iter().map(PriceList::purse).collect();
        let walk = Walk { puzzle, budget };
        let open = vec![true; puzzle.aspects().len()];
        let living = puzzle.embedding_ids().collect();
        walk.check(&root, &mut Vec::new(), &State { open, living, left })
    }
}

/// What hangs below a choice.
#[derive(Default)]
struct Branch {
    is_part: bool,
    has_solutions: bool,
    below: BTreeMap<EmbeddingId, Branch>,
}

impl Branch {
    /// Whether no part of it is said to have solutions.
    fn is_empty(&self) -> bool {
        !self.has_solutions && self.below.values().all(Branch::is_empty)
    }
}

/// What is left at a branch.
struct State {
    /// By aspect, whether it is uncovered.
    open: Vec<bool>,
    /// The embeddings that fit and can be paid.
    living: Vec<EmbeddingId>,
    /// By list, what is left to be spent.
    left: Vec<i64>,
}

struct Walk<'a> {
    puzzle: &'a AbstractPuzzle,
    budget: &'a Budget,
}

impl Walk<'_> {
    fn check(&self, branch: &Branch, chosen: &mut Vec<u32>, state: &State) -> Result<(), String> {
        let place = |chosen: &[u32]| match chosen {
            [] => "at the root".to_owned(),
            chosen => {
                let words: Vec<String> = chosen.iter().map(u32::to_string).collect();
                format!("below {}", words.join(" "))
            }
        };
        let mut pace = Pace::new(self.budget);
        pace.take(state.living.len()).map_err(|_| "the check was stopped".to_owned())?;
        match (branch.is_part, branch.below.is_empty()) {
            (true, true) => return Ok(()),
            (true, false) => return Err(format!("{} a part lies within a part", place(chosen))),
            (false, _) => {}
        }
        let over: Vec<AspectId> = match branch.below.keys().next() {
            None => self.puzzle.aspect_ids().collect(),
            Some(&first) => self.puzzle.embedding(first).to_vec(),
        };
        let mut missing = None;
        let complete = over.into_iter().filter(|a| self.lacks(state, *a)).any(|a| {
            let over = state.living.iter().filter(|e| self.puzzle.embedding(**e).contains(&a));
            let lost: Vec<EmbeddingId> = over
                .filter(|e| !branch.below.contains_key(e))
                .copied()
                .filter(|e| self.after(state, *e).is_some())
                .collect();
            let all = branch.below.keys().all(|e| self.puzzle.embedding(*e).contains(&a));
            if all && !lost.is_empty() {
                missing = lost.first().copied();
            }
            all && lost.is_empty()
        });
        if !complete {
            let lost = missing.map_or(String::new(), |e| {
                format!(": the part with embedding {} is missing", self.puzzle.number(e))
            });
            return Err(format!("{} the parts are not all{lost}", place(chosen)));
        }
        for (&e, below) in &branch.below {
            chosen.push(self.puzzle.number(e));
            match self.after(state, e) {
                Some(state) => self.check(below, chosen, &state)?,
                // No solution can be there, and none is said to be. It may be a choice that cannot be paid:
                // the search rounds what is left in a purse up.
                None if below.is_empty() => {}
                None if state.living.binary_search(&e).is_err() => {
                    return Err(format!("{} the last choice does not fit", place(chosen)));
                }
                None => return Err(format!("{} there can be no solution", place(chosen))),
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Whether an aspect must still be covered.
    fn lacks(&self, state: &State, a: AspectId) -> bool {
        state.open[a.index()] && self.puzzle.aspect(a).demand == Demand::One
    }

    /// What is left when an embedding is chosen; `None` if no solution can be below.
    fn after(&self, state: &State, e: EmbeddingId) -> Option<State> {
        let puzzle = self.puzzle;
        state.living.binary_search(&e).ok()?;
        let mut open = state.open.clone();
        puzzle.embedding(e).iter().for_each(|a| open[a.index()] = false);
        let lists = puzzle.prices();
        let left: Vec<i64> = lists
            .iter()
            .zip(&state.left)
            .map(|(l, left)| left - i64::from(l.cost(puzzle, e)))
            .collect();
        if left.iter().any(|left| *left < 0) {
            return None;
        }
        let fits = |e: &EmbeddingId| {
            puzzle.embedding(*e).iter().all(|a| open[a.index()])
                && lists.iter().zip(&left).all(|(l, left)| i64::from(l.cost(puzzle, *e)) <= *left)
        };
        let living: Vec<EmbeddingId> = state.living.iter().copied().filter(fits).collect();
        let mut reached = vec![false; open.len()];
        for a in living.iter().flat_map(|e| puzzle.embedding(*e)) {
            reached[a.index()] = true;
        }
        let state = State { open, living, left };
        let alive = |a: AspectId| reached[a.index()] || !self.lacks(&state, a);
        puzzle.aspect_ids().all(alive).then_some(state)
    }
}

impl CertifiedRestriction {
    /// The puzzle with the representatives alone, once they are known to stand for all; `None` if nothing is
    /// left. Embeddings of one orbit are in equally many solutions, so it is enough that the
    /// representatives in it stand for as many as it has.
    fn apply(&self, puzzle: &AbstractPuzzle) -> Result<Option<AbstractPuzzle>, String> {
        let aspect = AspectId(self.aspect);
        let demand = puzzle.aspects().get(aspect.index()).map(|aspect| aspect.demand);
        if demand != Some(Demand::One) {
            return Err(format!("aspect {} is not one that is covered once", self.aspect));
        }
        let over = |e: EmbeddingId| puzzle.embedding(e).contains(&aspect);
        let mut places: BTreeMap<Vec<AspectId>, Vec<EmbeddingId>> = BTreeMap::new();
        for e in puzzle.embedding_ids() {
            places.entry(sorted(puzzle.embedding(e).to_vec())).or_default().push(e);
        }
        let mut root: Vec<usize> = (0..puzzle.embedding_count()).collect();
        for (i, images) in self.symmetries.iter().enumerate() {
            let wrong = |what: &str| format!("symmetry {} {what}", i + 1);
            let images = Permutation::new(images.clone())
                .filter(|images| images.len() == puzzle.aspects().len())
                .ok_or_else(|| wrong("does not say where every aspect goes"))?;
            let image = |a: AspectId| AspectId(images.apply(a.0));
            if image(aspect) != aspect {
                return Err(wrong("does not keep the restricted aspect"));
            }
            if puzzle
                .aspect_ids()
                .any(|a| puzzle.aspect(a).demand != puzzle.aspect(image(a)).demand)
            {
                return Err(wrong("changes what is demanded"));
            }
            for (key, from) in &places {
                let to = places.get(&sorted(key.iter().map(|&a| image(a)).collect()));
                let to = to.filter(|to| to.len() == from.len());
                let to = to.ok_or_else(|| wrong("carries an embedding to none"))?;
                join(&mut root, from[0].index(), to[0].index());
            }
        }
        // Those that cover the same can be exchanged.
        for alike in places.values() {
            alike.iter().for_each(|e| join(&mut root, alike[0].index(), e.index()));
        }
        let mut sizes: BTreeMap<usize, u32> = BTreeMap::new();
        for e in puzzle.embedding_ids().filter(|e| over(*e)) {
            *sizes.entry(find(&root, e.index())).or_default() += 1;
        }
        let mut kept = Vec::new();
        for &(number, orbit) in &self.representatives {
            let e = puzzle.find_number(number).filter(|e| over(*e) && !kept.contains(e));
            let e = e.ok_or_else(|| format!("representative {number} is not over the aspect"))?;
            let left = sizes.get_mut(&find(&root, e.index())).expect("it is in an orbit");
            *left = left
                .checked_sub(orbit)
                .ok_or_else(|| format!("representative {number} does not stand for {orbit}"))?;
            kept.push(e);
        }
        if sizes.values().any(|left| *left > 0) {
            return Err(
                "the representatives do not stand for all embeddings over the aspect".into()
            );
        }
        Ok(puzzle.keep(|e| !over(e) || kept.contains(&e)).ok())
    }
}

fn sorted(mut aspects: Vec<AspectId>) -> Vec<AspectId> {
    aspects.sort_unstable();
    aspects
}

fn find(root: &[usize], mut i: usize) -> usize {
    while root[i] != i {
        i = root[i];
    }
    i
}

fn join(root: &mut [usize], i: usize, j: usize) {
    let (i, j) = (find(root, i), find(root, j));
    root[i.max(j)] = i.min(j);
}
