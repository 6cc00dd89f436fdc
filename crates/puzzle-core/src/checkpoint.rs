//! A saved run: what is left to be searched and what was found so far.
//!
//! The envelope says which format, which puzzle and which question; the payload says what is left.
//! [`Payload::Subtrees`] is a list that any enumerating engine can go on with at any number of
//! threads; [`Payload::Layer`] are the states of dynamic programming that are not worked off;
//! [`Payload::States`] is what a search through states keeps, in bytes of its own. The rest is lines
//! of text, so that a run of many days can be looked at, and the last line is a [seal](crate::seal): a
//! file that was cut or changed anywhere is refused.
//!
//! ```text
//! puzzle checkpoint 5
//! puzzle 1f3a…              the puzzle's fingerprint
//! question count
//! solutions 2339
//! fixed 0 0                 two more sums that some questions keep
//! nodes 911633
//! output 0 0000…            bytes of solutions written so far, and their checksum
//! removes 3 0 -2 1          prices, by aspect, by which embeddings were removed before the search
//! prices 1 0 0 -1           prices that the search keeps up
//! subtree 0.25 3 17 22      weight, then the chosen embeddings
//! subtree 0.25 3 17 - 22    … and the excluded ones
//! part 12 911 0.25 3 18     what a finished one came to, its nodes, and which it was
//! end 193 8f21…             bytes before this line, and their checksum
//! ```
//!
//! Prices and finished parts are kept of counts that prune by prices: the run goes on with the same, and some
//! of the parts can be counted again without.
//!
//! Or, instead of subtrees, `order 4 0 1 2 3` (aspects, first to last) and lines `state 7 3 12`: the
//! rank of the least free aspect, the covered aspects from there on in hexadecimal, the number of
//! ways to get there. States are sorted and all different. Or `states NAME 4096`, 4096 bytes
//! and a newline.

use std::fmt::Write as _;

use crate::prices::PriceRecord;
use crate::seal::{self, Seal, Sealed};
use crate::{AspectId, BigUint, Budget, Diagnostic, EmbeddingId, Pace, Span, Subtree};

/// The state of a search between two parts.
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
    /// A third: those that turns fix.
    pub turned: BigUint,
    /// Nodes so far.
    pub nodes: u64,
    /// The prices that it prunes by.
    pub prices: PriceRecord,
    /// The parts that are finished, if the run keeps them.
    pub parts: Vec<FinishedPart>,
    /// How long the output was after the last solution, and its checksum.
    pub output: Seal,
    /// What is left.
    pub payload: Payload,
}

/// A part of a search that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedPart {
    /// Which part it is.
    pub subtree: Subtree,
    /// The solutions in it, with their weights.
    pub solutions: BigUint,
    /// Its nodes.
    pub nodes: u64,
}

/// What is left of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Payload {
    /// Parts of the search tree, in order.
    Subtrees(Vec<Subtree>),
    /// States of dynamic programming.
    Layer(Layer),
    /// States of a search level by level: in which form, and its bytes.
    States(String, Vec<u8>),
}

impl Payload {
    /// What kind of run leaves this, for messages.
    pub fn about(&self) -> &'static str {
        match self {
            Payload::Subtrees(_) => "a search in parts",
            Payload::Layer(_) => "a count by dynamic programming",
            Payload::States(..) => "a search level by level",
        }
    }
}

/// Dynamic programming between two states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layer {
    /// The aspects, first to last.
    pub order: Vec<AspectId>,
    /// What is not worked off, sorted.
    pub states: Vec<LayerState>,
}

/// All partial solutions that cover the same aspects.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LayerState {
    /// The rank of the least free aspect.
    pub rank: u32,
    /// The covered aspects from there on; the aspect of that rank is bit 0.
    pub covered: u128,
    /// How many partial solutions there are.
    pub ways: BigUint,
}

const FIRST_WORDS: &str = "puzzle checkpoint ";
const VERSION: &str = "5";
/// The longest number that is read: reading takes time quadratic in the length.
const LONGEST: usize = 100_000;

