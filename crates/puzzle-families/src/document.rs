//! A typed view of a `.puzzle` text: TOML with the place of everything, so that each complaint
//! can point at what it is about.
//!
//! Families take what they know from a [`Table`] and then call [`Table::finish`], which complains
//! about anything left over. Numbers are range-checked where they are read.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use puzzle_core::{Diagnostic, Span};
use toml::de::{DeTable, DeValue};

use crate::{Source, nearest};

/// The largest text that is read, in bytes.
pub const LARGEST: usize = 4 << 20;

/// The text of a source that is one, and not too long.
pub fn text(source: &Source) -> Result<&str, Diagnostic> {
    if source.text.len() > LARGEST {
        return Err(too_long(LARGEST));
    }
    long_text(source)
}

/// The text of a source that is one, as long as its family takes.
pub(crate) fn long_text(source: &Source) -> Result<&str, Diagnostic> {
    if source.binary.is_some() { Err(no_text(source)) } else { Ok(&source.text) }
}

/// The complaint about a text that is longer than its family takes.
pub(crate) fn too_long(largest: usize) -> Diagnostic {
    Diagnostic::error(format!("the text is over {} megabytes long", largest >> 20)).hint(format!(
        "formulas (DIMACS) may have {} megabytes, items and options {}, BurrTools' files {}, other \
         puzzles {}",
        crate::cnf::LARGEST >> 20,
        crate::exact_cover::LARGEST >> 20,
        crate::burrtools::LARGEST_FILE >> 20,
        LARGEST >> 20
    ))
}

/// A text that was parsed, and borrowed from.
#[derive(Debug)]
pub struct Document<'a>(toml::Spanned<DeTable<'a>>);

impl<'a> Document<'a> {
    /// The top level, with the family's name taken.
    pub fn table(&'a self) -> Table<'a> {
        let table = Table::new(self.0.get_ref(), 0..0);
        table.get("family");
        table
    }

    fn family(&self) -> Option<&toml::Spanned<DeValue<'a>>> {
        self.0.get_ref().get("family")
    }
}

/// Parses a text.
pub fn parse(source: &Source) -> Result<Document<'_>, Diagnostic> {
    DeTable::parse(text(source)?).map(Document).map_err(|error| {
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        let diagnostic = Diagnostic::error(format!("this is not TOML: {message}")).hint(
            "a .puzzle file has lines such as  grid = \"square\"  and sections such as  [box]",
        );
        match error.span() {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        }
    })
}

/// The puzzle's name at the top of a file; may be empty.
pub fn name(table: &Table<'_>) -> Result<String, Diagnostic> {
    match table.get("name") {
        Some(node) if node.text()?.contains(puzzle_core::is_unprintable) => {
            Err(node.error("a name is one line of printable characters"))
        }
        Some(node) => Ok(node.text()?.to_owned()),
        None => Ok(String::new()),
    }
}

/// A text in quotes, as TOML wants it.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The family that a text names, if it can be read so far.
pub fn family_of(source: &Source) -> Option<String> {
    parse(source).ok()?.family()?.get_ref().as_str().map(str::to_owned)
}

/// The complaint about a text that no family recognises.
pub fn unrecognised<'a>(source: &Source, families: impl Iterator<Item = &'a str>) -> Diagnostic {
    if source.binary.is_none() && source.text.trim().is_empty() {
        return Diagnostic::error("there is nothing in it").hint(
            "a puzzle begins with  family = \"packing\"  or is in another form that is known",
        );
    }
    let document = match parse(source) {
        Ok(document) => document,
        Err(diagnostic)
            if source.binary.is_some()
                || crate::packed::file_name(&source.name).ends_with(".puzzle") =>
        {
            return diagnostic;
        }
        Err(diagnostic) => return no_form(source, diagnostic),
    };
    match document.family() {
        Some(value) => match value.get_ref().as_str() {
            Some(name) => Diagnostic::error(format!("there is no family `{name}`"))
                .at(value.span())
                .hint(nearest::hint(name, families)),
            None => Node::new(value).wrong("a family's name in quotes"),
        },
        None => {
            let known: Vec<&str> = families.collect();
            Diagnostic::error("the text does not say what kind of puzzle it is")
                .hint(format!("begin with  family = \"packing\"  (known: {})", known.join(", ")))
        }
    }
}

