//! Choices that mean the same in every family that has them.

use puzzle_core::choice::positive;
use puzzle_core::{Choice, Question, Value};

/// Whether there is exactly one solution.
pub(crate) const UNIQUE: Choice =
    Choice::flag("unique", "Prove whether there is one solution, several (two are shown) or none")
        .of_solve()
        .asks(Question::Unique)
        .against(&["all", "limit", "ndjson"]);

/// A count that need not come to its end.
pub(crate) const LIMIT: Choice =
    Choice::valued("limit", Value::Text("N"), "Stop after so many solutions")
        .of_count()
        .checked(positive);

/// How hard it is for people.
pub(crate) const DIFFICULTY: Choice = Choice::flag(
    "difficulty",
    "Say how hard the puzzle is: whether what is forced is enough, or trying one thing at a time, or only a search",
)
.of_solve();

/// The length alone.
pub(crate) const DISTANCE: Choice =
    Choice::flag("distance", "Print the number of moves only").of_solve();
