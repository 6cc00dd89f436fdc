//! The state space: a configuration packed into a word.
//!
//! **Key.** A board is written as the number of the kind at each block's topmost and leftmost cell
//! and 0 at all other cells, in the fewest bits that hold the kinds. So a move changes two fields,
//! which one XOR does, and interchangeable blocks are canonical for free (packing document
//! 002's shorthand anew for every move took twice the time). Cells where no block can have its
//! topmost and leftmost cell get no field.
//!
//! **Tables.** For each kind and place there is a [`Spot`]: the block's cells as a set, and for each
//! direction the cells that one step newly takes and the XOR that makes it. A step is possible
//! if the newly taken cells are free; one that leaves the board, meets a wall or a closed gate, or
//! that the block does not make has all bits set as its newly taken cells, which can never be
//! free.
//!
//! [`layout`] says where fields are. [`steps`] has the moves of one block, [`planes`] the same on
//! crowded small boards by shifting sets and without the moves back, [`groups`] those of
//! superpieces; [`choose`] picks the width of the words.

mod bits;
mod choose;
mod groups;
mod layout;
mod planes;
mod steps;

use puzzle_core::{Budget, Failure, Key, Marks, StateSpace, Successors, Window};

pub(crate) use self::bits::Bits;
pub use self::choose::lower;
use self::layout::Layout;
use self::planes::Planes;
use super::board::{Block, Direction};
use super::{Sliding, Style, solution};
use crate::limits::look_lowering;

/// The number of a [`Spot`].
type SpotId = u32;

/// No spot.
const NOWHERE: SpotId = SpotId::MAX;

/// A kind of block at a place.
#[derive(Clone, Debug)]
struct Spot<K, W> {
    /// Its cells.
    cells: W,
    /// All cells that it could newly take by one step.
    around: W,
    /// The cells it newly takes by a step in each direction; all bits if it cannot.
    takes: [W; 4],
    /// What the step changes in the key.
    change: [K; 4],
    /// Its field in the key.
    own: K,
    /// Where the step leads.
    next: [SpotId; 4],
    block: Block,
}

/// A puzzle in one style, as packed states. `K` holds the fields, `W` sets of cells.
pub(super) struct Packed<K, W> {
    style: Style,
    spots: Vec<Spot<K, W>>,
    /// For each bit of a key where a field begins: the spot of the first kind there.
    first: Vec<SpotId>,
    layout: Layout,
    planes: Option<Planes<K>>,
    /// The lowest bits of all fields.
    lowest: K,
    start: K,
    goals: Vec<PackedGoal<K, W>>,
    /// All goals, if each gives every block its place.
    full: Option<Vec<K>>,
    puzzle: Sliding,
}

/// A goal, as far as it can be told from words.
struct PackedGoal<K, W> {
    mask: K,
    value: K,
    empty: W,
    /// What is left to be asked of the unpacked configuration: the goal's number.
    more: Option<usize>,
}

/// Room for the blocks of one configuration. The lists are as long as they can ever be, so that
/// filling them needs no jumps.
struct Unpacked<W> {
    spots: Vec<SpotId>,
    count: usize,
    occupied: W,
    /// The spots of blocks that have something free around them.
    movable: Vec<SpotId>,
    movable_count: usize,
}

impl<W: Bits> Unpacked<W> {
    fn new<K: Bits + Key>(space: &Packed<K, W>) -> Self {
        let most = space.puzzle.start().len() + 1;
        let (spots, movable) = (vec![0; most], vec![0; most]);
        Unpacked { spots, count: 0, occupied: W::ZERO, movable, movable_count: 0 }
    }

    fn spots(&self) -> &[SpotId] {
        &self.spots[..self.count]
    }

    #[inline]
    fn movable(&self) -> &[SpotId] {
        &self.movable[..self.movable_count]
    }
}

/// Spots that are made between two looks at the budget: those of the largest boards have 50 KiB.
const LOOK: usize = 1 << 8;

fn look_now_and_then(spots: usize, budget: &Budget) -> Result<(), Failure> {
    if (spots + 1).is_multiple_of(LOOK) { look_lowering(budget) } else { Ok(()) }
}