impl Checkpoint {
    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut text = String::new();
        let _ = writeln!(text, "{FIRST_WORDS}{VERSION}");
        let _ = writeln!(text, "puzzle {:016x}", self.fingerprint);
        let _ = writeln!(text, "question {}", self.question);
        let _ = writeln!(text, "solutions {}", self.solutions);
        let _ = writeln!(text, "fixed {} {}", self.fixed, self.turned);
        let _ = writeln!(text, "nodes {}", self.nodes);
        let _ = writeln!(text, "output {}", self.output.text());
        let mut raw: &[u8] = &[];
        match &self.payload {
            Payload::Subtrees(subtrees) => {
                let PriceRecord { removing, kept } = &self.prices;
                for (name, lists) in [("removes", removing), ("prices", kept)] {
                    for list in lists {
                        text.push_str(name);
                        for price in list {
                            let _ = write!(text, " {price}");
                        }
                        text.push('\n');
                    }
                }
                for subtree in subtrees {
                    text.push_str("subtree");
                    write_subtree(&mut text, subtree);
                }
                for FinishedPart { subtree, solutions, nodes } in &self.parts {
                    let _ = write!(text, "part {solutions} {nodes}");
                    write_subtree(&mut text, subtree);
                }
            }
            Payload::Layer(layer) => {
                text.push_str("order");
                layer.order.iter().for_each(|a| text.push_str(&format!(" {}", a.0)));
                text.push('\n');
                for LayerState { rank, covered, ways } in &layer.states {
                    let _ = writeln!(text, "state {rank} {covered:x} {ways}");
                }
            }
            Payload::States(name, bytes) => {
                let _ = writeln!(text, "states {name} {}", bytes.len());
                raw = bytes;
            }
        }
        let mut bytes = text.into_bytes();
        if let Payload::States(..) = &self.payload {
            bytes.extend_from_slice(raw);
            bytes.push(b'\n');
        }
        seal::LINE.seal(&mut bytes);
        bytes
    }

    /// Reads a file's bytes; `embeddings` is how many the puzzle has.
    pub fn read(bytes: &[u8], embeddings: usize) -> Result<Self, Diagnostic> {
        Self::read_within(bytes, embeddings, &Budget::default())
    }

    /// The same within limits.
    pub fn read_within(
        bytes: &[u8],
        embeddings: usize,
        budget: &Budget,
    ) -> Result<Self, Diagnostic> {
        let head = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        check_version(&String::from_utf8_lossy(&head[..head.len().min(100)]), 0..head.len())?;
        let Sealed::Whole(bytes) = seal::LINE.check(bytes) else {
            return Err(Diagnostic::error("the checkpoint is cut short or damaged")
                .hint("its last line does not fit what comes before; use an earlier file"));
        };
        let (text, raw) = apart(bytes);
        let text = std::str::from_utf8(text)
            .map_err(|_| Diagnostic::error("the checkpoint is no text where it must be"))?;
        let mut lines = Lines { text, at: 0 };
        lines.next();
        let mut field = |name: &str| -> Result<(&str, Span), Diagnostic> {
            let (line, span) = lines.next().unwrap_or(("", text.len()..text.len()));
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let missing = || Diagnostic::error(format!("expected `{name} …`")).at(span.clone());
            value.map(|value| (value, span.clone())).ok_or_else(missing)
        };
        let (value, span) = field("puzzle")?;
        let fingerprint = u64::from_str_radix(value, 16).map_err(|_| bad(span))?;
        let question = field("question")?.0.to_owned();
        let mut number = |name: &str| -> Result<(BigUint, Span), Diagnostic> {
            let (value, span) = field(name)?;
            read_number(value).map(|n| (n, span.clone())).ok_or_else(|| bad(span))
        };
        let solutions = number("solutions")?.0;
        let (value, span) = field("fixed")?;
        let two = value.split_once(' ').unwrap_or((value, "0"));
        let two = read_number(two.0).zip(read_number(two.1));
        let (fixed, turned) = two.ok_or_else(|| bad(span))?;
        let (nodes, span) = field("nodes")?;
        let nodes = read_number(nodes).and_then(|nodes| u64::try_from(nodes).ok());
        let nodes = nodes.ok_or_else(|| bad(span))?;
        let (output, span) = field("output")?;
        let output = Seal::read(output).ok_or_else(|| bad(span))?;
        let (payload, prices, parts) = match raw {
            Some((name, raw)) => {
                (Payload::States(name, raw.to_vec()), PriceRecord::default(), vec![])
            }
            None => read_payload(&mut lines, embeddings, budget)?,
        };
        Ok(Checkpoint {
            fingerprint,
            question,
            solutions,
            fixed,
            turned,
            nodes,
            prices,
            parts,
            output,
            payload,
        })
    }
}

