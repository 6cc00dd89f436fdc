//! Six-piece burrs of notchable pieces without holes: six sticks of 2 x 2 x 6 that cross, each with
//! twelve cubes that may be cut away, by notches across a side only.
//!
//! The brute force knows nothing of covers: it fills the 32 cubes in which sticks cross, stick by stick,
//! and carries each filling to all its images. How many of them come apart is known too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use puzzle::{Ask, Finding, Puzzle, Question, UpTo};

use super::asked;

type Cell = [i32; 3];
/// A signed permutation of the coordinates, and whether it is a turn.
type Motion = ([usize; 3], [i32; 3], bool);

/// The six sticks: two along each axis, side by side in the next direction.
fn sticks() -> Vec<BTreeSet<Cell>> {
    let stick = |axis: usize, from: i32| {
        let mut cells = BTreeSet::new();
        for (along, across, deep) in product(-3..3, from..from + 2, -1..1) {
            let mut cell = [0; 3];
            cell[axis] = along;
            cell[(axis + 1) % 3] = across;
            cell[(axis + 2) % 3] = deep;
            cells.insert(cell);
        }
        cells
    };
    (0..3).flat_map(|axis| [stick(axis, -2), stick(axis, 0)]).collect()
}

fn product(
    a: std::ops::Range<i32>,
    b: std::ops::Range<i32>,
    c: std::ops::Range<i32>,
) -> impl Iterator<Item = (i32, i32, i32)> {
    a.flat_map(move |x| {
        let c = c.clone();
        b.clone().flat_map(move |y| c.clone().map(move |z| (x, y, z)))
    })
}

/// The symmetries of the cube.
fn motions() -> Vec<Motion> {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    let mut motions = Vec::new();
    for (number, order) in orders.into_iter().enumerate() {
        for bits in 0..8 {
            let signs = [0, 1, 2].map(|i| if bits >> i & 1 == 1 { -1 } else { 1 });
            let even = (number < 3) == (signs.iter().product::<i32>() == 1);
            motions.push((order, signs, even));
        }
    }
    motions
}

/// Where a motion about the middle carries a cube.
fn image((order, signs, _): &Motion, cell: &Cell) -> Cell {
    // The middle of a cube is at halves.
    [0, 1, 2].map(|i| (signs[i] * (2 * cell[order[i]] + 1) - 1) / 2)
}

/// The cells pushed against the coordinate planes.
fn pushed(cells: &[Cell]) -> BTreeSet<Cell> {
    let low = [0, 1, 2].map(|i| cells.iter().map(|cell| cell[i]).min().unwrap());
    cells.iter().map(|cell| [0, 1, 2].map(|i| cell[i] - low[i])).collect()
}

fn turned(cells: &BTreeSet<Cell>, motion: &Motion) -> BTreeSet<Cell> {
    pushed(&cells.iter().map(|cell| image(motion, cell)).collect::<Vec<_>>())
}

fn holds_together(cells: &BTreeSet<Cell>) -> bool {
    let mut left = cells.clone();
    let mut open: Vec<Cell> = left.pop_first().into_iter().collect();
    while let Some(cell) = open.pop() {
        for i in 0..3 {
            for step in [-1, 1] {
                let mut next = cell;
                next[i] += step;
                if left.remove(&next) {
                    open.push(next);
                }
            }
        }
    }
    left.is_empty()
}

