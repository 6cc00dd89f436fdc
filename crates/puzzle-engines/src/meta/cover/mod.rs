//! The strategy for covers: order first, symmetry second, engine third.
//!
//! The strategy may use symmetry and restriction as it likes, but what is answered is always about
//! the puzzle the asker means. An engine, an order or a restriction that is named is taken literally:
//! no symmetry then.
//!
//! | file | decides |
//! |---|---|
//! | `prepare` | which puzzle is searched, in which order, by whom |
//! | `preprocess` | whether embeddings that no solution has are removed first |
//! | `prices` | whether prices remove embeddings and prune the search |
//! | `choose` | which engine, by estimates of both kinds of tree |
//! | `count`, `classes`, `layers` | how solutions are counted, all or up to symmetry |
//! | `list`, `quick` | how they are listed, or one is found |
//! | `symmetric`, `alike`, `many` | which symmetries are used, and what counts as the same |
//! | `division` | how a search is divided, saved and taken up again |
//! | `certificate` | what a count rests on, written down; some of it counted again |
//! | `diagram`, `costs`, `after` | samples and diagrams, costs, solutions that extend a choice |
//! | `confirm`, `unlike` | who is asked a second time |

mod after;
mod alike;
mod ascending;
mod certificate;
mod choose;
mod classes;
mod confirm;
mod costs;
mod count;
mod diagram;
mod division;
mod layers;
mod list;
mod many;
mod prepare;
mod preprocess;
mod prices;
mod quick;
mod symmetric;
mod unlike;

use puzzle_core::{
    Answer, Answered, Ask, Cover, CoverEngine, EmbeddingId, Failure, Finding, Form, Question, Run,
    Sink, Want,
};

use crate::cover::{Dp, Zdd};

pub use certificate::{Recounted, recount};
pub use choose::{Choice, choose};
pub use prepare::find_order;
pub use preprocess::told as preprocessing;
pub use prices::priced;

/// Answers a question about covers.
pub(crate) fn answer(cover: &Cover, ask: &Ask, run: &Run, sink: &mut dyn Sink) -> Answered {
    if run.units.is_some() {
        divides(ask)?;
    }
    if let Some(chosen) = ask.choices.list("after")? {
        return after::answer(cover, &chosen, ask, run, sink);
    }
    if run.is_saved() && (ask.question == Question::Tree || ask.choices.has("from-zdd")) {
        let message = "this run cannot be saved: it searches for nothing that could be lost";
        return Err(Failure::Declined(message.into()));
    }
    // Before anything is found.
    if ask.choices.has("difficulty") && !cover.puzzle.is_simple() {
        let message =
            "`difficulty` is told of covers whose aspects are covered once or at most once";
        return Err(Failure::Declined(message.into()));
    }
    let lists_classes = ask.lists_classes()?;
    let mut answer = match ask.question {
        Question::First => list::answer(cover, ask, run, Want::First, sink)?,
        Question::All if lists_classes => alike::list(cover, ask, run, sink)?,
        Question::All => list::answer(cover, ask, run, Want::All, sink)?,
        Question::Count if ask.choices.has("max-cost") => costs::count(cover, ask, run)?,
        Question::Count if ask.choices.has("from-zdd") => diagram::answer(cover, ask, run, sink)?,
        Question::Count if run.is_saved() && ask.engine() == Some(Zdd.name()) => {
            diagram::answer(cover, ask, run, sink)?
        }
        Question::Count => count::answer(cover, ask, run)?,
        Question::Classes => count::classes(cover, ask, run)?,
        Question::Cheapest => costs::cheapest(cover, ask, run, sink)?,
        Question::Sample | Question::Diagram => diagram::answer(cover, ask, run, sink)?,
        Question::Tree => tree(cover, ask)?,
        other => return Err(Failure::Usage(format!("a cover does not tell {}", other.about()))),
    };
    if ask.choices.has("difficulty") && matches!(answer.finding, Finding::Nothing) {
        let judged = crate::cover::effort::judge(&cover.puzzle, &run.control.budget);
        answer.finding = judged.map_or(Finding::Nothing, Finding::Effort);
    }
    super::confirm::attach(&mut answer, ask, |first| confirm::again(cover, ask, run, first))?;
    Ok(answer)
}

/// Refuses questions that are not answered by one search in parts.
fn divides(ask: &Ask) -> Result<(), Failure> {
    let plain = !["max-cost", "from-zdd"].iter().any(|name| ask.choices.has(name));
    let parts = matches!(ask.question, Question::Count | Question::Classes | Question::All);
    let whole = ask.engine().filter(|name| {
        engines().any(|engine| {
            engine.name() == *name && (engine.is_whole() || *name == Dp::DEFAULT.name())
        })
    });
    let why = match whole {
        Some(name) => format!("the engine {name} works on the whole"),
        None if parts && plain => return Ok(()),
        None => "only all solutions are counted or listed in parts".into(),
    };
    Err(Failure::Declined(format!("this run cannot be divided: {why}")))
}

/// The first nodes of the tree of the definition (document 000, Figures 7 and 8).
fn tree(cover: &Cover, ask: &Ask) -> Answered {
    if ask.engine().is_some() {
        let message = "the tree is that of the definition, so it takes no engine";
        return Err(Failure::Usage(message.into()));
    }
    let nodes = ask.choices.get("explain-tree")?.unwrap_or(100);
    let order = ask.choices.text("order").map(|text| find_order(text, cover)).transpose()?;
    let tree = crate::cover::tree::grow(&cover.puzzle, order.as_ref(), nodes);
    Ok(Answer {
        finding: Finding::Tree(Box::new(tree)),
        engine: "definition".into(),
        order: order.as_ref().map_or("least-fit-first", |order| order.name()).into(),
        ..Answer::default()
    })
}

/// The engines of covers, best first.
pub(crate) fn engines() -> impl Iterator<Item = &'static dyn CoverEngine> {
    crate::of_form(Form::Cover).filter_map(puzzle_core::Engine::cover)
}

/// The numbers of a solution's embeddings, sorted.
fn numbers(cover: &Cover, chosen: &[EmbeddingId]) -> Vec<u32> {
    let mut numbers: Vec<u32> = chosen.iter().map(|&e| cover.puzzle.number(e)).collect();
    numbers.sort_unstable();
    numbers
}
