//! Moves and sets of holes in words.

use puzzle_core::pegs::Jump;

use super::Pegs;
use crate::nearest;

/// `a, b and c`.
pub(super) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.split_last() {
        None => "none".into(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// One line a move: `d2 over d3 to d4`; further jumps of the same peg follow after commas.
pub(super) fn moves(pegs: &Pegs, game: &[Jump]) -> Vec<String> {
    let name = |hole: u8| pegs.hole_name(hole);
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

/// `d2-d4`, or `a-b-c` where from and to do not tell what is taken.
pub(super) fn jump(pegs: &Pegs, jump: Jump) -> String {
    let (from, over, to) =
        (pegs.hole_name(jump.from), pegs.hole_name(jump.over), pegs.hole_name(jump.to));
    let jumps = pegs.problem.board().jumps().iter();
    let same = jumps.filter(|other| (other.from, other.to) == (jump.from, jump.to)).count();
    if same > 1 { format!("{from}-{over}-{to}") } else { format!("{from}-{to}") }
}

/// The jump that is written so.
pub(super) fn read_jump(pegs: &Pegs, text: &str) -> Result<Jump, String> {
    let known = pegs.problem.board().jumps().iter().copied();
    if let Some(found) = known.clone().find(|&j| jump(pegs, j) == text) {
        return Ok(found);
    }
    let full = |j: Jump| {
        format!("{}-{}-{}", pegs.hole_name(j.from), pegs.hole_name(j.over), pegs.hole_name(j.to))
    };
    known.clone().find(|&j| full(j) == text).ok_or_else(|| {
        let names: Vec<String> = known.map(|j| jump(pegs, j)).collect();
        let near = nearest::names(text, names.iter().map(String::as_str)).join(" or ");
        let near = if near.is_empty() { near } else { format!(" (near: {near})") };
        format!("there is no jump `{text}`{near}")
    })
}
