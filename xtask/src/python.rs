//! The Python package: built with the crates as they are, and tested.
//!
//! The module is built like any other crate, by the profile of the tests, and put beside a copy of the
//! package below `target`; so the stage builds nothing twice and needs no packaging. `long` goes the
//! way of users: it makes the source distribution, and pip builds and installs what that holds.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{python, root, target};
use crate::{cargo, run};

/// The package, with its module, where Python finds it.
fn package() -> PathBuf {
    target().join("python")
}

/// Tests, documentation, types, stubs and the first notebook.
pub(crate) fn test() -> bool {
    build()
        && module(
            "pytest",
            &["--doctest-modules", &shown(&package()), "tests", "../book/src/python.md"],
        )
        && module("mypy", &["src", "tests", "examples", "notebooks/run.py"])
        && module("mypy.stubtest", &["puzzle_processor", "--concise"])
        && notebooks(&["first-steps"])
}

/// The wheel that users get, from the source distribution, and every notebook.
pub(crate) fn long() -> bool {
    build() && notebooks(&[]) && installed()
}

fn build() -> bool {
    cargo(&["build", "--package", "puzzle-python"]) && assemble().is_ok()
}

/// Puts the package and its module together.
fn assemble() -> std::io::Result<()> {
    let (from, to) =
        (root().join("python/src/puzzle_processor"), package().join("puzzle_processor"));
    if to.exists() {
        std::fs::remove_dir_all(&to)?;
    }
    std::fs::create_dir_all(&to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    let (built, named) = if cfg!(windows) {
        ("puzzle_python.dll", "_native.pyd")
    } else if cfg!(target_os = "macos") {
        ("libpuzzle_python.dylib", "_native.abi3.so")
    } else {
        ("libpuzzle_python.so", "_native.abi3.so")
    };
    std::fs::copy(target().join("debug").join(built), to.join(named)).map(drop)
}

/// Runs a module of Python in the folder of the package, which it finds.
fn module(name: &str, arguments: &[&str]) -> bool {
    let words = [&["-m", name], arguments].concat();
    run(&mut interpreter(&words))
}

fn interpreter(words: &[&str]) -> Command {
    let mut command = Command::new(python());
    command.args(words).env("PYTHONPATH", package()).current_dir(root().join("python"));
    command
}

/// Executes notebooks by name; all of them if none is named.
fn notebooks(names: &[&str]) -> bool {
    run(&mut interpreter(&[&["notebooks/run.py"], names].concat()))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Makes the source distribution, lets pip build and install it in a new environment, and solves Soma.
fn installed() -> bool {
    let place = target().join("python-install");
    let made = place.join("made");
    let _ = std::fs::remove_dir_all(&place);
    let new = place.join("bin/python");
    let maturin = |words: &[&str]| module("maturin", words);
    let sdist = || {
        let files = std::fs::read_dir(&made).ok()?;
        files
            .flatten()
            .map(|file| file.path())
            .find(|path| path.extension().is_some_and(|e| e == "gz"))
    };
    let words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    maturin(&["sdist", "--out", &shown(&made)])
        && module("venv", &[&shown(&place)])
        && sdist().is_some_and(|file| run(Command::new(&new).args(words).arg(file)))
        && run(Command::new(&new).arg(root().join("python/examples/soma.py")))
}
