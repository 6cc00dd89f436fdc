//! The slow, obvious solver: every arrangement of a line, every picture of a grid. It stays
//! forever, as what the others are tested against.

use puzzle_core::lines::{Block, Line, Lines, Picture, least_length};

/// What each cell of a line can be (a set of colours, as bits) in the arrangements of its blocks
/// that agree with what is known; `None` if there is none.
pub fn intersect(blocks: &[Block], cells: &[u64]) -> Option<Vec<u64>> {
    let mut seen: Option<Vec<u64>> = None;
    arrangements(blocks, cells, &mut |colours| {
        let seen = seen.get_or_insert_with(|| vec![0; cells.len()]);
        for (set, colour) in seen.iter_mut().zip(colours) {
            *set |= 1 << colour;
        }
    });
    seen
}

/// Hands every arrangement of the blocks that agrees with what is known to `visit`.
pub fn arrangements(blocks: &[Block], cells: &[u64], visit: &mut dyn FnMut(&[u8])) {
    let mut colours = vec![0; cells.len()];
    place(blocks, cells, 0, &mut colours, visit);
}

fn place(
    blocks: &[Block],
    cells: &[u64],
    from: usize,
    colours: &mut Vec<u8>,
    visit: &mut dyn FnMut(&[u8]),
) {
    let allowed = |colours: &[u8]| colours.iter().zip(cells).all(|(&c, set)| set >> c & 1 == 1);
    let Some((block, rest)) = blocks.split_first() else {
        if allowed(colours) {
            visit(colours);
        }
        return;
    };
    let lengths = match block.length {
        Some(length) => usize::from(length)..=usize::from(length),
        None => 1..=cells.len(),
    };
    for length in lengths {
        for start in from..cells.len() {
            let end = start + length;
            if end > cells.len() {
                break;
            }
            colours[start..end].fill(block.colour);
            let gap = usize::from(rest.first().is_some_and(|next| next.colour == block.colour));
            if end + gap + least_length(rest) <= cells.len() && allowed(&colours[..end]) {
                place(rest, cells, end + gap, colours, visit);
            }
            colours[start..].fill(0);
        }
    }
}

/// Every solution, by filling row after row with all arrangements and checking at the end.
pub fn solutions(lines: &Lines) -> Vec<Picture> {
    let mut found = Vec::new();
    let mut picture = Picture::blank(lines.width(), lines.height());
    fill(lines, 0, &mut picture, &mut found);
    found
}

fn fill(lines: &Lines, row: usize, picture: &mut Picture, found: &mut Vec<Picture>) {
    if row == lines.height() {
        if lines.check(picture).is_ok() {
            found.push(picture.clone());
        }
        return;
    }
    let free = vec![u64::MAX; lines.width()];
    let mut all = Vec::new();
    arrangements(lines.clue(Line::Row(row)), &free, &mut |colours| all.push(colours.to_vec()));
    for colours in all {
        let start = row * lines.width();
        picture.cells[start..start + lines.width()].copy_from_slice(&colours);
        fill(lines, row + 1, picture, found);
    }
}
