//! Assemblies of puzzles in which every piece has its slot: one option for each slot, no cell taken twice.
//!
//! Slots are filled in their order. Options are kept by what they take of the cells that earlier slots want
//! too, as ranges of a table over those cells; where few cells are left, only the options that fit are
//! touched. A cell that no later slot wants must be taken by now, or it is a hole. What is taken is carried
//! along as the keys of all slots side by side, so that the next range is a shift and a look.
//!
//! Of assemblies that are images of each other the least is handed over: slot by slot the numbers of its
//! embeddings are least. So no option may have an image in the first slot that is less than what was chosen
//! there, which leaves about one assembly in so many as there are slots; the rest is decided at the end.

use std::ops::ControlFlow;

use puzzle_core::apart::Apart;
use puzzle_core::apart::slots::{SlotSymmetry, Slots, Taking};
use puzzle_core::{Control, StopReason, UpTo};

use super::loose::Loose;

/// The bits of a slot's key.
const KEY: usize = 16;

/// Takes an assembly, and whether something of it can move at all, as far as that was looked at.
pub(super) type Take<'t> = dyn FnMut(&[u32], bool) -> ControlFlow<()> + 't;

/// Hands over every assembly, one of those that are alike; says what stopped that.
pub(super) fn search(
    apart: &Apart,
    slots: &Slots,
    up_to: UpTo,
    control: &Control,
    take: &mut Take<'_>,
) -> Option<StopReason> {
    let (classes, order) = (Classes::new(slots, up_to), Order::new(slots));
    let mut search = Search {
        order: &order,
        classes: &classes,
        loose: Loose::new(apart, slots),
        chosen: vec![0; slots.options.len()],
        control,
        nodes: 0,
        share: (0.0, 1.0),
        take,
    };
    match search.fill(0, 0, slots.holes, false) {
        ControlFlow::Break(reason) => Some(reason),
        ControlFlow::Continue(()) => None,
    }
}

/// Which assemblies are images of each other.
pub(super) struct Classes<'s> {
    /// The symmetries that count, each with the slot that it carries to each slot.
    symmetries: Vec<(&'s SlotSymmetry, Vec<usize>)>,
    /// By embedding: its least image in the first slot, and by how many symmetries.
    least: Vec<(u32, u32)>,
}

impl<'s> Classes<'s> {
    pub(super) fn new(slots: &'s Slots, up_to: UpTo) -> Self {
        let starts = slots.starts();
        let slot = |embedding: u32| starts.partition_point(|&start| start <= embedding) - 1;
        let count = slots.options.len();
        let mut least = vec![(u32::MAX, 0); starts[count] as usize];
        let counts = slots.symmetries.iter().filter(|s| up_to == UpTo::Symmetry || s.proper);
        let mut symmetries = Vec::new();
        for symmetry in counts {
            let mut from = vec![0; count];
            for source in (0..count).filter(|&source| !slots.options[source].is_empty()) {
                from[slot(symmetry.images[starts[source] as usize])] = source;
            }
            for embedding in starts[from[0]]..starts[from[0] + 1] {
                let image = symmetry.images[embedding as usize];
                let (known, often) = &mut least[embedding as usize];
                *often = if image < *known { 1 } else { *often + u32::from(image == *known) };
                *known = image.min(*known);
            }
            symmetries.push((symmetry, from));
        }
        Classes { symmetries, least }
    }

    /// Whether an assembly is the least of its images.
    fn is_least(&self, assembly: &[u32]) -> bool {
        self.symmetries.iter().all(|(symmetry, from)| {
            let image = from.iter().map(|&slot| symmetry.images[assembly[slot] as usize]);
            assembly.iter().copied().le(image)
        })
    }

    /// The least image of an assembly.
    pub(super) fn least(&self, assembly: &[u32]) -> Vec<u32> {
        let image = |(symmetry, from): &(&SlotSymmetry, Vec<usize>)| {
            from.iter().map(|&slot| symmetry.images[assembly[slot] as usize]).collect()
        };
        self.symmetries.iter().map(image).min().unwrap_or_else(|| assembly.to_vec())
    }
}

/// An option in the table of its slot.
#[derive(Clone, Copy)]
struct Choice {
    embedding: u32,
    /// What it takes, as the slot's key.
    key: u16,
    /// The same as the keys of all later slots, side by side.
    keys: u128,
}

/// The options of a slot by what they take of the cells that earlier slots want too.
struct Slot {
    /// Sorted by key.
    options: Vec<Choice>,
    /// All bits of the key, and those of cells that no later slot wants.
    all: u16,
    settled: u16,
    /// By key: where its options begin.
    begins: Vec<u32>,
}

/// All slots, prepared.
struct Order(Vec<Slot>);

