//! One game on a large board: the most promising positions of each level, and the last levels exactly.
//!
//! Depth-first search gets lost on boards much larger than the English one, because a mistake early
//! in a game is found out only at its end. So the end is known first: all positions from which a goal
//! can be reached by the last few jumps are counted back from the goals' complements, as far as a
//! table of moderate size goes. Then levels are built from the start, and of each only the best
//! `width` positions are kept, those whose pegs stand in holes with many ways out; where the levels
//! meet the table there is a game. If they do not meet, the width is multiplied and all begins anew.
//! A search that never had to leave out a position has tried every game: then there is none.

use puzzle_core::jumps::{Jump, JumpProblem, Position};
use puzzle_core::{Permutation, StopReason};
use rustc_hash::FxHashSet;

use super::Effort;
use super::first::Scale;
use super::space::{JumpSpace, Word};
use crate::space::counting::{Counting, Halt};
use crate::space::level::Level;

/// Classes in the largest level counted back.
const TABLE: usize = 200_000;
/// Positions kept at first.
const WIDTH: usize = 2000;

/// A position, and which position of the level before it came from.
struct Kept<K> {
    position: K,
    parent: u32,
}

/// A game to one of the goals, which all have the same number of pegs; None if there is none.
pub(super) struct Beam<'a, K> {
    pub(super) problem: &'a JumpProblem,
    pub(super) effort: Effort<'a>,
    /// Symmetries that carry goals to goals.
    pub(super) group: &'a [Permutation],
    pub(super) scales: &'a [Scale<K>],
    /// How unwelcome a position is.
    pub(super) burden: Scale<K>,
}

impl<K: Word> Beam<'_, K> {
    pub(super) fn run(&self, nodes: &mut u64) -> Result<Option<Vec<Jump>>, Halt> {
        let problem = self.problem;
        let full = problem.board().full();
        let ends: Vec<Position> = problem.goals().iter().map(|goal| goal ^ full).collect();
        let space = JumpSpace::<K>::new(problem, &ends, self.group);
        let jumps = (problem.start().count_ones() - problem.goals()[0].count_ones()) as usize;
        let Effort { threads, memory, control } = self.effort;
        let mut counting = Counting { space: &space, threads, memory, control, nodes: *nodes };
        let mut back = vec![counting.start()?];
        while back.len() <= jumps && back[back.len() - 1].len() < TABLE {
            let next = counting.advance(&back[back.len() - 1])?.0;
            back.push(next);
        }
        *nodes = counting.nodes;
        // Levels from the start: so many jumps until a position can be looked up.
        let ahead = (jumps + 1).saturating_sub(back.len());
        let mut width = WIDTH;
        loop {
            let (found, complete) = self.widen(&space, &back, ahead, width, nodes)?;
            if found.is_some() || complete {
                return Ok(found);
            }
            width *= 4;
        }
    }

    /// One search of a given width, and whether nothing was left out.
    fn widen(
        &self,
        space: &JumpSpace<K>,
        back: &[Level<K>],
        ahead: usize,
        width: usize,
        nodes: &mut u64,
    ) -> Result<(Option<Vec<Jump>>, bool), Halt> {
        let start = Kept { position: K::narrow(self.problem.start()), parent: 0 };
        let mut levels = vec![vec![start]];
        let mut complete = true;
        for depth in 0..ahead {
            self.check(&levels, nodes)?;
            let mut seen = FxHashSet::default();
            let mut next: Vec<(i32, Kept<K>)> = Vec::new();
            for (parent, kept) in levels[depth].iter().enumerate() {
                let position = kept.position.widen();
                for jump in self.problem.board().jumps() {
                    let Some(after) = jump.apply(position) else { continue };
                    let after = K::narrow(after);
                    if self.scales.iter().any(|scale| scale.refuses(after)) {
                        continue;
                    }
                    if seen.insert(space.canonical(after)) {
                        let kept = Kept { position: after, parent: parent as u32 };
                        next.push((self.burden.weigh(after), kept));
                    }
                }
            }
            if next.len() > width {
                complete = false;
                next.select_nth_unstable_by_key(width, |(burden, kept)| (*burden, kept.position));
                next.truncate(width);
            }
            levels.push(next.into_iter().map(|(_, kept)| kept).collect());
        }
        let left = back.len() - 1;
        let last = &levels[ahead];
        let meets = |kept: &Kept<K>| back[left].ways(space.complement(kept.position)) > 0;
        let met = last.iter().position(meets);
        Ok((met.map(|met| self.replay(space, &levels, met, back)), complete))
    }

    fn check(&self, levels: &[Vec<Kept<K>>], nodes: &mut u64) -> Result<(), Halt> {
        let wide = levels.last().map_or(0, Vec::len);
        // What a limit leaves out is not visited.
        *nodes = self.effort.control.budget.allowed(*nodes + wide as u64);
        self.effort.control.look(*nodes, 0).map_err(Halt::Stopped)?;
        let all: usize = levels.iter().map(Vec::len).sum();
        // The next level may be ten times as wide for a moment.
        if (all + 10 * wide) * 2 * size_of::<Kept<K>>() > self.effort.memory {
            return Err(Halt::Stopped(StopReason::MemoryLimit));
        }
        Ok(())
    }

    /// The game through a position of the last level: back to the start, then on to a goal.
    fn replay(
        &self,
        space: &JumpSpace<K>,
        levels: &[Vec<Kept<K>>],
        met: usize,
        back: &[Level<K>],
    ) -> Vec<Jump> {
        let jumps = self.problem.board().jumps();
        let mut positions = Vec::new();
        let mut at = met;
        for level in levels.iter().rev() {
            positions.push(level[at].position.widen());
            at = level[at].parent as usize;
        }
        positions.reverse();
        let mut position = positions[positions.len() - 1];
        for level in back.iter().rev().skip(1) {
            let onward = |after: &Position| level.ways(space.complement(K::narrow(*after))) > 0;
            let next = jumps.iter().filter_map(|jump| jump.apply(position)).find(onward);
            position = next.expect("a goal can be reached from here");
            positions.push(position);
        }
        let between = |pair: &[Position]| {
            let jump = jumps.iter().find(|jump| jump.apply(pair[0]) == Some(pair[1]));
            *jump.expect("positions follow by jumps")
        };
        positions.windows(2).map(between).collect()
    }
}
