//! The positions on the way from the start to a goal, and with them games of fewest moves.
//!
//! A position is on the way if it can be reached from the start and a goal can be reached from it,
//! that is, its complement can be reached from a goal's complement. Levels are built from both
//! ends until they meet (see `count`); from there on only positions on the way are followed:
//! towards the goals those successors whose complements were reached from the other end, towards
//! the start those of a level that have a successor on the way. Where the start's complement is
//! the only goal the second half is the first one's complements.
//!
//! Consecutive jumps of one peg are one move. Fewest moves are found by breadth-first search over
//! moves, among positions on the way only; all of a move's jumps pass through such positions.

use puzzle_core::jumps::{Jump, JumpProblem, Position, WayRow, members};
use puzzle_core::{StateSpace, StopReason, Successors};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Effort;
use super::space::{JumpSpace, Word, with_board_word};
use crate::space::counting::{Counting, Halt};
use crate::space::level::{Entry, Level};

/// The positions on the way, level by level from the start on; none if no goal can be reached.
/// The second part is how many classes were expanded.
pub fn on_the_way(problem: &JumpProblem, effort: Effort<'_>) -> Result<(Vec<WayRow>, u64), Halt> {
    with_board_word!(problem.board().holes(), K => {
        let way = Way::<K>::find(problem, effort)?;
        let mut pegs = problem.start().count_ones();
        let mut rows = Vec::new();
        for level in &way.levels {
            let positions = level.iter().map(|&class| way.space.class_size(class)).sum();
            rows.push(WayRow { pegs, classes: level.len() as u64, positions });
            pegs = pegs.saturating_sub(1);
        }
        Ok((rows, way.nodes))
    })
}

/// A game of fewest moves; None if no goal can be reached. The second part is how many classes were
/// expanded.
pub fn fewest_moves(
    problem: &JumpProblem,
    effort: Effort<'_>,
) -> Result<(Option<Vec<Jump>>, u64), Halt> {
    with_board_word!(problem.board().holes(), K => {
        let way = Way::<K>::find(problem, effort)?;
        let game = way.shortest(problem, effort)?;
        Ok((game, way.nodes))
    })
}

/// All classes on the way, by level.
struct Way<K> {
    space: JumpSpace<K>,
    levels: Vec<Vec<K>>,
    nodes: u64,
}

