//! What the program of document 003 §4.10 prints: the board position considered, the path of move
//! numbers, and how far the search is at moves 4 to 6.
//!
//! Moves are numbered as the program makes them: piece by piece, place by place, then the turns and
//! reflections that are new; first moves are the least of each class. From the third move on the
//! program shows its progress, until cells and pieces that are left fit into 32 bits. A line that the
//! program overwrites on the screen is one that ends with a carriage return.

use std::fmt::Write as _;

use puzzle_core::bits::board8;
use puzzle_core::{Answer, Ask, Control, Failure, Finding, Run, StopReason};

use super::GamePuzzle;

/// The shapes P1 to P12, row 0 the low byte.
const SHAPES: [u64; 12] = [
    0x1f, 0x02_0702, 0x010f, 0x01_0701, 0x0703, 0x030e, 0x07_0101, 0x03_0604, 0x0507, 0x01_0704,
    0x0f02, 0x01_0702,
];
/// No more is printed.
const LONGEST: usize = 64 << 20;

type Moves = Vec<u128>;

/// The answer of the program to a path of move numbers.
pub(super) fn answer(puzzle: &GamePuzzle, ask: &Ask, run: &Run) -> Result<Answer, Failure> {
    let (first, all) = moves();
    let mut ours: Vec<u64> = puzzle.game.moves().iter().map(|&uses| uses as u64).collect();
    let mut theirs: Vec<u64> = all.iter().map(|&uses| uses as u64).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    if ours != theirs || puzzle.board.apart || puzzle.game.is_misere() {
        let message = "the program of document 003 is about the twelve pentominoes on 8 x 8 only";
        return Err(Failure::Declined(message.into()));
    }
    let path = ask.choices.list("path")?.unwrap_or_default();
    let mut program =
        Program { path, text: String::new(), control: &run.control, nodes: 0, line: Vec::new() };
    let _ = write!(
        program.text,
        "\nThere are {:4} possible first moves\nof which {:4} are truly distinct\n",
        all.len(),
        first.len()
    );
    let stopped = match program.try76(1, &first, &all) {
        Ok(wins) => {
            let can = if wins { "can" } else { "cannot" };
            let _ = write!(program.text, "\nFirst player {can} force a win\n");
            None
        }
        Err(reason) => Some(reason),
    };
    let (finding, nodes) = (Finding::Text(program.text), program.nodes);
    let (engine, order) = ("document 003".into(), "by number".into());
    Ok(Answer { finding, nodes, stopped, engine, order, ..Answer::default() })
}

/// The distinct first moves, and all moves, in the order of the program.
fn moves() -> (Moves, Moves) {
    let (mut first, mut all) = (Moves::new(), Moves::new());
    for (piece, shape) in SHAPES.into_iter().enumerate() {
        let add = |list: &mut Moves, board: u64| {
            let placed = u128::from(board) | 1 << (64 + piece);
            if !list.contains(&placed) {
                list.push(placed);
            }
        };
        let mut row = shape;
        loop {
            let mut placed = row;
            loop {
                // Turned three times, reflected, turned three times.
                let mut image = placed;
                let mut images = [0; 8];
                for (turn, slot) in images.iter_mut().enumerate() {
                    if turn == 4 {
                        image = reflect(image);
                    } else if turn > 0 {
                        image = board8::rotate(image);
                    }
                    *slot = image;
                }
                images.iter().for_each(|&image| add(&mut all, image));
                add(&mut first, images.into_iter().min().unwrap_or(placed));
                if placed & 0x8080_8080_8080_8080 != 0 {
                    break;
                }
                placed <<= 1;
            }
            if row >> 56 != 0 {
                break;
            }
            row <<= 8;
        }
    }
    (first, all)
}

/// Right to left.
fn reflect(board: u64) -> u64 {
    u64::from_le_bytes(board.to_le_bytes().map(u8::reverse_bits))
}

