//! The table of choices of exact covers.

use puzzle_core::choice::{whole, within};
use puzzle_core::{Choice, ChoiceTable, Question, UpTo, Value};

use crate::shared::{DIFFICULTY, LIMIT, UNIQUE};

/// What covers are asked.
pub const QUESTIONS: &[Question] = &[
    Question::First,
    Question::All,
    Question::Count,
    Question::Classes,
    Question::Unique,
    Question::Cheapest,
    Question::Sample,
    Question::Diagram,
    Question::Tree,
];

/// The forms in which covers are written; not every puzzle has each of them.
pub const FORMATS: &[(&str, &str)] = &[
    ("dlx", "Exact covers: Knuth's text of items and options"),
    ("puzzle", "Exact covers: our own description file"),
    ("xmpuzzle", "Packing puzzles: BurrTools"),
];

/// The only table of families that are nothing but covers.
pub const TABLES: &[&ChoiceTable] = &[&TABLE];

/// What may be chosen about covers.
pub static TABLE: ChoiceTable =
    ChoiceTable { heading: "Exact covers", whose: "exact covers", choices: CHOICES };

fn preprocess(text: &str) -> Result<(), String> {
    match text {
        "auto" | "yes" | "no" => Ok(()),
        _ => Err("auto, yes or no".into()),
    }
}

fn symmetry(text: &str) -> Result<(), String> {
    match text {
        "none" | "geometry" | "found" => Ok(()),
        _ => Err("none, geometry or found".into()),
    }
}

fn prices(text: &str) -> Result<(), String> {
    match (text, text.parse::<u32>()) {
        ("auto" | "none" | "root", _) | (_, Ok(1..=8)) => Ok(()),
        _ => Err("auto, none, root or a number of lists from 1 to 8".into()),
    }
}

/// What counts as the same, in every family that knows symmetries.
pub(crate) const UP_TO: Choice = Choice::valued(
    "up-to",
    Value::Text("turns|symmetry"),
    "What counts as the same: images under turns, which a hand can do, or under all symmetries, \
     reflections included; count classes, or solve for one solution of each",
)
.checked(up_to);

/// Solutions that are their own images.
pub(crate) const SYMMETRIC_ONLY: Choice = Choice::flag(
    "symmetric-only",
    "Only solutions that a symmetry leaves as they are, one of each class",
)
.of_solve();

fn up_to(text: &str) -> Result<(), String> {
    text.parse::<UpTo>().map(drop).map_err(str::to_owned)
}

