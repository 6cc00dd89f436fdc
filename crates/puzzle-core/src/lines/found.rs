//! What engines tell of nonograms beside solutions: what it took, and why each cell is what it is.

use super::Line;

/// What was found beside solutions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinesFinding {
    /// What it took.
    pub effort: Effort,
    /// The solutions on which a proof of uniqueness rests: two if there are several. Each is the
    /// colours of all cells.
    pub solutions: Vec<Vec<u32>>,
    /// Why cells are what they are, if that was asked.
    pub explanation: Option<Explanation>,
    /// The numbers of the cells, row by row from 0, that line solving leaves open, if that was asked
    /// and the clues do not contradict each other.
    pub undecided: Option<Vec<usize>>,
}

/// What it took to answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Whether filtering lines alone settled every cell.
    pub line_solved: bool,
    /// Lines filtered before the first probe.
    pub lines: u64,
    /// Lines filtered in all.
    pub filtered: u64,
    /// Colours assumed by probing.
    pub probes: u64,
    /// Of these, how many proved impossible.
    pub refuted: u64,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// The most assumptions at a time.
    pub depth: usize,
    /// The SAT solver to which the rest was handed, by name.
    pub sat: Option<&'static str>,
    /// Whether solutions were counted by dynamic programming.
    pub frontier: bool,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// Looking at one line at a time settles every cell.
    Lines,
    /// Cells have to be tried, one at a time.
    Probes,
    /// Several cells have to be tried at a time.
    Search,
    /// Trying does not get far; a solver that learns from its mistakes was needed.
    Learning,
}

impl Effort {
    /// How hard the puzzle was.
    pub fn difficulty(&self) -> Difficulty {
        match self {
            Effort { sat: Some(_), .. } => Difficulty::Learning,
            Effort { depth: 1.., .. } => Difficulty::Search,
            Effort { line_solved: true, .. } | Effort { probes: 0, .. } => Difficulty::Lines,
            _ => Difficulty::Probes,
        }
    }

    /// The same in a sentence.
    pub fn sentence(&self) -> String {
        let Effort { filtered, probes, refuted, depth, nodes, .. } = self;
        match self.difficulty() {
            Difficulty::Lines => format!("solved line by line; {filtered} lines looked at"),
            Difficulty::Probes => format!(
                "solved by trying single cells; {probes} tried, {refuted} refuted, {filtered} lines \
                 looked at"
            ),
            Difficulty::Search => format!(
                "solved by search, {depth} deep with {nodes} nodes; {probes} cells tried, {filtered} \
                 lines looked at"
            ),
            Difficulty::Learning => format!(
                "the search gave up after {nodes} nodes, {depth} deep; the rest was solved by the \
                 SAT solver {}",
                self.sat.unwrap_or_default()
            ),
        }
    }
}

impl Difficulty {
    /// In a word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Difficulty::Lines => "lines",
            Difficulty::Probes => "probes",
            Difficulty::Search => "search",
            Difficulty::Learning => "sat",
        }
    }
}

/// One deduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Why.
    pub reason: Reason,
    /// The cells it settles, as row, column and colour.
    pub settled: Vec<(usize, usize, u8)>,
}

/// Why cells are settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// In every arrangement of this line the block of that number covers these cells.
    Block {
        /// Where.
        line: Line,
        /// Which block, from 0.
        block: usize,
    },
    /// In every arrangement of this line some block of that colour does, not always the same.
    SomeBlock(Line),
    /// No block of this line can reach these cells.
    NoBlock(Line),
    /// With any other colour in this cell, a line would be left without arrangement.
    Refuted {
        /// The cell.
        row: usize,
        /// The cell.
        column: usize,
        /// The colour that is impossible.
        colour: u8,
        /// The line that would have no arrangement.
        line: Line,
    },
    /// Whichever colour this cell has, the same follows.
    EitherWay {
        /// The cell.
        row: usize,
        /// The cell.
        column: usize,
    },
}

/// All deductions up to the point where neither lines nor probes find more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// In order.
    pub steps: Vec<Step>,
    /// Cells that are still unknown.
    pub unknown: usize,
    /// The line that has no arrangement, if the puzzle has no solution for that reason.
    pub contradiction: Option<Line>,
}
