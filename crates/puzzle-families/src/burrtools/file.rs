//! What an `.xmpuzzle` file says, before any of it is understood as a packing puzzle.
//!
//! BurrTools documents the format on its page "The xmpuzzle format". Elements and attributes that
//! matter only for the screen are passed over, as BurrTools does with
//! what it does not know.

use puzzle_core::{Diagnostic, Span};
use roxmltree::{Document, Node, ParsingOptions};

use super::stored::{self, Stored};

/// The most elements and texts in a file.
const NODES: u32 = 500_000;
/// The most voxels of all shapes together.
const VOXELS: u64 = 1 << 22;
/// The highest colour: BurrTools' own bound.
const COLOURS: u32 = 63;

/// The state of a voxel that is not empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Voxel {
    /// x, y, z.
    pub(super) place: [i32; 3],
    /// It may stay empty.
    pub(super) variable: bool,
    /// 0 is none.
    pub(super) colour: u32,
}

pub(super) struct Shape {
    pub(super) name: String,
    pub(super) voxels: Vec<Voxel>,
    /// The heaviest piece stays where it is when an assembly is taken apart.
    pub(super) weight: i32,
    /// The voxel whose place stands for that of the piece.
    pub(super) hotspot: [i32; 3],
    pub(super) span: Span,
}

/// One line of a problem's list of pieces.
pub(super) struct Use {
    pub(super) shape: usize,
    pub(super) min: u32,
    pub(super) max: u32,
    /// The groups in which it may stay, each with how many of it.
    pub(super) groups: Vec<(u32, u32)>,
    pub(super) span: Span,
}

pub(super) struct Problem {
    pub(super) name: String,
    pub(super) pieces: Vec<Use>,
    pub(super) result: Option<usize>,
    pub(super) max_holes: Option<u32>,
    /// Allowed pairs: colour of the piece, colour of the result.
    pub(super) pairs: Vec<(u32, u32)>,
    pub(super) stored: Vec<Stored>,
    pub(super) span: Span,
}

pub(super) struct File {
    pub(super) grid: u32,
    pub(super) grid_span: Span,
    pub(super) colours: u32,
    pub(super) shapes: Vec<Shape>,
    pub(super) problems: Vec<Problem>,
}

