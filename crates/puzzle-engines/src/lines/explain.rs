//! Why each cell is what it is: the same deductions, one at a time, told as they happen.
//!
//! Lines are filtered one by one; for what a line finds we look up which block forces it. Where
//! lines alone find no more, a cell is probed and the first deduction told. This is for people, so
//! it takes the simplest step there is and cares little about time.

use std::collections::HashSet;

use puzzle_core::lines::{Block, Explanation, Line, Lines, Reason, Step};
use puzzle_core::{Control, StopReason};

use super::board::{Board, Removal};
use super::clue::Clue;
use super::word::{Wide, Word};

/// Explains a puzzle as far as lines and probes go; says why if it had to stop before that.
pub fn explain(lines: &Lines, control: &Control) -> (Explanation, Option<StopReason>) {
    let clues = Clue::all(lines);
    let board = Board::<Wide>::new(&clues, lines.width(), lines.height(), lines.colours() + 1);
    let mut teller = Teller { lines, board, steps: Vec::new(), stopped: None };
    let contradiction = teller.run(control).err();
    let Teller { steps, board, stopped, .. } = teller;
    (Explanation { steps, unknown: board.unknown, contradiction }, stopped)
}

struct Teller<'a, W> {
    lines: &'a Lines,
    board: Board<'a, W>,
    steps: Vec<Step>,
    stopped: Option<StopReason>,
}

