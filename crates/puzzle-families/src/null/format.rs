//! How a row of lamps is written: `lamps = 3`.

use puzzle_core::Diagnostic;

use crate::Source;
use crate::document;

/// The number of lamps.
pub(super) fn read(source: &Source) -> Result<u32, Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let lamps = table.need("lamps", "write  lamps = 3")?.number(1..=1000)?;
    table.finish()?;
    Ok(lamps as u32)
}
