//! Colours of cells: their names are characters of a drawing, their numbers start at 1.

use puzzle_core::Diagnostic;

use super::Paint;
use crate::document::Node;

/// The colours of a puzzle in the order in which they turn up.
#[derive(Default)]
pub(super) struct Colours(Vec<char>);

impl Colours {
    /// The number of a colour; `#` is none.
    pub(super) fn number(&mut self, name: char) -> Paint {
        if name == '#' {
            return 0;
        }
        let known = self.0.iter().position(|&known| known == name);
        let place = known.unwrap_or_else(|| {
            self.0.push(name);
            self.0.len() - 1
        });
        place as Paint + 1
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }

    /// Which colour of a piece goes with which colour of the box: `colour-pairs = ["rw"]`, or else
    /// equal ones.
    pub(super) fn pairs(
        &mut self,
        node: Option<&Node<'_>>,
    ) -> Result<Vec<(Paint, Paint)>, Diagnostic> {
        let Some(node) = node else {
            return Ok((1..=self.0.len() as Paint).map(|paint| (paint, paint)).collect());
        };
        let mut pairs = Vec::new();
        for node in node.list()? {
            let names: Vec<char> = node.text()?.chars().filter(|c| !c.is_whitespace()).collect();
            let [piece, cell] = names[..] else {
                return Err(node
                    .error("a pair has two colours")
                    .hint("the colour of a piece, then that of the box: \"rw\""));
            };
            for name in [piece, cell] {
                if !self.0.contains(&name) {
                    return Err(node.error(format!("nothing has the colour `{name}`")));
                }
            }
            pairs.push((self.number(piece), self.number(cell)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }
}
