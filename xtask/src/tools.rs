//! What the stages need besides Rust: one table of every tool, its version and where it comes from.
//!
//! Debian's packages are installed where that may be done (root on Debian); what comes from PyPI or npm is
//! locked in a file of this repository and lives below `target/tools`, so that nothing outside the
//! checkout changes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A part of the project that needs more than Rust.
pub(crate) const PARTS: [&str; 4] = ["cluster", "hardware", "page", "python"];

/// A tool: what it is called, and which part of the project needs it.
#[derive(Debug)]
pub(crate) struct Tool {
    pub name: &'static str,
    pub part: &'static str,
    /// The least version that will do.
    pub least: &'static str,
    /// The command that prints its version; of what comes from PyPI, arguments of its Python.
    pub asks: &'static [&'static str],
    pub source: Source,
}

/// Where a tool comes from.
#[derive(Debug)]
pub(crate) enum Source {
    /// Packages of Debian.
    Debian(&'static [&'static str]),
    /// Packages of PyPI, in a virtual environment of their own: this file of the repository has
    /// their exact versions and hashes.
    Pypi(&'static str),
    /// What a `package-lock.json` in this folder of the repository names, below `target/tools`, in a
    /// folder that is called as the part.
    Npm(&'static str),
}

/// Every tool.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "iverilog",
        part: "hardware",
        least: "11.0",
        asks: &["iverilog", "-V"],
        source: Source::Debian(&["iverilog"]),
    },
    Tool {
        name: "verilator",
        part: "hardware",
        least: "5.006",
        asks: &["verilator", "--version"],
        source: Source::Debian(&["verilator", "g++", "make"]),
    },
    Tool {
        name: "yosys",
        part: "hardware",
        least: "0.23",
        asks: &["yosys", "-V"],
        source: Source::Debian(&["yosys"]),
    },
    Tool {
        name: "python3",
        part: "python",
        least: "3.11",
        asks: &["python3", "--version"],
        source: Source::Debian(&["python3", "python3-venv"]),
    },
    Tool {
        name: "python-packages",
        part: "python",
        least: "9.0",
        asks: &["-m", "pytest", "--version"],
        source: Source::Pypi("python/requirements.lock"),
    },
    Tool {
        name: "chromium",
        part: "page",
        least: "109.0",
        asks: &["chromium", "--version"],
        source: Source::Debian(&["chromium", "fonts-dejavu-core"]),
    },
    Tool {
        name: "node",
        part: "page",
        least: "18.0",
        asks: &["node", "--version"],
        source: Source::Debian(&["nodejs"]),
    },
    Tool {
        name: "npm",
        part: "page",
        least: "8.0",
        asks: &["npm", "--version"],
        source: Source::Debian(&["npm"]),
    },
    Tool {
        name: "nats-server",
        part: "cluster",
        least: "2.9",
        asks: &["nats-server", "--version"],
        source: Source::Debian(&["nats-server"]),
    },
    Tool { name: "page packages", part: "page", least: "", asks: &[], source: Source::Npm("web") },
    Tool {
        name: "nextpnr-ice40",
        part: "hardware",
        least: "0.4",
        asks: &["nextpnr-ice40", "--version"],
        source: Source::Debian(&["nextpnr-ice40", "fpga-icestorm"]),
    },
];

impl Tool {
    /// The tool of this name.
    pub(crate) fn named(name: &str) -> &'static Self {
        TOOLS.iter().find(|tool| tool.name == name).expect("the table has it")
    }

    /// The version that is here, if the tool is and says one.
    pub(crate) fn version(&self) -> Option<String> {
        let (program, words) = match self.source {
            Source::Debian(_) => {
                self.asks.split_first().map(|(first, rest)| (first.into(), rest))?
            }
            Source::Pypi(lock) if is_locked(lock) => (python(), self.asks),
            Source::Pypi(_) | Source::Npm(_) => return None,
        };
        let told =
            Command::new::<PathBuf>(program).args(words).stdin(Stdio::null()).output().ok()?;
        let text = [told.stdout, told.stderr].concat();
        number(&String::from_utf8_lossy(&text)).map(str::to_owned)
    }

    /// Why the tool cannot be used as it is, if so.
    pub(crate) fn lacks(&self) -> Option<String> {
        if let Source::Npm(folder) = self.source {
            let there = std::fs::read(packages(self.part).join(LOCK)).ok();
            let locked = std::fs::read(root().join(folder).join(LOCK)).ok();
            let why = format!("{} are not those of {folder}/{LOCK}", self.name);
            return (there.is_none() || there != locked).then_some(why);
        }
        match self.version() {
            None => Some(format!("{} is not installed", self.name)),
            Some(version) if parts(&version) < parts(self.least) => {
                Some(format!("{} is {version}, needed is {}", self.name, self.least))
            }
            Some(_) => None,
        }
    }

    /// Installs it; why not, if that fails.
    pub(crate) fn install(&self) -> Result<(), String> {
        match self.source {
            Source::Debian(packages) => debian(packages)?,
            Source::Pypi(lock) => pypi(lock)?,
            Source::Npm(folder) => npm(folder, &packages(self.part))?,
        }
        self.lacks().map_or(Ok(()), Err)
    }
}

