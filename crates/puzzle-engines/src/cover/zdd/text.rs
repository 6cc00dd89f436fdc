//! A diagram as a file. Lines of text, nodes written as Knuth's programs write them:
//!
//! ```text
//! puzzle diagram 3
//! puzzle 1f3a…              the puzzle's fingerprint
//! solutions 9356
//! root 4711
//! 2 (~17?0:1)               node 2: with embedding 17 go on at 1, without it at 0
//! 3 (~12?2:2)
//! end 102 8f21…             bytes before this line, and their checksum
//! ```
//!
//! 0 is "no solution", 1 "a solution"; nodes are numbered from 2 without gaps and refer to smaller
//! numbers only. Embeddings have the numbers that the command shows.

use std::io::{self, Write};

use puzzle_core::seal::{LINE, Seal, Sealed};
use puzzle_core::{AbstractPuzzle, BigUint, Budget, Diagnostic, Pace, Span};

use super::diagram::{Diagram, Node};

const FIRST_WORDS: &str = "puzzle diagram ";
const VERSION: &str = "3";

impl Diagram {
    /// Writes the file.
    pub fn write(&self, puzzle: &AbstractPuzzle, out: &mut dyn Write) -> io::Result<()> {
        let mut seal = Seal::default();
        let mut line = |text: String| {
            seal.add(text.as_bytes());
            out.write_all(text.as_bytes())
        };
        line(format!("{FIRST_WORDS}{VERSION}\n"))?;
        line(format!("puzzle {:016x}\n", puzzle.fingerprint()))?;
        line(format!("solutions {}\n", self.count()))?;
        line(format!("root {}\n", self.root))?;
        for (node, number) in self.nodes.iter().zip(2..) {
            let e = puzzle.number(node.embedding);
            line(format!("{number} (~{e}?{}:{})\n", node.lo, node.hi))?;
        }
        out.write_all(LINE.write(seal).as_bytes())
    }

    /// Reads a file's bytes. It must be of this puzzle, and its number of solutions must be right.
    /// Memory is bounded by their number.
    pub fn read(bytes: &[u8], puzzle: &AbstractPuzzle) -> Result<Self, Diagnostic> {
        Self::read_within(bytes, puzzle, &Budget::default())
    }

    /// The same within limits.
    pub fn read_within(
        bytes: &[u8],
        puzzle: &AbstractPuzzle,
        budget: &Budget,
    ) -> Result<Self, Diagnostic> {
        let head = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if head.strip_prefix(FIRST_WORDS.as_bytes()) != Some(VERSION.as_bytes()) {
            return Err(Diagnostic::error("this is no diagram of this version")
                .at(0..head.len())
                .hint(format!("the first line is `{FIRST_WORDS}{VERSION}`")));
        }
        let whole = match LINE.check(bytes) {
            Sealed::Whole(body) => std::str::from_utf8(body).ok(),
            Sealed::Damaged | Sealed::Unsealed => None,
        };
        let Some(text) = whole else {
            return Err(Diagnostic::error("the diagram is cut short or damaged")
                .hint("its last line does not fit what comes before; build it anew"));
        };
        let mut lines = Lines { text, at: 0 };
        lines.next();
        let mut field = |name: &str| -> Result<(&str, Span), Diagnostic> {
            let (line, span) = lines.next();
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let missing = || Diagnostic::error(format!("expected `{name} …`")).at(span.clone());
            value.map(|value| (value, span.clone())).ok_or_else(missing)
        };
        let (fingerprint, span) = field("puzzle")?;
        if u64::from_str_radix(fingerprint, 16) != Ok(puzzle.fingerprint()) {
            return Err(Diagnostic::error("the diagram is of another puzzle").at(span).hint(
                "or of this one restricted otherwise: restrict it as when the diagram was made",
            ));
        }
        let (solutions, solutions_span) = field("solutions")?;
        let (root, root_span) = field("root")?;
        let (mut nodes, mut pace) = (Vec::new(), Pace::new(budget));
        while lines.at < text.len() {
            let (line, span) = lines.next();
            pace.take(line.len()).map_err(Diagnostic::stopped)?;
            let node = read_node(line, nodes.len() as u64 + 2, puzzle);
            nodes.push(node.ok_or_else(|| {
                Diagnostic::error("this is no node, or not the next one").at(span).hint(
                    "`2 (~17?0:1)`: its number, an embedding of the puzzle, two earlier numbers",
                )
            })?);
        }
        let root = root.parse().ok().filter(|&root: &u32| (root as usize) < nodes.len() + 2);
        let bad_root = || Diagnostic::error("there is no such node").at(root_span);
        let diagram = Diagram { root: root.ok_or_else(bad_root)?, nodes };
        let counted: BigUint = diagram.count();
        if counted.to_string() != solutions {
            let message = format!("the diagram is damaged: it has {counted} solutions");
            return Err(Diagnostic::error(message).at(solutions_span));
        }
        Ok(diagram)
    }
}

fn read_node(line: &str, number: u64, puzzle: &AbstractPuzzle) -> Option<Node> {
    let (own, rest) = line.split_once(" (~")?;
    let (e, rest) = rest.split_once('?')?;
    let (lo, hi) = rest.strip_suffix(')')?.split_once(':')?;
    let earlier = |text: &str| text.parse().ok().filter(|&n: &u32| u64::from(n) < number);
    let (lo, hi) = (earlier(lo)?, earlier(hi)?);
    let embedding = puzzle.find_number(e.parse().ok()?)?;
    let sound = own.parse() == Ok(number) && hi != 0;
    sound.then_some(Node { embedding, lo, hi })
}

/// The lines of a text with their places; empty ones after its end.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> (&'a str, Span) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = rest.find('\n').unwrap_or(rest.len());
        let start = self.at.min(self.text.len());
        self.at = start + length + 1;
        (rest[..length].trim_end_matches('\r'), start..start + length)
    }
}
