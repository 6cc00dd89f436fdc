//! The processor, visible: the program of a puzzle, and its execution some steps at a time.
//!
//! A call brings the registers and gets them back, so that the page can go on from any state. What
//! was executed comes back as visits of addresses (the heat of the listing) and as events (the
//! search tree).

use std::sync::{Arc, Mutex};

use puzzle::processor::machine::{Event, Interpreter, State};
use puzzle::processor::{Options, Overlap, Program};
use puzzle::scene::{Scene, json as scene_json};
use puzzle::{Budget, Covering, Json, Puzzle};
use serde_json::json;

use super::{Service, ask};
use crate::problem::{Outcome, Problem};

/// The most lines of a listing and the most steps and events in one answer.
const LINES: usize = 1000;
const STEPS: u64 = 2_000_000;
const EVENTS: usize = 4000;
/// How many programs are kept, and the longest of them.
const KEPT: usize = 8;

/// Programs of late, the latest last.
#[derive(Debug, Default)]
pub(super) struct Programs(Mutex<Vec<(String, Arc<Program>)>>);

fn compiled(service: &Service, puzzle: &Puzzle, request: &Json) -> Outcome<Arc<Program>> {
    let key = json!([request["puzzle"], request["choices"], request["overlap"]]).to_string();
    let mut kept = service.programs.0.lock().expect("nobody panics with it");
    if let Some((_, program)) = kept.iter().find(|(known, _)| *known == key) {
        return Ok(program.clone());
    }
    drop(kept);
    let asked = ask::question(puzzle, &json!({ "choices": request["choices"] }))?;
    let overlap = match request["overlap"].as_str() {
        Some("off") => Overlap::Off,
        Some("best") => Overlap::Best,
        _ => Overlap::Greedy,
    };
    let how = Options { overlap, ..Options::default() };
    let program = Arc::new(puzzle.compile(&asked, &how)?.program().clone());
    kept = service.programs.0.lock().expect("nobody panics with it");
    if kept.len() >= KEPT {
        kept.remove(0);
    }
    kept.push((key, program.clone()));
    Ok(program)
}

fn covering(puzzle: &Puzzle) -> Outcome<&dyn Covering> {
    let none = || Problem::senseless("this puzzle is no exact cover, so it has no program");
    puzzle.covering().ok_or_else(none)
}

/// The program: its aspects, its procedures, and lines of its listing.
pub(super) fn program(service: &Service, request: &Json, budget: &Budget) -> Outcome<Json> {
    let puzzle = service.subject(request, budget)?;
    let covering = covering(&puzzle)?;
    let program = compiled(service, &puzzle, request)?;
    let from = request["from"].as_u64().unwrap_or(0) as usize;
    let from = from.min(program.len());
    let to = (from + LINES).min(program.len());
    let line = |address: usize| {
        let instruction = program.instructions()[address];
        let spec = instruction.opcode().spec();
        let aspect = spec.aspect.then(|| instruction.operands().aspect);
        let target = program.target(address as u32);
        let embedding = program.embeddings().get(&(address as u32));
        json!([spec.mnemonic, aspect, target, embedding])
    };
    let procedures = program.procedures().iter();
    // The number of each aspect where it stands on the board.
    let numbers: Vec<i64> = (0..program.aspect_count() as i64).collect();
    let places = Scene { title: String::new(), frames: vec![covering.draw_values(&numbers)] };
    let count = program.aspect_count() as u32;
    Ok(json!({
        "length": program.len(),
        "aspects": (0..count).map(|a| program.aspect_name(a)).collect::<Vec<_>>(),
        "capacities": program.capacities(),
        "procedures": procedures.map(|p| json!([p.start, p.name, p.comment])).collect::<Json>(),
        "from": from,
        "lines": (from..to).map(line).collect::<Json>(),
        "places": scene_json::print(&places),
    }))
}

/// Executes some steps.
pub(super) fn run(service: &Service, request: &Json, budget: &Budget) -> Outcome<Json> {
    let puzzle = service.subject(request, budget)?;
    let covering = covering(&puzzle)?;
    let program = compiled(service, &puzzle, request)?;
    let state = state(&request["state"], &program)?;
    let (depth, until) = (state.stack.len(), request["until"].as_str().unwrap_or("steps"));
    let steps = request["steps"].as_u64().unwrap_or(1);
    let most = if until == "steps" { steps.min(STEPS) } else { STEPS };
    let mut interpreter = Interpreter::resume(&program, state);
    let (mut events, mut visits) = (Vec::new(), vec![0_u32; program.len()]);
    let (mut executed, mut fault) = (0_u64, None);
    while executed < most && !(executed.is_multiple_of(4096) && budget.check(0).is_some()) {
        let step = match interpreter.step() {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(wrong) => {
                fault = Some(wrong.to_string());
                break;
            }
        };
        executed += 1;
        visits[step.pc as usize] += 1;
        let event = match step.event {
            Event::Called => program.embeddings().get(&step.pc).map_or(json!("c"), |e| json!(e)),
            Event::Returned => json!("r"),
            Event::Found => json!("s"),
            Event::Tested(_) | Event::MadeFree | Event::Ended => Json::Null,
        };
        if !event.is_null() && events.len() < EVENTS {
            events.push(event);
        }
        let done = match until {
            "solution" => step.event == Event::Found,
            "over" => interpreter.state.stack.len() <= depth,
            _ => false,
        };
        if done {
            break;
        }
    }
    let State { q, pc, nos, stack, ended } = &interpreter.state;
    let placed: Vec<u32> = stack
        .iter()
        .filter_map(|&a| program.embeddings().get(&(a.checked_sub(1)?)))
        .copied()
        .collect();
    let scene = Scene { title: String::new(), frames: vec![covering.draw_solution(&placed)] };
    let visited = visits.iter().enumerate().filter(|(_, n)| **n > 0);
    Ok(json!({
        "state": { "q": q[..program.aspect_count()], "pc": pc, "nos": nos, "stack": stack, "ended": ended },
        "executed": executed,
        "fault": fault,
        "placed": placed,
        "events": events,
        "visits": visited.map(|(address, n)| json!([address, n])).collect::<Json>(),
        "scene": scene_json::print(&scene),
    }))
}

/// The registers of a request: within the bounds of the program, whatever they are.
fn state(given: &Json, program: &Program) -> Outcome<State> {
    let mut state = State::initial(program);
    if given.is_null() {
        return Ok(state);
    }
    let wrong = |what: &str| Err(Problem::senseless(format!("state: {what} is out of range")));
    let q = ask::numbers(&given["q"]);
    let fits = q.iter().zip(program.capacities()).all(|(q, capacity)| q <= capacity);
    if q.len() != program.aspect_count() || !fits {
        return wrong("q");
    }
    state.q[..q.len()].copy_from_slice(&q);
    state.pc = given["pc"].as_u64().unwrap_or(0) as u32;
    state.stack = ask::numbers(&given["stack"]);
    state.nos = given["nos"].as_u64().unwrap_or(0);
    state.ended = given["ended"] == true;
    if state.pc as usize >= program.len().max(1) {
        return wrong("pc");
    }
    Ok(state)
}
