//! A search tree as a picture (document 000, Figures 7 and 8).
//!
//! Every node is a small drawing of all aspects: those that have a place on the board, and below them the
//! others. What the embedding on the way there has covered is light, what was covered before is dark, and
//! the aspect that the node chooses has a dot. A branch has the number of its embedding; it ends in a cross
//! where that embedding does not fit, and a solution smiles.

use std::collections::HashSet;

use puzzle_core::tree::{Tree, Tried};
use puzzle_core::{AspectId, EmbeddingId};
use puzzle_scene::palette::Rgb;
use puzzle_scene::{Cell, Frame, Layer, Link, TextRect};

use crate::Covering;

/// The longer side of a node's drawing, and the least size of a cell.
const SIZE: f64 = 2.0;
const CELL: f64 = 0.25;
/// Between the drawings of two nodes, and from a node to those below it.
const BESIDE: f64 = 0.5;
const BELOW: f64 = 2.6;
/// From a node to the numbers of its branches, and from there to a cross.
const NUMBER: f64 = 1.7;
const CROSSED: f64 = 0.65;
/// What a cross takes in width.
const CROSS: f64 = 0.85;
/// More branches are told, not drawn.
const MOST: usize = 1000;

const LIGHT: Rgb = Rgb(0xbc, 0xd9, 0xf2);
const DARK: Rgb = Rgb(0x7a, 0x86, 0x94);
const FREE: Rgb = Rgb(0xff, 0xff, 0xff);
const BLACK: Rgb = Rgb(0x22, 0x22, 0x22);
const RED: Rgb = Rgb(0xc0, 0x30, 0x30);
const YELLOW: Rgb = Rgb(0xff, 0xd8, 0x4a);

/// The tree, or how large it is if it is too large.
pub(super) fn draw(covering: &dyn Covering, tree: &Tree) -> Frame {
    let summary = tree.summary();
    if tree.branches.len() > MOST {
        let note = format!("{summary}; over {MOST} branches are not drawn");
        return Frame { notes: vec![note], ..Frame::default() };
    }
    let mut drawer = Drawer { tree, aspects: Aspects::of(covering, tree), ..Drawer::empty(tree) };
    drawer.measure();
    let mut placed = Vec::new();
    drawer.node(None, 0.0, &mut placed);
    let layer = Layer { caption: String::new(), cells: drawer.cells };
    Frame { layers: vec![layer], links: drawer.links, notes: vec![summary], ..Frame::default() }
}

/// Where each aspect stands in the drawing of a node.
struct Aspects {
    /// By cell: the aspect and the outline, within a box whose upper left corner is the origin.
    cells: Vec<(AspectId, Vec<[f64; 2]>, bool)>,
    width: f64,
    height: f64,
}

impl Aspects {
    /// As the family draws values on them: the numbers of the aspects are drawn, and read again.
    fn of(covering: &dyn Covering, tree: &Tree) -> Self {
        let numbers: Vec<i64> = (0..tree.puzzle.aspects().len() as i64).collect();
        let frame = covering.draw_values(&numbers);
        let mut cells: Vec<(AspectId, Vec<[f64; 2]>, bool)> = Vec::new();
        let [mut right, mut bottom] = [0.0_f64; 2];
        for layer in &frame.layers {
            let numbered = layer.cells.iter().filter_map(|cell| {
                let aspect = cell.label.parse().ok().map(AspectId)?;
                (aspect.index() < numbers.len()).then_some((aspect, cell))
            });
            let numbered: Vec<(AspectId, &Cell)> = numbered.collect();
            let corners = || numbered.iter().flat_map(|(_, cell)| &cell.outline);
            let least = |axis: usize| corners().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
            let (left, top) = (least(0), least(1));
            let start = if right > 0.0 { right + 0.4 } else { 0.0 };
            for (aspect, cell) in &numbered {
                let moved = |[x, y]: &[f64; 2]| [x - left + start, y - top];
                let outline: Vec<[f64; 2]> = cell.outline.iter().map(moved).collect();
                right = outline.iter().map(|p| p[0]).fold(right, f64::max);
                bottom = outline.iter().map(|p| p[1]).fold(bottom, f64::max);
                cells.push((*aspect, outline, cell.round));
            }
        }
        // Aspects without a place, such as pieces.
        let placed: HashSet<AspectId> = cells.iter().map(|cell| cell.0).collect();
        let others: Vec<AspectId> =
            tree.puzzle.aspect_ids().filter(|a| !placed.contains(a)).collect();
        let row = (right.round() as usize).max((others.len() as f64).sqrt().ceil() as usize).max(1);
        let start = if cells.is_empty() { 0.0 } else { bottom + 0.4 };
        for (place, &aspect) in others.iter().enumerate() {
            let (x, y) = ((place % row) as f64, start + (place / row) as f64);
            cells.push((
                aspect,
                vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]],
                false,
            ));
            (right, bottom) = (right.max(x + 1.0), y + 1.0);
        }
        let longest = right.max(bottom).max(1.0);
        let scale = SIZE.max(CELL * longest) / longest;
        let points = cells.iter_mut().flat_map(|(_, outline, _)| outline);
        points.for_each(|p| *p = [p[0] * scale, p[1] * scale]);
        Aspects { cells, width: right * scale, height: bottom * scale }
    }
}

