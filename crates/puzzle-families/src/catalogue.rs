//! The catalogue: puzzles that are known by name, with their answers where they are known.
//!
//! An entry is a file of `catalogue/`, compiled in: a `.puzzle` file, or with its ending a text of
//! another form (`"name".dlx`). A few names are patterns with numbers, such as
//! `dominoes-RxC`; their texts are written on demand.

use crate::exact_cover::generators;
use crate::nearest;

/// A puzzle known by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Its description file.
    pub text: &'static str,
}

/// Names with numbers in them.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The form of the names: `dominoes-RxC`.
    pub form: &'static str,
    /// One line on what they are.
    pub about: &'static str,
    /// The description for a name, if it has this form.
    pub write: fn(&str) -> Option<String>,
}

macro_rules! entries {
    ($($name:literal $(.$ending:ident)?)*) => {
        /// All entries, by name.
        pub static ENTRIES: &[Entry] = &[$(Entry {
            name: $name,
            text: include_str!(concat!("../../../catalogue/", $name, entries!(@ending $($ending)?))),
        }),*];
    };
    (@ending) => { ".puzzle" };
    (@ending $ending:ident) => { concat!(".", stringify!($ending)) };
}

entries! {
    "aztec-pentominoes"
    "aztec-tetrominoes"
    "bedlam-cube"
    "burr-artifactory-5-4"
    "burr-chinese-cross"
    "burr-cutler-305"
    "burr-diabolical"
    "burr-double-cross"
    "burr-dubois"
    "burr-four-kinds"
    "burr-hoffmann"
    "burr-level-10"
    "burr-loves-dozen"
    "burr-piston"
    "burr-six-way"
    "burr-tenyo-brother"
    "burr-two-holes"
    "burr-unique-10"
    "burr-yamato"
    "century"
    "cnf-richards".cnf
    "conway-5x5x5"
    "cram-4x5"
    "dads-puzzler"
    "dominoes-3x4"
    "dominoes-8x8"
    "dominoes-dodecahedron"
    "eight-puzzle"
    "far-corners"
    "gatekeeper"
    "hexiamonds-rhombus"
    "hollow-pyramid"
    "kayles-9"
    "kayles-petersen"
    "klotski"
    "knuth-example".sliding
    "meteor"
    "monotone-d1"
    "monotone-d2"
    "monotone-d3"
    "monotone-d4"
    "n-pentacubes-5x5x5"
    "nonogram-anchor"
    "nonogram-boat"
    "nonogram-cup"
    "nonogram-flag"
    "nonogram-hard-20"
    "nonogram-hard-25"
    "nonogram-key"
    "nonogram-ones"
    "nonogram-richards"
    "nonogram-snail"
    "nonogram-stain"
    "nonogram-switches"
    "nonogram-tree"
    "pegs-diamond-25"
    "pegs-diamond-41"
    "pegs-english-33"
    "pegs-french-37"
    "pegs-triangle-15"
    "pegs-wiegleb-45"
    "pentomino-game-8x8"
    "pentominoes-2x3x10"
    "pentominoes-2x5x6"
    "pentominoes-3x20"
    "pentominoes-3x4x5"
    "pentominoes-4x15"
    "pentominoes-5x12"
    "pentominoes-6x10"
    "pentominoes-6x10-touching"
    "pentominoes-8x8-hole"
    "quzzle"
    "rush-hour-51"
    "rush-hour-58"
    "rush-hour-60"
    "simple"
    "slothouber-graatsma"
    "soma"
    "soma-twins"
    "sticks-3x3"
    "sudoku-example"
    "tetracubes-2x4x4"
    "tetrahexes-4x7"
    "tetrominoes-4x5"
    "tetrominoes-torus-4x5"
    "tetrominoes-tube-4x5"
    "tray-with-rim"
    "trigs-1x2"
    "twigs-2x2"
    "turncoat"
    "two-rooms"
    "word-search-example"
    "word-square-4"
    "y-pentacubes-5x5x5"
}

