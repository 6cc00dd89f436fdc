//! Stages: what is run one after the other, what each needs, and the table at the end.

use std::time::{Duration, Instant};

use crate::tools::Tool;

/// A part of the work, how to do it, and the tools it needs besides Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub name: &'static str,
    needs: &'static [&'static str],
    run: fn() -> bool,
}

/// On which terms stages are run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terms {
    /// Nothing is installed.
    pub offline: bool,
    /// A stage that is skipped fails.
    pub require: bool,
}

/// What became of a stage.
enum Outcome {
    Passed,
    Failed,
    Skipped(String),
}

impl Stage {
    /// A stage that needs Rust and nothing else.
    pub(crate) const fn of(name: &'static str, run: fn() -> bool) -> Self {
        Self { name, needs: &[], run }
    }

    /// The same stage, which needs these tools of the table.
    pub(crate) const fn with(self, needs: &'static [&'static str]) -> Self {
        Self { needs, ..self }
    }

    fn outcome(&self, terms: Terms) -> Outcome {
        for tool in self.needs.iter().map(|name| Tool::named(name)) {
            let lacks = match tool.lacks() {
                Some(_) if !terms.offline => tool.install().err(),
                lacks => lacks,
            };
            if let Some(why) = lacks {
                return Outcome::Skipped(why);
            }
        }
        if (self.run)() { Outcome::Passed } else { Outcome::Failed }
    }
}

impl Terms {
    /// Reads the options of `cargo xtask test`; `None` if there is another one.
    pub(crate) fn read(words: &[&str]) -> Option<Self> {
        match words {
            [] => Some(Self::default()),
            ["--offline", rest @ ..] => Self::read(rest).map(|t| Self { offline: true, ..t }),
            ["--require", "all", rest @ ..] => {
                Self::read(rest).map(|t| Self { require: true, ..t })
            }
            _ => None,
        }
    }
}

/// Runs stages until one fails, and ends with a table of what was done.
pub(crate) fn run_all(stages: &[Stage], terms: Terms) -> bool {
    let mut good = true;
    let mut rows: Vec<(&str, Option<(Duration, Outcome)>)> = Vec::new();
    for stage in stages {
        let begun = Instant::now();
        let done = good.then(|| stage.outcome(terms));
        good &= match &done {
            Some(Outcome::Failed) => false,
            Some(Outcome::Skipped(_)) => !terms.require,
            Some(Outcome::Passed) | None => true,
        };
        rows.push((stage.name, done.map(|outcome| (begun.elapsed(), outcome))));
    }
    eprintln!("| stage | seconds | |\n|---|--:|---|");
    for (name, row) in rows {
        let (seconds, verdict) = match row {
            None => (String::new(), "not run".to_owned()),
            Some((_, Outcome::Skipped(why))) => (String::new(), format!("skipped: {why}")),
            Some((time, Outcome::Passed)) => {
                (format!("{:.0}", time.as_secs_f64()), "passed".into())
            }
            Some((time, Outcome::Failed)) => {
                (format!("{:.0}", time.as_secs_f64()), "FAILED".into())
            }
        };
        eprintln!("| {name} | {seconds} | {verdict} |");
    }
    good
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_test_come_in_any_order_and_others_are_refused() {
        let read = Terms::read(&["--require", "all", "--offline"]).unwrap();
        assert!(read.offline && read.require);
        assert!(Terms::read(&["--require"]).is_none() && Terms::read(&["--online"]).is_none());
    }

    #[test]
    fn a_skipped_stage_fails_only_where_all_are_required() {
        let skipped = Stage::of("never", || panic!("it is not run")).with(&["iverilog"]);
        if Tool::named("iverilog").lacks().is_some() {
            let offline = Terms { offline: true, require: false };
            assert!(run_all(&[skipped], offline));
            assert!(!run_all(&[skipped], Terms { require: true, ..offline }));
        }
        assert!(!run_all(&[Stage::of("fails", || false)], Terms::default()));
    }
}
