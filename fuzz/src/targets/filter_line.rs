//! Any clues as a small puzzle: what the solver finds is right and never found twice.

use std::collections::HashSet;
use std::ops::ControlFlow;

use puzzle_core::Control;
use puzzle_core::lines::{Lines, Picture};
use puzzle_engines::lines;

pub(crate) fn run(bytes: &[u8]) {
    let Some((&[width, colours], cells)) = bytes.split_first_chunk() else { return };
    let (width, colours) = (1 + usize::from(width) % 8, 1 + colours % 3);
    let cells: Vec<u8> = cells.iter().take(8 * width).map(|cell| cell % (colours + 1)).collect();
    let height = cells.len() / width;
    let cells = cells[..width * height].to_vec();
    let Ok(puzzle) = Lines::of(&Picture { width, height, cells }) else { return };
    let mut found = HashSet::new();
    lines::solve(&puzzle, &Control::default(), &mut |picture| {
        assert_eq!(puzzle.check(picture), Ok(()));
        assert!(found.insert(picture.clone()));
        if found.len() < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(!found.is_empty());
}
