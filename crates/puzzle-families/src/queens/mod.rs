//! Queens (document 003 §2): as many queens as the board has rows, none attacking another.
//!
//! `format` reads the description, `lower` turns it into exact cover, `draw` makes the pictures,
//! `ask` says which of the two problems a question means. The rules themselves are in
//! `puzzle_core::Queens`, which also checks solutions.

mod ask;
mod draw;
mod format;
mod lower;

use std::sync::OnceLock;

use puzzle_core::{Answer, Ask, Budget, Diagnostic, Failure, Problem, Queens};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, Scene};

use crate::{Covering, Description, Family, Known, Lowered, Placed, Reading, Source, Told};

/// The family.
pub static FAMILY: Family = Family {
    name: "queens",
    about: "queens on a square board, some given and some squares forbidden",
    questions: ask::QUESTIONS,
    tables: ask::TABLES,
    ..Family::read_by(read)
};

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let (name, board, known) = format::read(source)?;
    let impossible = lower::impossible(&board);
    let (problem, lowered) = (Problem::Queens(board.clone()), OnceLock::new());
    let puzzle = QueensPuzzle { name, board, problem, known, impossible, lowered };
    Ok(Reading { puzzle: Box::new(puzzle), warnings: Vec::new() })
}

/// A board to be filled with queens.
#[derive(Debug)]
pub struct QueensPuzzle {
    name: String,
    board: Queens,
    problem: Problem,
    known: Known,
    impossible: Option<String>,
    /// The cover problem, made when it is first asked for; `None` if nothing is left to place.
    lowered: OnceLock<Option<Problem>>,
}

impl QueensPuzzle {
    fn lowered(&self) -> Option<&Problem> {
        self.lowered.get_or_init(|| lower::lower(&self.board)).as_ref()
    }

    fn name_of(&self, square: u32) -> String {
        let n = self.board.size();
        format!("{},{}", square / n + 1, square % n + 1)
    }
}

impl Description for QueensPuzzle {
    fn family(&self) -> &'static str {
        "queens"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn impossible(&self) -> Option<&str> {
        self.impossible.as_deref()
    }

    fn figures(&self) -> Vec<(String, String)> {
        let mut figures = vec![("rows".into(), self.board.size().to_string())];
        for (what, list) in
            [("given queens", self.board.given()), ("forbidden squares", self.board.forbidden())]
        {
            if !list.is_empty() {
                figures.push((what.into(), list.len().to_string()));
            }
        }
        figures
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        Scene { title: self.name.clone(), frames: vec![draw::board(&self.board, &[])] }
    }

    /// The puzzle as exact cover, if the board is small enough for it and has a free square.
    fn covering(&self) -> Option<&dyn Covering> {
        (self.board.size() <= Queens::WIDEST && self.lowered().is_some())
            .then_some(self as &dyn Covering)
    }

    fn lower(&self, ask: &Ask, budget: &Budget) -> Result<Lowered<'_>, Failure> {
        ask::lower(self, ask, budget)
    }

    fn frames(&self, _: &Ask, solution: &[u32]) -> Vec<Frame> {
        vec![draw::board(&self.board, solution)]
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        self.board.check(solution)
    }

    fn tell(&self, ask: &Ask, answer: &Answer, _: TextOptions) -> Told {
        ask::tell(self, ask, answer)
    }
}

impl Covering for QueensPuzzle {
    /// # Panics
    /// If the board is not [lowered](QueensPuzzle::covering).
    fn problem(&self) -> &Problem {
        self.lowered().expect("asked of small boards with a free square only")
    }

    fn per_piece(&self, numbers: &[u32]) -> Vec<(String, usize)> {
        vec![("queen".into(), numbers.len())]
    }

    fn has_piece(&self, name: &str) -> bool {
        name == "queen"
    }

    fn aspect_name(&self, name: &str) -> Option<String> {
        let Problem::Cover(cover) = self.lowered()? else { return None };
        cover.puzzle.find_aspect(name).map(|_| name.to_owned())
    }