/// All patterns.
pub static PATTERNS: &[Pattern] = &[
    Pattern {
        form: "bijection-N",
        about: "N distinct single cells in a row of N: N! solutions (document 000 §3)",
        write: bijection,
    },
    Pattern {
        form: "dedekind-N",
        about: "monotone maps of the sets of N things to {0, 1}: Dedekind's numbers, counted to 8",
        write: dedekind,
    },
    Pattern { form: "dominoes-RxC", about: "dominoes in R rows and C columns", write: dominoes },
    Pattern {
        form: "dominoes-RxC-holes-N",
        about: "dominoes on all but N cells, wherever those are",
        write: generators::dominoes_with_holes,
    },
    Pattern {
        form: "golomb-N",
        about: "N marks on the shortest ruler on which all distances differ, as a cover with colours",
        write: generators::golomb,
    },
    Pattern {
        form: "langford-N",
        about: "Langford pairs: two of each number k up to N, k places apart",
        write: generators::langford,
    },
    Pattern {
        form: "macmahon-RxC",
        about: "MacMahon's 6, 24 or 70 squares with coloured sides; also macmahon-RxC-border",
        write: generators::macmahon,
    },
    Pattern {
        form: "partridge-N",
        about: "one square of side 1, two of side 2, up to N of side N, in a square: solvable from 8 on",
        write: generators::partridge,
    },
    Pattern {
        form: "pentomino-game-RxC",
        about: "the pentomino game on R rows and C columns, at most 64 squares (document 003 §4.8)",
        write: pentomino_game,
    },
    Pattern {
        form: "cram-RxC",
        about: "Cram: two players place dominoes on R rows and C columns, at most 64 squares",
        write: cram,
    },
    Pattern {
        form: "pentominoes-RxC-holes",
        about: "the twelve pentominoes in a larger box, holes anywhere",
        write: generators::pentominoes_with_holes,
    },
    Pattern {
        form: "queens-cover-N",
        about: "N queens as an exact cover with secondary diagonals",
        write: generators::queens,
    },
    Pattern {
        form: "sudoku-RxC",
        about: "an empty sudoku with boxes of R rows and C columns",
        write: crate::sudoku::empty,
    },
    Pattern {
        form: "pegs-triangle-N",
        about: "peg solitaire on a triangle of N holes (6, 10, 15, 21, ...), corner to corner",
        write: crate::pegs::triangle,
    },
    Pattern {
        form: "pegs-RxC",
        about: "peg solitaire on R rows and C columns, one peg to be left",
        write: crate::pegs::rectangle,
    },
    Pattern {
        form: "queens-N",
        about: "N queens on a board of N rows (document 003 §2)",
        write: queens,
    },
];

/// The description of the puzzle of that name.
pub fn find(name: &str) -> Option<String> {
    let entry = ENTRIES.iter().find(|entry| entry.name == name);
    let written = || PATTERNS.iter().find_map(|pattern| (pattern.write)(name));
    entry.map(|entry| entry.text.to_owned()).or_else(written)
}

/// A hint for a name that is not there.
pub fn hint(name: &str) -> String {
    let forms = PATTERNS.iter().map(|pattern| pattern.form);
    let near = nearest::names(name, ENTRIES.iter().map(|entry| entry.name).chain(forms));
    match near.is_empty() {
        true => "`puzzle list` shows all names".into(),
        false => format!("did you mean {}?", near.join(" or ")),
    }
}

/// A plain number in a name, within bounds.
pub(crate) fn number(text: &str, most: u32) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|&number| plain && number <= most)
}

/// Rows and columns in a name: `6x10`, both within bounds.
pub(crate) fn sides(text: &str, most: u32) -> Option<(u32, u32)> {
    let (rows, columns) = text.split_once('x')?;
    Some((number(rows, most)?, number(columns, most)?))
}

fn bijection(name: &str) -> Option<String> {
    let n = number(name.strip_prefix("bijection-")?, 200)?;
    let factorial = (1..=n).fold(puzzle_core::BigUint::from(1_u32), |product, k| product * k);
    let mut text = format!(
        "family = \"packing\"\nname = \"Bijections of {n}\"\ngrid = \"square\"\n\n\
         [box]\nrectangle = [1, {n}]\n"
    );
    for piece in n..2 * n {
        text += &format!("\n[[piece]]\nname = \"{piece}\"\ndrawing = \"#\"\n");
    }
    text += &format!(
        "\n[known]\nsolutions = \"{factorial}\"\n\
         source = \"Van der Tol and Verhoeff, 2001, section 3\"\n"
    );
    Some(text)
}

fn dedekind(name: &str) -> Option<String> {
    let digits = name.strip_prefix("dedekind-")?;
    let n = if digits == "0" { 0 } else { number(digits, 12)? };
    let mut text = format!(
        "family = \"monotone\"\nname = \"Dedekind's number of {n} things\"\n\
         from = \"boolean {n}\"\nto = \"chain 2\"\n"
    );
    if let Some(count) = DEDEKIND.get(n as usize) {
        text += &format!("\n[known]\nsolutions = \"{count}\"\nsource = \"OEIS A000372\"\n");
    }
    Some(text)
}

static DEDEKIND: [&str; 10] = [
    "2",
    "3",
    "6",
    "20",
    "168",
    "7581",
    "7828354",
    "2414682040998",
    "56130437228687557907788",
    "286386577668298411128469151667598498812366",
];

