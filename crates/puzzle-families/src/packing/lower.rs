//! From pieces and a box to aspects and embeddings (document 000 §2.2).
//!
//! Aspects are the cells in reading order, then the pieces in the order of the file. Embeddings
//! are numbered as in Figure 4: by piece, then by cells. A set of identical pieces whose number
//! the area forces needs no aspect, nor does a piece that may be used any number of times.
//!
//! A symmetry of the box is a symmetry of the puzzle if it carries the placements of every piece
//! onto those of one piece with the same demand, perhaps its mirror image, and optional cells onto
//! optional ones.

use puzzle_core::{
    AbstractPuzzle, AspectId, Budget, Cover, Demand, Diagnostic, Order, Permutation, Problem,
    PuzzleBuilder, Symmetries, Symmetry,
};
use puzzle_lattice::{RegionSymmetry, Shape};
use rustc_hash::FxHashMap;

use super::place::{self, Place};
use super::{Count, MOST_PLACEMENTS, Packing, Paint, Piece, Placement, Written, area, parity};
use crate::limits::look;

/// Lowers a description within a budget; the second part are warnings.
pub(crate) fn lower(
    mut written: Written,
    budget: &Budget,
) -> Result<(Packing, Vec<Diagnostic>), Diagnostic> {
    add_holes(&mut written);
    let mut placements: Vec<Placement> = Vec::new();
    let mut starts = vec![0];
    let mut warnings = Vec::new();
    for (number, piece) in written.pieces.iter().enumerate() {
        look(budget)?;
        let found = place::places(&written, piece)?;
        if found.is_empty() {
            let message = format!("piece `{}` fits nowhere in the box", piece.name);
            if piece.count.min > 0 {
                return Err(Diagnostic::error(message).at(piece.span.clone()).hint(
                    "compare its drawing with the box; `moves` and constraints count as well",
                ));
            }
            warnings.push(Diagnostic::warning(message).at(piece.span.clone()));
        }
        if placements.len() + found.len() > MOST_PLACEMENTS {
            let message = format!("the pieces have over {MOST_PLACEMENTS} placements together");
            return Err(Diagnostic::error(message).at(piece.span.clone()));
        }
        let placement = |(cells, paints)| Placement { piece: number, cells, paints };
        placements.extend(found.into_iter().map(placement));
        starts.push(placements.len());
    }
    if placements.is_empty() {
        let span = written.pieces.first().map_or(0..0, |piece| piece.span.clone());
        return Err(Diagnostic::error("no piece fits into the box").at(span));
    }
    let impossible = area::impossible(&written);
    look(budget)?;
    let aspects = aspect_names(&written, impossible.is_some());
    let (puzzle, piece_aspects) = abstract_puzzle(&written, &placements, &aspects)?;
    look(budget)?;
    let impossible = impossible
        .or_else(|| parity::impossible(&written, &placements))
        .or_else(|| area::unfillable_part(&written, &placements))
        .or_else(|| puzzle.obstacle());
    let lists: Vec<Listed<'_>> =
        starts.windows(2).map(|pair| Listed::of(&placements[pair[0]..pair[1]])).collect();
    look(budget)?;
    let group = written.grid.region_symmetries(&written.region);
    let mut elements = Vec::new();
    for symmetry in &group.elements {
        elements.extend(extend(symmetry, &written, &lists, &starts, &piece_aspects, budget)?);
    }
    let mut symmetries = Symmetries::from_elements(&puzzle, elements);
    if !group.complete {
        symmetries = symmetries.incomplete();
    }
    let pieces: Vec<AspectId> = piece_aspects.iter().copied().flatten().collect();
    let pieces_first = Order::from_prefix("pieces-first", &puzzle, &pieces);
    let orders = vec![short_side_first(&written, &puzzle), pieces_first];
    let problem = Problem::Cover(Cover { puzzle, symmetries, orders });
    Ok((Packing { written, placements, aspects, problem, impossible }, warnings))
}

