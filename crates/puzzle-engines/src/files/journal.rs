//! A file that grows: solutions as they are found.
//!
//! Its length and checksum are remembered by the checkpoint, after everything was brought to the disk.
//! A run that is resumed reads the file to that length, refuses it if it is not what was written, and
//! cuts off the rest. So no solution is lost and none is there twice. An error that may have lost
//! bytes is final: nothing is said to be safe after it, so that the last checkpoint stays the truth.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use puzzle_core::Seal;

use super::lock;
use super::seam::{self, Handle};

/// Bytes read or written at a time.
const BUFFER: usize = 1 << 16;

/// An output that can be brought to safety and taken up again.
#[derive(Debug)]
pub struct Journal {
    out: BufWriter<Handle>,
    /// A device or a pipe can neither be synced nor cut, and holds nothing.
    regular: bool,
    seal: Seal,
    failed: Option<String>,
}

impl Journal {
    /// Opens an output, made if need be, which nobody else may be writing. It is emptied unless a run is
    /// to be resumed with it.
    pub fn open(path: &Path, resumed: bool) -> io::Result<Self> {
        // A device may be writable only.
        let device = path.metadata().is_ok_and(|found| !found.is_file());
        let mut file = if device { Handle::create(path)? } else { Handle::keep(path)? };
        let regular = file.is_regular()?;
        if regular {
            lock::lock(file.file())?;
            if !resumed {
                file.cut(0)?;
            }
        }
        let out = BufWriter::with_capacity(BUFFER, file);
        Ok(Journal { out, regular, seal: Seal::default(), failed: None })
    }

    /// Goes on where a saved run was: checks the file to that length and cuts off the rest.
    pub fn resume(&mut self, saved: Seal) -> io::Result<()> {
        let name = self.out.get_ref().path().display().to_string();
        self.take_up(saved)
            .map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))
    }

    fn take_up(&mut self, saved: Seal) -> io::Result<()> {
        if !self.regular {
            self.seal = saved;
            return Ok(());
        }
        let file = self.out.get_mut();
        if file.length()? < saved.length {
            return Err(io::Error::other("it is shorter than when the run was saved"));
        }
        file.rewind()?;
        let (mut seal, mut bytes) = (Seal::default(), vec![0; BUFFER]);
        while seal.length < saved.length {
            let most = (saved.length - seal.length).min(BUFFER as u64) as usize;
            file.read_exact(&mut bytes[..most])?;
            seal.add(&bytes[..most]);
        }
        if seal != saved {
            return Err(io::Error::other("it is not what the run had written when it was saved"));
        }
        file.cut(saved.length)?;
        self.seal = seal;
        Ok(())
    }

    /// Brings everything to safety: how long it is, and its checksum.
    pub fn sync(&mut self) -> io::Result<Seal> {
        self.refuse_after_failure()?;
        // What could not be written stays in the buffer, so a full disk may be tried again.
        self.out.flush()?;
        if self.regular {
            // After a failed sync the system may have forgotten what it did not write.
            let file = self.out.get_mut();
            let synced = file.sync().and_then(|()| seam::sync_folder(file.path()));
            self.keep_failure(synced)?;
        }
        Ok(self.seal)
    }

    /// What was written so far: how long it is, and its checksum.
    pub fn written(&self) -> Seal {
        self.seal
    }

    fn refuse_after_failure(&self) -> io::Result<()> {
        match &self.failed {
            Some(why) => Err(io::Error::other(why.clone())),
            None => Ok(()),
        }
    }

    fn keep_failure<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|error| self.failed = Some(error.to_string()))
    }
}

impl Write for Journal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    /// Takes all or fails for good: half a solution must not be counted.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.refuse_after_failure()?;
        let written = self.out.write_all(bytes);
        self.keep_failure(written)?;
        self.seal.add(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.refuse_after_failure()?;
        self.out.flush()
    }
}
