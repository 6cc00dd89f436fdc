//! The search that remembers.
//!
//! A state is the set of covered aspects, which embeddings still fit and how many of them cover each
//! aspect; states lie one after another, one per level, so there is nothing to undo. What was found
//! below a covered set is kept in `Memory`; equal nodes of the diagram are made once.

use puzzle_core::{AbstractPuzzle, AspectId, Control, Demand, EmbeddingId, Order, StopReason};

use super::diagram::{DONE, Diagram, NONE, Node};
use super::slots::{Slots, hash};
use super::{Built, Keeping};

/// A node on the current path: the embeddings not yet tried, last first, and the diagram of those
/// that were.
struct Level {
    untried: Vec<u32>,
    taken: u32,
    chain: u32,
}

/// Builds the diagram within so many bytes; covers the aspects in `order`, or the shortest first.
/// `None` if what an earlier run left is of no use.
pub(super) fn build(
    puzzle: &AbstractPuzzle,
    order: Option<&Order>,
    control: &Control,
    room: u64,
    part: f64,
    keeping: &mut Option<Keeping<'_>>,
) -> Option<(Built, u64)> {
    let mut search = Search::new(puzzle, order);
    let mut memory = Memory::new(search.width, room);
    if let Some((head, bytes)) = keeping.as_mut().and_then(|keeping| keeping.start.take())
        && !memory.learn(&head, &bytes, puzzle.embedding_count())
    {
        return None;
    }
    let mut levels: Vec<Level> = Vec::new();
    let mut nodes = 0_u64;
    let mut next_check = 0;
    loop {
        if nodes >= next_check {
            let stopped = control.look(nodes, 0).err();
            if let Some(keeping) = keeping {
                keeping.keep(&memory, nodes, stopped.is_some());
            }
            if let Some(reason) = stopped {
                return Some((Built::Stopped(reason), nodes));
            }
            next_check = nodes + control.budget.slice(nodes);
        }
        nodes += 1;
        // Enter the state on top.
        let aspect = search.next_aspect();
        let mut below = aspect.map_or(Some(DONE), |_| memory.recall(search.key()));
        if let (Some(aspect), None) = (aspect, below) {
            let untried = search.fitting(aspect);
            match untried.is_empty() {
                true => below = Some(NONE),
                false => levels.push(Level { untried, taken: 0, chain: NONE }),
            }
        }
        // Leave finished states; then go on with the next embedding of the lowest one left.
        loop {
            if let Some(found) = below.take() {
                let Some(level) = levels.last_mut() else {
                    if let Some(keeping) = keeping {
                        keeping.keep(&memory, nodes, true);
                    }
                    let diagram = Diagram { nodes: memory.nodes, root: found };
                    return Some((Built::Whole(diagram), nodes));
                };
                search.pop();
                if found != NONE {
                    let node =
                        Node { embedding: EmbeddingId(level.taken), lo: level.chain, hi: found };
                    match memory.node(node) {
                        Some(node) => level.chain = node,
                        None => return Some((Built::Stopped(StopReason::MemoryLimit), nodes)),
                    }
                }
            }
            let level = levels.last_mut().expect("the state was not finished");
            if let Some(e) = level.untried.pop() {
                level.taken = e;
                search.push(e);
                break;
            }
            if !memory.remember(search.key(), level.chain) {
                return Some((Built::Stopped(StopReason::MemoryLimit), nodes));
            }
            below = Some(level.chain);
            levels.pop();
        }
        if levels.len() == 1 && control.progress.is_watched() {
            let level = &levels[0];
            let tried = search.first_choices - level.untried.len().min(search.first_choices);
            let share = tried.saturating_sub(1) as f64 / search.first_choices.max(1) as f64;
            control.progress.publish_fraction(part * share);
        }
    }
}

