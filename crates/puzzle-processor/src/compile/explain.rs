//! What the compiler did, for people: the partition as in equations (30) and (32), then the
//! procedures as in the table of document 000 §4.11.

use std::fmt::Write as _;

use puzzle_core::{AbstractPuzzle, EmbeddingId};

use super::Compiled;

/// The partition and the procedures as text.
pub fn explain(puzzle: &AbstractPuzzle, compiled: &Compiled) -> String {
    let name = |a: puzzle_core::AspectId| puzzle.aspect(a).name.as_str();
    let wide = puzzle.aspects().iter().map(|a| a.name.chars().count()).max().unwrap_or(1);
    let set = |&e: &EmbeddingId| {
        let mut aspects = puzzle.embedding(e).to_vec();
        aspects.sort_unstable();
        let names: Vec<&str> = aspects.iter().map(|&a| name(a)).collect();
        format!("{{{}}}", names.join(", "))
    };
    let mut text = format!("{:wide$}  members of E_a\n", "a");
    let mut empty = Vec::new();
    for part in &compiled.partition.parts {
        if part.members.is_empty() {
            empty.push(name(part.aspect));
            continue;
        }
        let members: Vec<String> = part.members.iter().map(set).collect();
        let _ = writeln!(text, "{:wide$}  {}", name(part.aspect), members.join(", "));
    }
    if !empty.is_empty() {
        let _ = writeln!(text, "empty: {}", empty.join(", "));
    }
    let omitted: Vec<&str> = compiled
        .partition
        .parts
        .iter()
        .zip(&compiled.covered)
        .filter(|(_, covered)| **covered)
        .map(|(part, _)| name(part.aspect))
        .collect();
    if !omitted.is_empty() {
        let _ = writeln!(text, "surely covered by then, no procedure: {}", omitted.join(", "));
    }
    text += "\nprocedure  deals with\n";
    for (body, procedure) in compiled.bodies.iter().zip(compiled.program.procedures()) {
        let numbers: Vec<String> = body
            .head
            .placements
            .iter()
            .map(|placement| puzzle.number(placement.embedding).to_string())
            .collect();
        let deals = match numbers.len() {
            0 => "nothing: a dead end if the aspect is free".to_string(),
            1 => format!("embedding {}", numbers[0]),
            _ => format!("embeddings {}", numbers.join(", ")),
        };
        let _ = writeln!(text, "{:<9}  {deals}", procedure.name);
    }
    text += "Solve_ZZ   a solution\n";
    let _ = writeln!(text, "\n{} instructions", compiled.program.len());
    text
}
