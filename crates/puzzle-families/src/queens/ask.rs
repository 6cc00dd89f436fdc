//! What queens are asked, which problem is meant by it, and what is told.
//!
//! A board is counted as a board and searched for solutions as an exact cover, unless one solution
//! of an empty board will do: that needs no search. Both problems number solutions by their squares.

use puzzle_core::{
    Answer, Ask, BoardCount, Budget, Choice, ChoiceTable, Failure, Finding, Json, Question, Value,
    json,
};

use super::QueensPuzzle;
use crate::{Description, Lowered, Told, covers};

/// Those of covers, and a table.
pub(super) const QUESTIONS: &[Question] = &[
    Question::First,
    Question::All,
    Question::Count,
    Question::Classes,
    Question::Unique,
    Question::Cheapest,
    Question::Sample,
    Question::Diagram,
    Question::Tree,
    Question::Table,
];

pub(super) const TABLES: &[&ChoiceTable] = &[&TABLE, &covers::TABLE];

static TABLE: ChoiceTable =
    ChoiceTable { heading: "Queens", whose: "queens puzzles", choices: CHOICES };

const CHOICES: &[Choice] = &[
    Choice::flag(
        "every-size",
        "Count every empty board up to this size, a line a board (document 003 §2)",
    )
    .of_count()
    .asks(Question::Table)
    .against(&["up-to-symmetry", "checkpoint", "resume", "confirm"]),
    Choice::valued("as", Value::Text("FORM"), "Count the puzzle in another form: cover")
        .of_count()
        .checked(form)
        .against(&["every-size"]),
];

fn form(text: &str) -> Result<(), String> {
    match text {
        "cover" => Ok(()),
        _ => Err("cover: rows and columns once, diagonals at most once".into()),
    }
}

/// What was chosen of what only covers have, if anything was.
fn of_covers(ask: &Ask) -> Option<&str> {
    let named = |name: &str| covers::TABLE.choices.iter().any(|choice| choice.name == name);
    // What counts as the same on a board is known without a cover.
    let shared = |name: &str| name == "up-to" && ask.question == Question::Classes;
    ask.choices.iter().map(|(name, _)| name).find(|name| named(name) && !shared(name))
}

/// The problem that a question means.
pub(super) fn lower<'a>(
    puzzle: &'a QueensPuzzle,
    ask: &Ask,
    budget: &Budget,
) -> Result<Lowered<'a>, Failure> {
    let refuse = |message: String| Err(Failure::Usage(message));
    let as_cover = match ask.question {
        Question::Table if !puzzle.board.is_plain() => {
            return refuse("`every-size` is for empty boards".into());
        }
        Question::Table => false,
        Question::Count | Question::Classes => ask.choices.has("as"),
        // By its name the construction can be insisted on.
        Question::First => {
            of_covers(ask).is_some()
                || !puzzle.board.is_plain()
                || ask.engine().is_some_and(|engine| engine != "construction")
        }
        _ => true,
    };
    match (as_cover, puzzle.covering(), of_covers(ask)) {
        (true, Some(covering), _) => covers::lower(covering, ask, budget),
        (true, None, _) if ask.choices.has("as") => {
            refuse("this board is too large for an exact cover".into())
        }
        (true, None, _) => refuse(
            "boards of over 64 rows are not searched: one solution of an empty board is all there \
             is"
            .into(),
        ),
        (false, _, Some(name)) => {
            refuse(format!("`{name}` is for exact covers; ask with `as` set to cover"))
        }
        (false, _, None) => Ok(Lowered::whole(&puzzle.problem)),
    }
}

/// The table of document 003 §2, if that was asked.
pub(super) fn tell(puzzle: &QueensPuzzle, ask: &Ask, answer: &Answer) -> Told {
    match &answer.finding {
        Finding::Boards(rows) => table(rows, answer),
        _ => covers::tell(puzzle.covering(), ask, answer),
    }
}

fn table(rows: &[BoardCount], answer: &Answer) -> Told {
    let text = format!("{:>2} {:>20} {:>20}\n", "n", "solutions", "up to symmetry");
    let mut told = Told { text, ..Told::default() };
    for row in rows {
        let (all, classes) = (row.solutions.to_string(), row.classes.to_string());
        told.text += &format!("{:>2} {all:>20} {classes:>20}\n", row.size);
    }
    let line = |row: &BoardCount| {
        json!({
            "n": row.size,
            "count": row.solutions.to_string(),
            "up_to_symmetry": row.classes.to_string(),
            "nodes": row.nodes,
            "elapsed_s": row.elapsed.as_secs_f64(),
        })
    };
    told.fields.insert("table".into(), Json::Array(rows.iter().map(line).collect()));
    if answer.stopped.is_some() {
        told.closing = Some(format!("stopped at {} queens", rows.len() + 1));
    }
    told
}
