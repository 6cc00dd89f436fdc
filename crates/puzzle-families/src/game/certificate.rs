//! Checks a certificate from the rules of the game: no search, nothing of any engine.
//!
//! The walk is that of `puzzle_core::game::certificate`. What excludes what is worked out here once
//! more, from cells and pieces; a position is the list of moves that are possible, and is known by the
//! cells and pieces that these use together.

use std::collections::HashSet;

use puzzle_core::game::Winner;
use puzzle_core::game::certificate::Certificate;

use super::{Board, GamePuzzle, moves_of_the_winner, player, since_the_beginning};

/// What a certificate proves; `None` if the file is none.
pub(super) fn check(puzzle: &GamePuzzle, file: &[u8]) -> Option<Result<String, String>> {
    Certificate::is_one(file).then(|| proved(puzzle, file))
}

fn proved(puzzle: &GamePuzzle, file: &[u8]) -> Result<String, String> {
    let certificate = Certificate::read(file).map_err(|diagnostic| diagnostic.message)?;
    let before = puzzle.game.played().len();
    let Some(line) = certificate.played.get(before..) else {
        return Err("the certificate is of another position".into());
    };
    let game = puzzle.game.after(line).map_err(|error| puzzle.board.complain(&error))?;
    let game = game.misere(certificate.misere);
    if game.played() != certificate.played || game.fingerprint() != certificate.fingerprint {
        return Err("the certificate is of another game or position".into());
    }
    let possible: Vec<u16> = game.possible().iter().map(|&number| number as u16).collect();
    let mut numbers = certificate.moves.iter();
    let mut walk = Walk {
        rules: Rules::new(&puzzle.board),
        board: &puzzle.board,
        misere: certificate.misere,
        numbers: &mut numbers,
        seen: HashSet::new(),
        line: Vec::new(),
    };
    match certificate.winner {
        Winner::First => walk.winner(&possible)?,
        Winner::Second => walk.loser(&possible)?,
    }
    if walk.numbers.next().is_some() {
        return Err("the certificate goes on after every reply was answered".into());
    }
    let after: Vec<String> = line.iter().map(|&number| puzzle.board.write(number)).collect();
    let after =
        if after.is_empty() { String::new() } else { format!("after {}, ", after.join(" ")) };
    let moves = moves_of_the_winner(certificate.moves.count());
    let winner = player(since_the_beginning(&game, certificate.winner));
    Ok(format!("{after}{winner} wins: {moves}, all right"))
}

/// What excludes what.
struct Rules {
    cells: Vec<u64>,
    /// The cells that a move makes useless for others.
    around: Vec<u64>,
    /// A bit for the piece, if there is only one.
    piece: Vec<u16>,
}

impl Rules {
    fn new(board: &Board) -> Self {
        let bits = |cells: &[u32]| cells.iter().fold(0_u64, |all, cell| all | 1 << cell);
        let (grid, region) = (board.written.grid.as_ref(), &board.written.region);
        let beside = |cell: &u32| -> u64 {
            let next = grid.neighbours(region.cells()[*cell as usize]).into_iter();
            next.filter_map(|cell| region.index(cell)).fold(0, |all, cell| all | 1 << cell)
        };
        let around = |cells: &Vec<u32>| match board.apart {
            true => cells.iter().fold(bits(cells), |all, cell| all | beside(cell)),
            false => bits(cells),
        };
        let once = |piece: usize| board.written.pieces[piece].count.max == Some(1);
        Rules {
            cells: board.places.iter().map(|(_, cells)| bits(cells)).collect(),
            around: board.places.iter().map(|(_, cells)| around(cells)).collect(),
            piece: board.places.iter().map(|(p, _)| if once(*p) { 1 << p } else { 0 }).collect(),
        }
    }

    /// The moves that are possible after one of them.
    fn after(&self, possible: &[u16], played: u16) -> Vec<u16> {
        let (around, piece) = (self.around[usize::from(played)], self.piece[usize::from(played)]);
        let stays = |m: &&u16| {
            let m = usize::from(**m);
            self.cells[m] & around == 0 && self.piece[m] & piece == 0
        };
        possible.iter().filter(stays).copied().collect()
    }

    /// What the moves of a position use together. No two positions have that in common: a move
    /// within it is possible in both.
    fn key(&self, possible: &[u16]) -> (u64, u16) {
        let uses = |m: &u16| (self.cells[usize::from(*m)], self.piece[usize::from(*m)]);
        possible.iter().map(uses).fold((0, 0), |all, uses| (all.0 | uses.0, all.1 | uses.1))
    }
}

struct Walk<'w> {
    rules: Rules,
    board: &'w Board,
    misere: bool,
    numbers: &'w mut dyn Iterator<Item = usize>,
    seen: HashSet<(u64, u16)>,
    /// The moves that led here, for messages.
    line: Vec<u16>,
}

impl Walk<'_> {
    /// The winner is to move: as the certificate says.
    fn winner(&mut self, possible: &[u16]) -> Result<(), String> {
        if possible.is_empty() {
            return match self.misere {
                true => Ok(()),
                false => Err(format!("{}the winner cannot move", self.place())),
            };
        }
        let Some(number) = self.numbers.next() else {
            return Err(format!(
                "{}there is no answer: the certificate ends too early",
                self.place()
            ));
        };
        let Some(&played) = possible.get(number) else {
            let (place, moves) = (self.place(), possible.len());
            return Err(format!(
                "{place}the winner plays move {number} of {moves}, counted from 0"
            ));
        };
        let left = self.rules.after(possible, played);
        self.line.push(played);
        if left.is_empty() && self.misere {
            return Err(format!("{}the loser cannot move, and so wins", self.place()));
        }
        if !left.is_empty() && self.seen.insert(self.rules.key(&left)) {
            self.loser(&left)?;
        }
        self.line.pop();
        Ok(())
    }

    /// The loser is to move: every move is answered.
    fn loser(&mut self, possible: &[u16]) -> Result<(), String> {
        if possible.is_empty() && self.misere {
            return Err(format!("{}the loser cannot move, and so wins", self.place()));
        }
        for &played in possible {
            let left = self.rules.after(possible, played);
            self.line.push(played);
            if self.seen.insert(self.rules.key(&left)) {
                self.winner(&left)?;
            }
            self.line.pop();
        }
        Ok(())
    }

    /// Where the walk is, for a message.
    fn place(&self) -> String {
        let names: Vec<String> = self.line.iter().map(|&m| self.board.write(m.into())).collect();
        if names.is_empty() { String::new() } else { format!("after {} ", names.join(" ")) }
    }
}
