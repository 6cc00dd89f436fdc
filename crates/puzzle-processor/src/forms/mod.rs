//! The written forms of a program.
//!
//! | form | file | written | read |
//! |---|---|---|---|
//! | code text (document 000, Appendix C) | `code.rs` | yes | yes |
//! | assembly, structured (Appendix B) | `structured.rs` | yes | – |
//! | assembly, labelled (slides 004) | `asm.rs` | yes | yes |
//! | 24-bit words: binary, hex, ROM image; wide words | `words.rs` | yes | yes |
//! | C (Appendix A) | `c.rs` | yes | – |
//!
//! A reader takes any bytes and answers with a program or a [`Diagnostic`]; what it allocates is
//! proportional to what it was given. What is known about a program travels in comments, see
//! `notes.rs`.

pub mod asm;
pub mod c;
pub mod code;
mod labels;
mod notes;
pub mod structured;
pub mod words;

use puzzle_core::Diagnostic;

use crate::program::Program;

/// Reads a program in any of the readable forms, recognised by its content.
pub fn read(bytes: &[u8]) -> Result<Program, Diagnostic> {
    if words::is_wide(bytes) {
        return words::read_wide(bytes);
    }
    let Some(text) = plain_text(bytes) else { return words::read_narrow(bytes) };
    let mut lines = text.lines().map(|line| line.split(';').next().unwrap_or("").trim());
    // A ROM image may begin with comments after `//`.
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//")).unwrap_or("");
    let word = first.split_whitespace().next().unwrap_or("");
    let digits = |radix: u32| move |c: char| c.is_digit(radix) || c == '_';
    if word.len() >= 24 && word.chars().all(digits(2)) {
        words::read_rom(text)
    } else if word.len() == 6 && word.chars().all(digits(16)) {
        words::read_hex(text)
    } else if word.len() == 1 || word.starts_with(|c: char| c.is_ascii_digit()) {
        code::read(text)
    } else {
        asm::read(text)
    }
}

/// The bytes as text, if they look like text.
fn plain_text(bytes: &[u8]) -> Option<&str> {
    let odd = |b: &u8| *b < b' ' && !b.is_ascii_whitespace();
    std::str::from_utf8(bytes).ok().filter(|text| !text.bytes().any(|b| odd(&b)))
}