impl<K: Word> Way<K> {
    fn find(problem: &JumpProblem, effort: Effort<'_>) -> Result<Self, Halt> {
        let group = problem.symmetries();
        let full = problem.board().full();
        let space = JumpSpace::<K>::new(problem, &[problem.start()], &group);
        let fewest = problem.goals().iter().map(|g| g.count_ones()).min().unwrap_or(0);
        let jumps = (problem.start().count_ones() - fewest) as usize;
        let is_self_dual = problem.goals() == [problem.start() ^ full];
        let Effort { threads, memory, control } = effort;
        let mut counting = Counting { space: &space, threads, memory, control, nodes: 0 };
        // Goals by the number of jumps to the fullest board they can come from.
        let ends = |height: usize| {
            let here = problem.goals().iter().filter(move |g| g.count_ones() as usize == height);
            here.map(|goal| K::narrow(goal ^ full))
        };
        let mut front = vec![counting.start()?];
        let mut back: Vec<Level<K>> = Vec::new();
        if !is_self_dual {
            let keys = ends(fewest as usize).map(|end| Entry::new(space.canonical(end), 1));
            back.push(Level::new(keys)?);
        }
        let needed = if is_self_dual { (jumps + 1).div_ceil(2) } else { jumps + 1 };
        let mut bytes = 0;
        while front.len() + back.len() < needed {
            let last = |side: &[Level<K>]| side.last().map_or(usize::MAX, Level::len);
            let forwards = last(&front) <= last(&back);
            let side = if forwards { &mut front } else { &mut back };
            let mut next = counting.advance(&side[side.len() - 1])?.0;
            if !forwards {
                let height = fewest as usize + side.len();
                next.add(ends(height).map(|end| Entry::new(space.canonical(end), 1)))?;
            }
            bytes += next.bytes();
            if bytes > memory {
                return Err(Halt::Stopped(StopReason::MemoryLimit));
            }
            side.push(next);
        }
        let behind = if is_self_dual { &front } else { &back };
        // Classes from which a goal can be reached by the jumps that are left.
        let onward = |jump: usize| -> Result<Level<K>, Halt> {
            let level = jumps.checked_sub(jump).and_then(|left| behind.get(left));
            let entries = level.into_iter().flat_map(Level::entries);
            Ok(Level::new(entries.map(|e| Entry::new(space.complement(e.key()), 1)))?)
        };
        // The levels after the meeting.
        let meeting = front.len();
        let mut nodes = counting.nodes;
        let mut spend = |states: usize| {
            nodes += states as u64;
            control.look(nodes, 0).map_err(Halt::Stopped)
        };
        let mut after: Vec<Vec<K>> = Vec::new();
        for jump in meeting..=jumps {
            let mut found = FxHashSet::default();
            let before: &mut dyn Iterator<Item = K> = match after.last() {
                Some(level) => &mut level.iter().copied(),
                None => &mut front[meeting - 1].entries().map(Entry::key),
            };
            let (onward, mut ways) = (onward(jump)?, Vec::new());
            in_batches(&space, before, &mut spend, |_, out| {
                onward.ways_of(out.keys(), &mut ways);
                let on_the_way = out.keys().iter().zip(&ways).filter(|(_, ways)| **ways > 0);
                found.extend(on_the_way.map(|(&class, _)| class));
            })?;
            after.push(found.into_iter().collect());
        }
        // The levels before it, from the meeting back to the start.
        let mut before: Vec<Vec<K>> = Vec::new();
        for jump in (0..meeting).rev() {
            if is_self_dual {
                before.push(match (jumps - jump).checked_sub(meeting) {
                    Some(i) => after[i].iter().map(|&class| space.complement(class)).collect(),
                    None => {
                        let (classes, onward) = (front[jump].entries(), onward(jump)?);
                        let classes = classes.map(Entry::key);
                        classes.filter(|&class| onward.ways(class) > 0).collect()
                    }
                });
                continue;
            }
            let next: FxHashSet<K> =
                before.last().or(after.first()).into_iter().flatten().copied().collect();
            let pegs = problem.start().count_ones() as usize - jump;
            let goals: FxHashSet<K> = ends(pegs).map(|end| space.complement(end)).collect();
            let mut found = Vec::new();
            let classes = &mut front[jump].entries().map(Entry::key);
            in_batches(&space, classes, &mut spend, |batch, out| {
                for (class, successors) in batch.iter().zip(out.groups()) {
                    if goals.contains(class) || successors.iter().any(|s| next.contains(s)) {
                        found.push(*class);
                    }
                }
            })?;
            before.push(found);
        }
        before.reverse();
        before.append(&mut after);
        while before.last().is_some_and(Vec::is_empty) {
            before.pop();
        }
        Ok(Way { space, levels: before, nodes })
    }