/// Where the number of empty cells is bounded and not given by the pieces, a single cell that stands
/// for a hole joins the pieces, and every cell must be covered.
fn add_holes(written: &mut Written) {
    let exact = |piece: &Piece| piece.count.max == Some(piece.count.min);
    let area = written.pieces.iter().map(|p| p.shape.len() as u64 * u64::from(p.count.min));
    let given = written.pieces.iter().all(exact) && area.sum::<u64>() >= written.room().0;
    let Some(most) = written.max_holes.filter(|&most| most > 0 && !given) else { return };
    let Some(&cell) = written.region.cells().first() else { return };
    let mut name = "hole".to_owned();
    while written.pieces.iter().any(|piece| piece.name == name) {
        name.push('\'');
    }
    let shape = Shape::new(written.grid.as_ref(), [cell]);
    let motions = puzzle_lattice::Motions::RotateReflect;
    let count = Count { min: 0, max: Some(most) };
    written.pieces.push(Piece { count, is_hole: true, ..Piece::plain(name, shape, motions) });
}

/// The name of each piece's aspect, unless it needs none.
fn aspect_names(written: &Written, impossible: bool) -> Vec<Option<String>> {
    let mut taken: rustc_hash::FxHashSet<String> = written.cell_names.iter().cloned().collect();
    let mut names = Vec::new();
    let mut one_is_forced = false;
    for (number, piece) in written.pieces.iter().enumerate() {
        let count = piece.count;
        // As many as fit anyway is as good as any number.
        let fit = written.region.len() / piece.shape.len().max(1);
        let free = count.min == 0 && count.max.is_none_or(|max| max as usize >= fit);
        let is_set = count.max == Some(count.min) && count.min > 1;
        // The area forces one number only as long as all others are kept to theirs. A piece that
        // a reflection may exchange with another keeps its aspect, so that both have one.
        let has_twin = written.pieces.iter().enumerate().any(|(other, p)| {
            other != number && p.count == count && p.shape.len() == piece.shape.len()
        });
        let forced = is_set
            && !impossible
            && !one_is_forced
            && !has_twin
            && area::forced(written, number) == Some(count.min.into());
        one_is_forced |= forced;
        if free || forced {
            names.push(None);
            continue;
        }
        let mut name = piece.name.clone();
        while !taken.insert(name.clone()) {
            name.insert(0, 'p');
        }
        names.push(Some(name));
    }
    names
}

type Lowered = (AbstractPuzzle, Vec<Option<AspectId>>);

fn abstract_puzzle(
    written: &Written,
    placements: &[Placement],
    aspects: &[Option<String>],
) -> Result<Lowered, Diagnostic> {
    let mut builder = PuzzleBuilder::new();
    let filled = written.max_holes == Some(0) || written.pieces.iter().any(|piece| piece.is_hole);
    for (name, &optional) in written.cell_names.iter().zip(&written.optional) {
        builder.aspect(name, if optional && !filled { Demand::AtMostOne } else { Demand::One });
    }
    let mut piece_aspects = Vec::new();
    for (piece, name) in written.pieces.iter().zip(aspects) {
        let most = piece.count.max.unwrap_or(u32::MAX);
        let demand = Demand::between(piece.count.min, most);
        piece_aspects.push(name.as_ref().map(|name| builder.aspect(name, demand)));
    }
    for placement in placements {
        let cells = placement.cells.iter().map(|&cell| AspectId(cell));
        let e = builder.embedding(cells.chain(piece_aspects[placement.piece]));
        builder.cost(e, written.pieces[placement.piece].weight);
    }
    let puzzle = builder.build().map_err(|error| Diagnostic::error(error.to_string()))?;
    Ok((puzzle, piece_aspects))
}

/// The placements of a piece, and where each stands among them.
struct Listed<'a> {
    placements: &'a [Placement],
    by_place: FxHashMap<(&'a [u32], &'a [Paint]), usize>,
}

impl<'a> Listed<'a> {
    fn of(placements: &'a [Placement]) -> Self {
        let numbered = placements.iter().enumerate();
        let by_place = numbered.map(|(i, p)| ((&p.cells[..], &p.paints[..]), i)).collect();
        Listed { placements, by_place }
    }

