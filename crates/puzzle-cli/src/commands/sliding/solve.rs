//! `puzzle solve` for sliding blocks.

use std::io::Write;

use puzzle::Puzzle;
use puzzle::sliding::{Answer, End, Ends, Original, Question, Sliding, ask};
use serde_json::{Value, json};

use super::{
    begin, explain, export, page, refuse, refuse_search, remark_stopped, run as search, style,
};
use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::{output, stop};

pub(crate) fn run(solve: &Solve, puzzle: &Puzzle, sliding: &Sliding) -> Result<Exit, Error> {
    refuse_search(&solve.search)?;
    refuse(&[
        ("--all", solve.all),
        ("--limit", solve.limit.is_some()),
        ("--explain-tree", solve.explain_tree.is_some()),
    ])?;
    let own = &solve.sliding;
    let begun = begin(sliding, &own.common)?;
    if let Some(verbose) = own.compatible {
        return compatible(solve, &begun, verbose);
    }
    if own.export_layers.is_some() || own.export_graph.is_some() {
        return export::run(solve, &begun);
    }
    if begun.goals().is_empty() && !own.exhaust {
        let message = "error: the puzzle has no goal\n hint: --exhaust finds the furthest \
                       configuration, `puzzle count` counts them";
        return Err(Error::Input(message.into()));
    }
    let question = Question {
        style: style(&own.common),
        exhaust: own.exhaust,
        solution: !own.distance && !begun.goals().is_empty(),
        count: own.count_shortest,
        ends: match (own.both_ends, own.one_end || own.levels || solve.json) {
            (true, _) => Ends::Both,
            (false, true) => Ends::One,
            (false, false) => Ends::Auto,
        },
    };
    let (answer, seconds) = search(&solve.search, |options| ask(&begun, &question, options))?;
    explain(&solve.search, &answer);
    print(solve, puzzle, &begun, &question, &answer, seconds)?;
    remark_stopped(&solve.search, &answer);
    Ok(match (answer.distance, answer.stopped) {
        (Some(_), _) => Exit::Answered,
        (None, Some(_)) => Exit::Stopped,
        (None, None) if begun.goals().is_empty() => Exit::Answered,
        (None, None) => Exit::NoSolution,
    })
}

fn print(
    solve: &Solve,
    puzzle: &Puzzle,
    sliding: &Sliding,
    question: &Question,
    answer: &Answer,
    seconds: f64,
) -> Result<(), Error> {
    let own = &solve.sliding;
    if page::is_picture(solve) {
        return page::write(solve, puzzle, sliding, answer);
    }
    let mut out = output::writer(solve.output.as_deref())?;
    if solve.json || solve.ndjson {
        let solution = solution(sliding, question, answer);
        let mut totals = totals(puzzle, sliding, question, answer, seconds);
        if solve.ndjson {
            if answer.distance.is_some() {
                writeln!(out, "{solution}")?;
            }
        } else {
            let solutions = if answer.distance.is_some() { vec![solution] } else { Vec::new() };
            totals["solutions"] = solutions.into();
        }
        writeln!(out, "{totals}")?;
        out.flush()?;
        return Ok(());
    }
    if !own.distance {
        boards(solve, sliding, answer, &mut out)?;
    }
    if own.levels {
        page::levels(answer, &mut out)?;
    }
    match answer.distance {
        Some(distance) if own.distance => writeln!(out, "{distance}")?,
        Some(distance) => {
            let s = if distance == 1 { "" } else { "s" };
            writeln!(out, "{distance} move{s} of style {}", question.style)?;
        }
        None if answer.stopped.is_some() || sliding.goals().is_empty() => {}
        None => writeln!(out, "no solution: the goal cannot be reached")?,
    }
    if let Some(count) = &answer.shortest {
        writeln!(out, "{count} shortest solutions")?;
    }
    if let Some(furthest) = &answer.furthest {
        writeln!(
            out,
            "{} configurations, the furthest at {} moves:\n{}",
            answer.configurations(),
            answer.levels.len() - 1,
            sliding.draw_kinds(furthest).trim_end_matches('\n')
        )?;
    }
    out.flush()?;
    Ok(())
}

