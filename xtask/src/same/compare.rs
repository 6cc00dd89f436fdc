//! Two outputs of one command: where they differ.
//!
//! JSON is compared by its meaning, field by field: the order of fields does not matter, times are
//! left out, and a field that only the newer output has is told apart, since adding one breaks
//! nobody. Other text is compared line by line.

use serde_json::Value;

/// What a command printed, and how it ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    /// The exit code; none if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// How much a difference matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A field that only the newer output has.
    Added,
    /// Something that changed or vanished.
    Different,
    /// Another message on the standard error.
    Message,
}

/// One place where two outputs differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) kind: Kind,
    pub(crate) place: String,
    pub(crate) old: String,
    pub(crate) new: String,
}

/// Fields that hold times.
const TIMES: [&str; 1] = ["elapsed_s"];
/// The exit code of a run that a limit stopped.
const STOPPED: i32 = 3;

/// Where two outputs of a command differ.
pub(crate) fn compare(command: &str, old: &Output, new: &Output) -> Vec<Finding> {
    let mut found = Vec::new();
    if old.code != new.code {
        let [before, after] = [old, new].map(ending);
        found.push(Finding {
            kind: Kind::Different,
            place: "exit code".into(),
            old: before,
            new: after,
        });
        return found;
    }
    // How far a run gets before its time is over says nothing.
    if old.code == Some(STOPPED) && command.contains("--time-limit") {
        return found;
    }
    text("", &old.stdout, &new.stdout, Kind::Different, &mut found);
    text("stderr ", &old.stderr, &new.stderr, Kind::Message, &mut found);
    found
}

/// How a command ended, with the first words of its complaint.
fn ending(output: &Output) -> String {
    let code = output.code.map_or("a signal".into(), |code| code.to_string());
    let said = output.stderr.lines().next().unwrap_or_default();
    if said.is_empty() { code } else { format!("{code}: {said}") }
}

/// Where two texts differ.
pub(crate) fn text(place: &str, old: &str, new: &str, kind: Kind, found: &mut Vec<Finding>) {
    if old == new {
        return;
    }
    let structured = |text: &str| if kind == Kind::Message { None } else { structured(text) };
    if let (Some(old), Some(new)) = (structured(old), structured(new)) {
        return json(place, &old, &new, found);
    }
    let lines = [old, new].map(|text| text.lines().collect::<Vec<_>>());
    if lines[0].len() != lines[1].len() {
        let first = lines[0].iter().zip(&lines[1]).take_while(|(old, new)| old == new).count();
        let [old, new] = lines.map(|lines| {
            let at = lines.get(first).copied().unwrap_or("nothing");
            format!("{} lines, line {}: {at}", lines.len(), first + 1)
        });
        found.push(Finding { kind, place: format!("{place}lines"), old, new });
        return;
    }
    for (index, (old, new)) in lines[0].iter().zip(&lines[1]).enumerate() {
        let place = format!("{place}line {}", index + 1);
        match (structured(old), structured(new)) {
            _ if old == new => {}
            (Some(old), Some(new)) => json(&format!("{place}: "), &old, &new, found),
            _ => found.push(Finding { kind, place, old: (*old).into(), new: (*new).into() }),
        }
    }
}

/// A text that is an object or a list.
fn structured(text: &str) -> Option<Value> {
    if !text.starts_with(['{', '[']) {
        return None;
    }
    serde_json::from_str(text).ok()
}

