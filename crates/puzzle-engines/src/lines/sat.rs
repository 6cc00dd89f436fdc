//! The residue as clauses: what propagation, probing and a patient search leave goes to a SAT
//! solver, which learns from its conflicts.
//!
//! One small automaton per line, in order encoding. For block i the variable `starts(i, p)` says
//! that it starts at cell p or before, and `ends(i, b)` that it is over at boundary b; for a block
//! of fixed length the second is the first, shifted. Blocks have only as many places as the line
//! has cells to spare, so there are blocks × slack variables a line, and clauses have at most three
//! literals: a cell between start and end has the block's colour, a cell between an end and the
//! next start is background.
//!
//! Solutions are enumerated by forbidding each one that was found.

use std::ops::ControlFlow;

use puzzle_core::lines::{Line, Lines, Picture, least_length};
use puzzle_core::{Budget, Control, StopReason};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal};

use super::board::Board;
use super::clue::{Clue, Span};
use super::solver;
use super::word::Word;

/// More variables than this are not handed to a solver.
const MOST_VARIABLES: usize = 1_000_000;

/// Whether a puzzle has few enough variables.
pub(crate) fn fits(lines: &Lines) -> bool {
    let places = |line: Line| {
        let clue = lines.clue(line);
        clue.len() * (lines.length(line) - least_length(clue))
    };
    let cells = lines.width() * lines.height() * (lines.colours() + 1);
    lines.lines().map(places).sum::<usize>() + cells <= MOST_VARIABLES
}

/// A literal, or a truth value known beforehand.
#[derive(Clone, Copy, PartialEq)]
enum Term {
    False,
    True,
    Literal(Lit),
}

impl std::ops::Not for Term {
    type Output = Term;
    fn not(self) -> Term {
        match self {
            Term::False => Term::True,
            Term::True => Term::False,
            Term::Literal(lit) => Term::Literal(!lit),
        }
    }
}

/// What is left of a puzzle, as clauses.
pub(crate) struct Residue {
    solver: solver::Solver,
    next: u32,
    width: usize,
    height: usize,
    values: usize,
    /// For each cell and colour.
    cells: Vec<Term>,
}

impl Residue {
    /// The clauses of what a board leaves open; `None` if they would be too many.
    pub(crate) fn new<W: Word>(
        lines: &Lines,
        clues: &[Clue],
        board: &Board<'_, W>,
        budget: &Budget,
    ) -> Option<Self> {
        if !fits(lines) {
            return None;
        }
        let cells = board.width * board.height * board.values;
        let mut residue = Residue {
            solver: solver::new(budget),
            next: 0,
            width: board.width,
            height: board.height,
            values: board.values,
            cells: Vec::with_capacity(cells),
        };
        residue.add_cells(board);
        for (line, clue) in lines.lines().zip(clues) {
            residue.add_line(line, clue);
        }
        Some(residue)
    }

    fn add_cells<W: Word>(&mut self, board: &Board<'_, W>) {
        for row in 0..self.height {
            for column in 0..self.width {
                let from = self.cells.len();
                let known = board.left(row, column) == 1;
                for colour in 0..self.values {
                    let term = match (board.can(row, column, colour), known) {
                        (false, _) => Term::False,
                        (true, true) => Term::True,
                        // Two colours need one variable.
                        (true, false) if self.values == 2 && colour == 1 => !self.cells[from],
                        (true, false) => self.variable(),
                    };
                    self.cells.push(term);
                }
                if self.values > 2 && !known {
                    self.choose_one(from);
                }
            }
        }
    }

    /// Exactly one of a cell's colours.
    fn choose_one(&mut self, from: usize) {
        let colours: Vec<Term> = self.cells[from..from + self.values].to_vec();
        self.add(&colours);
        for (i, &one) in colours.iter().enumerate() {
            for &other in &colours[..i] {
                self.add(&[!one, !other]);
            }
        }
    }

    fn variable(&mut self) -> Term {
        let lit = Lit::positive(self.next);
        self.next += 1;
        Term::Literal(lit)
    }

    fn add(&mut self, terms: &[Term]) {
        let mut clause = Clause::new();
        for &term in terms {
            match term {
                Term::True => return,
                Term::False => {}
                Term::Literal(lit) => clause.add(lit),
            }
        }
        self.solver.add_clause(clause).expect("only a full memory could prevent it");
    }

    fn cell(&self, line: Line, at: usize, colour: usize) -> Term {
        let cell = match line {
            Line::Row(row) => row * self.width + at,
            Line::Column(column) => at * self.width + column,
        };
        self.cells[cell * self.values + colour]
    }

