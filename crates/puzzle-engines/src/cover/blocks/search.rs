//! The loops: over the tables until what is left fits a block, then over the block.

use std::ops::ControlFlow;

use puzzle_core::bits::sixteen::{Line, Sixteen, Way, Work, dispatch};
use puzzle_core::{
    AbstractPuzzle, Budget, Control, EmbeddingId, Searched, Searcher, StopReason, Subtree, Visitor,
};

use super::block::{Block, CLEAR, Lane, Part, Section, fits};
use super::costs::{Amounts, Costs, LISTS, spend};
use crate::cover::handing::ended;
use crate::cover::share::Shares;
use crate::cover::sweeps::{Weighed, probe};
use crate::cover::tables::{Reached, Stage, WholeTable, bytes_of_states};

/// Subtrees with fewer nodes are not weighed for the progress report.
const MOMENT: f64 = 50_000.0;

/// A puzzle of which subtrees are searched.
pub(super) struct Subtrees {
    whole: WholeTable,
    costs: Costs,
    block: Block,
    states: Vec<Line>,
    spare: Vec<Line>,
    /// About how many bytes the states along a path take in the tables.
    bytes: usize,
}

/// What the loops share.
struct Context<'a> {
    control: &'a Control,
    visitor: &'a mut dyn Visitor,
    chosen: Vec<EmbeddingId>,
    nodes: u64,
    solutions: u64,
    next_check: u64,
    shares: Shares,
}

impl<'a> Context<'a> {
    fn new(control: &'a Control, visitor: &'a mut dyn Visitor) -> Self {
        Context {
            control,
            visitor,
            chosen: Vec::new(),
            nodes: 1,
            solutions: 0,
            next_check: control.budget.slice(0),
            shares: Shares::new(control.progress.is_watched(), MOMENT),
        }
    }

    fn report(&mut self) -> ControlFlow<StopReason> {
        self.solutions += 1;
        self.visitor.solution(&self.chosen).map_break(|()| StopReason::Satisfied)
    }

    /// Counts a node.
    #[inline(always)]
    fn count(&mut self) -> ControlFlow<StopReason> {
        self.nodes += 1;
        self.look()
    }

    /// Looks at the budget now and then.
    #[inline(always)]
    fn look(&mut self) -> ControlFlow<StopReason> {
        if self.nodes >= self.next_check { self.check() } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn check(&mut self) -> ControlFlow<StopReason> {
        if let Err(reason) = self.control.look(self.nodes, self.solutions) {
            return ControlFlow::Break(reason);
        }
        self.next_check = self.nodes + self.control.budget.slice(self.nodes);
        ControlFlow::Continue(())
    }
}

impl Subtrees {
    /// Of a puzzle that the engine accepts.
    pub(super) fn of(puzzle: &AbstractPuzzle, budget: &Budget) -> Self {
        Subtrees {
            whole: WholeTable::new(puzzle, budget),
            costs: Costs::of(puzzle),
            block: Block::default(),
            states: Vec::new(),
            spare: Vec::new(),
            bytes: bytes_of_states(puzzle).unwrap_or(usize::MAX),
        }
    }

