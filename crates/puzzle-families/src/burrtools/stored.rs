//! Solutions that are stored in a file: assemblies, and how they come apart.
//!
//! An assembly lists for each piece x, y, z and the number of its turn, or an `x` alone for a piece that is
//! not used. A separation lists its pieces and for every state the place of each; a place beyond 10 000 is
//! that of a piece that left. The parts that are left and that were removed may have separations of their
//! own. `<separationInfo>` is only the number of states of each, the part that is left first.

use puzzle_core::{Diagnostic, Span};
use roxmltree::Node;

/// Places beyond this are those of pieces that left.
pub(crate) const REMOVED: i32 = 10_000;
/// Places beyond this are those of no piece.
const FAR: u32 = 10_000_000;
/// The most solutions that are read of a problem, and the most numbers of all of them.
const MOST: usize = 100_000;

/// A stored solution.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    /// By piece, copies one after the other: x, y, z and the turn, if it is used.
    pub(crate) pieces: Vec<Option<Placed>>,
    pub(crate) separation: Option<StoredSeparation>,
    /// The moves of each separation in prefix order, if only these are stored; 0 is none.
    pub(crate) info: Option<Vec<u32>>,
    pub(crate) span: Span,
}

/// A stored separation.
#[derive(Clone, Debug)]
pub(crate) struct StoredSeparation {
    /// Which of the pieces that are used.
    pub(crate) pieces: Vec<u32>,
    /// By state, by piece: its place.
    pub(crate) states: Vec<Vec<[i32; 3]>>,
    pub(crate) left: Option<Box<StoredSeparation>>,
    pub(crate) removed: Option<Box<StoredSeparation>>,
}

fn error(node: Node<'_, '_>, what: &str) -> Diagnostic {
    let range = node.range();
    let tag = node.tag_name().name();
    Diagnostic::error(format!("<{tag}> {what}")).at(range.start..range.start + 1 + tag.len())
}

/// The solutions of a problem.
pub(super) fn read(problem: Node<'_, '_>) -> Result<Vec<Stored>, Diagnostic> {
    let mut all = Vec::new();
    let named = |name: &'static str| move |node: &Node<'_, '_>| node.has_tag_name(name);
    for list in problem.children().filter(named("solutions")) {
        for solution in list.children().filter(named("solution")) {
            if all.len() >= MOST {
                return Err(error(solution, "is one too many").hint("at most 100000 are read"));
            }
            let child = |name: &'static str| solution.children().find(named(name));
            // A solution may be there by its number alone.
            let Some(assembly) = child("assembly") else { continue };
            let range = solution.range();
            all.push(Stored {
                pieces: pieces(assembly)?,
                separation: child("separation").map(|node| separation(node, 0)).transpose()?,
                info: child("separationInfo").map(numbers).transpose()?,
                span: range.start..range.start + "<solution".len(),
            });
        }
    }
    Ok(all)
}

/// Where a piece is, and how it is turned.
pub(crate) type Placed = ([i32; 3], u32);

fn pieces(node: Node<'_, '_>) -> Result<Vec<Option<Placed>>, Diagnostic> {
    let mut words = node.text().unwrap_or_default().split_ascii_whitespace();
    let mut pieces = Vec::new();
    while let Some(word) = words.next() {
        if word == "x" {
            pieces.push(None);
            continue;
        }
        let next = |word: Option<&str>| {
            let number = word.and_then(|word| word.parse::<i32>().ok());
            number.filter(|number| number.abs() <= REMOVED)
        };
        let place = [next(Some(word)), next(words.next()), next(words.next())];
        let turn = words.next().and_then(|word| word.parse::<u32>().ok());
        let ([Some(x), Some(y), Some(z)], Some(turn)) = (place, turn) else {
            return Err(error(node, "has an entry that is not x y z and a turn")
                .hint("four numbers a piece, or an x for one that is not used"));
        };
        pieces.push(Some(([x, y, z], turn)));
    }
    Ok(pieces)
}

fn numbers<T: std::str::FromStr>(node: Node<'_, '_>) -> Result<Vec<T>, Diagnostic> {
    let words = node.text().unwrap_or_default().split_ascii_whitespace();
    let number = |word: &str| word.parse().map_err(|_| error(node, "has a word that is no number"));
    words.map(number).collect()
}

fn separation(node: Node<'_, '_>, depth: usize) -> Result<StoredSeparation, Diagnostic> {
    if depth > 64 {
        return Err(error(node, "is nested too deeply"));
    }
    let mut found =
        StoredSeparation { pieces: Vec::new(), states: Vec::new(), left: None, removed: None };
    for child in node.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "pieces" => found.pieces = numbers(child)?,
            "state" => {
                let axis = |name: &'static str| {
                    let axis = child.children().find(|inner| inner.has_tag_name(name));
                    numbers::<i32>(axis.ok_or_else(|| error(child, "lacks dx, dy or dz"))?)
                };
                let [dx, dy, dz] = [axis("dx")?, axis("dy")?, axis("dz")?];
                let count = found.pieces.len();
                let far = |list: &&Vec<i32>| list.iter().any(|x| x.unsigned_abs() > FAR);
                if [&dx, &dy, &dz].iter().any(far) {
                    return Err(error(child, "has a place that is too far away"));
                }
                if [&dx, &dy, &dz].iter().any(|list| list.len() != count) {
                    let what = format!("does not have a place for each of {count} pieces");
                    return Err(error(child, &what));
                }
                found.states.push((0..count).map(|i| [dx[i], dy[i], dz[i]]).collect());
            }
            "separation" => {
                let inner = Some(Box::new(separation(child, depth + 1)?));
                match child.attribute("type") {
                    Some("left") => found.left = inner,
                    Some("removed") => found.removed = inner,
                    _ => return Err(error(child, "is neither of type left nor removed")),
                }
            }
            _ => {}
        }
    }
    Ok(found)
}
