//! The search: propagate, probe, and where probing stalls, branch.
//!
//! One loop for every question: solutions go to a sink, which says when it has enough. A branch
//! assumes a colour of a cell; when it is done, the colour is taken from the cell and the search
//! goes on, so that a stack of assumptions is all it has to remember.
//!
//! Whatever is on the trail is impossible or was counted. So what is left of a search is a few parts,
//! each given by the colours that its cells do not have: what the board still allows, and for each
//! assumption what the board allowed before it, without the colour assumed.

use std::ops::ControlFlow;

use puzzle_core::lines::{Effort, Lines, Picture};
use puzzle_core::{Control, EmbeddingId, StopReason, Subtree};

use super::board::Board;
use super::clue::Clue;
use super::probe::{Probed, Prober, Watcher};
use super::word::Word;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// Everything was searched.
    Complete,
    /// It stopped early.
    Stopped(StopReason),
    /// The patience allowed was spent; the rest is for somebody else.
    Stalled,
}

impl End {
    /// Why it did not come to its end.
    pub(crate) fn reason(self) -> Option<StopReason> {
        match self {
            End::Complete => None,
            End::Stopped(reason) => Some(reason),
            End::Stalled => Some(StopReason::NodeLimit),
        }
    }
}

/// An assumption: where the trail was, and the cell and colour assumed.
struct Assumption {
    mark: usize,
    row: usize,
    column: usize,
    colour: usize,
}

/// What is left of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Left {
    /// Solutions and nodes so far.
    pub(crate) solutions: u64,
    pub(crate) nodes: u64,
    /// Parts that no solution so far belongs to, the next first. Their weights add up to 1. A colour
    /// of a cell is numbered by cells, row by row, and then by colours.
    pub(crate) parts: Vec<Subtree>,
}

/// Keeps what is left of a search, now and then.
pub(crate) trait Keeper {
    /// Whether it is time.
    fn is_due(&self) -> bool;
    /// Keeps it.
    fn keep(&mut self, left: Left);
}

/// Keeps nothing.
pub(crate) struct Forgetful;

impl Keeper for Forgetful {
    fn is_due(&self) -> bool {
        false
    }

    fn keep(&mut self, _: Left) {}
}

/// A search over one kind of word.
pub(crate) struct Search<'a, W> {
    pub(crate) board: Board<'a, W>,
    prober: Prober,
    stack: Vec<Assumption>,
    /// Whether a cell has no colour left from the beginning.
    hopeless: bool,
    pub(crate) effort: Effort,
}

/// Who watches a search.
pub(crate) struct Watch<'w> {
    /// Receives the solutions.
    pub(crate) sink: &'w mut dyn FnMut(&Picture) -> ControlFlow<()>,
    pub(crate) control: &'w Control,
    /// How many lines may be filtered before the search gives up.
    pub(crate) patience: u64,
    pub(crate) nodes: u64,
    pub(crate) solutions: u64,
    /// Return to the asker as soon as probing stalls for the first time.
    pub(crate) only_root: bool,
    end: Option<End>,
}

impl<'w> Watch<'w> {
    /// A fresh watch.
    pub(crate) fn new(
        sink: &'w mut dyn FnMut(&Picture) -> ControlFlow<()>,
        control: &'w Control,
        patience: u64,
    ) -> Self {
        Watch { sink, control, patience, nodes: 0, solutions: 0, only_root: false, end: None }
    }

    fn solution<W: Word>(&mut self, board: &Board<'_, W>) -> bool {
        self.solutions += 1;
        if (self.sink)(&picture(board)).is_break() {
            self.end = Some(End::Stopped(StopReason::Satisfied));
        }
        self.end.is_none()
    }
}

impl<W: Word> Watcher<W> for Watch<'_> {
    fn settled(&mut self, board: &Board<'_, W>) -> bool {
        self.solution(board)
    }

    fn go_on(&mut self, board: &Board<'_, W>) -> bool {
        if board.filtered > self.patience {
            self.end = Some(End::Stalled);
        } else if let Some(reason) = self.control.budget.check(self.nodes) {
            self.end = Some(End::Stopped(reason));
        }
        self.end.is_none()
    }
}

impl<'a, W: Word> Search<'a, W> {
    /// A search for the solutions of a puzzle.
    pub(crate) fn new(lines: &Lines, clues: &'a [Clue]) -> Self {
        let board = Board::new(clues, lines.width(), lines.height(), lines.colours() + 1);
        let prober = Prober::new(&board);
        let effort = Effort::default();
        Search { board, prober, stack: Vec::new(), hopeless: false, effort }
    }

