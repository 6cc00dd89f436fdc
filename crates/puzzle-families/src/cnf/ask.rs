//! What formulas are asked, and how models and cubes are told and read again.

use puzzle_core::cnf::{decode, encode};
use puzzle_core::{
    Answer, Ask, BigUint, Choice, ChoiceTable, Cnf, Failure, Json, Map, Problem, Question, Value,
    choice, json,
};

use super::CnfPuzzle;
use crate::shared::{LIMIT, UNIQUE};
use crate::{Lowered, Told};

pub(super) const QUESTIONS: &[Question] =
    &[Question::First, Question::All, Question::Count, Question::Unique];

pub(super) const TABLES: &[&ChoiceTable] = &[&TABLE];

static TABLE: ChoiceTable =
    ChoiceTable { heading: "Formulas (CNF)", whose: "cnf puzzles", choices: CHOICES };

const CHOICES: &[Choice] = &[
    UNIQUE.against(&["all", "limit", "ndjson", "proof"]),
    LIMIT.against(&["mc", "confirm"]),
    Choice::flag("mc", "Print the count as model counters do: `s mc N`")
        .of_count()
        .against(&["json"]),
    Choice::valued(
        "project",
        Value::Text("VARIABLES"),
        "Only these variables: models that agree on them count once, and cubes are of them: 1,2,5",
    )
    .checked(choice::numbers),
    Choice::valued(
        "proof",
        Value::File("FILE"),
        "If there is no model, write a proof of that (DRAT) to FILE",
    )
    .of_solve()
    .against(&["all", "limit", "project"]),
];

/// Cubes beyond this are not compared with each other.
const COMPARED: usize = 5000;

/// The formula, projected if that was chosen.
pub(super) fn lower<'a>(puzzle: &'a CnfPuzzle, ask: &Ask) -> Result<Lowered<'a>, Failure> {
    let formula = puzzle.formula();
    let onto = ask.choices.list("project")?;
    let projected = onto.is_some() || formula.projection().is_some();
    if ask.choices.has("proof") && (projected || ask.question != Question::First) {
        let message = "`proof` is for one model of a formula that is not projected";
        return Err(Failure::Usage(message.into()));
    }
    let Some(onto) = onto else { return Ok(Lowered::whole(&puzzle.problem)) };
    let good = 1..=formula.variables();
    if let Some(variable) = onto.iter().find(|variable| !good.contains(variable)) {
        return Err(Failure::Usage(format!("there is no variable {variable}")));
    }
    Ok(Lowered::made(Problem::Formula(formula.clone().project(onto))))
}

/// A cube in words: its literals.
pub(super) fn words(cube: &[i32]) -> String {
    let words: Vec<String> = cube.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// A cube for programs, with the number of models it stands for.
pub(super) fn fields(puzzle: &CnfPuzzle, ask: &Ask, solution: &[u32]) -> Map<String, Json> {
    let cube = decode(solution);
    let models = models(puzzle, ask, &cube);
    let mut fields = Map::new();
    fields.insert("picture".into(), words(&cube).into());
    fields.insert("literals".into(), json!(cube));
    fields.insert("models".into(), models.to_string().into());
    fields
}

/// How many models a cube stands for.
pub(super) fn models(puzzle: &CnfPuzzle, ask: &Ask, cube: &[i32]) -> BigUint {
    // As many variables are of interest as the question says.
    let width = match ask.choices.list("project") {
        Ok(Some(mut onto)) => {
            onto.sort_unstable();
            onto.dedup();
            onto.len()
        }
        _ => puzzle.formula().width() as usize,
    };
    BigUint::from(1_u32) << width.saturating_sub(cube.len())
}

/// The cube that [`fields`] wrote.
pub(super) fn read_solution(fields: &Json) -> Result<Option<Vec<u32>>, String> {
    let Some(list) = fields.get("literals").and_then(Json::as_array) else { return Ok(None) };
    let literal = |n: &Json| {
        let literal = n.as_i64().and_then(|n| i32::try_from(n).ok());
        literal.filter(|l| l.unsigned_abs() < 1 << 30)
    };
    let cube: Option<Vec<i32>> = list.iter().map(literal).collect();
    match cube {
        Some(cube) => Ok(Some(encode(&cube))),
        None => Err("an entry of `literals` is not a literal".into()),
    }
}

/// Whether some two cubes have a model in common.
pub(super) fn check_together(solutions: &[Vec<u32>]) -> Option<String> {
    if solutions.len() > COMPARED {
        return Some("so many cubes are not compared with each other".into());
    }
    // The negation of a literal differs in its last bit.
    let apart = |a: &[u32], b: &[u32]| a.iter().any(|literal| b.contains(&(literal ^ 1)));
    let meeting = solutions.iter().enumerate().find_map(|(i, a)| {
        solutions[..i].iter().position(|b| !apart(a, b)).map(|j| (j + 1, i + 1))
    });
    meeting.map(|(a, b)| format!("cubes {a} and {b} have a model in common"))
}

/// The count as model counters print it; and that an empty clause is the reason.
pub(super) fn tell(formula: &Cnf, ask: &Ask, answer: &Answer) -> Told {
    let mut told = Told::default();
    if formula.clauses().iter().any(<[i32]>::is_empty) {
        let reason = "a clause is empty";
        told.fields.insert("reason".into(), reason.into());
        told.why = Some(reason.into()).filter(|_| !ask.choices.has("mc"));
    }
    let shown = matches!(ask.question, Question::First | Question::All);
    if shown && told.why.is_none() && answer.is_complete() && answer.solutions == BigUint::ZERO {
        told.why = Some("there is no model".into());
    }
    if ask.choices.has("mc") && answer.is_complete() {
        let none = answer.solutions == BigUint::ZERO;
        let verdict = if none { "UNSATISFIABLE" } else { "SATISFIABLE" };
        told.text = format!("s {verdict}\ns mc {}\n", answer.solutions);
    }
    told
}