/// The solution as boards and words, or words alone.
fn boards(
    solve: &Solve,
    sliding: &Sliding,
    answer: &Answer,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let own = &solve.sliding;
    let words = |number: usize| answer.moves[number].words(sliding.labels());
    if !own.moves
        && let Some(start) = answer.path.first()
    {
        write!(out, "start:\n{}\n", sliding.draw_links(start))?;
    }
    for number in 0..answer.moves.len().min(own.hint.unwrap_or(usize::MAX)) {
        writeln!(out, "{}: {}", number + 1, words(number))?;
        if !own.moves {
            writeln!(out, "{}", sliding.draw_links(&answer.path[number + 1]))?;
        }
    }
    Ok(())
}

/// The solution for programs.
fn solution(sliding: &Sliding, question: &Question, answer: &Answer) -> Value {
    let moves: Vec<Value> = answer
        .moves
        .iter()
        .map(|played| {
            let names: Vec<&String> =
                played.blocks.iter().map(|&block| &sliding.labels()[block]).collect();
            let steps: Vec<&str> = played.steps.iter().map(|step| step.word()).collect();
            json!({ "blocks": names, "steps": steps, "words": played.words(sliding.labels()) })
        })
        .collect();
    let boards: Vec<String> = answer.path.iter().map(|blocks| sliding.shorthand(blocks)).collect();
    json!({
        "number": 1,
        "distance": answer.distance,
        "style": question.style.number(),
        "start": boards.first(),
        "moves": moves,
        "boards": boards,
    })
}

fn totals(
    puzzle: &Puzzle,
    sliding: &Sliding,
    question: &Question,
    answer: &Answer,
    seconds: f64,
) -> Value {
    let mut json = json!({
        "schema": 1,
        "puzzle": puzzle.source_name(),
        "family": "sliding",
        "style": question.style.number(),
        "distance": answer.distance,
        "configurations": answer.levels,
        "complete": answer.stopped.is_none(),
        "engine": "breadth-first",
        "nodes": answer.nodes,
        "elapsed_s": seconds,
    });
    if !answer.levels_back.is_empty() {
        json["configurations_from_goal"] = answer.levels_back.clone().into();
    }
    if let Some(count) = &answer.shortest {
        json["count"] = count.to_string().into();
    }
    if let Some(furthest) = &answer.furthest {
        json["eccentricity"] = (answer.levels.len() - 1).into();
        json["furthest"] = sliding.shorthand(furthest).into();
        json["total"] = answer.configurations().into();
    }
    if answer.spilled {
        json["spilled"] = true.into();
    }
    if let Some(reason) = answer.stopped {
        json["stopped"] = reason.to_string().into();
    }
    json
}

/// The original program's answer in its own words.
fn compatible(solve: &Solve, sliding: &Sliding, verbose: i32) -> Result<Exit, Error> {
    let own = &solve.sliding;
    refuse(&[("--compatible with --json or --ndjson", solve.json || solve.ndjson)])?;
    let control = stop::control(&solve.search.limits, false);
    let mut out = output::writer(solve.output.as_deref())?;
    let program = Original::new(sliding, style(&own.common), verbose, &mut *out);
    let end = program.map_err(|why| Error::Input(format!("error: {why}")))?.run(&control)?;
    out.flush()?;
    Ok(match end {
        End::Solved(_) => Exit::Answered,
        End::Unsolvable => Exit::NoSolution,
        End::GaveUp => {
            remark!("the original program gives up here: {}", solve.which.puzzle);
            Exit::Stopped
        }
        End::Stopped(reason) => {
            remark!("stopped: {reason}");
            Exit::Stopped
        }
    })
}
