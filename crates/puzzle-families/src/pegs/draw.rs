//! Pictures: holes as round cells, pegs in colour; games as one picture a move; and small boards of
//! characters for the terminal.

use puzzle_core::jumps::{Jump, Position};
use puzzle_scene::{self as scene, Frame, Layer, Link, Scene, TextRect};

use super::Pegs;
use super::board::{Kind, Layout};

const PEG: &str = "●";
const HOLE: &str = "○";

impl Pegs {
    /// A small text picture of a position: one character a hole; a graph's pegs are listed.
    pub fn print_position(&self, position: Position) -> String {
        let layout = &self.layout;
        let has = |hole: usize| position >> hole & 1 == 1;
        if layout.kind == Kind::Graph {
            let named = layout.names.iter().enumerate().filter(|(hole, _)| has(*hole));
            let names: Vec<&str> = named.map(|(_, name)| name.as_str()).collect();
            return format!("{}\n", names.join(" "));
        }
        // Squares stand as far apart as triangles do.
        let stretch = if layout.kind == Kind::Square { 2 } else { 1 };
        let rows = layout.places.iter().map(|(row, _)| *row).max().unwrap_or(0);
        let mut lines = Vec::new();
        for row in 0..=rows {
            let mut line = String::new();
            let mut width = 0;
            for (hole, &(_, column)) in layout.places.iter().enumerate().filter(|(_, p)| p.0 == row)
            {
                let column = column * stretch;
                line.extend(std::iter::repeat_n(' ', (column - width).max(0) as usize));
                line.push_str(if has(hole) { PEG } else { HOLE });
                width = column + 1;
            }
            lines.push(line);
        }
        lines.join("\n") + "\n"
    }

    /// A position as a picture: pegs in one colour, empty holes pale.
    pub fn draw_position(&self, position: Position) -> Frame {
        let cell = |hole: usize| {
            let peg = position >> hole & 1 == 1;
            scene::Cell {
                // A group of its own keeps the border between two pegs.
                group: peg.then_some(hole as u32),
                colour: 0,
                label: if peg { PEG.into() } else { String::new() },
                ..place(&self.layout, hole)
            }
        };
        self.frame(cell)
    }

    /// A number (or word) in every hole.
    pub fn draw_labels(&self, labels: &[String]) -> Frame {
        let cell = |hole: usize| {
            let label = labels.get(hole).cloned().unwrap_or_default();
            scene::Cell { label, ..place(&self.layout, hole) }
        };
        self.frame(cell)
    }

    /// A game as pictures: the start, then the position after each move.
    pub fn draw_game(&self, game: &[Jump]) -> Scene {
        let mut position = self.problem.start();
        let mut frames = vec![Frame { caption: "start".into(), ..self.draw_position(position) }];
        let words = self.describe(game);
        let mut number = 0;
        for (i, jump) in game.iter().enumerate() {
            position ^= jump.mask();
            if game.get(i + 1).is_none_or(|next| next.from != jump.to) {
                let caption = format!("{}. {}", number + 1, words[number]);
                frames.push(Frame { caption, ..self.draw_position(position) });
                number += 1;
            }
        }
        Scene { title: self.name.clone(), frames }
    }

    fn frame(&self, cell: impl Fn(usize) -> scene::Cell) -> Frame {
        let (layout, board) = (&self.layout, self.problem.board());
        let mut links: Vec<Link> = Vec::new();
        if layout.kind == Kind::Graph {
            for jump in board.jumps() {
                for (a, b) in [(jump.from, jump.over), (jump.over, jump.to)] {
                    let at = |hole: u8| layout.positions[usize::from(hole)];
                    links.push(Link { from: at(a.min(b)), to: at(a.max(b)), strong: false });
                }
            }
            links.dedup();
        }
        let cells = (0..board.holes()).map(cell).collect();
        let layer = Layer { caption: String::new(), cells };
        Frame { layers: vec![layer], links, ..Frame::default() }
    }
}

/// Where a hole is, empty.
fn place(layout: &Layout, hole: usize) -> scene::Cell {
    let (outline, rect) = match layout.kind.grid() {
        Some(grid) => {
            let cell = layout.kind.cell(layout.places[hole]);
            let (row, column, width) = grid.text_rect(cell);
            (grid.outline(cell), TextRect { row, column, width })
        }
        None => {
            let [x, y] = layout.positions[hole];
            let corner = |i: i32| {
                let angle = std::f64::consts::TAU * f64::from(i) / 12.0;
                [x + 0.35 * angle.cos(), y + 0.35 * angle.sin()]
            };
            let rect = TextRect { row: 0, column: 2 * hole as i32, width: 2 };
            ((0..12).map(corner).collect(), rect)
        }
    };
    scene::Cell { outline, rect, round: true, ..scene::Cell::default() }
}
