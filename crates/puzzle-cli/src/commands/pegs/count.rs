//! `puzzle count` on peg solitaire: games, positions, ends.

use std::io::Write;

use puzzle::core::BigUint;
use puzzle::engines::pegs::census::Census;
use puzzle::pegs::Pegs;
use puzzle::{Failure, Options, Puzzle};
use serde_json::{Map, Value, json};

use super::{Finished, begin, refuse, refuse_search, run as search};
use crate::args::Count;
use crate::exit::{Error, Exit};
use crate::output;

pub(crate) fn run(count: &Count, puzzle: &Puzzle) -> Result<Exit, Error> {
    refuse_search(&count.search)?;
    let ask = &count.pegs;
    let pegs = begin(puzzle, &ask.ends)?;
    let census = ask.levels || ask.maximal || ask.finals;
    if census || ask.on_paths || ask.ends.table {
        refuse(&[
            ("--engine with this question", count.search.engine != "auto"),
            ("--confirm with this question", count.confirm),
        ])?;
    }
    if census {
        return self::census(count, puzzle, &pegs);
    }
    if ask.on_paths {
        return on_paths(count, puzzle, &pegs);
    }
    if ask.ends.table {
        return table(count, puzzle, &pegs);
    }
    games(count, puzzle, &pegs)
}

/// The number of games.
fn games(count: &Count, puzzle: &Puzzle, pegs: &Pegs<'_>) -> Result<Exit, Error> {
    let engine = if count.search.engine == "memo" { "memo" } else { "levels" };
    if count.search.explain {
        remark!(
            "engine: {engine}; {}",
            match engine {
                "memo" => "depth first, every class of positions remembered",
                _ =>
                    "level by level from both ends, classes under the symmetries of start and goal",
            }
        );
    }
    let ask = |options: &Options| {
        let (total, classes) = match count.up_to_symmetry {
            true => pegs.count_up_to_symmetry(options).map(|(t, classes)| (t, Some(classes)))?,
            false => (pegs.count(options)?, None),
        };
        if count.confirm {
            let other = if engine == "memo" { "levels" } else { "memo" };
            let again =
                pegs.count(&Options { engine: Some(other.into()), ..options.clone() })?.games;
            if again != total.games {
                let (first, games) = (engine, &total.games);
                let message = format!("{first} counts {games} games and {other} {again}: a bug");
                return Err(Failure::Declined(message));
            }
        }
        Ok((total, classes))
    };
    let done = search(&count.search, ask)?;
    let nodes = done.answer.as_ref().ok().map(|(total, _)| total.nodes);
    print(count, puzzle, engine, nodes, &done, |(total, classes), out, json| {
        if let Some(json) = json {
            json["count"] = total.games.to_string().into();
            if count.confirm {
                json["confirmed"] = true.into();
            }
            if let Some(classes) = classes {
                json["up_to_symmetry"] = classes.to_string().into();
            }
            return Ok(());
        }
        writeln!(out, "{}", classes.as_ref().unwrap_or(&total.games))?;
        out.flush()?;
        if total.games == BigUint::ZERO && !count.search.quiet {
            let reason = pegs.impossible().unwrap_or_else(|| "every game was tried".into());
            remark!("no solution: {reason}");
        }
        Ok(())
    })
}

/// Questions that need every position.
fn census(count: &Count, puzzle: &Puzzle, pegs: &Pegs<'_>) -> Result<Exit, Error> {
    let done = search(&count.search, |options| pegs.census(options))?;
    let nodes = done.answer.as_ref().ok().map(|census| census.nodes);
    print(count, puzzle, "levels", nodes, &done, |census, out, json| {
        if let Some(json) = json {
            json["positions"] = census.positions().into();
            json["classes"] = census.classes().into();
            json["maximal_games"] = census.maximal_games().to_string().into();
            json["levels"] = levels_json(census);
            let finals = census.finals.iter().map(|(hole, games)| {
                (pegs.description().hole_name(*hole).to_owned(), games.to_string().into())
            });
            json["finals"] = Value::Object(finals.collect());
            return Ok(());
        }
        if count.pegs.maximal {
            writeln!(out, "{}", census.maximal_games())?;
        } else if count.pegs.finals {
            for (hole, games) in &census.finals {
                writeln!(out, "{} {games}", pegs.description().hole_name(*hole))?;
            }
        } else {
            levels(census, out)?;
        }
        Ok(())
    })
}