    /// Only the solutions of a part: cells have the colours chosen and not those excluded.
    pub(crate) fn restrict(&mut self, part: &Subtree) {
        let (width, values) = (self.board.width, self.board.values);
        let place = |id: &EmbeddingId| {
            let (cell, colour) = (id.index() / values, id.index() % values);
            (cell / width, cell % width, colour)
        };
        for (row, column, colour) in part.chosen.iter().map(place) {
            match self.board.can(row, column, colour) {
                true => self.board.assign(row, column, colour),
                false => self.hopeless = true,
            }
        }
        for (row, column, colour) in part.excluded.iter().map(place) {
            match (self.board.can(row, column, colour), self.board.left(row, column)) {
                (false, _) => {}
                (true, 1) => self.hopeless = true,
                (true, _) => self.board.remove(row, column, colour),
            }
        }
    }

    /// What is left, if so many solutions were found in so many nodes.
    pub(crate) fn left(&self, solutions: u64, nodes: u64) -> Left {
        let (width, values) = (self.board.width, self.board.values);
        let number = |row: usize, column: usize, colour: usize| {
            EmbeddingId(((row * width + column) * values + colour) as u32)
        };
        let removed = |length: usize| -> Vec<EmbeddingId> {
            let each = self.board.trail[..length].iter();
            each.map(|r| number(r.row.into(), r.column.into(), r.colour.into())).collect()
        };
        // An assumption halves what is left.
        let half = |depth: usize| 0.5_f64.powi(depth as i32);
        let part = |weight, excluded| Subtree { weight, chosen: Vec::new(), excluded };
        let mut parts = vec![part(half(self.stack.len()), removed(self.board.trail.len()))];
        for (depth, assumption) in self.stack.iter().enumerate().rev() {
            let Assumption { mark, row, column, colour } = *assumption;
            let mut excluded = removed(mark);
            excluded.push(number(row, column, colour));
            parts.push(part(half(depth + 1), excluded));
        }
        Left { solutions, nodes, parts }
    }

    /// Searches to the end, or until the watch has enough. A search that stalled goes on where it
    /// was. A keeper is told what is left now and then.
    pub(crate) fn run(&mut self, watch: &mut Watch<'_>, keeper: &mut dyn Keeper) -> End {
        watch.nodes += 1;
        if self.hopeless {
            self.note_effort(watch);
            return End::Complete;
        }
        let fresh = self.board.filtered == 0;
        let mut alive = self.board.propagate().is_ok();
        if fresh {
            self.effort.lines = self.board.filtered;
            self.effort.line_solved = alive && self.board.unknown == 0;
        }
        loop {
            if keeper.is_due() {
                keeper.keep(self.left(watch.solutions, watch.nodes));
            }
            let probed = match alive {
                false => Probed::Dead,
                true if self.board.unknown == 0 => Probed::Settled,
                true => self.prober.run(&mut self.board, watch),
            };
            self.note_effort(watch);
            match probed {
                Probed::Enough => return watch.end.take().unwrap_or(End::Complete),
                Probed::Settled if !watch.solution(&self.board) => {
                    return watch.end.take().unwrap_or(End::Complete);
                }
                Probed::Settled | Probed::Dead => {
                    let Some(next) = self.backtrack() else { return End::Complete };
                    alive = next;
                }
                Probed::Stalled { .. } if watch.only_root => return End::Stalled,
                Probed::Stalled { row, column, colour } => {
                    watch.nodes += 1;
                    watch.control.progress.publish(watch.nodes, watch.solutions);
                    let mark = self.board.trail.len();
                    self.stack.push(Assumption { mark, row, column, colour });
                    self.effort.depth = self.effort.depth.max(self.stack.len());
                    self.board.assign(row, column, colour);
                    alive = self.settle(mark);
                }
            }
        }
    }

    /// Propagates and tells the prober what changed.
    fn settle(&mut self, mark: usize) -> bool {
        let alive = self.board.propagate().is_ok();
        self.prober.note_changes(&self.board, mark);
        alive
    }

    /// Goes back to the last assumption and turns it round; whether that leads anywhere, or `None`
    /// if there is no assumption left.
    fn backtrack(&mut self) -> Option<bool> {
        let Assumption { mark, row, column, colour } = self.stack.pop()?;
        self.prober.note_changes(&self.board, mark);
        self.board.undo(mark);
        self.board.remove(row, column, colour);
        Some(self.settle(mark))
    }

    /// Takes back all assumptions. What was learnt without them stays.
    pub(crate) fn return_to_root(&mut self) {
        if let Some(first) = self.stack.first() {
            self.board.undo(first.mark);
        }
        self.stack.clear();
    }

    fn note_effort(&mut self, watch: &Watch<'_>) {
        self.effort.filtered = self.board.filtered;
        self.effort.probes = self.prober.probes;
        self.effort.refuted = self.prober.refuted;
        self.effort.nodes = watch.nodes;
    }
}

/// The picture of a board on which every cell is known.
fn picture<W: Word>(board: &Board<'_, W>) -> Picture {
    let mut picture = Picture::blank(board.width, board.height);
    for row in 0..board.height {
        for (colour, word) in board.line(row).iter().enumerate().skip(1) {
            word.each(|column| picture.cells[row * board.width + column] = colour as u8);
        }
    }
    picture
}