const CHOICES: &[Choice] = &[
    UNIQUE.against(&[
        "all",
        "limit",
        "ndjson",
        "up-to",
        "symmetric-only",
        "sample",
        "cheapest",
        "zdd",
        "from-zdd",
        "explain-tree",
    ]),
    DIFFICULTY.against(&[
        "all", "sample", "cheapest", "zdd", "from-zdd", "explain-tree", "up-to", "unique",
    ]),
    LIMIT.against(&["up-to", "up-to-symmetry", "confirm", "certificate", "from-zdd", "max-cost"]),
    Choice::flag(
        "cutoff",
        "Cover the aspects in a fixed order, but abandon a node when some free aspect has no \
         fitting embedding left (engine local-cutoff); engines that choose the aspect themselves \
         always do",
    ),
    Choice::valued(
        "order",
        Value::TextOrFile("NAME|LIST|FILE"),
        "The order of aspects: reading, short-side, pieces-first, least-growing-footprint, a list \
         such as 0,3,1,4,2,5, or a file that holds one",
    ),
    Choice::valued(
        "restrict",
        Value::Text("none|auto|PIECE[=N,N]"),
        "Solve the restricted puzzle: one placement per orbit of PIECE, or only those numbered",
    )
    .checked(|text| text.parse::<super::Restriction>().map(drop)),
    Choice::valued(
        "preprocess",
        Value::Text("auto|yes|no"),
        "Remove embeddings that no solution has before the search; auto does so where it pays",
    )
    .checked(preprocess),
    Choice::valued(
        "symmetry",
        Value::Text("none|geometry|found"),
        "Which symmetries to use: none, those of the puzzle's geometry, or those found in its exact \
         cover; by default the puzzle's own, or found ones if it has no geometry",
    )
    .checked(symmetry),
    UP_TO.against(&[
        "sample",
        "zdd",
        "from-zdd",
        "cheapest",
        "explain-tree",
        "max-cost",
        "after",
    ]),
    SYMMETRIC_ONLY.against(&["sample", "zdd", "from-zdd", "cheapest", "explain-tree", "after"]),
    Choice::valued(
        "prices",
        Value::Text("auto|none|root|N"),
        "Prune by prices from linear programs: remove what is too dear for any solution (root), and \
         keep up to N price lists up in the search, at most 8; auto does what pays",
    )
    .checked(prices),
    Choice::valued(
        "certificate",
        Value::File("FILE"),
        "Write what the count rests on (symmetries, price lists, parts with their counts) to FILE, for \
         `verify` to check",
    )
    .of_count()
    .against(&["max-cost", "from-zdd", "order", "preprocess", "after"]),
    Choice::valued(
        "after",
        Value::Text("NUMBERS"),
        "Only solutions that extend these embeddings: 3,17",
    )
    .checked(puzzle_core::choice::numbers)
    .against(&[
        "sample",
        "zdd",
        "from-zdd",
        "cheapest",
        "explain-tree",
        "max-cost",
        "up-to-symmetry",
    ]),
    Choice::valued(
        "max-cost",
        Value::Text("N"),
        "Count only solutions that cost at most N together",
    )
    .of_count()
    .checked(whole)
    .against(&["up-to-symmetry", "confirm", "from-zdd"]),
    Choice::valued(
        "sample",
        Value::Text("N"),
        "N solutions drawn at random, each of all solutions with the same probability; one may \
         come twice",
    )
    .of_solve()
    .asks(Question::Sample)
    .checked(|text| within(text, 1, 1_000_000))
    .against(&["all", "limit"]),
    Choice::valued(
        "zdd",
        Value::File("FILE"),
        "Write all solutions to FILE as a decision diagram, without listing them",
    )
    .of_solve()
    .asks(Question::Diagram)
    .against(&["all", "limit"]),
    Choice::valued(
        "from-zdd",
        Value::File("FILE"),
        "Take the solutions from a diagram that `solve --zdd FILE` wrote: count them, or draw \
         samples",
    )
    .against(&[
        "zdd",
        "up-to-symmetry",
        "confirm",
        "engine",
        "order",
        "checkpoint",
        "resume",
        "threads",
    ]),
    Choice::valued(
        "seed",
        Value::Text("N"),
        "The seed of --sample and of --engine restarts: the same seed gives the same solutions",
    )
    .of_solve()
    .checked(whole),
    Choice::valued("cheapest", Value::Text("K"), "The K cheapest solutions, cheapest first")
        .of_solve()
        .asks(Question::Cheapest)
        .checked(|text| within(text, 1, 1_000_000))
        .against(&["all", "limit", "explain-tree", "sample", "zdd", "unordered"]),
    Choice::valued(
        "explain-tree",
        Value::Text("N"),
        "Print the first N nodes of the search tree instead of solutions, or draw them with -o FILE.svg; \
         without an order the aspect with the fewest fitting embeddings is covered next",
    )
    .of_solve()
    .asks(Question::Tree)
    .checked(|text| within(text, 1, 100_000))
    .against(&[
        "all",
        "limit",
        "json",
        "ndjson",
        "time-limit",
        "node-limit",
        "threads",
        "checkpoint",
        "resume",
        "memory",
        "sample",
        "zdd",
        "seed",
        "unordered",
    ]),
];