impl<K: Bits + Key, W: Bits> Packed<K, W> {
    /// Builds the tables. The key has planes if these can be made use of, else fields.
    fn new(
        puzzle: &Sliding,
        style: Style,
        fields: Layout,
        planes: Option<Layout>,
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let with_planes = planes.and_then(|layout| {
            let planes = Planes::new(puzzle, style, &layout)?;
            Some((layout, Some(planes)))
        });
        let (layout, planes) = with_planes.unwrap_or((fields, None));
        let board = puzzle.board();
        let kinds = board.kinds.len();
        let mut first = vec![NOWHERE; K::WIDTH];
        let mut spots: Vec<Spot<K, W>> = Vec::new();
        let mut lowest = K::ZERO;
        for (place, shift) in layout.starts.iter().enumerate() {
            let Some(shift) = *shift else { continue };
            first[shift] = spots.len() as SpotId;
            lowest = lowest.or(K::single(shift));
            for kind in 0..kinds {
                look_now_and_then(spots.len(), budget)?;
                let block = Block { kind, place };
                let cells = board.cells(block).into_iter().flatten();
                let cells = cells.fold(W::ZERO, |set, cell| set.or(W::single(cell)));
                let own = layout.put(shift, kind + 1);
                let (takes, change, next) = ([W::FULL; 4], [K::ZERO; 4], [NOWHERE; 4]);
                let around = W::ZERO;
                spots.push(Spot { cells, around, takes, change, own, next, block });
            }
        }
        let mut packed = Packed {
            style,
            spots,
            first,
            layout,
            planes,
            lowest,
            start: K::ZERO,
            goals: Vec::new(),
            full: None,
            puzzle: puzzle.clone(),
        };
        packed.link(budget)?;
        packed.start = packed.pack(puzzle.start());
        packed.set_goals();
        Ok(packed)
    }

    /// Fills in where steps lead.
    fn link(&mut self, budget: &Budget) -> Result<(), Failure> {
        let board = self.puzzle.board();
        for number in 0..self.spots.len() {
            look_now_and_then(number, budget)?;
            let spot = &self.spots[number];
            if spot.cells.is_zero() {
                continue;
            }
            let mut linked = spot.clone();
            for (way, direction) in Direction::ALL.into_iter().enumerate() {
                let Some(block) = board.step(spot.block, direction) else { continue };
                let shift = self.layout.starts[block.place];
                let shift = shift.expect("a block can be there, so it has a field");
                let next = self.first[shift] + block.kind as SpotId;
                let there = &self.spots[next as usize];
                linked.next[way] = next;
                linked.takes[way] = there.cells.minus(spot.cells);
                linked.change[way] = spot.own.xor(there.own);
                linked.around = linked.around.or(linked.takes[way]);
            }
            self.spots[number] = linked;
        }
        Ok(())
    }

    fn set_goals(&mut self) {
        let all = (1 << self.layout.width) - 1;
        let blocks = self.puzzle.start().len();
        let board = self.puzzle.board();
        let goals: Vec<PackedGoal<K, W>> = self
            .puzzle
            .goals()
            .iter()
            .enumerate()
            // Blocks that cannot be there, or not together, have no fields of their own to compare.
            .filter(|(_, goal)| board.fill(&goal.places).is_some())
            .map(|(number, goal)| {
                let field = |block: &Block| {
                    self.layout.put(self.layout.starts[block.place].unwrap_or(0), all)
                };
                PackedGoal {
                    mask: goal.places.iter().map(field).fold(K::ZERO, K::or),
                    value: self.pack(&goal.places),
                    empty: goal.empty.iter().map(|&cell| W::single(cell)).fold(W::ZERO, W::or),
                    more: Some(number).filter(|_| !goal.conditions.is_empty()),
                }
            })
            .collect();
        self.goals = goals;
        let full = self.puzzle.goals().iter().all(|goal| goal.is_full(blocks));
        let keys = || self.goals.iter().map(|goal| goal.value).collect();
        self.full = (full && !self.goals.is_empty()).then(keys);
    }

    /// Finds the blocks of a key.
    #[inline]
    fn spread(&self, key: K, unpacked: &mut Unpacked<W>) {
        let mut occupied = W::ZERO;
        let mut count = 0;
        let Layout { width, stride, .. } = self.layout;
        let mut fields = key.smear(width, stride).and(self.lowest);
        while !fields.is_zero() {
            let bit = fields.lowest();
            fields = fields.without_lowest();
            let kind = self.layout.number(key, bit) as SpotId;
            let id = self.first[bit] + kind - 1;
            occupied = occupied.or(self.spots[id as usize].cells);
            unpacked.spots[count] = id;
            count += 1;
        }
        unpacked.occupied = occupied;
        unpacked.count = count;
    }

