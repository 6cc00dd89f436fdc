//! What is left of a puzzle at one node, written down for all that lies below it.
//!
//! Every living embedding has a *place*, and a state is the set of places that live: four lines of 512 bits,
//! of which only the first are used where fewer live.
//! A row says which places touch an aspect, and, for each level of each purse, which are too dear; what a
//! choice removes is the union of some rows. Aspects that must be covered are *lanes*.
//!
//! How many embeddings a lane has left is counted without going through its places. For each half word of
//! a state, the *matrix* has the half words of sixteen lanes side by side. Each is cut with the state's half
//! word, and what comes out is joined over all half words that are not empty; bits that come a second time
//! are joined apart. Only then the bits are counted: what is counted are the places modulo 32, each at most
//! twice. A lane with few embeddings has its exact number nearly always, one with many seems to have fewer.
//! Whether a lane has any is always exact, and nothing else decides what is a solution. (With each counted at
//! most once 3x4x5 took twice the nodes and twice the time, and the Hollow Pyramid 8 % more nodes, which were
//! 10 % faster.)
//!
//! Invariant: a living embedding touches no covered aspect, can be paid, and has one place.

use std::ops::Range;

use puzzle_core::bits::sixteen::Line;

use super::costs::{Amounts, Costs, spend};
use crate::cover::tables::{Stage, WholeTable};

/// A block is made where at most this many embeddings live: as many as four lines have places. With three lines
/// a node took a third longer, since there are more blocks to make, and with two there are ten times as many.
const LIVING: usize = LINES * BITS;
/// And where its rows take at most this many bytes.
const BYTES: usize = 4 << 20;
/// What is left in a purse is one of so many levels.
const LEVELS: usize = 32;

/// Half words of a line, and its bits.
pub(super) const ACROSS: usize = 16;
const BITS: usize = 32 * ACROSS;
/// The lines of a state, and its half words.
pub(super) const LINES: usize = 4;
pub(super) const HALVES: usize = LINES * ACROSS;
/// The groups of lanes: sixteen each.
const GROUPS: usize = LANES / ACROSS;
/// The most lanes: a set of lanes is one number.
pub(super) const LANES: usize = u128::BITS as usize;
/// The row of an aspect that is covered.
const NONE: u32 = u32::MAX;

/// Nothing, in a line and in a state.
pub(super) const CLEAR: Line = Line([0; ACROSS]);
pub(super) const EMPTY: State = [CLEAR; LINES];

/// A set of lanes.
pub(super) type Lanes = u128;

/// The places that live.
pub(super) type State = [Line; LINES];

/// A living embedding.
pub(super) struct Member {
    /// What it costs.
    pub costs: Amounts,
    /// The lanes that it covers.
    pub lanes: Lanes,
    /// Its number in the puzzle.
    pub embedding: u32,
    /// Its rows, among `parts`.
    parts: Range<u32>,
}

/// A block. Rows are those of lanes, of other aspects, of the levels of purses, and an empty one at the end. The
/// inner loop joins rows two by two, so lists and the rows of an embedding are filled up to even numbers.
pub(super) struct Block {
    /// How many lines of a state are used.
    pub lines: usize,
    pub rows: Vec<State>,
    /// Half word by half word of a state, a line for each group of lanes.
    pub matrix: Box<[[Line; GROUPS]; HALVES]>,
    /// How many groups there are.
    pub groups: usize,
    /// The state at the beginning, and its lanes.
    pub first: State,
    pub lanes: Lanes,
    members: Vec<Member>,
    parts: Vec<[u32; 2]>,
    /// Where the rows of purses begin, how many lists there are, and by list how many bits of what is left
    /// do not matter.
    dear: usize,
    pub lists: usize,
    shifts: Amounts,
    /// By aspect of the puzzle, its row; and the living embeddings. Scratch.
    row_of: Vec<u32>,
    living: Vec<u32>,
}

/// Whether what is left in the state that was reached fits a block, where every embedding covers so many
/// lanes or more.
pub(super) fn fits(whole: &WholeTable, lists: usize, least: usize) -> bool {
    let Stage { table, extract, .. } = &whole.stage;
    let left = |&lane: &u32| table.layout.lanes[lane as usize].left(&extract.state);
    let sum: usize = extract.kept.iter().map(left).sum();
    let rows = extract.kept.len() + whole.instance.optional + lists * (LEVELS + 1);
    let bytes = rows * size_of::<State>();
    extract.kept.len() <= LANES && sum <= LIVING * least && bytes <= BYTES
}

impl Default for Block {
    fn default() -> Self {
        Block {
            lines: 0,
            rows: Vec::new(),
            matrix: Box::new([[CLEAR; GROUPS]; HALVES]),
            groups: 0,
            first: EMPTY,
            lanes: 0,
            members: Vec::new(),
            parts: Vec::new(),
            dear: 0,
            lists: 0,
            shifts: Amounts::default(),
            row_of: Vec::new(),
            living: Vec::new(),
        }
    }
}