/// `cargo xtask setup [PART]`: installs what is missing and prints the table.
pub(crate) fn setup(part: Option<&str>) -> bool {
    if let Some(unknown) = part.filter(|part| !PARTS.contains(part)) {
        eprintln!("there is no part {unknown}: {}", PARTS.join(", "));
        return false;
    }
    let meant = |tool: &&Tool| part.is_none_or(|part| tool.part == part);
    let mut rows = String::new();
    let mut good = true;
    for tool in TOOLS.iter().filter(meant) {
        let had = tool.lacks().is_none();
        let outcome = if had { Ok(()) } else { tool.install() };
        let source = match tool.source {
            Source::Debian(packages) => format!("Debian: {}", packages.join(", ")),
            Source::Pypi(lock) => format!("PyPI: {lock}"),
            Source::Npm(folder) => format!("npm: {folder}/{LOCK}"),
        };
        let verdict = match &outcome {
            Ok(()) if had => "was here".to_owned(),
            Ok(()) => "installed".to_owned(),
            Err(why) => why.clone(),
        };
        let version = tool.version().unwrap_or_default();
        rows += &format!(
            "| {} | {} | {} | {version} | {source} | {verdict} |\n",
            tool.part, tool.name, tool.least
        );
        good &= outcome.is_ok();
    }
    eprint!("| part | tool | least | here | from | |\n|---|---|---|---|---|---|\n{rows}");
    good
}

/// Installs packages of Debian, where this may be done.
fn debian(packages: &[&str]) -> Result<(), String> {
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!("this is no Debian: install {} by hand", packages.join(", ")));
    }
    if !is_root() {
        return Err(format!("as root: apt-get install {}", packages.join(" ")));
    }
    let words = ["install", "--yes", "--no-install-recommends"];
    let get = |words: &[&str]| {
        eprintln!("$ apt-get {}", words.join(" "));
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let words = [&words[..], packages].concat();
    // The lists of packages may be old, or not there at all.
    match get(&words) || (get(&["update"]) && get(&words)) {
        true => Ok(()),
        false => Err(format!("apt-get did not install {}", packages.join(", "))),
    }
}

/// The virtual environment of what comes from PyPI.
fn environment() -> PathBuf {
    packages("python")
}

/// Its Python.
pub(crate) fn python() -> PathBuf {
    environment().join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// Whether the environment has what the lock file says.
fn is_locked(lock: &str) -> bool {
    let wanted = std::fs::read(root().join(lock));
    wanted.is_ok_and(|wanted| {
        std::fs::read(environment().join("lock")).is_ok_and(|made| made == wanted)
    })
}

/// Makes the virtual environment anew; pip refuses whatever has not the hash of the lock file.
fn pypi(lock: &str) -> Result<(), String> {
    let (place, file) = (environment(), root().join(lock));
    let run = |program: &Path, words: &[&str], last: &Path| {
        eprintln!("$ {} {} {}", program.display(), words.join(" "), last.display());
        let mut command = Command::new(program);
        command.args(words).arg(last).stdin(Stdio::null()).stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let make = || run(Path::new("python3"), &["-m", "venv", "--clear"], &place);
    // Debian's Python comes without the module that makes environments.
    if !make() && (debian(&["python3-venv"]).is_err() || !make()) {
        return Err("python3 -m venv fails: install python3-venv".into());
    }
    let words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let words = [&words[..], &["--no-deps", "--require-hashes", "--requirement"]].concat();
    if !run(&python(), &words, &file) {
        return Err(format!("pip did not install {lock}"));
    }
    std::fs::copy(&file, place.join("lock")).map(drop).map_err(|error| error.to_string())
}

/// The file that locks packages of npm.
const LOCK: &str = "package-lock.json";

/// Installs what a lock file names, nothing else; no package runs a script of its own.
fn npm(folder: &str, into: &Path) -> Result<(), String> {
    let from = root().join(folder);
    let said = |error: std::io::Error| format!("{}: {error}", into.display());
    // The lock file comes last, when everything is there.
    let _ = std::fs::remove_file(into.join(LOCK));
    let staged = into.join("new");
    std::fs::create_dir_all(&staged).map_err(said)?;
    for name in ["package.json", LOCK] {
        std::fs::copy(from.join(name), staged.join(name)).map_err(said)?;
    }
    eprintln!("$ npm ci, in {}", staged.display());
    let mut command = Command::new("npm");
    command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&staged);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    if !command.status().is_ok_and(|status| status.success()) {
        return Err(format!("npm did not install what {folder}/{LOCK} names"));
    }
    let _ = std::fs::remove_dir_all(into.join("node_modules"));
    for name in ["node_modules", "package.json", LOCK] {
        std::fs::rename(staged.join(name), into.join(name)).map_err(said)?;
    }
    std::fs::remove_dir_all(&staged).map_err(said)
}

/// Where the packages of a part are installed.
pub(crate) fn packages(part: &str) -> PathBuf {
    target().join("tools").join(part)
}

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("it is not the root").to_owned()
}

#[cfg(unix)]
fn is_root() -> bool {
    nix::unistd::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

/// The first version number in a text: digits and points, with a point in between.
fn number(text: &str) -> Option<&str> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.map(|word| word.trim_matches('.')).find(|word| word.contains('.'))
}

/// The numbers of a version, for comparing.
fn parts(version: &str) -> Vec<u64> {
    version.split('.').map_while(|part| part.parse().ok()).collect()
}

/// Where built things and tools are kept.
pub(crate) fn target() -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_first_number_with_a_point() {
        assert_eq!(number("Icarus Verilog version 11.0 (stable) ()"), Some("11.0"));
        assert_eq!(number("Verilator 5.006 2023-01-22 rev (Debian)"), Some("5.006"));
        assert_eq!(number("nothing here 7"), None);
        assert!(parts("5.006") < parts("5.12") && parts("12.1") > parts("11.9"));
    }

    #[test]
    fn every_tool_belongs_to_a_part() {
        assert!(TOOLS.iter().all(|tool| PARTS.contains(&tool.part)));
    }
}
