//! BurrTools' puzzles: `.xmpuzzle` files, read as packing puzzles and written from them.
//!
//! `file` reads what the XML says, this file understands it as a packing puzzle, `write` goes the other way. A file may hold several problems; `name.xmpuzzle#2`
//! or `name.xmpuzzle#title` selects one.
//!
//! How the grids map: bricks are cubes with x along a row, y down the rows and z through the layers;
//! in a layer of prisms y runs upwards, so that the triangles point the right way; spheres have
//! BurrTools' own coordinates.

mod file;
mod solved;
mod stored;
#[cfg(test)]
mod tests;
pub(crate) mod turns;
mod write;

use std::borrow::Cow;

use puzzle_core::{Diagnostic, Span, is_unprintable};
use puzzle_lattice::{Cell, Grid, Region, Shape};

pub(crate) use stored::{REMOVED, StoredSeparation};
pub(crate) use write::{write, write_solved};

use crate::packing::{self, Count, LARGEST_BOX, Piece, StoredSolution, Written};
use crate::{Family, Known, Reading, Several, Source, nearest};

/// The longest side of a shape.
const LARGEST_SIDE: u32 = 10_000;

/// The grids of BurrTools by number: what they are called there, and ours.
const GRIDS: [(&str, Option<&str>); 5] = [
    ("bricks", Some("cube")),
    ("triangular prisms", Some("prism")),
    ("spheres", Some("sphere")),
    ("rhombic tetrahedra", None),
    ("tetrahedra and octahedra", None),
];

/// The largest file, unpacked. Real ones, solutions included, are a few megabytes.
pub(crate) const LARGEST_FILE: usize = 16 << 20;

const CONVENTION: &str = "every assembly is counted, turned and mirrored ones apart; BurrTools \
                          counts turned ones once, as --up-to turns does";

/// The family.
pub static FAMILY: Family = Family {
    name: "burrtools",
    about: "packing puzzles of BurrTools (.xmpuzzle): bricks, triangular prisms, spheres",
    endings: &[".xmpuzzle"],
    largest: LARGEST_FILE,
    questions: packing::QUESTIONS,
    tables: packing::TABLES,
    documents: false,
    looks_like,
    several: |source| match file::parse(&text(source)) {
        Ok(file) => Several::Shared(file.problems.len()),
        Err(_) => Several::One,
    },
    ..Family::read_by(read)
};

fn looks_like(source: &Source) -> bool {
    let text = source.text.trim_start();
    let xml = text.starts_with("<?xml") || text.starts_with("<puzzle");
    FAMILY.is_named(source) || (xml && (text.contains("<voxel") || text.contains("<gridType")))
}

/// The text of a file. Old files have names in other encodings; names do not matter here.
fn text(source: &Source) -> Cow<'_, str> {
    match &source.binary {
        Some(bytes) => String::from_utf8_lossy(bytes),
        None => source.text.as_str().into(),
    }
}

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let xml = text(source);
    let wanted = source.name.split_once('#').map(|(_, wanted)| wanted);
    let (written, warnings) = understand(&file::parse(&xml)?, wanted)?;
    let (packing, more) = packing::lower(written, &source.budget)?;
    let warnings = warnings.into_iter().chain(more).collect();
    Ok(Reading { puzzle: Box::new(packing), warnings })
}

