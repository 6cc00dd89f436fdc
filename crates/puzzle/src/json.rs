//! Answers, solutions and errors for programs: the same head in every family.

use puzzle_core::{Answer, Ask, Failure, Json, Question, Refusal, Sameness, UpTo, json};
use puzzle_families::Told;

use crate::{Puzzle, named};

impl Puzzle {
    /// What every JSON answer begins with, and what the family adds to it.
    pub fn answer_json(&self, ask: &Ask, answer: &Answer, told: &Told, seconds: f64) -> Json {
        let mut json = json!({
            "schema": 1,
            "puzzle": self.source_name(),
            "family": self.description().family(),
        });
        if ask.question.counts() {
            json["count"] = answer.solutions.to_string().into();
        }
        json["complete"] = answer.is_complete().into();
        json["engine"] = answer.engine.as_str().into();
        json["order"] = answer.order.as_str().into();
        json["nodes"] = answer.nodes.into();
        json["elapsed_s"] = seconds.into();
        if let Some(distance) = answer.distance {
            json["distance"] = distance.into();
        }
        if let Some(reason) = answer.stopped {
            json["stopped"] = reason.to_string().into();
        }
        if answer.restricted {
            json["restricted"] = true.into();
        }
        if let Some(reason) = self.description().impossible() {
            json["reason"] = reason.into();
        }
        if ask.question == Question::Classes {
            classes(&mut json, answer);
        } else if let Some(convention) = self.convention(ask) {
            json["convention"] = convention.into();
        }
        if let Some(sameness) = &answer.sameness {
            json["group"] = group(sameness);
        }
        if let Some(second) = &answer.confirmed {
            json["confirmed"] = second.is_complete().into();
            json["confirmed_by"] = confirmation(second);
        }
        for (name, value) in &told.fields {
            json[name] = value.clone();
        }
        json
    }

    /// What one solution is, where tools of the field count otherwise.
    pub fn convention(&self, ask: &Ask) -> Option<&str> {
        self.description().convention().filter(|_| ask.question == Question::Count)
    }

    /// A solution with its number, what the family says of it, and its picture as text.
    pub fn solution_json(&self, ask: &Ask, number: u64, solution: &[u32]) -> Json {
        let mut json = json!({ "number": number });
        let fields = self.description().fields(ask, solution);
        let pictured = fields.contains_key("picture");
        for (name, value) in fields {
            json[name] = value;
        }
        if !pictured {
            json["picture"] = self.words(solution).into();
        }
        let placed = self.covering().and_then(|covering| named::pieces(covering, solution));
        let mut grid = None;
        if let Some((pieces, placed)) = placed {
            json["pieces"] = pieces;
            grid = named::of_pieces(&placed);
        }
        let drawn = || match &self.description().frames(ask, solution)[..] {
            [frame] => named::of_frame(frame),
            _ => None,
        };
        let covers = self.covering().is_some();
        if let Some(grid) = grid.or_else(|| covers.then(drawn).flatten()) {
            json["grid"] = grid;
        }
        json
    }
}

/// The numbers of classes.
fn classes(json: &mut Json, answer: &Answer) {
    let field = |up_to| match up_to {
        UpTo::Symmetry => "up_to_symmetry",
        UpTo::Turns => "up_to_turns",
    };
    let Some(Sameness { up_to, other, .. }) = &answer.sameness else {
        json[field(UpTo::Symmetry)] = answer.classes.as_ref().map(ToString::to_string).into();
        return;
    };
    json[field(*up_to)] = answer.least_classes().to_string().into();
    if let Some((classes, _)) = other {
        let other = if *up_to == UpTo::Turns { UpTo::Symmetry } else { UpTo::Turns };
        json[field(other)] = classes.to_string().into();
    }
}

/// What they go by.
fn group(Sameness { up_to, origin, order, .. }: &Sameness) -> Json {
    json!({ "up_to": up_to.name(), "order": order.to_string(), "origin": origin.name() })
}

/// What the second engine says.
fn confirmation(second: &Answer) -> Json {
    let mut json = json!({
        "engine": second.engine,
        "order": second.order,
        "nodes": second.nodes,
        "count": second.solutions.to_string(),
    });
    if let Some(classes) = &second.classes {
        let turns = second.sameness.as_ref().is_some_and(|same| same.up_to == UpTo::Turns);
        let field = if turns { "up_to_turns" } else { "up_to_symmetry" };
        json[field] = classes.to_string().into();
    }
    if let Some(reason) = second.stopped {
        json["stopped"] = reason.to_string().into();
    }
    json
}

/// An error in the form that every front end gives it.
pub fn error_json(message: &str, refusal: Option<&Refusal>) -> Json {
    let (message, hint) = match message.split_once("\n hint: ") {
        Some((message, hint)) => (message, Some(hint.trim_end())),
        None => (message, None),
    };
    let position = refusal.and_then(|refusal| refusal.position);
    json!({
        "schema": 1,
        "error": {
            "message": refusal.map_or(message, |refusal| refusal.diagnostic.message.as_str()),
            "file": refusal.map(|refusal| refusal.file.as_str()),
            "line": position.map(|(line, _)| line),
            "column": position.map(|(_, column)| column),
            "hint": refusal.and_then(|refusal| refusal.diagnostic.hint.as_deref()).or(hint),
        },
    })
}

/// What a failure refuses, if it is a file.
pub fn refusal(failure: &Failure) -> Option<&Refusal> {
    match failure {
        Failure::File(refusal) => Some(refusal),
        _ => None,
    }
}
