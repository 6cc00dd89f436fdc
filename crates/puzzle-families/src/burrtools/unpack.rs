//! From the bytes of a file to XML: unpacked if it is compressed, with a bound on what comes out.

use std::io::Read;

use flate2::read::MultiGzDecoder;
use puzzle_core::Diagnostic;

use crate::{Source, document};

/// The most that is unpacked. Real files, solutions included, are a few megabytes.
const LARGEST: u64 = 16 << 20;

/// The XML of a file, and whether places in it are places in the file.
pub(super) struct Unpacked {
    pub(super) xml: String,
    pub(super) plain: bool,
}

/// Whether bytes are compressed.
pub(super) fn is_gzip(source: &Source) -> bool {
    source.binary.as_ref().is_some_and(|bytes| bytes.starts_with(&[0x1f, 0x8b]))
}

/// Unpacks a file.
pub(super) fn unpack(source: &Source) -> Result<Unpacked, Diagnostic> {
    if !is_gzip(source) {
        return Ok(Unpacked { xml: document::text(source)?.to_owned(), plain: true });
    }
    let bytes = source.binary.as_deref().unwrap_or_default();
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(LARGEST + 1).read_to_end(&mut unpacked);
    if unpacked.len() as u64 > LARGEST {
        let message = format!("the file unpacks to over {} megabytes", LARGEST >> 20);
        return Err(Diagnostic::error(message).hint("save it without solutions"));
    }
    if let Err(error) = read {
        let message = format!("the file is damaged: it cannot be unpacked ({error})");
        return Err(Diagnostic::error(message).hint("perhaps it was not copied to its end"));
    }
    match String::from_utf8(unpacked) {
        Ok(xml) => Ok(Unpacked { xml, plain: false }),
        // Old files have names in other encodings; names do not matter here.
        Err(error) => {
            let xml = String::from_utf8_lossy(error.as_bytes()).into_owned();
            Ok(Unpacked { xml, plain: false })
        }
    }
}
