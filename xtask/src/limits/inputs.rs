//! Texts of the corpus that are made, the same each time: `@KIND-SIZE` in a command. `@saved` is where a
//! run is saved.

use std::fmt::Write as _;
use std::path::Path;

/// The words of a command; the texts it names are written to a folder.
pub(super) fn prepare(line: &str, folder: &Path) -> Result<Vec<String>, String> {
    let word = |word: &str| {
        let Some(name) = word.strip_prefix('@') else { return Ok(word.to_owned()) };
        if name == "saved" {
            return Ok(folder.join("saved").display().to_string());
        }
        let (text, ending) = make(name).ok_or(format!("no input @{name}"))?;
        let file = folder.join(format!("{name}.{ending}"));
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file.display().to_string())
    };
    line.split(' ').map(word).collect()
}

/// The text of a name, and the ending of its file.
fn make(name: &str) -> Option<(String, &'static str)> {
    let (kind, size) = name.split_once('-')?;
    if kind == "sudoku" {
        let (rows, columns) = size.split_once('x')?;
        return Some((sudoku(rows.parse().ok()?, columns.parse().ok()?), "puzzle"));
    }
    let size: usize = size.parse().ok()?;
    Some(match kind {
        "cubes" => (packing("cube", &format!("cuboid = [{size}, {size}, {size}]"), 4), "puzzle"),
        "squares" => (packing("square", &format!("rectangle = [{size}, {size}]"), 4), "puzzle"),
        "sphere" => (packing("sphere", &format!("cuboid = [{size}, {size}, {size}]"), 3), "puzzle"),
        "cover" => (cover(size, false), "dlx"),
        "coloured" => (cover(size, true), "dlx"),
        "prices" => (prices(size), "dlx"),
        "words" => (words(size), "puzzle"),
        "burr" => (burr(size), "xmpuzzle"),
        "sat" => (sat(size), "cnf"),
        "nonogram" => (nonogram(size), "non"),
        "slide" => (slide(size), "puzzle"),
        "board" => (board(size), "puzzle"),
        "order" => (order(size), "puzzle"),
        "antichain" => (antichain(size), "puzzle"),
        _ => return None,
    })
}

/// Numbers that look random and are the same each time (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % bound as u64) as usize
    }
}

/// A box to be filled with any number of all pieces of a size.
fn packing(grid: &str, region: &str, cells: usize) -> String {
    format!(
        "family = \"packing\"\ngrid = \"{grid}\"\n[box]\n{region}\n[[piece]]\nall = {cells}\n\
         count = \"any\"\n"
    )
}

/// A cover with so many options of four items each, some with colours.
fn cover(options: usize, coloured: bool) -> String {
    let (mut random, items) = (Random(1), options / 20);
    let mut text = (0..items).map(|i| format!("i{i} ")).collect::<String>();
    text += "| s0 s1 s2 s3 s4 s5 s6 s7\n";
    for option in 0..options {
        let first = option % items;
        let mut chosen = vec![first];
        while chosen.len() < 4 {
            let item = (first + random.below(50)) % items;
            if !chosen.contains(&item) {
                chosen.push(item);
            }
        }
        chosen.iter().for_each(|item| {
            let _ = write!(text, "i{item} ");
        });
        match coloured {
            true => {
                let _ = writeln!(text, "s{}:{}", random.below(8), random.below(3));
            }
            false => text.push('\n'),
        }
    }
    text
}

/// Dominoes on a board of so many columns and eight rows, each with a price.
fn prices(columns: usize) -> String {
    let mut random = Random(2);
    let name = |row: usize, column: usize| format!("c{row}_{column}");
    let cells = (0..8).flat_map(|row| (0..columns).map(move |column| name(row, column)));
    let mut text = cells.collect::<Vec<_>>().join(" ") + "\n";
    for row in 0..8 {
        for column in 0..columns {
            for (r, c) in [(row + 1, column), (row, column + 1)] {
                if r < 8 && c < columns {
                    let price = random.below(1000);
                    let _ = writeln!(text, "{} {} |{price}", name(row, column), name(r, c));
                }
            }
        }
    }
    text
}

/// An empty board.
fn sudoku(rows: usize, columns: usize) -> String {
    format!("family = \"sudoku\"\nbox = [{rows}, {columns}]\n")
}

/// So many words for a board as large.
fn words(size: usize) -> String {
    let mut random = Random(3);
    let mut word = |_| {
        let letters = 5 + random.below(4);
        let word: String = (0..letters).map(|_| char::from(b'a' + random.below(8) as u8)).collect();
        format!("\"{word}\"")
    };
    let words: Vec<String> = (0..size).map(&mut word).collect();
    format!(
        "family = \"word-search\"\nrectangle = [{size}, {size}]\nwords = [{}]\n",
        words.join(", ")
    )
}