    /// Where these stand, if all are there.
    fn find_all(&self, places: &[Place]) -> Option<Vec<usize>> {
        let find = |(cells, paints): &Place| self.by_place.get(&(&cells[..], &paints[..])).copied();
        places.iter().map(find).collect()
    }
}

/// The symmetry of the puzzle that a symmetry of the box brings about, if it does.
fn extend(
    symmetry: &RegionSymmetry,
    written: &Written,
    lists: &[Listed<'_>],
    starts: &[usize],
    piece_aspects: &[Option<AspectId>],
    budget: &Budget,
) -> Result<Option<Symmetry>, Diagnostic> {
    let pieces = written.pieces.len();
    let keeps =
        |(cell, image): (usize, &u32)| written.optional[cell] == written.optional[*image as usize];
    if !symmetry.cells.iter().enumerate().all(keeps) {
        return Ok(None);
    }
    let mut taken = vec![false; pieces];
    let mut embeddings = Vec::with_capacity(starts.last().copied().unwrap_or(0));
    let mut aspects = symmetry.cells.clone();
    for piece in 0..pieces {
        look(budget)?;
        let images: Vec<Place> =
            lists[piece].placements.iter().map(|placement| image(symmetry, placement)).collect();
        let alike = |&other: &usize| {
            let (p, q) = (&written.pieces[piece], &written.pieces[other]);
            !taken[other]
                && p.shape.len() == q.shape.len()
                && p.count == q.count
                && p.weight == q.weight
                && piece_aspects[piece].is_some() == piece_aspects[other].is_some()
                && lists[piece].placements.len() == lists[other].placements.len()
        };
        // The piece itself where possible, else a mirror image.
        let candidates = std::iter::once(piece).chain((0..pieces).filter(|&other| other != piece));
        let found = candidates
            .filter(alike)
            .find_map(|other| Some((other, lists[other].find_all(&images)?)));
        let Some((partner, targets)) = found else { return Ok(None) };
        taken[partner] = true;
        embeddings.extend(targets.into_iter().map(|place| (starts[partner] + place) as u32));
        if let Some(AspectId(aspect)) = piece_aspects[partner] {
            aspects.push(aspect);
        }
    }
    let (aspects, embeddings) = (Permutation::new(aspects), Permutation::new(embeddings));
    let symmetry =
        |(aspects, embeddings)| Symmetry { aspects, embeddings, proper: symmetry.proper };
    Ok(aspects.zip(embeddings).map(symmetry))
}

/// Where a placement goes; its colours go with it.
fn image(symmetry: &RegionSymmetry, placement: &Placement) -> Place {
    let moved = placement.cells.iter().map(|&cell| symmetry.cells[cell as usize]);
    if placement.paints.is_empty() {
        let mut cells: Vec<u32> = moved.collect();
        cells.sort_unstable();
        return (cells, Vec::new());
    }
    let mut painted: Vec<(u32, Paint)> = moved.zip(placement.paints.iter().copied()).collect();
    painted.sort_unstable();
    painted.into_iter().unzip()
}

/// Cells along the short sides first, so that the frontier stays narrow (slides 004); the pieces
/// follow.
fn short_side_first(written: &Written, puzzle: &AbstractPuzzle) -> Order {
    let key = |&cell| {
        let (layer, row, column) = written.grid.reading_key(cell);
        [layer, row, column]
    };
    let keys: Vec<[i32; 3]> = written.region.cells().iter().map(key).collect();
    let extent = |axis: usize| {
        let coordinates = keys.iter().map(|key| i64::from(key[axis]));
        coordinates.clone().max().unwrap_or(0) - coordinates.min().unwrap_or(0)
    };
    let mut axes = [0, 1, 2];
    axes.sort_by_key(|&axis| std::cmp::Reverse(extent(axis)));
    let mut cells: Vec<AspectId> = (0..keys.len()).map(AspectId::new).collect();
    cells.sort_by_key(|a| axes.map(|axis| keys[a.index()][axis]));
    Order::from_prefix("short-side", puzzle, &cells)
}
