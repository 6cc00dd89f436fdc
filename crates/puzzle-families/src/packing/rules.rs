//! The rules of the game, checked without the abstract puzzle: every piece keeps its shape, lies
//! in the box, overlaps no other, goes with the colours below it, and no cell is empty that may not
//! be.

use puzzle_lattice::{Cell, Motions};

use super::{Packing, Paint, Piece, Placement, Written};

/// Whether the embeddings with these numbers solve the puzzle, and if not, why not.
pub(super) fn check_numbers(packing: &Packing, numbers: &[u32]) -> Result<(), String> {
    let get = |&number: &u32| {
        let placement = packing.placements.get(number as usize);
        placement.ok_or_else(|| format!("there is no embedding {number}"))
    };
    let placements: Vec<&Placement> = numbers.iter().map(get).collect::<Result<_, _>>()?;
    check(&packing.written, &placements)
}

/// Whether a placement keeps the rules that are about it alone.
pub(super) fn check_placement(written: &Written, placement: &Placement) -> Result<(), String> {
    let (grid, region) = (written.grid.as_ref(), &written.region);
    let piece = &written.pieces[placement.piece];
    keeps_its_shape(written, piece, placement)?;
    keeps_its_colours(written, piece, placement)?;
    let at_edge = |&cell: &u32| region.is_at_boundary(grid, region.cells()[cell as usize]);
    if piece.must_touch_boundary && !placement.cells.iter().any(at_edge) {
        return Err(format!("piece {} does not touch the boundary", piece.name));
    }
    let kept = piece.only.as_ref().is_none_or(|only| only.binary_search(&placement.cells).is_ok());
    if !kept || piece.forbidden.binary_search(&placement.cells).is_ok() {
        return Err(format!("piece {} lies where it must not", piece.name));
    }
    Ok(())
}

/// Whether these placements solve the puzzle, and if not, why not.
fn check(written: &Written, placements: &[&Placement]) -> Result<(), String> {
    let mut owner: Vec<Option<usize>> = vec![None; written.region.len()];
    let mut used = vec![0_u32; written.pieces.len()];
    for placement in placements {
        let piece = &written.pieces[placement.piece];
        used[placement.piece] += 1;
        if piece.is_hole {
            continue;
        }
        check_placement(written, placement)?;
        for &cell in &placement.cells {
            let name = &written.cell_names[cell as usize];
            if let Some(other) = owner[cell as usize].replace(placement.piece) {
                let other = &written.pieces[other].name;
                return Err(format!("pieces {other} and {} overlap on cell {name}", piece.name));
            }
        }
    }
    let empty: Vec<usize> = (0..owner.len()).filter(|&cell| owner[cell].is_none()).collect();
    if let Some(&cell) = empty.iter().find(|&&cell| !written.optional[cell]) {
        return Err(format!("cell {} is empty", written.cell_names[cell]));
    }
    if written.max_holes.is_some_and(|most| empty.len() > most as usize) {
        return Err(format!("{} cells are empty", empty.len()));
    }
    for (piece, &used) in written.pieces.iter().zip(&used) {
        if used < piece.count.min || piece.count.max.is_some_and(|max| used > max) {
            return Err(format!("piece {} is used {used} times", piece.name));
        }
    }
    Ok(())
}

fn keeps_its_shape(written: &Written, piece: &Piece, placement: &Placement) -> Result<(), String> {
    let (grid, region) = (written.grid.as_ref(), &written.region);
    let cells: Vec<Cell> =
        placement.cells.iter().map(|&cell| region.cells()[cell as usize]).collect();
    let same = match &piece.orientations {
        Some(kept) => kept.iter().any(|shape| grid.lies_on(shape, Motions::Translate, &cells)),
        // Vertices of a graph are compared by the graph they induce, everything else by moving.
        None => grid.lies_on(&piece.shape, piece.motions, &cells),
    };
    if same { Ok(()) } else { Err(format!("piece {} has lost its shape", piece.name)) }
}

/// The colours lie where a motion of the piece puts them, on cells they go with.
fn keeps_its_colours(
    written: &Written,
    piece: &Piece,
    placement: &Placement,
) -> Result<(), String> {
    if piece.paints.is_empty() {
        return Ok(());
    }
    let (grid, region) = (written.grid.as_ref(), &written.region);
    let lies = |cell: u32, paint: Paint| written.agrees(paint, written.paint(cell));
    let mut painted: Vec<(Cell, Paint)> = Vec::new();
    for (&cell, &paint) in placement.cells.iter().zip(&placement.paints) {
        if !lies(cell, paint) {
            let name = &written.cell_names[cell as usize];
            return Err(format!("piece {} has the wrong colour on cell {name}", piece.name));
        }
        painted.push((region.cells()[cell as usize], paint));
    }
    let moved = grid.images(&piece.shape, piece.motions).into_iter().any(|image| {
        let mut image: Vec<(Cell, Paint)> =
            image.into_iter().zip(piece.paints.iter().copied()).collect();
        image.sort_unstable();
        same_up_to_translation(&image, &painted)
    });
    if moved { Ok(()) } else { Err(format!("piece {} has lost its colours", piece.name)) }
}

/// Translation keeps the order of cells, so both lists are compared place by place.
fn same_up_to_translation(a: &[(Cell, Paint)], b: &[(Cell, Paint)]) -> bool {
    let mut b = b.to_vec();
    b.sort_unstable();
    let (Some((first, _)), Some((other, _))) = (a.first(), b.first()) else { return false };
    let by = other.minus(*first);
    a.len() == b.len() && a.iter().zip(&b).all(|(p, q)| (p.0.plus(by), p.1) == *q)
}