    /// Searches below a choice.
    fn descend(&mut self, at: &mut Subtree, context: &mut Context<'_>) -> ControlFlow<StopReason> {
        match self.whole.reach(at) {
            Reached::Dead => return ControlFlow::Continue(()),
            Reached::Solved => {
                context.chosen.clone_from(&at.chosen);
                return context.report();
            }
            // What is nothing but one node is over whatever the budget says: it cannot be split.
            Reached::Open => context.look()?,
        }
        if self.bytes as u64 > context.control.budget.room(u64::MAX) {
            return ControlFlow::Break(StopReason::MemoryLimit);
        }
        let Some(left) = self.costs.left(&at.chosen) else { return ControlFlow::Continue(()) };
        if fits(&self.whole, self.costs.lists) {
            self.block.write(&mut self.whole, &self.costs, &left);
            context.chosen.clone_from(&at.chosen);
            let Subtrees { block, states, spare, .. } = self;
            return dispatch(Below { block, states, spare, left, context });
        }
        let children = self.whole.choices();
        let depth = at.chosen.len();
        if context.shares.wants(depth, context.nodes) {
            let Stage { table, extract, .. } = &mut self.whole.stage;
            let (instance, state) = (&self.whole.instance, &extract.state);
            let of = Weighed { instance, state, chosen: &at.chosen, children: &children };
            let (expected, budget) = (context.shares.expected(), &context.control.budget);
            let weights = probe(table, &mut self.whole.origin, &of, expected, budget);
            context.shares.open(depth, &weights);
        }
        for e in children {
            context.count()?;
            context.shares.advance(depth, context.nodes, &context.control.progress);
            at.chosen.push(EmbeddingId(e));
            self.descend(at, context)?;
            at.chosen.pop();
        }
        ControlFlow::Continue(())
    }
}

impl Searcher for Subtrees {
    fn search(&mut self, subtree: &Subtree, sink: &mut dyn Visitor, control: &Control) -> Searched {
        let mut context = Context::new(control, sink);
        let stopped = self.descend(&mut subtree.clone(), &mut context).break_value();
        Ok(ended(control, context.solutions, context.nodes, stopped))
    }
}

/// A node on the current path.
#[derive(Clone)]
struct Level {
    lane: Lane,
    /// The half word of the lane that is looked at, and what is not yet tried of it.
    half: u32,
    untried: u32,
    left: Amounts,
    /// The rows of the purses that are joined to its state.
    purses: Amounts,
}

/// The search of a block.
struct Below<'a, 'b> {
    block: &'a Block,
    states: &'a mut Vec<Line>,
    spare: &'a mut Vec<Line>,
    left: Amounts,
    context: &'a mut Context<'b>,
}

/// Keys below this are dead ends.
const SOME: u32 = 1 << 16;
/// Keys from this on belong to lanes that are covered.
const COVERED: u32 = 0xffff << 16;

/// The most aspects of an embedding whose rows are joined in the loop; those of others are joined before.
const PARTS: usize = 8;

impl Work for Below<'_, '_> {
    type Answer = ControlFlow<StopReason>;

