//! Moves and sets of holes in words.

use puzzle_core::jumps::{Jump, Position, members, moves};

use super::Pegs;
use crate::nearest;

impl Pegs {
    /// The names of a set of holes: `a1, b2 and c3`.
    pub fn name_holes(&self, holes: Position) -> String {
        let names: Vec<&str> = members(holes).map(|hole| self.hole_name(hole)).collect();
        match names.split_last() {
            None => "none".into(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// The moves of a game in words, one a line: `d2 over d3 to d4`; further jumps of the same peg are
    /// one move and follow after commas.
    pub fn describe(&self, game: &[Jump]) -> Vec<String> {
        let name = |hole: u8| self.hole_name(hole);
        let mut lines: Vec<String> = Vec::new();
        let mut at = None;
        for jump in game {
            let rest = format!("over {} to {}", name(jump.over), name(jump.to));
            match lines.last_mut().filter(|_| at == Some(jump.from)) {
                Some(line) => {
                    line.push_str(", ");
                    line.push_str(&rest);
                }
                None => lines.push(format!("{} {rest}", name(jump.from))),
            }
            at = Some(jump.to);
        }
        lines
    }

    /// A jump as a game file has it: `d2-d4`, or `a-b-c` where from and to do not tell what is taken.
    pub fn write_jump(&self, jump: Jump) -> String {
        let [from, over, to] = [jump.from, jump.over, jump.to].map(|hole| self.hole_name(hole));
        let jumps = self.problem.board().jumps().iter();
        let same = jumps.filter(|other| (other.from, other.to) == (jump.from, jump.to)).count();
        if same > 1 { format!("{from}-{over}-{to}") } else { format!("{from}-{to}") }
    }

    /// The jump that is written so.
    pub fn read_jump(&self, text: &str) -> Result<Jump, String> {
        let known = self.problem.board().jumps().iter().copied();
        if let Some(found) = known.clone().find(|&j| self.write_jump(j) == text) {
            return Ok(found);
        }
        let full = |j: Jump| [j.from, j.over, j.to].map(|hole| self.hole_name(hole)).join("-");
        known.clone().find(|&j| full(j) == text).ok_or_else(|| {
            let names: Vec<String> = known.map(|j| self.write_jump(j)).collect();
            let near = nearest::near(text, names.iter().map(String::as_str));
            format!("there is no jump `{text}`{near}")
        })
    }
}

/// A game as text: the start, the moves in words and the end, or the board after every move.
pub(super) fn game(pegs: &Pegs, game: &[Jump], boards: bool) -> String {
    let mut position = pegs.problem.start();
    let last = game.iter().fold(position, |p, jump| p ^ jump.mask());
    let lines = pegs.describe(game);
    let mut text = String::new();
    if boards {
        let mut boards = vec![format!("start\n{}", pegs.print_position(position))];
        for (number, jumps) in (1..).zip(game.chunk_by(|a, b| a.to == b.from)) {
            position = jumps.iter().fold(position, |p, jump| p ^ jump.mask());
            boards.push(format!("{number}\n{}", pegs.print_position(position)));
        }
        text += &side_by_side(&boards);
    } else {
        text += &pegs.print_position(position);
    }
    let width = lines.len().to_string().len();
    for (number, line) in lines.iter().enumerate() {
        text += &format!("{:>width$}. {line}\n", number + 1);
    }
    if !boards {
        text += &pegs.print_position(last);
    }
    let plural = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    text + &format!("{}, {}\n", plural(moves(game), "move"), plural(game.len(), "jump"))
}

/// Small text pictures in rows of at most 100 columns.
fn side_by_side(pictures: &[String]) -> String {
    let columns = |p: &String| p.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = pictures.iter().map(columns).max().unwrap_or(0) + 3;
    let mut text = String::new();
    for row in pictures.chunks((100 / width).max(1)) {
        let height = row.iter().map(|picture| picture.lines().count()).max().unwrap_or(0);
        for i in 0..height {
            let lines = row.iter().map(|picture| picture.lines().nth(i).unwrap_or_default());
            let line: String = lines.map(|line| format!("{line:<width$}")).collect();
            text += line.trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    text
}
