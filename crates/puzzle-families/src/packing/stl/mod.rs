//! Pieces for a 3D printer: STL files, binary, in millimetres.
//!
//! `mesh` finds the surface of a piece, a little smaller than it is drawn and with its edges cut off; this file
//! lays pieces side by side and writes triangles. The bytes are those of the format's description: 80 of a
//! header, the number of triangles, and for each its normal, three corners and two bytes of nothing.

mod mesh;

use puzzle_lattice::Cell;

use super::{Packing, Piece};
use crate::{Model, Print};
use mesh::{Mesh, mesh};

/// The kinds of pieces, a model each, or all pieces side by side in one.
pub(super) fn models(packing: &Packing, print: &Print) -> Result<Vec<Model>, String> {
    let written = &packing.written;
    let name = written.grid.name();
    if !matches!(name, "square" | "cube") {
        return Err(format!(
            "pieces on a {name} grid are not written as STL, only cubes and squares"
        ));
    }
    print.check()?;
    let model = |piece: &Piece| {
        let cells = piece.shape.cells().iter().map(|cell| place(&written.grid.reading_key(*cell)));
        let mesh = mesh(&cells.collect::<Vec<_>>(), print);
        let mesh = mesh.map_err(|why| format!("piece {}: {why}", piece.name))?;
        // As often as it is surely used.
        let copies = piece.count.min.max(1);
        Ok(Model { name: piece.name.clone(), copies, bytes: bytes(&[(mesh, 0.0)], &piece.name) })
    };
    match print.together {
        false => written.solid_pieces().map(model).collect(),
        true => together(packing, print).map(|model| vec![model]),
    }
}

/// All pieces in a row, a unit apart.
fn together(packing: &Packing, print: &Print) -> Result<Model, String> {
    let written = &packing.written;
    let mut all = Vec::new();
    let mut at = 0.0;
    for piece in written.solid_pieces() {
        let cells = piece.shape.cells().iter().map(|cell| place(&written.grid.reading_key(*cell)));
        let mesh = mesh(&cells.collect::<Vec<_>>(), print);
        let mesh = mesh.map_err(|why| format!("piece {}: {why}", piece.name))?;
        let width = mesh.corners.iter().map(|corner| corner[0]).fold(0.0, f64::max);
        for _ in 0..piece.count.min.max(1) {
            all.push((mesh.clone(), at));
            at += width + print.unit;
        }
    }
    let name = if written.name.is_empty() { "pieces" } else { &written.name };
    Ok(Model { name: name.into(), copies: 1, bytes: bytes(&all, name) })
}

/// A cell as x, y, z: columns to the right, rows away from the reader, layers upwards.
fn place(&(layer, row, column): &(i32, i32, i32)) -> Cell {
    Cell([column, -row, -layer])
}

/// Surfaces, each moved to the right by so much.
fn bytes(meshes: &[(Mesh, f64)], name: &str) -> Vec<u8> {
    let mut header = [b' '; 80];
    // A text file would begin with the word solid.
    let text = format!("puzzle: {name}");
    header.iter_mut().zip(text.bytes().filter(u8::is_ascii)).for_each(|(to, from)| *to = from);
    let mut bytes = header.to_vec();
    let count: usize = meshes.iter().map(|(mesh, _)| mesh.triangles.len()).sum();
    bytes.extend((count as u32).to_le_bytes());
    for (mesh, right) in meshes {
        for triangle in &mesh.triangles {
            let corners = triangle.map(|corner| mesh.corners[corner as usize]);
            let mut put = |vector: [f64; 3]| {
                vector.iter().for_each(|&x| bytes.extend((x as f32).to_le_bytes()));
            };
            put(mesh::normal(corners));
            corners.iter().for_each(|&[x, y, z]| put([x + right, y, z]));
            bytes.extend([0, 0]);
        }
    }
    bytes
}
