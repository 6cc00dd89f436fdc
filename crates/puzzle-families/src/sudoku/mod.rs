//! Sudoku with boxes of any size, as an exact cover: every cell has a value, every row, column and
//! box has every value once.
//!
//! ```toml
//! family = "sudoku"
//! box = [2, 3]            # rows and columns of a box; [3, 3] without it
//! givens = """
//! 1.....
//! …
//! """
//! ```
//! Values are 1 to 9 and then A to Z. With more of them, or if the author likes, a row is a list of
//! numbers with blanks between them, 0 or a dot for an empty cell. Collections have a board on each line: see
//! `line`.

mod line;

use puzzle_core::Diagnostic;
use puzzle_scene::{Cell, Frame, Layer};

use crate::catalogue::sides;
use crate::document::{self, Node};
use crate::exact_cover::{CoverText, ExactCover, Picture};
use crate::limits::look;
use crate::{Family, Known, Reading, Source};

/// The most values: their cube is the number of options.
const MOST: usize = 64;

/// The family.
pub static FAMILY: Family = Family {
    name: "sudoku",
    about: "every row, column and box has every value once; boxes of any size",
    endings: &[".sdm"],
    looks_like: line::recognises,
    several: line::several,
    ..Family::read_by(read)
};

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    if FAMILY.is_named(source) || line::recognises(source) {
        document::text(source)?;
        let (side, givens) = line::only(source)?;
        let board = Board::new(side, side, givens);
        return board.reading(String::new(), Known::default(), source, Vec::new());
    }
    let document = document::parse(source)?;
    let table = document.table();
    let name = document::name(&table)?;
    let (rows, columns) = match table.get("box") {
        None => (3, 3),
        Some(node) => match node.numbers(1..=MOST as i64)?[..] {
            [rows, columns] if rows * columns <= MOST as i64 => (rows as usize, columns as usize),
            [_, _] => return Err(node.error(format!("over {MOST} values"))),
            _ => return Err(node.error("a box has two sides").hint("[rows, columns]")),
        },
    };
    let side = rows * columns;
    let givens = match table.get("givens") {
        Some(node) => givens(&node, &source.text, side)?,
        None => vec![None; side * side],
    };
    let known = crate::known::read(&table)?;
    table.finish()?;
    Board::new(rows, columns, givens).reading(name, known, source, Vec::new())
}

/// `sudoku-RxC`: an empty board.
pub(crate) fn empty(name: &str) -> Option<String> {
    let (rows, columns) = sides(name.strip_prefix("sudoku-")?, MOST as u32)?;
    (rows * columns <= MOST as u32).then(|| {
        format!(
            "family = \"sudoku\"\nname = \"empty sudoku with boxes of {rows} x {columns}\"\n\
             box = [{rows}, {columns}]\n"
        )
    })
}

/// The values that are given, row by row.
fn givens(node: &Node<'_>, source: &str, side: usize) -> Result<Vec<Option<usize>>, Diagnostic> {
    let mut values = Vec::new();
    let mut offset = 0;
    for line in node.text()?.split('\n') {
        let at = |place: usize| node.place(source, offset + place);
        let words: Vec<&str> = line.split_whitespace().collect();
        let letters: Vec<(usize, char)> =
            line.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
        let row: Vec<Option<usize>> = if words.is_empty() {
            offset += line.len() + 1;
            continue;
        } else if words.len() == side && side > 1 {
            let word = |word: &&str| match *word {
                "." | "0" | "_" => Ok(None),
                word => value(word, side).map(Some).ok_or_else(|| {
                    let message = format!("`{word}` is no value from 1 to {side}");
                    Diagnostic::error(message).at(at(line.find(word).unwrap_or(0)))
                }),
            };
            words.iter().map(word).collect::<Result<_, _>>()?
        } else if letters.len() == side {
            let letter = |&(place, c): &(usize, char)| match c {
                '.' | '0' | '_' => Ok(None),
                c => value(c.encode_utf8(&mut [0; 4]), side).map(Some).ok_or_else(|| {
                    let message = format!("{c:?} is no value from 1 to {}", sign(side - 1));
                    Diagnostic::error(message).at(at(place)).hint("a dot is an empty cell")
                }),
            };
            letters.iter().map(letter).collect::<Result<_, _>>()?
        } else {
            let message = format!("this row has {} cells, not {side}", letters.len());
            return Err(Diagnostic::error(message).at(at(0)));
        };
        values.extend(row);
        offset += line.len() + 1;
        if values.len() > side * side {
            break;
        }
    }
    match values.len() == side * side {
        true => Ok(values),
        false => Err(node.error(format!("the board has {side} rows"))),
    }
}

