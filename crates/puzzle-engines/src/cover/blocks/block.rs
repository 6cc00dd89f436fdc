//! What is left of a puzzle at one node, written down for all that lies below it.
//!
//! A *lane* is the local set of one aspect: a bit for each of its living embeddings, in as many half words
//! as that takes. Lines hold sixteen half words; the `n`-th half words of sixteen lanes of one width stand
//! side by side in one line, so that lanes wider than a half word are counted by adding lines. As in the
//! tables, bits are set for what is *gone*, and the top bit of a lane when its aspect is covered: of
//! 32 w - 1 places those that are not gone are left, which is 0 in a dead end and -1 when it is covered.
//! What is left, times 2^16, and the place of the lane are its *key*; the least key says everything.
//!
//! Invariants: places of no embedding are gone from the start; half words of no lane have the highest key
//! whatever is joined to them.

use std::ops::Range;

use puzzle_core::bits::sixteen::Line;

use super::costs::{Amounts, Costs};
use crate::cover::tables::{Stage, WholeTable};

/// Blocks are made where so many embeddings live or fewer. Fewer make better blocks, but more of them.
const LIVING: usize = 1600;
/// And where they take no more than so many bytes.
const BYTES: usize = 4 << 20;
/// What is left in a purse is one of so many levels.
const LEVELS: usize = 16;

/// Half words of a line.
const ACROSS: usize = 16;
/// What no half word has: all that is chosen is covered.
const GONE: Line = Line([u32::MAX; ACROSS]);
/// Nothing is gone.
pub(super) const CLEAR: Line = Line([0; ACROSS]);

/// Lanes of one width, one after the other.
#[derive(Clone)]
pub(super) struct Section {
    /// How many lines a group of sixteen of them takes.
    pub width: usize,
    pub lines: Range<usize>,
}

/// An aspect that is still to be covered.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// The line of its first half word, and the place within all its lines.
    line: u32,
    across: u32,
    /// How many half words it has.
    pub width: u32,
    /// Where its embeddings begin in `members`.
    members: u32,
}

/// One aspect of an embedding.
#[derive(Clone, Copy, Default)]
pub(super) struct Part {
    pub row: u32,
    /// Where it stands in the lane; for an aspect that need not be covered, nowhere.
    place: Option<u32>,
}

/// An embedding that lives.
#[derive(Clone)]
pub(super) struct Member {
    /// Its number in the puzzle.
    pub embedding: u32,
    pub parts: Range<u32>,
    pub costs: Amounts,
}

/// A block. Rows begin at multiples of `lines`: those of lanes, of other aspects, of the levels of purses.
#[derive(Default)]
pub(super) struct Block {
    pub lines: usize,
    pub sections: Vec<Section>,
    pub keys: Vec<Line>,
    pub rows: Vec<Line>,
    pub first: Vec<Line>,
    pub living: Vec<Member>,
    lanes: Vec<Lane>,
    /// By place across all lines, the lane.
    owner: Vec<u16>,
    members: Vec<u32>,
    parts: Vec<Part>,
    /// Where the rows of the purses begin, how many lists there are, and by list how many bits of what is
    /// left do not matter.
    dear: u32,
    pub lists: usize,
    shifts: Amounts,
    /// By aspect of the puzzle, its row; by embedding, one more than its number here. Scratch.
    row_of: Vec<u32>,
    number: Vec<u32>,
}

/// Whether what is left in the state that was reached fits a block.
pub(super) fn fits(whole: &WholeTable, lists: usize) -> bool {
    let Stage { table, extract, .. } = &whole.stage;
    let sizes = extract.kept.iter().map(|&lane| {
        let left = table.layout.lanes[lane as usize].left(&extract.state);
        (left, halves_for(left))
    });
    let (living, halves) = sizes.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    // Every embedding is in all its lanes.
    let least = (0..whole.instance.len()).map(|e| whole.instance.embedding(e).len()).min();
    let lines = halves.div_ceil(ACROSS) + halves.min(ACROSS);
    let rows = extract.kept.len() + whole.instance.optional + lists * LEVELS;
    living <= LIVING * least.unwrap_or(1).max(1)
        && lines * ACROSS <= usize::from(u16::MAX)
        && rows.saturating_mul(lines * size_of::<Line>()) <= BYTES
}