struct Program<'r> {
    path: Vec<u32>,
    text: String,
    control: &'r Control,
    nodes: u64,
    /// The moves so far: the placement, its number and how many there are.
    line: Vec<(u128, usize, usize)>,
}

impl Program<'_> {
    fn count(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.text.len() > LONGEST {
            return Err(StopReason::MemoryLimit);
        }
        if self.nodes.is_multiple_of(1024) { self.control.look(self.nodes, 0) } else { Ok(()) }
    }

    /// Whether one of these moves wins, where the path may name the one to try.
    fn try76(&mut self, n: usize, moves: &[u128], all: &[u128]) -> Result<bool, StopReason> {
        let named = self.path.get(n - 1).map(|&number| number as usize);
        let chosen = match named {
            Some(number) if (1..=moves.len()).contains(&number) => number - 1..number,
            _ => 0..moves.len(),
        };
        for at in chosen {
            self.count()?;
            let played = moves[at];
            self.line.truncate(n - 1);
            self.line.push((played, at + 1, moves.len()));
            if named.is_some() && self.path.len() == n {
                self.text.push_str("\nConsidering board position:");
                for (_, number, of) in &self.line {
                    let _ = write!(self.text, " {number}/{of}");
                }
                self.text.push_str("\n\n");
                self.board();
            }
            let replies: Moves = all.iter().copied().filter(|m| m & played == 0).collect();
            if replies.is_empty() {
                return Ok(true);
            }
            let lost = match n >= 2 && self.path.len() <= n {
                true => !self.try64(n + 1, &replies)?,
                false => !self.try76(n + 1, &replies, &replies)?,
            };
            if lost {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same from the third move on, with its progress.
    fn try64(&mut self, n: usize, moves: &[u128]) -> Result<bool, StopReason> {
        for (at, &played) in moves.iter().enumerate() {
            self.count()?;
            self.line.truncate(n - 1);
            self.line.push((played, at + 1, moves.len()));
            match n {
                4 => {
                    let of = moves.len();
                    let _ = write!(self.text, "\n\nTrying Move {n}: {:3}/{of}:\n", at + 1);
                    self.board();
                }
                5 => self.text.push('\n'),
                6 => {
                    for (_, number, of) in &self.line {
                        let _ = write!(self.text, "{number:3}/{of} ");
                    }
                    self.text.push_str("     \r");
                }
                _ => {}
            }
            let replies: Moves = moves.iter().copied().filter(|m| m & played == 0).collect();
            if replies.is_empty() {
                return Ok(true);
            }
            let bits = replies.iter().fold(0, |all, m| all | m).count_ones();
            let won = if bits <= 32 { self.try32(&replies)? } else { self.try64(n + 1, &replies)? };
            if !won {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same when everything fits into 32 bits, in silence.
    fn try32(&mut self, moves: &[u128]) -> Result<bool, StopReason> {
        for &played in moves {
            self.count()?;
            let replies: Moves = moves.iter().copied().filter(|m| m & played == 0).collect();
            if replies.is_empty() || !self.try32(&replies)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The board: earlier moves by letters, the last by stars.
    fn board(&mut self) {
        for cell in 0..64 {
            let last = self.line.len() - 1;
            let covers = |(_, (m, _, _)): &(usize, &(u128, usize, usize))| m >> cell & 1 == 1;
            let sign = match self.line.iter().enumerate().find(covers) {
                Some((number, _)) if number == last => '*',
                Some((number, _)) => char::from(b'A' + number as u8),
                None => '.',
            };
            let end = if cell % 8 == 7 { "\n" } else { "" };
            let _ = write!(self.text, " {sign}{end}");
        }
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_makes_2308_moves_of_which_296_are_distinct() {
        let (first, all) = moves();
        assert_eq!((first.len(), all.len()), (296, 2308));
        assert_eq!(first[0] as u64, 0x1f);
        assert!(first.iter().all(|m| all.contains(m)));
    }
}
