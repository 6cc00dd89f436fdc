//! A state that is saved for later: the list of numbers of document 000 §6, and around it comments
//! that guard it.
//!
//! ```text
//! ; puzzle state 1
//! ; program 1f3a…           the program's fingerprint
//! ; part 3 of 8 split 77c0… weight 120 placed 0 18
//! 1 1 0 1 …                 the list
//! ; end 301 8f21…           bytes before this line, and their checksum
//! ```
//!
//! Whatever else reads state files skips comments. A list that was written by hand has none of them, and
//! is taken as it is. Only the state of a part of a split program (`split.rs`) tells which part.

use std::fmt::Write as _;

use puzzle_core::Diagnostic;
use puzzle_core::seal::{COMMENT, Sealed};

use super::State;
use crate::program::Program;

const FIRST_WORDS: &str = "; puzzle state ";
const VERSION: &str = "1";
const PROGRAM: &str = "; program ";
const PART: &str = "; part ";

/// Which part of a split program a state belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What all parts of one split have in common.
    pub split: u64,
    /// Which part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// About how many nodes of the search tree it has.
    pub weight: u64,
    /// The embeddings, by their numbers, that were placed before it begins.
    pub placed: Vec<u32>,
}

/// A state, and which part of a split program it belongs to, if it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The registers.
    pub state: State,
    /// Which part, if the program was split.
    pub part: Option<Part>,
}

impl From<State> for Saved {
    fn from(state: State) -> Self {
        Saved { state, part: None }
    }
}

impl Saved {
    /// The file that saves it.
    pub fn save(&self, program: &Program) -> Vec<u8> {
        let mut text = format!("{FIRST_WORDS}{VERSION}\n{PROGRAM}{:016x}\n", program.fingerprint());
        if let Some(Part { split, number, of, weight, placed }) = &self.part {
            let _ =
                write!(text, "{PART}{number} of {of} split {split:016x} weight {weight} placed");
            placed.iter().for_each(|number| text += &format!(" {number}"));
            text.push('\n');
        }
        let mut bytes = (text + &self.state.write()).into_bytes();
        COMMENT.seal(&mut bytes);
        bytes
    }

    /// Reads a saved state of this program, or a list written by hand.
    pub fn load(text: &str, program: &Program) -> Result<Self, Diagnostic> {
        let version = text.lines().next().and_then(|line| line.strip_prefix(FIRST_WORDS));
        if let Some(other) = version.filter(|version| *version != VERSION) {
            let shown: String = other.chars().take(20).collect();
            let message =
                format!("this is a state of version {shown}, and this program reads {VERSION}");
            return Err(Diagnostic::error(message).at(0..FIRST_WORDS.len() + other.len()));
        }
        let damaged = || {
            Diagnostic::error("the state is cut short or damaged")
                .hint("its last line does not fit what comes before; use an earlier file")
        };
        match (COMMENT.check(text.as_bytes()), version) {
            (Sealed::Whole(_), Some(_)) => {}
            (Sealed::Unsealed, None) => return State::read(text, program).map(Saved::from),
            _ => return Err(damaged()),
        }
        let owner = text.lines().nth(1).and_then(|line| line.strip_prefix(PROGRAM));
        if owner != Some(&format!("{:016x}", program.fingerprint())) {
            return Err(Diagnostic::error("the state is of another program"));
        }
        let part = text.lines().nth(2).and_then(|line| line.strip_prefix(PART));
        let part = part.map(|line| Part::read(line).ok_or_else(damaged)).transpose()?;
        Ok(Saved { state: State::read(text, program)?, part })
    }
}

impl Part {
    /// `3 of 8 split 77c0… weight 120 placed 0 18`
    fn read(line: &str) -> Option<Self> {
        let (head, placed) = line.split_once(" placed")?;
        let words: Vec<&str> = head.split(' ').collect();
        let [number, "of", of, "split", split, "weight", weight] = words[..] else { return None };
        let part = Part {
            split: u64::from_str_radix(split, 16).ok()?,
            number: number.parse().ok()?,
            of: of.parse().ok()?,
            weight: weight.parse().ok()?,
            placed: placed.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?,
        };
        (1..=part.of).contains(&part.number).then_some(part)
    }
}

/// The solutions of a whole program, from the states in which the runs of its parts ended. What is
/// missing, doubled, unfinished or of another split is refused, by its place in the list.
pub fn merge(parts: &[Saved]) -> Result<u128, (usize, String)> {
    let mut seen = std::collections::BTreeMap::new();
    let first = parts.first().and_then(|saved| saved.part.as_ref());
    let mut total = 0;
    for (place, saved) in parts.iter().enumerate() {
        let refuse = |why: String| Err((place, why));
        let (Some(part), Some(first)) = (&saved.part, first) else {
            return refuse("it is no part of a split program".into());
        };
        if (part.split, part.of) != (first.split, first.of) {
            return refuse("it is a part of another split".into());
        }
        let Part { number, of, .. } = part;
        if let Some(other) = seen.insert(part.number, place) {
            return refuse(format!(
                "part {number} of {of} is there twice, also as file {}",
                other + 1
            ));
        }
        if !saved.state.ended {
            return refuse(format!("part {number} of {of} has not been run to its end"));
        }
        if saved.state.nos == u64::MAX {
            return refuse(format!("part {number} of {of} has more solutions than were counted"));
        }
        total += u128::from(saved.state.nos);
    }
    let Some(first) = first else { return Err((0, "there are no parts".into())) };
    let missing: Vec<u32> = (1..=first.of).filter(|number| !seen.contains_key(number)).collect();
    match missing[..] {
        [] => Ok(total),
        [one] => Err((parts.len(), format!("part {one} of {} is missing", first.of))),
        [one, ..] => {
            let many = missing.len();
            Err((
                parts.len(),
                format!("{many} parts of {} are missing, part {one} first", first.of),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forms::code;

    #[test]
    fn a_saved_state_is_read_again_and_every_changed_byte_is_refused() {
        let program = code::read("I 0 3\nM 0\nC 1\nR\nR").unwrap();
        let state = State { pc: 3, nos: 5, stack: vec![1, 2], ..State::initial(&program) };
        let part = Part { split: 0xab, number: 2, of: 3, weight: 7, placed: vec![4, 19] };
        let saved = Saved { state: state.clone(), part: Some(part) };
        let bytes = saved.save(&program);
        let load = |bytes: &[u8]| {
            let text = std::str::from_utf8(bytes).map_err(|_| Diagnostic::error("no text"))?;
            Saved::load(text, &program)
        };
        assert_eq!(load(&bytes), Ok(saved));
        for at in 0..bytes.len() {
            for change in [1, 2, 16, 32] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert!(load(&changed).is_err(), "{at} {change}");
            }
        }
        for length in 0..bytes.len() {
            assert!(load(&bytes[..length]).is_err(), "{length}");
        }
        // A list by hand.
        assert_eq!(load(state.write().as_bytes()), Ok(state.into()));
        let other = code::read("I 0 3\nM 0\nC 1\nR\nM 0").unwrap();
        let refusal = Saved::load(std::str::from_utf8(&bytes).unwrap(), &other).unwrap_err();
        assert_eq!(refusal.message, "the state is of another program");
    }
}