/// The lines of text, and a name and bytes if the eighth line announces those.
fn apart(bytes: &[u8]) -> (&[u8], Option<(String, &[u8])>) {
    let mut at = 0;
    for _ in 0..7 {
        at +=
            bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len() - at, |n| n + 1);
    }
    let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n);
    let announced = std::str::from_utf8(&bytes[at..end]).ok().and_then(|line| {
        let (name, length) = line.strip_prefix("states ")?.rsplit_once(' ')?;
        let raw = bytes.get(end + 1..)?.strip_suffix(b"\n")?;
        (length.parse() == Ok(raw.len())).then(|| (name.to_owned(), raw))
    });
    match announced {
        Some(raw) => (&bytes[..at], Some(raw)),
        None => (bytes, None),
    }
}

fn bad(span: Span) -> Diagnostic {
    Diagnostic::error("this is no number").at(span)
}

fn check_version(first: &str, span: Span) -> Result<(), Diagnostic> {
    let error = match first.strip_prefix(FIRST_WORDS) {
        Some(VERSION) => return Ok(()),
        Some(other) if other.len() < 20 => Diagnostic::error(format!(
            "this is a checkpoint of version {other}, and this program reads version {VERSION}"
        ))
        .hint("go on with the program that wrote it, or begin anew"),
        _ => Diagnostic::error("this is no checkpoint")
            .hint(format!("the first line is `{FIRST_WORDS}{VERSION}`")),
    };
    Err(error.at(span))
}