    /// Breadth first over moves, then back from a goal by moves that come one nearer to the start.
    fn shortest(
        &self,
        problem: &JumpProblem,
        effort: Effort<'_>,
    ) -> Result<Option<Vec<Jump>>, Halt> {
        let way: FxHashSet<K> = self.levels.iter().flatten().copied().collect();
        let jumps = problem.board().jumps();
        let start = self.space.canonical(K::narrow(problem.start()));
        if !way.contains(&start) {
            return Ok(None);
        }
        let goals: FxHashSet<K> = problem
            .goals()
            .iter()
            .map(|&goal| self.space.canonical(K::narrow(goal)))
            .filter(|goal| way.contains(goal))
            .collect();
        let mut by_hole: Vec<Vec<Jump>> = vec![Vec::new(); problem.board().holes()];
        jumps.iter().for_each(|&jump| by_hole[usize::from(jump.from)].push(jump));
        let mut distance: FxHashMap<K, u32> = FxHashMap::from_iter([(start, 0)]);
        let mut frontier = vec![start];
        let mut moves = 0;
        let mut stack: Vec<(u8, Position)> = Vec::new();
        while !frontier.iter().any(|class| goals.contains(class)) {
            moves += 1;
            let mut next = Vec::new();
            for (number, &class) in frontier.iter().enumerate() {
                if effort.control.budget.is_due(number as u64) {
                    let nodes = self.nodes + distance.len() as u64;
                    effort.control.look(nodes, 0).map_err(Halt::Stopped)?;
                }
                let position = class.widen();
                stack.extend(members(position).map(|hole| (hole, position)));
                while let Some((hole, position)) = stack.pop() {
                    for jump in &by_hole[usize::from(hole)] {
                        let Some(after) = jump.apply(position) else { continue };
                        let reached = self.space.canonical(K::narrow(after));
                        if way.contains(&reached) {
                            stack.push((jump.to, after));
                            distance.entry(reached).or_insert_with(|| {
                                next.push(reached);
                                moves
                            });
                        }
                    }
                }
            }
            frontier = next;
            if frontier.is_empty() {
                return Ok(None);
            }
        }
        let reached = frontier.iter().find(|class| goals.contains(class));
        let goal = problem
            .goals()
            .iter()
            .find(|&&goal| Some(&self.space.canonical(K::narrow(goal))) == reached);
        Ok(goal.map(|&goal| self.retrace(problem, &distance, goal, moves)))
    }

    /// The game that ends in this very position, found backwards.
    fn retrace(
        &self,
        problem: &JumpProblem,
        distance: &FxHashMap<K, u32>,
        goal: Position,
        moves: u32,
    ) -> Vec<Jump> {
        let full = problem.board().full();
        // Taking a jump back is making it on the complement.
        let back = |position: Position, hole: Option<u8>| {
            let jumps = problem.board().jumps().iter();
            let can = move |jump: &&Jump| hole.is_none_or(|hole| jump.to == hole);
            jumps
                .filter(can)
                .filter_map(move |&jump| Some((jump, jump.apply(position ^ full)? ^ full)))
        };
        let mut game = Vec::new();
        let mut position = goal;
        for left in (0..moves).rev() {
            // Each entry: the position before, and the jumps of the move, last one first.
            let mut stack: Vec<(Position, Vec<Jump>)> =
                back(position, None).map(|(jump, before)| (before, vec![jump])).collect();
            while let Some((before, taken)) = stack.pop() {
                let class = self.space.canonical(K::narrow(before));
                if distance.get(&class) == Some(&left) {
                    position = before;
                    game.extend(taken);
                    break;
                }
                let hole = taken.last().map(|jump| jump.from);
                stack.extend(
                    back(before, hole).map(|(jump, before)| {
                        (before, taken.iter().copied().chain([jump]).collect())
                    }),
                );
            }
        }
        game.reverse();
        game
    }
}

/// Expands many states and hands each batch with its successors to `visit`.
fn in_batches<K: Word>(
    space: &JumpSpace<K>,
    states: &mut dyn Iterator<Item = K>,
    spend: &mut dyn FnMut(usize) -> Result<(), Halt>,
    mut visit: impl FnMut(&[K], &Successors<K>),
) -> Result<(), Halt> {
    let mut out = Successors::default();
    loop {
        let batch: Vec<K> = states.take(1024).collect();
        if batch.is_empty() {
            return Ok(());
        }
        spend(batch.len())?;
        out.clear();
        space.expand(&batch, &mut out);
        visit(&batch, &out);
    }
}