struct Search<'a> {
    puzzle: &'a AbstractPuzzle,
    /// Aspects that must be covered, in the order in which they are preferred.
    wanted: Vec<AspectId>,
    /// Take the first free one, not the shortest.
    fixed: bool,
    /// For each aspect the words and bits of its embeddings.
    covering: Vec<Vec<(u32, u64)>>,
    /// Words of a covered set, and of a set of embeddings.
    width: usize,
    embeddings: usize,
    /// One state per level, end to end.
    covered: Vec<u64>,
    alive: Vec<u64>,
    fits: Vec<u32>,
    first_choices: usize,
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a AbstractPuzzle, order: Option<&Order>) -> Self {
        let reading = Order::reading(puzzle);
        let must = |a: &AspectId| puzzle.aspect(*a).demand == Demand::One;
        let sequence = order.unwrap_or(&reading).sequence();
        let covering: Vec<Vec<(u32, u64)>> = puzzle.covering().iter().map(|c| bits(c)).collect();
        let (count, aspects) = (puzzle.embedding_count(), puzzle.aspects().len());
        let embeddings = count.div_ceil(64);
        let mut alive = vec![u64::MAX; embeddings];
        if count % 64 > 0 {
            alive[embeddings - 1] = (1 << (count % 64)) - 1;
        }
        let fits = puzzle.covering().iter().map(|list| list.len() as u32).collect();
        let mut search = Search {
            puzzle,
            wanted: sequence.iter().copied().filter(must).collect(),
            fixed: order.is_some(),
            covering,
            width: aspects.div_ceil(64),
            embeddings,
            covered: vec![0; aspects.div_ceil(64)],
            alive,
            fits,
            first_choices: 0,
        };
        let first = search.next_aspect();
        search.first_choices = first.map_or(0, |a| search.fitting(a).len());
        search
    }

    /// The covered set on top.
    fn key(&self) -> &[u64] {
        &self.covered[self.covered.len() - self.width..]
    }

    /// The aspect to be covered next; `None` when all are.
    fn next_aspect(&self) -> Option<AspectId> {
        let key = self.key();
        let fits = &self.fits[self.fits.len() - self.covering.len()..];
        let free = |a: &&AspectId| key[a.index() / 64] >> (a.index() % 64) & 1 == 0;
        let mut free = self.wanted.iter().filter(free);
        match self.fixed {
            true => free.next().copied(),
            false => free.min_by_key(|a| fits[a.index()]).copied(),
        }
    }

    /// The embeddings that still fit over an aspect, ascending. The last is tried first and ends
    /// up deepest in the chain, so that paths come in order.
    fn fitting(&self, a: AspectId) -> Vec<u32> {
        let alive = &self.alive[self.alive.len() - self.embeddings..];
        let mut list = Vec::new();
        for &(at, mask) in &self.covering[a.index()] {
            let mut word = alive[at as usize] & mask;
            while word != 0 {
                list.push(64 * at + word.trailing_zeros());
                word &= word - 1;
            }
        }
        list
    }

    /// Makes the state below the choice of `e`.
    fn push(&mut self, e: u32) {
        let aspects = self.covering.len();
        self.covered.extend_from_within(self.covered.len() - self.width..);
        self.alive.extend_from_within(self.alive.len() - self.embeddings..);
        self.fits.extend_from_within(self.fits.len() - aspects..);
        let covered = self.covered.len() - self.width;
        let alive = self.alive.len() - self.embeddings;
        let fits = self.fits.len() - aspects;
        for a in self.puzzle.embedding(EmbeddingId(e)) {
            self.covered[covered + a.index() / 64] |= 1 << (a.index() % 64);
            for &(at, mask) in &self.covering[a.index()] {
                let mut gone = self.alive[alive + at as usize] & mask;
                self.alive[alive + at as usize] ^= gone;
                while gone != 0 {
                    let lost = EmbeddingId(64 * at + gone.trailing_zeros());
                    gone &= gone - 1;
                    for b in self.puzzle.embedding(lost) {
                        self.fits[fits + b.index()] -= 1;
                    }
                }
            }
        }
    }

    /// Goes back to the state above.
    fn pop(&mut self) {
        self.covered.truncate(self.covered.len() - self.width);
        self.alive.truncate(self.alive.len() - self.embeddings);
        self.fits.truncate(self.fits.len() - self.covering.len());
    }
}

