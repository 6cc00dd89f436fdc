//! The folder that a run works in: a new one that is removed at the end, or one that is kept.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Trouble;
use crate::designs::{Design, SHARED, package};

/// Where sources, images and results of one run lie.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    kept: bool,
}

impl Folder {
    /// A folder that is removed when it is no longer used.
    pub fn fresh() -> Result<Self, Trouble> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let own = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("puzzle-hardware-{}-{own}", std::process::id());
        Self::make(&std::env::temp_dir().join(name), false)
    }

    /// A folder that stays.
    pub fn keep(path: &Path) -> Result<Self, Trouble> {
        Self::make(path, true)
    }

    fn make(path: &Path, kept: bool) -> Result<Self, Trouble> {
        let made = std::fs::create_dir_all(path).and_then(|()| path.canonicalize());
        match made {
            Ok(path) => Ok(Folder { path, kept }),
            Err(error) => Err(Trouble::Unfit(format!("{}: {error}", path.display()))),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), Trouble> {
        let path = self.path.join(name);
        std::fs::write(&path, text)
            .map_err(|error| Trouble::Unfit(format!("{}: {error}", path.display())))
    }

    pub(crate) fn read(&self, name: &str) -> Result<String, Trouble> {
        let path = self.path.join(name);
        std::fs::read_to_string(&path)
            .map_err(|error| Trouble::Tool(format!("{}: {error}", path.display())))
    }

    /// Writes the sources of a design and others; their names, in the order in which they are read.
    pub(crate) fn sources(
        &self,
        design: &Design,
        more: &[(&'static str, &str)],
    ) -> Result<Vec<&'static str>, Trouble> {
        self.write("package.sv", &package())?;
        let mut names = vec!["package.sv"];
        let [transfer, machine] = SHARED;
        for (name, text) in [&[transfer, design.source, machine][..], more].concat() {
            self.write(name, text)?;
            names.push(name);
        }
        Ok(names)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.kept {
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
