//! Whether two binaries answer a script alike.
//!
//! Some answers vary from run to run: which engine a trial by the clock prefers, what threads have
//! found when a limit stops them, the time in a saved run. So a script with differences runs twice
//! more with both binaries. A difference counts only if it is there every time and if the older
//! binary agrees with itself at that place; otherwise the place is unsteady.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::commands::Script;
use super::compare::{Finding, Kind, compare, text};
use super::script::{Binary, Done};

/// How often a script runs that shows a difference.
const RUNS: usize = 3;

/// What became of one command, or of one file that a script wrote.
pub(crate) struct Verdict {
    pub(crate) command: String,
    pub(crate) findings: Vec<Finding>,
    /// Places that vary from run to run.
    pub(crate) unsteady: Vec<String>,
}

/// Differences of each command, and of each file that was written.
type Differences = BTreeMap<String, Vec<Finding>>;

/// Runs a script with both binaries.
pub(crate) fn judge(script: &Script, pair: [&Binary; 2], root: &Path) -> io::Result<Vec<Verdict>> {
    let run = |script| Ok::<_, io::Error>([pair[0].run(script, root)?, pair[1].run(script, root)?]);
    let [first, other] = run(script)?;
    let mut all = between(script, &first, &other);
    let mut unsteady: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let doubted = doubted(script, &all, first.files.is_empty() && other.files.is_empty());
    for _ in 1..if doubted.commands.is_empty() { 1 } else { RUNS } {
        let [old, new] = run(&doubted)?;
        let [again, itself] = [between(script, &old, &new), between(script, &first, &old)];
        for (command, findings) in &mut all {
            let stays = |finding: &Finding| {
                let varies = !at(&again, command, finding) || at(&itself, command, finding);
                finding.kind == Kind::Added || !varies
            };
            let (steady, varying) = findings.drain(..).partition(stays);
            *findings = steady;
            let varying: Vec<Finding> = varying;
            let places = varying.into_iter().map(|finding| finding.place);
            unsteady.entry(command.clone()).or_default().extend(places);
        }
    }
    let verdict = |(command, findings)| {
        let unsteady = unsteady.remove(&command).unwrap_or_default();
        Verdict { command, findings, unsteady }
    };
    Ok(all.into_iter().map(verdict).collect())
}

/// The commands to run again: those that differ, but all if some write files that others may read.
fn doubted(script: &Script, all: &Differences, apart: bool) -> Script {
    let differs = |findings: &Vec<Finding>| findings.iter().any(|found| found.kind != Kind::Added);
    let again =
        |line: &String| if apart { all.get(line) } else { all.values().find(|x| differs(x)) };
    let commands = script.commands.iter().filter(|line| again(line).is_some_and(differs));
    Script { name: script.name.clone(), commands: commands.cloned().collect() }
}

/// Whether there is a difference at the same place.
fn at(found: &Differences, command: &str, finding: &Finding) -> bool {
    let list = found.get(command);
    list.is_some_and(|list| list.iter().any(|other| other.place == finding.place))
}

/// The differences between two runs of a script.
fn between(script: &Script, old: &Done, new: &Done) -> Differences {
    let mut found = Differences::new();
    for (command, after) in &new.outputs {
        if let Some(before) = old.outputs.get(command) {
            found.insert(command.clone(), compare(command, before, after));
        }
    }
    for name in old.files.keys().chain(new.files.keys()) {
        let mut findings = Vec::new();
        let [old, new] = [old, new].map(|done| done.files.get(name));
        let both = [old, new].map(|bytes| bytes.and_then(|bytes| str::from_utf8(bytes).ok()));
        if let [Some(old), Some(new)] = both {
            text("", old, new, Kind::Different, &mut findings);
        } else if old != new {
            let [old, new] = [old, new].map(|bytes| {
                bytes.map_or("nothing".into(), |bytes| format!("{} bytes", bytes.len()))
            });
            findings.push(Finding { kind: Kind::Different, place: "bytes".into(), old, new });
        }
        found.insert(format!("file {name} of {}", script.name), findings);
    }
    found
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A shell script in place of the command.
    fn binary(folder: &Path, name: &str, text: &str) -> Binary {
        fs::create_dir_all(folder).unwrap();
        let file = folder.join(name);
        fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        Binary::new(&file, &folder.join(name.to_uppercase())).unwrap()
    }

    #[test]
    fn a_changed_answer_is_found_and_one_that_varies_by_itself_is_not() {
        let folder = std::env::temp_dir().join(format!("xtask-same-{}", std::process::id()));
        let say = |count| format!("echo '{{\"count\":'{count}',\"nodes\":'$$'}}'; echo $1 > file");
        let old = binary(&folder, "old", &say(8));
        let new = binary(&folder, "new", &say(9));
        let commands = vec!["puzzle count".to_owned(), "puzzle solve | wc -l".to_owned()];
        let script = Script { name: "a page".into(), commands };
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let verdicts = judge(&script, [&old, &new], root).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let names = ["file file of a page", "puzzle count", "puzzle solve | wc -l"];
        assert_eq!(verdicts.iter().map(|verdict| &verdict.command).collect::<Vec<_>>(), names);
        assert!(verdicts[0].findings.is_empty() && verdicts[2].findings.is_empty());
        let places: Vec<&str> = verdicts[1].findings.iter().map(|found| &*found.place).collect();
        assert_eq!(places, ["count"]);
        assert_eq!(verdicts[1].unsteady, ["nodes"]);
    }
}