    fn add_line(&mut self, line: Line, clue: &Clue) {
        let steps = clue.blocks.iter().map(|block| {
            let gap = usize::from(block.gap);
            usize::from(block.length.max(1)) + gap
        });
        let total: usize = steps.clone().sum();
        // The last block's gap is the sentinel.
        let slack = clue.cells + usize::from(!clue.blocks.is_empty()) - total;
        let mut earliest = 0;
        let mut before: Option<(Span, Place)> = None;
        for (block, step) in clue.blocks.iter().zip(steps) {
            let place = self.add_block(earliest, slack, block);
            self.add_colours(line, &place, usize::from(block.colour));
            match &before {
                None => {
                    for at in 0..earliest + slack {
                        self.add(&[place.starts(at), self.cell(line, at, 0)]);
                    }
                }
                Some((previous, there)) => {
                    let gap = usize::from(previous.gap);
                    for at in earliest..=earliest + slack {
                        self.add(&[!place.starts(at), there.ends(at - gap)]);
                    }
                    for at in 0..clue.cells {
                        let white = self.cell(line, at, 0);
                        self.add(&[!there.ends(at), place.starts(at), white]);
                    }
                }
            }
            before = Some((*block, place));
            earliest += step;
        }
        for at in 0..clue.cells {
            let over = before.as_ref().map_or(Term::True, |(_, place)| place.ends(at));
            self.add(&[!over, self.cell(line, at, 0)]);
        }
    }

    /// Cells between a block's start and its end have its colour.
    fn add_colours(&mut self, line: Line, place: &Place, colour: usize) {
        let cells = match line {
            Line::Row(_) => self.width,
            Line::Column(_) => self.height,
        };
        for at in place.earliest..cells {
            let coloured = self.cell(line, at, colour);
            self.add(&[!place.starts(at), place.ends(at), coloured]);
        }
    }

    /// The variables of a block: once it has started, or is over, it stays so.
    fn add_block(&mut self, earliest: usize, slack: usize, block: &Span) -> Place {
        let starts = self.add_chain(slack);
        let length = usize::from(block.length);
        let ends = (length == 0).then(|| self.add_chain(slack));
        let place = Place { earliest, slack, length, starts, ends };
        if place.ends.is_some() {
            for at in earliest..=earliest + slack {
                self.add(&[!place.ends(at + 1), place.starts(at)]);
            }
        }
        place
    }

    fn add_chain(&mut self, length: usize) -> Vec<Term> {
        let chain: Vec<Term> = (0..length).map(|_| self.variable()).collect();
        for pair in chain.windows(2) {
            self.add(&[!pair[0], pair[1]]);
        }
        chain
    }

    /// Forbids a picture.
    pub(crate) fn forbid(&mut self, picture: &Picture) {
        let differs: Vec<Term> = picture
            .cells
            .iter()
            .enumerate()
            .map(|(cell, &colour)| !self.cells[cell * self.values + usize::from(colour)])
            .collect();
        self.add(&differs);
    }

    /// Hands every solution to `sink` until it breaks; why that did not come to its end.
    pub(crate) fn run(
        &mut self,
        control: &Control,
        nodes: u64,
        sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
    ) -> Option<StopReason> {
        for found in 1.. {
            // A solver that cannot go on, for want of memory, has not answered either.
            match self.solver.solve().unwrap_or(SolverResult::Interrupted) {
                SolverResult::Unsat => return None,
                SolverResult::Interrupted => {
                    let reason = control.budget.check(0);
                    return Some(reason.unwrap_or(StopReason::MemoryLimit));
                }
                SolverResult::Sat => {
                    let picture = self.picture();
                    if sink(&picture).is_break() {
                        return Some(StopReason::Satisfied);
                    }
                    // A solution is a node that somebody may have limited.
                    if let Some(reason) = control.budget.check(nodes + found) {
                        return Some(reason);
                    }
                    self.forbid(&picture);
                }
            }
        }
        None
    }

    fn picture(&self) -> Picture {
        let mut picture = Picture::blank(self.width, self.height);
        for (cell, colour) in picture.cells.iter_mut().enumerate() {
            let terms = &self.cells[cell * self.values..(cell + 1) * self.values];
            let holds = |term: &Term| match term {
                Term::True => true,
                Term::False => false,
                Term::Literal(lit) => matches!(self.solver.lit_val(*lit), Ok(TernaryVal::True)),
            };
            *colour = terms.iter().position(holds).unwrap_or(0) as u8;
        }
        picture
    }
}

/// Where a block can be.
struct Place {
    earliest: usize,
    slack: usize,
    /// 0 if blotted.
    length: usize,
    starts: Vec<Term>,
    ends: Option<Vec<Term>>,
}

impl Place {
    /// Whether it starts at this cell or before.
    fn starts(&self, at: usize) -> Term {
        self.look(&self.starts, at.checked_sub(self.earliest))
    }

    /// Whether it is over at this boundary.
    fn ends(&self, boundary: usize) -> Term {
        match &self.ends {
            Some(ends) => self.look(ends, boundary.checked_sub(self.earliest + 1)),
            None => match boundary.checked_sub(self.length) {
                Some(at) => self.starts(at),
                None => Term::False,
            },
        }
    }

    fn look(&self, chain: &[Term], at: Option<usize>) -> Term {
        match at {
            None => Term::False,
            Some(at) if at >= self.slack => Term::True,
            Some(at) => chain[at],
        }
    }
}
