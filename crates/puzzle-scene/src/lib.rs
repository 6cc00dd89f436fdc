//! A display list and its printers: text (with ANSI colours), SVG, PNG and JSON.
//!
//! Whoever wants a picture fills a [`Scene`] with cells, faces and lines; this crate draws it. It knows nothing of
//! puzzles: a cell has an outline, a group and a label, and borders appear where groups differ. The text printer
//! works on each cell's [`TextRect`]; SVG and PNG share one layout, so that both show the same picture.
//!
//! ```
//! use puzzle_scene::{Cell, Scene, text};
//!
//! let cells = vec![Cell::square(0, 0).in_group(0).labelled("A"), Cell::square(0, 1).in_group(1).labelled("B")];
//! let picture = text::print(&Scene::of_cells(cells), text::TextOptions::default());
//! assert_eq!(picture, "┌───┬───┐\n│ A │ B │\n└───┴───┘\n");
//! ```
//!
//! No input makes a printer panic: what cannot be drawn (coordinates that are not numbers, outlines without area)
//! is left out, and what would be too large is refused in words.

pub mod json;
mod layout;
pub mod palette;
pub mod png;
mod scene;
pub mod svg;
pub mod text;

pub use scene::{Body, Cell, Face, Frame, Layer, Link, Scene, TextRect, shades};