impl Block {
    /// Writes down what is left in the state that was reached, with so much left in the purses.
    pub(super) fn write(&mut self, whole: &mut WholeTable, costs: &Costs, left: &Amounts) {
        let open = self.enlist(whole);
        let living = std::mem::take(&mut self.living);
        let (aspects, others) = (whole.instance.aspects, whole.instance.optional);
        (self.dear, self.lists) = (open + others, costs.lists);
        self.lanes = if open == LANES { Lanes::MAX } else { (1 << open) - 1 };
        self.lines = living.len().div_ceil(BITS).max(1);
        let bits = |left: u32| (u32::BITS - left.leading_zeros()).saturating_sub(LEVELS.ilog2());
        self.shifts = left.map(bits);
        self.rows.clear();
        self.rows.resize(self.dear + 2 * self.pairs() * (LEVELS + 1) + 1, EMPTY);
        self.first = EMPTY;
        self.members.clear();
        self.parts.clear();
        for &embedding in &living {
            let cost = costs.cost(embedding);
            // The tables round what is left up.
            if spend(left, &cost).is_none() {
                continue;
            }
            let place = self.members.len();
            let (line, half, bit) = (place / BITS, place / 32 % ACROSS, 1 << (place % 32));
            self.first[line].0[half] |= bit;
            let mut rows = Vec::new();
            let mut lanes = 0;
            for &aspect in whole.instance.embedding(embedding as usize) {
                let row = match (aspect as usize).checked_sub(aspects) {
                    Some(other) => (open + other) as u32,
                    None => self.row_of[aspect as usize],
                };
                rows.push(row);
                self.rows[row as usize][line].0[half] |= bit;
                lanes |= Lanes::from((row as usize) < open) << (row as usize % LANES);
            }
            for (list, (cost, shift)) in cost.iter().zip(self.shifts).take(self.lists).enumerate() {
                let level = (cost >> shift) as usize;
                let row = self.dear + list * (LEVELS + 1) + level;
                self.rows[row][line].0[half] |= bit;
            }
            let start = self.parts.len() as u32;
            let empty = self.rows.len() as u32 - 1;
            self.parts.extend(rows.chunks(2).map(|two| [two[0], *two.get(1).unwrap_or(&empty)]));
            let parts = start..self.parts.len() as u32;
            self.members.push(Member { costs: cost, lanes, embedding, parts });
        }
        self.living = living;
        self.pile_up();
        self.turn(open);
    }

    /// Lists the living embeddings, gives the lanes their rows and tells how many lanes there are. Those
    /// that begin with few embeddings come first: they are the likeliest to run empty.
    fn enlist(&mut self, whole: &mut WholeTable) -> usize {
        let WholeTable { instance, origin, stage, .. } = whole;
        let Stage { table, extract, .. } = stage;
        let mut order: Vec<(usize, u32)> = Vec::with_capacity(extract.kept.len());
        self.living.clear();
        for &lane in &extract.kept {
            let list = table.list(lane as usize, origin);
            let places = table.layout.lanes[lane as usize].places(&extract.state);
            // Each is listed by the first of its lanes.
            let listed = places.map(|place| table.listed(list + place));
            let mut count = 0;
            let first = |e: &u32| instance.embedding(*e as usize)[0] == lane;
            self.living.extend(listed.inspect(|_| count += 1).filter(first));
            order.push((count, lane));
        }
        // In the order of the puzzle those of one piece lie together, and run out together.
        self.living.sort_unstable();
        order.sort_unstable();
        self.row_of.clear();
        self.row_of.resize(instance.aspects, NONE);
        for (row, &(_, lane)) in (0..).zip(&order) {
            self.row_of[lane as usize] = row;
        }
        order.len()
    }

    /// What is too dear on a level is so on the lower ones.
    fn pile_up(&mut self) {
        for list in self.rows[self.dear..].chunks_exact_mut(LEVELS + 1) {
            for level in (1..LEVELS).rev() {
                let above = list[level + 1];
                let lines = list[level].iter_mut().zip(above);
                for (line, above) in lines {
                    line.0.iter_mut().zip(above.0).for_each(|(half, above)| *half |= above);
                }
            }
        }
    }

    /// Makes the matrix of the rows of lanes.
    fn turn(&mut self, open: usize) {
        let groups = open.div_ceil(ACROSS);
        self.matrix[..self.lines * ACROSS].iter_mut().for_each(|column| *column = [CLEAR; GROUPS]);
        self.groups = groups;
        for lane in 0..open {
            let row = &self.rows[lane][..self.lines];
            for (place, half) in row.iter().flat_map(|line| line.0).enumerate() {
                self.matrix[place][lane / ACROSS].0[lane % ACROSS] = half;
            }
        }
    }

    /// The rows that say what can no longer be paid.
    #[inline(always)]
    pub(super) fn purses(&self, left: &Amounts) -> Amounts {
        std::array::from_fn(|list| {
            (self.dear + list * (LEVELS + 1) + 1) as u32 + (left[list] >> self.shifts[list])
        })
    }

    /// How many pairs of lists there are.
    #[inline(always)]
    pub(super) fn pairs(&self) -> usize {
        self.lists.div_ceil(2)
    }

    /// The rows of an embedding's aspects.
    #[inline(always)]
    pub(super) fn rows_of(&self, member: &Member) -> &[[u32; 2]] {
        &self.parts[member.parts.start as usize..member.parts.end as usize]
    }

    /// The embedding at a place.
    #[inline(always)]
    pub(super) fn member(&self, place: usize) -> &Member {
        &self.members[place]
    }
}
