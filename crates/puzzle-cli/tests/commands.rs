//! Every command shown in the documentation, and those of `tests/cmd`, with their output.

#[test]
fn every_command_that_is_shown_prints_what_is_shown() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.md")
        .case("../../README.md")
        .case("../../book/src/*.md")
        .run();
}
