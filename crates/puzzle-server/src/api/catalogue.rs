//! The catalogue: its list, its entries, and their drawings for a gallery.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use puzzle::catalogue::{ENTRIES, PATTERNS};
use puzzle::scene::{Frame, Scene, svg};
use puzzle::{Ask, Budget, Control, FAMILIES, Json, Puzzle, Question, Run};
use serde_json::json;

use super::{Service, json as reply, look};
use crate::problem::{Outcome, Problem};

/// Pixels of a cell in a drawing for the gallery.
const SCALE: f64 = 16.0;
/// A drawing with more pictures than this is cut to the first.
const MOST_FRAMES: usize = 6;
/// How long a drawing may look for a solution.
const AT_ONCE: Duration = Duration::from_millis(400);

/// Every entry and every family. What is shown of an entry comes from its text alone, so that the list
/// is there before any puzzle was read.
pub(super) async fn list(State(service): State<Service>) -> Outcome<Response> {
    let list = service.compute(|_, _| Ok(entries())).await?;
    Ok(reply(list.to_string()))
}

/// An entry: what `check` says of it, and its text.
pub(super) async fn one(
    State(service): State<Service>,
    Path(name): Path<String>,
) -> Outcome<Response> {
    let found = move |service: &Service, budget: &Budget| {
        let puzzle = service.named(&name, budget)?;
        let mut json = look::describe(&puzzle);
        json["text"] = puzzle.text().into();
        Ok(json)
    };
    Ok(reply(service.compute(found).await?.to_string()))
}

/// The drawing of an entry.
pub(super) async fn picture(
    State(service): State<Service>,
    Path(name): Path<String>,
) -> Outcome<Response> {
    // Patterns would be drawn for whoever asks, at any size.
    if !ENTRIES.iter().any(|entry| entry.name == name) {
        return Err(Problem::missing(format!("`{name}` is no entry of the catalogue")));
    }
    let kept = service.pictures.find(&name);
    let drawn = move |service: &Service, budget: &Budget| {
        let puzzle = service.named(&name, budget)?;
        let scene = thumbnail(&puzzle, budget);
        let text = svg::print(&scene, &svg::SvgOptions { scale: SCALE, solid: true });
        service.pictures.keep(name, &text);
        Ok(text)
    };
    let text = match kept {
        Some(text) => text,
        None => service.compute(drawn).await?,
    };
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=600")];
    Ok((headers, text).into_response())
}

/// The drawings that were made, by name.
#[derive(Debug, Default)]
pub(super) struct Pictures(Mutex<HashMap<String, String>>);

impl Pictures {
    fn find(&self, name: &str) -> Option<String> {
        self.0.lock().expect("nobody panics with it").get(name).cloned()
    }

    fn keep(&self, name: String, text: &str) {
        self.0.lock().expect("nobody panics with it").insert(name, text.to_owned());
    }
}

/// One picture says what a puzzle is: a solution if there is one at hand and nobody is deprived of
/// finding it, else the puzzle with what belongs to it.
fn thumbnail(puzzle: &Puzzle, budget: &Budget) -> Scene {
    let description = puzzle.description();
    let mut scene = description.draw();
    scene.title.clear();
    if let Some(frame) = solved(puzzle, budget) {
        scene.frames = vec![frame];
    } else if scene.frames.len() > MOST_FRAMES {
        scene.frames.truncate(1);
    }
    for frame in &mut scene.frames {
        let pictured = !frame.solid.is_empty() || !frame.layers.is_empty();
        frame.caption.clear();
        if pictured {
            frame.notes.clear();
        }
        if !frame.solid.is_empty() {
            frame.layers.clear();
        }
    }
    scene
}

/// A solution, where pieces are put down and none lies there from the beginning; it must be found at
/// once.
fn solved(puzzle: &Puzzle, budget: &Budget) -> Option<Frame> {
    let covering = puzzle.covering()?;
    if covering.under(0).is_none() || !covering.given().is_empty() {
        return None;
    }
    let budget = Budget { deadline: Instant::now().checked_add(AT_ONCE), ..budget.clone() };
    let control = Arc::new(Control { budget, ..Control::default() });
    let run = Run { control, threads: Some(1), ..Run::default() };
    let mut found = None;
    let mut keep = |solution: &[u32]| {
        found = Some(covering.draw_solution(solution));
        ControlFlow::Break(())
    };
    puzzle.ask(&Ask::new(Question::First), &run, &mut keep).ok()?;
    found
}

/// Names, titles and families, in the order of the catalogue.
fn entries() -> Json {
    let entry = |entry: &puzzle::catalogue::Entry| {
        let puzzle = Puzzle::named(entry.name).ok()?;
        let description = puzzle.description();
        let figures = description.figures();
        Some(json!({
            "name": entry.name,
            "title": puzzle.title(),
            "family": puzzle.family().name,
            "about": puzzle.family().about,
            "known": description.known().summary(),
            "figures": figures.iter().map(|(what, much)| json!([what, much])).collect::<Json>(),
        }))
    };
    let families =
        FAMILIES.iter().map(|family| json!({ "name": family.name, "about": family.about }));
    let patterns = PATTERNS.iter().map(|p| json!({ "form": p.form, "about": p.about }));
    json!({
        "puzzles": ENTRIES.iter().filter_map(entry).collect::<Json>(),
        "patterns": patterns.collect::<Json>(),
        "families": families.collect::<Json>(),
    })
}
