//! Differences that are meant: `expected.txt`, read when this program is built.

/// A command whose answers may differ.
pub(crate) struct Expected {
    /// How the command begins.
    prefix: &'static str,
    /// Why it may differ.
    pub(crate) why: &'static str,
    /// Whether it did.
    pub(crate) seen: bool,
}

impl Expected {
    /// Whether it is about this command.
    pub(crate) fn is_about(&self, command: &str) -> bool {
        command.starts_with(self.prefix)
    }

    /// How the command begins.
    pub(crate) fn prefix(&self) -> &str {
        self.prefix
    }
}

/// The reviewed list.
pub(crate) fn read() -> Result<Vec<Expected>, String> {
    parse(include_str!("expected.txt"))
}

fn parse(text: &'static str) -> Result<Vec<Expected>, String> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &'static str| match line.split_once(" # ") {
        Some((prefix, why)) => Ok(Expected { prefix: prefix.trim_end(), why, seen: false }),
        None => Err(format!("expected.txt: ` # ` and the reason are missing: {line}")),
    };
    lines.map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_reason() {
        let list = parse("# why\n\npuzzle count a#b  # counts more\n").ok().unwrap();
        assert_eq!((list[0].prefix, list[0].why), ("puzzle count a#b", "counts more"));
        assert!(list[0].is_about("puzzle count a#b --json"));
        assert!(!list[0].is_about("puzzle count a"));
        assert!(parse("puzzle count a\n").is_err());
        assert!(read().is_ok());
    }
}
