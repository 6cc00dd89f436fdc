//! Captions, notes and labels: how large they are set and where lines break.
//!
//! Nobody here knows the reader's font, so widths are reckoned with one advance for all characters, which is that of
//! the PNG printer's own font and a little more than the mean of a sans-serif.

use super::{Panel, Point, Primitive};
use crate::palette::{INK, Rgb};

/// Width of a character, in font sizes.
const ADVANCE: f64 = 0.64;
/// Font size of layer captions and notes.
pub(super) const SMALL: f64 = 0.46;
/// Font size of frame captions.
pub(super) const LARGE: f64 = 0.56;
/// Labels are not made smaller than this while there is room.
const SMALLEST: f64 = 0.42;
/// Prose is broken at the width of the picture, but not narrower than this.
const NARROWEST: f64 = 9.0;

impl Panel {
    /// Prints one line at the left edge, widening the panel to hold it.
    pub(super) fn print(&mut self, text: &str, size: f64, y: f64) {
        if !text.trim().is_empty() {
            self.width = self.width.max(text.chars().count() as f64 * ADVANCE * size);
            let text = text.to_owned();
            let at = [0.0, y];
            self.primitives.push(Primitive::Text { at, size, centred: false, colour: INK, text });
        }
    }
}

/// Paragraphs, broken to the width of the picture.
pub(super) fn block(paragraphs: &[&String], size: f64, width: f64) -> Panel {
    let longest = (width.max(NARROWEST) / (ADVANCE * size)) as usize;
    let mut panel = Panel::default();
    for line in paragraphs.iter().flat_map(|paragraph| paragraph.lines()) {
        for piece in break_line(line, longest) {
            panel.print(&piece, size, panel.height + size * 0.6);
            panel.height += size * 1.35;
        }
    }
    panel
}

/// Breaks at blanks, and within words that are too long.
fn break_line(line: &str, longest: usize) -> Vec<String> {
    let longest = longest.max(1);
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for word in line.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for (number, part) in letters.chunks(longest).enumerate() {
            let blank = usize::from(used > 0 && number == 0);
            if used + blank + part.len() > longest {
                pieces.push(String::new());
                used = 0;
            } else if blank == 1 {
                pieces.last_mut().expect("never empty").push(' ');
                used += 1;
            }
            pieces.last_mut().expect("never empty").extend(part);
            used += part.len();
        }
    }
    pieces
}

/// A label in the middle of a cell, sized to the circle of this radius.
pub(super) fn label(text: &str, middle: Point, radius: f64, fill: Rgb) -> Option<Primitive> {
    let length = text.chars().count() as f64;
    if text.trim().is_empty() || radius <= 0.0 {
        return None;
    }
    // Triangles have little room, so there the label may fill more of it.
    let fine = (radius * 1.05).max(SMALLEST.min(radius * 1.5));
    let size = fine.min(radius * 1.75 / (ADVANCE * length));
    let colour = fill.readable();
    Some(Primitive::Text { at: middle, size, centred: true, colour, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_inside_long_words() {
        assert_eq!(break_line("to be or not to be", 6), ["to be", "or not", "to be"]);
        assert_eq!(break_line("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(break_line("", 0), [""]);
    }
}
