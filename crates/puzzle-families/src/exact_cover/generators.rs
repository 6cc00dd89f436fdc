//! Classic exact covers written on demand, for names of the catalogue such as `langford-7`.

use super::CoverText;
use crate::catalogue::{number, sides};

/// `langford-N`: pairs of the numbers 1 to N in 2N places, the two k with k places between them.
pub(crate) fn langford(name: &str) -> Option<String> {
    let n = number(name.strip_prefix("langford-")?, 60)? as usize;
    let mut text = CoverText { title: format!("Langford pairs of {n}"), ..CoverText::default() };
    let numbers: Vec<usize> = (1..=n).map(|k| text.primary(k.to_string())).collect();
    let places: Vec<usize> = (1..=2 * n).map(|p| text.primary(format!("s{p}"))).collect();
    for (k, &item) in (1..).zip(&numbers) {
        for first in 0..(2 * n).saturating_sub(k + 1) {
            text.option([item, places[first], places[first + k + 1]]);
        }
    }
    // Without an option for the pair of ones there is nothing to choose from.
    (n > 1).then(|| text.to_string())
}

/// `golomb-N`: N marks on a ruler, the first at 0 and the last at the least length for which no two pairs are
/// equally far apart. For each pair of marks an option says where they are; a distance is used at most once.
pub(crate) fn golomb(name: &str) -> Option<String> {
    let n = number(name.strip_prefix("golomb-")?, 12)? as usize;
    let length = *GOLOMB.get(n - 1).filter(|_| n > 1)?;
    let mut text =
        CoverText { title: format!("Golomb rulers of {n} marks"), ..CoverText::default() };
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect();
    let items: Vec<usize> = pairs.iter().map(|(i, j)| text.primary(format!("{i},{j}"))).collect();
    let marks: Vec<usize> = (0..n).map(|i| text.secondary(format!("m{i}"))).collect();
    let distances: Vec<usize> = (1..=length).map(|d| text.secondary(format!("d{d}"))).collect();
    let places = |mark: usize| match mark {
        0 => 0..=0,
        last if last == n - 1 => length..=length,
        inner => inner..=length + inner + 1 - n,
    };
    for (&item, &(i, j)) in items.iter().zip(&pairs) {
        for from in places(i) {
            for to in places(j).filter(|to| *to > from) {
                let at = |place: usize| Some(place.to_string());
                let touches = [(item, None), (marks[i], at(from)), (marks[j], at(to))];
                text.coloured(
                    touches.into_iter().chain([(distances[to - from - 1], None)]).collect(),
                );
            }
        }
    }
    Some(text.to_string())
}

/// The lengths of the shortest rulers (OEIS A003022).
static GOLOMB: [usize; 12] = [0, 1, 3, 6, 11, 17, 25, 34, 44, 55, 72, 85];

/// `queens-cover-N`: rows and columns must have a queen, diagonals may.
pub(crate) fn queens(name: &str) -> Option<String> {
    let n = number(name.strip_prefix("queens-cover-")?, 40)? as usize;
    let mut text =
        CoverText { title: format!("{n} queens as an exact cover"), ..CoverText::default() };
    let rows: Vec<usize> = (0..n).map(|i| text.primary(format!("r{i}"))).collect();
    let columns: Vec<usize> = (0..n).map(|i| text.primary(format!("c{i}"))).collect();
    let up: Vec<usize> = (0..2 * n - 1).map(|i| text.secondary(format!("a{i}"))).collect();
    let down: Vec<usize> = (0..2 * n - 1).map(|i| text.secondary(format!("b{i}"))).collect();
    for row in 0..n {
        for column in 0..n {
            let diagonals = [up[row + column], down[row + n - 1 - column]];
            text.option([rows[row], columns[column]].into_iter().chain(diagonals));
        }
    }
    Some(text.to_string())
}

/// `macmahon-RxC`: MacMahon's squares with a colour on each side, all that there are in 2, 3 or 4
/// colours, in a rectangle so that sides that meet agree; with `-border` all outer sides have one
/// colour.
pub(crate) fn macmahon(name: &str) -> Option<String> {
    let size = name.strip_prefix("macmahon-")?;
    let (size, border) = match size.strip_suffix("-border") {
        Some(size) => (size, true),
        None => (size, false),
    };
    let (rows, columns) = sides(size, 70).map(|(r, c)| (r as usize, c as usize))?;
    let colours = (2..=4_usize).find(|c| (c.pow(4) + c * c + 2 * c) / 4 == rows * columns)?;
    let with = if border { ", one colour all around" } else { "" };
    let title = format!("MacMahon's squares in {colours} colours, {rows} x {columns}{with}");
    let mut text = CoverText { title, ..CoverText::default() };
    let tiles = squares(colours);
    let letter = |colour: usize| char::from(b'a' + colour as u8);
    let word = |tile: &[usize; 4]| tile.iter().map(|&colour| letter(colour)).collect::<String>();
    let pieces: Vec<usize> = tiles.iter().map(|tile| text.primary(word(tile))).collect();
    let cell = |row: usize, column: usize| row * columns + column;
    let cells: Vec<usize> = (0..rows * columns)
        .map(|i| text.primary(format!("{},{}", i / columns, i % columns)))
        .collect();
    let across: Vec<usize> = (0..=rows * columns + columns - 1)
        .map(|i| text.secondary(format!("h{},{}", i / columns, i % columns)))
        .collect();
    let upright: Vec<usize> = (0..rows * (columns + 1))
        .map(|i| text.secondary(format!("v{},{}", i / (columns + 1), i % (columns + 1))))
        .collect();
    for (tile, &piece) in tiles.iter().zip(&pieces) {
        let mut turned = vec![*tile];
        for turn in 1..4 {
            let next = [0, 1, 2, 3].map(|side| tile[(side + turn) % 4]);
            if !turned.contains(&next) {
                turned.push(next);
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                let sides = [
                    (across[cell(row, column)], row == 0),
                    (upright[row * (columns + 1) + column + 1], column + 1 == columns),
                    (across[cell(row + 1, column)], row + 1 == rows),
                    (upright[row * (columns + 1) + column], column == 0),
                ];
                for tile in &turned {
                    let outside = |(side, colour): (&(usize, bool), &usize)| side.1 && *colour != 0;
                    if border && sides.iter().zip(tile).any(outside) {
                        continue;
                    }
                    let mut touches = vec![(piece, None), (cells[cell(row, column)], None)];
                    let named = |colour: &usize| Some(letter(*colour).to_string());
                    touches.extend(sides.iter().zip(tile).map(|(side, c)| (side.0, named(c))));
                    text.coloured(touches);
                }
            }
        }
    }
    Some(text.to_string())
}

