//! What the two binaries are asked: every command that the documentation shows, and for every puzzle
//! of the catalogue the questions that its family has.
//!
//! A script is a list of commands that run one after the other in one folder, because some write a
//! file that the next one reads. A page of the documentation is one script, a puzzle another.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Commands that share a folder.
pub(crate) struct Script {
    /// Where they come from: a page, or a puzzle.
    pub(crate) name: String,
    /// Each as it is typed in a shell.
    pub(crate) commands: Vec<String>,
}

/// Pages with commands; a folder stands for the pages in it.
const PAGES: [&str; 3] = ["README.md", "book/src", "crates/puzzle-cli/tests/cmd"];

/// Every command shown on the pages below a folder.
pub(crate) fn shown(root: &Path) -> Result<Vec<Script>, String> {
    let mut pages = Vec::new();
    for page in PAGES {
        match fs::read_dir(root.join(page)) {
            Ok(files) => pages.extend(
                files
                    .filter_map(|file| file.ok()?.file_name().into_string().ok())
                    .filter(|name| name.ends_with(".md"))
                    .map(|name| format!("{page}/{name}")),
            ),
            Err(_) => pages.push(page.to_owned()),
        }
    }
    pages.sort();
    let mut scripts = Vec::new();
    for name in pages {
        let text =
            fs::read_to_string(root.join(&name)).map_err(|error| format!("{name}: {error}"))?;
        let commands = in_page(&text);
        if !commands.is_empty() {
            scripts.push(Script { name, commands });
        }
    }
    Ok(scripts)
}

/// The commands of one page: lines that begin with `$ puzzle` in blocks marked `console`.
fn in_page(text: &str) -> Vec<String> {
    let mut in_console = false;
    let mut commands = Vec::new();
    for line in text.lines() {
        if let Some(mark) = line.strip_prefix("```") {
            in_console = mark == "console";
        } else if in_console && line.starts_with("$ puzzle ") {
            commands.push(line["$ ".len()..].to_owned());
        }
    }
    commands
}

/// Puzzles that take hours; a number of nodes ends a run, so that what it prints can be compared.
const GIANTS: [&str; 4] =
    ["hollow-pyramid", "pegs-diamond-41", "pegs-french-37", "pegs-wiegleb-45"];

/// Engines for exact covers. One that declines a puzzle must go on declining it.
const ENGINES: [&str; 11] = [
    "bitsets",
    "cells",
    "dp",
    "demands",
    "native",
    "local",
    "local-cutoff",
    "vm",
    "reference",
    "zdd",
    "restarts",
];

/// Puzzles that the catalogue makes to measure, with their families.
fn made_to_measure() -> Vec<(String, String)> {
    let mut made: Vec<(String, &str)> = Vec::new();
    made.extend((4..=12).map(|n| (format!("queens-{n}"), "queens")));
    made.extend((4..=7).map(|n| (format!("dedekind-{n}"), "monotone")));
    let covers =
        ["bijection-6", "dominoes-5x5-holes-1", "langford-7", "queens-cover-8", "sudoku-2x2"];
    made.extend(covers.map(|name| (name.to_owned(), "cover")));
    made.extend(["pegs-triangle-10", "pegs-4x4"].map(|name| (name.to_owned(), "pegs")));
    made.into_iter().map(|(name, family)| (name, family.to_owned())).collect()
}

/// One script for each puzzle of the catalogue, which is given as `list --json` prints it.
pub(crate) fn generated(list: &str) -> Result<Vec<Script>, String> {
    let list: Value = serde_json::from_str(list).map_err(|error| error.to_string())?;
    let entries = list["entries"].as_array().ok_or("the list has no entries")?;
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let listed = entries.iter().map(|entry| (text(entry, "name"), text(entry, "family")));
    Ok(listed.chain(made_to_measure()).map(|(name, family)| about(&name, &family)).collect())
}

