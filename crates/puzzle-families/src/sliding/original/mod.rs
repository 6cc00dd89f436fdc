//! Document 002's program again: the same answers in the same words, for comparison.
//!
//! Its data structure is kept: configurations as nybbles packed into 32-bit words, in a ring of 2^25
//! words that each point to the previous configuration with the same hash code and to the one
//! they were derived from; whatever lies before a cutoff is forgotten. So is its order of moves,
//! and the flaw of its style 5 (a walk of several blocks ends where it meets a configuration
//! that other blocks have reached). Only the random numbers of its hash codes are others, which
//! nobody can see, and there is no limit on the size of the board.
//!
//! `ring` has the configurations, `moves` and `groups` the moves. It is also what the benchmark
//! measures the packed space against.

mod groups;
mod moves;
mod ring;

use std::io::{self, Write};

use super::{Block, Sliding, Style};
use puzzle_core::{Answer, Control, Failure, Finding, Run, StopReason};

const BOUNDARY: u32 = 999_999;
const OBSTACLE: u32 = 999_998;
const HASH_SIZE: usize = 1 << 13;
const MEMORY: u64 = 1 << 25;
const MASK: u64 = MEMORY - 1;
const MOST_MOVES: u64 = 1000;

/// How a run of the original ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Solved, in so many moves.
    Solved(u64),
    /// There is no solution.
    Unsolvable,
    /// Gave up after a thousand moves, or for want of memory.
    GaveUp,
    /// Stopped from outside.
    Stopped(StopReason),
}

/// A run of the original program.
pub struct Original<'a> {
    puzzle: &'a Sliding,
    style: u8,
    /// 1 prints every configuration, -1 only the distances.
    verbose: i32,
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
    columns: usize,
    /// Offset of one row: the board has a column of boundary marks on its right.
    row: usize,
    first: usize,
    last: usize,
    steps: [isize; 4],
    /// For each piece the offsets of its other cells.
    offsets: Vec<Vec<usize>>,
    names: Vec<u32>,
    board: Vec<u32>,
    covered: Vec<bool>,
    piece: Vec<usize>,
    place: Vec<usize>,
    blocks: usize,
    config: Vec<u32>,
    ring: Vec<u32>,
    heads: Vec<u64>,
    codes: Vec<[u32; 256]>,
    cutoff: u64,
    position: u64,
    source: u64,
    end: u64,
    /// The offset of the level being made from the cutoff.
    shortcut: u64,
    configurations: u64,
    before: u64,
    goal: Vec<u32>,
    solved: bool,
    exhausted: bool,
    /// Do not stop at the goal: for benchmarks.
    exhaust: bool,
    supers: Supers,
}

impl std::fmt::Debug for Original<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Original").finish_non_exhaustive()
    }
}

/// What the search for superpieces works with.
#[derive(Default)]
struct Supers {
    copy: Vec<i32>,
    head: Vec<i32>,
    link: Vec<i32>,
    arcs_out: Vec<i32>,
    arcs_in: Vec<i32>,
    next_out: Vec<i32>,
    next_in: Vec<i32>,
}

