//! The rules of the game, checked without the abstract puzzle: every piece keeps its shape, lies
//! in the box, overlaps no other, and the box is full.

use puzzle_lattice::Shape;

use super::{Piece, Placement, Written};

/// Whether these placements solve the puzzle, and if not, why not.
pub(super) fn check(written: &Written, placements: &[&Placement]) -> Result<(), String> {
    let (grid, region) = (written.grid.as_ref(), &written.region);
    let mut owner: Vec<Option<usize>> = vec![None; region.len()];
    let mut used = vec![0_u32; written.pieces.len()];
    for placement in placements {
        let piece = &written.pieces[placement.piece];
        used[placement.piece] += 1;
        keeps_its_shape(written, piece, placement)?;
        for &cell in &placement.cells {
            let name = &written.cell_names[cell as usize];
            if let Some(other) = owner[cell as usize].replace(placement.piece) {
                let other = &written.pieces[other].name;
                return Err(format!("pieces {other} and {} overlap on cell {name}", piece.name));
            }
        }
        let at_edge = |&cell: &u32| region.is_at_boundary(grid, region.cells()[cell as usize]);
        if piece.must_touch_boundary && !placement.cells.iter().any(at_edge) {
            return Err(format!("piece {} does not touch the boundary", piece.name));
        }
        let kept =
            piece.only.as_ref().is_none_or(|only| only.binary_search(&placement.cells).is_ok());
        if !kept || piece.forbidden.binary_search(&placement.cells).is_ok() {
            return Err(format!("piece {} lies where it must not", piece.name));
        }
    }
    if let Some(cell) = owner.iter().position(Option::is_none) {
        return Err(format!("cell {} is empty", written.cell_names[cell]));
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
    let cells = placement.cells.iter().map(|&cell| region.cells()[cell as usize]);
    let shape = Shape::new(grid, cells);
    let same = match &piece.orientations {
        Some(kept) => kept.contains(&shape),
        // Vertices of a graph are compared by the graph they induce, everything else by moving.
        None => {
            grid.canonical(&shape, piece.motions) == grid.canonical(&piece.shape, piece.motions)
        }
    };
    if same { Ok(()) } else { Err(format!("piece {} has lost its shape", piece.name)) }
}