/// The questions about one puzzle.
fn about(name: &str, family: &str) -> Script {
    // A nonogram takes no number of threads.
    let one = if family == "nonogram" { "" } else { " --threads 1" };
    let limit = if GIANTS.contains(&name) { "--node-limit 200000" } else { "--time-limit 20" };
    let mut asked = vec![
        format!("check {name}"),
        format!("show {name} --json"),
        format!("draw {name}"),
        format!("count {name} --json {limit}{one}"),
        format!("count {name} {limit}{one}"),
        format!("solve {name} --json {limit}{one}"),
        format!("solve {name} {limit}{one}"),
    ];
    match family {
        "sliding" => asked.extend((0..=5).flat_map(|style| {
            [
                format!("solve {name} --style {style} --distance"),
                format!("solve {name} --style {style} --moves"),
                format!("count {name} --style {style} --json"),
            ]
        })),
        "pegs" => asked.extend(
            ["count --levels", "count --finals", "count --maximal", "count --on-paths", "solve"]
                .map(|question| {
                    let (verb, option) =
                        question.split_once(' ').unwrap_or((question, "--metric moves"));
                    format!("{verb} {name} {option} --json --node-limit 200000 --threads 1")
                }),
        ),
        "nonogram" => asked.extend([
            format!("solve {name} --unique --json"),
            format!("solve {name} --difficulty --time-limit 20"),
            format!("solve {name} --limit 3 --ndjson --time-limit 20"),
            format!("convert {name} --to non"),
        ]),
        "queens" => asked.extend([
            format!("count {name} --up-to-symmetry --json"),
            format!("count {name} --as cover --json {limit}"),
            format!("solve {name} --limit 5 --ndjson"),
        ]),
        "monotone" => asked.push(format!("solve {name} --limit 5 --ndjson")),
        "cnf" => asked.extend([
            format!("solve {name} --all --ndjson"),
            format!("count {name} --mc"),
            format!("count {name} --project 2,3 --json"),
        ]),
        _ => asked.extend(about_cover(name, limit)),
    }
    let commands = asked.into_iter().map(|line| format!("puzzle {line}")).collect();
    Script { name: format!("the puzzle {name}"), commands }
}

/// What exact covers are asked besides: every engine, symmetries, restrictions, threads.
fn about_cover(name: &str, limit: &str) -> Vec<String> {
    let mut asked = vec![
        format!("count {name} --up-to-symmetry --json {limit}"),
        format!("count {name} --restrict auto --json {limit} --threads 1"),
        format!("count {name} --json {limit} --threads 2"),
        format!("solve {name} --limit 5 --ndjson {limit} --threads 2"),
        format!("solve {name} --engine restarts --seed 3 --node-limit 20000 --json"),
        format!("convert {name} --to dlx"),
    ];
    for engine in ENGINES {
        let few = "--node-limit 20000 --json --threads 1";
        asked.push(format!("count {name} --engine {engine} {few}"));
        asked.push(format!("solve {name} --engine {engine} --limit 3 {few}"));
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_console_blocks_only() {
        let page = "```sh\n$ puzzle no\n```\n```console\n$ puzzle count a\n? 2\n$ ls\n\n$ puzzle b | wc\n```\n$ puzzle no\n";
        assert_eq!(in_page(page), ["puzzle count a", "puzzle b | wc"]);
    }

    #[test]
    fn every_puzzle_of_the_list_is_asked_about() {
        let list = r#"{"entries":[{"name":"klotski","family":"sliding"},{"name":"soma","family":"packing"}]}"#;
        let scripts = generated(list).unwrap();
        assert_eq!(scripts[0].name, "the puzzle klotski");
        assert!(
            scripts[0].commands.contains(&"puzzle solve klotski --style 5 --distance".to_owned())
        );
        assert!(scripts[1].commands.iter().any(|command| command.contains("--engine zdd")));
        assert!(generated("{}").is_err());
    }
}
