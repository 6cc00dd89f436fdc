//! A program that is installed on the machine, run by the shell.
//!
//! It is timed as a whole process, reading its input included. Its solutions are checked only if
//! it prints their number before the word "solutions", as Knuth's programs do.

use std::fs::write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::knuth;
use crate::program::{Found, Program, Run};
use crate::puzzles::Instance;

/// Stands in a command for the file with the puzzle.
const FILE: &str = "{dlx}";

/// A command.
pub(crate) struct Process {
    name: String,
    command: String,
}

impl Process {
    /// The program that a command runs.
    pub(crate) fn new(command: &str) -> Result<Self, String> {
        if !command.contains(FILE) {
            return Err(format!("the command `{command}` lacks {FILE}, the file with the puzzle"));
        }
        let mut words = command.split_whitespace().take_while(|word| !word.starts_with(['<', '{']));
        let first = words.next().unwrap_or(command);
        let first =
            Path::new(first).file_name().map_or(first.into(), |name| name.to_string_lossy());
        let name = words.fold(first.into_owned(), |name, word| name + " " + word);
        Ok(Process { name, command: command.into() })
    }
}

impl Program for Process {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare<'a>(&'a self, instance: &'a Instance) -> Result<Run<'a>, String> {
        let rows = instance.rows.as_ref().map_err(Clone::clone)?;
        let file = tempfile::Builder::new().suffix(".dlx").tempfile();
        let file = file.map_err(|error| error.to_string())?.into_temp_path();
        write(&file, knuth::write(rows)).map_err(|error| error.to_string())?;
        let quoted = format!("'{}'", file.display());
        let command = self.command.replace(FILE, &quoted);
        Ok(Box::new(move || {
            let _kept_until_the_last_run = &file;
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).stdin(Stdio::null());
            let Output { status, stdout, stderr } =
                shell.output().map_err(|error| error.to_string())?;
            let [out, err] = [&stdout, &stderr].map(|text| String::from_utf8_lossy(text));
            if !status.success() {
                let said = err.lines().next().unwrap_or_default();
                return Err(format!("ended with {status}: {said}"));
            }
            let number = |word| {
                knuth::number_before(word, &err).or_else(|| knuth::number_before(word, &out))
            };
            Ok(Found { solutions: number("solution"), nodes: number("node"), remark: None })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_named_by_its_program_and_options() {
        assert_eq!(Process::new("/usr/bin/ssxcc m0 < {dlx}").unwrap().name(), "ssxcc m0");
        assert!(Process::new("ssxcc m0").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_command_gets_the_puzzle_and_its_count_is_read() {
        let simple = Instance::open("simple").unwrap();
        let program = Process::new("wc -l < {dlx} | sed 's/$/ solutions/'").unwrap();
        let found = program.prepare(&simple).unwrap()().unwrap();
        assert_eq!(found.solutions, Some(22), "a line of items and 21 options");
        let broken = Process::new("exit 3 # {dlx}").unwrap();
        assert!(broken.prepare(&simple).unwrap()().is_err());
    }
}