/// The notchable pieces, one of those that are turns of each other.
fn pieces(
    stick: &BTreeSet<Cell>,
    crossed: &BTreeSet<Cell>,
    turns: &[Motion],
) -> Vec<BTreeSet<Cell>> {
    // What notches can take out of the four cubes at one place along the stick.
    let slice = |x: i32| {
        let cells: Vec<Cell> =
            stick.iter().copied().filter(|c| c[0] == x && crossed.contains(c)).collect();
        let mut cuts = BTreeSet::from([BTreeSet::new()]);
        for (i, a) in cells.iter().enumerate() {
            for b in &cells[i + 1..] {
                let apart: i32 = (0..3).map(|i| (a[i] - b[i]).abs()).sum();
                if apart == 1 {
                    let with = |cut: &BTreeSet<Cell>| cut.iter().copied().chain([*a, *b]).collect();
                    let more: Vec<BTreeSet<Cell>> = cuts.iter().map(with).collect();
                    cuts.extend(more);
                }
            }
        }
        cuts
    };
    let mut whole: Vec<BTreeSet<Cell>> = vec![stick.clone()];
    for x in -2..2 {
        let cuts = slice(x);
        let cut = |piece: &BTreeSet<Cell>| -> Vec<BTreeSet<Cell>> {
            cuts.iter().map(|cut| piece.difference(cut).copied().collect()).collect()
        };
        whole = whole.iter().flat_map(cut).collect();
    }
    whole.retain(holds_together);
    assert_eq!(whole.len(), 147);
    let least =
        |piece: &BTreeSet<Cell>| turns.iter().map(|turn| turned(piece, turn)).min().unwrap();
    whole.iter().map(least).collect::<BTreeSet<_>>().into_iter().collect()
}

/// All fillings as the cubes of each stick, by brute force.
fn fillings(options: &[BTreeSet<u32>]) -> Vec<Vec<u32>> {
    fn fill(
        options: &[Vec<u32>],
        coming: &[u32],
        used: u32,
        chosen: &mut Vec<u32>,
        all: &mut Vec<Vec<u32>>,
    ) {
        if used | coming[chosen.len()] != u32::MAX {
            return;
        }
        let Some(stick) = options.get(chosen.len()) else {
            all.push(chosen.clone());
            return;
        };
        for &mask in stick.iter().filter(|&&mask| mask & used == 0) {
            chosen.push(mask);
            fill(options, coming, used | mask, chosen, all);
            chosen.pop();
        }
    }
    let options: Vec<Vec<u32>> =
        options.iter().map(|masks| masks.iter().copied().collect()).collect();
    // What the sticks from each one on can fill.
    let coming: Vec<u32> = (0..=options.len())
        .map(|from| options[from..].iter().flatten().fold(0, |all, mask| all | mask))
        .collect();
    let mut all = Vec::new();
    fill(&options, &coming, 0, &mut Vec::new(), &mut all);
    all
}

