//! `puzzle hardware synth`: the designs side by side, and beside the report's.

use puzzle::processor::Options as How;
use puzzle::{Ask, Puzzle};
use puzzle_hardware::{Clock, Design, Folder, activity, area, clock_rate};
use serde_json::{Value, json};

use super::{designs, told};
use crate::args::hardware::Synth;
use crate::exit::{Error, Exit};
use crate::output;

pub(super) fn run(args: &Synth) -> Result<Exit, Error> {
    let mut out = output::writer(None)?;
    let mut rows = Vec::new();
    if !args.json {
        let mut head =
            "| design | NAND2 | of E | report | of E | flip-flops | RAM bits |".to_owned();
        let mut line = "|---|--:|--:|--:|--:|--:|--:|".to_owned();
        for (wanted, name) in [
            (args.ice40, " iCE40 MHz | cells | blocks |"),
            (args.ecp5, " ECP5 MHz | cells | blocks |"),
            (args.activity.is_some(), " changes an instruction |"),
        ] {
            if wanted {
                head += name;
                line += &"--:|".repeat(name.matches('|').count());
            }
        }
        writeln!(out, "{head}\n{line}")?;
    }
    let mut first = None;
    for design in designs(&args.design)? {
        let row = row(args, design)?;
        let gates = row["gates"].as_f64().unwrap_or(0.0);
        let first = *first.get_or_insert(gates);
        if args.json {
            rows.push(row);
            continue;
        }
        let reported = design.reported;
        let theirs = reported.map_or(String::new(), |gates| gates.to_string());
        let ratio =
            reported.map_or(String::new(), |gates| format!("{:.2}", f64::from(gates) / 1335.0));
        let mut line = format!(
            "| {} | {gates:.0} | {:.2} | {theirs} | {ratio} | {} | {} |",
            design.name,
            gates / first,
            row["flip_flops"],
            row["memory_bits"]
        );
        for name in ["ice40", "ecp5"] {
            if let Some(clock) = row.get(name) {
                let megahertz = clock["megahertz"].as_f64().unwrap_or(0.0);
                line += &format!(" {megahertz:.1} | {} | {} |", clock["cells"], clock["blocks"]);
            }
        }
        if let Some(changes) = row.get("changes_per_instruction").and_then(Value::as_f64) {
            line += &format!(" {changes:.1} |");
        }
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    if args.json {
        writeln!(out, "{}", json!({ "schema": 1, "designs": rows }))?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

fn row(args: &Synth, design: &Design) -> Result<Value, Error> {
    let folder = Folder::fresh().map_err(told)?;
    let size = area(&folder, design).map_err(told)?;
    let mut row = json!({
        "design": design.name, "about": design.about, "gates": size.gates,
        "reported": design.reported, "flip_flops": size.flip_flops, "memory_bits": size.memory_bits,
    });
    let told_clock = |clock: Clock| {
        json!({
            "megahertz": clock.megahertz, "cells": clock.cells.0, "cells_there": clock.cells.1,
            "blocks": clock.blocks.0, "blocks_there": clock.blocks.1,
        })
    };
    for (wanted, name, ecp5) in [(args.ice40, "ice40", false), (args.ecp5, "ecp5", true)] {
        if wanted {
            row[name] = told_clock(clock_rate(&folder, design, ecp5).map_err(told)?);
        }
    }
    if let Some(name) = &args.activity {
        let puzzle = Puzzle::open(name, None)?;
        let compilation = puzzle.compile(&Ask::default(), &How::default())?;
        let (changes, instructions) =
            activity(&folder, design, compilation.program()).map_err(told)?;
        row["changes"] = changes.into();
        row["changes_per_instruction"] = (changes as f64 / instructions.max(1) as f64).into();
    }
    Ok(row)
}
