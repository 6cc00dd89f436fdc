//! The seam between saved files and the system: each step is one [`Operation`] on a path, and a test
//! may let it fail ([`inject`]).
//!
//! Nothing above the seam knows about it, so what is tested is the code that runs. A system call that is
//! interrupted is made again, here and nowhere else. Without an injected fault a step costs one load of
//! an atomic number.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A step that may fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    /// A file is opened that is there.
    Open,
    /// A file is opened for writing, and made if need be.
    Create,
    /// Bytes are read.
    Read,
    /// Bytes are written.
    Write,
    /// What was written is brought to the disk.
    Sync,
    /// A file takes the place of another.
    Rename,
    /// A file gets a second name.
    Link,
    /// A file is removed.
    Remove,
    /// A file is cut to a length.
    Cut,
    /// The folder of a file is brought to the disk.
    SyncFolder,
}

/// Decides about a step: how many bytes it may move, or how it fails.
type Fault = Arc<dyn Fn(Operation, &Path) -> io::Result<usize> + Send + Sync>;

static INJECTED: AtomicUsize = AtomicUsize::new(0);
static FAULTS: Mutex<Vec<(PathBuf, Fault)>> = Mutex::new(Vec::new());

/// Faults that are injected until this is dropped.
#[derive(Debug)]
pub struct Injected(PathBuf);

/// Asks `fault` before each step on a file below `folder`. It answers how many bytes may be moved, or
/// with the error that the system is to report. For tests.
pub fn inject(
    folder: &Path,
    fault: impl Fn(Operation, &Path) -> io::Result<usize> + Send + Sync + 'static,
) -> Injected {
    let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
    faults.push((folder.to_owned(), Arc::new(fault)));
    INJECTED.fetch_add(1, Ordering::Relaxed);
    Injected(folder.to_owned())
}

impl Drop for Injected {
    fn drop(&mut self) {
        let mut faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = faults.iter().position(|(folder, _)| *folder == self.0) {
            faults.remove(at);
            INJECTED.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// How many bytes a step may move.
fn allowed(operation: Operation, path: &Path) -> io::Result<usize> {
    if INJECTED.load(Ordering::Relaxed) == 0 {
        return Ok(usize::MAX);
    }
    let faults = FAULTS.lock().unwrap_or_else(PoisonError::into_inner);
    let fault = faults.iter().find(|(folder, _)| path.starts_with(folder)).map(|(_, f)| f.clone());
    drop(faults);
    fault.map_or(Ok(usize::MAX), |fault| fault(operation, path))
}

/// Takes a step, again if a signal came in between.
fn take<T>(
    operation: Operation,
    path: &Path,
    mut step: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    loop {
        match allowed(operation, path).and_then(|_| step()) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// Lets a file take the place of another.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    take(Operation::Rename, to, || std::fs::rename(from, to))
}

/// Gives a file a second name, which must be free.
pub(super) fn link(from: &Path, to: &Path) -> io::Result<()> {
    take(Operation::Link, to, || std::fs::hard_link(from, to))
}

/// Removes a file.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    take(Operation::Remove, path, || std::fs::remove_file(path))
}

/// Brings the folder of a file to the disk: else a file that was moved may be gone after a crash.
/// Systems that cannot do that need not.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let sync = || match cfg!(unix) {
        true => File::open(folder)?.sync_all(),
        false => Ok(()),
    };
    match take(Operation::SyncFolder, path, sync) {
        Err(e) if matches!(e.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        done => done,
    }
}

/// An open file and its name.
#[derive(Debug)]
pub(super) struct Handle {
    file: File,
    path: PathBuf,
}

impl Handle {
    /// Opens a file for reading.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = take(Operation::Open, path, || File::open(path))?;
        Ok(Handle { file, path: path.to_owned() })
    }

    /// Opens a file for writing from its beginning, made or emptied if need be.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let file = take(Operation::Create, path, || File::create(path))?;
        Ok(Handle { file, path: path.to_owned() })
    }

    /// Opens a file for reading and writing, made if need be, and left as it is.
    pub(super) fn keep(path: &Path) -> io::Result<Self> {
        let open =
            || File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = take(Operation::Create, path, open)?;
        Ok(Handle { file, path: path.to_owned() })
    }

    /// The file, for what cannot fail.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Its name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How long it is.
    pub(super) fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Whether it is a file, and not a device, a pipe or the like.
    pub(super) fn is_regular(&self) -> io::Result<bool> {
        Ok(self.file.metadata()?.is_file())
    }

    /// Brings what was written to the disk.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        take(Operation::Sync, &self.path, || self.file.sync_all())
    }

    /// Cuts it to a length and goes to its end.
    pub(super) fn cut(&mut self, length: u64) -> io::Result<()> {
        take(Operation::Cut, &self.path, || self.file.set_len(length))?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }

    /// Goes back to its beginning.
    pub(super) fn rewind(&mut self) -> io::Result<()> {
        self.file.rewind()
    }
}

// The loops of the standard library, `read_exact` and `write_all`, take interrupted steps again.
impl Read for Handle {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let most = allowed(Operation::Read, &self.path)?.min(bytes.len());
        self.file.read(&mut bytes[..most])
    }
}

impl Write for Handle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = allowed(Operation::Write, &self.path)?.min(bytes.len());
        self.file.write(&bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
