//! The game played block by block, from the definitions of document 002 §3.
//!
//! This is the slow and obvious side: it checks solutions, and finds the words for the moves of a
//! solution that an engine reports as a list of configurations. Blocks keep their identity here.

use std::collections::HashSet;

use super::board::{Block, Board, Direction};
use super::{Sliding, Style};

/// A move: which blocks, and the steps they take together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The numbers of the blocks, in the order of [`Sliding::labels`].
    pub blocks: Vec<usize>,
    /// The steps.
    pub steps: Vec<Direction>,
}

impl Move {
    /// `block 3 left 2`, `blocks 1 and 2 down 1 right 1`.
    pub fn words(&self, labels: &[String]) -> String {
        let names: Vec<&str> = self.blocks.iter().map(|&block| labels[block].as_str()).collect();
        let mut text = match names.as_slice() {
            [name] => format!("block {name}"),
            [first @ .., last] => format!("blocks {} and {last}", first.join(", ")),
            [] => "nothing".into(),
        };
        let mut steps = self.steps.as_slice();
        while let Some(&direction) = steps.first() {
            let count = steps.iter().take_while(|step| **step == direction).count();
            text += &format!(" {} {count}", direction.word());
            steps = &steps[count..];
        }
        text
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    board: &'a Board,
    style: Style,
    blocks: Vec<Block>,
}

impl<'a> Rules<'a> {
    /// A game at its start.
    pub fn new(puzzle: &'a Sliding, style: Style) -> Self {
        Rules { board: puzzle.board(), style, blocks: puzzle.start().to_vec() }
    }

    /// Where the blocks are.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Makes a move, or says why it is not one of this style.
    pub fn play(&mut self, played: &Move) -> Result<(), String> {
        let Move { blocks, steps } = played;
        if blocks.is_empty() || steps.is_empty() {
            return Err("nothing is moved".into());
        }
        let mut sorted = blocks.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != blocks.len() || sorted.iter().any(|&block| block >= self.blocks.len()) {
            return Err("a block is named twice, or there is no such block".into());
        }
        let style = self.style;
        if blocks.len() > 1 && !style.moves_groups() {
            return Err(format!("style {style} moves one block at a time"));
        }
        if steps.len() > 1 && !style.moves_far() {
            return Err(format!("style {style} moves one step at a time"));
        }
        if steps.iter().any(|step| *step != steps[0]) && !style.turns() {
            return Err(format!("style {style} moves in one direction at a time"));
        }
        let mut after = self.blocks.clone();
        for &step in steps {
            self.shift(&mut after, blocks, step)
                .ok_or_else(|| format!("something is in the way of the step {}", step.word()))?;
        }
        if after == self.blocks {
            return Err("the move leads back to where it began".into());
        }
        self.blocks = after;
        Ok(())
    }

    /// Moves some blocks one step, if nothing is in the way.
    fn shift(&self, blocks: &mut [Block], chosen: &[usize], step: Direction) -> Option<()> {
        for &number in chosen {
            blocks[number] = self.board.step(blocks[number], step)?;
        }
        self.board.fill(blocks).map(|_| ())
    }

    /// The move that leads to a configuration of these blocks (in any order), with the fewest
    /// blocks and then the fewest steps, and makes it.
    pub fn play_towards(&mut self, target: &[Block]) -> Option<Move> {
        let mut target = target.to_vec();
        target.sort_unstable();
        let arrives = |blocks: &[Block]| {
            let mut sorted = blocks.to_vec();
            sorted.sort_unstable();
            sorted == target
        };
        let mut best: Option<(Move, Vec<Block>)> = None;
        for group in self.groups(&target) {
            let score = |found: &Move| (found.blocks.len(), found.steps.len());
            for (steps, blocks) in self.walks(&group) {
                let found = Move { blocks: group.clone(), steps };
                let better = best.as_ref().is_none_or(|(best, _)| score(&found) < score(best));
                if better && arrives(&blocks) {
                    best = Some((found, blocks));
                }
            }
        }
        let (found, blocks) = best?;
        self.blocks = blocks;
        Some(found)
    }

    /// Sets of blocks that could have moved to make this configuration of the present one. A
    /// group that moves by (r, c) carries each of its blocks there; with interchangeable blocks
    /// it need not be the blocks that seem to have changed. All displacements are tried: a block
    /// belongs to the group if its old place is vacated, or if its new place is newly taken; the
    /// chains of blocks that follow one another are thereby closed.
    fn groups(&self, target: &[Block]) -> Vec<Vec<usize>> {
        let now: HashSet<Block> = self.blocks.iter().copied().collect();
        let then: HashSet<Block> = target.iter().copied().collect();
        if !self.style.moves_groups() {
            return (0..self.blocks.len()).map(|block| vec![block]).collect();
        }
        let (rows, columns) = (self.board.rows as i32, self.board.columns as i32);
        let mut groups = Vec::new();
        for r in 1 - rows..rows {
            for c in 1 - columns..columns {
                let far = r.abs() + c.abs();
                let straight = (r == 0) != (c == 0);
                let fits = (far == 1) || (straight && self.style.moves_far()) || self.style.turns();
                if far == 0 || !fits {
                    continue;
                }
                // Chains: from a vacated place on, each block moves to the next place, until a
                // newly taken place is reached.
                let mut group = Vec::new();
                for (number, &block) in self.blocks.iter().enumerate() {
                    if then.contains(&block) {
                        continue;
                    }
                    let mut at = (number, block);
                    loop {
                        group.push(at.0);
                        let place = self.board.cell(at.1.place, (r, c));
                        let Some(place) = place else { break };
                        let next = Block { place, ..at.1 };
                        if !now.contains(&next) {
                            break;
                        }
                        match self.blocks.iter().position(|other| *other == next) {
                            Some(number) => at = (number, next),
                            None => break,
                        }
                    }
                }
                group.sort_unstable();
                group.dedup();
                if !group.is_empty() {
                    groups.push(group);
                }
            }
        }
        groups.sort();
        groups.dedup();
        groups
    }

    /// Everywhere some blocks can go together in one move, with the fewest steps.
    fn walks(&self, group: &[usize]) -> Vec<(Vec<Direction>, Vec<Block>)> {
        let mut walks: Vec<(Vec<Direction>, Vec<Block>)> = Vec::new();
        if !self.style.turns() {
            for direction in Direction::ALL {
                let mut blocks = self.blocks.clone();
                let mut steps = Vec::new();
                while self.shift(&mut blocks, group, direction).is_some() {
                    steps.push(direction);
                    walks.push((steps.clone(), blocks.clone()));
                    if !self.style.moves_far() {
                        break;
                    }
                }
            }
            return walks;
        }
        walks.push((Vec::new(), self.blocks.clone()));
        let mut seen: HashSet<usize> = [self.blocks[group[0]].place].into();
        let mut at = 0;
        while at < walks.len() {
            for direction in Direction::ALL {
                let (mut steps, mut blocks) = walks[at].clone();
                if self.shift(&mut blocks, group, direction).is_some()
                    && seen.insert(blocks[group[0]].place)
                {
                    steps.push(direction);
                    walks.push((steps, blocks));
                }
            }
            at += 1;
        }
        walks.remove(0);
        walks
    }
}