    /// Whether a key says of every block of the puzzle, and of nothing else, where it is, and no two
    /// are in one place.
    fn is_state(&self, key: K) -> bool {
        let kinds = self.puzzle.board().kinds.len();
        let (mut occupied, mut fields) = (W::ZERO, K::ZERO);
        let mut missing = vec![0_i64; kinds];
        self.puzzle.start().iter().for_each(|block| missing[block.kind] += 1);
        for &shift in self.layout.starts.iter().flatten() {
            let Some(kind) = self.layout.number(key, shift).checked_sub(1) else { continue };
            if kind >= kinds {
                return false;
            }
            let spot = &self.spots[self.first[shift] as usize + kind];
            if spot.cells.is_zero() || spot.cells.meets(occupied) {
                return false;
            }
            occupied = occupied.or(spot.cells);
            fields = fields.or(spot.own);
            missing[kind] -= 1;
        }
        fields == key && missing.iter().all(|&count| count == 0)
    }

    /// Finds the blocks that may be able to move: most are shut in.
    #[inline]
    fn sift(&self, unpacked: &mut Unpacked<W>) {
        let free = W::FULL.minus(unpacked.occupied);
        let mut count = 0;
        for &id in &unpacked.spots[..unpacked.count] {
            unpacked.movable[count] = id;
            count += usize::from(self.spots[id as usize].around.meets(free));
        }
        unpacked.movable_count = count;
    }
}

impl<K: Bits + Key, W: Bits> StateSpace for Packed<K, W> {
    type Key = K;

    fn starts(&self) -> Vec<K> {
        vec![self.start]
    }

    fn expand(&self, states: &[K], out: &mut Successors<K>) {
        let mut unpacked = Unpacked::new(self);
        match self.style.number() {
            0 => self.expand_by(states, out, &mut unpacked, Self::single_steps),
            1 => self.expand_by(states, out, &mut unpacked, Self::straight_slides),
            2 => self.expand_by(states, out, &mut unpacked, Self::wanderings),
            _ => self.expand_groups(states, out, &mut unpacked),
        }
    }

    fn has_marks(&self) -> bool {
        self.planes.is_some()
    }

    fn expand_marked(&self, states: &[K], marks: &[Marks], out: &mut Successors<K>) {
        match &self.planes {
            Some(planes) => planes.expand(states, marks, out),
            None => self.expand(states, out),
        }
    }

    fn has_goals(&self) -> bool {
        !self.goals.is_empty()
    }

    fn goals_among(&self, states: &[K], found: &mut Vec<K>) {
        let met = |state: K, goal: &PackedGoal<K, W>| {
            if state.and(goal.mask) != goal.value {
                return false;
            }
            if goal.empty.is_zero() && goal.more.is_none() {
                return true;
            }
            let mut unpacked = Unpacked::new(self);
            self.spread(state, &mut unpacked);
            if unpacked.occupied.meets(goal.empty) {
                return false;
            }
            let blocks = || self.unpack(state);
            goal.more.is_none_or(|number| {
                self.puzzle.goals()[number].holds(self.puzzle.board(), &blocks())
            })
        };
        let is_goal = |state: &K| self.goals.iter().any(|goal| met(*state, goal));
        found.extend(states.iter().copied().filter(is_goal));
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn window(&self) -> Window {
        // In style 0 the sum of all rows and columns changes by one with every move.
        if self.style.number() == 0 { Window::Alternate } else { Window::Three }
    }

    fn goals(&self) -> Option<Vec<K>> {
        self.full.clone()
    }

    fn heading(&self) -> Vec<u32> {
        solution::heading(&self.puzzle, self.style)
    }

    fn describe(&self, state: K) -> Vec<u32> {
        solution::describe(self.unpack(state))
    }

    fn name(&self, state: K) -> String {
        self.puzzle.shorthand(&self.unpack(state))
    }

    fn are_states(&self, keys: &[K]) -> bool {
        keys.iter().all(|&key| self.is_state(key))
    }

    fn fingerprint(&self) -> u64 {
        self.puzzle.fingerprint()
    }

    fn variant(&self) -> String {
        format!("style {}", self.style)
    }
}

impl<K: Bits + Key, W: Bits> Packed<K, W> {
    /// The configuration as a key.
    fn pack(&self, blocks: &[Block]) -> K {
        let field = |block: &Block| match self.layout.starts[block.place] {
            Some(start) => self.layout.put(start, block.kind + 1),
            None => K::ZERO,
        };
        blocks.iter().map(field).fold(K::ZERO, K::or)
    }

    /// The blocks of a configuration, by place.
    fn unpack(&self, key: K) -> Vec<Block> {
        let mut unpacked = Unpacked::new(self);
        self.spread(key, &mut unpacked);
        let mut blocks: Vec<Block> =
            unpacked.spots().iter().map(|&id| self.spots[id as usize].block).collect();
        blocks.sort_unstable_by_key(|block| block.place);
        blocks
    }
}
