//! Runs a script with one binary, in a folder made for it.
//!
//! The folder holds what the commands of the documentation read, as for the test of those commands
//! (`crates/puzzle-cli/tests/commands.rs`). The binary is a copy, called `puzzle` whatever it was
//! called before, since a program prints its own name; a build that runs meanwhile cannot change it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::commands::Script;
use super::compare::Output;

/// One of the two binaries.
pub(crate) struct Binary {
    /// The folder with its copy.
    folder: PathBuf,
    /// The folder in which scripts run, made anew for each.
    scratch: PathBuf,
}

/// What is left of a script that has run.
pub(crate) struct Done {
    /// The output of each command.
    pub(crate) outputs: BTreeMap<String, Output>,
    /// The files that they wrote.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
}

impl Binary {
    /// Copies a binary to a folder of its own.
    pub(crate) fn new(binary: &Path, folder: &Path) -> io::Result<Binary> {
        fs::create_dir_all(folder)?;
        let name = format!("puzzle{}", env::consts::EXE_SUFFIX);
        fs::copy(binary, folder.join(name))?;
        // Both binaries work in folders of the same length: a path may be printed in a table.
        Ok(Binary { folder: folder.to_owned(), scratch: folder.join("scratch") })
    }

    /// This binary with arguments, without a shell.
    pub(crate) fn direct(&self, arguments: &str) -> Command {
        let mut command = Command::new(self.folder.join("puzzle"));
        command.args(arguments.split_whitespace()).stdin(Stdio::null());
        command
    }

    /// A command line for the shell, in which `puzzle` is this binary.
    fn command(&self, line: &str) -> Command {
        let others = env::var_os("PATH").unwrap_or_default();
        let folders = iter::once(self.folder.clone()).chain(env::split_paths(&others));
        let path = env::join_paths(folders).unwrap_or_else(|_| self.folder.clone().into());
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("PATH", path).stdin(Stdio::null());
        shell
    }

    /// Runs every command of a script; `root` is the folder of the project.
    pub(crate) fn run(&self, script: &Script, root: &Path) -> io::Result<Done> {
        self.prepare(root)?;
        let mut outputs = BTreeMap::new();
        for line in &script.commands {
            let said = self.command(line).current_dir(&self.scratch).output()?;
            let [stdout, stderr] =
                [said.stdout, said.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
            let again = if outputs.contains_key(line) { " (again)" } else { "" };
            let output = Output { code: said.status.code(), stdout, stderr };
            outputs.insert(format!("{line}{again}"), output);
        }
        let mut files = BTreeMap::new();
        for file in fs::read_dir(&self.scratch)? {
            let file = file?;
            if file.file_type()?.is_file() {
                files.insert(
                    file.file_name().to_string_lossy().into_owned(),
                    fs::read(file.path())?,
                );
            }
        }
        Ok(Done { outputs, files })
    }

    fn prepare(&self, root: &Path) -> io::Result<()> {
        if self.scratch.exists() {
            fs::remove_dir_all(&self.scratch)?;
        }
        for folder in ["tests/bad", "tests/cover", "tests/programs"] {
            fs::create_dir_all(self.scratch.join(folder))?;
            for file in fs::read_dir(root.join("crates/puzzle-cli").join(folder))? {
                let file = file?;
                fs::copy(file.path(), self.scratch.join(folder).join(file.file_name()))?;
            }
        }
        Ok(())
    }
}