/// A file of BurrTools: a cube of so many bricks, filled with bars.
fn burr(size: usize) -> String {
    let voxels = "#".repeat(size * size * size);
    format!(
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<colors/>\n\
         <shapes>\n<voxel x=\"4\" y=\"1\" z=\"1\" type=\"0\">####</voxel>\n\
         <voxel x=\"{size}\" y=\"{size}\" z=\"{size}\" type=\"0\">{voxels}</voxel>\n</shapes>\n\
         <problems>\n<problem name=\"bars\" state=\"0\">\n<shapes>\n\
         <shape id=\"0\" count=\"{}\"/>\n</shapes>\n<result id=\"1\"/>\n<bitmap>\n</bitmap>\n\
         </problem>\n</problems>\n<comment/>\n</puzzle>\n",
        size * size * size / 4
    )
}

/// A random formula with three variables a clause, as hard as they get.
fn sat(variables: usize) -> String {
    let (mut random, clauses) = (Random(4), variables * 17 / 4);
    let mut text = format!("p cnf {variables} {clauses}\n");
    for _ in 0..clauses {
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < 3 {
            let variable = 1 + random.below(variables);
            if !chosen.contains(&variable) {
                chosen.push(variable);
            }
        }
        for variable in chosen {
            let sign = if random.below(2) == 0 { "-" } else { "" };
            let _ = write!(text, "{sign}{variable} ");
        }
        text += "0\n";
    }
    text
}

/// The clues of a random picture, half of it black.
fn nonogram(size: usize) -> String {
    let mut random = Random(5);
    let cells: Vec<bool> = (0..size * size).map(|_| random.below(2) == 0).collect();
    let clue = |line: &mut dyn Iterator<Item = bool>| {
        let line: String = line.map(|black| if black { '#' } else { ' ' }).collect();
        let runs: Vec<String> = line.split_whitespace().map(|run| run.len().to_string()).collect();
        if runs.is_empty() { "0".into() } else { runs.join(",") }
    };
    let mut text = format!("width {size}\nheight {size}\nrows\n");
    for row in 0..size {
        let _ = writeln!(text, "{}", clue(&mut (0..size).map(|column| cells[row * size + column])));
    }
    text += "columns\n";
    for column in 0..size {
        let _ = writeln!(text, "{}", clue(&mut (0..size).map(|row| cells[row * size + column])));
    }
    text
}

/// Sam Loyd's fourteen and fifteen exchanged, on any board: everything is searched in vain.
fn slide(size: usize) -> String {
    let sign = |i: usize| char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"[i]);
    let last = size * size - 1;
    let mut signs: Vec<char> = (0..last).map(sign).chain(['.']).collect();
    let draw = |signs: &[char]| {
        signs.chunks(size).map(|row| row.iter().collect::<String>() + "\n").collect::<String>()
    };
    let start = draw(&signs);
    signs.swap(last - 1, last - 2);
    let goal = draw(&signs);
    format!(
        "family = \"sliding\"\nname = \"in vain\"\ndrawing = \"\"\"\n{start}\"\"\"\n[[goal]]\n\
         drawing = \"\"\"\n{goal}\"\"\"\n"
    )
}

/// A large board with one block of each of two kinds: its tables take longer to make than to search.
fn board(size: usize) -> String {
    let row = ".".repeat(size) + "\n";
    let first = format!("AB{}\n", ".".repeat(size - 2));
    format!(
        "family = \"sliding\"\nname = \"a large board\"\ndrawing = \"\"\"\n{first}{}\"\"\"\n[[goal]]\n\
         where = \"B at row {size} column 1\"\n",
        row.repeat(size - 1)
    )
}

/// Closed sets of an order that falls into few parts.
fn antichain(size: usize) -> String {
    order(size).replace("boolean 4", "chain 2")
}

/// Maps from a random order of so many elements to another.
fn order(size: usize) -> String {
    let mut random = Random(6);
    let mut covers = Vec::new();
    for above in 1..size {
        let below = random.below(above);
        covers.push(format!("\"x{below} < x{above}\""));
        if above > 3 {
            covers.push(format!("\"x{} < x{above}\"", (below + 1) % (above - 1)));
        }
    }
    format!(
        "family = \"monotone\"\nfrom = \"P\"\nto = \"boolean 4\"\n[poset.P]\ncovers = [{}]\n",
        covers.join(", ")
    )
}
