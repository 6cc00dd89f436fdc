//! `puzzle draw`: pictures of a puzzle or of saved solutions.

use std::path::Path;

use puzzle::Puzzle;
use puzzle::scene::{Scene, json, png, svg, text};

use crate::args::{Draw, Picture};
use crate::exit::{Error, Exit};
use crate::output;

/// The most solutions in one picture.
const MOST_FRAMES: usize = 1000;

pub(crate) fn run(draw: &Draw) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&draw.which.puzzle, draw.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    let scene = scene(&puzzle, draw)?;
    let format = draw.to.unwrap_or_else(|| format_of(draw.output.as_deref()));
    let bytes = match format {
        Picture::Text => {
            let options = output::text_options(&draw.color, draw.output.is_some());
            text::print(&scene, options).into_bytes()
        }
        Picture::Svg => {
            let options = svg::SvgOptions { scale: draw.scale, solid: !draw.flat };
            svg::print(&scene, &options).into_bytes()
        }
        Picture::Png => {
            let options = png::PngOptions { scale: draw.scale, solid: !draw.flat };
            png::print(&scene, &options).map_err(|e| Error::Input(format!("error: {e}")))?
        }
        Picture::Json => format!("{}\n", json::print(&scene)).into_bytes(),
    };
    let mut out = output::writer(draw.output.as_deref())?;
    out.write_all(&bytes)?;
    out.flush()?;
    Ok(Exit::Answered)
}

fn format_of(output: Option<&Path>) -> Picture {
    match output.and_then(|path| path.extension()).and_then(|extension| extension.to_str()) {
        Some("svg") => Picture::Svg,
        Some("png") => Picture::Png,
        Some("json") => Picture::Json,
        _ => Picture::Text,
    }
}

fn scene(puzzle: &Puzzle, draw: &Draw) -> Result<Scene, Error> {
    let solutions = match (&draw.solution, &draw.solutions) {
        (Some(numbers), _) => vec![numbers.clone()],
        (None, Some(file)) => saved(file)?,
        (None, None) => return Ok(puzzle.description().draw()),
    };
    let mut frames = Vec::new();
    for (i, numbers) in solutions.iter().enumerate() {
        if let Some(number) = numbers.iter().find(|&&n| puzzle.description().placed(n).is_none()) {
            return Err(Error::Input(format!("error: there is no embedding {number}")));
        }
        let mut frame = puzzle.description().draw_solution(numbers);
        if solutions.len() > 1 {
            frame.caption = format!("solution {}", i + 1);
        }
        frames.push(frame);
    }
    Ok(Scene { title: puzzle.description().name().to_owned(), frames })
}

/// The solutions in a file that `solve --json` or `solve --ndjson` wrote.
fn saved(file: &Path) -> Result<Vec<Vec<u32>>, Error> {
    let refuse = |what: &str| Error::Input(format!("error: {}: {what}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| refuse(&error.to_string()))?;
    let mut solutions = Vec::new();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>() {
        let value = value.map_err(|error| refuse(&format!("this is not JSON: {error}")))?;
        let listed = value.get("solutions").and_then(|list| list.as_array());
        let single = std::slice::from_ref(&value);
        for solution in listed.map_or(single, Vec::as_slice) {
            let Some(numbers) = solution.get("embeddings").and_then(|list| list.as_array()) else {
                continue;
            };
            let number = |n: &serde_json::Value| n.as_u64().and_then(|n| u32::try_from(n).ok());
            let numbers: Option<Vec<u32>> = numbers.iter().map(number).collect();
            solutions.push(numbers.ok_or_else(|| refuse("an embedding is not a number"))?);
        }
    }
    match solutions.len() {
        0 => Err(refuse("there are no solutions in it")),
        n if n > MOST_FRAMES => Err(refuse(&format!("over {MOST_FRAMES} solutions"))),
        _ => Ok(solutions),
    }
}