/// A text that does not grow beyond a bound.
struct Transcript {
    text: Vec<u8>,
    most: u64,
}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() as u64 + bytes.len() as u64 > self.most {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the original program prints, as an answer.
pub(super) fn answer(
    puzzle: &Sliding,
    style: Style,
    verbose: i32,
    run: &Run,
) -> Result<Answer, Failure> {
    let mut out = Transcript { text: Vec::new(), most: run.control.budget.room(1 << 28) };
    let mut program = Original::new(puzzle, style, verbose, &mut out).map_err(Failure::Declined)?;
    // A transcript fails only where it has no more room.
    let end = program.run(&run.control).unwrap_or(End::GaveUp);
    let nodes = program.configurations();
    let (distance, stopped) = match end {
        End::Solved(distance) => (Some(distance), None),
        End::Unsolvable => (None, None),
        End::GaveUp => (None, Some(StopReason::MemoryLimit)),
        End::Stopped(reason) => (None, Some(reason)),
    };
    Ok(Answer {
        solutions: u32::from(distance.is_some()).into(),
        distance,
        nodes,
        stopped,
        finding: Finding::Text(String::from_utf8_lossy(&out.text).into_owned()),
        engine: "original".into(),
        order: "levels".into(),
        reasons: vec!["the program of document 002 answers in its own way".into()],
        ..Answer::default()
    })
}

impl<'a> Original<'a> {
    /// Prepares a run; `Err` says what the original could not have read.
    pub fn new(
        puzzle: &'a Sliding,
        style: Style,
        verbose: i32,
        out: &'a mut dyn Write,
    ) -> Result<Self, String> {
        puzzle.write_text().map_err(|why| format!("the original program cannot read it: {why}"))?;
        let board = puzzle.board();
        let (rows, columns) = (board.rows, board.columns);
        let row = columns + 1;
        let (first, last) = (row, (rows + 1) * row - 2);
        let offset = |&(r, c): &(i32, i32)| (r as isize * row as isize + c as isize) as usize;
        let offsets =
            board.kinds.iter().map(|kind| kind.cells[1..].iter().map(offset).collect()).collect();
        let digits = || board.kinds.iter().map(|kind| kind.name.to_digit(16).unwrap_or(0));
        // A puzzle that was drawn may have other names; then kinds are called by their numbers.
        let own = board.kinds.iter().all(|kind| matches!(kind.name, '1'..='9' | 'a'..='f'));
        let names: Vec<u32> =
            if own { digits().collect() } else { (1..=board.kinds.len() as u32).collect() };
        let mut original = Original {
            puzzle,
            style: style.number(),
            verbose,
            out,
            failed: None,
            columns,
            row,
            first,
            last,
            steps: [1, -1, row as isize, -(row as isize)],
            offsets,
            names,
            board: vec![BOUNDARY; last + row + 1],
            covered: vec![false; last + row + 1],
            piece: vec![0; puzzle.start().len() + 1],
            place: vec![0; puzzle.start().len() + 1],
            blocks: puzzle.start().len(),
            config: Vec::new(),
            ring: Vec::new(),
            heads: vec![0; HASH_SIZE],
            codes: ring::codes(),
            cutoff: 1,
            position: 1,
            source: 0,
            end: 0,
            shortcut: 0,
            configurations: 0,
            before: 0,
            goal: Vec::new(),
            solved: false,
            exhausted: false,
            exhaust: false,
            supers: Supers::default(),
        };
        original.fill(puzzle.start());
        Ok(original)
    }

    /// Do not stop at the goal, and print nothing but levels.
    #[must_use]
    pub fn exhausting(mut self) -> Self {
        self.exhaust = true;
        self
    }

    /// How many configurations were found.
    pub fn configurations(&self) -> u64 {
        self.configurations
    }

    /// Runs it, printing what the original prints.
    pub fn run(&mut self, control: &Control) -> io::Result<End> {
        let start = self.puzzle.start().to_vec();
        let goal = self.puzzle.goals()[0].places.clone();
        let [first, last] = [&start, &goal].map(|blocks| self.puzzle.draw_kinds(blocks));
        write!(self.out, "Starting configuration:\n{first}\nStopping configuration:\n{last}\n")?;
        writeln!(self.out, "(using moves of style {})", self.style)?;
        // Words beyond the ring let the last packet run over its end.
        self.ring = vec![0; MEMORY as usize + self.board.len() / 8 + 3];
        let mut goal = goal;
        loop {
            self.fill(&goal);
            self.pack();
            self.goal.clone_from(&self.config);
            self.fill(&start);
            let (distance, end) = self.search(control)?;
            if end != End::Solved(distance) || distance == 0 || self.verbose < 0 {
                return Ok(end);
            }
            match self.print_solution(distance)? {
                None => return Ok(end),
                Some(forgotten) => goal = forgotten,
            }
            self.heads.fill(0);
        }
    }

    fn search(&mut self, control: &Control) -> io::Result<(u64, End)> {
        let mut milestones = vec![1];
        (self.cutoff, self.position, self.source) = (1, 1, 0);
        (self.configurations, self.before, self.solved) = (0, 0, false);
        self.end = 1 << 32;
        writeln!(self.out, "*** Distance 0:")?;
        self.hash_in(false);
        if self.solved {
            writeln!(self.out, "\nYou're joking: That puzzle is solved in zero moves!")?;
            return Ok((0, End::Solved(0)));
        }
        if self.verbose <= 0 {
            writeln!(self.out, ".")?;
        }
        for distance in 1..MOST_MOVES {
            writeln!(self.out, "*** Distance {distance}:")?;
            milestones.push(self.position);
            self.before = self.configurations;
            if distance > 1 {
                self.cutoff = milestones[distance as usize - 2];
            }
            self.shortcut = self.position - self.cutoff;
            self.end = self.cutoff + MEMORY;
            self.source = milestones[distance as usize - 1];
            let stop = milestones[distance as usize];
            while self.source != stop {
                let words = self.unpack_at(self.source) + 2;
                let mut next = self.source + words;
                if next & MASK < words {
                    next &= !MASK;
                }
                self.moves();
                if self.solved {
                    writeln!(self.out, "... Solution!")?;
                    return Ok((distance, End::Solved(distance)));
                }
                if self.exhausted {
                    return Ok((distance, End::GaveUp));
                }
                if let Some(error) = self.failed.take() {
                    return Err(error);
                }
                self.source = next;
                if self.source & 0xfff < words
                    && let Some(reason) = control.budget.check(self.configurations)
                {
                    return Ok((distance, End::Stopped(reason)));
                }
            }
            if self.configurations == self.before {
                return Ok((distance, End::Unsolvable));
            }
            if self.verbose <= 0 {
                let more = self.configurations - self.before - 1;
                writeln!(self.out, " and {more} more.")?;
            }
        }
        writeln!(self.out, "No solution found yet (maxmoves={MOST_MOVES})!")?;
        Ok((MOST_MOVES, End::GaveUp))
    }

    /// Prints the configurations on the way back; the one whose way was forgotten, if one was.
    fn print_solution(&mut self, distance: u64) -> io::Result<Option<Vec<Block>>> {
        let oldest = self.position.saturating_sub(MEMORY);
        let mut distance = distance;
        let mut shown = Vec::new();
        while self.source >= oldest.max(1) || (oldest == 0 && self.source == 0) {
            distance -= 1;
            if distance == 0 {
                return Ok(None);
            }
            self.unpack_at(self.source);
            shown = self.blocks_on_board();
            write!(self.out, "\n{distance}:\n{}", self.puzzle.draw_kinds(&shown))?;
            self.source -= u64::from(self.ring[(self.source & MASK) as usize + 1]);
        }
        writeln!(self.out, "(Unfortunately I've forgotten how to get to level {distance},")?;
        writeln!(self.out, "so I'll have to reconstruct that part. Please bear with me.)")?;
        Ok(Some(shown))
    }

    fn blocks_on_board(&self) -> Vec<Block> {
        let block = |number: usize| {
            let at = self.place[number] - self.first;
            Block { kind: self.piece[number], place: at / self.row * self.columns + at % self.row }
        };
        (1..=self.blocks).map(block).collect()
    }

    /// Puts blocks on the board, numbered in the order of their places from the last to the first
    /// as after unpacking.
    fn fill(&mut self, blocks: &[Block]) {
        let board = self.puzzle.board();
        for cell in 0..board.size() {
            let at = self.first + cell / self.columns * self.row + cell % self.columns;
            self.board[at] = if board.walls[cell] { OBSTACLE } else { 0 };
        }
        let mut sorted = blocks.to_vec();
        sorted.sort_unstable_by_key(|block| std::cmp::Reverse(block.place));
        for (number, block) in (1..).zip(sorted) {
            let place =
                self.first + block.place / self.columns * self.row + block.place % self.columns;
            (self.piece[number], self.place[number]) = (block.kind, place);
            self.board[place] = number as u32;
            for &offset in &self.offsets[block.kind] {
                self.board[place.wrapping_add(offset)] = number as u32;
            }
        }
    }
}