#[test]
fn solid_notchable_burrs_are_filled_in_1063_ways_by_turns_and_588_with_mirrors() {
    let sticks = sticks();
    let mut often: BTreeMap<Cell, u32> = BTreeMap::new();
    sticks.iter().flatten().for_each(|&cell| *often.entry(cell).or_default() += 1);
    let crossed: BTreeSet<Cell> = often.iter().filter(|(_, n)| **n > 1).map(|(c, _)| *c).collect();
    assert_eq!((often.len(), crossed.len()), (104, 32));
    let number = |cell: &Cell| crossed.iter().position(|c| c == cell);
    let mask =
        |cells: &BTreeSet<Cell>| cells.iter().filter_map(number).fold(0_u32, |m, i| m | 1 << i);
    let turns: Vec<Motion> = motions().into_iter().filter(|motion| motion.2).collect();
    let pieces = pieces(&sticks[0], &crossed, &turns);
    assert_eq!(pieces.len(), 59);
    // What a piece can be in the place of a stick, with the cubes that are that stick's alone.
    let options: Vec<BTreeSet<u32>> = sticks
        .iter()
        .map(|stick| {
            let low = [0, 1, 2].map(|i| stick.iter().map(|cell| cell[i]).min().unwrap());
            let laid = |piece: &BTreeSet<Cell>, turn: &Motion| -> BTreeSet<Cell> {
                turned(piece, turn).iter().map(|c| [0, 1, 2].map(|i| c[i] + low[i])).collect()
            };
            let all = pieces.iter().flat_map(|piece| turns.iter().map(move |turn| (piece, turn)));
            all.map(|(piece, turn)| laid(piece, turn))
                .filter(|cells| {
                    let own = stick.iter().filter(|cell| !crossed.contains(*cell));
                    cells.is_subset(stick) && own.into_iter().all(|cell| cells.contains(cell))
                })
                .map(|cells| mask(&cells))
                .collect()
        })
        .collect();
    let all = fillings(&options);
    assert_eq!(all.len(), 12_597);
    let group: Vec<Motion> = motions()
        .into_iter()
        .filter(|motion| often.keys().all(|cell| often.contains_key(&image(motion, cell))))
        .collect();
    let classes = |group: &[Motion]| {
        let bits = |motion: &Motion| -> Vec<usize> {
            crossed.iter().map(|cell| number(&image(motion, cell)).unwrap()).collect()
        };
        let tables: Vec<Vec<usize>> = group.iter().map(bits).collect();
        let least = |filling: &Vec<u32>| {
            let carried = |table: &Vec<usize>| {
                let carry = |&mask: &u32| (0..32).fold(0, |m, i| m | (mask >> i & 1) << table[i]);
                let mut list: Vec<u32> = filling.iter().map(carry).collect();
                list.sort_unstable();
                list
            };
            tables.iter().map(carried).min().unwrap()
        };
        all.iter().map(least).collect::<BTreeSet<_>>().len()
    };
    let proper: Vec<Motion> = group.iter().copied().filter(|motion| motion.2).collect();
    assert_eq!((group.len(), proper.len()), (24, 12));
    assert_eq!((classes(&proper), classes(&group)), (1063, 588));

    let puzzle = Puzzle::read("burr.puzzle", &text(&often, &pieces), None).unwrap();
    let answer = asked(&puzzle, &Ask::new(Question::Classes).with("up-to", "turns"));
    assert_eq!((answer.solutions, answer.classes), (12_597_u32.into(), Some(1063_u32.into())));
    let sameness = answer.sameness.unwrap();
    assert_eq!((sameness.up_to, sameness.order), (UpTo::Turns, 12_u32.into()));
    assert_eq!(sameness.other, Some((588_u32.into(), 24_u32.into())));
    // Of those that come apart, Bill Cutler found 314 by turns.
    for (up_to, all, apart, levels) in
        [("turns", 1063, 314, [257, 57]), ("symmetry", 588, 179, [148, 31])]
    {
        let ask = Ask::new(Question::Apart).with("up-to", up_to).with("count", "");
        let Finding::Apart(found) = asked(&puzzle, &ask).finding else { panic!("no finding") };
        assert_eq!((found.assemblies, found.solutions), (all, apart));
        assert_eq!(found.levels.into_values().collect::<Vec<u64>>(), levels);
    }
}

/// The puzzle as a description file: pieces as often as they are needed.
fn text(cells: &BTreeMap<Cell, u32>, pieces: &[BTreeSet<Cell>]) -> String {
    let drawing = |cells: &BTreeSet<Cell>| {
        let size = [0, 1, 2].map(|i| cells.iter().map(|cell| cell[i]).max().unwrap());
        let mut text = String::from("drawing = \"\"\"\n");
        for z in 0..=size[2] {
            for y in 0..=size[1] {
                text.extend(
                    (0..=size[0]).map(|x| if cells.contains(&[x, y, z]) { '#' } else { '.' }),
                );
                text.push('\n');
            }
            text.push('\n');
        }
        text + "\"\"\"\n"
    };
    let all = pushed(&cells.keys().copied().collect::<Vec<_>>());
    let mut text = format!("family = \"packing\"\ngrid = \"cube\"\n[box]\n{}", drawing(&all));
    for (number, piece) in pieces.iter().enumerate() {
        let _ = write!(text, "[[piece]]\nname = \"{number}\"\ncount = \"any\"\n{}", drawing(piece));
    }
    text
}
