//! A directory as a carrier, on a disk or on a shared file system.
//!
//! ```text
//! manifest              the job, written last when it begins
//! units/0017            a unit: a saved run, never changed
//! todo/0017             an empty file: unit 0017 is free
//! claims/0017@ann-412   ann-412 has it; touched now and then, and says how it fares
//! work/0017@ann-412/    her saved run
//! results/0017          the result
//! cancelled             nobody goes on
//! ```
//!
//! A unit is taken by moving its file from `todo` to `claims`: of several workers one succeeds. A claim that
//! was not touched for a while is taken over the same way, with the saved run. A result is written aside
//! and given its name by a link, which fails if there is one. All three are single steps on the server
//! of a shared file system, and none relies on locks or on clocks: what time it is says the file
//! system itself, by the date of a file that was just written.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use puzzle::{Failure, files};

use crate::manifest::LARGEST;
use crate::{Carrier, Next, Note, Result, Taken, refuse};

/// A job in a directory.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// Units that were free when the directory was last read: to read it for each would take longer
    /// than some units.
    free: Mutex<VecDeque<String>>,
}

impl Directory {
    /// At this place, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Directory { path: path.into(), free: Mutex::default() }
    }

    fn within(&self, folder: &str, name: &str) -> PathBuf {
        self.path.join(folder).join(name)
    }

    fn claim(&self, taken: &Taken) -> PathBuf {
        self.within("claims", &format!("{}@{}", taken.unit, taken.worker))
    }

    fn told<T>(&self, what: &str, done: io::Result<T>) -> Result<T> {
        done.map_err(|error| {
            Failure::Usage(format!("{}: cannot {what}: {error}", self.path.display()))
        })
    }

    /// The names in a folder, sorted; those that are being written have an ending.
    fn names(&self, folder: &str) -> Result<Vec<String>> {
        let list = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(self.path.join(folder))? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if !name.contains('.') {
                    names.push(name);
                }
            }
            names.sort_unstable();
            Ok(names)
        };
        self.told("list the files", list())
    }

    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>> {
        match files::read(path, LARGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => self.told(&format!("read {}", path.display()), read.map(Some)),
        }
    }

    /// What time it is where the files are.
    fn now(&self, worker: &str) -> Result<SystemTime> {
        // Its own file each time: several threads and programs may ask at once.
        static ASKED: AtomicU64 = AtomicU64::new(0);
        let asked = (std::process::id(), ASKED.fetch_add(1, Ordering::Relaxed));
        let path = self.within("work", &format!("{worker}-{}-{}.clock", asked.0, asked.1));
        let now = || {
            fs::write(&path, worker)?;
            fs::metadata(&path)?.modified()
        };
        let now = self.told("write a file", now());
        let _ = fs::remove_file(&path);
        now
    }

    /// Moves a file to this worker's claims, if it is still there.
    fn seize(&self, from: &Path, unit: &str, worker: &str) -> Result<Option<Taken>> {
        let name = format!("{unit}@{worker}");
        let taken =
            Taken { unit: unit.into(), worker: worker.into(), folder: self.within("work", &name) };
        // Its date is that of the claim from now on.
        let touched = fs::File::options().write(true).open(from).and_then(|file| {
            file.set_len(0)?;
            (&file).write_all(b"\n")
        });
        match touched.and_then(|()| files::take(from, &self.claim(&taken))) {
            Ok(true) => Ok(Some(taken)),
            Ok(false) => Ok(None),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => self.told("take a unit", Err(error)),
        }
    }

    fn next_free(&self) -> Result<Option<String>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        if free.is_empty() {
            *free = self.names("todo")?.into();
        }
        Ok(free.pop_front())
    }

    /// Takes over a unit whose worker has not been heard of.
    fn inherit(&self, worker: &str, expire: Duration) -> Result<Option<Taken>> {
        let claims = self.names("claims")?;
        if claims.is_empty() {
            return Ok(None);
        }
        let now = self.now(worker)?;
        for name in claims {
            let path = self.within("claims", &name);
            let Some((unit, _)) = name.split_once('@') else { continue };
            let touched = fs::metadata(&path).and_then(|found| found.modified());
            let Ok(touched) = touched else { continue };
            if now.duration_since(touched).is_ok_and(|silent| silent > expire)
                && let Some(taken) = self.seize(&path, unit, worker)?
            {
                let left = self.within("work", &name);
                // The run that was saved is gone on with; without it the unit is begun again. It is copied,
                // because its owner may only stand still. The list is at least as long as the run says.
                let _ = fs::create_dir_all(&taken.folder);
                for file in ["run", "list"] {
                    let _ = fs::copy(left.join(file), taken.folder.join(file));
                }
                let _ = fs::remove_dir_all(left);
                return Ok(Some(taken));
            }
        }
        Ok(None)
    }
}

