//! Word search: put the words into a rectangle, along rows, columns and diagonals in all eight
//! directions; words may cross where their letters agree.
//!
//! An exact cover with colours: each word must be placed, each cell is a secondary item whose colour
//! is its letter (Knuth, The Art of Computer Programming 7.2.2.1).

use puzzle_core::{Diagnostic, Permutation, Symmetry, is_unprintable};
use puzzle_scene::{Cell, Frame, Layer};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::document;
use crate::exact_cover::{CoverText, ExactCover, Picture};
use crate::limits::look;
use crate::{Family, Reading, Source};

/// Bounds on what is read: sides of the rectangle, words, placements.
const LONGEST: i64 = 60;
const WORDS: usize = 1000;
const PLACEMENTS: usize = 500_000;

/// The family.
pub static FAMILY: Family = Family {
    name: "word-search",
    about: "words in a rectangle in eight directions, crossing where letters agree",
    ..Family::read_by(read)
};

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let document = document::parse(source)?;
    let table = document.table();
    let name = document::name(&table)?;
    let node = table.need("rectangle", "rectangle = [10, 12]: rows and columns")?;
    let [rows, columns] = node.numbers(1..=LONGEST)?[..] else {
        return Err(node.error("a rectangle has two sides").hint("[rows, columns]"));
    };
    let list = table.need("words", "words = [\"apple\", \"pear\"]")?;
    let mut words: Vec<Vec<char>> = Vec::new();
    for node in list.list()? {
        let word: Vec<char> = node.text()?.to_uppercase().chars().collect();
        let letters = |c: &char| c.is_alphanumeric() && !is_unprintable(*c);
        if word.len() < 2 || word.len() > LONGEST as usize || !word.iter().all(letters) {
            return Err(node.error("a word has two letters or more, and nothing else"));
        }
        if words.contains(&word) || words.len() >= WORDS {
            return Err(node.error("this word is there twice, or there are too many"));
        }
        words.push(word);
    }
    let known = crate::known::read(&table)?;
    table.finish()?;
    let board = Board::new(rows as i32, columns as i32, words)
        .ok_or_else(|| list.error(format!("the words have over {PLACEMENTS} placements")))?;
    if board.options.is_empty() {
        return Err(list.error("no word fits into the rectangle"));
    }
    let text = board.cover(name);
    look(&source.budget)?;
    let symmetries = board.symmetries();
    let cover = ExactCover::new(FAMILY.name, text, known, Some(Box::new(board)))
        .map_err(|error| Diagnostic::error(error.to_string()))?
        .with_symmetries(symmetries);
    Ok(Reading { puzzle: Box::new(cover), warnings: Vec::new() })
}

/// A rectangle, its words, and what each option means.
struct Board {
    rows: i32,
    columns: i32,
    words: Vec<Vec<char>>,
    /// By option: the word and its cells.
    options: Vec<(usize, Vec<usize>)>,
}

impl Board {
    /// `None` if there are too many placements.
    fn new(rows: i32, columns: i32, words: Vec<Vec<char>>) -> Option<Self> {
        let mut options = Vec::new();
        for (word, letters) in words.iter().enumerate() {
            let reach = letters.len() as i32 - 1;
            let inside =
                |row: i32, column: i32| (0..rows).contains(&row) && (0..columns).contains(&column);
            let palindrome = letters.iter().eq(letters.iter().rev());
            let mut seen = FxHashSet::default();
            for start in 0..rows * columns {
                let (row, column) = (start / columns, start % columns);
                for direction in (0..9).filter(|direction| *direction != 4) {
                    let (down, right) = (direction / 3 - 1, direction % 3 - 1);
                    if !inside(row + down * reach, column + right * reach) {
                        continue;
                    }
                    let cell = |i: i32| ((row + down * i) * columns + column + right * i) as usize;
                    let cells: Vec<usize> = (0..=reach).map(cell).collect();
                    // A palindrome reads the same both ways: that is one placement.
                    let ends =
                        (cells[0].min(cells[reach as usize]), cells[0].max(cells[reach as usize]));
                    if palindrome && !seen.insert(ends) {
                        continue;
                    }
                    options.push((word, cells));
                    if options.len() > PLACEMENTS {
                        return None;
                    }
                }
            }
        }
        Some(Board { rows, columns, words, options })
    }

    fn cover(&self, title: String) -> CoverText {
        let mut text = CoverText { title, ..CoverText::default() };
        for word in &self.words {
            text.primary(word.iter().collect::<String>());
        }
        for cell in 0..self.rows * self.columns {
            text.secondary(format!("{},{}", cell / self.columns, cell % self.columns));
        }
        for (word, cells) in &self.options {
            let letters = self.words[*word].iter().map(|letter| Some(letter.to_string()));
            let cells = cells.iter().map(|cell| self.words.len() + cell);
            text.coloured([(*word, None)].into_iter().chain(cells.zip(letters)).collect());
        }
        text
    }