struct Drawer<'a> {
    tree: &'a Tree,
    aspects: Aspects,
    /// By branch, how wide it and all below it are.
    widths: Vec<f64>,
    cells: Vec<Cell>,
    links: Vec<Link>,
}

impl<'a> Drawer<'a> {
    fn empty(tree: &'a Tree) -> Self {
        let aspects = Aspects { cells: Vec::new(), width: 0.0, height: 0.0 };
        Drawer { tree, aspects, widths: Vec::new(), cells: Vec::new(), links: Vec::new() }
    }

    /// The branches of a node, given as the branch that led there.
    fn branches(&self, node: Option<usize>) -> impl Iterator<Item = usize> + use<'a> {
        let branches = &self.tree.branches;
        let depth = node.map_or(0, |node| branches[node].depth + 1);
        let first = node.map_or(0, |node| node + 1);
        let own = (first..branches.len()).take_while(move |&b| branches[b].depth >= depth);
        own.filter(move |&b| branches[b].depth == depth)
    }

    /// From the last branch to the first, so that what is below is known.
    fn measure(&mut self) {
        self.widths = vec![0.0; self.tree.branches.len()];
        for branch in (0..self.tree.branches.len()).rev() {
            let below: f64 = self.branches(Some(branch)).map(|b| self.widths[b]).sum();
            let own = match self.tree.branches[branch].below {
                Some(_) => self.aspects.width + BESIDE,
                None => CROSS,
            };
            self.widths[branch] = below.max(own);
        }
    }

    /// Draws a node and all below it from this x on; its middle.
    fn node(&mut self, node: Option<usize>, left: f64, placed: &mut Vec<EmbeddingId>) -> f64 {
        let depth = placed.len();
        let top = depth as f64 * (self.aspects.height + BELOW);
        let width = node.map_or(0.0, |node| self.widths[node]);
        let branches: Vec<usize> = self.branches(node).collect();
        let below: f64 = branches.iter().map(|&b| self.widths[b]).sum();
        let mut from = left + ((width - below) / 2.0).max(0.0);
        let mut ends = Vec::new();
        for branch in branches {
            let here = self.tree.branches[branch];
            let middle = match here.tried {
                Tried::Fits(e) if here.below.is_some() => {
                    placed.push(e);
                    let middle = self.node(Some(branch), from, placed);
                    placed.pop();
                    middle
                }
                _ => from + self.widths[branch] / 2.0,
            };
            ends.push((branch, middle));
            from += self.widths[branch];
        }
        let middle = match (ends.first(), ends.last()) {
            (Some(first), Some(last)) => f64::midpoint(first.1, last.1),
            _ => left + width / 2.0,
        };
        let bottom = [middle, top + self.aspects.height];
        for (branch, end) in ends {
            self.branch(branch, bottom, end, depth);
        }
        self.drawing(node, middle, top, placed);
        middle
    }

    /// A branch, from a node to where the next one stands or would stand.
    fn branch(&mut self, branch: usize, from: [f64; 2], middle: f64, depth: usize) {
        let branch = self.tree.branches[branch];
        let number = match branch.tried {
            // The tree was cut off here.
            Tried::Fits(_) if branch.below.is_none() => return,
            Tried::Fits(e) | Tried::Conflict(e, _) => self.tree.puzzle.number(e).to_string(),
            Tried::Conflicts(many) => format!("+{many}"),
        };
        let leads = branch.below.is_some();
        let at = [middle, from[1] + NUMBER];
        let to = [middle, from[1] + if leads { BELOW } else { NUMBER + CROSSED }];
        self.links.push(Link { from, to: at, strong: leads });
        self.links.push(Link { from: at, to, strong: leads });
        let rect = TextRect { row: 2 * depth as i32 + 1, column: (2.0 * middle) as i32, width: 2 };
        self.cells.push(Cell { rect, ..disc(at, 0.36, FREE) }.labelled(number));
        if !leads {
            for (dx, dy) in [(1.0, 1.0), (1.0, -1.0)] {
                let (x, y) = (0.22 * dx, 0.22 * dy);
                let (u, v) = (0.04 * dy, -0.04 * dx);
                let bar = [[x + u, y + v], [x - u, y - v], [-x - u, -y - v], [u - x, v - y]];
                let outline = bar.iter().map(|p| [p[0] + to[0], p[1] + to[1]]).collect();
                self.cells.push(Cell { outline, ink: Some(RED), ..Cell::default() });
            }
        }
    }

    /// The aspects at a node.
    fn drawing(&mut self, node: Option<usize>, middle: f64, top: f64, placed: &[EmbeddingId]) {
        let puzzle = &self.tree.puzzle;
        let covers = |e: &EmbeddingId, a: AspectId| puzzle.embedding(*e).contains(&a);
        let choice = node.map_or(Some(self.tree.root), |node| self.tree.branches[node].below);
        let chosen = choice.and_then(|choice| choice.aspect);
        let left = middle - self.aspects.width / 2.0;
        let mut dots = Vec::new();
        for (aspect, outline, round) in &self.aspects.cells {
            let outline: Vec<[f64; 2]> = outline.iter().map(|[x, y]| [x + left, y + top]).collect();
            let ink = match placed.split_last() {
                Some((last, _)) if covers(last, *aspect) => LIGHT,
                Some((_, before)) if before.iter().any(|e| covers(e, *aspect)) => DARK,
                _ => FREE,
            };
            if chosen == Some(*aspect) {
                let sum = outline.iter().fold([0.0, 0.0], |s, p| [s[0] + p[0], s[1] + p[1]]);
                let many = outline.len().max(1) as f64;
                let centre = [sum[0] / many, sum[1] / many];
                let reach = outline.iter().map(|p| (p[0] - centre[0]).hypot(p[1] - centre[1]));
                dots.push(disc(centre, 0.35 * reach.fold(f64::INFINITY, f64::min), BLACK));
            }
            let (ink, round) = (Some(ink), *round);
            self.cells.push(Cell { outline, round, ink, ..Cell::default() });
        }
        self.cells.append(&mut dots);
        if choice.is_some() && chosen.is_none() {
            let centre = [middle, top + self.aspects.height + 0.7];
            let beside = |dx: f64, dy: f64| [centre[0] + dx, centre[1] + dy];
            self.cells.push(disc(centre, 0.5, YELLOW));
            self.cells.push(disc(beside(-0.18, -0.14), 0.07, BLACK));
            self.cells.push(disc(beside(0.18, -0.14), 0.07, BLACK));
            // A mouth of discs: outlines that are not round are drawn below those that are.
            let mouth = (0..=12).map(|i| (f64::from(i) / 12.0 * 0.8 + 0.1) * std::f64::consts::PI);
            let mouth = mouth.map(|t| disc(beside(0.3 * t.cos(), 0.3 * t.sin()), 0.04, BLACK));
            self.cells.extend(mouth);
        }
    }
}

/// A disc of some colour.
fn disc(centre: [f64; 2], radius: f64, ink: Rgb) -> Cell {
    let corner = |x: f64, y: f64| [centre[0] + x * radius, centre[1] + y * radius];
    let outline = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    Cell { outline, round: true, ink: Some(ink), ..Cell::default() }
}