fn queens(name: &str) -> Option<String> {
    let n = number(name.strip_prefix("queens-")?, puzzle_core::Queens::LARGEST)?;
    let mut text = format!("family = \"queens\"\nname = \"{n} queens\"\nsize = {n}\n");
    if let Some((all, classes)) = QUEENS.get(n as usize - 1) {
        text += &format!(
            "\n[known]\nsolutions = {all}\nup-to-symmetry = {classes}\n\
             source = \"OEIS A000170, A002562; 27 by Preusser and Engelhardt, 2016\"\n"
        );
    }
    Some(text)
}

/// Solutions from one queen on, all and up to symmetry.
static QUEENS: [(u64, u64); 27] = [
    (1, 1),
    (0, 0),
    (0, 0),
    (2, 1),
    (10, 2),
    (4, 1),
    (40, 6),
    (92, 12),
    (352, 46),
    (724, 92),
    (2680, 341),
    (14_200, 1787),
    (73_712, 9233),
    (365_596, 45_752),
    (2_279_184, 285_053),
    (14_772_512, 1_846_955),
    (95_815_104, 11_977_939),
    (666_090_624, 83_263_591),
    (4_968_057_848, 621_012_754),
    (39_029_188_884, 4_878_666_808),
    (314_666_222_712, 39_333_324_973),
    (2_691_008_701_644, 336_376_244_042),
    (24_233_937_684_440, 3_029_242_658_210),
    (227_514_171_973_736, 28_439_272_956_934),
    (2_207_893_435_808_352, 275_986_683_743_434),
    (22_317_699_616_364_044, 2_789_712_466_510_289),
    (234_907_967_154_122_528, 29_363_495_934_315_694),
];

fn dominoes(name: &str) -> Option<String> {
    let (rows, columns) = sides(name.strip_prefix("dominoes-")?, 1000)?;
    Some(format!(
        "family = \"packing\"\nname = \"{rows} x {columns} dominoes\"\ngrid = \"square\"\n\n\
         [box]\nrectangle = [{rows}, {columns}]\n\n\
         [[piece]]\nname = \"domino\"\ndrawing = \"##\"\ncount = \"any\"\n"
    ))
}

fn pentomino_game(name: &str) -> Option<String> {
    let (rows, columns) = sides(name.strip_prefix("pentomino-game-")?, 64)?;
    let text = format!(
        "family = \"game\"\nname = \"The pentomino game on {rows} x {columns}\"\n\
         grid = \"square\"\n\n[box]\nrectangle = [{rows}, {columns}]\n\n[[piece]]\nall = 5\n"
    );
    (rows * columns <= 64).then_some(text)
}

fn cram(name: &str) -> Option<String> {
    let (rows, columns) = sides(name.strip_prefix("cram-")?, 64)?;
    let text = format!(
        "family = \"game\"\nname = \"Cram on {rows} x {columns}\"\ngrid = \"square\"\n\n\
         [box]\nrectangle = [{rows}, {columns}]\n\n\
         [[piece]]\nname = \"domino\"\ndrawing = \"##\"\ncount = \"any\"\n"
    );
    (rows * columns <= 64).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, read};

    #[test]
    fn every_entry_is_read_without_a_warning() {
        for entry in ENTRIES {
            let source = Source::text(entry.name, entry.text);
            match read(&source, None) {
                Ok((_, reading)) => assert!(reading.warnings.is_empty(), "{}", entry.name),
                Err(error) => panic!("{}", error.render(entry.name, entry.text)),
            }
        }
    }

    #[test]
    fn every_file_of_the_catalogue_is_an_entry() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../catalogue");
        let mut files = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let file = path.file_name().unwrap().to_str().unwrap();
            let name = file.split('.').next().unwrap();
            assert!(ENTRIES.iter().any(|entry| entry.name == name), "{name}");
            // What a long count rests on, and one that is not finished, lie beside the puzzle.
            files += usize::from(!file.ends_with(".certificate") && !file.ends_with(".run"));
        }
        assert_eq!(files, ENTRIES.len());
    }

    #[test]
    fn patterns_take_their_numbers_and_nothing_else() {
        assert!(find("dominoes-16x16").is_some());
        assert!(find("bijection-7").unwrap().contains("5040"));
        for name in
            ["dominoes-0x4", "dominoes-4", "dominoes-4x", "bijection-", "bijection-999999999"]
        {
            assert!(find(name).is_none(), "{name}");
        }
        assert_eq!(hint("somma"), "did you mean soma or soma-twins?");
    }
}
