//! The page in a real browser: its types, what a newcomer does, its pictures.

use std::process::Command;

use crate::tools;

/// The tools of the stage.
pub(crate) const NEEDS: &[&str] = &["chromium", "node", "npm", "page packages"];

/// Types, scenarios, pictures.
pub(crate) fn test() -> bool {
    types() && built(&["build", "--quiet"], "debug", "scenarios.mjs", &[]) && {
        built(&["build", "--quiet"], "debug", "pictures.mjs", &[])
    }
}

/// Makes the pictures of README and book.
pub(crate) fn pictures() -> bool {
    built(&["build", "--quiet"], "debug", "pictures.mjs", &["--write"])
}

/// Measures, so the command is one as users have it.
pub(crate) fn frames() -> bool {
    built(&["build", "--quiet", "--release"], "release", "frames.mjs", &[])
}

/// What the comments say of types, checked; nothing is written.
fn types() -> bool {
    let compiler = tools::packages("page").join("node_modules/typescript/bin/tsc");
    let mut command = Command::new("node");
    command.arg(compiler).arg("--project").arg(tools::root().join("web/jsconfig.json"));
    crate::run(&mut command)
}

/// Builds the command and runs a script with it.
fn built(build: &[&str], profile: &str, script: &str, words: &[&str]) -> bool {
    let name = format!("puzzle{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new("node");
    command.arg(tools::root().join("web/tests").join(script)).args(words);
    command.env("PUZZLE", tools::target().join(profile).join(name));
    command.env("PAGE_TOOLS", tools::packages("page"));
    crate::cargo(&[build, &["--package", "puzzle-cli"]].concat()) && crate::run(&mut command)
}
