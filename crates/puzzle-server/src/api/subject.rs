//! Which puzzle a call is about: a name of the catalogue, a text, or the bytes of a file.
//!
//! A name is looked up in the catalogue and nowhere else: nothing that comes in is ever the name of a
//! file. Puzzles that were read are kept for a while, because a page asks about the same one again
//! and again.

use std::sync::Mutex;

use puzzle::{Budget, Json, Puzzle, Source};

use super::Service;
use crate::problem::{Outcome, Problem};

/// How many puzzles are kept, and the longest text of one that is.
const KEPT: usize = 24;
const LONGEST: usize = 1 << 18;

/// The puzzles of late, the latest last.
#[derive(Debug, Default)]
pub(super) struct Cache(Mutex<Vec<(String, Puzzle)>>);

impl Service {
    /// The puzzle that a request is about.
    pub(super) fn subject(&self, request: &Json, budget: &Budget) -> Outcome<Puzzle> {
        let wanted = &request["puzzle"];
        let key = wanted.to_string();
        if let Some(puzzle) = self.subjects.find(&key) {
            return Ok(puzzle);
        }
        let puzzle = open(wanted, budget)?;
        self.subjects.keep(key, &puzzle);
        Ok(puzzle)
    }

    /// The puzzle of the catalogue of that name.
    pub(super) fn named(&self, name: &str, budget: &Budget) -> Outcome<Puzzle> {
        self.subject(&serde_json::json!({ "puzzle": { "name": name } }), budget)
    }
}

impl Cache {
    fn find(&self, key: &str) -> Option<Puzzle> {
        let mut kept = self.0.lock().expect("nobody panics with it");
        let place = kept.iter().position(|(known, _)| known == key)?;
        let entry = kept.remove(place);
        kept.push(entry);
        kept.last().map(|(_, puzzle)| puzzle.clone())
    }

    fn keep(&self, key: String, puzzle: &Puzzle) {
        if key.len() <= LONGEST {
            let mut kept = self.0.lock().expect("nobody panics with it");
            if kept.len() >= KEPT {
                kept.remove(0);
            }
            kept.push((key, puzzle.clone()));
        }
    }
}

fn open(wanted: &Json, budget: &Budget) -> Outcome<Puzzle> {
    let text = |field: &str| wanted[field].as_str();
    let kind = text("kind");
    if let Some(name) = text("name") {
        let found = puzzle::catalogue::find(name);
        let missing = || format!("`{name}`; {}", puzzle::catalogue::hint(name));
        let found = found.ok_or_else(|| Problem::missing(missing()))?;
        let source = Source::text(name, found).within(budget);
        return Ok(Puzzle::from_source(source, kind)?);
    }
    let called = text("called").unwrap_or("own.puzzle");
    let source = match (text("text"), text("base64")) {
        (Some(text), _) => Source::text(called, text),
        (None, Some(coded)) => Source::bytes(called, decode(coded)?),
        (None, None) => return Err(Problem::malformed("puzzle: a name, a text or base64")),
    };
    Ok(Puzzle::from_source(source.within(budget), kind)?)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes from Base64 (RFC 4648), with or without padding.
fn decode(text: &str) -> Outcome<Vec<u8>> {
    let (mut bits, mut held) = (0_u32, 0);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for letter in text.trim_end_matches('=').bytes() {
        let value = ALPHABET.iter().position(|&known| known == letter);
        let value = value.ok_or_else(|| Problem::malformed("puzzle.base64: no Base64"))?;
        bits = bits << 6 | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Ok(bytes)
}

/// Base64 of bytes, with padding.
pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, i| bits << 8 | u32::from(*chunk.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let letter = ALPHABET[(bits >> (18 - 6 * i) & 63) as usize] as char;
            text.push(if i > chunk.len() { '=' } else { letter });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_as_it_is_written() {
        for bytes in [&b""[..], b"f", b"fo", b"foo", b"foob", &[0, 255, 254, 7, 128]] {
            assert_eq!(decode(&encode(bytes)).unwrap(), bytes);
        }
        assert_eq!(encode(b"foob"), "Zm9vYg==");
        assert!(decode("Zm9v!").is_err());
    }
}