/// One problem of a file as a packing puzzle; the second part are warnings.
fn understand(
    file: &file::File,
    wanted: Option<&str>,
) -> Result<(Written, Vec<Diagnostic>), Diagnostic> {
    let grid = grid(file)?;
    let (number, problem) = select(file, wanted)?;
    let mut warnings = Vec::new();
    if file.problems.len() > 1 && wanted.is_none() {
        let all = file.problems.iter().zip(1..).map(|(p, n)| format!("#{n} {}", p.name));
        let message = format!("the file has {} problems; the first is taken", file.problems.len());
        let all: Vec<String> = all.map(|line| printable(line.trim())).collect();
        let hint = format!("name another after the file: {}", all.join(", "));
        warnings.push(Diagnostic::warning(message).at(problem.span.clone()).hint(hint));
    }
    let result = problem.result.and_then(|id| file.shapes.get(id)).ok_or_else(|| {
        Diagnostic::error(format!("problem {number} has no result shape")).at(problem.span.clone())
    })?;
    if result.voxels.is_empty() || result.voxels.len() > LARGEST_BOX {
        let message = match result.voxels.len() {
            0 => "the result shape is empty".to_owned(),
            _ => format!("the result shape has over {LARGEST_BOX} voxels"),
        };
        return Err(Diagnostic::error(message).at(result.span.clone()));
    }
    let coloured = cells(grid.as_ref(), result)?;
    let region = Region::new(grid.as_ref(), coloured.iter().map(|(cell, _)| *cell));
    let mut optional = vec![false; region.len()];
    let mut paints = vec![0; region.len()];
    for (cell, voxel) in &coloured {
        let number = region.index(*cell).map_or(0, |number| number as usize);
        (optional[number], paints[number]) = (voxel.variable, voxel.colour);
    }
    let pieces = pieces(file, problem, grid.as_ref())?;
    let is_cube = grid.name() == "cube";
    let used = pieces.iter().flat_map(|piece| &piece.paints).chain(&paints).copied().max();
    let colours = used.unwrap_or(0).max(file.colours).min(63);
    // BurrTools ignores colours while the file defines none.
    let all = (1..=colours).flat_map(|piece| (1..=colours).map(move |cell| (piece, cell)));
    let mut pairs = if file.colours == 0 { all.collect() } else { problem.pairs.clone() };
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|&(piece, cell)| piece <= colours && cell <= colours);
    if paints.iter().all(|&paint| paint == 0) {
        paints = Vec::new();
    }
    let max_holes = problem.max_holes.filter(|_| optional.contains(&true));
    let written = Written {
        name: printable(&problem.name),
        cell_names: (0..region.len()).map(|cell| cell.to_string()).collect(),
        grid,
        region,
        optional,
        max_holes,
        paints,
        colour_names: (1..=colours).map(colour_name).collect(),
        pairs,
        pieces,
        known: Known::default(),
        restrict: None,
        stored: if is_cube { stored_solutions(file, problem)? } else { Vec::new() },
        family: FAMILY.name,
        convention: Some(CONVENTION.into()),
    };
    Ok((written, warnings))
}

fn grid(file: &file::File) -> Result<Box<dyn Grid>, Diagnostic> {
    let known = GRIDS.get(file.grid as usize);
    if let Some(grid) = known.and_then(|(_, ours)| puzzle_lattice::by_name((*ours)?)) {
        return Ok(grid);
    }
    let name = known.map_or("unknown", |(name, _)| name);
    let message = format!("grid type {} ({name}) is not supported", file.grid);
    let taken: Vec<String> = (0..)
        .zip(GRIDS)
        .filter_map(|(number, (name, ours))| ours.map(|_| format!("{number} ({name})")))
        .collect();
    Err(Diagnostic::error(message)
        .at(file.grid_span.clone())
        .hint(format!(
            "supported are {}; the puzzle as items and options, a placement a line, can be read (.dlx), and \
             so can a graph of its cells",
            taken.join(", ")
        )))
}

/// The problem that is asked for, by number from 1 or by name, or else the first.
fn select<'a>(
    file: &'a file::File,
    wanted: Option<&str>,
) -> Result<(usize, &'a file::Problem), Diagnostic> {
    let Some(first) = file.problems.first() else {
        return Err(Diagnostic::error("the file has no problem, only shapes")
            .hint("define a problem in BurrTools: pieces and a result shape"));
    };
    let Some(wanted) = wanted else { return Ok((1, first)) };
    let by_number = wanted.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let place = by_number
        .filter(|&place| place < file.problems.len())
        .or_else(|| file.problems.iter().position(|problem| problem.name == wanted));
    match place {
        Some(place) => Ok((place + 1, &file.problems[place])),
        None => {
            let message = format!("there is no problem `{wanted}` in the file");
            let count = file.problems.len();
            let names = file.problems.iter().map(|problem| problem.name.as_str());
            let near = nearest::names(wanted, names);
            let near = near.first().map_or(String::new(), |near| format!(", or `{near}`"));
            Err(Diagnostic::error(message).hint(format!("a number from 1 to {count}{near}")))
        }
    }
}

/// The cells of a shape with its voxels.
fn cells(grid: &dyn Grid, shape: &file::Shape) -> Result<Vec<(Cell, file::Voxel)>, Diagnostic> {
    let cell = |voxel: &file::Voxel| {
        let [x, y, z] = voxel.place;
        let cell = match grid.name() {
            "cube" => grid.cell_at(z, y, x),
            "prism" => grid.cell_at(z, -y, x),
            _ => Cell([x, y, z]),
        };
        if grid.has(cell) {
            return Ok((cell, *voxel));
        }
        let message = format!("there is no place for a voxel at {x}, {y}, {z}");
        Err(Diagnostic::error(message)
            .at(shape.span.clone())
            .hint("on the sphere grid the sum of the coordinates is even"))
    };
    shape.voxels.iter().map(cell).collect()
}

