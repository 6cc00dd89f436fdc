//! Calls that look at a puzzle: check, draw, convert.

use puzzle::scene::text::TextOptions;
use puzzle::scene::{Scene, json as scene_json, png, svg};
use puzzle::{Ask, Budget, Choice, ChoiceTable, Json, Puzzle, Question, Showing, Value};
use serde_json::json;

use super::{Service, ask, subject};
use crate::problem::{Outcome, Problem};

/// What a puzzle is, or what is wrong with its text and where.
pub(super) fn check(service: &Service, request: &Json, budget: &Budget) -> Outcome<Json> {
    match service.subject(request, budget) {
        Ok(puzzle) => Ok(describe(&puzzle)),
        Err(problem) => match problem.refusal() {
            Some(refusal) => Ok(json!({ "valid": false, "refusal": refusal })),
            None => Err(problem),
        },
    }
}

/// All that a page must know of a puzzle.
pub(super) fn describe(puzzle: &Puzzle) -> Json {
    let (family, description) = (puzzle.family(), puzzle.description());
    let mut figures = description.figures();
    if let Some(cover) = puzzle.cover() {
        figures.push(("aspects".into(), cover.puzzle.aspects().len().to_string()));
        figures.push(("embeddings".into(), cover.puzzle.embedding_count().to_string()));
    }
    let known = description.known();
    let question = |question: &Question| {
        json!({
            "name": question.name(),
            "about": question.about(),
            "hands_over": question.hands_over(),
        })
    };
    json!({
        "valid": true,
        "title": puzzle.title(),
        "family": family.name,
        "about": family.about,
        "figures": figures.iter().map(|(what, much)| json!([what, much])).collect::<Json>(),
        "known": known.summary(),
        "source": known.source,
        "impossible": description.impossible(),
        "warnings": puzzle.warnings().collect::<Vec<_>>(),
        "questions": family.questions.iter().map(question).collect::<Json>(),
        "tables": family.tables.iter().map(|table| choices(table)).collect::<Json>(),
        "formats": family.formats.iter().map(|(n, a)| json!([n, a])).collect::<Json>(),
        "plays": description.play().is_some(),
        "compiles": puzzle.cover().is_some(),
        "scene": scene_json::print(&Scene { title: puzzle.title().into(), ..description.draw() }),
    })
}

/// A table of choices, without those that are files.
fn choices(table: &ChoiceTable) -> Json {
    let choice = |choice: &Choice| {
        let (value, hint) = match choice.value {
            Value::Flag => ("flag", ""),
            Value::Text(hint) | Value::TextOrFile(hint) => ("text", hint),
            Value::Optional(hint, _) => ("optional", hint),
            Value::File(_) => return None,
        };
        Some(json!({
            "name": choice.name,
            "value": value,
            "hint": hint,
            "about": choice.about,
            "asks": choice.asks.map(Question::name),
            "against": choice.against,
        }))
    };
    let choices: Vec<Json> = table.choices.iter().filter_map(choice).collect();
    json!({ "heading": table.heading, "choices": choices })
}

/// A puzzle, or solutions of it, as a scene, SVG, PNG or text.
pub(super) fn draw(service: &Service, request: &Json, budget: &Budget) -> Outcome<Json> {
    let puzzle = service.subject(request, budget)?;
    let description = puzzle.description();
    let asked = ask::question(&puzzle, request)?;
    let title = puzzle.title().to_owned();
    let text = TextOptions::default();
    let solution: Option<Vec<u32>> = request.get("solution").map(ask::numbers);
    if let Some(solution) = &solution {
        description.checker(&asked)?(solution)
            .map_err(|why| Problem::senseless(format!("this is no solution: {why}")))?;
    }
    let scene = || match &solution {
        None => Scene { title, ..description.draw() },
        Some(solution) => Scene { title, frames: description.frames(&asked, solution) },
    };
    Ok(match request["as"].as_str() {
        Some("svg") => json!({ "svg": svg::print(&scene(), &svg::SvgOptions::default()) }),
        Some("png") => {
            let bytes = png::print(&scene(), &png::PngOptions::default());
            json!({ "png": subject::encode(&bytes.map_err(Problem::senseless)?) })
        }
        Some("text") => {
            let showing = Showing { ask: &asked, number: None, note: None, text };
            let print = || description.print(text);
            let text = solution.as_ref().map_or_else(print, |s| description.words(s, &showing));
            json!({ "text": text })
        }
        _ => json!({ "scene": scene_json::print(&scene()) }),
    })
}

/// A puzzle in another form.
pub(super) fn convert(service: &Service, request: &Json, budget: &Budget) -> Outcome<Json> {
    let puzzle = service.subject(request, budget)?;
    let format = request["to"].as_str().unwrap_or_default();
    let text = puzzle.description().export(format).map_err(Problem::senseless)?;
    Ok(json!({ "text": text }))
}

/// The question of a request without one: how a solution is shown does not depend on it.
pub(super) fn plain() -> Ask {
    Ask::new(Question::First)
}
