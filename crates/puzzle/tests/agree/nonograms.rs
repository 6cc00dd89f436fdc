//! Nonograms in one and two colours, some numbers unreadable. Brute force: every picture.

use puzzle_core::Random;

use super::{Case, Compared, Wrong, exactly};

/// A run of cells: how long, unless that cannot be read, and in which colour.
type Run = (Option<usize>, u8);

pub(super) fn compare(random: &mut Random, size: usize) -> Option<Result<Compared, Wrong>> {
    let colours = 1 + random.index(2) as u8;
    let most = if colours == 1 { 3 * size } else { 2 * size + 1 };
    let width = 1 + random.index(4);
    let height = 1 + random.index((most / width).clamp(1, 4));
    let cells: Vec<u8> =
        (0..width * height).map(|_| random.index(1 + usize::from(colours)) as u8).collect();
    let mut clues: Vec<Vec<Run>> =
        lines(width, height).iter().map(|line| runs(&cells, line)).collect();
    if random.index(4) == 0 {
        let line = random.index(clues.len());
        clues[line].iter_mut().for_each(|run| run.0 = run.0.filter(|_| random.index(2) == 0));
    }
    let kinds = usize::from(colours) + 1;
    let picture = |mut number: usize| {
        let mut next = || {
            let colour = (number % kinds) as u8;
            number /= kinds;
            colour
        };
        (0..width * height).map(|_| next()).collect::<Vec<u8>>()
    };
    let fits = |cells: &Vec<u8>| {
        lines(width, height).iter().zip(&clues).all(|(line, clue)| {
            let own = runs(cells, line);
            own.len() == clue.len()
                && own.iter().zip(clue).all(|(own, clue)| {
                    own.1 == clue.1 && clue.0.is_none_or(|length| own.0 == Some(length))
                })
        })
    };
    let pictures = (0..kinds.pow((width * height) as u32)).map(picture).filter(fits);
    let solutions: Vec<Vec<u32>> =
        pictures.map(|cells| cells.into_iter().map(u32::from).collect()).collect();
    let text = write(width, height, colours, &clues);
    let count = solutions.len() as u64;
    Some(Case { file: "random.non", text, count, all: exactly(solutions) }.compare())
}

/// The cells of every row, then of every column.
fn lines(width: usize, height: usize) -> Vec<Vec<usize>> {
    let row = |r: usize| (0..width).map(|c| r * width + c).collect();
    let column = |c: usize| (0..height).map(|r| r * width + c).collect();
    (0..height).map(row).chain((0..width).map(column)).collect()
}

fn runs(cells: &[u8], line: &[usize]) -> Vec<Run> {
    let colours: Vec<u8> = line.iter().map(|&cell| cells[cell]).collect();
    let runs = colours.chunk_by(|a, b| a == b).filter(|run| run[0] != 0);
    runs.map(|run| (Some(run.len()), run[0])).collect()
}

fn write(width: usize, height: usize, colours: u8, clues: &[Vec<Run>]) -> String {
    let mut text = format!("width {width}\nheight {height}\n");
    if colours == 2 {
        text += "color a #ff0000\ncolor b #0000ff\n";
    }
    for (number, clue) in clues.iter().enumerate() {
        if number == 0 {
            text += "rows\n";
        } else if number == height {
            text += "columns\n";
        }
        let run = |(length, colour): &Run| {
            let length = length.map_or("?".to_owned(), |length| length.to_string());
            let letter = if colours == 1 { "" } else { ["a", "b"][usize::from(*colour) - 1] };
            format!("{length}{letter}")
        };
        let words: Vec<String> = clue.iter().map(run).collect();
        text += &if words.is_empty() { "0".into() } else { words.join(",") };
        text.push('\n');
    }
    text
}
