//! The slow, obvious solver: every arrangement of a line, every picture of a grid. It stays
//! forever, as what the others are tested against.

use std::ops::ControlFlow;

use puzzle_core::lines::{Block, Effort, Line, Lines, Picture, least_length};
use puzzle_core::{Budget, Control, StopReason};

use super::Outcome;

/// Receives arrangements of a line.
type Visit<'v> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'v;

/// Hands every arrangement of the blocks that agrees with what is known to `visit` until it breaks.
pub fn arrangements(blocks: &[Block], cells: &[u64], visit: &mut Visit<'_>) -> ControlFlow<()> {
    place(blocks, cells, 0, &mut vec![0; cells.len()], visit)
}

fn place(
    blocks: &[Block],
    cells: &[u64],
    from: usize,
    colours: &mut Vec<u8>,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let allowed = |colours: &[u8]| colours.iter().zip(cells).all(|(&c, set)| set >> c & 1 == 1);
    let Some((block, rest)) = blocks.split_first() else {
        return if allowed(colours) { visit(colours) } else { ControlFlow::Continue(()) };
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
                place(rest, cells, end + gap, colours, visit)?;
            }
            colours[start..].fill(0);
        }
    }
    ControlFlow::Continue(())
}

/// Every solution.
pub fn solutions(lines: &Lines) -> Vec<Picture> {
    let mut found = Vec::new();
    solve(lines, &Control::default(), &mut |picture| {
        found.push(picture.clone());
        ControlFlow::Continue(())
    });
    found
}

/// Hands every solution to `sink` until it breaks, by filling row after row with all arrangements
/// and checking at the end. A node is a row to be filled.
pub fn solve(
    lines: &Lines,
    control: &Control,
    sink: &mut dyn FnMut(&Picture) -> ControlFlow<()>,
) -> Outcome {
    let picture = Picture::blank(lines.width(), lines.height());
    let mut filling = Filling {
        lines,
        control,
        sink,
        picture,
        solutions: 0,
        nodes: 0,
        checked: 0,
        stopped: None,
    };
    let _ = filling.fill(0);
    let Filling { solutions, nodes, stopped, .. } = filling;
    Outcome { solutions, stopped, effort: Effort { nodes, ..Effort::default() } }
}

struct Filling<'a> {
    lines: &'a Lines,
    control: &'a Control,
    sink: &'a mut dyn FnMut(&Picture) -> ControlFlow<()>,
    picture: Picture,
    solutions: u64,
    nodes: u64,
    /// Pictures that were filled to the end.
    checked: u64,
    stopped: Option<StopReason>,
}

impl Filling<'_> {
    fn fill(&mut self, row: usize) -> ControlFlow<()> {
        if row == self.lines.height() {
            // The last row alone has too many arrangements to wait for the next node.
            self.checked += 1;
            if self.checked.is_multiple_of(Budget::INTERVAL) {
                self.stopped = self.control.look(self.nodes, self.solutions).err();
                if self.stopped.is_some() {
                    return ControlFlow::Break(());
                }
            }
            if self.lines.check(&self.picture).is_err() {
                return ControlFlow::Continue(());
            }
            self.solutions += 1;
            let flow = (self.sink)(&self.picture);
            self.stopped = flow.is_break().then_some(StopReason::Satisfied);
            return flow;
        }
        self.nodes += 1;
        self.stopped = self.control.look(self.nodes, self.solutions).err();
        if self.stopped.is_some() {
            return ControlFlow::Break(());
        }
        let (lines, width) = (self.lines, self.lines.width());
        arrangements(lines.clue(Line::Row(row)), &vec![u64::MAX; width], &mut |colours| {
            self.picture.cells[row * width..(row + 1) * width].copy_from_slice(colours);
            self.fill(row + 1)
        })
    }
}
