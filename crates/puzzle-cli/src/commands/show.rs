//! `puzzle show`: the numbers of a puzzle, its embeddings, the abstract puzzle.

use std::io::Write;

use puzzle::Cover;
use puzzle::scene::Scene;
use puzzle::scene::text::{self, TextOptions};
use puzzle::{
    Ask, Automorphisms, BigUint, Covering, Failure, Ignore, Json, Map, Origin, Puzzle, Question,
    Run, Told,
};
use serde_json::json;

use crate::args::Show;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(show: &Show) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&show.which.puzzle, show.which.kind.as_deref())?;
    output::warn(&puzzle);
    match puzzle.covering() {
        Some(covering) => cover(show, &puzzle, covering),
        None => plain(show, &puzzle),
    }
}

/// A puzzle that is not lowered to a cover problem: what every puzzle has to show, and what can be
/// said of it without a search.
fn plain(show: &Show, puzzle: &Puzzle) -> Result<Exit, Error> {
    let covers_only = show.embeddings
        || show.emit.is_some()
        || show.fits
        || show.footprint.is_some()
        || show.prices.is_some()
        || show.restrict.is_some();
    if covers_only {
        let message = "error: this puzzle is not lowered to exact cover, so it has no embeddings";
        return Err(Error::Input(message.into()));
    }
    let facts = facts(puzzle)?;
    let mut out = output::writer(None)?;
    let mut numbers = puzzle.description().numbers();
    numbers.extend(facts.fields);
    page(show, puzzle, facts.figures, numbers, &mut out)?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// What a puzzle tells of itself without a search.
fn facts(puzzle: &Puzzle) -> Result<Told, Failure> {
    if !puzzle.family().questions.contains(&Question::Facts) {
        return Ok(Told::default());
    }
    let ask = Ask::new(Question::Facts);
    let answer = puzzle.ask(&ask, &Run::default(), &mut Ignore)?;
    Ok(puzzle.description().tell(&ask, &answer, TextOptions::default()))
}

fn cover(show: &Show, puzzle: &Puzzle, covering: &dyn Covering) -> Result<Exit, Error> {
    let mut ask = Ask::default();
    if let Some(restrict) = &show.restrict {
        ask.choices.set("restrict", restrict);
    }
    let (cover, _) = puzzle.lowered_cover(&ask)?;
    if show.fits || show.footprint.is_some() || show.prices.is_some() {
        return super::values::run(puzzle, covering, &cover, show);
    }
    let mut out = output::writer(None)?;
    if show.embeddings {
        embeddings(covering, &cover, show, &mut out)?;
    } else if show.emit.is_some() {
        write!(out, "{}", cover.puzzle)?;
    } else {
        let per_piece = per_piece(covering, &cover);
        let more = figures(puzzle, &cover, &per_piece);
        let mut all = puzzle.description().numbers();
        all.extend(numbers(puzzle, &cover, per_piece));
        page(show, puzzle, more, all, &mut out)?;
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
    figures.push(("symmetries".into(), symmetries(puzzle, cover).words));
    figures
}

/// The symmetries: how many there are, by how many generators, and in words.
struct Symmetric {
    order: BigUint,
    generators: usize,
    origin: Origin,
    words: String,
}

fn symmetries(puzzle: &Puzzle, cover: &Cover) -> Symmetric {
    // A restriction takes embeddings away, not symmetries of the box.
    let full = puzzle.cover().unwrap_or(cover);
    let group = &full.symmetries;
    let by = |generators: usize| match generators {
        1 => "by 1 generator".to_owned(),
        n => format!("by {n} generators"),
    };
    if !group.origin().is_own() {
        let found = Automorphisms::find(&full.puzzle, Automorphisms::STEPS_A_SECOND);
        let (order, generators) = (found.order(), found.generators().len());
        let words = match (found.is_complete(), generators) {
            (true, 0) => "none".into(),
            (true, n) => format!("{order}, found in the exact cover, {}", by(n)),
            (false, n) => format!("at least {order}, found in the exact cover, {}", by(n)),
        };
        return Symmetric { order, generators, origin: Origin::Found, words };
    }
    let (order, generators) = (group.order(), group.generators().len());
    let mut words = match (group.origin(), order) {
        (_, 1) => "none".into(),
        (Origin::Graph, _) => format!("{order}, of the graph, {}", by(generators)),
        _ => format!("{order} ({} without reflection), {}", group.turns(), by(generators)),
    };
    if !group.is_complete() {
        words.push_str(", and more than can be listed");
    }
    Symmetric { order: order.into(), generators, origin: group.origin(), words }
}

/// The same for programs.
fn numbers(puzzle: &Puzzle, cover: &Cover, per_piece: Vec<(String, usize)>) -> Map<String, Json> {
    let each: Map<String, Json> =
        per_piece.into_iter().map(|(piece, count)| (piece, count.into())).collect();
    // More than a program can hold are written as a text.
    let Symmetric { order, generators, origin, .. } = symmetries(puzzle, cover);
    let symmetries = u64::try_from(&order).map_or(json!(order.to_string()), Json::from);
    [
        ("aspects", json!(cover.puzzle.aspects().len())),
        ("embeddings", json!(cover.puzzle.embedding_count())),
        ("total_size", json!(cover.puzzle.total_size())),
        ("embeddings_per_piece", Json::Object(each)),
        ("symmetries", symmetries),
        ("symmetry_generators", generators.into()),
        ("symmetry_origin", origin.name().into()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

/// What every puzzle has to show: its figures, those its form adds, and a drawing; or all of it
/// as one JSON object.
fn page(
    show: &Show,
    puzzle: &Puzzle,
    more: Vec<(String, String)>,
    numbers: Map<String, Json>,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let description = puzzle.description();
    let known = description.known();
    if show.json {
        let figures: Map<String, Json> =
            description.figures().into_iter().map(|(what, value)| (what, value.into())).collect();
        let mut json = json!({
            "schema": 1,
            "puzzle": puzzle.source_name(),
            "family": description.family(),
            "title": puzzle.title(),
        });
        for (name, value) in numbers {
            json[name] = value;
        }
        json["figures"] = Json::Object(figures);
        json["known"] = json!({
            "solutions": known.solutions.as_ref().map(ToString::to_string),
            "up_to_symmetry": known.classes.as_ref().map(ToString::to_string),
            "source": known.source,
        });
        json["impossible"] = description.impossible().into();
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
    writeln!(out, "{}", puzzle.title())?;
    for (what, value) in figures {
        writeln!(out, "  {what:<22} {value}")?;
    }
    let options = output::text_options(&show.color, false);
    let drawing = description.print(options);
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
