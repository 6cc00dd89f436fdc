//! Whatever is damaged, doubled or foreign is refused with one clear line, and no total is told.

use crate::job::{Job, change};

fn finished(name: &str) -> Job {
    let job = Job::of(name, &["soma"], 6);
    job.good(&["work", "--quiet"]);
    job
}

#[track_caller]
fn refused(job: &Job, words: &[&str], why: &str) {
    let (code, error) = job.bad(words);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains(why), "{error}");
    assert!(error.lines().count() <= 2, "{error}");
}

#[test]
fn a_damaged_result_is_refused_and_done_again_once_it_is_gone() {
    let job = finished("result");
    change(&job.path("results", "3"));
    refused(&job, &["merge"], "the result of unit 3 is cut short or damaged");
    std::fs::write(job.path("results", "3"), "").unwrap();
    refused(&job, &["merge"], "the result of unit 3 is cut short or damaged");
    std::fs::remove_file(job.path("results", "3")).unwrap();
    let (code, error) = job.bad(&["merge", "--quiet"]);
    assert_eq!(code, 3);
    assert!(error.contains("1 units have no result: 3\n"), "{error}");
    assert_eq!(job.bad(&["merge", "--quiet", "--requeue"]).0, 3);
    job.good(&["work", "--quiet"]);
    assert_eq!(job.good(&["merge", "--quiet"]), "11520\n");
}

#[test]
fn a_doubled_a_foreign_and_an_unknown_result_are_refused() {
    let job = finished("doubled");
    std::fs::copy(job.path("results", "1"), job.path("results", "2")).unwrap();
    refused(&job, &["merge"], "the result of unit 2 is that of unit 1: it would count twice");
    let other = finished("foreign");
    std::fs::copy(other.path("results", "2"), job.path("results", "2")).unwrap();
    refused(&job, &["merge"], "the result of unit 2 belongs to another job");
    std::fs::copy(other.path("results", "2"), other.path("results", "7")).unwrap();
    refused(&other, &["merge"], "a result of a unit 7, which this job does not have");
}

#[test]
fn a_damaged_unit_or_manifest_or_one_of_another_version_is_refused() {
    let job = Job::of("units", &["soma"], 6);
    for unit in job.names("units") {
        change(&job.path("units", &unit));
    }
    refused(&job, &["work"], "is damaged, or not one of this job");
    assert_eq!(job.names("todo").len(), 6, "the unit was given back");
    let manifest = job.0.join("manifest");
    let whole = std::fs::read(&manifest).unwrap();
    change(&manifest);
    refused(&job, &["work"], "is cut short or damaged");
    refused(&job, &["merge"], "is cut short or damaged");
    // A manifest of a later version, with a good seal.
    let text = String::from_utf8(whole).unwrap();
    let (body, _) = text.split_once(",\"seal\"").unwrap();
    let mut bytes = body.replacen("\"schema\":1", "\"schema\":2", 1).into_bytes();
    puzzle_core::seal::FIELD.seal(&mut bytes);
    std::fs::write(&manifest, bytes).unwrap();
    refused(&job, &["merge"], "another version of this program");
    std::fs::remove_file(&manifest).unwrap();
    refused(&job, &["work"], "has no manifest");
    refused(&job, &["divide", "soma", "-o"], "is not empty");
}

#[test]
fn a_share_is_counted_again_and_a_wrong_result_is_found() {
    let job = finished("confirm");
    let output = job.command(&["merge", "--confirm", "50%"]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.stdout, b"11520\n");
    assert!(error.contains("confirmed: 3 units were counted again by "), "{error}");
    // A worker whose memory fails: its sums are wrong, everything else is right.
    let path = job.path("results", "4");
    let text = std::fs::read_to_string(&path).unwrap();
    let (body, _) = text.split_once(",\"seal\"").unwrap();
    let json: puzzle_core::Json = serde_json::from_str(&format!("{body}}}")).unwrap();
    let run = json["run"].as_str().unwrap();
    let (run, _) = run.split_once("end ").unwrap();
    let mut wrong = run.replacen("solutions ", "solutions 1", 1).into_bytes();
    puzzle_core::seal::LINE.seal(&mut wrong);
    let mut json = json.clone();
    json["run"] = String::from_utf8(wrong).unwrap().into();
    let mut bytes = json.to_string().into_bytes();
    bytes.pop();
    puzzle_core::seal::FIELD.seal(&mut bytes);
    std::fs::write(&path, bytes).unwrap();
    job.good(&["merge", "--quiet"]);
    let (code, error) = job.bad(&["merge", "--confirm", "100%"]);
    assert_eq!(code, 70);
    assert!(error.contains("two engines disagree on unit 4"), "{error}");
}
