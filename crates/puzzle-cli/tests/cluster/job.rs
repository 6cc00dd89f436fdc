//! A job in a directory of its own, and the command.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A place that is removed at the end.
pub(crate) struct Job(pub(crate) PathBuf);

impl Job {
    /// A place where nothing is yet.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("puzzle-job-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Job(path)
    }

    /// With a question divided into so many units.
    pub(crate) fn of(name: &str, question: &[&str], units: u32) -> Self {
        let job = Job::new(name);
        let units = units.to_string();
        let words = [&["divide"], question, &["--quiet", "--units", &units, "-o"]].concat();
        job.good(&words);
        job
    }

    pub(crate) fn place(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// The command with the place as its last word.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = puzzle(words);
        command.arg(self.place());
        command
    }

    /// What the command prints, which must succeed.
    pub(crate) fn good(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The exit code and the message of a command that must fail.
    pub(crate) fn bad(&self, words: &[&str]) -> (i32, String) {
        let output = self.command(words).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// A worker that is left alone.
    pub(crate) fn worker(&self, words: &[&str]) -> Child {
        let mut command = self.command(&[&["work", "--quiet", "--threads", "1"], words].concat());
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The names in a folder of the job.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.join(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn path(&self, folder: &str, name: &str) -> PathBuf {
        self.0.join(folder).join(name)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command.
pub(crate) fn puzzle(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.args(words);
    command
}

/// A worker that must end well.
pub(crate) fn ends(worker: Child) {
    let Output { status, stderr, .. } = worker.wait_with_output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
}

/// A file with one byte changed.
pub(crate) fn change(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes).unwrap();
}
