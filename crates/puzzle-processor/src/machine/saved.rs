//! A state that is saved for later: the list of numbers of document 000 §6, and around it comments
//! that guard it.
//!
//! ```text
//! ; puzzle state 2
//! ; program 1f3a…           the program's fingerprint
//! 1 1 0 1 …                 the list
//! ; end 301 8f21…           bytes before this line, and their checksum
//! ```
//!
//! Whatever else reads state files skips comments. A list that was written by hand has none of them, and
//! is taken as it is.

use puzzle_core::Diagnostic;
use puzzle_core::seal::{COMMENT, Sealed};

use super::State;
use crate::program::Program;

const FIRST_WORDS: &str = "; puzzle state ";
const VERSION: &str = "2";
const PROGRAM: &str = "; program ";

impl State {
    /// The file that saves it.
    pub fn save(&self, program: &Program) -> Vec<u8> {
        let head = format!("{FIRST_WORDS}{VERSION}\n{PROGRAM}{:016x}\n", program.fingerprint());
        let mut bytes = (head + &self.write()).into_bytes();
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
        match (COMMENT.check(text.as_bytes()), version) {
            (Sealed::Whole(_), Some(_)) => {}
            (Sealed::Unsealed, None) => return Self::read(text, program),
            _ => {
                return Err(Diagnostic::error("the state is cut short or damaged")
                    .hint("its last line does not fit what comes before; use an earlier file"));
            }
        }
        let owner = text.lines().nth(1).and_then(|line| line.strip_prefix(PROGRAM));
        if owner != Some(&format!("{:016x}", program.fingerprint())) {
            return Err(Diagnostic::error("the state is of another program"));
        }
        Self::read(text, program)
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
        let bytes = state.save(&program);
        let load = |bytes: &[u8]| {
            let text = std::str::from_utf8(bytes).map_err(|_| Diagnostic::error("no text"))?;
            State::load(text, &program)
        };
        assert_eq!(load(&bytes), Ok(state.clone()));
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
        assert_eq!(load(state.write().as_bytes()), Ok(state));
        let other = code::read("I 0 3\nM 0\nC 1\nR\nM 0").unwrap();
        let refusal = State::load(std::str::from_utf8(&bytes).unwrap(), &other).unwrap_err();
        assert_eq!(refusal.message, "the state is of another program");
    }
}