fn levels_json(census: &Census) -> Value {
    let row = |row: &puzzle::engines::pegs::census::Row| {
        json!({
            "pegs": row.pegs,
            "positions": row.positions,
            "classes": row.classes,
            "dead_ends": row.step.dead_ends,
            "games_ended": row.step.ended.to_string(),
        })
    };
    census.rows.iter().map(row).collect()
}

fn levels(census: &Census, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:>4} {:>12} {:>12} {:>12} {:>24}",
        "pegs", "positions", "classes", "dead ends", "games that end there"
    )?;
    for row in &census.rows {
        writeln!(
            out,
            "{:>4} {:>12} {:>12} {:>12} {:>24}",
            row.pegs,
            row.positions,
            row.classes,
            row.step.dead_ends,
            row.step.ended.to_string()
        )?;
    }
    let dead_ends: u64 = census.rows.iter().map(|row| row.step.dead_ends).sum();
    writeln!(
        out,
        "{:>4} {:>12} {:>12} {:>12} {:>24}",
        "all",
        census.positions(),
        census.classes(),
        dead_ends,
        census.maximal_games().to_string()
    )
}

/// Positions on the way to a goal.
fn on_paths(count: &Count, puzzle: &Puzzle, pegs: &Pegs<'_>) -> Result<Exit, Error> {
    let done = search(&count.search, |options| pegs.on_the_way(options))?;
    let nodes = done.answer.as_ref().ok().map(|(_, nodes)| *nodes);
    print(count, puzzle, "levels", nodes, &done, |(rows, _), out, json| {
        let positions: u64 = rows.iter().map(|row| row.positions).sum();
        let classes: u64 = rows.iter().map(|row| row.classes).sum();
        if let Some(json) = json {
            json["positions"] = positions.into();
            json["classes"] = classes.into();
            let row = |row: &puzzle::engines::pegs::paths::Row| json!({ "pegs": row.pegs, "positions": row.positions, "classes": row.classes });
            json["levels"] = rows.iter().map(row).collect();
            return Ok(());
        }
        writeln!(out, "{:>4} {:>12} {:>12}", "pegs", "positions", "classes")?;
        for row in rows {
            writeln!(out, "{:>4} {:>12} {:>12}", row.pegs, row.positions, row.classes)?;
        }
        writeln!(out, "{:>4} {positions:>12} {classes:>12}", "all")
    })
}

/// How many games there are for every vacancy and every last peg.
fn table(count: &Count, puzzle: &Puzzle, pegs: &Pegs<'_>) -> Result<Exit, Error> {
    let done = search(&count.search, |options| pegs.count_table(options))?;
    let name = |hole: usize| pegs.description().hole_name(hole as u8);
    print(count, puzzle, "levels", None, &done, |rows, out, json| {
        let possible = |row: &[BigUint]| -> Vec<(String, String)> {
            let some = row.iter().enumerate().filter(|(_, games)| **games != BigUint::ZERO);
            some.map(|(hole, games)| (name(hole).to_owned(), games.to_string())).collect()
        };
        if let Some(json) = json {
            let row = |(hole, row): (usize, &Vec<BigUint>)| {
                let finals = possible(row).into_iter().map(|(name, games)| (name, games.into()));
                (name(hole).to_owned(), Value::Object(finals.collect()))
            };
            json["table"] = Value::Object(rows.iter().enumerate().map(row).collect::<Map<_, _>>());
            return Ok(());
        }
        for (hole, row) in rows.iter().enumerate() {
            let finals: Vec<String> =
                possible(row).into_iter().map(|(name, games)| format!("{name} {games}")).collect();
            writeln!(out, "all but {}: {}", name(hole), finals.join(", "))?;
        }
        Ok(())
    })
}

/// Prints an answer as text or JSON, or says why there is none.
fn print<T>(
    count: &Count,
    puzzle: &Puzzle,
    engine: &str,
    nodes: Option<u64>,
    done: &Finished<T>,
    show: impl FnOnce(&T, &mut dyn Write, Option<&mut Value>) -> std::io::Result<()>,
) -> Result<Exit, Error> {
    let mut out = output::writer(None)?;
    let mut json = done.json(puzzle, engine, nodes);
    match &done.answer {
        Ok(answer) => show(answer, &mut out, count.json.then_some(&mut json))?,
        Err(reason) => done.remark_stopped(*reason),
    }
    if count.json {
        writeln!(out, "{json}")?;
    }
    out.flush()?;
    Ok(if done.answer.is_ok() { Exit::Answered } else { Exit::Stopped })
}