impl Order {
    fn new(slots: &Slots) -> Self {
        assert!(slots.options.len() <= Slots::MOST, "too many slots");
        let union = |options: &Vec<Taking>| options.iter().fold(0, |all, o| all | o.cells);
        let wanted: Vec<u64> = slots.options.iter().map(union).collect();
        let of = |range: &[u64]| range.iter().fold(0, |all, cells| all | cells);
        let bits =
            |set: u64| (0..u64::BITS).map(|bit| 1 << bit).filter(move |cell| set & cell != 0);
        // The cells of the key of a slot: those that earlier slots want too.
        let shared: Vec<Vec<u64>> = (0..wanted.len())
            .map(|slot| bits(wanted[slot] & of(&wanted[..slot])).collect())
            .collect();
        assert!(shared.iter().all(|cells| cells.len() < KEY), "a slot shares too many cells");
        let key = |slot: usize, cells: u64| {
            let bit = |(at, cell): (usize, &u64)| u16::from(cells & cell != 0) << at;
            shared[slot].iter().enumerate().fold(0, |key, cell| key | bit(cell))
        };
        let starts = slots.starts();
        let slot = |slot: usize| {
            let option = |(embedding, taking): (u32, &Taking)| Choice {
                embedding,
                key: key(slot, taking.cells),
                keys: (slot + 1..wanted.len()).fold(0, |keys, later| {
                    keys | u128::from(key(later, taking.cells)) << (KEY * later)
                }),
            };
            let mut options: Vec<Choice> =
                (starts[slot]..).zip(&slots.options[slot]).map(option).collect();
            options.sort_by_key(|option| option.key);
            let all = key(slot, u64::MAX);
            let begin = |key| options.partition_point(|own| u32::from(own.key) < key) as u32;
            let begins = (0..=u32::from(all) + 1).map(begin).collect();
            Slot { settled: key(slot, !of(&wanted[slot + 1..])), all, begins, options }
        };
        Order((0..wanted.len()).map(slot).collect())
    }
}

struct Search<'s, 't> {
    order: &'s Order,
    classes: &'s Classes<'s>,
    loose: Option<Loose>,
    chosen: Vec<u32>,
    control: &'s Control,
    nodes: u64,
    /// What part of the search is done, and how much of it the present branch is.
    share: (f64, f64),
    take: &'s mut Take<'t>,
}

impl Search<'_, '_> {
    /// Fills a slot and those after it. `tied`: an image may begin like the assembly itself.
    fn fill(&mut self, slot: usize, used: u128, holes: u32, tied: bool) -> ControlFlow<StopReason> {
        let Some(own) = self.order.0.get(slot) else { return self.full(tied) };
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 14) {
            self.control.progress.publish_fraction(self.share.0);
            if let Some(reason) = self.control.budget.check(self.nodes) {
                return ControlFlow::Break(reason);
            }
        }
        let free = !((used >> (KEY * slot)) as u16) & own.all;
        let some = |search: &mut Self, options: &[Choice]| {
            options
                .iter()
                .try_for_each(|option| search.choose(slot, option, used, free, holes, tied))
        };
        if slot < 2 {
            let (done, share) = self.share;
            let part = share / own.options.len().max(1) as f64;
            return (0..own.options.len()).try_for_each(|at| {
                self.share = (done + at as f64 * part, part);
                some(self, &own.options[at..=at])
            });
        }
        // Without holes what no later slot wants is taken now.
        let must = if holes == 0 { free & own.settled } else { 0 };
        let may = free & !must;
        if 1_usize << may.count_ones() > own.options.len() {
            return some(self, &own.options);
        }
        let mut more = may;
        loop {
            let key = usize::from(must | more);
            some(self, &own.options[own.begins[key] as usize..own.begins[key + 1] as usize])?;
            if more == 0 {
                return ControlFlow::Continue(());
            }
            more = (more - 1) & may;
        }
    }

    #[inline]
    fn choose(
        &mut self,
        slot: usize,
        option: &Choice,
        used: u128,
        free: u16,
        holes: u32,
        tied: bool,
    ) -> ControlFlow<StopReason> {
        if option.key & !free != 0 {
            return ControlFlow::Continue(());
        }
        let empty = (free & self.order.0[slot].settled & !option.key).count_ones();
        let Some(holes) = holes.checked_sub(empty) else { return ControlFlow::Continue(()) };
        let first = if slot == 0 { option.embedding } else { self.chosen[0] };
        let (least, often) = self.classes.least[option.embedding as usize];
        if least < first {
            return ControlFlow::Continue(());
        }
        // The first slot is its own image under the identity.
        let tied = tied || least == first && (slot > 0 || often > 1);
        self.chosen[slot] = option.embedding;
        self.fill(slot + 1, used | option.keys, holes, tied)
    }

    /// All slots are full.
    fn full(&mut self, tied: bool) -> ControlFlow<StopReason> {
        if tied && !self.classes.is_least(&self.chosen) {
            return ControlFlow::Continue(());
        }
        let is_loose = self.loose.as_ref().is_none_or(|loose| loose.is_loose(&self.chosen));
        match (self.take)(&self.chosen, is_loose) {
            ControlFlow::Break(()) => ControlFlow::Break(StopReason::Satisfied),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }
}