/// How many half words so many embeddings take, with the bit for "covered".
fn halves_for(members: usize) -> usize {
    (members + 1).div_ceil(32)
}

impl Block {
    /// Writes down what is left in the state that was reached, with so much left in the purses.
    pub(super) fn write(&mut self, whole: &mut WholeTable, costs: &Costs, left: &Amounts) {
        let aspects = whole.instance.aspects;
        let count = |lane: u32| {
            whole.stage.table.layout.lanes[lane as usize].left(&whole.stage.extract.state)
        };
        let mut kept: Vec<(usize, u32)> =
            whole.stage.extract.kept.iter().map(|&lane| (count(lane), lane)).collect();
        // Those that are left with least are the likeliest to run empty.
        kept.sort_unstable();
        self.lay_out(&kept);
        self.row_of.clear();
        self.row_of.resize(aspects, u32::MAX);
        for (row, &(_, aspect)) in (0..).zip(&kept) {
            self.row_of[aspect as usize] = row;
        }
        self.enlist(whole, &kept, costs);
        let others = whole.instance.optional;
        self.dear = (self.lanes.len() + others) as u32;
        self.lists = costs.lists;
        let rows = self.dear as usize + self.lists * LEVELS;
        self.rows.clear();
        self.rows.resize(rows * self.lines, CLEAR);
        self.write_aspects();
        self.write_purses(left);
    }

    fn lay_out(&mut self, kept: &[(usize, u32)]) {
        self.lanes.clear();
        self.sections.clear();
        self.owner.clear();
        self.keys.clear();
        let mut members = 0;
        for alike in kept.chunk_by(|a, b| halves_for(a.0) == halves_for(b.0)) {
            let width = halves_for(alike[0].0);
            let begin = self.keys.len();
            for group in alike.chunks(ACROSS) {
                let line = self.keys.len();
                // A half word of no lane is all ones, which is subtracted from its key.
                let none = u32::MAX.wrapping_add((32 * width as u32) << 16);
                self.keys.resize(line + width, Line([none; ACROSS]));
                self.owner.resize((line + width) * ACROSS, u16::MAX);
                for (across, &(count, _)) in group.iter().enumerate() {
                    let place = line * ACROSS + across;
                    self.keys[line].0[across] = (32 * width as u32 - 1) << 16 | place as u32;
                    self.owner[place] = self.lanes.len() as u16;
                    self.lanes.push(Lane {
                        line: line as u32,
                        across: across as u32,
                        width: width as u32,
                        members,
                    });
                    members += count as u32;
                }
            }
            self.sections.push(Section { width, lines: begin..self.keys.len() });
        }
        self.lines = self.keys.len();
        self.first.clear();
        self.first.resize(self.lines, GONE);
        for lane in &self.lanes {
            let last = lane.line + lane.width - 1;
            self.first[last as usize].0[lane.across as usize] &= u32::MAX >> 1;
        }
    }

    /// Numbers the living embeddings and finds their places.
    fn enlist(&mut self, whole: &mut WholeTable, kept: &[(usize, u32)], costs: &Costs) {
        let WholeTable { instance, origin, stage } = whole;
        let Stage { table, extract, .. } = stage;
        self.number.resize(instance.len(), 0);
        self.living.clear();
        self.parts.clear();
        self.members.clear();
        for (row, &(_, aspect)) in kept.iter().enumerate() {
            let list = table.list(aspect as usize, origin);
            let mut here = 0;
            for place in table.layout.lanes[aspect as usize].places(&extract.state) {
                let e = table.listed(list + place);
                let touched = instance.embedding(e as usize);
                if self.number[e as usize] == 0 {
                    let start = self.parts.len() as u32;
                    for &a in touched {
                        // Rows of other aspects follow those of lanes.
                        let other = (a as usize).checked_sub(instance.aspects);
                        let row = match other {
                            Some(other) => (self.lanes.len() + other) as u32,
                            None => self.row_of[a as usize],
                        };
                        self.parts.push(Part { row, place: None });
                    }
                    let parts = start..self.parts.len() as u32;
                    self.living.push(Member { embedding: e, parts, costs: costs.cost(e) });
                    self.number[e as usize] = self.living.len() as u32;
                }
                let number = self.number[e as usize] - 1;
                let parts = self.living[number as usize].parts.start as usize;
                let i = touched.iter().position(|&a| a == aspect).expect("it covers this aspect");
                self.parts[parts + i].place = Some(here);
                self.members.push(number);
                let (line, bit) = self.lanes[row].bit(here);
                self.first[line].0[self.lanes[row].across as usize] &= !bit;
                here += 1;
            }
        }
        self.living.iter().for_each(|member| self.number[member.embedding as usize] = 0);
    }