/// A list of embeddings as words and bits.
fn bits(list: &[EmbeddingId]) -> Vec<(u32, u64)> {
    let mut words: Vec<(u32, u64)> = Vec::new();
    for e in list {
        let (at, bit) = (e.0 / 64, 1 << (e.0 % 64));
        match words.last_mut().filter(|(last, _)| *last == at) {
            Some((_, word)) => *word |= bit,
            None => words.push((at, bit)),
        }
    }
    words
}

/// Covered sets with what was found below them, and the nodes made so far.
pub(super) struct Memory {
    pub(super) width: usize,
    room: u64,
    pub(super) keys: Vec<u64>,
    pub(super) values: Vec<u32>,
    known: Slots,
    pub(super) nodes: Vec<Node>,
    made: Slots,
}

impl Memory {
    fn new(width: usize, room: u64) -> Self {
        let (keys, values, nodes) = (Vec::new(), Vec::new(), Vec::new());
        Memory { width, room, keys, values, known: Slots::new(), nodes, made: Slots::new() }
    }

    pub(super) fn recall(&self, key: &[u64]) -> Option<u32> {
        let width = self.width;
        let same = |i: u32| &self.keys[i as usize * width..(i as usize + 1) * width] == key;
        self.known.find(hash(key), same).map(|i| self.values[i as usize])
    }

    /// False if there is no room.
    pub(super) fn remember(&mut self, key: &[u64], value: u32) -> bool {
        let width = self.width;
        let grows = self.keys.len() + width > self.keys.capacity() || self.known.is_full();
        if grows && !self.has_room() || self.values.len() as u64 >= u64::from(u32::MAX) - 2 {
            return false;
        }
        self.keys.extend_from_slice(key);
        self.values.push(value);
        let keys = &self.keys;
        let hash_of = |i: u32| hash(&keys[i as usize * width..(i as usize + 1) * width]);
        self.known.insert(hash(key), self.values.len() as u32 - 1, hash_of);
        true
    }

    /// The number of this node, new or old; `None` if there is no room.
    pub(super) fn node(&mut self, node: Node) -> Option<u32> {
        let nodes = &self.nodes;
        let digest = |node: &Node| {
            hash(&[u64::from(node.embedding.0), u64::from(node.lo) << 32 | u64::from(node.hi)])
        };
        if let Some(i) = self.made.find(digest(&node), |i| nodes[i as usize] == node) {
            return Some(i + 2);
        }
        let grows = self.nodes.len() == self.nodes.capacity() || self.made.is_full();
        if grows && !self.has_room() || self.nodes.len() as u64 >= u64::from(u32::MAX) - 4 {
            return None;
        }
        self.nodes.push(node);
        let nodes = &self.nodes;
        let i = nodes.len() as u32 - 1;
        self.made.insert(digest(&node), i, |i| digest(&nodes[i as usize]));
        Some(i + 2)
    }

    /// Whether any of the tables may double, the old one staying until the new one is filled. The
    /// weights of the nodes, 16 bytes each, will want their room too.
    fn has_room(&self) -> bool {
        let keys = self.keys.capacity() as u64 * 8;
        let values = self.values.capacity() as u64 * 4;
        let nodes = self.nodes.capacity() as u64 * (size_of::<Node>() as u64 + 16);
        let tables = [keys, values, nodes, self.known.bytes(), self.made.bytes()];
        let largest = tables.iter().copied().max().unwrap_or(0);
        tables.iter().sum::<u64>() + 2 * largest <= self.room
    }
}
