//! A question that was checked, and what its solutions look like.

use puzzle::scene::svg::{self, SvgOptions};
use puzzle::scene::text::TextOptions;
use puzzle::scene::{Frame, Scene};
use puzzle::{Ask, Puzzle, Showing};
use pyo3::prelude::*;

use crate::errors;
use crate::search::{How, Search};

/// A piece with the names of its cells, and their coordinates where they have any.
type Placed = (String, Vec<String>, Vec<Vec<i32>>);

/// A question to a puzzle.
#[pyclass(frozen, module = "puzzle_processor._native")]
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) puzzle: Puzzle,
    pub(crate) ask: Ask,
}

fn draw(frames: Vec<Frame>, scale: f64) -> String {
    let scene = Scene { title: String::new(), frames };
    svg::print(&scene, &SvgOptions { scale, ..SvgOptions::default() })
}

#[pymethods]
impl Question {
    /// The question's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.ask.question.name()
    }

    /// Whether solutions are handed over one by one.
    #[getter]
    fn hands_over(&self) -> bool {
        self.ask.question.hands_over()
    }

    /// Whether its answer is a number of solutions.
    #[getter]
    fn counts(&self) -> bool {
        self.ask.question.counts()
    }

    /// Begins to answer it.
    fn start(&self, how: How) -> Search {
        Search::start(self.puzzle.clone(), self.ask.clone(), how)
    }

    /// A solution as text.
    fn words(&self, py: Python<'_>, numbers: Vec<u32>) -> String {
        let showing =
            Showing { ask: &self.ask, number: None, note: None, text: TextOptions::default() };
        py.detach(|| self.puzzle.description().words(&numbers, &showing))
    }

    /// A solution in JSON.
    fn json(&self, py: Python<'_>, number: u64, numbers: Vec<u32>) -> String {
        py.detach(|| self.puzzle.solution_json(&self.ask, number, &numbers).to_string())
    }

    /// Solutions as one picture.
    fn svg(&self, py: Python<'_>, solutions: Vec<Vec<u32>>, scale: f64) -> String {
        let description = self.puzzle.description();
        py.detach(|| draw(description.frames_together(&self.ask, &solutions), scale))
    }

    /// A solution as one picture a step, each with the line above it.
    fn steps(&self, py: Python<'_>, numbers: Vec<u32>, scale: f64) -> Vec<(String, String)> {
        let step = |mut frame: Frame| {
            let caption = std::mem::take(&mut frame.caption);
            (caption, draw(vec![frame], scale))
        };
        let description = self.puzzle.description();
        py.detach(|| description.frames(&self.ask, &numbers).into_iter().map(step).collect())
    }

    /// The pieces of a solution with their cells, where it has any.
    fn placed(&self, numbers: Vec<u32>) -> Option<Vec<Placed>> {
        let covering = self.puzzle.covering()?;
        let placed = numbers.into_iter().map(|number| covering.placed(number));
        placed.map(|p| p.map(|p| (p.piece, p.cells, p.coordinates))).collect()
    }

    /// Checks a solution by the puzzle's own rules.
    fn check(&self, py: Python<'_>, numbers: Vec<u32>) -> PyResult<()> {
        let checked = py.detach(|| {
            let mut check = self.puzzle.description().checker(&self.ask)?;
            Ok::<_, puzzle::Failure>(check(&numbers))
        });
        let checked = checked.map_err(|failure| errors::of_failure(py, &failure))?;
        checked.map_err(|why| errors::usage(py, &format!("this is no solution: {why}")))
    }
}
