//! `puzzle show`: the numbers of a puzzle, its embeddings, the abstract puzzle.

use std::io::Write;

use puzzle::core::Cover;
use puzzle::scene::{Scene, text};
use puzzle::{Options, Puzzle};
use serde_json::json;

use crate::args::{Form, Show};
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(show: &Show) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&show.which.puzzle, show.which.kind.as_deref())?;
    output::warn(&puzzle, false);
    let options = Options { restriction: show.restrict.clone(), ..Options::default() };
    let cover = puzzle.restricted_cover(&options)?;
    if show.fits || show.footprint.is_some() {
        return super::values::run(&puzzle, &cover, show);
    }
    let mut out = output::writer(None)?;
    match (show.embeddings, show.emit) {
        (true, _) => embeddings(&puzzle, &cover, show, &mut out)?,
        (_, Some(Form::Cover)) => write!(out, "{}", cover.puzzle)?,
        _ if show.json => writeln!(out, "{}", summary(&puzzle, &cover))?,
        _ => page(&puzzle, &cover, show, &mut out)?,
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// How many embeddings of the puzzle shown belong to each piece.
fn per_piece(puzzle: &Puzzle, cover: &Cover) -> Vec<(String, usize)> {
    let numbers: Vec<u32> = cover.puzzle.embedding_ids().map(|e| cover.puzzle.number(e)).collect();
    puzzle.description().per_piece(&numbers)
}

/// The figures, in the order in which they are shown.
fn figures(puzzle: &Puzzle, cover: &Cover) -> Vec<(String, String)> {
    let description = puzzle.description();
    let mut figures = vec![("family".to_owned(), description.family().to_owned())];
    figures.extend(description.figures());
    let per_piece = per_piece(puzzle, cover);
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
    let known = description.known();
    for (what, count) in
        [("known solutions", &known.solutions), ("known up to symmetry", &known.classes)]
    {
        if let Some(count) = count {
            figures.push((what.into(), count.to_string()));
        }
    }
    if !known.source.is_empty() {
        figures.push(("source".into(), known.source.clone()));
    }
    if let Some(reason) = description.impossible() {
        figures.push(("no solution".into(), reason.into()));
    }
    figures
}

fn page(puzzle: &Puzzle, cover: &Cover, show: &Show, out: &mut dyn Write) -> Result<(), Error> {
    writeln!(out, "{}", output::title(puzzle))?;
    for (what, value) in figures(puzzle, cover) {
        writeln!(out, "  {what:<22} {value}")?;
    }
    let mut scene = puzzle.description().draw();
    scene.title = String::new();
    let options = output::text_options(&show.color, false);
    write!(out, "\n{}", text::print(&scene, options))?;
    Ok(())
}

fn summary(puzzle: &Puzzle, cover: &Cover) -> serde_json::Value {
    let known = puzzle.description().known();
    let figures: serde_json::Map<String, serde_json::Value> = puzzle
        .description()
        .figures()
        .into_iter()
        .map(|(what, value)| (what, value.into()))
        .collect();
    let each: serde_json::Map<String, serde_json::Value> =
        per_piece(puzzle, cover).into_iter().map(|(piece, count)| (piece, count.into())).collect();
    json!({
        "schema": 1,
        "puzzle": puzzle.source_name(),
        "family": puzzle.description().family(),
        "title": output::title(puzzle),
        "aspects": cover.puzzle.aspects().len(),
        "embeddings": cover.puzzle.embedding_count(),
        "total_size": cover.puzzle.total_size(),
        "embeddings_per_piece": each,
        "symmetries": puzzle.cover().map_or(1, |full| full.symmetries.order()),
        "figures": figures,
        "known": {
            "solutions": known.solutions.as_ref().map(ToString::to_string),
            "up_to_symmetry": known.classes.as_ref().map(ToString::to_string),
            "source": known.source,
        },
        "impossible": puzzle.description().impossible(),
    })
}

/// Every embedding as a small picture with its number (document 000, Figure 4).
fn embeddings(
    puzzle: &Puzzle,
    cover: &Cover,
    show: &Show,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let options = output::text_options(&show.color, false);
    for e in cover.puzzle.embedding_ids() {
        let number = cover.puzzle.number(e);
        let mut frame = puzzle.description().draw_solution(&[number]);
        let placed = puzzle.description().placed(number);
        let words = placed.map(|p| format!("{} on {}", p.piece, p.cells.join(" ")));
        frame.caption = format!("{number}: {}", words.unwrap_or_default());
        let scene = Scene { title: String::new(), frames: vec![frame] };
        writeln!(out, "{}", text::print(&scene, options).trim_end_matches('\n'))?;
    }
    Ok(())
}
