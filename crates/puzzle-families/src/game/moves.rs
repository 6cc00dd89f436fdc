//! Moves in words: `L:c4,d4,e4,f4,c5`, a piece and its cells.
//!
//! Cells may stand in any order. Instead of them the bits of the cells may be given as sixteen
//! hexadecimal digits, cell 0 the lowest, which is how the literature of bit patterns writes them; and
//! a number alone is the move of that number.

use puzzle_core::game::GameError;
use puzzle_core::{Json, json, nearest};

use super::Board;

impl Board {
    /// What a move is called.
    pub(super) fn write(&self, number: u32) -> String {
        let Some((piece, cells)) = self.places.get(number as usize) else {
            return format!("move {number}");
        };
        let cells: Vec<&str> =
            cells.iter().map(|&cell| self.written.cell_names[cell as usize].as_str()).collect();
        format!("{}:{}", self.written.pieces[*piece].name, cells.join(","))
    }

    /// A move for programs: its piece and the names of its cells.
    pub(super) fn placed(&self, number: u32) -> Json {
        let Some((piece, cells)) = self.places.get(number as usize) else { return Json::Null };
        let name = |&cell: &u32| self.written.cell_names[cell as usize].as_str();
        let cells: Vec<&str> = cells.iter().map(name).collect();
        json!({ "piece": self.written.pieces[*piece].name, "cells": cells })
    }

    /// The move of that name.
    pub(super) fn read(&self, word: &str) -> Result<u32, String> {
        let word = word.trim();
        if let Ok(number) = word.parse::<u32>() {
            let known = (number as usize) < self.places.len();
            return known.then_some(number).ok_or_else(|| format!("there is no move {number}"));
        }
        let Some((piece, cells)) = word.split_once(':') else {
            return Err(format!(
                "`{word}` is no move: write a piece and its cells, L:c4,d4,e4,f4,c5"
            ));
        };
        let bits = Some(cells).filter(|cells| cells.len() == 16);
        if let Some(bits) = bits.and_then(|bits| u64::from_str_radix(bits, 16).ok()) {
            let cells: Vec<u32> = (0..64).filter(|cell| bits >> cell & 1 == 1).collect();
            return self.find(piece, &cells);
        }
        let cell = |name: &str| {
            let name = name.trim();
            let found = self.written.cell_names.iter().position(|known| known == name);
            let hint = || nearest::hint(name, self.written.cell_names.iter().map(String::as_str));
            found
                .map(|at| at as u32)
                .ok_or_else(|| format!("there is no cell `{name}`: {}", hint()))
        };
        let mut cells = cells.split(',').map(cell).collect::<Result<Vec<u32>, String>>()?;
        cells.sort_unstable();
        self.find(piece, &cells)
    }

    /// The move of a piece to these cells, which are sorted.
    pub(super) fn find(&self, piece: &str, cells: &[u32]) -> Result<u32, String> {
        let names = || self.written.pieces.iter().map(|piece| piece.name.as_str());
        let Some(number) = names().position(|name| name == piece) else {
            return Err(format!("there is no piece `{piece}`: {}", nearest::hint(piece, names())));
        };
        self.number.get(&(number, cells.to_vec())).copied().ok_or_else(|| {
            let name = |&cell: &u32| self.written.cell_names.get(cell as usize).cloned();
            let cells: Vec<String> = cells.iter().filter_map(name).collect();
            format!("piece {piece} cannot lie on {}", cells.join(","))
        })
    }

    /// What the corners of a square board are called, so that a player can name cells.
    pub(super) fn corners(&self) -> String {
        let names = &self.written.cell_names;
        match (names.first(), names.last()) {
            (Some(first), Some(last)) => {
                format!("cells from {first}, upper left, to {last}, lower right\n")
            }
            _ => String::new(),
        }
    }

    /// Several moves, separated by blanks.
    pub(super) fn read_line(&self, text: &str) -> Result<Vec<u32>, String> {
        text.split_whitespace().map(|word| self.read(word)).collect()
    }

    /// Why a line is none, in the words of the game.
    pub(super) fn complain(&self, error: &GameError) -> String {
        match *error {
            GameError::Excluded(a, b) => {
                let [(p, cells), (q, others)] = [a, b].map(|number| &self.places[number as usize]);
                let pieces = &self.written.pieces;
                let shared = cells.iter().find(|cell| others.contains(cell));
                let why = match shared {
                    Some(&cell) => {
                        let name = &self.written.cell_names[cell as usize];
                        format!("both cover {name}")
                    }
                    None if p == q && pieces[*p].count.max == Some(1) => {
                        format!("there is only one piece {}", pieces[*p].name)
                    }
                    None => "they touch".into(),
                };
                format!("{} is not possible after {}: {why}", self.write(a), self.write(b))
            }
            ref other => other.to_string(),
        }
    }
}
