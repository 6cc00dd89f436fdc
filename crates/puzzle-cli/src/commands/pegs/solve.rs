//! `puzzle solve` on peg solitaire: one game, its moves in words, boards and pictures.

use std::io::Write;
use std::path::Path;

use puzzle::Puzzle;
use puzzle::core::pegs::{Jump, moves};
use puzzle::engines::pegs::first::Verdict;
use puzzle::engines::pegs::table::{Reach, Table};
use puzzle::pegs::Pegs;
use serde_json::{Map, Value, json};

use super::{begin, refuse, refuse_search, run as search};
use crate::args::{Color, Metric, Solve, When};
use crate::exit::{Error, Exit};
use crate::output;
use crate::picture::{self, Style};

/// Positions tried for a pair of the table before it stays unknown.
const PATIENCE: u64 = 50_000_000;

pub(crate) fn run(solve: &Solve, puzzle: &Puzzle) -> Result<Exit, Error> {
    refuse_search(&solve.search)?;
    refuse(&[
        ("--engine", solve.search.engine != "auto"),
        ("--all", solve.all),
        ("--limit", solve.limit.is_some_and(|limit| limit > 1)),
        ("--explain-tree", solve.explain_tree.is_some()),
    ])?;
    let pegs = begin(puzzle, &solve.pegs.ends)?;
    if solve.pegs.ends.table {
        return table(solve, puzzle, &pegs);
    }
    let shortest = solve.pegs.metric == Some(Metric::Moves);
    let done = search(&solve.search, |options| match shortest {
        true => pegs.fewest_moves(options),
        false => pegs.first(options),
    })?;
    let nodes = done.answer.as_ref().ok().map(|found| found.nodes);
    let engine = if shortest { "paths" } else { "first" };
    let mut json = done.json(puzzle, engine, nodes);
    let (game, exit) = match &done.answer {
        Err(reason) => {
            done.remark_stopped(*reason);
            (None, Exit::Stopped)
        }
        Ok(found) => match &found.verdict {
            Verdict::Game(game) => (Some(game), Exit::Answered),
            why => {
                let why = pegs.explain(why);
                if !solve.search.quiet {
                    remark!("no solution: {why}");
                }
                json["reason"] = why.into();
                (None, Exit::NoSolution)
            }
        },
    };
    if let (Some(game), Some(file)) = (game, solve.output.as_deref().filter(|f| is_picture(f))) {
        let style = Style {
            format: None,
            scale: 24.0,
            solid: false,
            output: Some(file),
            color: &Color { when: When::Never },
        };
        picture::write(&pegs.description().draw_game(game), &style)?;
        return Ok(exit);
    }
    let mut out = output::writer(solve.output.as_deref())?;
    if solve.json || solve.ndjson {
        let solutions: Vec<Value> = game.map(|game| solution(&pegs, game)).into_iter().collect();
        json["count"] = solutions.len().to_string().into();
        // One game is never all of them.
        json["complete"] = (exit == Exit::NoSolution || shortest && exit == Exit::Answered).into();
        if let Some(game) = game {
            json["distance"] = if shortest { moves(game) } else { game.len() }.into();
        }
        if solve.ndjson {
            solutions.iter().try_for_each(|solution| writeln!(out, "{solution}"))?;
        } else {
            json["solutions"] = solutions.into();
        }
        writeln!(out, "{json}")?;
    } else if let Some(game) = game {
        print(solve, &pegs, game, &mut out)?;
    }
    out.flush()?;
    Ok(exit)
}

fn is_picture(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "svg" || ending == "png")
}

/// A game as JSON: its moves, each a list of jumps.
fn solution(pegs: &Pegs<'_>, game: &[Jump]) -> Value {
    let described = pegs.description();
    let moves: Vec<Vec<String>> = game
        .chunk_by(|a, b| a.to == b.from)
        .map(|jumps| jumps.iter().map(|&jump| described.write_jump(jump)).collect())
        .collect();
    let last = game.iter().fold(described.problem().start(), |p, jump| p ^ jump.mask());
    json!({
        "number": 1,
        "moves": moves,
        "words": described.describe(game),
        "picture": described.print(last),
    })
}

