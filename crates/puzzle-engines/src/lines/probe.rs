//! Probing: what would follow if this cell had that colour?
//!
//! Every colour of an unknown cell is assumed in turn and propagated. A colour that leads to a
//! contradiction is taken from the cell. What all the others lose alike is lost in any case. A
//! colour that settles the whole grid is a solution, and the only one with that colour; it is
//! handed out and the colour taken, so that nothing is found twice.
//!
//! The outcome of a probe depends only on the lines that it filtered. For each cell we keep these
//! and when it was probed, so that a cell is probed again only if one of them has changed since:
//! the rule of the dirty lines, one level up.

use super::board::{Board, Contradiction};
use super::word::Word;

/// What a round of probing ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Probed {
    /// No cell is unknown any more.
    Settled,
    /// A cell that can have no colour, or a line without arrangement.
    Dead,
    /// Probing finds no more; the best cell to branch on.
    Stalled { row: usize, column: usize, colour: usize },
    /// Whoever receives solutions, or watches the time, has had enough.
    Enough,
}

/// What probing needs to know of the world.
pub(crate) trait Watcher<W> {
    /// A probe has settled the board: a solution. `false` ends the search.
    fn settled(&mut self, board: &Board<'_, W>) -> bool;
    /// Called between probes. `false` ends the search.
    fn go_on(&mut self, board: &Board<'_, W>) -> bool;
}

/// What is remembered from probe to probe.
pub(crate) struct Prober {
    /// For each cell and colour: the probe round that saw it removed, and in how many probes.
    seen: Vec<u32>,
    round: u32,
    /// For each cell: when it was probed last (0: never), and the lines that were filtered then.
    probed: Vec<u64>,
    touched: Vec<u64>,
    /// For each line: when it changed last.
    changed: Vec<u64>,
    clock: u64,
    /// For each cell: how much its probes removed, and the colour that removed most.
    scores: Vec<(u32, u8)>,
    /// How many colours were assumed, and how many of these proved impossible.
    pub(crate) probes: u64,
    pub(crate) refuted: u64,
    common: Vec<u32>,
}

impl Prober {
    /// Nothing is remembered.
    pub(crate) fn new<W: Word>(board: &Board<'_, W>) -> Self {
        let cells = board.width * board.height;
        let words = board.touched.words().len();
        Prober {
            seen: vec![0; cells * board.values],
            round: 0,
            probed: vec![0; cells],
            touched: vec![0; cells * words],
            changed: vec![1; board.lines()],
            clock: 1,
            scores: vec![(0, 0); cells],
            probes: 0,
            refuted: 0,
            common: Vec::new(),
        }
    }

    /// Says that the cells on the trail from `mark` on have changed.
    pub(crate) fn note_changes<W: Word>(&mut self, board: &Board<'_, W>, mark: usize) {
        self.clock += 1;
        for removal in &board.trail[mark..] {
            self.changed[usize::from(removal.row)] = self.clock;
            self.changed[board.height + usize::from(removal.column)] = self.clock;
        }
    }

    /// Probes until nothing more is found.
    pub(crate) fn run<W: Word>(
        &mut self,
        board: &mut Board<'_, W>,
        watcher: &mut dyn Watcher<W>,
    ) -> Probed {
        loop {
            let mut found = false;
            for row in 0..board.height {
                for column in 0..board.width {
                    if board.left(row, column) < 2 || self.is_fresh(board, row, column) {
                        continue;
                    }
                    if !watcher.go_on(board) {
                        return Probed::Enough;
                    }
                    let mark = board.trail.len();
                    match self.probe(board, row, column, watcher) {
                        Ok(true) => {}
                        Ok(false) => return Probed::Enough,
                        Err(Contradiction) => return Probed::Dead,
                    }
                    if board.unknown == 0 {
                        return Probed::Settled;
                    }
                    if board.trail.len() > mark {
                        found = true;
                        self.note_changes(board, mark);
                    }
                }
            }
            if !found {
                return self.best(board);
            }
        }
    }

    /// Whether nothing that a cell's last probe depends on has changed since.
    fn is_fresh<W: Word>(&self, board: &Board<'_, W>, row: usize, column: usize) -> bool {
        let cell = row * board.width + column;
        let time = self.probed[cell];
        let words = board.touched.words().len();
        let touched = &self.touched[cell * words..(cell + 1) * words];
        time > 0
            && touched.iter().enumerate().all(|(index, &word)| {
                let mut word = word;
                while word != 0 {
                    if self.changed[64 * index + word.trailing_zeros() as usize] > time {
                        return false;
                    }
                    word &= word - 1;
                }
                true
            })
    }

    /// Probes every colour of a cell and draws the conclusions.
    fn probe<W: Word>(
        &mut self,
        board: &mut Board<'_, W>,
        row: usize,
        column: usize,
        watcher: &mut dyn Watcher<W>,
    ) -> Result<bool, Contradiction> {
        let cell = row * board.width + column;
        if self.round >= u32::MAX - 256 {
            self.seen.fill(0);
            self.round = 0;
        }
        self.round += 64;
        board.touched.clear();
        board.touched.insert(row);
        board.touched.insert(board.height + column);
        let mut feasible = 0;
        let (mut least, mut most) = (u32::MAX, (0, 0));
        for colour in 0..board.values {
            if !board.can(row, column, colour) {
                continue;
            }
            // The other colours may all have been refuted.
            if board.left(row, column) == 1 {
                break;
            }
            let mark = board.trail.len();
            self.probes += 1;
            board.assign(row, column, colour);
            let outcome = board.propagate();
            if outcome.is_ok() && board.unknown > 0 {
                let size = (board.trail.len() - mark) as u32;
                least = least.min(size);
                most = most.max((size, colour as u8));
                self.intersect(board, mark, feasible);
                feasible += 1;
                board.undo(mark);
                continue;
            }
            let more = outcome.is_err() || watcher.settled(board);
            self.refuted += u64::from(outcome.is_err());
            board.undo(mark);
            if !more {
                return Ok(false);
            }
            board.remove(row, column, colour);
            board.propagate()?;
            if board.unknown == 0 {
                return Ok(true);
            }
            // What was seen before came from a state that knew less: still true of it.
        }
        if feasible > 1 {
            self.conclude(board, feasible)?;
        }
        self.scores[cell] = (least.saturating_mul(64).saturating_add(most.0), most.1);
        self.probed[cell] = self.clock + 1;
        let words = board.touched.words().len();
        self.touched[cell * words..(cell + 1) * words].copy_from_slice(board.touched.words());
        Ok(true)
    }

    /// Keeps what this probe removed as well as all before it, `feasible` of them.
    fn intersect<W: Word>(&mut self, board: &Board<'_, W>, mark: usize, feasible: u32) {
        self.common.clear();
        for removal in &board.trail[mark..] {
            let cell = usize::from(removal.row) * board.width + usize::from(removal.column);
            let slot = cell * board.values + usize::from(removal.colour);
            if feasible == 0 || self.seen[slot] == self.round + feasible {
                self.seen[slot] = self.round + feasible + 1;
                self.common.push(slot as u32);
            }
        }
    }

    /// Removes what all probes of a cell removed.
    fn conclude<W: Word>(
        &mut self,
        board: &mut Board<'_, W>,
        feasible: u32,
    ) -> Result<(), Contradiction> {
        let common = std::mem::take(&mut self.common);
        for &slot in &common {
            let (cell, colour) = (slot as usize / board.values, slot as usize % board.values);
            let (row, column) = (cell / board.width, cell % board.width);
            debug_assert_eq!(self.seen[slot as usize], self.round + feasible);
            if board.can(row, column, colour) {
                board.remove(row, column, colour);
            }
        }
        self.common = common;
        board.propagate()
    }

    /// The unknown cell whose probes removed most, by the weaker one first.
    fn best<W: Word>(&self, board: &Board<'_, W>) -> Probed {
        let mut best = Probed::Settled;
        let mut highest = None;
        for cell in 0..board.width * board.height {
            let (row, column) = (cell / board.width, cell % board.width);
            let (score, colour) = self.scores[cell];
            if board.left(row, column) > 1 && highest.is_none_or(|high| score > high) {
                highest = Some(score);
                best = Probed::Stalled { row, column, colour: usize::from(colour) };
            }
        }
        best
    }
}
