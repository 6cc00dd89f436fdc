//! `cargo xtask same OLD [NEW]`: do two binaries of the command give the same answers, and as fast?
//!
//! For work that changes how the program is built but not what it says. Every command of the
//! documentation and a list over the whole catalogue run with both; what differs is shown, and makes
//! the exit code 1 unless `expected.txt` names the command and says why. `--speed` measures instead.

mod commands;
mod compare;
mod expected;
mod script;
mod speed;
mod table;
mod verdict;

use std::env;
use std::path::{Path, PathBuf};
use std::time::Instant;

use commands::Script;
use script::Binary;
use table::Table;

pub(crate) use speed::spent;

pub(crate) const USAGE: &str = "  same OLD [NEW] [--only TEXT] [--stderr]
         do two binaries of the command give the same answers? NEW is the release binary of
         this folder, built first, if it is not named
  same OLD [NEW] --speed [--rounds N] [--only TEXT]
         their CPU times instead, in turns, the median of N rounds (11)";

/// What was typed.
struct Options {
    old: PathBuf,
    new: Option<PathBuf>,
    only: Option<String>,
    stderr: bool,
    speed: bool,
    rounds: usize,
}

/// Compares two binaries; whether they are the same.
pub(crate) fn run(arguments: impl Iterator<Item = String>) -> bool {
    parse(arguments).and_then(|options| compare(&options)).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        false
    })
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut binaries = Vec::new();
    let (mut only, mut stderr, mut speed, mut rounds) = (None, false, false, 11);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} lacks its value"));
        match argument.as_str() {
            "--only" => only = Some(value()?),
            "--stderr" => stderr = true,
            "--speed" => speed = true,
            "--rounds" => {
                let number = value()?.parse().ok().filter(|&rounds| rounds > 0);
                rounds = number.ok_or("--rounds takes a number above 0")?;
            }
            _ if argument.starts_with('-') => return Err(format!("no option {argument}\n{USAGE}")),
            _ => binaries.push(PathBuf::from(&argument)),
        }
    }
    let mut binaries = binaries.into_iter();
    let (Some(old), new, None) = (binaries.next(), binaries.next(), binaries.next()) else {
        return Err(format!("name one or two binaries\n{USAGE}"));
    };
    Ok(Options { old, new, only, stderr, speed, rounds })
}

fn compare(options: &Options) -> Result<bool, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let target = std::path::absolute(target).map_err(|error| error.to_string())?;
    let new = match &options.new {
        Some(new) => new.clone(),
        None if crate::cargo(&["build", "--release", "--package", "puzzle-cli"]) => {
            target.join("release").join(format!("puzzle{}", env::consts::EXE_SUFFIX))
        }
        None => return Err("the newer binary cannot be built".into()),
    };
    let copy = |binary: &Path, name| {
        let folder = target.join("same").join(name);
        Binary::new(binary, &folder).map_err(|error| format!("{}: {error}", binary.display()))
    };
    let [old, new] = [copy(&options.old, "old")?, copy(&new, "new")?];
    let only = options.only.as_deref().unwrap_or_default();
    if options.speed {
        return speed::run([&old, &new], options.rounds, only);
    }
    let mut table = Table::new(expected::read()?, options.stderr);
    for script in &scripts(root, &old)? {
        if !script.name.contains(only) && !script.commands.iter().any(|line| line.contains(only)) {
            continue;
        }
        let start = Instant::now();
        let verdicts = verdict::judge(script, [&old, &new], root);
        for verdict in verdicts.map_err(|error| format!("{}: {error}", script.name))? {
            if script.name.contains(only) || verdict.command.contains(only) {
                table.add(&verdict);
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("{}: {} commands, {seconds:.1} s", script.name, script.commands.len());
    }
    Ok(table.print(only.is_empty()))
}

fn scripts(root: &Path, old: &Binary) -> Result<Vec<Script>, String> {
    let list = old.direct("list --json").output().map_err(|error| error.to_string())?;
    let mut scripts = commands::shown(root)?;
    scripts.extend(commands::generated(&String::from_utf8_lossy(&list.stdout))?);
    Ok(scripts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &str) -> Result<Options, String> {
        parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn one_or_two_binaries_are_named_and_options_stand_anywhere() {
        let options = typed("--only soma old --rounds 3 new --speed").ok().unwrap();
        assert_eq!((options.old, options.new), ("old".into(), Some("new".into())));
        assert_eq!((options.only.as_deref(), options.rounds), (Some("soma"), 3));
        assert!(options.speed && !options.stderr);
        for wrong in ["", "a b c", "a --rounds", "a --rounds 0", "a --fast"] {
            assert!(typed(wrong).is_err(), "{wrong}");
        }
    }
}
