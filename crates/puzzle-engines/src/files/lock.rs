//! One process at a time: two runs that save to one file would each undo what the other did.
//!
//! A file that is replaced cannot carry the lock itself, since the lock would stay with the old one. So
//! a run holds a lock on an empty file beside it, which is removed at the end. The system drops the lock
//! of a process that is killed; the empty file stays then and does no harm.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::seam::{self, Handle};
use super::{beside, place};

/// Keeps other processes from a saved file until it is dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Kept open, for the lock goes when it is closed.
    file: Handle,
}

impl Lock {
    /// Takes the lock of a saved file. Refuses if another run has it.
    pub fn take(path: &Path) -> io::Result<Self> {
        let path = beside(&place(path)?, "lock");
        loop {
            let file = Handle::keep(&path)?;
            lock(file.file())?;
            // Its last owner may have removed it between the two steps.
            if is_same(file.file(), &path) {
                return Ok(Lock { path, file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked, so that nobody takes what is about to go.
        let _ = seam::remove(&self.path);
        let _ = self.file.file().unlock();
    }
}

/// Locks an open file. Where the system has no locks there is nothing to do.
pub(super) fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(ErrorKind::WouldBlock, "another run is using it"))
        }
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: io::Result<std::fs::Metadata>| found.ok().map(|m| (m.dev(), m.ino()));
    identity(file.metadata()) == identity(path.metadata())
}

/// Other systems do not remove files that are open.
#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_leaves_nothing_behind() {
        let name = format!("puzzle-lock-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        for _ in 0..2 {
            let held = Lock::take(&path).unwrap();
            let refused = Lock::take(&path).unwrap_err();
            assert_eq!(refused.to_string(), "another run is using it");
            drop(held);
            assert!(!beside(&path, "lock").exists());
        }
        // What a killed process left is taken over.
        std::fs::write(beside(&path, "lock"), "").unwrap();
        drop(Lock::take(&path).unwrap());
    }
}
