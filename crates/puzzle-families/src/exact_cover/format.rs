//! Reads Knuth's exact-cover text, and a `.puzzle` file that holds one.
//!
//! Complaints are those of his programs, each with its place. Two things are wider than there:
//! names may have any length, and so may colours.

use puzzle_core::{AbstractPuzzle, Budget, Diagnostic, Pace, Span, is_unprintable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::text::{Choice, CoverText, Item};
use crate::document;
use crate::{Known, Source, nearest};

/// The most warnings that are kept; a text of ignored options needs no more.
const WARNINGS: usize = 20;

/// A text with what its author knows of it.
pub(super) struct Read {
    pub(super) text: CoverText,
    pub(super) known: Known,
    pub(super) warnings: Vec<Diagnostic>,
}

/// Reads a `.puzzle` file or a plain text.
pub(super) fn read(source: &Source, named: bool) -> Result<Read, Diagnostic> {
    if named {
        return read_document(source);
    }
    let (text, warnings) = parse(document::long_text(source)?, &source.budget)?;
    Ok(Read { text, known: Known::default(), warnings })
}

fn read_document(source: &Source) -> Result<Read, Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let name = document::name(&table)?;
    let known = crate::known::read(&table)?;
    let cover = table.need("cover", "cover = \"\"\"…\"\"\" with the items, then the options")?;
    table.finish()?;
    // Places in the text become places in the file.
    let moved = |mut diagnostic: Diagnostic| {
        if let Some(span) = diagnostic.span.take() {
            let start = cover.place(&source.text, span.start);
            let end = cover.place(&source.text, span.end.saturating_sub(1).max(span.start));
            diagnostic.span = Some(start.start..end.end);
        }
        diagnostic
    };
    let (mut text, warnings) = parse(cover.text()?, &source.budget).map_err(moved)?;
    if !name.is_empty() {
        text.title = name;
    }
    let warnings = warnings.into_iter().map(moved).collect();
    Ok(Read { text, known, warnings })
}

/// The parts of a text between blank lines; remarks belong to what follows them.
pub(super) fn blocks(text: &str) -> Vec<Span> {
    let mut blocks: Vec<Span> = Vec::new();
    // Where the block began that is being read, and whether it is more than remarks.
    let mut open: Option<(usize, bool)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        match open {
            Some((start, true)) if words.is_empty() => {
                blocks.push(start..at);
                open = None;
            }
            _ if words.is_empty() => {}
            _ => {
                let (start, said) = open.unwrap_or((at, false));
                open = Some((start, said || !words.starts_with('|')));
            }
        }
        at += line.len();
    }
    blocks.extend(open.filter(|(_, said)| *said).map(|(start, _)| start..at));
    blocks
}

/// A word and where it stands.
type Word<'a> = (&'a str, Span);

/// Parses a text within a budget; the second part are warnings.
pub(super) fn parse(
    text: &str,
    budget: &Budget,
) -> Result<(CoverText, Vec<Diagnostic>), Diagnostic> {
    let mut pace = Pace::new(budget);
    let mut lines = lines(text);
    let mut result = CoverText::default();
    let mut warnings = Vec::new();
    let Some(first) = lines.by_ref().find_map(|(line, words)| match words.first() {
        Some((word, _)) if word.starts_with('|') => {
            let comment = line.trim_start().trim_start_matches('|').trim();
            if result.title.is_empty() && !comment.contains(is_unprintable) {
                result.title = comment.to_owned();
            }
            None
        }
        Some(_) => Some(words),
        None => None,
    }) else {
        return Err(Diagnostic::error("there are no items").hint(ITEMS));
    };
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut primary = true;
    for (word, span) in first {
        if word == "|" {
            if !primary {
                let error = Diagnostic::error("a second `|` in the line of items").at(span);
                return Err(error.hint("one `|` comes before all secondary items"));
            }
            primary = false;
            continue;
        }
        let (name, item) = item(word, &span, primary)?;
        if numbers.insert(name, result.items.len()).is_some() {
            return Err(Diagnostic::error(format!("there are two items `{name}`")).at(span));
        }
        result.items.push(item);
    }
    for (line, words) in lines {
        pace.take(line.len() + 1).map_err(Diagnostic::stopped)?;
        match words.first() {
            Some((word, _)) if !word.starts_with('|') => {}
            _ => continue,
        }
        let whole = words[0].1.start..words[words.len() - 1].1.end;
        let option = option(&words, &result.items, &numbers)?;
        if option.touches.iter().any(|(item, _)| result.items[*item].bounds.is_some()) {
            result.options.push(option);
        } else if warnings.len() < WARNINGS {
            let message = format!("option ignored: no primary item in `{}`", line.trim());
            warnings.push(Diagnostic::warning(message).at(whole));
        }
    }
    if result.options.is_empty() {
        let error = Diagnostic::error("there are no options");
        return Err(error.hint("each line below the items lists the items of one option"));
    }
    Ok((result, warnings))
}

const ITEMS: &str = "the first line names the items:  A B C | X Y";

