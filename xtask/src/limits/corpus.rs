//! The kept corpus: hard and huge inputs for every family and every engine.
//!
//! A word with `@` is a text that `inputs.rs` makes. Every engine of the registry and every
//! family is asked.

/// A command that is far from done when its limits come.
pub(super) struct Case {
    pub(super) line: &'static str,
    /// Whether it can stop at any node; a sum over parts stops before the part that is too much.
    pub(super) exact: bool,
}

const fn case(line: &'static str) -> Case {
    Case { line, exact: true }
}

const fn sum(line: &'static str) -> Case {
    Case { line, exact: false }
}

pub(super) const CORPUS: &[Case] = &[
    // Reading and lowering: the largest boxes, formulas, covers and pictures that are taken.
    case("count @cubes-18"),
    case("count @cubes-30"),
    case("count @squares-200"),
    case("count @sphere-24"),
    case("count @cover-100000"),
    case("count @coloured-20000"),
    case("count @sudoku-8x8"),
    case("count @words-40"),
    case("count @burr-20"),
    case("count @sat-20000"),
    case("count @sat-60000"),
    case("count @nonogram-100"),
    case("count @nonogram-500"),
    case("count @slide-6"),
    case("count @order-40"),
    case("count @cubes-8 --restrict auto"),
    case("solve @board-60"),
    // Covers, by every engine.
    case("count hollow-pyramid"),
    case("count hollow-pyramid --threads 2"),
    case("count dominoes-200x200"),
    case("count hollow-pyramid --engine bitsets"),
    case("count hollow-pyramid --engine cells"),
    case("count dominoes-40x40 --engine dp"),
    case("count hollow-pyramid --engine demands"),
    case("count hollow-pyramid --engine native"),
    case("count hollow-pyramid --engine local"),
    case("count hollow-pyramid --engine local-cutoff"),
    case("count hollow-pyramid --engine vm"),
    case("count hollow-pyramid --engine reference"),
    case("count dominoes-40x40 --engine zdd"),
    case("solve @cubes-18 --engine restarts"),
    case("count hollow-pyramid --preprocess yes"),
    case("count @cubes-18 --preprocess yes"),
    case("count dominoes-20x20 --up-to-symmetry"),
    case("count langford-20"),
    case("solve dominoes-16x16 --all"),
    case("solve dominoes-16x16 --all --ndjson --threads 2"),
    case("solve @cubes-18"),
    case("solve dominoes-40x40 --sample 5"),
    case("solve dominoes-8x8 --sample 1000000"),
    case("count hollow-pyramid --checkpoint @saved --checkpoint-every 0.5s"),
    case("count dominoes-40x40 --engine dp --checkpoint @saved --checkpoint-every 0.5s"),
    case("solve @prices-60 --cheapest 3"),
    case("count @prices-60 --max-cost 9999"),
    // Queens.
    sum("count queens-20"),
    sum("count queens-24 --engine vector --threads 2"),
    sum("count queens-24 --engine bits"),
    case("count queens-24 --engine reference"),
    case("solve queens-20 --all"),
    sum("count queens-24 --up-to-symmetry"),
    case("count queens-20 --as cover"),
    // Formulas.
    case("count @sat-64 --engine doublets"),
    case("count @sat-20000 --engine components"),
    case("count @sat-300 --engine cubes"),
    case("solve @sat-20000 --engine batsat"),
    case("count @sat-24 --engine reference"),
    case("solve @sat-60000"),
    // Maps.
    sum("count dedekind-8"),
    sum("count dedekind-8 --engine ring"),
    case("count @order-60 --engine frontier"),
    case("count @antichain-60 --engine ideals"),
    sum("count dedekind-7 --engine pairs"),
    case("count dedekind-7 --engine reference"),
    case("count bijection-40"),
    // Nonograms.
    case("count @nonogram-60"),
    case("count @nonogram-60 --engine lines"),
    case("count @nonogram-60 --engine sat"),
    case("count @nonogram-60 --engine frontier"),
    case("count @nonogram-60 --engine reference"),
    case("solve @nonogram-60 --all"),
    case("solve @nonogram-100 --unique"),
    // Pegs.
    case("count pegs-wiegleb-45"),
    case("count pegs-wiegleb-45 --engine levels"),
    case("count pegs-wiegleb-45 --engine memo"),
    case("count pegs-wiegleb-45 --on-paths --engine paths"),
    case("count pegs-4x4 --engine reference"),
    case("solve pegs-9x9 --engine first"),
    case("count pegs-wiegleb-45 --up-to-symmetry"),
    // Sliding blocks.
    case("solve @slide-4"),
    case("solve @slide-4 --engine breadth-first"),
    case("solve @slide-4 --engine both-ends"),
    case("solve @slide-4 --engine reference"),
    case("solve @slide-4 --style 2"),
    case("solve @slide-4 --style 5"),
    case("solve @slide-6 --style 5"),
    case("count @slide-4 --checkpoint @saved --checkpoint-every 0.5s"),
    // Games.
    sum("solve pentomino-game-8x8"),
    sum("solve cram-8x8 --first-moves"),
    sum("solve cram-7x7 --engine reference"),
];
