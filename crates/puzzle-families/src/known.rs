//! The section `[known]` of a description: answers from elsewhere, to test against.

use puzzle_core::{BigUint, Diagnostic};

use crate::Known;
use crate::document::{Node, Table};

/// Reads it from a description, if it is there.
pub fn read(document: &Table<'_>) -> Result<Known, Diagnostic> {
    section(document, |known| known.get("solution").map(|node| numbers(&node)).transpose())
}

/// The same of a puzzle whose solutions are not written as numbers.
pub(crate) fn read_counts(document: &Table<'_>) -> Result<Known, Diagnostic> {
    section(document, |_| Ok(None))
}

fn section(
    document: &Table<'_>,
    solution: fn(&Table<'_>) -> Result<Option<Vec<u32>>, Diagnostic>,
) -> Result<Known, Diagnostic> {
    let Some(node) = document.get("known") else { return Ok(Known::default()) };
    let table = node.table()?;
    let count = |key| match table.get(key) {
        None => Ok(None),
        Some(node) if node.is_text() => match node.text()?.parse::<BigUint>() {
            Ok(count) if node.text()?.len() < 10_000 => Ok(Some(count)),
            _ => Err(node.error("expected a decimal number")),
        },
        Some(node) => Ok(Some(BigUint::from(node.number(0..=i64::MAX)? as u64))),
    };
    let known = Known {
        solutions: count("solutions")?,
        classes: count("up-to-symmetry")?,
        solution: solution(&table)?,
        source: table.text("source")?,
        note: None,
    };
    table.finish()?;
    Ok(known)
}

/// A list of embeddings' numbers.
pub(crate) fn numbers(node: &Node<'_>) -> Result<Vec<u32>, Diagnostic> {
    let numbers = node.numbers(0..=i64::from(u32::MAX))?;
    Ok(numbers.into_iter().map(|number| number as u32).collect())
}
