//! The same words mean the same in every family, and are refused in those where they mean nothing.
//!
//! `PUZZLE_TABLE=1 cargo test -p puzzle-cli --test words -- --nocapture` prints the table of what differs.

#[path = "every/mod.rs"]
mod every;

use every::{EVERY, puzzle, text};

/// A word, how it is typed, and the families where it means nothing.
const WORDS: &[(&[&str], &[&str])] = &[
    // Who wins a game is one answer; a shortest solution is one of perhaps many.
    (&["solve", "--unique"], &["game", "sliding"]),
    (&["solve", "--limit", "1"], &[]),
    (&["solve", "--limit", "2"], &["sliding"]),
    (&["solve", "--all"], &["sliding"]),
    (&["count"], &["game"]),
    (&["count", "--limit", "1"], &["game", "sliding"]),
    // Where a solution is a list of moves.
    (
        &["solve", "--distance"],
        &[
            "packing",
            "burrtools",
            "sudoku",
            "nonogram",
            "word-search",
            "queens",
            "monotone",
            "cnf",
            "game",
            "null",
            "exact-cover",
        ],
    ),
    // Where people reason instead of searching. Of moves the distance tells.
    (
        &["solve", "--difficulty"],
        &["pegs", "sliding", "monotone", "cnf", "game", "null", "word-search"],
    ),
    (&["solve", "--time-limit", "1h", "--json"], &[]),
    (&["check"], &[]),
    (&["check", "--json"], &[]),
    (&["show", "--json"], &[]),
];

#[test]
fn each_word_is_taken_by_the_families_where_it_means_something_and_refused_by_the_others() {
    let mut table = Vec::new();
    for (words, without) in WORDS {
        for example in EVERY {
            let typed = [words, &[example.puzzle][..]].concat();
            let output = puzzle(&typed);
            let taken = output.status.code() == Some(0);
            let meant = !without.contains(&example.family);
            table.push(format!("{:<28} {:<12} {}", words.join(" "), example.family, taken));
            let told = text(&output.stderr);
            assert_eq!(taken, meant, "{typed:?}: {told}");
            // What is refused is bad usage, and told so.
            assert!(
                taken || (output.status.code() == Some(2) && told.starts_with("error: ")),
                "{told}"
            );
        }
    }
    if std::env::var_os("PUZZLE_TABLE").is_some() {
        table.iter().for_each(|line| println!("{line}"));
    }
}

#[test]
fn solve_and_solve_with_a_limit_of_one_agree() {
    for example in EVERY {
        let alone = puzzle(&["solve", example.puzzle]);
        let limited = puzzle(&["solve", "--limit", "1", example.puzzle]);
        assert_eq!(text(&alone.stdout), text(&limited.stdout), "{}", example.family);
        assert_eq!(alone.status.code(), limited.status.code(), "{}", example.family);
    }
}

#[test]
fn no_solution_is_told_on_the_standard_error_in_the_same_words_with_exit_code_1() {
    for example in EVERY {
        let Some(hopeless) = example.hopeless else { continue };
        let mut asked = vec![vec![], vec!["--limit", "1"], vec!["--quiet"]];
        if example.family != "sliding" {
            asked.extend([vec!["--all"], vec!["--limit", "3"]]);
        }
        for words in asked {
            let output = puzzle(&[&["solve", hopeless][..], &words].concat());
            let (out, told) = (text(&output.stdout), text(&output.stderr));
            assert_eq!(output.status.code(), Some(1), "{hopeless} {words:?}: {told}");
            assert_eq!(out, "", "{hopeless} {words:?}");
            let quiet = words == ["--quiet"];
            let last = told.lines().find(|line| line.starts_with("no solution"));
            assert_eq!(last.is_none(), quiet, "{hopeless} {words:?}: {told}");
        }
        let output = puzzle(&["count", hopeless]);
        let zero = text(&output.stdout).trim_end();
        // Of a sliding puzzle configurations are counted.
        assert!(example.family == "sliding" || zero == "0", "{hopeless}: {zero}");
        assert_eq!(output.status.code(), Some(0), "{hopeless}");
    }
}

#[test]
fn whether_there_is_one_solution_is_told_in_the_same_words_everywhere() {
    for example in EVERY.iter().filter(|example| !["game", "sliding"].contains(&example.family)) {
        let unique = puzzle(&["solve", "--unique", example.puzzle]);
        let count = puzzle(&["count", "--limit", "2", example.puzzle]);
        let expected = match text(&count.stdout).trim_end() {
            "1" => "exactly one solution",
            _ => "several solutions; ",
        };
        let told = text(&unique.stdout);
        assert!(told.starts_with(expected), "{}: {told}", example.family);
        let Some(hopeless) = example.hopeless else { continue };
        let none = puzzle(&["solve", "--unique", hopeless]);
        assert!(text(&none.stdout).starts_with("no solution"), "{}", text(&none.stdout));
        assert_eq!(none.status.code(), Some(1), "{hopeless}");
        let json = puzzle(&["solve", "--unique", "--json", hopeless]);
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!((&json["unique"], &json["answer"]), (&false.into(), &"none".into()), "{json}");
    }
}

#[test]
fn the_command_alone_shows_three_things_to_try_and_they_are_there() {
    let output = puzzle(&[]);
    assert_eq!(output.status.code(), Some(0));
    let told = text(&output.stdout);
    let lines: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("  puzzle ")).collect();
    assert_eq!(lines.len(), 3, "{told}");
    for line in lines {
        let name = line.split_whitespace().nth(1).unwrap();
        assert_eq!(puzzle(&["check", name]).status.code(), Some(0), "{name}");
    }
}

#[test]
fn completions_know_the_catalogue() {
    for shell in ["bash", "zsh", "fish"] {
        let output = puzzle(&["completions", shell]);
        let script = text(&output.stdout);
        for name in ["hollow-pyramid", "klotski", "nonogram-cup"] {
            assert!(script.contains(name), "{shell} {name}");
        }
    }
}

/// Bash itself, where it is there, offers names, files and options.
#[cfg(unix)]
#[test]
fn bash_offers_names_and_files() {
    let script = puzzle(&["completions", "bash"]);
    let asks = "COMP_WORDS=(puzzle solve klot); COMP_CWORD=2; _puzzle_or_name puzzle klot solve\n\
                echo \"${COMPREPLY[@]}\"\n\
                COMP_WORDS=(puzzle count Cargo.t); COMP_CWORD=2; _puzzle_or_name puzzle Cargo.t count\n\
                echo \"${COMPREPLY[@]}\"\n\
                COMP_WORDS=(puzzle solve klotski --sty); COMP_CWORD=3; \
                _puzzle_or_name puzzle --sty klotski\necho \"${COMPREPLY[@]}\"\n";
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("completions.bash");
    std::fs::write(&file, format!("{}\n{asks}", text(&script.stdout))).unwrap();
    let here = env!("CARGO_MANIFEST_DIR");
    let bash = std::process::Command::new("bash").arg(&file).current_dir(here).output();
    let Ok(output) = bash else { return };
    let offered: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(offered, ["klotski", "Cargo.toml", "--style"], "{}", text(&output.stderr));
}