impl<W: Word> Teller<'_, W> {
    fn run(&mut self, control: &Control) -> Result<(), Line> {
        loop {
            self.follow_lines(true)?;
            if self.board.unknown == 0 || !self.probe(control)? {
                return Ok(());
            }
        }
    }

    /// The line of a number, rows first.
    fn line(&self, number: usize) -> Line {
        match number.checked_sub(self.board.height) {
            None => Line::Row(number),
            Some(column) => Line::Column(column),
        }
    }

    /// Filters dirty lines until there are none, and tells what they find.
    fn follow_lines(&mut self, tell: bool) -> Result<(), Line> {
        while let Some(number) = self.board.next_dirty() {
            let line = self.line(number);
            let before = self.cells(line);
            let mark = self.board.trail.len();
            self.board.filter_line(number).map_err(|_| line)?;
            if tell && self.board.trail.len() > mark {
                self.tell_line(line, &before, mark);
            }
        }
        Ok(())
    }

    /// What each cell of a line can be, as sets of colours.
    fn cells(&self, line: Line) -> Vec<u64> {
        let cell = |at: usize| {
            let (row, column) = place(line, at);
            let bit = |colour: usize| u64::from(self.board.can(row, column, colour)) << colour;
            (0..self.board.values).map(bit).sum()
        };
        (0..self.lines.length(line)).map(cell).collect()
    }

    /// The cells that became known since the trail was so long.
    fn settled(&self, mark: usize) -> Vec<(usize, usize, u8)> {
        let mut cells: Vec<(usize, usize, u8)> = self.board.trail[mark..]
            .iter()
            .map(|removal| (usize::from(removal.row), usize::from(removal.column)))
            .filter_map(|(row, column)| Some((row, column, self.board.colour(row, column)?)))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn tell_line(&mut self, line: Line, before: &[u64], mark: usize) {
        let clue = self.lines.clue(line);
        let covered = always_covered(clue, before);
        let mut groups: Vec<Step> = Vec::new();
        for cell in self.settled(mark) {
            let at = match line {
                Line::Row(_) => cell.1,
                Line::Column(_) => cell.0,
            };
            let owner = covered.iter().position(|range| range.contains(&at));
            let reason = match (cell.2, owner) {
                (0, _) => Reason::NoBlock(line),
                (_, Some(block)) => Reason::Block { line, block },
                (_, None) => Reason::SomeBlock(line),
            };
            match groups.iter_mut().find(|step| step.reason == reason) {
                Some(step) => step.settled.push(cell),
                None => groups.push(Step { reason, settled: vec![cell] }),
            }
        }
        self.steps.append(&mut groups);
    }

    /// Looks for the first cell that tells something when it is probed; whether there is one.
    fn probe(&mut self, control: &Control) -> Result<bool, Line> {
        for row in 0..self.board.height {
            for column in 0..self.board.width {
                if self.board.left(row, column) < 2 {
                    continue;
                }
                self.stopped = control.budget.check(0);
                if self.stopped.is_some() {
                    return Ok(false);
                }
                if self.probe_cell(row, column)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn probe_cell(&mut self, row: usize, column: usize) -> Result<bool, Line> {
        let mut common: Option<HashSet<(u16, u16, u8)>> = None;
        for colour in 0..self.board.values {
            if !self.board.can(row, column, colour) {
                continue;
            }
            let mark = self.board.trail.len();
            self.board.assign(row, column, colour);
            let outcome = self.follow_lines(false);
            let key = |removal: &Removal| (removal.row, removal.column, removal.colour);
            let removed: HashSet<_> = self.board.trail[mark..].iter().map(key).collect();
            self.board.undo(mark);
            if let Err(line) = outcome {
                let colour_number = colour as u8;
                self.board.remove(row, column, colour);
                let reason = Reason::Refuted { row, column, colour: colour_number, line };
                let settled = self.settled(mark);
                self.steps.push(Step { reason, settled });
                return Ok(true);
            }
            common = Some(match common {
                None => removed,
                Some(before) => before.intersection(&removed).copied().collect(),
            });
        }
        let common = common.unwrap_or_default();
        if common.is_empty() {
            return Ok(false);
        }
        let mark = self.board.trail.len();
        for (r, c, colour) in common {
            self.board.remove(usize::from(r), usize::from(c), usize::from(colour));
        }
        let settled = self.settled(mark);
        self.steps.push(Step { reason: Reason::EitherWay { row, column }, settled });
        Ok(true)
    }
}

fn place(line: Line, at: usize) -> (usize, usize) {
    match line {
        Line::Row(row) => (row, at),
        Line::Column(column) => (at, column),
    }
}

/// For each block the cells that it covers in every arrangement: from its latest start to its
/// earliest end. Blotted blocks are taken to have one cell.
fn always_covered(clue: &[Block], cells: &[u64]) -> Vec<std::ops::Range<usize>> {
    let starts = possible_starts(clue, cells);
    let covered = |(block, starts): (&Block, Vec<usize>)| match (starts.first(), starts.last()) {
        (Some(&first), Some(&last)) => last..(first + block.least()).max(last),
        _ => 0..0,
    };
    clue.iter().zip(starts).map(covered).collect()
}

/// Where each block can start, cell by cell; the slow way.
fn possible_starts(clue: &[Block], cells: &[u64]) -> Vec<Vec<usize>> {
    let (blocks, length) = (clue.len(), cells.len());
    let can = |range: std::ops::Range<usize>, colour: u8| {
        cells[range].iter().all(|set| set >> colour & 1 == 1)
    };
    let gap = |i: usize| usize::from(i + 1 < blocks && clue[i + 1].colour == clue[i].colour);
    // A block of any length from its least on, so that blots lose nothing.
    let ends = |i: usize, start: usize| {
        let least = start + clue[i].least();
        let most = if clue[i].length.is_none() { length } else { least };
        (least..=most.min(length)).filter(move |&end| end >= least)
    };
    let after = |i: usize, end: usize| {
        let next = end + gap(i);
        (next <= length && can(end..next, 0)).then_some(next)
    };
    // before[i][p]: the first i blocks and their gaps can fill the cells before p.
    let mut before = vec![vec![false; length + 1]; blocks + 1];
    before[0][0] = true;
    for i in 0..=blocks {
        for p in 0..=length {
            if !before[i][p] {
                continue;
            }
            if p < length && can(p..p + 1, 0) {
                before[i][p + 1] = true;
            }
            if i < blocks {
                for end in ends(i, p).filter(|&end| can(p..end, clue[i].colour)) {
                    if let Some(next) = after(i, end) {
                        before[i + 1][next] = true;
                    }
                }
            }
        }
    }
    // rest[i][p]: the blocks from i on can fill the cells from p on.
    let mut rest = vec![vec![false; length + 1]; blocks + 1];
    rest[blocks][length] = true;
    let mut starts = vec![Vec::new(); blocks];
    for i in (0..=blocks).rev() {
        for p in (0..=length).rev() {
            if p < length && can(p..p + 1, 0) && rest[i][p + 1] {
                rest[i][p] = true;
            }
            if i < blocks {
                let fits = ends(i, p).any(|end| {
                    can(p..end, clue[i].colour) && after(i, end).is_some_and(|n| rest[i + 1][n])
                });
                if fits {
                    rest[i][p] = true;
                    if before[i][p] {
                        starts[i].insert(0, p);
                    }
                }
            }
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    #[test]
    fn a_block_that_is_longer_than_half_a_line_covers_its_middle() {
        let clue = [Block::black(3)];
        let starts = possible_starts(&clue, &[3; 5]);
        assert_eq!(starts, [vec![0, 1, 2]]);
        assert_eq!(always_covered(&clue, &[3; 5]), vec![Range { start: 2, end: 3 }]);
        assert_eq!(always_covered(&clue, &[3, 3, 3, 3, 2]), vec![Range { start: 2, end: 5 }]);
    }

    #[test]
    fn the_papers_first_step_is_told_and_its_two_solutions_stop_it() {
        let clue = |lengths: &[u16]| lengths.iter().map(|&n| Block::black(n)).collect::<Vec<_>>();
        let rows = [&[2_u16][..], &[1], &[1, 2], &[2, 1], &[3]].map(clue).to_vec();
        let columns = [&[3_u16][..], &[1, 2], &[1, 1], &[1, 1], &[2]].map(clue).to_vec();
        let lines = Lines::new(1, rows, columns).unwrap();
        let (told, stopped) = explain(&lines, &Control::default());
        assert_eq!(stopped, None);
        assert!(told.unknown > 0 && told.contradiction.is_none());
        let first = Reason::Block { line: Line::Row(2), block: 1 };
        assert_eq!(told.steps[0], Step { reason: first, settled: vec![(2, 3, 1)] });
    }
}
