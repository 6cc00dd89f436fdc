//! Playing: the same `play` as at the terminal, move by move.
//!
//! A call brings all moves that were made and gets the board after them; nothing is remembered here,
//! so that undo, redo and a shared game are the page's own affair. What a finger means that touches
//! cells of the board, the family says.

use std::sync::Arc;

use puzzle::scene::{Scene, json as scene_json};
use puzzle::{Budget, Control, Json, Playing, Run, strategy};
use serde_json::json;

use super::{Service, ask};
use crate::problem::{Outcome, Problem};

/// The most possible moves that are listed.
const LISTED: usize = 400;

/// The board after some moves.
pub(super) fn play(service: &Service, request: &Json, budget: &Budget) -> Outcome<Json> {
    let puzzle = service.subject(request, budget)?;
    let description = puzzle.description();
    let none = || Problem::senseless(format!("a {} puzzle is not played", puzzle.family().name));
    let mut playing = description.play().ok_or_else(none)?;
    let mut made = Vec::new();
    for (number, word) in (1..).zip(words(&request["moves"])) {
        let wrong = |why| Problem::senseless(format!("move {number}: {why}"));
        made.push(playing.make(word).map_err(wrong)?);
        stopped(budget)?;
    }
    let mut meant = Vec::new();
    let touched = ask::numbers(&request["touch"]);
    if !touched.is_empty() {
        meant = playing.meant(&touched);
        // What can mean one thing only is done.
        if let [word] = &meant[..] {
            made.push(playing.make(&word.word).map_err(Problem::senseless)?);
            meant.clear();
        }
    }
    let hint = match request["hint"] == true && playing.over().is_none() {
        true => Some(hint(&*playing, budget)?),
        false => None,
    };
    let mistakes = match request["check"] == true {
        true => Some(mistakes(&*playing, budget)?),
        false => None,
    };
    let moves = playing.moves();
    let scene = Scene { title: String::new(), frames: vec![playing.frame()] };
    Ok(json!({
        "players": playing.players(),
        "help": playing.help(),
        "moves": made,
        "possible": moves.iter().take(LISTED).collect::<Vec<_>>(),
        "meant": meant.iter().take(LISTED).map(|m| json!([m.word, m.label])).collect::<Json>(),
        "over": playing.over(),
        "hint": hint,
        "checks": playing.has_mistakes(),
        "mistakes": mistakes,
        "scene": scene_json::print(&scene),
    }))
}

fn words(list: &Json) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Json::as_str)
}

/// A good move, if one is found in time.
fn hint(playing: &dyn Playing, budget: &Budget) -> Outcome<Json> {
    let control = Arc::new(Control { budget: budget.clone(), ..Control::default() });
    let hint = playing.hint(strategy(), &Run { control, ..Run::default() })?;
    Ok(json!({ "word": hint.word, "about": hint.about }))
}

/// What is wrong with the board.
fn mistakes(playing: &dyn Playing, budget: &Budget) -> Outcome<Json> {
    let control = Arc::new(Control { budget: budget.clone(), ..Control::default() });
    let found = playing.mistakes(strategy(), &Run { control, ..Run::default() })?;
    let none = || Problem::senseless("there is no wrong and right in this puzzle".to_owned());
    let found = found.ok_or_else(none)?;
    Ok(json!({ "cells": found.cells, "about": found.about }))
}

fn stopped(budget: &Budget) -> Outcome<()> {
    match budget.check(0) {
        Some(reason) => Err(Problem::senseless(format!("stopped: {reason}"))),
        None => Ok(()),
    }
}
