//! A packing puzzle as an `.xmpuzzle` file (version 2, not compressed: BurrTools reads both).
//!
//! Flat squares and triangles become one layer of bricks or prisms: turning a piece over is a
//! rotation in space. What BurrTools has no words for is refused, never dropped.

use std::fmt::Write as _;

use puzzle_lattice::{Cell, Motions};

use super::solved::{self, Solved};
use crate::packing::{Piece, Written};

/// The text, or what cannot be written.
pub(crate) fn write(written: &Written) -> Result<String, String> {
    write_solved(written, &[])
}

/// The same with solutions, the pieces of each in their order.
pub(crate) fn write_solved(written: &Written, solutions: &[Solved]) -> Result<String, String> {
    let grid = written.grid.as_ref();
    let (number, motions) = match grid.name() {
        "square" => (0, Motions::RotateReflect),
        "cube" => (0, Motions::Rotate),
        "triangle" => (1, Motions::RotateReflect),
        "prism" => (1, Motions::Rotate),
        "sphere" => (2, Motions::Rotate),
        other => return Err(format!("BurrTools has no {other} grid")),
    };
    for piece in written.solid_pieces() {
        expressible(piece, motions)?;
    }
    let mut xml = String::from("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n");
    let _ = writeln!(xml, "<gridType type=\"{number}\"/>");
    xml.push_str("<colors>\n");
    for colour in 0..written.colour_names.len() {
        // Any colours will do; these are far enough apart.
        let [red, green, blue] = [97, 59, 173].map(|step| (colour + 1) * step % 256);
        let _ = writeln!(xml, "<color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>");
    }
    xml.push_str("</colors>\n<shapes>\n");
    let pieces: Vec<&Piece> = written.solid_pieces().collect();
    for piece in &pieces {
        let paint = |cell: usize| piece.paints.get(cell).copied().unwrap_or(0);
        let sign = |cell: usize| ('#', paint(cell));
        let more = match piece.heft {
            1 => String::new(),
            heft => format!(" weight=\"{heft}\""),
        };
        voxel(written, &piece.name, &more, piece.shape.cells(), sign, &mut xml)?;
    }
    let sign =
        |cell: usize| (if written.optional[cell] { '+' } else { '#' }, written.paint(cell as u32));
    voxel(written, "result", "", written.region.cells(), sign, &mut xml)?;
    xml.push_str("</shapes>\n<problems>\n");
    let state = if solutions.is_empty() { 0 } else { 2 };
    let _ = write!(xml, "<problem name=\"{}\" state=\"{state}\"", escape(&written.name));
    if let count @ 1.. = solutions.len() {
        let _ = write!(xml, " assemblies=\"{count}\" solutions=\"{count}\"");
    }
    if let Some(most) = written.max_holes {
        let _ = write!(xml, " maxHoles=\"{most}\"");
    }
    xml.push_str(">\n<shapes>\n");
    let mut groups: Vec<&String> = Vec::new();
    for (name, _) in pieces.iter().flat_map(|piece| &piece.groups) {
        if !groups.contains(&name) {
            groups.push(name);
        }
    }
    for (id, piece) in pieces.iter().enumerate() {
        let fit = (written.region.len() / piece.shape.len().max(1)) as u32;
        let (min, max) = (piece.count.min, piece.count.max.unwrap_or(fit));
        if max > 65_535 {
            return Err(format!("piece {} is used too often for BurrTools", piece.name));
        }
        let _ = match min == max {
            true => write!(xml, "<shape id=\"{id}\" count=\"{min}\""),
            false => write!(xml, "<shape id=\"{id}\" min=\"{min}\" max=\"{max}\""),
        };
        if piece.groups.is_empty() {
            xml.push_str("/>\n");
            continue;
        }
        xml.push('>');
        for (name, most) in &piece.groups {
            let group = groups.iter().position(|known| *known == name).unwrap_or(0) + 1;
            let _ = write!(xml, "<group group=\"{group}\" count=\"{}\"/>", max.min(*most));
        }
        xml.push_str("</shape>\n");
    }
    let _ = writeln!(xml, "</shapes>\n<result id=\"{}\"/>\n<bitmap>", pieces.len());
    for (piece, cell) in &written.pairs {
        let _ = writeln!(xml, "<pair piece=\"{}\" result=\"{}\"/>", piece - 1, cell - 1);
    }
    xml.push_str("</bitmap>\n");
    xml.push_str(&solved::solutions(written, &pieces, solutions)?);
    xml.push_str("</problem>\n</problems>\n<comment/>\n</puzzle>\n");
    Ok(xml)
}

fn expressible(piece: &Piece, motions: Motions) -> Result<(), String> {
    let obstacle = if piece.motions != motions {
        "may be moved otherwise than in space"
    } else if piece.must_touch_boundary {
        "must touch the boundary"
    } else if piece.orientations.is_some() {
        "is kept to some orientations"
    } else if piece.only.is_some() || !piece.forbidden.is_empty() {
        "is kept to some placements"
    } else if piece.weight > 0 {
        "has a weight"
    } else {
        return Ok(());
    };
    Err(format!("piece {} {obstacle}, which an .xmpuzzle file cannot say", piece.name))
}

/// Where the cells of a shape are written, all coordinates at least 0, and by what they were moved for that.
pub(super) fn places(written: &Written, cells: &[Cell]) -> (Vec<[i32; 3]>, [i32; 3]) {
    let grid = written.grid.as_ref();
    let place = |&cell: &Cell| {
        let (layer, row, column) = grid.reading_key(cell);
        match grid.name() {
            "square" | "cube" => [column, row, layer],
            "sphere" => cell.0,
            _ => [column, -row, layer],
        }
    };
    let mut places: Vec<[i32; 3]> = cells.iter().map(place).collect();
    let mut by = [0, 1, 2].map(|axis| -places.iter().map(|p| p[axis]).min().unwrap_or(0));
    // Not every shift is a translation: triangles must not change their direction, spheres not
    // their lattice.
    let odd = match grid.name() {
        "triangle" | "prism" => (by[0] + by[1]).rem_euclid(2),
        "sphere" => (by[0] + by[1] + by[2]).rem_euclid(2),
        _ => 0,
    };
    by[0] += odd;
    for place in &mut places {
        *place = [0, 1, 2].map(|axis| place[axis] + by[axis]);
    }
    (places, by)
}

/// One shape; `sign` gives the state and the colour of each cell.
fn voxel(
    written: &Written,
    name: &str,
    more: &str,
    cells: &[Cell],
    sign: impl Fn(usize) -> (char, u32),
    xml: &mut String,
) -> Result<(), String> {
    let (places, _) = places(written, cells);
    let [x, y, z] =
        [0, 1, 2].map(|axis| places.iter().map(|p| p[axis]).max().unwrap_or(0) as usize + 1);
    if x.saturating_mul(y).saturating_mul(z) > 1 << 22 {
        return Err(format!("shape {name} is too wide to be drawn"));
    }
    let mut text: Vec<Option<(char, u32)>> = vec![None; x * y * z];
    for (cell, place) in places.iter().enumerate() {
        let [i, j, k] = place.map(|p| p as usize);
        text[i + x * (j + y * k)] = Some(sign(cell));
    }
    let name = escape(name);
    let _ = write!(xml, "<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" name=\"{name}\"{more} type=\"0\">");
    for voxel in text {
        match voxel {
            None => xml.push('_'),
            Some((state, 0)) => xml.push(state),
            Some((state, colour)) => {
                let _ = write!(xml, "{state}{colour}");
            }
        }
    }
    xml.push_str("</voxel>\n");
    Ok(())
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}
