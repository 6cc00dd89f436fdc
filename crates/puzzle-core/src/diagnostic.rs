//! What is wrong with a text, where, and how to mend it.
//!
//! A diagnostic is a value; [`Diagnostic::render`] turns it into the form that compilers have
//! made familiar: the message, `file:line:column`, the line with a caret, a hint.

use std::fmt::Write as _;
use std::ops::Range;

use crate::StopReason;

/// A range of bytes in a source text.
pub type Span = Range<usize>;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The text is refused.
    Error,
    /// The text is taken, but the author should know.
    Warning,
}

/// One finding about a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Whether the text is refused.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where, if it is anywhere in particular.
    pub span: Option<Span>,
    /// How to mend it.
    pub hint: Option<String>,
    /// Nothing is wrong with the text: a limit or an interrupt came before it was read.
    pub stopped: Option<StopReason>,
}

impl Diagnostic {
    /// A text that is refused.
    pub fn error(message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span: None,
            hint: None,
            stopped: None,
        }
    }

    /// A text that was not read to its end, for this reason.
    pub fn stopped(reason: StopReason) -> Self {
        let message = format!("stopped: {reason}, before the puzzle was read");
        Diagnostic { stopped: Some(reason), ..Self::error(message) }
    }

    /// A text that is taken with a remark.
    pub fn warning(message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(message) }
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The line and column (both from 1, columns in characters) where it points.
    pub fn position(&self, source: &str) -> Option<(usize, usize)> {
        let span = self.span.as_ref()?;
        let start = floor_boundary(source, span.start);
        let before = &source[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Some((before.matches('\n').count() + 1, source[line_start..start].chars().count() + 1))
    }

    /// The diagnostic as text, with the offending line of `source` and a caret below it.
    pub fn render(&self, name: &str, source: &str) -> String {
        let mut text = String::new();
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let _ = writeln!(text, "{severity}: {}", printable(&self.message));
        let name = printable(name);
        if let (Some((line, column)), Some(span)) = (self.position(source), self.span.as_ref()) {
            let start = floor_boundary(source, span.start);
            let line_start = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
            let line_end = source[start..].find('\n').map_or(source.len(), |end| start + end);
            let end = floor_boundary(source, span.end.clamp(start, line_end));
            let carets = source[start..end].chars().count().max(1);
            let (shown, offset) = window(source[line_start..line_end].trim_end(), column - 1);
            let margin = line.to_string().len();
            let _ = writeln!(text, "{:margin$}--> {name}:{line}:{column}", "");
            let _ = writeln!(text, "{:margin$} |", "");
            let _ = writeln!(text, "{line} | {shown}");
            let carets = carets.min(WIDTH);
            let _ = writeln!(text, "{:margin$} | {:offset$}{:^<carets$}", "", "", "");
        } else {
            let _ = writeln!(text, " --> {name}");
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(text, " hint: {}", printable(hint));
        }
        text
    }
}

/// Characters that would upset a terminal: controls, and marks that turn the writing direction.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text from a stranger, safe to print.
fn printable(text: &str) -> String {
    text.chars().map(|c| if is_unprintable(c) { '\u{fffd}' } else { c }).collect()
}

/// The widest piece of a source line that is shown.
const WIDTH: usize = 100;

/// The part of a line around `column` that fits, free of control characters, and where the
/// column is in it.
fn window(line: &str, column: usize) -> (String, usize) {
    let skip = if column < WIDTH { 0 } else { column - WIDTH / 2 };
    let plain = |c: char| if is_unprintable(c) { ' ' } else { c };
    (line.chars().skip(skip).take(WIDTH).map(plain).collect(), column - skip)
}

/// The nearest character boundary at or before `index`.
fn floor_boundary(source: &str, index: usize) -> usize {
    let mut index = index.min(source.len());
    while !source.is_char_boundary(index) {
        index -= 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rendered_diagnostic_has_place_line_caret_and_hint() {
        let source = "grid = \"sqare\"\nname = \"x\"\n";
        let diagnostic = Diagnostic::error("unknown grid `sqare`").at(7..14).hint("use square");
        let text = diagnostic.render("a.puzzle", source);
        let expected = "error: unknown grid `sqare`\n --> a.puzzle:1:8\n  |\n\
                        1 | grid = \"sqare\"\n  |        ^^^^^^^\n hint: use square\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn columns_count_characters_and_odd_spans_are_harmless() {
        let source = "né = 1\nx";
        let at = |span: Span| Diagnostic::error("m").at(span);
        assert_eq!(at(4..5).position(source), Some((1, 4)));
        assert_eq!(at(2..3).position(source), Some((1, 2)));
        assert_eq!(at(100..300).position(source), Some((2, 2)));
        for start in 0..12 {
            for end in 0..12 {
                at(start..end).render("f", source);
            }
        }
    }
}
