//! Files with several puzzles: lists of sudokus and Rush Hour boards, a puzzle on each line, and collections
//! whose puzzles follow each other.
//!
//! A family says where the puzzles of a text stand ([`Several`]); the rest is done here, once for all of
//! them. `FILE#3` is the third; without a number the first is taken with a remark that there are more, or
//! each in its turn ([`parts`]). A part is read as a text of its own, and places in it become places in the
//! whole. Lines of a list that are blank or begin with `#` or `%` are remarks.

use std::sync::Arc;

use puzzle_core::{Diagnostic, Span};

use crate::{Family, Reading, Source, document};

/// Where the puzzles of a text stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Several {
    /// The text is one puzzle.
    One,
    /// Each is a part of the text, and a text of its own.
    Parts(Vec<Span>),
    /// They share the text: its reader takes the number, and says when there are others.
    Shared(usize),
}

/// One puzzle of a text that may have several, not yet read.
#[derive(Clone, Debug)]
pub struct Part {
    whole: Arc<Source>,
    family: &'static Family,
    /// What is read: the part of the text, or all of it.
    span: Option<Span>,
    /// What it is called: the file's name with its number.
    name: String,
}

impl Part {
    /// What it is called: `FILE#3`, or `FILE` if it is alone.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text that it is a part of.
    pub fn whole(&self) -> &Arc<Source> {
        &self.whole
    }

    /// Its family.
    pub fn family(&self) -> &'static Family {
        self.family
    }

    /// Reads it. Places in what is said of it are places in the whole text.
    pub fn read(&self) -> Result<Reading, Diagnostic> {
        match &self.span {
            None if self.name == self.whole.name => read(self.family, &self.whole),
            None => read(self.family, &Source { name: self.name.clone(), ..(*self.whole).clone() }),
            Some(span) => read_at(self.family, &self.whole, span),
        }
    }
}

/// Every puzzle of a text, in its order: one if the text has one, or if its name says which.
pub fn parts(source: Source, kind: Option<&str>) -> Result<Vec<Part>, Box<(Diagnostic, Source)>> {
    let family = match crate::recognise(&source, kind) {
        Ok(family) => family,
        Err(wrong) => return Err(Box::new((*wrong, source))),
    };
    let several = if wanted(&source).is_some() { Several::One } else { (family.several)(&source) };
    let name = source.name.clone();
    let whole = Arc::new(source);
    let part = |span, name| Part { whole: whole.clone(), family, span, name };
    let numbered = |(span, number): (Option<Span>, usize)| part(span, format!("{name}#{number}"));
    Ok(match several {
        Several::Parts(spans) if spans.len() > 1 => {
            spans.into_iter().map(Some).zip(1..).map(numbered).collect()
        }
        Several::Shared(count) if count > 1 => {
            (1..=count).map(|number| numbered((None, number))).collect()
        }
        _ => vec![part(None, name)],
    })
}

/// Reads the puzzle of a text that its name asks for.
pub(crate) fn read(family: &'static Family, source: &Source) -> Result<Reading, Diagnostic> {
    let spans = match (family.several)(source) {
        Several::Parts(spans) if !spans.is_empty() => spans,
        _ => return family.read(source),
    };
    let Some(wanted) = wanted(source) else {
        let mut reading = read_at(family, source, &spans[0])?;
        if spans.len() > 1 {
            let message = format!("the file has {} puzzles; the first is taken", spans.len());
            let hint = format!("name another by its number, up to FILE#{}", spans.len());
            let line = source.text[spans[0].clone()].trim_end().find('\n');
            let end = line.map_or(spans[0].end, |line| spans[0].start + line);
            let remark = Diagnostic::warning(message).at(spans[0].start..end).hint(hint);
            reading.warnings.insert(0, remark);
        }
        return Ok(reading);
    };
    let number = wanted.parse().ok().filter(|number| (1..=spans.len()).contains(number));
    let number: usize = number.ok_or_else(|| {
        Diagnostic::error(format!("the file has no puzzle `{wanted}`"))
            .hint(format!("its puzzles have numbers from 1 to {}", spans.len()))
    })?;
    read_at(family, source, &spans[number - 1])
}

/// What stands after the file's name.
fn wanted(source: &Source) -> Option<&str> {
    source.name.split_once('#').map(|(_, wanted)| wanted)
}

/// Reads a part of a text.
fn read_at(family: &Family, whole: &Source, span: &Span) -> Result<Reading, Diagnostic> {
    let name = whole.name.split('#').next().unwrap_or_default();
    let text = Source::text(name, &whole.text[span.clone()]).within(&whole.budget);
    let moved = |mut diagnostic: Diagnostic| {
        diagnostic.span = diagnostic.span.map(|at| at.start + span.start..at.end + span.start);
        diagnostic
    };
    let Reading { puzzle, warnings } = family.read(&text).map_err(moved)?;
    Ok(Reading { puzzle, warnings: warnings.into_iter().map(moved).collect() })
}

/// A line that is a puzzle, and where it begins in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a> {
    pub line: &'a str,
    pub at: usize,
}

/// The lines that are no remarks.
fn lines(text: &str) -> impl Iterator<Item = Listed<'_>> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let begins = at;
        at += line.len();
        Listed { line: line.trim_end(), at: begins }
    });
    lines.filter(|listed| !listed.line.is_empty() && !listed.line.starts_with(['#', '%']))
}

/// Whether a text is a list of puzzles: whether its first line is one.
pub(crate) fn recognises(source: &Source, is_one: impl Fn(&str) -> bool) -> bool {
    source.binary.is_none() && lines(&source.text).next().is_some_and(|listed| is_one(listed.line))
}

/// The puzzles of a list.
pub(crate) fn by_lines(source: &Source) -> Several {
    if source.binary.is_some() || source.text.len() > document::LARGEST {
        return Several::One;
    }
    let lines = lines(&source.text);
    Several::Parts(lines.map(|Listed { line, at }| at..at + line.len()).collect())
}

/// The one puzzle of a text that is a line of a list.
pub(crate) fn only(source: &Source) -> Result<Listed<'_>, Diagnostic> {
    let first = lines(&source.text).next();
    first.ok_or_else(|| Diagnostic::error("there is no puzzle in it"))
}
