//! What sliding-block puzzles are asked, and what may be chosen.

use puzzle_core::choice::{whole, within};
use puzzle_core::{Choice, ChoiceTable, Question, Value};

use crate::shared::DISTANCE;

/// What they are asked. Any solution that is told is a shortest one.
pub(super) const QUESTIONS: &[Question] = &[
    Question::First,
    Question::Shortest,
    Question::Count,
    Question::Levels,
    Question::Furthest,
    Question::Graph,
    Question::Original,
];

pub(super) const TABLES: &[&ChoiceTable] = &[&TABLE];

static TABLE: ChoiceTable =
    ChoiceTable { heading: "Sliding blocks", whose: "sliding puzzles", choices: CHOICES };

fn seconds(text: &str) -> Result<(), String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(()),
        _ => Err("write a number of seconds".into()),
    }
}

const CHOICES: &[Choice] = &[
    Choice::valued(
        "style",
        Value::Text("0..5"),
        "What counts as a move: 0 one block one step, 1 one block straight on, 2 one block \
         anywhere, 3 to 5 the same for any blocks together",
    )
    .checked(|text| within(text, 0, 5)),
    Choice::valued(
        "from",
        Value::TextOrFile("CONFIGURATION"),
        "Begin here: a configuration in shorthand, rows of the picture separated by slashes, or a \
         file that holds one",
    ),
    DISTANCE.against(&["moves", "hint"]),
    Choice::flag("moves", "Print the moves in words, without boards")
        .of_solve()
        .against(&["distance"]),
    Choice::valued("hint", Value::Text("N"), "Print the first N moves only: a hint")
        .of_solve()
        .checked(whole)
        .against(&["distance"]),
    Choice::flag("levels", "How many configurations have each distance").of_solve(),
    Choice::flag("levels", "How many configurations have each distance")
        .of_count()
        .asks(Question::Levels),
    Choice::flag("count-shortest", "Count the shortest solutions too").of_solve(),
    Choice::flag(
        "exhaust",
        "Go on to the furthest configuration: how far it is, and one that is as far",
    )
    .of_solve()
    .asks(Question::Furthest),
    Choice::flag(
        "both-ends",
        "Search from the goal too; without either option that is done when it pays",
    )
    .of_solve()
    .against(&["one-end", "engine"]),
    Choice::flag("one-end", "Search from the start only")
        .of_solve()
        .against(&["both-ends", "engine"]),
    Choice::valued(
        "animate",
        Value::Optional("SECONDS", "0.6"),
        "With `-o FILE.svg`: one film instead of a sheet of boards, each shown for SECONDS",
    )
    .of_solve()
    .checked(seconds),
    Choice::valued(
        "compatible",
        Value::Optional("VERBOSE", "0"),
        "Answer as the program of document 002 does, in its words and with its error in style 5; 1 \
         prints every configuration, -1 no boards. What is wrong with a description or an option is told \
         in the words and exit codes of this command",
    )
    .of_solve()
    .asks(Question::Original)
    .checked(|text| text.parse::<i32>().map(drop).map_err(|_| "write a whole number".into()))
    .against(&["json", "ndjson", "exhaust", "export-layers", "export-graph"]),
    Choice::valued(
        "export-layers",
        Value::File("FILE"),
        "Write every configuration with its distance from the start",
    )
    .of_solve()
    .asks(Question::Graph)
    .against(&["json", "ndjson", "checkpoint", "resume", "exhaust"]),
    Choice::valued(
        "export-graph",
        Value::File("FILE"),
        "Write every configuration and move: a graph for Graphviz if the file ends with .dot",
    )
    .of_solve()
    .asks(Question::Graph)
    .against(&["json", "ndjson", "checkpoint", "resume", "exhaust"]),
];