/// The start, the moves in words, the end; or the board after every move, side by side.
fn print(
    solve: &Solve,
    pegs: &Pegs<'_>,
    game: &[Jump],
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let described = pegs.description();
    let mut position = described.problem().start();
    let words = described.describe(game);
    if solve.pegs.boards {
        let mut boards = vec![format!("start\n{}", described.print(position))];
        for (number, jumps) in (1..).zip(game.chunk_by(|a, b| a.to == b.from)) {
            position = jumps.iter().fold(position, |p, jump| p ^ jump.mask());
            boards.push(format!("{number}\n{}", described.print(position)));
        }
        write!(out, "{}", side_by_side(&boards))?;
    } else {
        write!(out, "{}", described.print(position))?;
    }
    let width = words.len().to_string().len();
    for (number, line) in words.iter().enumerate() {
        writeln!(out, "{:>width$}. {line}", number + 1)?;
    }
    if !solve.pegs.boards {
        position = game.iter().fold(position, |p, jump| p ^ jump.mask());
        write!(out, "{}", described.print(position))?;
    }
    let plural = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    writeln!(out, "{}, {}", plural(moves(game), "move"), plural(game.len(), "jump"))
}

/// Small text pictures in rows of at most 100 columns.
fn side_by_side(pictures: &[String]) -> String {
    let columns = |p: &String| p.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = pictures.iter().map(columns).max().unwrap_or(0) + 3;
    let mut text = String::new();
    for row in pictures.chunks((100 / width).max(1)) {
        let height = row.iter().map(|picture| picture.lines().count()).max().unwrap_or(0);
        for i in 0..height {
            let lines = row.iter().map(|picture| picture.lines().nth(i).unwrap_or_default());
            let line: String = lines.map(|line| format!("{line:<width$}")).collect();
            text += line.trim_end();
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// Which last pegs are possible for which vacancies.
fn table(solve: &Solve, puzzle: &Puzzle, pegs: &Pegs<'_>) -> Result<Exit, Error> {
    let patience = solve.search.limits.node_limit.unwrap_or(PATIENCE);
    let done = search(&solve.search, |options| pegs.table(patience, options))?;
    let mut out = output::writer(solve.output.as_deref())?;
    match &done.answer {
        Err(reason) => done.remark_stopped(*reason),
        Ok(rows) if !solve.json && !solve.ndjson => print_table(pegs, rows, &mut out)?,
        Ok(_) => {}
    }
    if solve.json || solve.ndjson {
        let mut json = done.json(puzzle, "first", None);
        if let Ok(rows) = &done.answer {
            let name = |hole: usize| pegs.description().hole_name(hole as u8).to_owned();
            let row = |row: &Vec<Reach>| -> Value {
                let cell = |(hole, reach): (usize, &Reach)| (name(hole), word(*reach).into());
                let told = row.iter().enumerate().filter(|(_, r)| **r != Reach::NoByClass);
                Value::Object(told.map(cell).collect())
            };
            let rows = rows.iter().enumerate().map(|(hole, r)| (name(hole), row(r)));
            json["table"] = Value::Object(rows.collect::<Map<_, _>>());
            json["about"] =
                "by vacancy and last peg; pairs that are not listed differ in class".into();
        }
        writeln!(out, "{json}")?;
    }
    out.flush()?;
    Ok(if done.answer.is_ok() { Exit::Answered } else { Exit::Stopped })
}

fn word(reach: Reach) -> &'static str {
    match reach {
        Reach::Yes => "yes",
        Reach::NoByClass => "no, other class",
        Reach::NoByWeight => "no, resource count",
        Reach::NoBySearch => "no, every game tried",
        Reach::Unknown => "unknown",
    }
}

fn print_table(pegs: &Pegs<'_>, rows: &Table, out: &mut dyn Write) -> std::io::Result<()> {
    let name = |hole: usize| pegs.description().hole_name(hole as u8);
    let mut counted = [0_usize; 5];
    for (vacancy, row) in rows.iter().enumerate() {
        row.iter().for_each(|reach| counted[*reach as usize] += 1);
        let with = |wanted: fn(Reach) -> bool| -> String {
            let holes = row.iter().enumerate().filter(|(_, reach)| wanted(**reach));
            holes.map(|(hole, _)| name(hole)).collect::<Vec<_>>().join(" ")
        };
        let mut line = format!("all but {}: {}", name(vacancy), with(|r| r == Reach::Yes));
        if line.ends_with(": ") {
            line += "none";
        }
        let not = with(|r| matches!(r, Reach::NoByWeight | Reach::NoBySearch));
        if !not.is_empty() {
            line += &format!("; same class but impossible: {not}");
        }
        let open = with(|r| r == Reach::Unknown);
        if !open.is_empty() {
            line += &format!("; not decided: {open}");
        }
        writeln!(out, "{line}")?;
    }
    let [yes, class, weight, tried, open] = counted;
    writeln!(
        out,
        "{yes} pairs are possible; {class} differ in position class, {weight} fail by a resource \
         count, {tried} after every game was tried, {open} are not decided"
    )
}