/// A value from 0 by its sign or number.
fn value(word: &str, side: usize) -> Option<usize> {
    let mut letters = word.chars();
    let value = match (letters.next()?, letters.next()) {
        (letter, None) if letter.is_ascii_alphabetic() => {
            10 + (letter.to_ascii_uppercase() as usize - 'A' as usize)
        }
        _ => word.parse().ok()?,
    };
    (1..=side).contains(&value).then(|| value - 1)
}

/// How a value from 0 is shown.
fn sign(value: usize) -> String {
    match value {
        9..35 => char::from(b'A' + (value - 9) as u8).to_string(),
        _ => (value + 1).to_string(),
    }
}

/// A board with its givens, and what each option means.
struct Board {
    rows: usize,
    columns: usize,
    givens: Vec<Option<usize>>,
    /// By option: the cell and its value.
    options: Vec<(usize, usize)>,
}

impl Board {
    fn new(rows: usize, columns: usize, givens: Vec<Option<usize>>) -> Self {
        let side = rows * columns;
        let allowed = |cell: usize, value: usize| givens[cell].is_none_or(|given| given == value);
        let cells = (0..side * side).flat_map(|cell| (0..side).map(move |value| (cell, value)));
        let options = cells.filter(|&(cell, value)| allowed(cell, value)).collect();
        Board { rows, columns, givens, options }
    }

    /// The puzzle that is this board.
    fn reading(
        self,
        name: String,
        known: Known,
        source: &Source,
        warnings: Vec<Diagnostic>,
    ) -> Result<Reading, Diagnostic> {
        let text = self.cover(name);
        look(&source.budget)?;
        let cover = ExactCover::new(FAMILY.name, text, known, Some(Box::new(self)))
            .map_err(|error| Diagnostic::error(error.to_string()))?;
        Ok(Reading { puzzle: Box::new(cover), warnings })
    }

    fn side(&self) -> usize {
        self.rows * self.columns
    }

    fn box_of(&self, cell: usize) -> usize {
        let (row, column) = (cell / self.side(), cell % self.side());
        row / self.rows * self.rows + column / self.columns
    }

    fn cover(&self, title: String) -> CoverText {
        let side = self.side();
        let mut text = CoverText { title, ..CoverText::default() };
        for cell in 0..side * side {
            text.primary(format!("r{}c{}", cell / side + 1, cell % side + 1));
        }
        for what in ["r", "c", "b"] {
            for place in 1..=side {
                for value in 0..side {
                    text.primary(format!("{what}{place}={}", sign(value)));
                }
            }
        }
        for &(cell, value) in &self.options {
            let lines = [cell / side, side + cell % side, 2 * side + self.box_of(cell)];
            let items = lines.map(|line| side * side + line * side + value);
            text.option([cell].into_iter().chain(items));
        }
        text
    }

    fn draw(&self, values: &[Option<usize>]) -> Frame {
        let side = self.side();
        let cell = |(cell, value): (usize, &Option<usize>)| {
            let label = value.map(sign).unwrap_or_default();
            Cell::square((cell / side) as i32, (cell % side) as i32)
                .in_group(self.box_of(cell) as u32)
                .labelled(label)
        };
        let cells = values.iter().enumerate().map(cell).collect();
        Frame { layers: vec![Layer { caption: String::new(), cells }], ..Frame::default() }
    }
}

impl Picture for Board {
    fn puzzle(&self) -> Frame {
        self.draw(&self.givens)
    }