    /// Turns and reflections of the rectangle; they carry words along.
    fn symmetries(&self) -> Vec<Symmetry> {
        let (rows, columns) = (self.rows, self.columns);
        let mut place: FxHashMap<(usize, Vec<usize>), u32> = FxHashMap::default();
        for ((word, cells), number) in self.options.iter().zip(0..) {
            place.insert((*word, cells.clone()), number);
            // A palindrome is found in either direction.
            let backwards: Vec<usize> = cells.iter().rev().copied().collect();
            if self.words[*word].iter().eq(self.words[*word].iter().rev()) {
                place.insert((*word, backwards), number);
            }
        }
        let ways = if rows == columns { 8 } else { 4 };
        let symmetry = |way: i32| {
            let image = |cell: usize| {
                let (mut row, mut column) = (cell as i32 / columns, cell as i32 % columns);
                if way & 1 != 0 {
                    row = rows - 1 - row;
                }
                if way & 2 != 0 {
                    column = columns - 1 - column;
                }
                if way & 4 != 0 {
                    (row, column) = (column, row);
                }
                (row * columns + column) as usize
            };
            let find = |(word, cells): &(usize, Vec<usize>)| {
                place.get(&(*word, cells.iter().map(|&cell| image(cell)).collect())).copied()
            };
            let words = self.words.len();
            let cells = (0..(rows * columns) as usize).map(|cell| (words + image(cell)) as u32);
            let aspects = (0..words as u32).chain(cells).collect();
            let embeddings = self.options.iter().map(find).collect::<Option<Vec<u32>>>()?;
            Some(Symmetry {
                aspects: Permutation::new(aspects)?,
                embeddings: Permutation::new(embeddings)?,
                proper: way.count_ones().is_multiple_of(2),
            })
        };
        (0..ways).filter_map(symmetry).collect()
    }

    /// The letters that options put on the board; the second part is a cell with two of them.
    fn letters(&self, numbers: &[u32]) -> (Vec<Option<char>>, Option<usize>) {
        let mut board = vec![None; (self.rows * self.columns) as usize];
        let mut clash = None;
        for (word, cells) in numbers.iter().filter_map(|&n| self.options.get(n as usize)) {
            for (&cell, &letter) in cells.iter().zip(&self.words[*word]) {
                if board[cell].replace(letter).is_some_and(|before| before != letter) {
                    clash = Some(cell);
                }
            }
        }
        (board, clash)
    }

    fn draw(&self, letters: &[Option<char>]) -> Frame {
        let cell = |(cell, letter): (usize, &Option<char>)| {
            let (row, column) = (cell as i32 / self.columns, cell as i32 % self.columns);
            Cell::square(row, column).labelled(letter.map(String::from).unwrap_or_default())
        };
        let cells = letters.iter().enumerate().map(cell).collect();
        Frame { layers: vec![Layer { caption: String::new(), cells }], ..Frame::default() }
    }
}

impl Picture for Board {
    fn puzzle(&self) -> Frame {
        let mut frame = self.draw(&self.letters(&[]).0);
        let words = self.words.iter().map(|word| word.iter().collect::<String>());
        frame.notes = vec![words.collect::<Vec<_>>().join(" ")];
        frame
    }

    fn solution(&self, numbers: &[u32]) -> Frame {
        self.draw(&self.letters(numbers).0)
    }

    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        let chosen: Vec<&(usize, Vec<usize>)> =
            numbers.iter().filter_map(|&n| self.options.get(n as usize)).collect();
        for (number, word) in self.words.iter().enumerate() {
            let times = chosen.iter().filter(|(word, _)| *word == number).count();
            if times != 1 {
                return Err(format!("{} is there {times} times", word.iter().collect::<String>()));
            }
        }
        match self.letters(numbers).1 {
            Some(cell) => Err(format!("cell {cell} has two letters")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Reading, Diagnostic> {
        let text = format!("family = \"word-search\"\n{text}");
        FAMILY.read(&Source::text("test.puzzle", text))
    }

    #[test]
    fn a_palindrome_has_one_placement_where_another_word_has_two() {
        let options = |word: &str| {
            let reading =
                read(&format!("rectangle = [1, 5]\nwords = [\"{word}\"]\n")).ok().unwrap();
            let covering = reading.puzzle.covering().unwrap();
            let puzzle_core::Problem::Cover(cover) = covering.problem() else { unreachable!() };
            cover.puzzle.embedding_count()
        };
        assert_eq!((options("abc"), options("aba")), (6, 3));
    }

    #[test]
    fn a_word_that_does_not_fit_is_a_reason_and_bad_words_are_refused() {
        let reading = read("rectangle = [2, 3]\nwords = [\"ab\", \"abcd\"]\n").ok().unwrap();
        assert_eq!(reading.puzzle.impossible(), Some("nothing covers ABCD"));
        for bad in ["[\"a\"]", "[\"a b\"]", "[\"ab\", \"AB\"]", "[\"abcdef\"]", "[]"] {
            assert!(read(&format!("rectangle = [2, 3]\nwords = {bad}\n")).is_err(), "{bad}");
        }
    }
}
