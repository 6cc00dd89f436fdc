//! Drawings: document 002's links in text, and squares for pictures.

use puzzle_core::Diagnostic;
use puzzle_scene::{Cell, Frame, Layer};

use super::board::{Block, Board, shape};
use super::{Goal, Sliding};

/// The board as in document 002 §12: names, `-` and `|` between cells of one block, nothing where
/// a wall is.
pub(super) fn links(board: &Board, blocks: &[Block], name: impl Fn(usize) -> char) -> String {
    let filled = board.fill(blocks).unwrap_or_else(|| vec![None; board.size()]);
    let same = |a: Option<usize>, b: usize| {
        a.is_some_and(|a| filled[a].is_some() && filled[a] == filled[b])
    };
    let mut text = String::new();
    for row in 0..board.rows {
        for column in 0..board.columns {
            let cell = row * board.columns + column;
            let above = cell.checked_sub(board.columns);
            text.push_str(if same(above, cell) { " |" } else { "  " });
        }
        text.push('\n');
        for column in 0..board.columns {
            let cell = row * board.columns + column;
            let before = (column > 0).then(|| cell - 1);
            text.push(if same(before, cell) { '-' } else { ' ' });
            text.push(match filled[cell] {
                _ if board.walls[cell] => ' ',
                Some(block) => name(block),
                None => '0',
            });
        }
        text.push('\n');
    }
    text
}

impl Sliding {
    /// A configuration as coloured squares; walls are left out.
    pub fn draw_blocks(&self, blocks: &[Block]) -> Frame {
        let board = self.board();
        let filled = board.fill(blocks).unwrap_or_else(|| vec![None; board.size()]);
        let draw = |cell: usize| {
            let square = Cell::square((cell / board.columns) as i32, (cell % board.columns) as i32);
            match filled[cell] {
                None => square,
                Some(block) => Cell {
                    group: Some(block as u32),
                    colour: blocks[block].kind as u32,
                    label: self.name_of(blocks, block).to_string(),
                    ..square
                },
            }
        };
        let cells = (0..board.size()).filter(|&cell| !board.walls[cell]).map(draw).collect();
        Frame { layers: vec![Layer { caption: String::new(), cells }], ..Frame::default() }
    }
}

/// The start and the goals.
pub(super) fn puzzle(puzzle: &Sliding) -> Vec<Frame> {
    let start = Frame { caption: "start".into(), ..puzzle.draw_blocks(puzzle.start()) };
    let goals = puzzle.goals().iter().take(20).enumerate().map(|(number, goal)| {
        let caption = match puzzle.goals().len() {
            1 => "goal".into(),
            _ => format!("goal {}", number + 1),
        };
        Frame { caption, ..goal_frame(puzzle, goal) }
    });
    std::iter::once(start).chain(goals).collect()
}

fn goal_frame(puzzle: &Sliding, goal: &Goal) -> Frame {
    let mut frame = puzzle.draw_blocks(&goal.places);
    let board = puzzle.board();
    let mut open = (0..board.size()).filter(|&cell| !board.walls[cell]);
    for cell in &mut frame.layers[0].cells {
        let number = open.next();
        if number.is_some_and(|number| goal.empty.contains(&number)) {
            cell.label = "_".into();
        }
    }
    frame.notes = goal.conditions.iter().map(|condition| condition.words(board)).collect();
    frame
}

/// A configuration as rows of kinds' or blocks' names, separated by slashes or line breaks.
pub(super) fn read_rows(
    puzzle: &Sliding,
    text: &str,
) -> Result<(Vec<Block>, Vec<bool>), Diagnostic> {
    let board = puzzle.board();
    let rows: Vec<&str> =
        text.split(['/', '\n']).map(str::trim).filter(|row| !row.is_empty()).collect();
    let wrong = |message: String| Diagnostic::error(message).at(0..text.len());
    if rows.len() != board.rows || rows.iter().any(|row| row.chars().count() != board.columns) {
        let message = format!("the board has {} rows of {} cells", board.rows, board.columns);
        return Err(wrong(message));
    }
    let cells: Vec<char> = rows.concat().chars().collect();
    let mut names: Vec<char> = cells.clone();
    names.retain(|c| !matches!(c, '.' | '0' | '#' | 'x'));
    names.sort_unstable();
    names.dedup();
    let mut blocks = Vec::new();
    for name in names {
        let label = name.to_string();
        let number = puzzle.labels().iter().position(|other| *other == label);
        let number = number.ok_or_else(|| wrong(format!("there is no block {name}")))?;
        let kind = puzzle.start()[number].kind;
        let own: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == name).collect();
        let offset = |&cell: &usize| ((cell / board.columns) as i32, (cell % board.columns) as i32);
        let offsets: Vec<_> = own.iter().map(offset).collect();
        if shape(&offsets) != board.kinds[kind].cells {
            return Err(wrong(format!("block {name} has another shape here")));
        }
        blocks.push(Block { kind, place: own[0] });
    }
    Ok((blocks, cells.iter().map(|c| matches!(c, '#' | 'x')).collect()))
}