/// One of each kind of square with a colour on each side, up to turning.
fn squares(colours: usize) -> Vec<[usize; 4]> {
    let tile = |code: usize| [3, 2, 1, 0].map(|place| code / colours.pow(place) % colours);
    let least = |tile: &[usize; 4]| {
        (1..4).all(|turn| *tile <= [0, 1, 2, 3].map(|side| tile[(side + turn) % 4]))
    };
    (0..colours.pow(4)).map(tile).filter(least).collect()
}

/// `dominoes-RxC-holes-N`: dominoes on all but N cells, wherever those are.
pub(crate) fn dominoes_with_holes(name: &str) -> Option<String> {
    let (size, holes) = name.strip_prefix("dominoes-")?.split_once("-holes-")?;
    let ((rows, columns), holes) = (sides(size, 200)?, number(holes, 40_000)?);
    let dominoes = (rows * columns).checked_sub(holes).filter(|rest| *rest > 0)?;
    (dominoes % 2 == 0).then(|| {
        format!(
            "family = \"packing\"\nname = \"{rows} x {columns} dominoes with {holes} holes anywhere\"\n\
             grid = \"square\"\n\n[box]\nrectangle = [{rows}, {columns}]\noptional = true\n\n\
             [[piece]]\nname = \"domino\"\ndrawing = \"##\"\ncount = {}\n",
            dominoes / 2
        )
    })
}

/// `partridge-N`: one square of side 1, two of side 2, up to N of side N, in a square of the same area (Robert
/// Wainwright's puzzle: N times the sum is the sum of the cubes).
pub(crate) fn partridge(name: &str) -> Option<String> {
    let n = number(name.strip_prefix("partridge-")?, 12)? as usize;
    let side = n * (n + 1) / 2;
    let mut text = format!(
        "family = \"packing\"\nname = \"The partridge puzzle of order {n}\"\ngrid = \"square\"\n\n\
         [box]\nrectangle = [{side}, {side}]\n"
    );
    for k in 1..=n {
        let square = vec!["#".repeat(k); k].join("\n");
        text += &format!(
            "\n[[piece]]\nname = \"{k}\"\ndrawing = \"\"\"\n{square}\n\"\"\"\ncount = {k}\n"
        );
    }
    if let Some((all, classes)) = PARTRIDGES.get(n - 1) {
        text += &format!(
            "\n[known]\nsolutions = {all}\nup-to-symmetry = {classes}\n\
             source = \"W. H. Cutler, 1996, for order 8; smaller orders by exhaustion\"\n"
        );
    }
    Some(text)
}

/// Solutions from order 1 on, all and up to symmetry.
static PARTRIDGES: [(u32, u32); 8] =
    [(1, 1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (18_656, 2332)];

/// `pentominoes-RxC-holes`: all twelve in a larger box, the holes anywhere.
pub(crate) fn pentominoes_with_holes(name: &str) -> Option<String> {
    let size = name.strip_prefix("pentominoes-")?.strip_suffix("-holes")?;
    let (rows, columns) = sides(size, 60)?;
    (rows * columns >= 60).then(|| {
        format!(
            "family = \"packing\"\nname = \"{rows} x {columns} pentominoes, holes anywhere\"\n\
             grid = \"square\"\n\n[box]\nrectangle = [{rows}, {columns}]\noptional = true\n\n\
             [[piece]]\nall = 5\n"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_6_24_and_70_squares_in_2_3_and_4_colours() {
        assert_eq!([2, 3, 4].map(|colours| squares(colours).len()), [6, 24, 70]);
    }

    #[test]
    fn names_with_other_numbers_are_no_puzzles() {
        for name in ["macmahon-2x4", "macmahon-0x6", "langford-0", "langford-1", "langford-x"] {
            assert!(langford(name).is_none() && macmahon(name).is_none(), "{name}");
        }
        assert!(dominoes_with_holes("dominoes-3x3-holes-2").is_none());
        assert!(dominoes_with_holes("dominoes-3x3-holes-9").is_none());
        assert!(pentominoes_with_holes("pentominoes-5x5-holes").is_none());
        assert!(macmahon("macmahon-4x6-border").is_some());
    }
}