fn pieces(
    file: &file::File,
    problem: &file::Problem,
    grid: &dyn Grid,
) -> Result<Vec<Piece>, Diagnostic> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut voxels = 0;
    for line in problem.pieces.iter().filter(|line| line.max > 0) {
        let shape = &file.shapes[line.shape];
        let error = |what: &str, span: &Span| {
            Diagnostic::error(format!("shape S{} {what}", line.shape + 1)).at(span.clone())
        };
        if shape.voxels.is_empty() {
            return Err(error("is used as a piece, but is empty", &shape.span));
        }
        if shape.voxels.iter().any(|voxel| voxel.variable) {
            return Err(error("is used as a piece, but has variable voxels", &shape.span)
                .hint("only the result may have voxels that stay empty"));
        }
        voxels += shape.voxels.len();
        if pieces.len() >= packing::MOST_PIECES || voxels > 1 << 20 {
            return Err(error("is one piece too many", &line.span));
        }
        let mut painted: Vec<(Cell, u32)> =
            cells(grid, shape)?.into_iter().map(|(cell, voxel)| (cell, voxel.colour)).collect();
        painted.sort_unstable();
        let coloured = painted.iter().any(|(_, paint)| *paint > 0);
        let (cells, paints): (Vec<Cell>, Vec<u32>) = painted.into_iter().unzip();
        let name = piece_name(&shape.name, line.shape, &pieces);
        let plain = Piece::plain(name, Shape::new(grid, cells), grid.default_motions());
        pieces.push(Piece {
            paints: if coloured { paints } else { Vec::new() },
            count: Count { min: line.min, max: Some(line.max) },
            heft: shape.weight,
            groups: line.groups.iter().map(|(g, most)| (g.to_string(), *most)).collect(),
            span: line.span.clone(),
            ..plain
        });
    }
    match pieces.is_empty() {
        true => Err(Diagnostic::error("the problem has no pieces").at(problem.span.clone())),
        false => Ok(pieces),
    }
}

/// The solutions that are stored with a problem on bricks.
fn stored_solutions(
    file: &file::File,
    problem: &file::Problem,
) -> Result<Vec<StoredSolution>, Diagnostic> {
    let lines = problem.pieces.iter().filter(|line| line.max > 0);
    let entries = lines
        .enumerate()
        .flat_map(|(piece, line)| std::iter::repeat_n((piece, line), line.max as usize));
    let mut all = Vec::new();
    for stored in &problem.stored {
        let mut used = Vec::new();
        let mut entries = entries.clone();
        for entry in &stored.pieces {
            let Some((piece, line)) = entries.next() else {
                let found = stored.pieces.len();
                let message = format!("the solution has {found} pieces, the problem fewer");
                return Err(Diagnostic::error(message).at(stored.span.clone()));
            };
            let Some((at, turn)) = entry else { continue };
            let shape = &file.shapes[line.shape];
            let cell = |voxel: &file::Voxel| {
                let from = std::array::from_fn(|i| voxel.place[i] - shape.hotspot[i]);
                let [x, y, z] = turns::turn(*turn, from);
                Cell([z + at[2], y + at[1], x + at[0]])
            };
            used.push((piece, *at, shape.voxels.iter().map(cell).collect()));
        }
        let (separation, info) = (stored.separation.clone(), stored.info.clone());
        all.push(StoredSolution { pieces: used, separation, info });
    }
    Ok(all)
}

/// The shape's own name, or its number as BurrTools shows it, made fit for ours.
fn piece_name(given: &str, number: usize, before: &[Piece]) -> String {
    let bad = |c: char| c.is_whitespace() || c == ',' || c == '=' || is_unprintable(c);
    let mut name: String =
        given.trim().chars().take(38).map(|c| if bad(c) { '_' } else { c }).collect();
    if name.is_empty() {
        name = format!("S{}", number + 1);
    }
    let mut unique = name.clone();
    let mut copy = 1;
    while before.iter().any(|piece| piece.name == unique) {
        copy += 1;
        unique = format!("{name}.{copy}");
    }
    unique
}

/// One character for each of 63 colours: digits, letters, and two more.
fn colour_name(colour: u32) -> String {
    let letters = ('1'..='9').chain('a'..='z').chain('A'..='Z').chain(['ä', 'ö']);
    letters.into_iter().nth(colour as usize - 1).map(String::from).unwrap_or_default()
}

fn printable(text: &str) -> String {
    text.chars().filter(|&c| !is_unprintable(c)).take(200).collect()
}