/// The lines with their words.
fn lines(text: &str) -> impl Iterator<Item = (&str, Vec<Word<'_>>)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let mut words = Vec::new();
        let mut begun = None;
        for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
            match (c.is_whitespace(), begun) {
                (false, None) => begun = Some(at),
                (true, Some(from)) => {
                    words.push((&line[from..at], start + from..start + at));
                    begun = None;
                }
                _ => {}
            }
        }
        start += line.len() + 1;
        (line, words)
    })
}

/// `name`, `b|name` or `a:b|name`.
fn item<'a>(word: &'a str, span: &Span, primary: bool) -> Result<(&'a str, Item), Diagnostic> {
    let error = |message: &str, hint: &str| {
        let diagnostic = Diagnostic::error(message).at(span.clone());
        if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) }
    };
    const FORM: &str = "bounds are written  2:3|name  or  2|name, before a primary item";
    let (name, bounds) = match word.rsplit_once('|') {
        _ if !primary => (word, None),
        None => (word, Some((1, 1))),
        Some((bounds, name)) => (name, Some(self::bounds(bounds, &error, FORM)?)),
    };
    if let Some(sign) = name.chars().find(|&c| c == ':' || c == '|') {
        return Err(error(&format!("illegal `{sign}` in the name of an item"), FORM));
    }
    if name.is_empty() {
        return Err(error("the name of the item is missing", FORM));
    }
    if name.contains(is_unprintable) {
        return Err(error("a name is made of printable characters", ""));
    }
    Ok((name, Item { name: name.to_owned(), bounds }))
}

fn bounds(
    text: &str,
    error: &dyn Fn(&str, &str) -> Diagnostic,
    form: &str,
) -> Result<(u32, u32), Diagnostic> {
    if text.contains('|') {
        return Err(error("illegal `|` in the name of an item", form));
    }
    let number = |text: &str| match text.parse::<u32>() {
        _ if text.is_empty() => Err(error("a bound is missing", form)),
        Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
        _ => Err(error(&format!("`{text}` is no bound"), form)),
    };
    let (least, most) = match text.split_once(':') {
        Some((_, most)) if most.contains(':') => {
            return Err(error("illegal `:` in the name of an item", form));
        }
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    if most == 0 {
        return Err(error("the upper bound is zero", "leave the item out, or make it secondary"));
    }
    if least > most {
        let message = format!("the lower bound {least} exceeds the upper bound {most}");
        return Err(error(&message, form));
    }
    Ok((least, most))
}

/// Options with fewer items are looked through for one that is there twice.
const SHORT: usize = 32;

fn option(
    words: &[Word<'_>],
    items: &[Item],
    numbers: &FxHashMap<&str, usize>,
) -> Result<Choice, Diagnostic> {
    let mut option = Choice::default();
    let mut seen = FxHashSet::default();
    for (word, span) in words {
        let error = |message: String| Diagnostic::error(message).at(span.clone());
        if let Some(cost) = word.strip_prefix('|') {
            let plain = !cost.is_empty() && cost.bytes().all(|byte| byte.is_ascii_digit());
            let cost = cost.parse::<u64>().ok().filter(|_| plain);
            let sum = cost.and_then(|cost| option.cost.checked_add(cost));
            let most = AbstractPuzzle::DEAREST;
            option.cost = sum.filter(|&sum| sum <= most).ok_or_else(|| {
                let hint = format!("a cost is written |5, up to {most}");
                error(format!("`{word}` is no cost")).hint(hint)
            })?;
            continue;
        }
        let (name, colour) = match word.split_once(':') {
            Some((name, colour)) => (name, Some(colour)),
            None => (*word, None),
        };
        let Some(&number) = numbers.get(name) else {
            let hint = nearest::hint(name, items.iter().map(|item| item.name.as_str()).take(1000));
            return Err(error(format!("there is no item `{name}`")).hint(hint));
        };
        // Most options are short; one may be as long as the file.
        let twice = match option.touches.len() < SHORT {
            true => option.touches.iter().any(|(known, _)| *known == number),
            false => {
                if seen.is_empty() {
                    seen.extend(option.touches.iter().map(|(known, _)| *known));
                }
                seen.contains(&number)
            }
        };
        if twice {
            return Err(error(format!("item `{name}` is in this option twice")));
        }
        if let Some(colour) = colour {
            if items[number].bounds.is_some() {
                let error = error(format!("primary item `{name}` must be uncoloured"));
                return Err(error.hint("only items after the lone `|` take colours"));
            }
            if colour.is_empty() {
                return Err(error("the colour is missing".into()).hint("write  name:c"));
            }
            if colour.contains([':', '|']) || colour.contains(is_unprintable) {
                return Err(error(format!("`{colour}` is no colour")).hint("write  name:c"));
            }
        }
        option.touches.push((number, colour.map(str::to_owned)));
        if !seen.is_empty() {
            seen.insert(number);
        }
    }
    // There may be millions of options.
    option.touches.shrink_to_fit();
    Ok(option)
}
