//! Rush Hour boards as lists of them have: the 36 cells of a board on one line, row by row.
//!
//! A letter is a car, `o` or `.` an empty cell, `x` a wall. The car that should leave on the right is `A`, or `X` or `R` if
//! there is no such car along a row. A number may stand before the board, as in Fogleman's list, and anything after it.

use puzzle_core::Diagnostic;

use super::{Sliding, format};
use crate::Source;
use crate::listed::{self, Listed, Several};

/// Rows and columns.
const SIDE: usize = 6;

/// Whether a file is a list of boards.
pub(super) fn recognises(source: &Source) -> bool {
    listed::recognises(source, |line| read(line, 0).is_ok())
}

/// The boards of a file.
pub(super) fn several(source: &Source) -> Several {
    if recognises(source) { listed::by_lines(source) } else { Several::One }
}

/// The board of a text of one line.
pub(super) fn only(source: &Source) -> Result<Sliding, Diagnostic> {
    let Listed { line, at } = listed::only(source)?;
    let text = Source::text(&source.name, read(line, at)?).within(&source.budget);
    format::read(&text)
}

/// A board as the text of a `.puzzle` file.
fn read(line: &str, at: usize) -> Result<String, Diagnostic> {
    let mut words = line.split_whitespace().take(2);
    let cells = words.find(|word| word.len() == SIDE * SIDE && word.is_ascii());
    let refuse = |why: String| Diagnostic::error(why).at(at..at + line.len());
    let cells = cells.ok_or_else(|| {
        refuse("this is no board of 36 cells".into())
            .hint("letters are cars, `o` or `.` is empty, `x` is a wall")
    })?;
    let mut cars: Vec<(char, Vec<usize>)> = Vec::new();
    let mut drawing = String::new();
    for (place, c) in cells.chars().enumerate() {
        let sign = match c {
            'o' | '.' => '.',
            'x' => '#',
            c if c.is_ascii_alphabetic() => {
                match cars.iter_mut().find(|car| car.0 == c) {
                    Some(car) => car.1.push(place),
                    None => cars.push((c, vec![place])),
                }
                c
            }
            c => return Err(refuse(format!("{c:?} is no car, no empty cell and no wall"))),
        };
        drawing.push(sign);
        if place % SIDE == SIDE - 1 {
            drawing.push('\n');
        }
    }
    let along = |car: &[usize], step: usize| car.windows(2).all(|two| two[1] - two[0] == step);
    let is_row = |car: &[usize]| along(car, 1) && car[0] / SIDE == car[car.len() - 1] / SIDE;
    if let Some((name, _)) =
        cars.iter().find(|(_, car)| car.len() < 2 || !(is_row(car) || along(car, SIDE)))
    {
        return Err(refuse(format!("{name} is not a straight car of two cells or more")));
    }
    let leaves = |name: &char| cars.iter().find(|car| car.0 == *name && is_row(&car.1));
    let (name, car) = ['A', 'X', 'R'].iter().find_map(leaves).ok_or_else(|| {
        refuse("no car is to leave the board".into()).hint("call one along a row A")
    })?;
    let (row, column) = (car[0] / SIDE + 1, SIDE - car.len() + 1);
    Ok(format!(
        "family = \"sliding\"\nname = \"Rush Hour\"\nmoves = \"lengthwise\"\ndrawing = \"\"\"\n{drawing}\"\"\"\n\
         [[goal]]\nwhere = \"{name} at row {row} column {column}\"\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From Fogleman's list: moves, board, configurations.
    const LIST: &str = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n\
                        58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192\n";

    #[test]
    fn a_board_on_a_line_is_that_of_the_catalogue() {
        let source = Source::text("hardest.txt", LIST);
        assert!(recognises(&source));
        let remarks = crate::read(&source, None).unwrap().1.warnings;
        assert!(remarks[0].message.contains("2 puzzles"));
        let board = only(&source).unwrap();
        let same =
            |puzzle: &Sliding| format!("{:?} {:?} {:?}", puzzle.board, puzzle.start, puzzle.goals);
        let text = crate::catalogue::find("rush-hour-60").unwrap();
        let known = format::read(&Source::text("rush-hour-60", &*text)).unwrap();
        assert_eq!(same(&board), same(&known));
        let dots = LIST.replace('o', ".");
        let again = only(&Source::text("x", dots)).unwrap();
        assert_eq!(same(&again), same(&known));
        assert!(crate::read(&Source::text("x#2", LIST), None).unwrap().1.warnings.is_empty());
    }

    #[test]
    fn what_is_no_board_is_refused_with_the_reason() {
        let board = LIST.split(' ').nth(1).unwrap();
        for (wrong, word) in [
            (board[1..].to_owned(), "no board of 36 cells"),
            (board.replace('x', "?"), "'?' is no car"),
            (board.replacen('o', "A", 1), "A is not a straight car"),
            (board.replace('A', "o"), "no car is to leave"),
            (String::new(), "no board"),
        ] {
            let told = read(&wrong, 0).unwrap_err().message;
            assert!(told.contains(word), "{wrong}: {told}");
        }
    }
}