    fn solution(&self, numbers: &[u32]) -> Frame {
        let mut values = self.givens.clone();
        for &(cell, value) in numbers.iter().filter_map(|&n| self.options.get(n as usize)) {
            values[cell] = Some(value);
        }
        self.draw(&values)
    }

    fn given(&self) -> Vec<u32> {
        let options = self.options.iter().zip(0..);
        let given = options.filter(|(option, _)| self.givens[option.0].is_some());
        given.map(|(_, number)| number).collect()
    }

    fn under(&self, cell: u32) -> Vec<u32> {
        let options = self.options.iter().zip(0..);
        options.filter(|(option, _)| option.0 == cell as usize).map(|(_, number)| number).collect()
    }

    fn label(&self, number: u32) -> String {
        self.options.get(number as usize).map_or_else(String::new, |option| sign(option.1))
    }

    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        let side = self.side();
        let mut values = vec![None; side * side];
        for &number in numbers {
            let option = self.options.get(number as usize);
            let &(cell, value) = option.ok_or_else(|| format!("there is no option {number}"))?;
            if values[cell].replace(value).is_some() {
                return Err(format!("cell {cell} has two values"));
            }
        }
        if values.iter().zip(&self.givens).any(|(v, given)| given.is_some() && v != given) {
            return Err("a given value has changed".into());
        }
        // By row, column and box: which values are there.
        let mut there = vec![false; 3 * side * side];
        for (cell, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            for (kind, line) in
                [cell / side, cell % side, self.box_of(cell)].into_iter().enumerate()
            {
                there[(kind * side + line) * side + value] = true;
            }
        }
        match there.iter().position(|there| !there) {
            None => Ok(()),
            Some(lacking) => {
                let line = lacking / side;
                let kind = ["row", "column", "box"][line / side];
                Err(format!("{kind} {} has not every value once", line % side + 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Reading, Diagnostic> {
        FAMILY.read(&Source::text("test.puzzle", format!("family = \"sudoku\"\n{text}")))
    }

    #[test]
    fn a_small_board_has_its_items_and_options() {
        let reading =
            read("box = [2, 2]\ngivens = \"\"\"\n1...\n....\n..4.\n....\n\"\"\"\n").ok().unwrap();
        let covering = reading.puzzle.covering().unwrap();
        let puzzle_core::Problem::Cover(cover) = covering.problem() else { unreachable!() };
        assert_eq!(cover.puzzle.aspects().len(), 4 * 16);
        assert_eq!(cover.puzzle.embedding_count(), 14 * 4 + 2);
        assert!(covering.check(&[0]).is_err());
        assert_eq!(covering.export("dlx").unwrap().lines().count(), 1 + 58);
    }

    #[test]
    fn contradicting_givens_are_a_reason() {
        let reading =
            read("box = [2, 2]\ngivens = \"\"\"\n1..1\n....\n....\n....\n\"\"\"\n").ok().unwrap();
        assert_eq!(reading.puzzle.impossible(), Some("r1c1 and r1c4 both need r1=1"));
    }

    #[test]
    fn every_mistake_gets_its_own_complaint() {
        let texts = [
            "box = [9, 9]\n",
            "box = [3]\n",
            "box = [2, 2]\ngivens = \"\"\"\n12..\n....\n\"\"\"\n",
            "box = [2, 2]\ngivens = \"\"\"\n12..\n..5.\n....\n....\n\"\"\"\n",
            "box = [2, 2]\ngivens = \"\"\"\n12..\n..\n....\n....\n\"\"\"\n",
            "box = [2, 2]\ngivens = \"\"\"\n1 2 . .\n. . 4 17\n. . . .\n. . . .\n\"\"\"\n",
        ];
        let complaint = |text: &&str| match read(text) {
            Ok(_) => panic!("accepted: {text}"),
            Err(error) => error.render("test.puzzle", &format!("family = \"sudoku\"\n{text}")),
        };
        insta::assert_snapshot!(texts.iter().map(complaint).collect::<Vec<_>>().join("\n"));
    }
}
