//! Puzzles that were opened.

use puzzle::scene::svg::{self, SvgOptions};
use puzzle::scene::text::TextOptions;
use puzzle::{Ask, Budget, Choices, Json, OpenError, Value, Verb};
use pyo3::prelude::*;

use crate::errors;
use crate::patience::patiently;
use crate::question::Question;

/// A puzzle that can be asked.
#[pyclass(frozen, module = "puzzle_processor._native")]
#[derive(Debug)]
pub(crate) struct Puzzle(pub(crate) puzzle::Puzzle);

fn read(
    py: Python<'_>,
    source: impl FnOnce() -> Result<puzzle::Source, OpenError> + Send,
    kind: Option<&str>,
) -> PyResult<Puzzle> {
    let budget = Budget::default();
    let open = || puzzle::Puzzle::from_source(source()?.within(&budget), kind);
    let opened = patiently(py, &budget, open)?;
    opened.map(Puzzle).map_err(|error| errors::of_opening(py, &error))
}

/// What was chosen, by name.
fn choices(given: Vec<(String, String)>) -> Choices {
    let mut choices = Choices::none();
    for (name, value) in given {
        choices.set(name, value);
    }
    choices
}

#[pymethods]
impl Puzzle {
    /// A puzzle of the catalogue, or in a file.
    #[staticmethod]
    fn open(py: Python<'_>, name: &str, kind: Option<&str>) -> PyResult<Self> {
        read(py, || puzzle::source(name), kind)
    }

    /// A puzzle in the bytes of a file, text or not.
    #[staticmethod]
    fn read(py: Python<'_>, name: &str, content: &[u8], kind: Option<&str>) -> PyResult<Self> {
        let content = content.to_vec();
        read(py, || Ok(puzzle::Source::bytes(name, content)), kind)
    }

    /// The name it was opened by.
    #[getter]
    fn name(&self) -> &str {
        self.0.source_name()
    }

    /// What it is called.
    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    /// The name of its family.
    #[getter]
    fn family(&self) -> &'static str {
        self.0.family().name
    }

    /// The text it was read from.
    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    /// Remarks for its author.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings().collect()
    }

    /// Its figures, known answers, questions and forms, in JSON.
    fn about(&self) -> String {
        let (family, description) = (self.0.family(), self.0.description());
        let known = description.known();
        let number = |count: &Option<puzzle::BigUint>| count.as_ref().map(ToString::to_string);
        let names = family.questions.iter().map(|question| question.name());
        Json::from_iter([
            ("figures", description.figures().into_iter().collect::<Json>()),
            ("numbers", description.numbers().into()),
            ("questions", names.collect()),
            ("formats", family.formats.iter().map(|(name, _)| *name).collect()),
            ("impossible", description.impossible().into()),
            (
                "known",
                Json::from_iter([
                    ("solutions", Json::from(number(&known.solutions))),
                    ("classes", number(&known.classes).into()),
                    ("note", known.note.clone().into()),
                    ("source", known.source.clone().into()),
                ]),
            ),
        ])
        .to_string()
    }

    /// The unsolved puzzle as text.
    fn print(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.description().print(TextOptions::default()))
    }

    /// The unsolved puzzle as a picture.
    fn svg(&self, py: Python<'_>, scale: f64) -> String {
        let options = SvgOptions { scale, ..SvgOptions::default() };
        py.detach(|| svg::print(&self.0.description().draw(), &options))
    }

    /// The puzzle in another form.
    fn export(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let written = patiently(py, &Budget::default(), || self.0.description().export(format))?;
        written.map_err(|why| errors::usage(py, &why))
    }

    /// What may be chosen: name, kind of value, the value if it is left out, whether `count` and
    /// `solve` have it, the question it asks, and what it does.
    fn choices(&self) -> Vec<(&'static str, &'static str, Option<&'static str>, bool, bool)> {
        let tables = self.0.family().tables.iter();
        let row = |choice: &'static puzzle::Choice| {
            let (kind, missing) = match choice.value {
                Value::Flag => ("flag", None),
                Value::Text(_) => ("text", None),
                Value::Optional(_, missing) => ("optional", Some(missing)),
                Value::TextOrFile(_) => ("text-or-file", None),
                Value::File(_) => ("file", None),
            };
            let has = |verb| choice.verbs.contains(&verb);
            (choice.name, kind, missing, has(Verb::Count), has(Verb::Solve))
        };
        tables.flat_map(|table| table.choices).map(row).collect()
    }

    /// What the choices mean, for people.
    fn help(&self) -> Vec<(&'static str, &'static str)> {
        let tables = self.0.family().tables.iter();
        tables.flat_map(|table| table.choices).map(|choice| (choice.name, choice.about)).collect()
    }

    /// The question that choices ask of a verb instead of its own, if they do.
    fn asked_by(&self, verb: &str, given: Vec<(String, String)>) -> Option<&'static str> {
        let verb = if verb == "count" { Verb::Count } else { Verb::Solve };
        self.0.asked_by(verb, &choices(given)).map(puzzle::Question::name)
    }

    /// A question to it, checked.
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        given: Vec<(String, String)>,
        limit: Option<u64>,
        engine: Option<String>,
        confirm: bool,
    ) -> PyResult<Question> {
        let all = puzzle::Question::ALL;
        let found = all.iter().find(|known| known.name() == question);
        let question = *found.ok_or_else(|| {
            let hint = puzzle::nearest::hint(question, all.iter().map(|known| known.name()));
            errors::usage(py, &format!("there is no question `{question}`\n hint: {hint}"))
        })?;
        let ask =
            Ask { question, limit, engine, confirm, choices: choices(given), ..Ask::default() };
        self.0.check(&ask).map_err(|failure| errors::of_failure(py, &failure))?;
        Ok(Question { puzzle: self.0.clone(), ask })
    }
}
