//! A saved run: what is left to be searched and what was found so far.
//!
//! The envelope says which format, which puzzle and which question; the payload is a list of
//! [`Subtree`]s, which any enumerating engine can go on with at any number of threads. The form is
//! lines of text, so that a run of many days can be looked at:
//!
//! ```text
//! puzzle checkpoint 1
//! puzzle 1f3a…            the puzzle's fingerprint
//! question count
//! solutions 2339
//! nodes 911633
//! output 0                bytes of solutions written so far
//! subtree 0.25 3 17 22    weight, then the chosen embeddings
//! end
//! ```

use std::fmt::Write as _;

use crate::{BigUint, Diagnostic, EmbeddingId, Subtree};

/// The state of a divided search between two parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The fingerprint of the puzzle.
    pub fingerprint: u64,
    /// What was asked, in a word.
    pub question: String,
    /// Solutions so far, with their weights.
    pub solutions: BigUint,
    /// A second sum that some questions keep: fixed images, for classes.
    pub fixed: BigUint,
    /// Nodes so far.
    pub nodes: u64,
    /// How long the output was after the last solution.
    pub output: u64,
    /// What is left, in order.
    pub subtrees: Vec<Subtree>,
}

const FIRST_LINE: &str = "puzzle checkpoint 1";

impl Checkpoint {
    /// The file's text.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{FIRST_LINE}");
        let _ = writeln!(text, "puzzle {:016x}", self.fingerprint);
        let _ = writeln!(text, "question {}", self.question);
        let _ = writeln!(text, "solutions {}", self.solutions);
        let _ = writeln!(text, "fixed {}", self.fixed);
        let _ = writeln!(text, "nodes {}", self.nodes);
        let _ = writeln!(text, "output {}", self.output);
        for subtree in &self.subtrees {
            let _ = write!(text, "subtree {:e}", subtree.weight);
            for e in &subtree.chosen {
                let _ = write!(text, " {}", e.0);
            }
            text.push('\n');
        }
        text.push_str("end\n");
        text
    }

    /// Reads a file's text; `embeddings` is how many the puzzle has.
    pub fn read(text: &str, embeddings: usize) -> Result<Self, Diagnostic> {
        let mut lines = Lines { text, at: 0 };
        let (first, span) = lines.next().unwrap_or_default();
        if first != FIRST_LINE {
            return Err(Diagnostic::error("this is no checkpoint of this version")
                .at(span)
                .hint(format!("the first line is `{FIRST_LINE}`")));
        }
        let mut field = |name: &str| -> Result<(&str, crate::Span), Diagnostic> {
            let (line, span) = lines.next().unwrap_or(("", text.len()..text.len()));
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let missing = || Diagnostic::error(format!("expected `{name} …`")).at(span.clone());
            value.map(|value| (value, span.clone())).ok_or_else(missing)
        };
        let bad = |span: crate::Span| Diagnostic::error("this is no number").at(span);
        let (value, span) = field("puzzle")?;
        let fingerprint = u64::from_str_radix(value, 16).map_err(|_| bad(span))?;
        let question = field("question")?.0.to_owned();
        let mut number = |name: &str| -> Result<BigUint, Diagnostic> {
            let (value, span) = field(name)?;
            let short = value.len() < 100_000;
            value.parse().ok().filter(|_| short).ok_or_else(|| bad(span))
        };
        let (solutions, fixed) = (number("solutions")?, number("fixed")?);
        let small = |n: BigUint| u64::try_from(n).map_err(|_| bad(0..0));
        let (nodes, output) = (small(number("nodes")?)?, small(number("output")?)?);
        let mut subtrees = Vec::new();
        loop {
            let (line, span) = lines.next().unwrap_or_default();
            if line == "end" {
                break;
            }
            let Some(rest) = line.strip_prefix("subtree ") else {
                return Err(Diagnostic::error("the checkpoint is cut short or damaged").at(span));
            };
            subtrees.push(read_subtree(rest, embeddings).ok_or_else(|| bad(span))?);
        }
        Ok(Checkpoint { fingerprint, question, solutions, fixed, nodes, output, subtrees })
    }
}

fn read_subtree(text: &str, embeddings: usize) -> Option<Subtree> {
    let mut words = text.split(' ');
    let weight: f64 = words.next()?.parse().ok()?;
    let embedding = |word: &str| {
        let id = word.parse().ok().filter(|&id: &u32| (id as usize) < embeddings);
        id.map(EmbeddingId)
    };
    let chosen = words.map(embedding).collect::<Option<Vec<_>>>()?;
    (weight.is_finite() && weight >= 0.0).then_some(Subtree { weight, chosen })
}

/// The lines of a text with their places.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<(&'a str, crate::Span)> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n').unwrap_or(rest.len());
        let span = self.at..self.at + length;
        self.at += length + 1;
        Some((rest[..length].trim_end_matches('\r'), span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Checkpoint {
        let subtree = |weight, chosen: &[u32]| Subtree {
            weight,
            chosen: chosen.iter().map(|&e| EmbeddingId(e)).collect(),
        };
        Checkpoint {
            fingerprint: 0x1234,
            question: "count".into(),
            solutions: BigUint::from(10_u32).pow(40),
            fixed: 3_u32.into(),
            nodes: 77,
            output: 5,
            subtrees: vec![subtree(0.1, &[3, 1]), subtree(1e-30, &[]), subtree(0.5, &[9])],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = sample().write();
        assert_eq!(Checkpoint::read(&text, 10), Ok(sample()));
        assert!(Checkpoint::read(&text, 9).is_err(), "embedding 9 is not one of nine");
    }

    #[test]
    fn a_damaged_file_is_refused_wherever_it_is_cut_or_changed() {
        let text = sample().write();
        for length in 0..text.len() - 1 {
            assert!(Checkpoint::read(&text[..length], 10).is_err(), "{length}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = b'~';
            let _ = Checkpoint::read(&String::from_utf8(bytes).unwrap(), 10);
        }
    }
}
