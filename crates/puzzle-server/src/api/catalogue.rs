//! The catalogue: its list, its entries, and their drawings for a gallery.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use puzzle::catalogue::{ENTRIES, PATTERNS};
use puzzle::scene::{Scene, svg};
use puzzle::{Budget, FAMILIES, Json, Puzzle};
use serde_json::json;

use super::{Service, json as reply, look};
use crate::problem::{Outcome, Problem};

/// Pixels of a cell in a drawing for the gallery.
const SCALE: f64 = 16.0;

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
    let drawn = move |service: &Service, budget: &Budget| {
        let puzzle = service.named(&name, budget)?;
        Ok(svg::print(&thumbnail(&puzzle), &svg::SvgOptions { scale: SCALE, solid: true }))
    };
    let text = service.compute(drawn).await?;
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=600")];
    Ok((headers, text).into_response())
}

/// One picture says what a puzzle is: of a solid one its known solution or its pieces, else the first
/// frame of the drawing; pieces beside their box are left out where they would make it tiny.
fn thumbnail(puzzle: &Puzzle) -> Scene {
    let description = puzzle.description();
    let mut scene = description.draw();
    if let Some(solution) = &description.known().solution {
        let frames = description.frames(&puzzle::Ask::new(puzzle::Question::First), solution);
        scene.frames.splice(0..1, frames.into_iter().take(1));
    }
    scene.title.clear();
    let many = scene.frames.len() > 1 && scene.frames[0].solid.is_empty();
    let boxed = scene.frames.iter().position(|frame| !frame.solid.is_empty());
    match boxed {
        Some(_) => scene.frames.retain(|frame| !frame.solid.is_empty()),
        None if many && scene.frames.len() <= 13 => {}
        None => scene.frames.truncate(1),
    }
    for frame in &mut scene.frames {
        frame.caption.clear();
        frame.notes.clear();
        if !frame.solid.is_empty() {
            frame.layers.clear();
        }
    }
    scene
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
    let families = FAMILIES.iter().map(|family| json!({ "name": family.name, "about": family.about }));
    let patterns = PATTERNS.iter().map(|p| json!({ "form": p.form, "about": p.about }));
    json!({
        "puzzles": ENTRIES.iter().filter_map(entry).collect::<Json>(),
        "patterns": patterns.collect::<Json>(),
        "families": families.collect::<Json>(),
    })
}
