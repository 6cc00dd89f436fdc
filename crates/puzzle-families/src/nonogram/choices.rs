//! What may be asked of nonograms and chosen about them.

use puzzle_core::{Choice, ChoiceTable, Choices, Failure, Question, Value};

use crate::shared::{DIFFICULTY, LIMIT, UNIQUE};

/// What nonograms are asked.
pub(super) const QUESTIONS: &[Question] =
    &[Question::First, Question::All, Question::Count, Question::Unique, Question::Explain];

/// The only table.
pub(super) const TABLES: &[&ChoiceTable] = &[&TABLE];

static TABLE: ChoiceTable =
    ChoiceTable { heading: "Nonograms", whose: "nonograms", choices: CHOICES };

const CHOICES: &[Choice] = &[
    UNIQUE.against(&["all", "limit", "ndjson", "reasons"]),
    DIFFICULTY,
    Choice::valued(
        "reasons",
        Value::Optional("ROW,COLUMN", "all"),
        "Tell why: every deduction in order, or those about one cell, given as its row and column",
    )
    .of_solve()
    .asks(Question::Explain)
    .checked(is_cell)
    .against(&["all", "limit", "json", "ndjson", "unique"]),
    LIMIT,
];

/// A cell of a grid, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    All,
    At(usize, usize),
}

impl std::str::FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() || text == "all" {
            return Ok(Cell::All);
        }
        let number = |text: &str| text.trim().parse().ok().and_then(|n: usize| n.checked_sub(1));
        let at =
            text.split_once(',').and_then(|(row, column)| Some((number(row)?, number(column)?)));
        let (row, column) = at.ok_or("write a row and a column: 4,5")?;
        Ok(Cell::At(row, column))
    }
}

fn is_cell(text: &str) -> Result<(), String> {
    text.parse::<Cell>().map(drop)
}

/// The cell whose reasons are asked for.
pub(super) fn cell(choices: &Choices) -> Result<Cell, Failure> {
    Ok(choices.get("reasons")?.unwrap_or(Cell::All))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_row_and_a_column_from_one() {
        assert_eq!("4,5".parse(), Ok(Cell::At(3, 4)));
        assert_eq!("all".parse(), Ok(Cell::All));
        for bad in ["4", "0,1", "a,b", "1,2,3"] {
            assert!(is_cell(bad).is_err(), "{bad}");
        }
    }
}