/// Parses the XML.
pub(super) fn parse(xml: &str) -> Result<File, Diagnostic> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES, ..Default::default() };
    let document = Document::parse_with_options(xml, options).map_err(|error| {
        let place = error.pos();
        let line = xml.split_inclusive('\n').take(place.row as usize - 1).map(str::len).sum();
        let line: usize = line;
        let rest = xml[line..].char_indices();
        let column = rest.map(|(at, _)| at).nth(place.col as usize - 1).unwrap_or(0);
        let at = line + column;
        Diagnostic::error(format!("this is not the XML of a puzzle: {error}")).at(at..at + 1)
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "puzzle" {
        let message = format!("expected <puzzle>, found <{}>", root.tag_name().name());
        return Err(Diagnostic::error(message).at(start(root)));
    }
    match root.attribute("version") {
        Some("1" | "2") => {}
        Some(other) => {
            let message = format!("version {other} is not known; 1 and 2 are");
            return Err(Diagnostic::error(message).at(start(root)));
        }
        None => return Err(Diagnostic::error("the version is missing").at(start(root))),
    }
    let grid = child(root, "gridType");
    let mut file = File {
        // Files without a grid are from when there were only cubes.
        grid: grid.map_or(Ok(0), |node| number(node, "type", 0, 1000))?,
        grid_span: grid.map_or(0..1, start),
        colours: children(root, "colors", "color").count() as u32,
        shapes: Vec::new(),
        problems: Vec::new(),
    };
    let mut left = VOXELS;
    for node in children(root, "shapes", "voxel") {
        file.shapes.push(shape(node, &mut left)?);
    }
    for node in children(root, "problems", "problem") {
        file.problems.push(problem(node, file.shapes.len())?);
    }
    Ok(file)
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The elements `inner` within the first element `outer`.
fn children<'a>(
    node: Node<'a, 'a>,
    outer: &str,
    inner: &'static str,
) -> impl Iterator<Item = Node<'a, 'a>> {
    let outer = child(node, outer).into_iter().flat_map(|outer| outer.children());
    outer.filter(move |child| child.has_tag_name(inner))
}

/// The beginning of an element: its name is enough to point at.
fn start(node: Node<'_, '_>) -> Span {
    let range = node.range();
    range.start..range.start + 1 + node.tag_name().name().len()
}

/// A whole number in an attribute.
fn number(node: Node<'_, '_>, name: &str, low: u32, high: u32) -> Result<u32, Diagnostic> {
    let tag = node.tag_name().name();
    let Some(attribute) = node.attribute_node(name) else {
        return Err(Diagnostic::error(format!("<{tag}> has no `{name}`")).at(start(node)));
    };
    let parsed = attribute.value().trim().parse::<u32>().ok();
    parsed.filter(|number| (low..=high).contains(number)).ok_or_else(|| {
        let message = format!("`{name}` of <{tag}> is `{}`", attribute.value());
        Diagnostic::error(message)
            .at(attribute.range())
            .hint(format!("a whole number from {low} to {high}"))
    })
}

fn shape(node: Node<'_, '_>, left: &mut u64) -> Result<Shape, Diagnostic> {
    let span = start(node);
    let most = super::LARGEST_SIDE;
    let [x, y, z] =
        [number(node, "x", 0, most)?, number(node, "y", 0, most)?, number(node, "z", 0, most)?];
    if node.attribute("type").is_some_and(|form| form != "0") {
        return Err(Diagnostic::error("unknown form of voxels").at(span).hint("type=\"0\""));
    }
    let volume = u64::from(x) * u64::from(y) * u64::from(z);
    *left = left.checked_sub(volume).ok_or_else(|| {
        Diagnostic::error(format!("the shapes have over {VOXELS} voxels together")).at(span.clone())
    })?;
    let text = node.text().unwrap_or_default();
    let mut voxels: Vec<Voxel> = Vec::new();
    let mut count = 0_u64;
    let mut digits = None;
    for c in text.chars() {
        match c {
            '#' | '+' => {
                let place = [
                    count % u64::from(x.max(1)),
                    count / u64::from(x.max(1)) % u64::from(y.max(1)),
                ];
                let layer = count / (u64::from(x) * u64::from(y)).max(1);
                let place = [place[0] as i32, place[1] as i32, layer as i32];
                voxels.push(Voxel { place, variable: c == '+', colour: 0 });
                digits = Some(voxels.len() - 1);
                count += 1;
            }
            '_' => {
                digits = None;
                count += 1;
            }
            '0'..='9' => {
                // BurrTools lets empty voxels have colours, too.
                let Some(last) = digits else { continue };
                let colour = &mut voxels[last].colour;
                *colour = *colour * 10 + u32::from(c) - u32::from('0');
                if *colour > COLOURS {
                    let error = Diagnostic::error(format!("a colour is over {COLOURS}"));
                    return Err(error.at(span));
                }
            }
            c if c.is_whitespace() => {}
            c => {
                let message = format!("{c:?} has no meaning in a shape");
                let hint = "# is a filled voxel, + a variable one, _ an empty one";
                return Err(Diagnostic::error(message).at(span).hint(hint));
            }
        }
        if count > volume {
            break;
        }
    }
    if count != volume {
        let found = if count > volume { "more".to_owned() } else { format!("only {count}") };
        let message = format!("a shape of {x} x {y} x {z} has {volume} voxels, found {found}");
        return Err(Diagnostic::error(message).at(span));
    }
    let name = node.attribute("name").unwrap_or_default().to_owned();
    let weight = match node.attribute("weight").map(str::parse) {
        None => 1,
        Some(Ok(weight)) => weight,
        Some(Err(_)) => {
            return Err(Diagnostic::error("the weight of a shape is no whole number").at(span));
        }
    };
    let hot = |name| node.attribute(name).map_or(Ok(0), |_| number(node, name, 0, most));
    let hotspot = [hot("hx")? as i32, hot("hy")? as i32, hot("hz")? as i32];
    Ok(Shape { name, voxels, weight, hotspot, span })
}

fn problem(node: Node<'_, '_>, shapes: usize) -> Result<Problem, Diagnostic> {
    let most = 65_535;
    let last = (shapes as u32).saturating_sub(1);
    let mut pieces = Vec::new();
    for line in children(node, "shapes", "shape") {
        let shape = number(line, "id", 0, last)? as usize;
        let (min, max) = match (line.attribute("count"), line.attribute("min")) {
            (Some(_), _) => {
                let count = number(line, "count", 0, most)?;
                (count, count)
            }
            (None, Some(_)) => (number(line, "min", 0, most)?, number(line, "max", 0, most)?),
            (None, None) => (1, 1),
        };
        if min > max {
            let message = format!("a piece is used at least {min} and at most {max} times");
            return Err(Diagnostic::error(message).at(start(line)));
        }
        let mut groups = Vec::new();
        if line.has_attribute("group") {
            groups.push((number(line, "group", 0, most)?, max));
        }
        for group in line.children().filter(|child| child.has_tag_name("group")) {
            let count = group.attribute("count").map(|_| number(group, "count", 0, most));
            groups.push((number(group, "group", 0, most)?, count.unwrap_or(Ok(max))?));
        }
        // No group is number 0.
        groups.retain(|&(group, _)| group > 0);
        pieces.push(Use { shape, min, max, groups, span: start(line) });
    }
    let result =
        child(node, "result").map(|result| number(result, "id", 0, u32::MAX)).transpose()?;
    let mut pairs = Vec::new();
    for pair in children(node, "bitmap", "pair") {
        let [piece, result] =
            [number(pair, "piece", 0, COLOURS - 1)?, number(pair, "result", 0, COLOURS - 1)?];
        // The file counts colours from 0 here and from 1 in shapes.
        pairs.push((piece + 1, result + 1));
    }
    let max_holes = node.attribute("maxHoles").map(|_| number(node, "maxHoles", 0, u32::MAX));
    Ok(Problem {
        name: node.attribute("name").unwrap_or_default().to_owned(),
        pieces,
        result: result.map(|id| id as usize).filter(|&id| id < shapes),
        max_holes: max_holes.transpose()?,
        pairs,
        stored: stored::read(node)?,
        span: start(node),
    })
}