    fn placed(&self, number: u32) -> Option<Placed> {
        let n = self.board.size();
        let square = || vec![(number / n) as i32, (number % n) as i32];
        (number < n * n).then(|| Placed {
            piece: "queen".into(),
            cells: vec![self.name_of(number)],
            coordinates: vec![square()],
        })
    }

    fn draw_solution(&self, numbers: &[u32]) -> Frame {
        draw::board(&self.board, numbers)
    }

    fn under(&self, cell: u32) -> Option<Vec<u32>> {
        Some(vec![cell])
    }

    fn draw_values(&self, values: &[i64]) -> Frame {
        draw::values(&self.board, values)
    }

    fn check(&self, numbers: &[u32]) -> Result<(), String> {
        self.board.check(numbers)
    }
}

#[cfg(test)]
mod tests {
    use puzzle_core::Question;

    use super::*;

    fn read(text: &str) -> Result<Reading, Diagnostic> {
        FAMILY.read(&Source::text("test", text))
    }

    fn complaint(body: &str) -> String {
        let text = format!("family = \"queens\"\n{body}");
        read(&text).err().map(|error| error.render("test", &text)).expect("it is wrong")
    }

    #[test]
    fn a_drawing_and_a_list_describe_the_same_board() {
        let drawn = read("family = \"queens\"\nboard = \"\"\"\n.Q..\n...x\n....\n....\n\"\"\"\n");
        let listed =
            read("family = \"queens\"\nsize = 4\ngiven = [[1, 2]]\nforbidden = [[2, 4]]\n");
        let board = |reading: Result<Reading, Diagnostic>| {
            let puzzle = reading.unwrap().puzzle;
            match puzzle
                .lower(&Ask::new(Question::Count), &Budget::default())
                .unwrap()
                .problem
                .into_owned()
            {
                Problem::Queens(board) => board,
                _ => panic!(),
            }
        };
        assert_eq!(board(drawn), board(listed));
    }

    #[test]
    fn every_mistake_gets_its_own_complaint_with_place_and_hint() {
        let bodies = [
            "size = 0\n",
            "size = 1001\n",
            "",
            "size = 4\nsizes = 5\n",
            "size = 4\ngiven = [[1, 5]]\n",
            "size = 4\ngiven = [1, 2]\n",
            "size = 4\ngiven = [[1, 2, 3]]\n",
            "size = 4\ngiven = [[1, 1], [3, 3]]\n",
            "size = 4\ngiven = [[1, 1]]\nforbidden = [[1, 1]]\n",
            "size = 4\nboard = \"....\"\n",
            "board = \"\"\"\n.Q..\n..z.\n....\n....\n\"\"\"\n",
            "board = \"\"\"\n.Q..\n...\n....\n....\n\"\"\"\n",
            "board = \"\"\"\n.Q..\n.Q..\n....\n....\n\"\"\"\n",
            "size = 4\nname = \"a\\u0007\"\n",
        ];
        let all: Vec<String> = bodies.iter().map(|body| complaint(body)).collect();
        insta::assert_snapshot!(all.join("\n"));
    }

    #[test]
    fn the_lowering_has_four_aspects_a_square_and_the_eight_symmetries() {
        let reading = read("family = \"queens\"\nsize = 5\n").unwrap();
        let Problem::Cover(cover) = reading.puzzle.covering().unwrap().problem() else { panic!() };
        assert_eq!(cover.puzzle.embedding_count(), 25);
        assert_eq!(cover.puzzle.total_size(), 100);
        assert_eq!(cover.symmetries.order(), 8);
    }

    #[test]
    fn a_row_without_a_free_square_is_told_at_once() {
        let reading = read("family = \"queens\"\nboard = \"xxxx\\n....\\n....\\n....\"\n").unwrap();
        assert_eq!(reading.puzzle.impossible(), Some("row 1 has no free square"));
        let reading = read("family = \"queens\"\nboard = \"xx\\nxx\"\n").unwrap();
        assert!(reading.puzzle.covering().is_none());
    }
}
