//! The template of a family, with a form and an engine of its own: it can be asked, saved, resumed
//! and drawn, and needs nothing outside its folders but lines of registries.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use puzzle::{Ask, Budget, Control, Failure, Ignore, Puzzle, Question, Run};

fn row(lamps: u32) -> Puzzle {
    Puzzle::read("row", &format!("family = \"null\"\nlamps = {lamps}\n"), None).unwrap()
}

#[test]
fn it_answers_three_questions_and_declines_others() {
    assert_eq!(row(10).count().unwrap(), 144_u32.into());
    assert_eq!(row(3).solutions().count(), 5);
    assert_eq!(row(3).first().unwrap(), Some(vec![]));
    let lit = Ask::new(Question::Count).with("lit", 3);
    let answer = row(10).ask(&lit, &Run::default(), &mut Ignore).unwrap();
    assert_eq!((answer.solutions, answer.engine.as_str()), (56_u32.into(), "row"));
    assert!(matches!(row(3).classes(), Err(Failure::Usage(_))));
    let foreign = Ask::new(Question::Count).with("style", 3);
    assert!(matches!(row(3).ask(&foreign, &Run::default(), &mut Ignore), Err(Failure::Usage(_))));
    assert!(row(3).words(&[0, 2]).contains('0'));
}

#[test]
fn a_count_is_saved_when_it_is_stopped_and_comes_to_the_same_end() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("row.run");
    let run = |nodes: Option<u64>, resume: Option<PathBuf>| {
        let control =
            Control { budget: Budget { nodes, ..Budget::default() }, ..Control::default() };
        let checkpoint = Some(file.clone());
        Run { control: Arc::new(control), threads: Some(1), checkpoint, resume, ..Run::default() }
    };
    let ask = Ask::new(Question::Count);
    let mut answer = row(25).ask(&ask, &run(Some(1), None), &mut Ignore).unwrap();
    let mut runs = 1;
    while answer.stopped.is_some() {
        let limit = Some(50_000);
        answer = row(25).ask(&ask, &run(limit, Some(file.clone())), &mut Ignore).unwrap();
        runs += 1;
    }
    assert_eq!(answer.solutions, 196_418_u32.into());
    assert!(runs > 3, "{runs}");
    // What a saved run belongs to is checked.
    let other = row(24).ask(&ask, &run(None, Some(file.clone())), &mut Ignore);
    assert!(matches!(other, Err(Failure::Usage(_))));
    // A list of lamps cannot be saved, and that is said at the start.
    let all = row(25).ask(&Ask::new(Question::All), &run(None, None), &mut Ignore);
    assert!(matches!(all, Err(Failure::Declined(_))));
}

/// Lines outside its folders that know the template.
#[test]
fn outside_its_folders_there_are_only_lines_of_registries() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut lines = Vec::new();
    let mut folders = vec![crates.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "null" && name != "tests" && name != "target" {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "null.rs" {
                let text = std::fs::read_to_string(&path).unwrap();
                let known = |line: &&str| {
                    let line = line.trim_start();
                    let code = !line.starts_with("//");
                    code && (line.contains("null::")
                        || line.contains("mod null")
                        || line.contains("Null("))
                };
                lines.extend(text.lines().filter(known).map(|line| format!("{name}: {line}")));
            }
        }
    }
    // A form in core, its module; an engine, its module; a family, its module.
    assert_eq!(lines.len(), 6, "{lines:#?}");
}