fn json(place: &str, old: &Value, new: &Value, found: &mut Vec<Finding>) {
    let mut finding = |kind, place: String, old: Option<&Value>, new: Option<&Value>| {
        let [old, new] = [old, new].map(|value| value.map_or("nothing".into(), Value::to_string));
        found.push(Finding { kind, place, old, new });
    };
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let stem = if place.is_empty() || place.ends_with(' ') { "" } else { "." };
            for (field, after) in new.iter().filter(|(field, _)| !old.contains_key(*field)) {
                finding(Kind::Added, format!("{place}{stem}{field}"), None, Some(after));
            }
            for (field, before) in old.iter().filter(|(field, _)| !TIMES.contains(&field.as_str()))
            {
                let place = format!("{place}{stem}{field}");
                match new.get(field) {
                    Some(after) => json(&place, before, after, found),
                    None => found.push(Finding {
                        kind: Kind::Different,
                        place,
                        old: before.to_string(),
                        new: "nothing".into(),
                    }),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                json(&format!("{place}[{index}]"), old, new, found);
            }
        }
        _ if old == new => {}
        _ => finding(Kind::Different, place.trim_end().to_owned(), Some(old), Some(new)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(stdout: &str) -> Output {
        Output { code: Some(0), stdout: stdout.into(), stderr: String::new() }
    }

    /// Kind and place of every difference between two answers.
    fn places(old: &str, new: &str) -> Vec<(Kind, String)> {
        let found = compare("puzzle count a", &printed(old), &printed(new));
        found.into_iter().map(|finding| (finding.kind, finding.place)).collect()
    }

    #[test]
    fn times_and_the_order_of_fields_do_not_matter() {
        let old = r#"{"count":"8","nodes":3,"elapsed_s":0.25}"#;
        assert_eq!(places(old, r#"{"nodes":3,"elapsed_s":1e-3,"count":"8"}"#), []);
        assert_eq!(places(old, r#"{"nodes":3,"count":"8"}"#), []);
    }

    #[test]
    fn a_new_field_is_added_and_a_lost_or_changed_one_is_a_difference() {
        let old = r#"{"count":"8","by":{"nodes":3,"list":[1,2]}}"#;
        let added = r#"{"count":"8","by":{"nodes":3,"list":[1,2],"order":"x"}}"#;
        assert_eq!(places(old, added), [(Kind::Added, "by.order".into())]);
        assert_eq!(places(added, old), [(Kind::Different, "by.order".into())]);
        let changed = r#"{"count":"9","by":{"nodes":3,"list":[1,3]}}"#;
        let both = ["count", "by.list[1]"].map(|place| (Kind::Different, place.into()));
        assert_eq!(places(old, changed), both);
        let longer = r#"{"count":"8","by":{"nodes":3,"list":[1,2,3]}}"#;
        assert_eq!(places(old, longer), [(Kind::Different, "by.list".into())]);
    }

    #[test]
    fn every_line_of_text_or_json_is_compared() {
        assert_eq!(places("8\n9\n", "8\n7\n"), [(Kind::Different, "line 2".into())]);
        assert_eq!(places("8\n", "8\n7\n"), [(Kind::Different, "lines".into())]);
        let [old, new] = ["1", "2"].map(|n| format!("{{\"n\":0}}\n{{\"n\":{n}}}\n"));
        assert_eq!(places(&old, &new), [(Kind::Different, "line 2: n".into())]);
    }

    #[test]
    fn the_exit_code_is_compared_first_and_messages_apart() {
        let [mut old, mut new] = [printed("8\n"), printed("9\n")];
        new.code = Some(2);
        new.stderr = "error: no\nmore".into();
        let found = compare("puzzle count a", &old, &new);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].old.as_str(), found[0].new.as_str()), ("0", "2: error: no"));
        (old.code, new.stdout) = (Some(2), "8\n".into());
        old.stderr = "error: other\nmore".into();
        let found = compare("puzzle count a", &old, &new);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].kind, found[0].place.as_str()), (Kind::Message, "stderr line 1"));
    }

    #[test]
    fn a_run_that_a_time_limit_stopped_is_compared_by_its_exit_code() {
        let [mut old, mut new] = [printed("8\n"), printed("9\n")];
        (old.code, new.code) = (Some(3), Some(3));
        assert_eq!(compare("puzzle count a --time-limit 1", &old, &new), []);
        assert_eq!(compare("puzzle count a --node-limit 1", &old, &new).len(), 1);
    }
}
