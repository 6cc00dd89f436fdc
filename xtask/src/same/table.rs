//! The table of all verdicts, and what differs.

use std::collections::BTreeMap;

use super::compare::{Finding, Kind};
use super::expected::Expected;
use super::verdict::Verdict;

/// How many differences of one command are printed, and how much of each side.
const PRINTED: usize = 4;
const WIDTH: usize = 160;

/// What can become of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Row {
    Same,
    Added,
    Unsteady,
    Expected,
    Different,
}

const ROWS: [(Row, &str); 5] = [
    (Row::Same, "the same"),
    (Row::Added, "the same but for added fields"),
    (Row::Unsteady, "the same but for places where the older one varies by itself"),
    (Row::Expected, "different, as expected"),
    (Row::Different, "different"),
];

/// Counts verdicts and prints differences as they come.
pub(crate) struct Table {
    expected: Vec<Expected>,
    /// Whether differences on the standard error count.
    messages_count: bool,
    rows: BTreeMap<Row, usize>,
    messages: usize,
    added: BTreeMap<String, usize>,
}

impl Table {
    pub(crate) fn new(expected: Vec<Expected>, messages_count: bool) -> Table {
        let (rows, added) = (BTreeMap::new(), BTreeMap::new());
        Table { expected, messages_count, rows, messages: 0, added }
    }

    /// Takes a verdict, and prints it if something differs.
    pub(crate) fn add(&mut self, verdict: &Verdict) {
        let of = |kind| verdict.findings.iter().filter(move |finding| finding.kind == kind);
        for finding in of(Kind::Added) {
            let field = finding.place.rsplit(['.', ' ']).next().unwrap_or_default();
            *self.added.entry(field.to_owned()).or_default() += 1;
        }
        self.messages += usize::from(of(Kind::Message).next().is_some());
        let messages = of(Kind::Message).filter(|_| self.messages_count);
        let differences: Vec<&Finding> = of(Kind::Different).chain(messages).collect();
        let row = match self.expected.iter_mut().find(|entry| entry.is_about(&verdict.command)) {
            _ if differences.is_empty() && of(Kind::Added).next().is_some() => Row::Added,
            _ if differences.is_empty() && !verdict.unsteady.is_empty() => {
                println!("{}\n  varies by itself: {}", verdict.command, places(&verdict.unsteady));
                Row::Unsteady
            }
            _ if differences.is_empty() => Row::Same,
            Some(entry) => {
                entry.seen = true;
                println!("{}\n  expected: {}", verdict.command, entry.why);
                Row::Expected
            }
            None => {
                println!("{}", verdict.command);
                show(&differences);
                Row::Different
            }
        };
        *self.rows.entry(row).or_default() += 1;
    }

    /// Prints how many commands did what; whether nothing differs that is not expected. If everything
    /// was asked, an expected difference that did not come is told.
    pub(crate) fn print(&self, everything: bool) -> bool {
        for entry in self.expected.iter().filter(|entry| everything && !entry.seen) {
            println!("expected, but not seen: {}", entry.prefix());
        }
        for (field, times) in &self.added {
            println!("added field {field}, {times} times");
        }
        println!("\n| commands and files they wrote | |\n|---|--:|");
        let number = |row| self.rows.get(row).copied().unwrap_or_default();
        ROWS.iter().for_each(|(row, what)| println!("| {what} | {} |", number(row)));
        println!(
            "| other messages on the standard error (--stderr shows them) | {} |",
            self.messages
        );
        number(&Row::Different) == 0
    }
}

fn show(differences: &[&Finding]) {
    for Finding { place, old, new, .. } in differences.iter().take(PRINTED) {
        println!("  {place}\n    old: {}\n    new: {}", short(old), short(new));
    }
    if differences.len() > PRINTED {
        println!("  and {} more", differences.len() - PRINTED);
    }
}

/// The first of some places.
fn places(list: &[String]) -> String {
    let dots = if list.len() > PRINTED { ", …" } else { "" };
    list.iter().take(PRINTED).map(String::as_str).collect::<Vec<_>>().join(", ") + dots
}

/// The beginning of a text.
fn short(text: &str) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
