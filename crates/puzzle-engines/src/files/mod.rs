//! Saved files: whole or not at all, one user at a time, within bounds.
//!
//! Two kinds of files are written. A checkpoint, a diagram or a processor's state is *replaced*
//! ([`replace`]): written beside its place, synced and moved there, so that there is a good one at
//! every moment. A list of solutions *grows* ([`Journal`]): its length and checksum are remembered by the
//! checkpoint, and a run that is resumed cuts it to that length. [`Lock`] keeps a second process away
//! from either. Every step goes through the [`seam`], where tests let it fail.

mod journal;
mod lock;
pub mod seam;

use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

pub use journal::Journal;
pub use lock::Lock;
use seam::Handle;

/// The file that a path means, behind all links: a regular one, for others may have no end, and must
/// not be replaced.
pub fn regular(path: &Path) -> io::Result<PathBuf> {
    let path = std::fs::canonicalize(path)?;
    match path.metadata()?.is_file() {
        true => Ok(path),
        false => Err(io::Error::other("it is no regular file")),
    }
}

/// The bytes of a regular file, if there are at most so many.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let path = regular(path)?;
    let file = Handle::open(&path)?;
    let large = || io::Error::other(format!("over {} MiB", most >> 20));
    let length = file.length()?;
    if length > most {
        return Err(large());
    }
    // It may grow meanwhile.
    let mut bytes = Vec::with_capacity(length as usize + 1);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(large()) } else { Ok(bytes) }
}

/// Writes a file so that at every moment, a crash of the machine included, either the old or the new
/// one is there.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let path = place(path)?;
    let fresh = beside(&path, "new");
    let written = Handle::create(&fresh).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync()
    });
    let written = written.and_then(|()| seam::rename(&fresh, &path));
    if written.is_err() {
        // If even that fails, the next save writes over it.
        let _ = seam::remove(&fresh);
    }
    written.and_then(|()| seam::sync_folder(&path))
}

/// Writes a file that must not be there yet, whole or not at all, and says whether it was not. Of several
/// processes that write one file at a time exactly one is told so, on a shared file system too: a second
/// name for what was written beside is given in one step.
pub fn create(path: &Path, bytes: &[u8], aside: &Path) -> io::Result<bool> {
    let written = Handle::create(aside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync()
    });
    let linked = written.and_then(|()| seam::link(aside, path));
    let _ = seam::remove(aside);
    match linked {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        linked => linked.and_then(|()| seam::sync_folder(path)).map(|()| true),
    }
}

/// Moves a file, if it is still there: of several processes that move one file, one is told that it did.
pub fn take(from: &Path, to: &Path) -> io::Result<bool> {
    match seam::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        moved => moved.map(|()| true),
    }
}

/// The same for a file that may also be a device: that is written to as it is.
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_file() => {
            let mut out = BufWriter::new(Handle::create(path)?);
            write(&mut out)?;
            out.flush()
        }
        _ => replace(path, write),
    }
}

/// Where a file is or will be: behind all links, if there is one already.
fn place(path: &Path) -> io::Result<PathBuf> {
    match regular(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path.to_owned()),
        found => found,
    }
}

/// A name beside a file: with one more ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}
