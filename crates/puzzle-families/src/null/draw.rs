//! How a row of lamps is drawn: lit ones in colour.

use puzzle_scene::{Cell, Frame, Layer};

/// One square a lamp.
pub(super) fn lamps(count: u32, lit: &[u32]) -> Frame {
    let cells = (0..count)
        .map(|lamp| {
            let cell = Cell::square(0, lamp as i32).labelled(lamp.to_string());
            if lit.contains(&lamp) { cell.in_group(lamp) } else { cell }
        })
        .collect();
    Frame { layers: vec![Layer { caption: String::new(), cells }], ..Frame::default() }
}