/// The complaint about a text that is in none of the forms: which of them it follows furthest, and why no
/// further. `toml` is what a reader of `.puzzle` files says.
fn no_form(source: &Source, toml: Diagnostic) -> Diagnostic {
    let lines = |diagnostic: &Diagnostic| {
        let at = diagnostic.span.as_ref().map_or(0, |span| span.start);
        source.text.get(..at).map_or(0, |before| before.matches('\n').count())
    };
    let texts = crate::FAMILIES.iter().filter(|family| !family.endings.is_empty());
    let others = texts.filter(|family| source.size() <= family.largest).filter_map(|family| {
        let wrong = family.read(source).err()?;
        Some((format!("{}, as {} files are", family.name, family.endings[0]), wrong))
    });
    let all = std::iter::once(("a .puzzle file".to_owned(), toml)).chain(others);
    // Of those that get equally far the first. If a limit came meanwhile, that is what is told.
    let nearest = all.reduce(|best, other| match best.1.stopped {
        None if other.1.stopped.is_some() || lines(&other.1) > lines(&best.1) => other,
        _ => best,
    });
    let nearest = match nearest {
        Some((_, wrong)) if wrong.stopped.is_some() => return wrong,
        nearest => nearest,
    };
    let nearest = nearest.filter(|(_, wrong)| lines(wrong) > 0);
    let Some((form, wrong)) = nearest else {
        let endings = crate::FAMILIES.iter().flat_map(|family| family.endings);
        let endings: Vec<&str> = endings.copied().collect();
        let first = source.text.find('\n').unwrap_or(source.text.len());
        let known = format!(
            "known are .puzzle files, {}, document 002's sliding blocks, and lists of Rush Hour boards",
            endings.join(", ")
        );
        return Diagnostic::error("this is in none of the forms that are known")
            .at(0..first)
            .hint(known);
    };
    let message = format!("this is in none of the forms that are known; nearest is {form}");
    let hint = wrong.hint.map_or(String::new(), |hint| format!("; {hint}"));
    let at = wrong.span.unwrap_or(0..0);
    Diagnostic::error(message).at(at).hint(format!("for that, {}{hint}", wrong.message))
}

/// The complaint about bytes that are no text: points at the first bad one.
pub(crate) fn no_text(source: &Source) -> Diagnostic {
    let bytes = source.binary.as_deref().unwrap_or_default();
    let at = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    Diagnostic::error("the text is not valid UTF-8")
        .at(at..at + 1)
        .hint("save the file as UTF-8 text")
}

/// What may be meant by words that other programs and people use for our keys.
fn meanings(word: &str) -> &'static [&'static str] {
    match word {
        "copies" | "number" | "quantity" | "amount" | "times" => &["count"],
        "cells" | "shape" | "picture" | "pattern" | "layout" => &["drawing", "board", "rows"],
        "pieces" | "blocks" | "shapes" => &["piece", "block"],
        "container" | "target" | "frame" | "region" => &["box"],
        "title" | "label" => &["name"],
        "rotations" | "orientation" | "transform" | "symmetry" => &["moves", "orientations"],
        "start" | "position" => &["drawing", "board"],
        "target-position" | "finish" | "end" => &["goal"],
        "lattice" | "tiling" => &["grid"],
        "board" | "grid" | "values" | "clues" => &["givens", "drawing"],
        "n" | "width" | "side" => &["size"],
        "colors" => &["colours"],
        _ => &[],
    }
}

/// A table whose keys are taken one by one.
#[derive(Debug)]
pub struct Table<'a> {
    entries: &'a DeTable<'a>,
    span: Span,
    taken: RefCell<Vec<&'static str>>,
}

impl<'a> Table<'a> {
    /// The view of a table that stands at `span`.
    pub fn new(entries: &'a DeTable<'a>, span: Span) -> Self {
        Table { entries, span, taken: RefCell::default() }
    }

    /// Where the table stands.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// The value of a key.
    pub fn get(&self, key: &'static str) -> Option<Node<'a>> {
        self.taken.borrow_mut().push(key);
        self.entries.get(key).map(Node::new)
    }

    /// The text of a key; empty if it is not there.
    pub fn text(&self, key: &'static str) -> Result<String, Diagnostic> {
        self.get(key).map_or(Ok(String::new()), |node| node.text().map(str::to_owned))
    }

    /// The truth value of a key; false if it is not there.
    pub fn flag(&self, key: &'static str) -> Result<bool, Diagnostic> {
        self.get(key).map_or(Ok(false), |node| node.truth())
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &'static str, hint: &str) -> Result<Node<'a>, Diagnostic> {
        self.get(key).ok_or_else(|| match self.instead_of(key) {
            Some((written, span)) => Diagnostic::error(format!("unknown key `{written}`"))
                .at(span)
                .hint(format!("did you mean {key}?")),
            None => Diagnostic::error(format!("`{key}` is missing")).at(self.span()).hint(hint),
        })
    }

    /// What was written where a key was meant: another word for it, or a slip.
    fn instead_of(&self, key: &str) -> Option<(&'a str, Span)> {
        let taken = self.taken.borrow();
        let mut others = self.entries().filter(|(name, ..)| !taken.contains(name));
        let meant = |name: &str| {
            let reach = key.chars().count() / 3;
            meanings(name).contains(&key) || nearest::distance(name, key) <= reach
        };
        others.find(|(name, ..)| meant(name)).map(|(name, span, _)| (name, span))
    }

    /// All keys with where they stand and their values, for tables whose keys are names.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, Span, Node<'a>)> {
        self.entries.iter().map(|(key, value)| (&**key.get_ref(), key.span(), Node::new(value)))
    }

    /// Complains about keys that nobody took.
    pub fn finish(&self) -> Result<(), Diagnostic> {
        let taken = self.taken.borrow();
        for key in self.entries.keys() {
            let name: &str = key.get_ref();
            if !taken.contains(&name) {
                let meant = meanings(name).iter().find(|key| taken.contains(key));
                let hint = match meant {
                    Some(key) => format!("did you mean {key}?"),
                    None => nearest::hint(name, taken.iter().copied()),
                };
                let wrong = Diagnostic::error(format!("unknown key `{name}`"));
                return Err(wrong.at(key.span()).hint(hint));
            }
        }
        Ok(())
    }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    value: &'a DeValue<'a>,
    span: Span,
}

impl<'a> Node<'a> {
    fn new(value: &'a toml::Spanned<DeValue<'a>>) -> Self {
        Node { value: value.get_ref(), span: value.span() }
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// An error at this place.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).at(self.span())
    }

