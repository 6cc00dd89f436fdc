//! The search loop.

use std::ops::ControlFlow;

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::{Control, StopReason};

use super::instance::Instance;
use super::share::Shares;
use super::table::Table;

/// How much a node is worth compared with writing down an embedding, in quarters.
const WORTH: u64 = 4;

/// How deep children are weighed by random descents for the progress report, and by how many.
const PROBED: usize = 2;
const PROBES: u32 = 3;

/// What all parts of one search share.
pub(super) struct Context<'a> {
    control: &'a Control,
    visit: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    /// The embeddings chosen so far, by the ids of the puzzle.
    chosen: Vec<u32>,
    pub nodes: u64,
    pub solutions: u64,
    next_check: u64,
    /// Finished subtrees and their nodes, by depth.
    sizes: Vec<(u64, u64)>,
    /// Where the search stands, for the progress report.
    shares: Shares,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        control: &'a Control,
        visit: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Self {
        let next_check = control.budget.slice(0);
        Context {
            control,
            visit,
            chosen: Vec::new(),
            nodes: 0,
            solutions: 0,
            next_check,
            sizes: Vec::new(),
            shares: Shares::new(control.progress.is_watched()),
        }
    }

    /// Hands over the chosen embeddings as a solution.
    pub(super) fn report(&mut self) -> ControlFlow<StopReason> {
        self.solutions += 1;
        match (self.visit)(&self.chosen) {
            ControlFlow::Break(()) => ControlFlow::Break(StopReason::Satisfied),
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
        }
    }

    /// Looks at the budget now and then.
    #[inline(always)]
    pub(super) fn check(&mut self) -> ControlFlow<StopReason> {
        if self.nodes >= self.next_check { self.check_now() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn check_now(&mut self) -> ControlFlow<StopReason> {
        self.control.progress.publish(self.nodes, self.solutions);
        if let Some(reason) = self.control.budget.check(self.nodes) {
            return ControlFlow::Break(reason);
        }
        self.next_check = self.nodes + self.control.budget.slice(self.nodes);
        ControlFlow::Continue(())
    }

    /// The mean size of the finished subtrees at this depth; 0 as long as there are too few.
    fn mean_size(&self, depth: usize) -> u64 {
        match self.sizes.get(depth) {
            Some(&(trees, nodes)) if trees >= 2 => nodes / trees,
            _ => 0,
        }
    }

    fn finish_subtree(&mut self, depth: usize, nodes: u64) {
        if depth >= self.sizes.len() {
            self.sizes.resize(depth + 1, (0, 0));
        }
        self.sizes[depth].0 += 1;
        self.sizes[depth].1 += nodes;
    }
}

/// Searches a puzzle whose aspects have at most `largest` embeddings each.
pub(super) fn search_any(
    instance: Instance,
    largest: usize,
    context: &mut Context<'_>,
) -> ControlFlow<StopReason> {
    match largest.div_ceil(64) {
        0 | 1 => search::<1>(instance, context),
        2 => search::<2>(instance, context),
        3 => search::<3>(instance, context),
        4 => search::<4>(instance, context),
        5 => search::<5>(instance, context),
        6 => search::<6>(instance, context),
        7 | 8 => search::<8>(instance, context),
        9..=12 => search::<12>(instance, context),
        13..=16 => search::<16>(instance, context),
        17..=32 => search::<32>(instance, context),
        _ => search::<64>(instance, context),
    }
}

/// Whether it pays to write the puzzle below a child down anew: it costs about as much as a few
/// nodes per living embedding, and each node below becomes cheaper as words are saved.
#[inline(always)]
fn pays(child: &Child, width: usize, size: usize, mean: u64) -> bool {
    let narrow = (child.largest as usize).div_ceil(64);
    if narrow >= width || mean == 0 {
        return false;
    }
    let living = child.total as u64 / size as u64;
    let saved = (width - narrow) as u64;
    mean * saved * WORTH >= living * width as u64 * 4
}

/// Searches a puzzle whose aspects have at most 64 W embeddings each.
pub(super) fn search<const W: usize>(
    instance: Instance,
    context: &mut Context<'_>,
) -> ControlFlow<StopReason> {
    dispatch(Loop::<W> { instance, context })
}

struct Loop<'a, 'b, const W: usize> {
    instance: Instance,
    context: &'a mut Context<'b>,
}

/// A node on the current path: its state is at `level * aspects` in `free` and `sets`.
#[derive(Clone, Copy)]
struct Level<const W: usize> {
    free: usize,
    /// The aspect being covered, and its embeddings not yet tried.
    aspect: u32,
    untried: [u64; W],
    /// `nodes` when it was entered.
    nodes: u64,
}

/// What is known of a child state.
struct Child {
    free: usize,
    /// Where the aspect with the fewest embeddings stands, and how many the largest one has.
    least: usize,
    largest: u32,
    /// The sizes of all sets together.
    total: u32,
}

impl<const W: usize> Kernel for Loop<'_, '_, W> {
    type Answer = ControlFlow<StopReason>;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> Self::Answer {
        let Loop { instance, context } = self;
        let aspects = instance.aspects;
        let depth = instance.depth();
        let mut table = Table::<W>::new(instance);
        let mut free = vec![0_u32; (depth + 1) * aspects];
        let mut sets = vec![[0_u64; W]; (depth + 1) * aspects];
        let mut levels: Vec<Level<W>> = Vec::with_capacity(depth + 1);
        let mut least = 0;
        for a in 0..aspects {
            free[a] = a as u32;
            sets[a] = full(table.list_len(a));
            if table.list_len(a) < table.list_len(least) {
                least = a;
            }
        }
        levels.push(Level {
            free: aspects,
            aspect: least as u32,
            untried: sets[least],
            nodes: context.nodes,
        });
        let base = context.chosen.len();
        let sizes = table.instance.touched.len() / table.instance.len();
        if context.shares.wants(base) {
            let weights = probe(&mut table, way, &free[..aspects], &sets[..aspects], least, base);
            context.shares.open(base, &weights);
        }
        while let Some(level) = levels.last_mut() {
            let Some(place) = take_lowest(&mut level.untried) else {
                let nodes = context.nodes - level.nodes;
                levels.pop();
                let depth = base + levels.len();
                context.finish_subtree(depth, nodes);
                if !levels.is_empty() {
                    context.chosen.pop();
                }
                continue;
            };
            let (aspect, parent_free) = (level.aspect, level.free);
            context.nodes += 1;
            context.check()?;
            context.shares.advance(base + levels.len() - 1, &context.control.progress);
            let e = table.embedding_at(aspect, place);
            let size = table.instance.size(e);
            let here = levels.len();
            let (before, after) = sets.split_at_mut(here * aspects);
            let (free_before, free_after) = free.split_at_mut(here * aspects);
            let parent = (here - 1) * aspects;
            if parent_free == size {
                context.chosen.push(table.instance.ids[e]);
                context.report()?;
                context.chosen.pop();
                continue;
            }
            let child = step(
                table.row(way, e),
                &free_before[parent..parent + parent_free],
                &before[parent..parent + parent_free],
                free_after,
                after,
                size,
            );
            let Some(child) = child else { continue };
            context.chosen.push(table.instance.ids[e]);
            let (child_free, child_sets) = (&free_after[..child.free], &after[..child.free]);
            let depth = base + here;
            if pays(&child, W, sizes, context.mean_size(depth)) {
                let nodes = context.nodes;
                let rest = compacted(&table, child_free, child_sets);
                search_any(rest, child.largest as usize, context)?;
                context.finish_subtree(depth, context.nodes - nodes);
                context.chosen.pop();
                continue;
            }
            if context.shares.wants(depth) {
                let weights = probe(&mut table, way, child_free, child_sets, child.least, depth);
                context.shares.open(depth, &weights);
            }
            levels.push(Level {
                free: child.free,
                aspect: child_free[child.least],
                untried: child_sets[child.least],
                nodes: context.nodes,
            });
        }
        ControlFlow::Continue(())
    }
}

/// The child state: every free aspect's set without what overlaps the chosen embedding. `None` if
/// an aspect is left without embeddings. The aspects that the embedding covers, `size` of them, have
/// empty rows; any further empty set is a dead end.
#[inline(always)]
fn step<const W: usize>(
    row: &[[u64; W]],
    free: &[u32],
    sets: &[[u64; W]],
    free_out: &mut [u32],
    sets_out: &mut [[u64; W]],
    size: usize,
) -> Option<Child> {
    let (mut count, mut least, mut fewest) = (0, 0, u32::MAX);
    let (mut largest, mut total) = (0, 0);
    for (done, (&a, set)) in free.iter().zip(sets).enumerate() {
        let mut rest = [0; W];
        let mut members = 0;
        for w in 0..W {
            rest[w] = set[w] & row[a as usize][w];
            members += rest[w].count_ones();
        }
        free_out[count] = a;
        sets_out[count] = rest;
        // An empty set counts as very many, so that it is never the least.
        let fits = members.wrapping_sub(1);
        if fits < fewest {
            fewest = fits;
            least = count;
        }
        largest = largest.max(members);
        total += members;
        count += usize::from(members != 0);
        if done + 1 - count > size {
            return None;
        }
    }
    Some(Child { free: count, least, largest, total })
}

fn full<const W: usize>(members: usize) -> [u64; W] {
    let mut set = [0; W];
    for (w, word) in set.iter_mut().enumerate() {
        let here = members.saturating_sub(64 * w).min(64);
        *word = if here == 64 { u64::MAX } else { (1 << here) - 1 };
    }
    set
}

/// Removes the least member and returns it.
#[inline(always)]
fn take_lowest<const W: usize>(set: &mut [u64; W]) -> Option<usize> {
    for (w, word) in set.iter_mut().enumerate() {
        if *word != 0 {
            let place = 64 * w + word.trailing_zeros() as usize;
            *word &= *word - 1;
            return Some(place);
        }
    }
    None
}

/// The puzzle that is left: the free aspects and the embeddings still possible.
fn compacted<const W: usize>(table: &Table<W>, free: &[u32], sets: &[[u64; W]]) -> Instance {
    let old = &table.instance;
    let mut number = vec![u32::MAX; old.aspects + old.optional];
    for (new, &a) in free.iter().enumerate() {
        number[a as usize] = new as u32;
    }
    let mut alive = Vec::new();
    for (&a, set) in free.iter().zip(sets) {
        let mut set = *set;
        while let Some(place) = take_lowest(&mut set) {
            let e = table.embedding_at(a, place);
            // An embedding is met at each of its aspects; take it at the first.
            if old.embedding(e)[0] == a {
                alive.push(e);
            }
        }
    }
    alive.sort_unstable();
    let mut optional = free.len() as u32;
    let mut rest = Instance::empty(free.len(), 0);
    for e in alive {
        for &a in old.embedding(e) {
            if number[a as usize] == u32::MAX {
                number[a as usize] = optional;
                optional += 1;
            }
        }
        rest.push(old.ids[e], old.embedding(e).iter().map(|&a| number[a as usize]));
    }
    rest.optional = optional as usize - free.len();
    rest
}

/// Weighs the children of a node by random descents (Knuth 1975); near the root only, further down
/// all weigh the same.
#[inline(always)]
fn probe<const W: usize, C: Compact>(
    table: &mut Table<W>,
    way: C,
    free: &[u32],
    sets: &[[u64; W]],
    branch: usize,
    depth: usize,
) -> Vec<f64> {
    let mut untried = sets[branch];
    let mut weights = Vec::new();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    while let Some(place) = take_lowest(&mut untried) {
        let e = table.embedding_at(free[branch], place);
        let probes = if depth < PROBED { PROBES } else { 0 };
        let mut weight = 1.0;
        for _ in 0..probes {
            weight += descend(table, way, free, sets, e, &mut random);
        }
        weights.push(weight);
    }
    weights
}

/// One random descent below the choice of `e`: an unbiased estimate of the nodes there.
#[inline(always)]
fn descend<const W: usize, C: Compact>(
    table: &mut Table<W>,
    way: C,
    free: &[u32],
    sets: &[[u64; W]],
    mut e: usize,
    random: &mut u64,
) -> f64 {
    let (mut free, mut sets) = (free.to_vec(), sets.to_vec());
    let (mut total, mut weight) = (0.0, 1.0);
    loop {
        let size = table.instance.size(e);
        let (mut next_free, mut next_sets) = (free.clone(), sets.clone());
        let row = table.row(way, e);
        let child = step(row, &free, &sets, &mut next_free, &mut next_sets, size);
        let Some(child) = child.filter(|child| child.free > 0) else { return total };
        next_free.truncate(child.free);
        next_sets.truncate(child.free);
        (free, sets) = (next_free, next_sets);
        let mut set = sets[child.least];
        let members: u32 = set.iter().map(|word| word.count_ones()).sum();
        weight *= f64::from(members);
        total += weight;
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        let mut place = 0;
        for _ in 0..=*random % u64::from(members) {
            place = take_lowest(&mut set).expect("fewer than there are");
        }
        e = table.embedding_at(free[child.least], place);
    }
}