impl Carrier for Directory {
    fn begin(&self, manifest: &[u8], units: &[(String, Vec<u8>)]) -> Result<()> {
        let occupied = fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_some());
        if occupied || self.path.is_file() {
            return refuse(format!(
                "{} is not empty\n hint: name a directory that is not there yet",
                self.path.display()
            ));
        }
        let write = || {
            for folder in ["units", "todo", "claims", "work", "results"] {
                fs::create_dir_all(self.path.join(folder))?;
            }
            // None of these is synced: the manifest knows their seals.
            for (name, unit) in units {
                fs::write(self.within("units", name), unit)?;
                fs::write(self.within("todo", name), "")?;
            }
            files::replace(&self.path.join("manifest"), |out| out.write_all(manifest))
        };
        self.told("write the units", write())
    }

    fn manifest(&self) -> Result<Vec<u8>> {
        match self.read(&self.path.join("manifest"))? {
            Some(bytes) => Ok(bytes),
            None => refuse(format!(
                "{} has no manifest\n hint: it is made by `puzzle divide PUZZLE -o {}`",
                self.path.display(),
                self.path.display()
            )),
        }
    }

    fn unit(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.read(&self.within("units", name))
    }

    fn offer(&self, name: &str, unit: &[u8]) -> Result<()> {
        let path = self.within("units", name);
        let offer = || {
            if !path.exists() {
                files::replace(&path, |out| out.write_all(unit))?;
            }
            fs::write(self.within("todo", name), "")
        };
        self.told("offer a unit", offer())
    }

    fn take(&self, worker: &str, expire: Duration) -> Result<Next> {
        loop {
            if self.path.join("cancelled").exists() {
                return Ok(Next::Cancelled);
            }
            let taken = match self.next_free()? {
                Some(unit) => match self.seize(&self.within("todo", &unit), &unit, worker)? {
                    Some(taken) => taken,
                    None => continue,
                },
                None => match self.inherit(worker, expire)? {
                    Some(taken) => taken,
                    None => return Ok(Next::Nothing),
                },
            };
            if !self.within("results", &taken.unit).exists() {
                return Ok(Next::Unit(taken));
            }
            self.leave(&taken, true)?;
        }
    }

    fn renew(&self, taken: &Taken, note: &Note) -> Result<bool> {
        if self.path.join("cancelled").exists() {
            return Ok(false);
        }
        let renew = || {
            // Not made if it is gone: then somebody else has the unit.
            let mut file =
                fs::File::options().write(true).truncate(true).open(self.claim(taken))?;
            file.write_all(note.json().to_string().as_bytes())
        };
        match renew() {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            // A full disk is no reason to give up: the date is what matters, and others will see it or not.
            _ => Ok(true),
        }
    }

    fn leave(&self, taken: &Taken, done: bool) -> Result<()> {
        if done {
            let _ = fs::remove_dir_all(&taken.folder);
            let _ = fs::remove_file(self.claim(taken));
            return Ok(());
        }
        let free = self.within("todo", &taken.unit);
        let left = files::take(&self.claim(taken), &free);
        let _ = fs::remove_dir_all(&taken.folder);
        self.told("give a unit back", left.map(drop))
    }

    fn store(&self, taken: &Taken, result: &[u8]) -> Result<bool> {
        let aside = self.within("results", &format!("{}.{}", taken.unit, taken.worker));
        let stored = files::create(&self.within("results", &taken.unit), result, &aside);
        self.told("store a result", stored)
    }

    fn result(&self, name: &str) -> Result<Option<Vec<u8>>> {
        self.read(&self.within("results", name))
    }

    fn results(&self) -> Result<Vec<String>> {
        self.names("results")
    }

    fn has_free(&self) -> Result<bool> {
        Ok(!self.names("todo")?.is_empty())
    }

    fn workers(&self, expire: Duration) -> Result<Vec<Note>> {
        let now = self.now("status")?;
        let mut notes = Vec::new();
        for name in self.names("claims")? {
            let path = self.within("claims", &name);
            let touched = fs::metadata(&path).and_then(|found| found.modified());
            let alive =
                touched.is_ok_and(|at| now.duration_since(at).is_ok_and(|for_| for_ <= expire));
            let Some((unit, worker)) = name.split_once('@').filter(|_| alive) else { continue };
            let begun = Note { worker: worker.into(), unit: unit.into(), ..Note::default() };
            notes.push(fs::read(&path).ok().and_then(|note| Note::read(&note)).unwrap_or(begun));
        }
        Ok(notes)
    }

    fn cancel(&self) -> Result<()> {
        self.told("cancel the job", fs::write(self.path.join("cancelled"), ""))
    }
}
