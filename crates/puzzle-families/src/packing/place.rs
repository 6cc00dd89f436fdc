//! Where pieces fit.

use puzzle_core::Diagnostic;
use puzzle_lattice::Motions;

use super::{Paint, Piece, Written};

/// Cells in ascending order, and the piece's colours on them.
pub(crate) type Place = (Vec<u32>, Vec<Paint>);

/// Where a piece may go, sorted.
pub(crate) fn places(written: &Written, piece: &Piece) -> Result<Vec<Place>, Diagnostic> {
    let (grid, region) = (written.grid.as_ref(), &written.region);
    let mut found = match piece.paints.is_empty() {
        true => plain(written, piece)?.into_iter().map(|cells| (cells, Vec::new())).collect(),
        false => coloured(written, piece)?,
    };
    let lies_on = |cells: &Vec<u32>| found.iter().any(|(place, _)| place == cells);
    let mut named = piece.only.iter().flatten().chain(&piece.forbidden);
    if let Some(cells) = named.find(|cells| !lies_on(cells)) {
        let names: Vec<&str> =
            cells.iter().map(|&c| written.cell_names[c as usize].as_str()).collect();
        let message = format!("piece `{}` cannot lie on {}", piece.name, names.join(" "));
        return Err(Diagnostic::error(message).at(piece.span.clone()).hint(
            "`only` and `forbid` list placements as cell numbers; `puzzle show` shows them",
        ));
    }
    if piece.must_touch_boundary {
        let edge: Vec<bool> =
            region.cells().iter().map(|&cell| region.is_at_boundary(grid, cell)).collect();
        found.retain(|(cells, _)| cells.iter().any(|&cell| edge[cell as usize]));
    }
    if let Some(only) = &piece.only {
        found.retain(|(cells, _)| only.binary_search(cells).is_ok());
    }
    found.retain(|(cells, _)| piece.forbidden.binary_search(cells).is_err());
    if piece.is_hole {
        found.retain(|(cells, _)| cells.iter().all(|&cell| written.optional[cell as usize]));
    }
    Ok(found)
}

/// A piece without colours.
fn plain(written: &Written, piece: &Piece) -> Result<Vec<Vec<u32>>, Diagnostic> {
    let (grid, region) = (written.grid.as_ref(), &written.region);
    let find = |shape, motions| {
        grid.placements(shape, motions, region)
            .map_err(|error| Diagnostic::error(error.to_string()).at(piece.span.clone()))
    };
    let Some(shapes) = &piece.orientations else { return find(&piece.shape, piece.motions) };
    let mut all = Vec::new();
    for shape in shapes {
        all.extend(find(shape, Motions::Translate)?);
    }
    all.sort();
    all.dedup();
    Ok(all)
}

/// A piece with colours: only where they agree with the box. Two ways to lie on the same cells with
/// the colours elsewhere are two places.
fn coloured(written: &Written, piece: &Piece) -> Result<Vec<Place>, Diagnostic> {
    let grid = written.grid.as_ref();
    let ordered = grid
        .ordered_placements(&piece.shape, piece.motions, &written.region)
        .map_err(|error| Diagnostic::error(error.to_string()).at(piece.span.clone()))?;
    let mut found: Vec<Place> = Vec::new();
    for cells in ordered {
        let mut painted: Vec<(u32, Paint)> =
            cells.into_iter().zip(piece.paints.iter().copied()).collect();
        if painted.iter().all(|&(cell, paint)| written.agrees(paint, written.paint(cell))) {
            painted.sort_unstable();
            found.push(painted.into_iter().unzip());
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