    /// What is gone once an aspect is covered: its lane, and whatever else covers it.
    fn write_aspects(&mut self) {
        for member in &self.living {
            let parts = &self.parts[member.parts.start as usize..member.parts.end as usize];
            for covered in parts {
                let row = &mut self.rows[covered.row as usize * self.lines..][..self.lines];
                for part in parts.iter().filter(|part| part.row != covered.row) {
                    gone(&self.lanes, part, row);
                }
            }
        }
        for (number, lane) in self.lanes.iter().enumerate() {
            let first = number * self.lines + lane.line as usize;
            for line in &mut self.rows[first..first + lane.width as usize] {
                line.0[lane.across as usize] = u32::MAX;
            }
        }
    }

    /// What can no longer be paid, by list and level.
    fn write_purses(&mut self, left: &Amounts) {
        let bits = |left: u32| (u32::BITS - left.leading_zeros()).saturating_sub(LEVELS.ilog2());
        self.shifts = left.map(bits);
        for list in 0..self.lists {
            let start = (self.dear as usize + list * LEVELS) * self.lines;
            let rows = &mut self.rows[start..start + LEVELS * self.lines];
            for member in &self.living {
                let parts = &self.parts[member.parts.start as usize..member.parts.end as usize];
                let level = member.costs[list] >> self.shifts[list];
                // It is too dear on all lower levels; noted on the highest of them.
                let Some(below) = level.checked_sub(1) else { continue };
                let row = &mut rows[(below as usize).min(LEVELS - 1) * self.lines..][..self.lines];
                parts.iter().for_each(|part| gone(&self.lanes, part, row));
            }
            for level in (0..LEVELS - 1).rev() {
                let (here, above) = rows[level * self.lines..].split_at_mut(self.lines);
                for (line, above) in here.iter_mut().zip(above) {
                    line.0.iter_mut().zip(&above.0).for_each(|(half, above)| *half |= above);
                }
            }
        }
    }

    /// The rows that say what can no longer be paid.
    #[inline(always)]
    pub(super) fn purses(&self, left: &Amounts) -> Amounts {
        std::array::from_fn(|list| {
            self.dear + (list * LEVELS) as u32 + (left[list] >> self.shifts[list])
        })
    }

    /// The aspects of an embedding.
    #[inline(always)]
    pub(super) fn parts_of(&self, member: &Member) -> &[Part] {
        &self.parts[member.parts.start as usize..member.parts.end as usize]
    }

    /// The lane with this key.
    #[inline(always)]
    pub(super) fn lane(&self, key: u32) -> Lane {
        self.lanes[self.owner[(key & 0xffff) as usize] as usize]
    }

    /// The embedding at a place of a lane.
    #[inline(always)]
    pub(super) fn member(&self, lane: &Lane, place: u32) -> &Member {
        &self.living[self.members[(lane.members + place) as usize] as usize]
    }
}

impl Lane {
    /// The line and the bit of a place.
    fn bit(&self, place: u32) -> (usize, u32) {
        ((self.line + place / 32) as usize, 1 << (place % 32))
    }

    /// The embeddings left in its `n`-th half word.
    #[inline(always)]
    pub(super) fn left(&self, state: &[Line], n: u32) -> u32 {
        let half = !state[(self.line + n) as usize].0[self.across as usize];
        half & (u32::MAX >> u32::from(n + 1 == self.width))
    }
}

/// Marks an embedding as gone from the lane of one of its aspects, if that has one.
fn gone(lanes: &[Lane], part: &Part, row: &mut [Line]) {
    if let Some(place) = part.place {
        let lane = &lanes[part.row as usize];
        let (line, bit) = lane.bit(place);
        row[line].0[lane.across as usize] |= bit;
    }
}
