//! Assemblies of whose pieces no other one comes apart: what a designer calls a unique solution.
//!
//! Pieces that several assemblies have in common are found in two ways. Where pieces have slots, all assemblies
//! of the same pieces are found at once, so that nothing need be remembered ([`Alone`]). The solutions of a
//! cover come in any order: those that come apart are kept by their pieces until all are known
//! ([`ByPieces`]). Images count as the same, and so do the pieces of mirror images, if mirror images do.

use std::collections::{BTreeMap, BTreeSet};

use puzzle_core::apart::plan::{Plan, Verdict};
use puzzle_core::apart::slots::Taking;
use puzzle_core::apart::{Apart, Source};
use puzzle_core::{Cover, EmbeddingId, StopReason, UpTo};

use super::slots::Classes;

/// Options with the numbers of their embeddings, by kind.
type ByKind = BTreeMap<u32, Vec<(u32, Taking)>>;

/// Finds all assemblies of some pieces that have slots.
pub(super) struct Alone<'a> {
    apart: &'a Apart,
    classes: Classes<'a>,
    /// By slot.
    options: Vec<ByKind>,
}

impl<'a> Alone<'a> {
    /// `None` if pieces have no slots.
    pub(super) fn new(apart: &'a Apart, up_to: UpTo) -> Option<Self> {
        let Source::Slots(slots) = &apart.source else { return None };
        let by_kind = |(start, options): (u32, &Vec<Taking>)| {
            let mut by_kind = ByKind::new();
            for (number, option) in (start..).zip(options) {
                by_kind.entry(option.kind).or_default().push((number, *option));
            }
            by_kind
        };
        let options = slots.starts().into_iter().zip(&slots.options).map(by_kind).collect();
        Some(Alone { apart, classes: Classes::new(slots, up_to), options })
    }

    /// Whether no other assembly of the same pieces comes apart.
    pub(super) fn is_alone(
        &self,
        assembly: &[u32],
        plan: &mut dyn FnMut(&[u32]) -> Result<Plan, StopReason>,
    ) -> Result<bool, StopReason> {
        let kinds: Vec<u32> = self.apart.pieces(assembly).iter().map(|put| put.kind).collect();
        let mut others = BTreeSet::new();
        self.fill(&kinds, &mut Vec::new(), 0, &mut others);
        others.remove(&self.classes.least(assembly));
        for other in others {
            if plan(&other)?.verdict == Verdict::Apart {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fill(&self, left: &[u32], chosen: &mut Vec<u32>, used: u64, all: &mut BTreeSet<Vec<u32>>) {
        let Some(by_kind) = self.options.get(chosen.len()) else {
            all.insert(self.classes.least(chosen));
            return;
        };
        for (at, kind) in left.iter().enumerate() {
            if left[..at].contains(kind) {
                continue;
            }
            for (number, option) in by_kind.get(kind).into_iter().flatten() {
                if option.cells & used == 0 {
                    let mut left = left.to_vec();
                    left.swap_remove(at);
                    chosen.push(*number);
                    self.fill(&left, chosen, used | option.cells, all);
                    chosen.pop();
                }
            }
        }
    }
}

/// The only assembly that comes apart of its pieces, by these; `None` if there are several.
pub(super) type ByPieces = BTreeMap<Vec<u32>, Option<Plan>>;

/// Notes an assembly that comes apart; says how many more bytes are taken.
pub(super) fn note(known: &mut ByPieces, pieces: Vec<u32>, plan: &Plan) -> u64 {
    // What maps and plans take beside what is in them, about.
    const BESIDE: usize = 200;
    let bytes = 4 * (pieces.len() + plan.numbers().len()) + BESIDE;
    let mut taken = 0;
    known.entry(pieces).and_modify(|only| *only = None).or_insert_with(|| {
        taken = bytes as u64;
        Some(plan.clone())
    });
    taken
}

/// The kinds of the pieces of a cover's solution: of all images the least.
pub(super) fn pieces(apart: &Apart, cover: &Cover, up_to: UpTo, assembly: &[u32]) -> Vec<u32> {
    let kinds = |numbers: &[u32]| {
        let mut kinds: Vec<u32> = apart.pieces(numbers).iter().map(|put| put.kind).collect();
        kinds.sort_unstable();
        kinds
    };
    let puzzle = &cover.puzzle;
    let ids: Option<Vec<EmbeddingId>> =
        assembly.iter().map(|&number| puzzle.find_number(number)).collect();
    let Some(ids) = ids else { return kinds(assembly) };
    let elements = cover.symmetries.elements().iter();
    let image = |element: &puzzle_core::Symmetry| {
        let image: Vec<u32> = ids.iter().map(|&e| puzzle.number(element.embedding(e))).collect();
        kinds(&image)
    };
    let counts = elements.filter(|element| up_to == UpTo::Symmetry || element.proper);
    counts.map(image).min().unwrap_or_else(|| kinds(assembly))
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::apart::slots::{SlotSymmetry, Slots};
    use puzzle_core::apart::{Kind, Put};

    #[test]
    fn pieces_that_go_together_in_two_ways_are_not_alone_unless_these_are_images() {
        // Two slots that want the same cell; each takes it or leaves it.
        let options = vec![Taking { kind: 0, cells: 1 }, Taking { kind: 1, cells: 0 }];
        let identity = SlotSymmetry { proper: true, images: vec![0, 1, 2, 3] };
        let swap = SlotSymmetry { proper: false, images: vec![2, 3, 0, 1] };
        let slots = Slots {
            options: vec![options.clone(), options],
            cells: 1,
            holes: 0,
            symmetries: vec![identity, swap],
        };
        let put = |kind| Some(Put { kind, shape: 0, at: [0; 3] });
        let apart = Apart {
            source: Source::Slots(slots),
            kinds: vec![Kind::default(); 2],
            ranks: Vec::new(),
            shapes: Vec::new(),
            puts: vec![put(0), put(1), put(0), put(1)],
            slides: Vec::new(),
        };
        let alone = |up_to, verdict| {
            let mut plan = |assembly: &[u32]| {
                let assembly = assembly.to_vec();
                Ok(Plan { number: 0, assembly, verdict, first: None })
            };
            Alone::new(&apart, up_to).unwrap().is_alone(&[0, 3], &mut plan).unwrap()
        };
        assert!(!alone(UpTo::Turns, Verdict::Apart));
        assert!(alone(UpTo::Turns, Verdict::Locked));
        assert!(alone(UpTo::Symmetry, Verdict::Apart));
    }
}
