//! What all puzzles that are lowered to exact covers have in common: their questions, what may be
//! chosen, and which restricted puzzle is meant.

pub(crate) mod play;
mod restrict;
mod table;
mod tree;

use puzzle_core::{
    Answer, Ask, Budget, Cover, CoverEffort, Failure, Finding, Json, Map, Problem, Question, json,
};
use puzzle_scene::{Frame, Scene, text};

use crate::{Covering, Lowered, Showing, Told};

pub use restrict::{Restriction, restricted};
pub use table::{FORMATS, QUESTIONS, TABLE, TABLES};
pub(crate) use table::{SYMMETRIC_ONLY, UP_TO};

/// The cover problem.
pub fn cover(covering: &dyn Covering) -> &Cover {
    match covering.problem() {
        Problem::Cover(cover) => cover,
        _ => unreachable!("a covering has a cover problem"),
    }
}

/// The problem that a question means: the full puzzle, unless it restricts it.
pub fn lower<'a>(
    covering: &'a dyn Covering,
    ask: &Ask,
    budget: &Budget,
) -> Result<Lowered<'a>, Failure> {
    let request: Restriction = ask.choices.get("restrict")?.unwrap_or_default();
    let mut lowered = Lowered::whole(covering.problem());
    let full = cover(covering);
    lowered.reasons.extend(restrict::meaning(covering, &request));
    if let Some(kept) = restricted(covering, &request, budget)? {
        let (few, all) = (kept.puzzle.embedding_count(), full.puzzle.embedding_count());
        lowered.reasons.push(format!("restricted to {few} of {all} embeddings"));
        lowered.problem = std::borrow::Cow::Owned(Problem::Cover(kept));
        lowered.restricted = true;
    }
    Ok(lowered)
}

/// What a solution costs; `None` if nothing costs anything in this puzzle.
pub(crate) fn cost(covering: &dyn Covering, numbers: &[u32]) -> Option<u64> {
    let puzzle = &cover(covering).puzzle;
    let cost = |&number: &u32| puzzle.find_number(number).map_or(0, |e| puzzle.cost(e));
    puzzle.has_costs().then(|| numbers.iter().map(cost).sum())
}

/// A solution for programs, with what it costs.
pub(crate) fn fields(covering: Option<&dyn Covering>, solution: &[u32]) -> Map<String, Json> {
    let cost = covering.and_then(|covering| cost(covering, solution));
    let embeddings = ("embeddings".to_owned(), json!(solution));
    let cost = cost.map(|cost| ("cost".to_owned(), cost.into()));
    [embeddings].into_iter().chain(cost).collect()
}

/// What was found beside solutions and their number.
pub(crate) fn tell(covering: Option<&dyn Covering>, ask: &Ask, answer: &Answer) -> Told {
    let mut told = Told::default();
    match &answer.finding {
        Finding::Text(text) => told.text.clone_from(text),
        Finding::Tree(tree) => {
            told.text = tree.to_string();
            told.frames.extend(covering.map(|covering| tree::draw(covering, tree)));
        }
        Finding::Effort(effort) => {
            told.remarks.push(sentence(effort));
            let fields = json!({
                "stage": effort.stage(),
                "forced": effort.forced,
                "tried": effort.tried,
                "refuted": effort.refuted,
            });
            told.fields.insert("difficulty".into(), fields);
        }
        Finding::Diagram { nodes, visited } => {
            let all = &answer.solutions;
            let size = nodes.map(|nodes| format!(" in {nodes} nodes")).unwrap_or_default();
            let reason = visited.iter();
            told.remarks.extend(
                reason.map(|why| format!("no diagram, so all solutions were visited: {why}")),
            );
            if ask.question != Question::Count && answer.stopped.is_none() {
                told.closing = Some(format!("{all} solutions{size}"));
            }
            told.fields.extend(nodes.map(|nodes| ("diagram_nodes".to_owned(), nodes.into())));
        }
        _ => {}
    }
    let wanted = ask.choices.get::<u32>("cheapest").ok().flatten();
    if ask.question == Question::Cheapest && wanted.is_some_and(|k| answer.solutions == k.into()) {
        told.closing = Some(String::new());
    }
    if let (Question::Sample, Ok(Some(seed))) = (ask.question, ask.choices.get::<u64>("seed")) {
        told.fields.insert("seed".into(), seed.into());
    }
    told
}

/// How hard it was.
fn sentence(effort: &CoverEffort) -> String {
    let CoverEffort { forced, tried, refuted, .. } = effort;
    match effort.stage() {
        "forced" => format!("solved by what is forced: {forced} times only one embedding was left"),
        "trying" => format!(
            "solved by trying one embedding at a time: {tried} tried, {refuted} of them struck out"
        ),
        _ => {
            format!("needs a search: {tried} embeddings tried one at a time, {refuted} struck out")
        }
    }
}

/// A solution as text: its pictures, with its number above if there may be several.
pub(crate) fn words(
    covering: Option<&dyn Covering>,
    mut frames: Vec<Frame>,
    solution: &[u32],
    showing: &Showing<'_>,
) -> String {
    if let (Some(number), Some(frame)) = (showing.number, frames.first_mut()) {
        let samples = showing.ask.choices.text("sample");
        frame.caption = match samples.filter(|_| showing.ask.question == Question::Sample) {
            Some(all) => format!("sample {number} of {all}"),
            None => match covering.and_then(|covering| cost(covering, solution)) {
                Some(cost) => format!("solution {number}, cost {cost}"),
                None => format!("solution {number}"),
            },
        };
        if let Some(note) = showing.note {
            frame.caption.push_str(", ");
            frame.caption.push_str(note);
        }
    }
    let text = text::print(&Scene { title: String::new(), frames }, showing.text);
    format!("{}\n", text.trim_end_matches('\n'))
}