    #[inline(always)]
    fn run<W: Way>(self, way: W) -> Self::Answer {
        let Below { block, states, spare, left, context } = self;
        let lines = block.lines;
        let mut levels: Vec<Level> = Vec::new();
        let mut rows = [0_u32; PARTS + LISTS];
        let purses = block.purses(&left);
        rows[..LISTS].copy_from_slice(&purses);
        states.resize(states.len().max(2 * lines), CLEAR);
        let key = join(way, block, &block.first, &rows[..block.lists], &mut states[..lines]);
        match key {
            ..SOME => return ControlFlow::Continue(()),
            COVERED.. => return context.report(),
            _ => levels.push(open(block, key, &states[..lines], left, purses)),
        }
        loop {
            let here = (levels.len().max(1) - 1) * lines;
            let Some(level) = levels.last_mut() else { return ControlFlow::Continue(()) };
            let Some(place) = level.take(&states[here..here + lines]) else {
                levels.pop();
                if !levels.is_empty() {
                    context.chosen.pop();
                }
                continue;
            };
            context.count()?;
            let member = block.member(&level.lane, place);
            let Some(left) = spend(&level.left, &member.costs) else { continue };
            let parts = block.parts_of(member);
            let (joined, before) = parts.split_at(parts.len().min(PARTS));
            let mut count = 0;
            for part in joined {
                rows[count] = part.row;
                count += 1;
            }
            // Rows of purses are joined where they are others than the parent's.
            let purses = block.purses(&left);
            for list in 0..block.lists {
                rows[count] = purses[list];
                count += usize::from(purses[list] != level.purses[list]);
            }
            let (known, free) = states.split_at_mut(here + lines);
            let mut state = &known[here..];
            if !before.is_empty() {
                join_before(block, state, before, spare);
                state = &spare[..];
            }
            let child = &mut free[..lines];
            let key = join(way, block, state, &rows[..count], child);
            if key < SOME {
                continue;
            }
            context.chosen.push(EmbeddingId(member.embedding));
            if key >= COVERED {
                context.report()?;
                context.chosen.pop();
                continue;
            }
            levels.push(open(block, key, child, left, purses));
            if states.len() < here + 3 * lines {
                states.resize(here + 3 * lines, CLEAR);
            }
        }
    }
}

/// The level that covers the lane with this key.
#[inline(always)]
fn open(block: &Block, key: u32, state: &[Line], left: Amounts, purses: Amounts) -> Level {
    let lane = block.lane(key);
    Level { lane, half: 0, untried: lane.left(state, 0), left, purses }
}

impl Level {
    /// The next place of the lane to be tried.
    #[inline(always)]
    fn take(&mut self, state: &[Line]) -> Option<u32> {
        while self.untried == 0 {
            self.half += 1;
            if self.half >= self.lane.width {
                return None;
            }
            self.untried = self.lane.left(state, self.half);
        }
        let bit = self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
        Some(32 * self.half + bit)
    }
}

/// The state with the rows of these aspects: embeddings with so many are rare.
#[cold]
fn join_before(block: &Block, state: &[Line], parts: &[Part], joined: &mut Vec<Line>) {
    joined.clear();
    joined.extend_from_slice(state);
    for part in parts {
        let row = &block.rows[part.row as usize * block.lines..][..block.lines];
        joined.iter_mut().zip(row).for_each(|(line, row)| *line = line.or(*row));
    }
}

/// Makes a child state from its parent and rows, and finds its least key. If that is a dead end the child
/// may be unfinished.
#[inline(always)]
fn join<W: Way>(way: W, block: &Block, state: &[Line], rows: &[u32], child: &mut [Line]) -> u32 {
    macro_rules! each {
        ($($count:literal)*) => {
            match rows.len() {
                $($count => {
                    let row = |i: usize| &block.rows[rows[i] as usize * block.lines..][..block.lines];
                    let rows: [&[Line]; $count] = std::array::from_fn(row);
                    step(way, block, state, rows, child)
                })*
                _ => unreachable!("no more rows are joined"),
            }
        };
    }
    each!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
}

/// The same for a known number of rows. No closures around vectors: they are not always inlined, and then
/// every instruction is a call.
#[inline(always)]
fn step<W: Way, const ROWS: usize>(
    way: W,
    block: &Block,
    state: &[Line],
    rows: [&[Line]; ROWS],
    child: &mut [Line],
) -> u32 {
    let mut best = way.load(&Line([u32::MAX; 16]));
    for Section { width, lines } in &block.sections {
        let (state, child) = (&state[lines.clone()], &mut child[lines.clone()]);
        let keys = &block.keys[lines.clone()];
        let rows = rows.map(|row| &row[lines.clone()]);
        let mut from = 0;
        while from < keys.len() {
            let mut gone = way.load(&CLEAR);
            for line in from..from + width {
                let mut joined = way.load(&state[line]);
                let mut i = 0;
                while i + 1 < ROWS {
                    joined = joined.or_both(way.load(&rows[i][line]), way.load(&rows[i + 1][line]));
                    i += 2;
                }
                if i < ROWS {
                    joined = joined.or(way.load(&rows[i][line]));
                }
                child[line] = joined.line();
                gone = gone.add(joined.population());
            }
            let key = way.load(&keys[from]).sub(gone.shift_16());
            best = best.min(key);
            if key.has_small() {
                return 0;
            }
            from += width;
        }
    }
    best.least()
}

#[cfg(test)]
impl Subtrees {
    /// Searches the whole puzzle as one block, in the machine's way or in the plain one; tells how many
    /// nodes that took.
    pub(super) fn search_one_block(&mut self, sink: &mut dyn Visitor, registers: bool) -> u64 {
        if self.whole.reach(&Subtree::default()) != Reached::Open {
            return 0;
        }
        let control = &Control::default();
        let mut context = Context::new(control, sink);
        let left = self.costs.left(&[]).unwrap_or_default();
        self.block.write(&mut self.whole, &self.costs, &left);
        let Subtrees { block, states, spare, .. } = self;
        let below = Below { block, states, spare, left, context: &mut context };
        let flow =
            if registers { dispatch(below) } else { below.run(puzzle_core::bits::sixteen::Plain) };
        assert!(flow.is_continue());
        context.nodes
    }
}
