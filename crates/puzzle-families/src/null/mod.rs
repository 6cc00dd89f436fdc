//! A template for a new family: copy this folder, rename it, and register it in `lib.rs`.
//!
//! It is always compiled and tested, so that it cannot rot. Its puzzles are the smallest there
//! are: light lamps in a row so that no two neighbours are lit. It has a form and an engine of its
//! own (`null` in puzzle-core and puzzle-engines); a family that is lowered to exact covers needs
//! neither, and of what follows only `covering` instead of `lower` to `check`.
//!
//! `format.rs` is the reader, `draw.rs` makes pictures, the README shows a puzzle.

mod draw;
mod format;

use puzzle_core::null::Lamps;
use puzzle_core::{
    Ask, Budget, Choice, ChoiceTable, Diagnostic, Failure, Json, Map, Problem, Question, Value,
    choice,
};
use puzzle_scene::{Frame, Scene};

use crate::family::numbers_under;
use crate::shared::{LIMIT, UNIQUE};
use crate::{Description, Family, Known, Lowered, Reading, Source};

/// The family.
pub static FAMILY: Family = Family {
    name: "null",
    about: "a row of lamps, no two neighbours lit: the template for new families",
    questions: &[Question::First, Question::All, Question::Count, Question::Unique],
    tables: TABLES,
    ..Family::read_by(read)
};

/// What may be chosen: one entry is one option of the command, with its help.
static TABLE: ChoiceTable = ChoiceTable {
    heading: "Lamps (the template)",
    whose: "lamps",
    choices: &[
        Choice::valued("lit", Value::Text("N"), "Only rows with N lamps lit")
            .checked(choice::whole),
        UNIQUE,
        LIMIT,
    ],
};

const TABLES: &[&ChoiceTable] = &[&TABLE];

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let lamps = Lamps { lamps: format::read(source)?, lit: None };
    let puzzle = Box::new(Null { lamps, known: Known::default() });
    Ok(Reading { puzzle, warnings: Vec::new() })
}

/// A row of lamps.
struct Null {
    lamps: Lamps,
    known: Known,
}

impl Description for Null {
    fn family(&self) -> &'static str {
        "null"
    }

    fn name(&self) -> &str {
        "lamps"
    }

    fn figures(&self) -> Vec<(String, String)> {
        vec![("lamps".into(), self.lamps.lamps.to_string())]
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        Scene { title: "lamps".into(), frames: vec![draw::lamps(self.lamps.lamps, &[])] }
    }

    fn lower(&self, ask: &Ask, _: &Budget) -> Result<Lowered<'_>, Failure> {
        let lit = ask.choices.get("lit")?;
        Ok(Lowered::made(Problem::Null(Lamps { lit, ..self.lamps })))
    }

    fn frames(&self, _: &Ask, solution: &[u32]) -> Vec<Frame> {
        vec![draw::lamps(self.lamps.lamps, solution)]
    }

    fn fields(&self, _: &Ask, solution: &[u32]) -> Map<String, Json> {
        Map::from_iter([("lit".to_owned(), solution.into())])
    }

    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        numbers_under(fields, "lit")
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        self.lamps.check(solution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Reading, Diagnostic> {
        FAMILY.read(&Source::text("test", text))
    }

    #[test]
    fn no_two_neighbours_are_lit() {
        let lamps = read("family = \"null\"\nlamps = 4\n").unwrap().puzzle;
        for right in [&[][..], &[2], &[0, 2], &[1, 3]] {
            assert_eq!(lamps.check(right), Ok(()));
        }
        for wrong in [&[0, 1][..], &[4], &[2, 0], &[1, 1]] {
            assert!(lamps.check(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_row_without_lamps_is_refused_where_it_says_so() {
        let error = read("family = \"null\"\nlamps = 0\n").err().unwrap();
        assert_eq!(error.message, "0 is out of bounds");
        assert_eq!(error.position("family = \"null\"\nlamps = 0\n"), Some((2, 9)));
    }
}
