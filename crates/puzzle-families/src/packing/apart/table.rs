//! What may be asked about assemblies that are taken apart.

use puzzle_core::choice::within;
use puzzle_core::{Choice, ChoiceTable, Question, UpTo, Value};

use crate::covers;

/// What packing puzzles are asked.
pub(crate) const QUESTIONS: &[Question] = &[
    Question::First,
    Question::All,
    Question::Count,
    Question::Classes,
    Question::Unique,
    Question::Cheapest,
    Question::Sample,
    Question::Diagram,
    Question::Tree,
    Question::Apart,
];

/// What may be chosen about packing puzzles.
pub(crate) const TABLES: &[&ChoiceTable] = &[&covers::TABLE, &TABLE];

fn levels(text: &str) -> Result<(), String> {
    let level = |level: &str| level.parse::<u32>().map(drop);
    text.split('.').try_for_each(level).map_err(|_| "a level such as 9 or 9.3".into())
}

fn sort(text: &str) -> Result<(), String> {
    match text {
        "level" | "moves" => Ok(()),
        _ => Err("level or moves".into()),
    }
}

/// What may be chosen about taking apart.
pub(crate) static TABLE: ChoiceTable =
    ChoiceTable { heading: "Taking apart", whose: "packing puzzles", choices: CHOICES };

const CHOICES: &[Choice] = &[
    Choice::valued(
        "up-to",
        Value::Text("turns|symmetry"),
        "What counts as the same assembly: images under turns, or under all symmetries, reflections \
         included if the pieces allow it (the default, as in BurrTools)",
    )
    .of_disassemble()
    .checked(|text| text.parse::<UpTo>().map(drop).map_err(str::to_owned)),
    Choice::flag("count", "Only the totals: assemblies, those that come apart, their levels")
        .of_disassemble()
        .against(&["best", "min-level", "sort", "moves", "unique"]),
    Choice::flag("level", "Only the first separation of each assembly: the first level")
        .of_disassemble(),
    Choice::valued("best", Value::Text("N"), "The N hardest assemblies, hardest first")
        .of_disassemble()
        .checked(|text| within(text, 1, 1_000_000)),
    Choice::valued(
        "min-level",
        Value::Text("LEVEL"),
        "Only assemblies that come apart and are at least so hard: 9 or 9.3",
    )
    .of_disassemble()
    .checked(levels),
    Choice::valued(
        "sort",
        Value::Text("level|moves"),
        "All assemblies at the end, hardest first, by their levels or by all their moves; --best \
         goes by it too",
    )
    .of_disassemble()
    .checked(sort),
    Choice::flag(
        "unique",
        "Only assemblies of whose pieces no other one comes apart: where a puzzle may use some of its \
         pieces, all sets of pieces with exactly one solution",
    )
    .of_disassemble(),
    Choice::valued(
        "keep",
        Value::Text("PIECES"),
        "Pieces that may stay together: A,B; several groups: A,B;C,D. Groups of the file hold too",
    )
    .of_disassemble(),
    Choice::valued(
        "states",
        Value::Text("N"),
        "Give up on an assembly that has more than N positions; it counts as undecided",
    )
    .of_disassemble()
    .checked(|text| within(text, 1, 2_000_000_000)),
    Choice::flag(
        "shortest",
        "The fewest moves: every separation at its least level, and of those the least total",
    )
    .of_disassemble()
    .against(&["level"]),
    Choice::flag(
        "stored",
        "The assemblies that are stored in the file, compared with their stored separations, which \
         are moved cell by cell",
    )
    .of_disassemble(),
    Choice::valued("assembly", Value::Text("N"), "Only the assembly of this number")
        .of_disassemble()
        .checked(|text| within(text, 1, u32::MAX.into()))
        .against(&["best", "min-level", "sort", "unique"]),
    Choice::flag(
        "explain",
        "Say which engine is used and why, and of the first locked assembly what keeps what",
    )
    .of_disassemble(),
    Choice::valued(
        "graph",
        Value::File("FILE"),
        "Write the positions of the first assembly, or of --assembly N, until something leaves, as a \
         graph for Graphviz",
    )
    .of_disassemble(),
    Choice::valued(
        "animate",
        Value::Optional("SECONDS", "0.8"),
        "With `-o FILE.svg`: one film instead of a sheet of pictures, each shown for SECONDS",
    )
    .of_disassemble()
    .checked(|text| match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(()),
        _ => Err("seconds, more than 0 and at most 3600".into()),
    }),
    Choice::flag("moves", "Print every move of every plan").of_disassemble(),
];
