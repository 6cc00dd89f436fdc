//! Puzzles made in Python, and what there is to choose from.

use puzzle::{Budget, Control, CoverBuilder, FAMILIES, Run};
use pyo3::prelude::*;

use crate::errors;
use crate::patience::patiently;
use crate::puzzle::Puzzle;

/// An item: its name, how often it is covered at least and at most, and whether it has colours
/// instead.
type Item = (String, u32, u32, bool);

/// An exact cover: items, options that name items by number with a colour, and their costs.
#[pyfunction]
pub(crate) fn cover(
    py: Python<'_>,
    title: &str,
    items: Vec<Item>,
    options: Vec<Vec<(usize, Option<String>)>>,
    costs: Vec<u64>,
) -> PyResult<Puzzle> {
    let build = || {
        let mut cover = CoverBuilder::new(title);
        for (name, least, most, coloured) in &items {
            match (least, most, coloured) {
                (.., true) => cover.coloured(name),
                (1, 1, _) => cover.once(name),
                (0, 1, _) => cover.at_most_once(name),
                _ => cover.between(name, *least, *most),
            };
        }
        for (number, option) in options.iter().enumerate() {
            let touched = |(item, colour): &'_ (usize, Option<String>)| {
                let (name, ..) = &items[*item];
                (name.clone(), colour.clone())
            };
            cover.coloured_option(option.iter().map(touched))?;
            if let Some(&cost) = costs.get(number) {
                cover.cost(cost)?;
            }
        }
        cover.build()
    };
    let built = patiently(py, &Budget::default(), build)?;
    built.map(Puzzle).map_err(|failure| errors::of_failure(py, &failure))
}

/// A new puzzle: its text, if one was found, and remarks.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    family: &str,
    choices: Vec<(String, String)>,
) -> PyResult<(Option<String>, Vec<String>)> {
    let mut given = puzzle::Choices::none();
    for (name, value) in choices {
        given.set(name, value);
    }
    let control = std::sync::Arc::new(Control::default());
    let run = Run { control: control.clone(), ..Run::default() };
    let made = patiently(py, &control.budget, || puzzle::generate(family, &given, &run))?;
    let made = made.map_err(|failure| errors::of_failure(py, &failure))?;
    Ok((made.text, made.remarks))
}

/// The names of the catalogue, and the forms of those with numbers in them.
#[pyfunction]
pub(crate) fn catalogue() -> (Vec<&'static str>, Vec<(&'static str, &'static str)>) {
    let names = puzzle::catalogue::ENTRIES.iter().map(|entry| entry.name).collect();
    let patterns = puzzle::catalogue::PATTERNS.iter().map(|p| (p.form, p.about)).collect();
    (names, patterns)
}

/// Every family, with a line on what it is.
#[pyfunction]
pub(crate) fn families() -> Vec<(&'static str, &'static str)> {
    FAMILIES.iter().map(|family| (family.name, family.about)).collect()
}

/// Every question, with a line on what it asks.
#[pyfunction]
pub(crate) fn questions() -> Vec<(&'static str, &'static str)> {
    let all = puzzle::Question::ALL.iter();
    all.map(|question| (question.name(), question.about())).collect()
}

/// Every engine's name.
#[pyfunction]
pub(crate) fn engines() -> Vec<&'static str> {
    puzzle::ENGINES.iter().map(|engine| engine.name()).collect()
}