pub(crate) fn read_number(text: &str) -> Option<BigUint> {
    let digits = text.len() < LONGEST && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

fn read_payload(
    lines: &mut Lines<'_>,
    embeddings: usize,
    budget: &Budget,
) -> Result<(Payload, PriceRecord, Vec<FinishedPart>), Diagnostic> {
    let mut pace = Pace::new(budget);
    let cut = |span: Span| Diagnostic::error("the checkpoint is cut short or damaged").at(span);
    let mut subtrees = Vec::new();
    let mut layer: Option<Layer> = None;
    let (mut prices, mut parts) = (PriceRecord::default(), Vec::new());
    while let Some((line, span)) = lines.next() {
        pace.take(line.len()).map_err(Diagnostic::stopped)?;
        match (line.split_once(' ').unwrap_or((line, "")), &mut layer) {
            (("subtree", rest), None) => {
                subtrees.push(read_subtree(rest, embeddings).ok_or_else(|| bad(span))?);
            }
            (("removes", rest), None) => {
                prices.removing.push(read_prices(rest).ok_or_else(|| bad(span))?);
            }
            (("prices", rest), None) => {
                prices.kept.push(read_prices(rest).ok_or_else(|| bad(span))?);
            }
            (("part", rest), None) => {
                parts.push(read_part(rest, embeddings).ok_or_else(|| bad(span))?);
            }
            (("order", rest), None) if parts.is_empty() && subtrees.is_empty() => {
                layer = Some(Layer {
                    order: read_order(rest).ok_or_else(|| bad(span))?,
                    states: vec![],
                });
            }
            (("state", rest), Some(layer)) => {
                let state = read_state(rest, layer.order.len()).ok_or_else(|| bad(span.clone()))?;
                let before = layer.states.last();
                if before.is_some_and(|b| (b.rank, b.covered) >= (state.rank, state.covered)) {
                    return Err(Diagnostic::error("the states are not sorted").at(span));
                }
                layer.states.push(state);
            }
            _ => return Err(cut(span)),
        }
    }
    Ok((layer.map_or(Payload::Subtrees(subtrees), Payload::Layer), prices, parts))
}

/// The prices of a list, by aspect.
pub(crate) fn read_prices(text: &str) -> Option<Vec<i64>> {
    text.split(' ').map(|price| price.parse().ok()).collect()
}

fn read_part(text: &str, embeddings: usize) -> Option<FinishedPart> {
    let (solutions, rest) = text.split_once(' ')?;
    let (nodes, rest) = rest.split_once(' ')?;
    let solutions = read_number(solutions)?;
    let nodes = read_number(nodes).and_then(|nodes| u64::try_from(nodes).ok())?;
    Some(FinishedPart { subtree: read_subtree(rest, embeddings)?, solutions, nodes })
}

fn write_subtree(text: &mut String, subtree: &Subtree) {
    let _ = write!(text, " {:e}", subtree.weight);
    for e in &subtree.chosen {
        let _ = write!(text, " {}", e.0);
    }
    if !subtree.excluded.is_empty() {
        text.push_str(" -");
    }
    for e in &subtree.excluded {
        let _ = write!(text, " {}", e.0);
    }
    text.push('\n');
}

fn read_subtree(text: &str, embeddings: usize) -> Option<Subtree> {
    let mut words = text.split(' ');
    let weight: f64 = words.next()?.parse().ok()?;
    let embedding = |word: &str| {
        let id = word.parse().ok().filter(|&id: &u32| (id as usize) < embeddings);
        id.map(EmbeddingId)
    };
    let chosen = words.by_ref().take_while(|word| *word != "-");
    let chosen = chosen.map(embedding).collect::<Option<Vec<_>>>()?;
    let excluded = words.map(embedding).collect::<Option<Vec<_>>>()?;
    (weight.is_finite() && weight >= 0.0).then_some(Subtree { weight, chosen, excluded })
}

/// All aspects, each once.
fn read_order(text: &str) -> Option<Vec<AspectId>> {
    let order: Vec<u32> = text.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    let order = crate::Permutation::new(order)?;
    Some((0..order.len()).map(|i| AspectId(order.apply(i as u32))).collect())
}

fn read_state(text: &str, aspects: usize) -> Option<LayerState> {
    let mut words = text.split(' ');
    let rank = words.next()?.parse().ok().filter(|&rank: &u32| rank as usize <= aspects)?;
    let covered = u128::from_str_radix(words.next()?, 16).ok()?;
    // The aspect of that rank is free, and there are none beyond the last.
    let beyond = covered.checked_shr((aspects - rank as usize) as u32).unwrap_or(0);
    let ways = read_number(words.next()?)?;
    let sound = covered & 1 == 0 && beyond == 0 && words.next().is_none();
    sound.then_some(LayerState { rank, covered, ways })
}

/// The lines of a text with their places.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<(&'a str, Span)> {
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

    fn with(payload: Payload) -> Checkpoint {
        Checkpoint {
            fingerprint: 0x1234,
            question: "count".into(),
            solutions: BigUint::from(10_u32).pow(40),
            fixed: 3_u32.into(),
            turned: 2_u32.into(),
            nodes: 77,
            prices: PriceRecord::default(),
            parts: Vec::new(),
            output: Seal::of(b"lines"),
            payload,
        }
    }

    fn subtrees() -> Checkpoint {
        let ids = |ids: &[u32]| ids.iter().map(|&e| EmbeddingId(e)).collect();
        let subtree = |weight, chosen: &[u32], excluded: &[u32]| Subtree {
            weight,
            chosen: ids(chosen),
            excluded: ids(excluded),
        };
        with(Payload::Subtrees(vec![
            subtree(0.1, &[3, 1], &[]),
            subtree(1e-30, &[], &[]),
            subtree(0.5, &[9], &[2, 4]),
            subtree(0.5, &[], &[7]),
        ]))
    }

    fn parts() -> Checkpoint {
        let saved = subtrees();
        let Payload::Subtrees(left) = &saved.payload else { unreachable!("they are subtrees") };
        let part = |n: usize, solutions: u32| FinishedPart {
            subtree: left[n].clone(),
            solutions: BigUint::from(solutions).pow(20),
            nodes: 12,
        };
        let parts = vec![part(2, 0), part(0, 7), part(1, 1)];
        let prices =
            PriceRecord { removing: vec![vec![3, -1]], kept: vec![vec![0, 2], vec![-7, 8]] };
        Checkpoint { prices, parts, ..saved }
    }

    fn layer() -> Checkpoint {
        let state = |rank, covered, ways: u32| LayerState { rank, covered, ways: ways.into() };
        with(Payload::Layer(Layer {
            order: [2, 0, 1, 3].map(AspectId).to_vec(),
            states: vec![state(0, 0, 1), state(1, 2, 70), state(1, 6, 8), state(4, 0, 12)],
        }))
    }

    fn states() -> Checkpoint {
        with(Payload::States("levels 8".into(), b"any\nbytes \xff".to_vec()))
    }

    #[test]
    fn what_is_written_is_read_again() {
        for sample in [subtrees(), parts(), layer(), states()] {
            assert_eq!(Checkpoint::read(&sample.write(), 10), Ok(sample));
        }
        let bytes = subtrees().write();
        assert!(Checkpoint::read(&bytes, 9).is_err(), "embedding 9 is not one of nine");
    }

    #[test]
    fn a_damaged_file_is_refused_wherever_it_is_cut_or_changed() {
        for sample in [subtrees(), parts(), layer(), states()] {
            let bytes = sample.write();
            for length in 0..bytes.len() {
                assert!(Checkpoint::read(&bytes[..length], 10).is_err(), "{length}");
            }
            for at in 0..bytes.len() {
                for change in [b'~', bytes[at] ^ 1, b'0', b'\n'].iter().filter(|c| **c != bytes[at])
                {
                    let mut changed = bytes.clone();
                    changed[at] = *change;
                    assert!(Checkpoint::read(&changed, 10).is_err(), "{at} {change}");
                }
            }
        }
    }

    /// A file with some text replaced and a last line that fits.
    fn forged(good: &Checkpoint, from: &str, to: &str) -> Result<Checkpoint, Diagnostic> {
        let text = String::from_utf8(good.write()).unwrap().replace(from, to);
        let mut bytes = text.as_bytes()[..text.rfind("end ").unwrap()].to_vec();
        seal::LINE.seal(&mut bytes);
        Checkpoint::read(&bytes, 10)
    }

    #[test]
    fn states_that_cannot_be_are_refused() {
        let with = |from, to| forged(&layer(), from, to);
        assert!(with("nodes", "nodes").is_ok());
        assert!(with("order 2 0", "order 2 2").is_err(), "no order");
        assert!(with("state 1 2", "state 1 3").is_err(), "its own aspect is covered");
        assert!(with("state 1 6", "state 1 10").is_err(), "beyond the last aspect");
        assert!(with("state 1 6", "state 1 2").is_err(), "twice");
        assert!(with("state 4 0", "state 5 0").is_err(), "beyond the end");
    }

    #[test]
    fn another_version_is_refused_by_its_number() {
        let old = String::from_utf8(subtrees().write()).unwrap();
        let old = old.replace("checkpoint 5", "checkpoint 2");
        let refusal = Checkpoint::read(old.as_bytes(), 10).unwrap_err();
        assert_eq!(
            refusal.message,
            "this is a checkpoint of version 2, and this program reads version 5"
        );
        let refusal = Checkpoint::read(b"puzzle levels 2\npuzzle 00\n", 10).unwrap_err();
        assert_eq!(refusal.message, "this is no checkpoint");
    }
}
