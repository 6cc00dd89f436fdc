//! What may be asked of peg solitaire and chosen about it.

use puzzle_core::{Choice, ChoiceTable, Question, Value};

use crate::covers::{SYMMETRIC_ONLY, UP_TO};
use crate::shared::{DISTANCE, LIMIT, UNIQUE};

/// What peg puzzles are asked.
pub(super) const QUESTIONS: &[Question] = &[
    Question::First,
    Question::All,
    Question::Unique,
    Question::Shortest,
    Question::Count,
    Question::Classes,
    Question::Levels,
    Question::Maximal,
    Question::Finals,
    Question::OnPaths,
    Question::Table,
    Question::Possible,
    Question::Facts,
];

/// The only table.
pub(super) const TABLES: &[&ChoiceTable] = &[&TABLE];

static TABLE: ChoiceTable =
    ChoiceTable { heading: "Peg solitaire", whose: "peg solitaire", choices: CHOICES };

const TABLE_ABOUT: &str = "Every first vacancy against every last peg: whether there is a game (solve), or how many \
     (count)";

const CHOICES: &[Choice] = &[
    UNIQUE.against(&["all", "limit", "ndjson", "up-to", "symmetric-only", "table", "metric"]),
    LIMIT.against(&["up-to", "up-to-symmetry", "levels", "maximal", "finals", "on-paths", "table"]),
    DISTANCE.against(&["all", "limit", "boards", "table", "unique"]),
    Choice::valued("start", Value::Text("PEGS"), "Begin here: `all but d4`, `only d4, e4`")
        .against(&["table"]),
    Choice::valued(
        "goal",
        Value::Text("PEGS"),
        "End here: `only d4`, `one peg anywhere`, several separated by ` or `",
    )
    .against(&["table"]),
    Choice::flag("table", TABLE_ABOUT).of_count().asks(Question::Table).against(&[
        "start",
        "goal",
        "levels",
        "maximal",
        "finals",
        "on-paths",
        "up-to-symmetry",
    ]),
    Choice::flag("table", TABLE_ABOUT)
        .of_solve()
        .asks(Question::Possible)
        .against(&["start", "goal", "metric", "boards", "all", "limit"]),
    Choice::flag("levels", "How many positions and classes there are with each number of pegs")
        .of_count()
        .asks(Question::Levels)
        .against(&["maximal", "finals", "on-paths", "table", "up-to-symmetry"]),
    Choice::flag("maximal", "Games played until no jump is possible, whatever the goal")
        .of_count()
        .asks(Question::Maximal)
        .against(&["levels", "finals", "on-paths", "table", "up-to-symmetry"]),
    Choice::flag("finals", "Where a last peg can stand, and in how many ways")
        .of_count()
        .asks(Question::Finals)
        .against(&["levels", "maximal", "on-paths", "table", "up-to-symmetry"]),
    Choice::flag("on-paths", "Positions from which a goal can still be reached")
        .of_count()
        .asks(Question::OnPaths)
        .against(&["levels", "maximal", "finals", "table", "up-to-symmetry"]),
    UP_TO.against(&["levels", "maximal", "finals", "on-paths", "table"]),
    SYMMETRIC_ONLY.against(&["table"]),
    Choice::valued(
        "metric",
        Value::Text("jumps|moves"),
        "What to make few of: jumps, or moves, where consecutive jumps of one peg are one move",
    )
    .of_solve()
    .checked(is_metric)
    .against(&["all", "limit"]),
    Choice::flag("boards", "Show the board after every move")
        .of_solve()
        .against(&["json", "ndjson", "table"]),
];

fn is_metric(text: &str) -> Result<(), String> {
    match text {
        "jumps" | "moves" => Ok(()),
        _ => Err("jumps or moves".into()),
    }
}
