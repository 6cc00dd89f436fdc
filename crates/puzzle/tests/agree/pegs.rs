//! Peg solitaire on small boards of squares, with or without diagonals missing. Brute force: every
//! game, jump by jump.

use puzzle_core::Random;

use super::{Case, Compared, Wrong};

pub(super) fn compare(random: &mut Random, size: usize) -> Option<Result<Compared, Wrong>> {
    let (rows, columns) = (1 + random.index(3), 2 + random.index(size + 1));
    let cells: Vec<char> =
        (0..rows * columns).map(|_| ['.', 'o', '#', '#', '#', '#'][random.index(6)]).collect();
    let start: Vec<bool> = cells.iter().map(|&cell| cell == '#').collect();
    let holes: Vec<bool> = cells.iter().map(|&cell| cell != '.').collect();
    let pegs = start.iter().filter(|&&peg| peg).count();
    if !(2..=7).contains(&pegs) {
        return None;
    }
    let jumps = jumps(rows, columns, &holes);
    // A goal that can be reached by a random game, or one peg anywhere.
    let mut goal = start.clone();
    for _ in 0..1 + random.index(pegs - 1) {
        let open: Vec<_> = jumps.iter().filter(|jump| can(&goal, jump)).collect();
        if !open.is_empty() {
            take(&mut goal, open[random.index(open.len())]);
        }
    }
    if goal == start {
        return None;
    }
    let count = games(&jumps, &mut start.clone(), &goal);
    let draw = |pegs: &[bool]| {
        let sign = |cell: usize| match (holes[cell], pegs[cell]) {
            (false, _) => '.',
            (true, true) => '#',
            (true, false) => 'o',
        };
        let row = |row: usize| (0..columns).map(|c| sign(row * columns + c)).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("\n")
    };
    let text = format!(
        "family = \"pegs\"\ngrid = \"square\"\nboard = \"\"\"\n{}\n\"\"\"\ngoal = \"\"\"\n{}\n\"\"\"\n",
        draw(&start),
        draw(&goal)
    );
    let all = Box::new(move |found: &[Vec<u32>]| {
        let different: std::collections::BTreeSet<&Vec<u32>> = found.iter().collect();
        match different.len() as u64 == count && found.len() as u64 == count {
            true => Ok(()),
            false => Err(format!("{} games, {} different", found.len(), different.len())),
        }
    });
    Some(Case { file: "random.puzzle", text, count, all }.compare())
}

/// From, over, to.
type Jump = [usize; 3];

fn jumps(rows: usize, columns: usize, holes: &[bool]) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let at = row * columns + column;
            if column + 2 < columns {
                jumps.extend([[at, at + 1, at + 2], [at + 2, at + 1, at]]);
            }
            if row + 2 < rows {
                let (middle, far) = (at + columns, at + 2 * columns);
                jumps.extend([[at, middle, far], [far, middle, at]]);
            }
        }
    }
    jumps.retain(|jump| jump.iter().all(|&hole| holes[hole]));
    jumps
}

fn can(pegs: &[bool], [from, over, to]: &Jump) -> bool {
    pegs[*from] && pegs[*over] && !pegs[*to]
}

fn take(pegs: &mut [bool], jump: &Jump) {
    jump.iter().for_each(|&hole| pegs[hole] = !pegs[hole]);
}

fn games(jumps: &[Jump], pegs: &mut Vec<bool>, goal: &[bool]) -> u64 {
    if pegs == goal {
        return 1;
    }
    let mut games = 0;
    for jump in jumps {
        if can(pegs, jump) {
            take(pegs, jump);
            games += self::games(jumps, pegs, goal);
            take(pegs, jump);
        }
    }
    games
}
