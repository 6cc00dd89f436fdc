//! Who may know whom: no source of a front end names a family. And the walks of
//! ARCHITECTURE.md lead through files and functions that are there.

use std::path::{Path, PathBuf};

use puzzle::FAMILIES;

/// All sources below a folder.
fn sources(folder: PathBuf) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut sources(path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The code of a file: no comments, no tests, no documentation.
fn code(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().zip(1..).map(|(line, number)| (number, line));
    lines
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .collect()
}

#[test]
fn no_source_of_a_front_end_names_a_family() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut named = Vec::new();
    let folders = [
        "puzzle/src",
        "puzzle-server/src/api",
        "puzzle-server/src/jobs",
        "puzzle-cluster/src",
        "puzzle-cli/src",
        "puzzle-python/src",
    ];
    for folder in folders {
        for file in sources(crates.join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap();
            for (number, line) in code(&text) {
                let word = |name: &str| {
                    let quoted = line.contains(&format!("\"{name}\""));
                    let module = format!("{}::", name.replace('-', "_"));
                    let path = line.match_indices(&module).any(|(at, _)| {
                        !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
                    });
                    quoted || path
                };
                let names = FAMILIES.iter().map(|family| family.name);
                let told = |name| format!("{}:{number}: {name}", file.display());
                named.extend(names.filter(|name| word(name)).map(told));
            }
        }
    }
    assert!(named.is_empty(), "{named:#?}");
}

/// Nobody should have to follow more calls than this from `main` to an inner loop.
const MOST_HOPS: u32 = 8;

/// `| 4 | `answer` | `path/of/a.rs`: … |`
#[test]
fn every_hop_of_the_walks_is_where_architecture_says() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = std::fs::read_to_string(crates.with_file_name("ARCHITECTURE.md")).unwrap();
    let mut hops = 0;
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.len() < 4 {
            continue;
        }
        let Ok(hop) = cells[1].parse::<u32>() else { continue };
        assert!(hop <= MOST_HOPS, "{line}");
        let names = cells[2].split(", ").map(|name| name.trim_matches('`'));
        let file = crates.join(cells[3].split('`').nth(1).unwrap_or_default());
        let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{line}"));
        for name in names {
            let defined = [format!("fn {name}("), format!("fn {name}<")];
            assert!(defined.iter().any(|fun| text.contains(fun)), "{line}");
        }
        hops += 1;
    }
    assert!(hops > 20, "{hops}");
}
