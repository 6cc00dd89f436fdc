//! Compressed files: any text that a family reads may come packed by gzip.
//!
//! What comes out is bounded before memory is taken for it: by what the family takes whose ending the file's
//! name has, or else by what any family takes.

use std::io::Read;

use flate2::read::MultiGzDecoder;
use puzzle_core::Diagnostic;

use crate::{FAMILIES, Source, largest};

/// How the name of a packed file may end.
const ENDING: &str = ".gz";

/// The file behind a name that may also say which of its puzzles is meant: `FILE#2`.
pub(crate) fn file_name(name: &str) -> &str {
    let file = name.split('#').next().unwrap_or_default();
    file.strip_suffix(ENDING).unwrap_or(file)
}

impl Source {
    /// What a file holds when it is unpacked; the same if it is not packed.
    pub fn unpacked(self) -> Result<Self, Box<(Diagnostic, Self)>> {
        let Some(bytes) = self.binary.as_deref().filter(|bytes| bytes.starts_with(&[0x1f, 0x8b]))
        else {
            return Ok(self);
        };
        let name = file_name(&self.name);
        let ends = |family: &&&crate::Family| family.endings.iter().any(|e| name.ends_with(e));
        let most = FAMILIES.iter().find(ends).map_or_else(largest, |family| family.largest);
        let mut unpacked = Vec::new();
        let read = MultiGzDecoder::new(bytes).take(most as u64 + 1).read_to_end(&mut unpacked);
        let wrong = if unpacked.len() > most {
            let message = format!("the file unpacks to over {} megabytes", most >> 20);
            Diagnostic::error(message).hint("larger puzzles of this kind are not read")
        } else if let Err(error) = read {
            let message = format!("the file is damaged: it cannot be unpacked ({error})");
            Diagnostic::error(message).hint("perhaps it was not copied to its end")
        } else {
            return Ok(Source::bytes(self.name, unpacked).within(&self.budget));
        };
        Err(Box::new((wrong, self)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_packed_text_is_read_as_if_it_were_not_and_with_a_byte_order_mark_too() {
        for name in ["simple.puzzle.gz", "simple.puzzle", "-"] {
            let text = "\u{feff}family = \"queens\"\nsize = 5\n";
            let source = Source::bytes(name, packed(text)).unpacked().unwrap();
            assert_eq!(source.text, &text[3..]);
            assert_eq!(crate::read(&source, None).unwrap().0.name, "queens", "{name}");
        }
        let formula = Source::bytes("f.cnf.gz", packed("p cnf 1 1\n1 0\n")).unpacked().unwrap();
        assert_eq!(crate::read(&formula, None).unwrap().0.name, "cnf");
    }

    #[test]
    fn what_is_damaged_or_too_large_is_refused() {
        let whole = packed(&"all work and no play\n".repeat(900_000));
        for (name, bytes, word) in [
            ("x.sdm.gz", &whole[..], "unpacks to over 4 megabytes"),
            ("x.xmpuzzle#2", &whole[..], "unpacks to over 16 megabytes"),
            ("x.sdm.gz", &whole[..whole.len() / 9], "damaged"),
            ("-", &whole[..9], "damaged"),
        ] {
            let wrong = Source::bytes(name, bytes.to_vec()).unpacked().unwrap_err();
            assert!(wrong.0.message.contains(word), "{name}: {}", wrong.0.message);
        }
    }
}
