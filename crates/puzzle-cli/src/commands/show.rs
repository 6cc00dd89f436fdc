//! `puzzle show`: the numbers of a puzzle, its embeddings, the abstract puzzle.

use std::io::Write;

use puzzle::core::Cover;
use puzzle::families::{Covering, Form};
use puzzle::scene::{Scene, text};
use puzzle::{Options, Puzzle};
use serde_json::{Map, Value, json};

use crate::args::{Abstract, Show};
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(show: &Show) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&show.which.puzzle, show.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    match puzzle.description().form() {
        Form::Cover(covering) => cover(show, &puzzle, covering),
        Form::Cnf(_) | Form::Monotone(_) => plain(show, &puzzle),
        Form::Queens(queens) => match queens.covering() {
            Some(covering) => cover(show, &puzzle, covering),
            None => plain(show, &puzzle),
        },
        Form::Pegs(_) => super::pegs::show(show, &puzzle),
        Form::Nonogram(_) => super::nonogram::show(show, &puzzle),
        Form::Sliding(sliding) => super::sliding::show(show, &puzzle, sliding),
    }
}

/// A puzzle that is not lowered to a cover problem: only what every puzzle has to show.
pub(super) fn plain(show: &Show, puzzle: &Puzzle) -> Result<Exit, Error> {
    let covers_only = show.embeddings
        || show.emit.is_some()
        || show.fits
        || show.footprint.is_some()
        || show.restrict != puzzle::Restriction::None;
    if covers_only {
        let message = "error: this puzzle is not lowered to exact cover, so it has no embeddings";
        return Err(Error::Input(message.into()));
    }
    let mut out = output::writer(None)?;
    page(show, puzzle, Vec::new(), json!({}), &mut out)?;
    out.flush()?;
    Ok(Exit::Answered)
}

