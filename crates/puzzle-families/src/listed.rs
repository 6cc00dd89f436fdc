//! Files with a puzzle on each line: lists of sudokus, of Rush Hour boards.
//!
//! `FILE#3` is the third of them; without a number the first is taken, and a remark says that there are more.
//! Lines that are blank or begin with `#` or `%` are remarks.

use puzzle_core::Diagnostic;

use crate::Source;

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

/// The puzzle that the name asks for, and a remark if there are others.
pub(crate) fn select(source: &Source) -> Result<(Listed<'_>, Vec<Diagnostic>), Diagnostic> {
    let all: Vec<Listed<'_>> = lines(&source.text).collect();
    let wanted = source.name.split_once('#').map(|(_, wanted)| wanted);
    let first = *all.first().ok_or_else(|| Diagnostic::error("there is no puzzle in it"))?;
    let Some(wanted) = wanted else {
        let mut warnings = Vec::new();
        if all.len() > 1 {
            let message = format!("the file has {} puzzles; the first is taken", all.len());
            let hint = format!("name another by its number, up to FILE#{}", all.len());
            let span = first.at..first.at + first.line.len();
            warnings.push(Diagnostic::warning(message).at(span).hint(hint));
        }
        return Ok((first, warnings));
    };
    let number = wanted.parse().ok().filter(|number| (1..=all.len()).contains(number));
    let number: usize = number.ok_or_else(|| {
        Diagnostic::error(format!("the file has no puzzle `{wanted}`"))
            .hint(format!("its puzzles have numbers from 1 to {}", all.len()))
    })?;
    Ok((all[number - 1], Vec::new()))
}
