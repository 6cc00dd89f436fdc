//! Restriction: one embedding per orbit at one aspect (document 000 §2.2, advantage 4).
//!
//! Let `a` be an aspect that every solution covers exactly once and H the symmetries that leave
//! it in its place. Whatever embedding covers `a` in a solution, some symmetry of H carries it to
//! the representative of its orbit, so every solution is the image of one in which `a` is covered
//! by a representative. Conversely a solution count follows from the restricted one: each
//! solution that uses representative `r` stands for as many as `r`'s orbit has members.

use std::fmt;

use crate::{AspectId, Cover, Demand, EmbeddingId, Symmetry};

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
    kept: Vec<bool>,
}

/// Why an aspect cannot be used for a restriction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RestrictionError {
    /// The aspect is not covered exactly once, so the count would not follow.
    NotOnce(String),
    /// These numbers are not embeddings of the aspect.
    NotCovering(u32, String),
}

impl fmt::Display for RestrictionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestrictionError::NotOnce(name) => {
                write!(f, "`{name}` is not covered exactly once, so it cannot be restricted")
            }
            RestrictionError::NotCovering(number, name) => {
                write!(f, "embedding {number} does not cover `{name}`")
            }
        }
    }
}

impl std::error::Error for RestrictionError {}

impl Restriction {
    /// Cuts the embeddings of `aspect` to the least one of each orbit.
    pub fn new(cover: &Cover, aspect: AspectId, group: Group) -> Result<Self, RestrictionError> {
        if cover.puzzle.aspect(aspect).demand != Demand::One {
            return Err(RestrictionError::NotOnce(cover.puzzle.aspect(aspect).name.clone()));
        }
        let usable =
            |s: &&Symmetry| s.aspect(aspect) == aspect && (group == Group::All || s.proper);
        let stabiliser: Vec<&Symmetry> =
            cover.symmetries.elements().iter().filter(usable).collect();
        let mut kept = vec![true; cover.puzzle.embedding_count()];
        let mut representatives = Vec::new();
        for e in cover.puzzle.embedding_ids() {
            if !cover.puzzle.embedding(e).contains(&aspect) {
                continue;
            }
            let mut orbit: Vec<_> = stabiliser.iter().map(|s| s.embedding(e)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            kept[e.index()] = orbit[0] == e;
            if kept[e.index()] {
                representatives.push((e, orbit.len() as u32));
            }
        }
        Ok(Restriction { aspect, representatives, kept })
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
            let e = cover.puzzle.find_number(number).filter(|e| !kept[e.index()]);
            let e = match e {
                Some(e) => e,
                // A number given twice is kept already, but does cover the aspect.
                None => match cover.puzzle.find_number(number) {
                    Some(e) if cover.puzzle.embedding(e).contains(&aspect) => e,
                    _ => return Err(RestrictionError::NotCovering(number, name())),
                },
            };
            kept[e.index()] = true;
        }
        Ok(Restriction { aspect, representatives: Vec::new(), kept })
    }

    /// Whether the restricted puzzle has this embedding.
    pub fn keeps(&self, e: EmbeddingId) -> bool {
        self.kept[e.index()]
    }
}
