//! A template for a new family: copy this folder, rename it, and register it in `lib.rs`.
//!
//! It is always compiled and tested, so that it cannot rot. Its puzzles are the smallest there
//! are: a number of lamps, each of which must be switched on by the one switch it has. There is
//! exactly one solution.
//!
//! A family that grows gets its reader in `format.rs`, its pictures in `draw.rs` and a README.

mod draw;
mod format;

use puzzle_core::{Cover, Demand, Diagnostic, Problem, PuzzleBuilder};
use puzzle_scene::{Frame, Scene};

use crate::{Covering, Description, Family, Known, Placed, Reading, Restrict, Source};

/// The family.
pub struct NullFamily;

impl Family for NullFamily {
    fn name(&self) -> &'static str {
        "null"
    }

    fn about(&self) -> &'static str {
        "a row of lamps, each with its own switch: the template for new families"
    }

    fn recognises(&self, _: &Source, named: Option<&str>) -> bool {
        named == Some(self.name())
    }

    fn read(&self, source: &Source) -> Result<Reading, Diagnostic> {
        let lamps = format::read(source)?;
        Ok(Reading { puzzle: Box::new(Null::new(lamps)), warnings: Vec::new() })
    }
}

/// A row of lamps.
struct Null {
    lamps: u32,
    problem: Problem,
    known: Known,
}

impl Null {
    fn new(lamps: u32) -> Self {
        let mut builder = PuzzleBuilder::new();
        for lamp in 0..lamps {
            let aspect = builder.aspect(lamp.to_string(), Demand::One);
            builder.embedding([aspect]);
        }
        let puzzle = builder.build().expect("there is a lamp, and each has its switch");
        let known = Known { solutions: Some(1_u32.into()), ..Known::default() };
        Null { lamps, problem: Problem::Cover(Cover::plain(puzzle)), known }
    }
}

impl Description for Null {
    fn family(&self) -> &'static str {
        "null"
    }

    fn name(&self) -> &str {
        "lamps"
    }

    fn figures(&self) -> Vec<(String, String)> {
        vec![("lamps".into(), self.lamps.to_string())]
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        Scene { title: "lamps".into(), frames: vec![draw::lamps(self.lamps, &[])] }
    }

    fn covering(&self) -> Option<&dyn Covering> {
        Some(self)
    }
}

impl Covering for Null {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn per_piece(&self, numbers: &[u32]) -> Vec<(String, usize)> {
        vec![("switch".into(), numbers.len())]
    }

    fn has_piece(&self, name: &str) -> bool {
        name == "switch"
    }

    fn restrict(&self) -> Option<&Restrict> {
        None
    }

    fn aspect_name(&self, name: &str) -> Option<String> {
        name.parse().ok().filter(|&lamp: &u32| lamp < self.lamps).map(|lamp| lamp.to_string())
    }

    fn placed(&self, number: u32) -> Option<Placed> {
        let cells = vec![number.to_string()];
        (number < self.lamps).then(|| Placed { piece: "switch".into(), cells })
    }

    fn draw_solution(&self, numbers: &[u32]) -> Frame {
        draw::lamps(self.lamps, numbers)
    }

    fn draw_values(&self, values: &[u32]) -> Frame {
        draw::values(values)
    }

    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        let mut on = vec![0; self.lamps as usize];
        for &number in numbers {
            *on.get_mut(number as usize).ok_or(format!("there is no switch {number}"))? += 1;
        }
        match on.iter().position(|&times| times != 1) {
            Some(lamp) => Err(format!("lamp {lamp} is switched {} times", on[lamp])),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Reading, Diagnostic> {
        NullFamily.read(&Source::text("test", text))
    }

    #[test]
    fn the_only_solution_switches_every_lamp_once() {
        let reading = read("family = \"null\"\nlamps = 3\n").unwrap();
        let lamps = reading.puzzle.covering().unwrap();
        assert_eq!(lamps.check(&[0, 1, 2]), Ok(()));
        assert!(lamps.check(&[0, 1]).is_err());
        assert!(lamps.check(&[0, 1, 1, 2]).is_err());
        assert!(lamps.check(&[0, 1, 3]).is_err());
    }

    #[test]
    fn a_row_without_lamps_is_refused_where_it_says_so() {
        let error = read("family = \"null\"\nlamps = 0\n").err().unwrap();
        assert_eq!(error.message, "0 is out of bounds");
        assert_eq!(error.position("family = \"null\"\nlamps = 0\n"), Some((2, 9)));
    }
}