fn cover(show: &Show, puzzle: &Puzzle, covering: &dyn Covering) -> Result<Exit, Error> {
    let options = Options { restriction: show.restrict.clone(), ..Options::default() };
    let cover = puzzle.restricted_cover(&options)?;
    if show.fits || show.footprint.is_some() {
        return super::values::run(puzzle, covering, &cover, show);
    }
    let mut out = output::writer(None)?;
    match (show.embeddings, show.emit) {
        (true, _) => embeddings(covering, &cover, show, &mut out)?,
        (_, Some(Abstract::Cover)) => write!(out, "{}", cover.puzzle)?,
        (_, Some(Abstract::Text)) => {
            output::refuse_foreign(puzzle, &[("sliding", Some("--emit text"))])?;
        }
        _ => {
            let per_piece = per_piece(covering, &cover);
            let more = figures(puzzle, &cover, &per_piece);
            let json = numbers(puzzle, &cover, per_piece);
            page(show, puzzle, more, json, &mut out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// How many embeddings of the puzzle shown belong to each piece.
fn per_piece(covering: &dyn Covering, cover: &Cover) -> Vec<(String, usize)> {
    let numbers: Vec<u32> = cover.puzzle.embedding_ids().map(|e| cover.puzzle.number(e)).collect();
    covering.per_piece(&numbers)
}

/// What a cover problem has to show beside its family's figures.
fn figures(puzzle: &Puzzle, cover: &Cover, per_piece: &[(String, usize)]) -> Vec<(String, String)> {
    let mut figures = Vec::new();
    if !per_piece.is_empty() {
        let each: Vec<String> = per_piece.iter().map(|(name, n)| format!("{name} {n}")).collect();
        figures.push(("embeddings per piece".into(), each.join(", ")));
    }
    figures.push(("aspects".into(), cover.puzzle.aspects().len().to_string()));
    figures.push(("embeddings".into(), cover.puzzle.embedding_count().to_string()));
    figures.push(("total size".into(), cover.puzzle.total_size().to_string()));
    // A restriction takes embeddings away, not symmetries of the box.
    let full = puzzle.cover().map_or(&cover.symmetries, |full| &full.symmetries);
    let proper = full.elements().iter().filter(|symmetry| symmetry.proper).count();
    let mut symmetries = format!("{} ({proper} without reflection)", full.order());
    if !full.is_complete() {
        symmetries.push_str(", and more than can be listed");
    }
    figures.push(("symmetries".into(), symmetries));
    figures
}

/// The same for programs.
fn numbers(puzzle: &Puzzle, cover: &Cover, per_piece: Vec<(String, usize)>) -> Value {
    let each: Map<String, Value> =
        per_piece.into_iter().map(|(piece, count)| (piece, count.into())).collect();
    json!({
        "aspects": cover.puzzle.aspects().len(),
        "embeddings": cover.puzzle.embedding_count(),
        "total_size": cover.puzzle.total_size(),
        "embeddings_per_piece": each,
        "symmetries": puzzle.cover().map_or(1, |full| full.symmetries.order()),
    })
}

/// What every puzzle has to show: its figures, those its form adds, and a drawing; or all of it
/// as one JSON object.
pub(super) fn page(
    show: &Show,
    puzzle: &Puzzle,
    more: Vec<(String, String)>,
    numbers: Value,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let description = puzzle.description();
    let known = description.known();
    if show.json {
        let figures: Map<String, Value> =
            description.figures().into_iter().map(|(what, value)| (what, value.into())).collect();
        let mut json = json!({
            "schema": 1,
            "puzzle": puzzle.source_name(),
            "family": description.family(),
            "title": output::title(puzzle),
        });
        let rest = json!({
            "figures": figures,
            "known": {
                "solutions": known.solutions.as_ref().map(ToString::to_string),
                "up_to_symmetry": known.classes.as_ref().map(ToString::to_string),
                "source": known.source,
            },
            "impossible": description.impossible(),
        });
        for part in [numbers, rest] {
            let Value::Object(part) = part else { continue };
            json.as_object_mut().expect("made as one").extend(part);
        }
        writeln!(out, "{json}")?;
        return Ok(());
    }
    let mut figures = vec![("family".to_owned(), description.family().to_owned())];
    figures.extend(description.figures());
    figures.extend(more);
    for (what, count) in
        [("known solutions", &known.solutions), ("known up to symmetry", &known.classes)]
    {
        figures.extend(count.as_ref().map(|count| (what.into(), count.to_string())));
    }
    if !known.source.is_empty() {
        figures.push(("source".into(), known.source.clone()));
    }
    if let Some(reason) = description.impossible() {
        figures.push(("no solution".into(), reason.into()));
    }
    writeln!(out, "{}", output::title(puzzle))?;
    for (what, value) in figures {
        writeln!(out, "  {what:<22} {value}")?;
    }
    let options = output::text_options(&show.color, false);
    let drawing = match description.form() {
        Form::Nonogram(nonogram) => nonogram.print(None, &[], options.colour),
        _ => text::print(&Scene { title: String::new(), ..description.draw() }, options),
    };
    write!(out, "\n{drawing}")?;
    Ok(())
}

/// Every embedding as a small picture with its number (document 000, Figure 4).
fn embeddings(
    covering: &dyn Covering,
    cover: &Cover,
    show: &Show,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let options = output::text_options(&show.color, false);
    for e in cover.puzzle.embedding_ids() {
        let number = cover.puzzle.number(e);
        let mut frame = covering.draw_solution(&[number]);
        let placed = covering.placed(number);
        let words = placed.map(|p| format!("{} on {}", p.piece, p.cells.join(" ")));
        frame.caption = format!("{number}: {}", words.unwrap_or_default());
        let scene = Scene { title: String::new(), frames: vec![frame] };
        writeln!(out, "{}", text::print(&scene, options).trim_end_matches('\n'))?;
    }
    Ok(())
}
