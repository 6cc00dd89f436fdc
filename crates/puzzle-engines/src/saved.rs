//! Saved runs as files.
//!
//! A checkpoint is written beside its file and then renamed, so that there is a good one at every
//! moment. Before it is written the output is brought to safety, and the checkpoint says how long
//! it was: a run that is resumed cuts the output to that length, so no solution is lost and none
//! is there twice.

use std::io::Write;
use std::path::Path;

use puzzle_core::{Checkpoint, Failure};

/// Reads a saved run, without looking at the puzzle it belongs to.
pub fn read_checkpoint(path: &Path) -> Result<Checkpoint, Failure> {
    load(path, usize::MAX)
}

/// Reads a saved run of a puzzle with this many embeddings.
pub fn load(path: &Path, embeddings: usize) -> Result<Checkpoint, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("cannot read the checkpoint {name}: {error}")))?;
    Checkpoint::read(&text, embeddings)
        .map_err(|diagnostic| Failure::Usage(diagnostic.render(&name, &text)))
}

/// Writes a file so that at every moment either the old or the new one is there.
pub fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let mut file = std::fs::File::create(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&fresh, path)
}