    fn wrong(&self, wanted: &str) -> Diagnostic {
        self.error(format!("expected {wanted}, found {}", kind(self.value)))
    }

    /// A text.
    pub fn text(&self) -> Result<&'a str, Diagnostic> {
        self.value.as_str().ok_or_else(|| self.wrong("a text in quotes"))
    }

    /// One of some words, and what it stands for; `wrong` complains about any other.
    pub fn word<T: Copy>(
        &self,
        known: &[(&str, T)],
        wrong: impl Fn(&str) -> String,
    ) -> Result<T, Diagnostic> {
        let text = self.text()?;
        let found = known.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
        let hint = || nearest::hint(text, known.iter().map(|(word, _)| *word));
        found.ok_or_else(|| self.error(wrong(text)).hint(hint()))
    }

    /// Pairs of numbers: where things are drawn.
    pub fn positions(&self) -> Result<Vec<[f64; 2]>, Diagnostic> {
        let position = |node: &Node<'_>| match &node.list()?[..] {
            [x, y] => Ok([x.real()?, y.real()?]),
            _ => Err(node.error("a position is a pair of numbers").hint("write it as [0.5, 1.0]")),
        };
        self.list()?.iter().map(position).collect()
    }

    /// A truth value.
    pub fn truth(&self) -> Result<bool, Diagnostic> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    /// Whether this is a text, for keys that take several types.
    pub fn is_text(&self) -> bool {
        self.value.is_str()
    }

    /// Whether this is a list, for keys that take several types.
    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// A whole number within bounds.
    pub fn number(&self, bounds: RangeInclusive<i64>) -> Result<i64, Diagnostic> {
        let integer = self.value.as_integer().ok_or_else(|| self.wrong("a whole number"))?;
        let number = i64::from_str_radix(&integer.as_str().replace('_', ""), integer.radix()).ok();
        number.filter(|number| bounds.contains(number)).ok_or_else(|| {
            let (low, high) = (bounds.start(), bounds.end());
            self.error(format!("{} is out of bounds", integer.as_str()))
                .hint(format!("a number from {low} to {high}"))
        })
    }

    /// A number with or without a fraction.
    pub fn real(&self) -> Result<f64, Diagnostic> {
        let text = match self.value {
            DeValue::Integer(integer) => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            _ => return Err(self.wrong("a number")),
        };
        let real = text.replace('_', "").parse::<f64>().ok().filter(|real| real.is_finite());
        real.ok_or_else(|| self.error("this is not a finite decimal number"))
    }

    /// A list.
    pub fn list(&self) -> Result<Vec<Node<'a>>, Diagnostic> {
        match self.value.as_array() {
            Some(array) => Ok(array.iter().map(Node::new).collect()),
            None => Err(self.wrong("a list in brackets")),
        }
    }

    /// A list of whole numbers within bounds.
    pub fn numbers(&self, bounds: RangeInclusive<i64>) -> Result<Vec<i64>, Diagnostic> {
        self.list()?.iter().map(|node| node.number(bounds.clone())).collect()
    }

    /// A table.
    pub fn table(&self) -> Result<Table<'a>, Diagnostic> {
        match self.value.as_table() {
            Some(entries) => Ok(Table::new(entries, self.span())),
            None => Err(self.wrong("a section or a table in braces")),
        }
    }

    /// The place in the source of the character at byte `offset` of this text, where that can be
    /// told (a text with escapes is pointed at as a whole).
    pub fn place(&self, source: &str, offset: usize) -> Span {
        let raw = source.get(self.span()).unwrap_or_default();
        let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
        if raw.contains('\\') || raw.len() < 2 * quotes {
            return self.span();
        }
        // The reader drops a line break right after the quotes and the \r of every line break.
        let inner = &raw[quotes..];
        let newline = ["\r\n", "\n"].into_iter().find(|newline| inner.starts_with(newline));
        let skipped = newline.filter(|_| quotes == 3).map_or(0, str::len);
        let keeps_returns = self.value.as_str().is_some_and(|text| text.contains('\r'));
        let counts = |&(_, c): &(usize, char)| keeps_returns || c != '\r';
        let mut read = 0;
        for (at, c) in inner[skipped..].char_indices().filter(counts) {
            if read >= offset {
                let start = self.span.start + quotes + skipped + at;
                return start..start + c.len_utf8();
            }
            read += c.len_utf8();
        }
        self.span()
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
