//! Every command shown in the documentation, and those of `tests/cmd`, with their output.
//!
//! They run in a scratch folder that holds copies of `tests/bad`, `tests/cover`, `tests/lists` and `tests/programs`, so that a
//! command may write files and the next one read them.

use std::fs;
use std::path::Path;

#[test]
fn every_command_that_is_shown_prints_what_is_shown() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("commands");
    let _ = fs::remove_dir_all(&scratch);
    for folder in ["tests/bad", "tests/cover", "tests/lists", "tests/programs"] {
        fs::create_dir_all(scratch.join(folder)).unwrap();
        for file in fs::read_dir(here.join(folder)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), scratch.join(folder).join(file.file_name())).unwrap();
        }
    }
    std::env::set_current_dir(&scratch).unwrap();
    trycmd::TestCases::new()
        .case(here.join("tests/cmd/*.md"))
        .case(here.join("../../README.md"))
        .case(here.join("../../book/src/*.md"))
        .run();
}
