//! A formula as a table: a row for each clause, a column for each variable, + where the variable
//! stands as it is and − where it is negated. A cube is a row above them: 1, 0, or nothing where
//! either will do; what it makes true below is coloured, what it makes false is pale. The terminal
//! shows formulas as text, so the table has no bricks for it.

use puzzle_core::Cnf;
use puzzle_scene::{Cell, Layer, palette};

/// Larger tables are not drawn.
const VARIABLES: u32 = 64;
const CLAUSES: usize = 200;

/// The table, if it is not too large.
pub(super) fn table(formula: &Cnf, cube: Option<&[i32]>) -> Option<Layer> {
    let clauses = formula.clauses();
    if formula.variables() > VARIABLES || clauses.len() > CLAUSES || formula.variables() == 0 {
        return None;
    }
    let value = |variable: i32| {
        let fixed = cube.unwrap_or(&[]).iter().find(|literal| literal.abs() == variable);
        fixed.map(|literal| *literal > 0)
    };
    let variables = 1..=formula.variables() as i32;
    let mut cells: Vec<Cell> = Vec::new();
    let mut put = |row: i32, variable: i32, label: String, look: Look| {
        let cell = Cell { rect: Default::default(), ..Cell::square(row, variable - 1) };
        cells.push(look.of(cell.labelled(label)));
    };
    for variable in variables.clone() {
        put(0, variable, variable.to_string(), Look::Head);
        if cube.is_some() {
            let word = value(variable).map_or("", |value| if value { "1" } else { "0" });
            put(1, variable, word.into(), value(variable).map_or(Look::Empty, Look::Value));
        }
    }
    let first = if cube.is_some() { 2 } else { 1 };
    for (row, clause) in (first..).zip(clauses.iter()) {
        for variable in variables.clone() {
            let literal = clause.iter().find(|literal| literal.abs() == variable);
            let word = literal.map_or("", |literal| if *literal > 0 { "+" } else { "−" });
            let look = match (literal, value(variable)) {
                (None, _) => Look::Empty,
                (Some(literal), None) => Look::Open(*literal > 0),
                (Some(literal), Some(value)) if (*literal > 0) == value => Look::True(value),
                (Some(_), Some(_)) => Look::False,
            };
            put(row, variable, word.into(), look);
        }
    }
    Some(Layer { caption: String::new(), cells })
}

/// How a cell looks.
#[derive(Clone, Copy)]
enum Look {
    /// The number of a variable.
    Head,
    Empty,
    /// What a cube gives a variable.
    Value(bool),
    /// A literal that is true, false, or neither.
    True(bool),
    False,
    Open(bool),
}

impl Look {
    fn of(self, cell: Cell) -> Cell {
        let ink = match self {
            Look::Head => palette::NEUTRAL,
            Look::Empty => palette::PAPER,
            Look::False => palette::EMPTY,
            Look::Value(value) | Look::True(value) => palette::colour(u32::from(!value)),
            Look::Open(value) => palette::colour(u32::from(!value)).mix(palette::PAPER, 0.7),
        };
        Cell { ink: Some(ink), ..cell }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_is_a_row_above_the_clauses() {
        let formula = Cnf::new(3, [vec![1, -2], vec![-1, 3]]);
        let rows = |cube| {
            let cells = table(&formula, cube).unwrap().cells;
            let labels: Vec<String> = cells.into_iter().map(|cell| cell.label).collect();
            labels.chunks(3).map(|row| row.join("|")).collect::<Vec<_>>()
        };
        assert_eq!(rows(None), ["1|2|3", "+|−|", "−||+"]);
        // The head is put down with the cube's values, column by column.
        let drawn = table(&formula, Some(&[1, 3])).unwrap();
        let label = |row: i32, column: i32| {
            let corner = [f64::from(column), f64::from(row)];
            let cell = drawn.cells.iter().find(|cell| cell.outline[0] == corner).unwrap();
            (cell.label.as_str(), cell.ink)
        };
        assert_eq!([label(1, 0).0, label(1, 1).0, label(1, 2).0], ["1", "", "1"]);
        assert_eq!(label(2, 0), ("+", label(1, 0).1));
        assert_eq!(label(3, 0), ("−", Some(palette::EMPTY)));
    }

    #[test]
    fn large_formulas_are_not_drawn() {
        assert!(table(&Cnf::new(65, [vec![1, 65]]), None).is_none());
        assert!(table(&Cnf::new(2, vec![vec![1, 2]; 201]), None).is_none());
        assert!(table(&Cnf::empty(0), None).is_none());
    }
}
