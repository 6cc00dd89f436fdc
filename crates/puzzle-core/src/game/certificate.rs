//! Certificates: who wins, with the winner's moves, so that anybody can check it without a search.
//!
//! Walk through the game from its beginning. Where the winner is to move, the certificate says which of
//! the possible moves, counted from 0 in ascending order. Where the loser is to move, every possible
//! move is tried, in ascending order. A position that was met before is left out, whoever is to move;
//! two positions are the same if the same moves are possible. So the certificate is a list of numbers,
//! one for each position in which the winner is to move, in the order of that walk.
//!
//! ```text
//! puzzle certificate 1
//! game 1f3a…            the fingerprint of game and position
//! rules normal          or misere
//! played 382 17         what was played before, by number
//! winner first
//! moves 1234            how many numbers follow, and then in how many bytes
//! bytes 1240
//! …                     seven bits a byte, the lowest first; the eighth bit says that more follow
//! end 1310 8f21…        bytes before this line, and their checksum
//! ```

use super::Winner;
use crate::{Diagnostic, fingerprint};

const FIRST_LINE: &str = "puzzle certificate 1";

/// The winner's moves in the order of the walk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    bytes: Vec<u8>,
    count: u64,
}

impl Moves {
    /// Adds a number.
    pub fn push(&mut self, mut number: usize) {
        while number >= 128 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
        self.count += 1;
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The numbers, one by one.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let mut bytes = self.bytes.iter();
        std::iter::from_fn(move || {
            let (mut number, mut shift) = (0_usize, 0);
            loop {
                let byte = *bytes.next()?;
                number |= usize::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 || shift > 28 {
                    return Some(number);
                }
            }
        })
    }
}

/// A certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The fingerprint of the game and its position.
    pub fingerprint: u64,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// What was played before.
    pub played: Vec<u32>,
    /// Who wins.
    pub winner: Winner,
    /// The winner's moves.
    pub moves: Moves,
}

impl Certificate {
    /// Whether bytes are meant to be one.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(b"puzzle certificate")
    }

    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let (winner, moves) = (self.winner.name(), &self.moves);
        let rules = if self.misere { "misere" } else { "normal" };
        let played: String = self.played.iter().map(|number| format!(" {number}")).collect();
        let mut bytes = format!(
            "{FIRST_LINE}\ngame {:016x}\nrules {rules}\nplayed{played}\nwinner {winner}\n\
             moves {}\nbytes {}\n",
            self.fingerprint,
            moves.count,
            moves.bytes.len()
        )
        .into_bytes();
        bytes.extend_from_slice(&moves.bytes);
        bytes.push(b'\n');
        let end = format!("end {} {:016x}\n", bytes.len(), fingerprint(&bytes));
        bytes.extend_from_slice(end.as_bytes());
        bytes
    }

    /// Reads a file's bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, Diagnostic> {
        let damaged = |what: &str| {
            Diagnostic::error(format!("the certificate is cut short or damaged: {what}"))
                .hint("write it again with --certificate")
        };
        let mut rest = bytes;
        let mut line = || {
            let end = rest.iter().take(1000).position(|&byte| byte == b'\n')?;
            let line = std::str::from_utf8(&rest[..end]).ok()?;
            rest = &rest[end + 1..];
            Some(line)
        };
        let first = line().unwrap_or_default();
        if first != FIRST_LINE {
            return Err(Diagnostic::error("this certificate is of another version")
                .hint(format!("its first line must be `{FIRST_LINE}`")));
        }
        let mut field =
            |name: &str| line()?.strip_prefix(name).map(|value| value.trim_start().to_owned());
        let game = field("game").and_then(|text| u64::from_str_radix(&text, 16).ok());
        let misere = field("rules").and_then(|text| match text.as_str() {
            "normal" => Some(false),
            "misere" => Some(true),
            _ => None,
        });
        let played = field("played").and_then(|text| {
            text.split(' ').filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
        });
        let winner = field("winner").and_then(|text| match text.as_str() {
            "first" => Some(Winner::First),
            "second" => Some(Winner::Second),
            _ => None,
        });
        let count = field("moves").and_then(|text| text.parse().ok());
        let length = field("bytes").and_then(|text| text.parse::<usize>().ok());
        let (Some(fingerprint), Some(misere), Some(played)) = (game, misere, played) else {
            return Err(damaged("its head does not say what it is about"));
        };
        let (Some(winner), Some(count), Some(length)) = (winner, count, length) else {
            return Err(damaged("its head does not say what it is"));
        };
        let head = bytes.len() - rest.len();
        let Some(end) = length.checked_add(1).and_then(|n| rest.get(n..)) else {
            return Err(damaged("moves are missing"));
        };
        let before = &bytes[..head + length + 1];
        let sum = format!("end {} {:016x}\n", before.len(), crate::fingerprint(before));
        if end != sum.as_bytes() {
            return Err(damaged("its last line does not fit what comes before"));
        }
        let moves = Moves { bytes: rest[..length].to_vec(), count };
        if moves.iter().count() as u64 != count {
            return Err(damaged("it has not as many moves as it says"));
        }
        Ok(Certificate { fingerprint, misere, played, winner, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Certificate {
        let mut moves = Moves::default();
        [0, 127, 128, 4095, 7].into_iter().for_each(|number| moves.push(number));
        let (winner, played) = (Winner::Second, vec![3, 17]);
        Certificate { fingerprint: 0xabcd, misere: true, played, winner, moves }
    }

    #[test]
    fn a_certificate_is_read_as_it_was_written() {
        let read = Certificate::read(&sample().write()).unwrap();
        assert_eq!(read, sample());
        assert_eq!(read.moves.iter().collect::<Vec<_>>(), [0, 127, 128, 4095, 7]);
    }

    #[test]
    fn whatever_byte_is_changed_or_cut_off_the_certificate_is_refused() {
        let bytes = sample().write();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(Certificate::read(&changed).is_err(), "byte {at}");
            assert!(Certificate::read(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}
