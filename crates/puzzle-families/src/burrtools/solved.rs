//! Assemblies with their separations, as an `.xmpuzzle` file has them (see `stored`).

use std::fmt::Write as _;

use puzzle_core::apart::axis;
use puzzle_core::apart::plan::{Plan, Rest, Separation};
use puzzle_lattice::Cell;

use super::stored::REMOVED;
use super::turns;
use super::write::places;
use crate::packing::{Piece, Written};

/// An assembly, the cells of each piece, and how it comes apart.
pub(super) type Solved = (Vec<(usize, Vec<Cell>)>, Plan);

/// x, y, z.
type Place = [i32; 3];

/// The solutions of a problem; nothing if there are none.
pub(super) fn solutions(
    written: &Written,
    pieces: &[&Piece],
    solved: &[Solved],
) -> Result<String, String> {
    if solved.is_empty() {
        return Ok(String::new());
    }
    if written.grid.name() != "cube" {
        return Err("solutions are written for bricks only".into());
    }
    let (_, shift) = places(written, written.region.cells());
    let mut xml = String::from("<solutions>\n");
    for (number, (placed, plan)) in solved.iter().enumerate() {
        let _ = write!(xml, "<solution asmNum=\"{number}\" solNum=\"{number}\">\n<assembly>");
        let mut starts = Vec::new();
        let mut words = Vec::new();
        for (id, piece) in pieces.iter().enumerate() {
            let (shape, _) = places(written, piece.shape.cells());
            let own: Vec<&Vec<Cell>> =
                placed.iter().filter(|(kind, _)| *kind == id).map(|(_, cells)| cells).collect();
            let most = piece.count.max.map_or(own.len(), |max| max as usize);
            for copy in 0..most {
                let Some(cells) = own.get(copy) else {
                    words.push("x".to_owned());
                    continue;
                };
                let target: Vec<Place> =
                    cells.iter().map(|cell| [cell.0[2], cell.0[1], cell.0[0]]).collect();
                let (at, turn) = fit(&shape, &target)
                    .ok_or_else(|| format!("piece {} is not turned in space", piece.name))?;
                let at: Place = std::array::from_fn(|i| at[i] + shift[i]);
                words.push(format!("{} {} {} {turn}", at[0], at[1], at[2]));
                starts.push(at);
            }
        }
        xml.push_str(&words.join(" "));
        xml.push_str("</assembly>\n");
        if let Some(first) = &plan.first {
            let mut away = vec![[0; 3]; starts.len()];
            let all: Vec<usize> = (0..starts.len()).collect();
            separation(written, first, &all, &starts, &mut away, "", &mut xml);
        }
        xml.push_str("</solution>\n");
    }
    xml.push_str("</solutions>\n");
    Ok(xml)
}

/// Where a shape lies and how it is turned, so that it covers some cells.
fn fit(shape: &[Place], target: &[Place]) -> Option<(Place, u32)> {
    let mut target = target.to_vec();
    target.sort_unstable();
    (0..24).find_map(|turn| {
        let mut image: Vec<Place> = shape.iter().map(|&place| turns::turn(turn, place)).collect();
        image.sort_unstable();
        let at: Place = std::array::from_fn(|i| target[0][i] - image[0][i]);
        let there = |(p, q): (&Place, &Place)| (0..3).all(|i| p[i] + at[i] == q[i]);
        let fits = image.len() == target.len() && image.iter().zip(&target).all(there);
        fits.then_some((at, turn))
    })
}

fn separation(
    written: &Written,
    own: &Separation,
    pieces: &[usize],
    starts: &[Place],
    away: &mut Vec<Place>,
    kind: &str,
    xml: &mut String,
) {
    let list = |words: Vec<String>| words.join(" ");
    let _ = writeln!(
        xml,
        "<separation{kind}>\n<pieces count=\"{}\">{}</pieces>",
        pieces.len(),
        list(pieces.iter().map(usize::to_string).collect())
    );
    let state = |away: &[Place], xml: &mut String| {
        xml.push_str("<state>");
        for (axis, name) in ["dx", "dy", "dz"].into_iter().enumerate() {
            let place = |&piece: &usize| (starts[piece][axis] + away[piece][axis]).to_string();
            let _ = write!(xml, "<{name}>{}</{name}>", list(pieces.iter().map(place).collect()));
        }
        xml.push_str("</state>\n");
    };
    state(away, xml);
    let slides = written.grid.slides();
    let mut left = 0;
    for step in &own.steps {
        let (axis, backwards) = axis(step.direction);
        let by = slides.get(axis).map_or([0; 3], |slide| slide.by);
        let steps = if step.distance == 0 { 2 * REMOVED } else { step.distance as i32 };
        let steps = if backwards { -steps } else { steps };
        let mut moved = away.clone();
        for &piece in pieces.iter().filter(|&&piece| step.pieces >> piece & 1 == 1) {
            // Layers are z, columns x.
            moved[piece] = std::array::from_fn(|i| moved[piece][i] + steps * by[2 - i]);
        }
        state(&moved, xml);
        left = step.pieces;
        if step.distance > 0 {
            *away = moved;
        }
    }
    for (rest, kind, leaves) in [(&own.stays, "left", 0), (&own.left, "removed", 1)] {
        if let Rest::Apart(inner) = rest {
            let part = pieces.iter().copied().filter(|&piece| left >> piece & 1 == leaves);
            let part: Vec<usize> = part.collect();
            let kind = format!(" type=\"{kind}\"");
            separation(written, inner, &part, starts, away, &kind, xml);
        }
    }
    xml.push_str("</separation>\n");
}
