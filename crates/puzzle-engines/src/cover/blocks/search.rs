//! The loops: over the tables until what is left fits a block, then over the block.

use std::ops::ControlFlow;

use puzzle_core::bits::sixteen::{Line, Sixteen, Way, Work, dispatch};
use puzzle_core::{
    AbstractPuzzle, Budget, Control, EmbeddingId, Searched, Searcher, StopReason, Subtree, Visitor,
};

use super::block::{ACROSS, Block, CLEAR, EMPTY, HALVES, LANES, LINES, Lanes, Member, State, fits};
use super::costs::{Amounts, Costs, spend};
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
    states: Vec<State>,
    /// The fewest aspects that must be covered of an embedding.
    least: usize,
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
        let whole = WholeTable::new(puzzle, budget);
        let lanes = |e| {
            let aspects = whole.instance.embedding(e).iter();
            aspects.filter(|&&a| (a as usize) < whole.instance.aspects).count()
        };
        let least = (0..whole.instance.len()).map(lanes).min().unwrap_or(1);
        Subtrees {
            whole,
            least,
            costs: Costs::of(puzzle),
            block: Block::default(),
            states: Vec::new(),
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
            Reached::Open | Reached::Extensible => context.look()?,
        }
        if self.bytes as u64 > context.control.budget.room(u64::MAX) {
            return ControlFlow::Break(StopReason::MemoryLimit);
        }
        let Some(left) = self.costs.left(&at.chosen) else { return ControlFlow::Continue(()) };
        if fits(&self.whole, self.costs.lists, self.least) {
            self.block.write(&mut self.whole, &self.costs, &left);
            context.chosen.clone_from(&at.chosen);
            let Subtrees { block, states, .. } = self;
            return dispatch(Below { block, states, left, context });
        }
        let (children, _) = self.whole.choices();
        let depth = at.chosen.len();
        if context.shares.wants(depth, context.nodes) {
            let Stage { table, extract, aspects } = &mut self.whole.stage;
            let (instance, state, names) = (&self.whole.instance, &extract.state, &aspects[..]);
            let (chosen, several) = (&at.chosen[..], false);
            let of = Weighed { instance, names, state, chosen, children: &children, several };
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

/// A node on the current path. The state of the i-th is the i-th of `states`.
#[derive(Clone, Copy)]
struct Level {
    /// The lane that is covered next, the half words of the state that have something of it, and what is
    /// untried of the last of them that was looked at.
    lane: usize,
    halves: u64,
    half: usize,
    untried: u32,
    left: Amounts,
    lanes: Lanes,
}

/// The search of a block.
struct Below<'a, 'b> {
    block: &'a Block,
    states: &'a mut Vec<State>,
    left: Amounts,
    context: &'a mut Context<'b>,
}

/// Keys below this are dead ends.
const SOME: u32 = 1 << 16;
/// The key where all lanes are covered.
const COVERED: u32 = u32::MAX;

impl Work for Below<'_, '_> {
    type Answer = ControlFlow<StopReason>;

    #[inline(always)]
    fn run<W: Way>(self, way: W) -> Self::Answer {
        match self.block.lines {
            1 => self.search::<W, 1>(way),
            2 => self.search::<W, 2>(way),
            3 => self.search::<W, 3>(way),
            4 => self.search::<W, 4>(way),
            lines => unreachable!("a block has {lines} lines"),
        }
    }
}

impl Below<'_, '_> {
    #[inline(always)]
    fn search<W: Way, const L: usize>(self, way: W) -> ControlFlow<StopReason> {
        let Below { block, states, left, context } = self;
        let mut levels: Vec<Level> = Vec::new();
        states.clear();
        states.push(block.first);
        let first = &block.first;
        match count(way, block, first, halves_of::<W, L>(way, first), block.lanes) {
            ..SOME => return ControlFlow::Continue(()),
            COVERED => return context.report(),
            key => {
                levels.push(Level::new::<W, L>(way, key, block, first, (block.lanes, left)));
            }
        }
        loop {
            let here = levels.len().max(1) - 1;
            let Some(level) = levels.last_mut() else { return ControlFlow::Continue(()) };
            if states.len() < here + 2 {
                states.push(EMPTY);
            }
            let [state, child] = &mut states[here..here + 2] else { unreachable!() };
            let Some(place) = level.take(block, state) else {
                levels.pop();
                if !levels.is_empty() {
                    context.chosen.pop();
                }
                continue;
            };
            context.count()?;
            let member = block.member(place);
            let Some(left) = spend(&level.left, &member.costs) else { continue };
            let lanes = level.lanes & !member.lanes;
            let some = join::<W, L>(way, block, state, member, &left, child);
            let key = count(way, block, child, some, lanes);
            if key < SOME {
                continue;
            }
            context.chosen.push(EmbeddingId(member.embedding));
            if key == COVERED {
                context.report()?;
                context.chosen.pop();
                continue;
            }
            levels.push(Level::new::<W, L>(way, key, block, child, (lanes, left)));
        }
    }
}

impl Level {
    /// The level that covers the lane with this key.
    #[inline(always)]
    fn new<W: Way, const L: usize>(
        way: W,
        key: u32,
        block: &Block,
        state: &State,
        (lanes, left): (Lanes, Amounts),
    ) -> Level {
        let lane = LANES - 1 - (key % SOME) as usize;
        let row = &block.rows[lane];
        let mut halves = 0;
        for line in 0..L {
            let both = way.load(&state[line]).and(way.load(&row[line]));
            halves |= u64::from(both.some()) << (ACROSS * line);
        }
        Level { lane, halves, half: 0, untried: 0, left, lanes }
    }

    /// The next place of the lane to be tried.
    #[inline(always)]
    fn take(&mut self, block: &Block, state: &State) -> Option<usize> {
        if self.untried == 0 {
            if self.halves == 0 {
                return None;
            }
            self.half = self.halves.trailing_zeros() as usize;
            self.halves &= self.halves - 1;
            let (line, half) = (self.half / ACROSS % LINES, self.half % ACROSS);
            self.untried = state[line].0[half] & block.rows[self.lane][line].0[half];
        }
        let bit = self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
        Some(32 * self.half + bit as usize)
    }
}

/// The half words of lines that are not empty.
#[inline(always)]
fn halves_of<W: Way, const L: usize>(way: W, lines: &State) -> u64 {
    let mut halves = 0;
    for (line, half_words) in lines.iter().enumerate().take(L) {
        halves |= u64::from(way.load(half_words).some()) << (ACROSS * line);
    }
    halves
}

/// Adds two rows to what is gone. (A closure would not be compiled for the vector registers.)
#[inline(always)]
fn add_two<W: Way, const L: usize>(
    way: W,
    block: &Block,
    two: &[u32; 2],
    gone: &mut [W::Sixteen; L],
) {
    let (one, other) = (&block.rows[two[0] as usize], &block.rows[two[1] as usize]);
    for line in 0..L {
        gone[line] = gone[line].or_both(way.load(&one[line]), way.load(&other[line]));
    }
}

/// What lives of a state when an embedding is chosen and so much is left, and which half words of that are
/// not empty.
#[inline(always)]
fn join<W: Way, const L: usize>(
    way: W,
    block: &Block,
    state: &State,
    member: &Member,
    left: &Amounts,
    child: &mut State,
) -> u64 {
    let mut gone = [way.all(0); L];
    for two in block.rows_of(member) {
        add_two::<W, L>(way, block, two, &mut gone);
    }
    let purses = block.purses(left);
    for two in purses.as_chunks().0.iter().take(block.pairs()) {
        add_two::<W, L>(way, block, two, &mut gone);
    }
    let mut halves = 0;
    for line in 0..L {
        let lives = way.load(&state[line]).without(gone[line]);
        child[line] = lives.line();
        halves |= u64::from(lives.some()) << (ACROSS * line);
    }
    halves
}

/// The least key of these lanes: how many embeddings are left, times 2^16, and the number of the lane from
/// the last. Less than `SOME` if there is a dead end.
#[inline(always)]
fn count<W: Way>(way: W, block: &Block, state: &State, some: u64, lanes: Lanes) -> u32 {
    match block.groups {
        0 => COVERED,
        1 => least::<W, 1>(way, block, state, some, lanes),
        2 => least::<W, 2>(way, block, state, some, lanes),
        3 => least::<W, 3>(way, block, state, some, lanes),
        4 => least::<W, 4>(way, block, state, some, lanes),
        5 => least::<W, 5>(way, block, state, some, lanes),
        6 => least::<W, 6>(way, block, state, some, lanes),
        7 => least::<W, 7>(way, block, state, some, lanes),
        _ => least::<W, 8>(way, block, state, some, lanes),
    }
}

/// The same where there are so many groups of lanes.
#[inline(always)]
fn least<W: Way, const N: usize>(
    way: W,
    block: &Block,
    state: &State,
    some: u64,
    lanes: Lanes,
) -> u32 {
    let mut joined = [way.all(0); N];
    let mut again = [way.all(0); N];
    let mut halves = some;
    while halves != 0 {
        let half = halves.trailing_zeros() as usize % HALVES;
        halves &= halves - 1;
        let lives = way.all(state[half / ACROSS].0[half % ACROSS]);
        let column = &block.matrix[half];
        for i in 0..N {
            let here = way.load(&column[i]).and(lives);
            again[i] = again[i].or_common(joined[i], here);
            joined[i] = joined[i].or(here);
        }
    }
    let mut best = way.all(u32::MAX);
    for i in 0..N {
        let many = joined[i].population().add(again[i].population());
        let which = (lanes >> (ACROSS * i)) as u16;
        let names = way.load(&NAMES).add(way.all((LANES - ACROSS * (i + 1)) as u32));
        best = best.min(many.shift_16().or(names).only(which));
    }
    if best.has_small() { 0 } else { best.least() }
}

/// Sixteen lanes from the last.
const NAMES: Line = {
    let mut names = CLEAR;
    let mut i = 0;
    while i < ACROSS {
        names.0[i] = (ACROSS - 1 - i) as u32;
        i += 1;
    }
    names
};

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
        let Subtrees { block, states, .. } = self;
        let below = Below { block, states, left, context: &mut context };
        let flow =
            if registers { dispatch(below) } else { below.run(puzzle_core::bits::sixteen::Plain) };
        assert!(flow.is_continue());
        context.nodes
    }
}
