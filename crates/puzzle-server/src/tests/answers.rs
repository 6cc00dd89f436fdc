use serde_json::json;

use super::Running;
use crate::{Limits, schema};

#[test]
fn every_puzzle_of_the_catalogue_is_described_as_the_document_says() {
    let server = Running::new(Limits::default());
    let list = server.get("/api/v1/puzzles").as_documented("get", "/api/v1/puzzles");
    let entries = list["puzzles"].as_array().unwrap();
    assert!(entries.len() > 50);
    // One of each family; all of them take long where nothing is optimised.
    let mut seen: Vec<&str> = Vec::new();
    for entry in entries {
        let (name, family) = (entry["name"].as_str().unwrap(), entry["family"].as_str().unwrap());
        if seen.contains(&family) {
            continue;
        }
        seen.push(family);
        let path = "/api/v1/puzzles/{name}";
        let told = server.get(&path.replace("{name}", name)).as_documented("get", path);
        assert_eq!(told["family"], family);
        let drawn = server.get(&format!("/api/v1/puzzles/{name}/picture"));
        assert!(drawn.status == 200 && drawn.body.starts_with("<svg"), "{name}");
    }
    assert!(seen.len() >= 8, "{seen:?}");
}

#[test]
fn questions_are_answered_in_searches_and_solutions_are_fetched_by_number() {
    let server = Running::new(Limits::default());
    for (name, asked, count) in [
        ("pentominoes-3x20", json!({ "question": "count" }), "8"),
        ("simple", json!({ "question": "all", "limit": 5 }), "5"),
        ("knuth-example", json!({ "question": "shortest" }), "1"),
        ("queens-6", json!({ "question": "count" }), "4"),
        ("nonogram-cup", json!({ "question": "first" }), "1"),
    ] {
        let mut body = asked.clone();
        body["puzzle"] = json!({ "name": name });
        let reply = server.post("/api/v1/ask", &body);
        let job = reply.as_documented("post", "/api/v1/ask");
        assert_eq!(reply.status, 201);
        let id = job["id"].as_str().unwrap();
        let end = server.end_of(id);
        assert_eq!(end["answer"]["count"], count, "{name}: {end}");
        let path = "/api/v1/jobs/{id}";
        server.get(&path.replace("{id}", id)).as_documented("get", path);
        if end["found"].as_u64() > Some(0) {
            let path = "/api/v1/jobs/{id}/solutions/{number}";
            let solution = server.get(&path.replace("{id}", id).replace("{number}", "1"));
            let solution = solution.as_documented("get", path);
            for form in ["scene", "svg", "png", "text"] {
                let drawn = server.post(
                    "/api/v1/draw",
                    &json!({
                        "puzzle": { "name": name }, "solution": solution["solution"],
                        "question": asked["question"], "as": form,
                    }),
                );
                drawn.as_documented("post", "/api/v1/draw");
                assert_eq!(drawn.status, 200, "{name} {form}: {drawn:?}");
            }
        }
        assert_eq!(server.call("DELETE", &format!("/api/v1/jobs/{id}"), "", "").status, 204);
        assert_eq!(server.get(&format!("/api/v1/jobs/{id}")).status, 404);
    }
}

#[test]
fn a_search_is_stopped_and_goes_on_where_it_was() {
    let server = Running::new(Limits::default());
    let body = json!({ "puzzle": { "name": "pentominoes-6x10" }, "question": "all" });
    let job = server.post("/api/v1/ask", &body).json();
    let id = job["id"].as_str().unwrap();
    let look = || server.get(&format!("/api/v1/jobs/{id}")).json();
    while look()["found"].as_u64() < Some(3) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let path = "/api/v1/jobs/{id}/stop";
    server.post(&path.replace("{id}", id), &json!(null)).as_documented("post", path);
    let end = server.end_of(id);
    if end["can_go_on"] == true {
        let found = end["found"].as_u64().unwrap();
        let path = "/api/v1/jobs/{id}/continue";
        let reply = server.post(&path.replace("{id}", id), &json!(null));
        reply.as_documented("post", path);
        assert_eq!(reply.status, 200, "{reply:?}");
        let end = server.end_of(id);
        assert!(end["answer"]["complete"] == true && found < 9356, "{end}");
        assert_eq!(end["found"], 9356);
    } else {
        assert_eq!(end["found"], 9356, "it was faster than the call that stops it");
    }
}

#[test]
fn playing_is_the_family_s_own() {
    let server = Running::new(Limits::default());
    let play = |body| server.post("/api/v1/play", &body).as_documented("post", "/api/v1/play");
    let klotski = json!({ "name": "klotski" });
    let begun = play(json!({ "puzzle": klotski }));
    let first = &begun["possible"][0];
    let after = play(json!({ "puzzle": klotski, "moves": [first] }));
    assert_eq!(after["moves"], json!([first]));
    assert_ne!(after["scene"], begun["scene"]);
    // A finger on a peg that can jump one way only makes it jump.
    let pegs = json!({ "name": "pegs-english-33" });
    let touched = play(json!({ "puzzle": pegs, "touch": [4] }));
    assert_eq!(touched["moves"].as_array().map(Vec::len), Some(1), "{}", touched["meant"]);
    // A stroke fills several cells of a nonogram in one move.
    let cup = json!({ "name": "nonogram-cup" });
    let cells = play(json!({ "puzzle": cup }));
    let cells = cells["scene"]["frames"][0]["layers"][0]["cells"].as_array().unwrap().len();
    let stroke = play(json!({ "puzzle": cup, "touch": [cells - 1, cells - 2] }));
    assert_eq!(stroke["moves"].as_array().map(Vec::len), Some(1));
    // An empty cell of a sudoku may mean several values; none of them contradicts what is there.
    let sudoku = json!({ "name": "sudoku-example" });
    let board = play(json!({ "puzzle": sudoku }));
    let cells = board["scene"]["frames"][0]["layers"][0]["cells"].as_array().unwrap();
    let empty = cells.iter().position(|cell| cell["label"] == "").unwrap();
    let meant = play(json!({ "puzzle": sudoku, "touch": [empty] }));
    let made = meant["moves"].as_array().unwrap().len();
    let values = meant["meant"].as_array().unwrap().len();
    assert!(made == 1 || (1..9).contains(&values), "{meant}");
    let hint = play(json!({ "puzzle": { "name": "queens-6" }, "hint": true }));
    assert!(hint["hint"]["word"].is_string());
}

#[test]
fn mistakes_are_told_where_there_is_wrong_and_right() {
    let server = Running::new(Limits::default());
    let play = |body| server.post("/api/v1/play", &body).as_documented("post", "/api/v1/play");
    let cup = json!({ "name": "nonogram-cup" });
    let begun = play(json!({ "puzzle": cup, "check": true }));
    assert_eq!(begun["mistakes"], json!({ "cells": [], "about": "nothing is wrong" }));
    let wrong = play(json!({ "puzzle": cup, "moves": ["1,1=#"], "check": true }));
    assert_eq!(wrong["mistakes"]["about"], "wrong: 1,1");
    let cell = wrong["mistakes"]["cells"][0].as_u64().unwrap() as usize;
    let cells = wrong["scene"]["frames"][0]["layers"][0]["cells"].as_array().unwrap();
    assert_ne!(cells[cell], begun["scene"]["frames"][0]["layers"][0]["cells"][cell]);
    // Of the values that fit into an empty cell of a sudoku one is right.
    let sudoku = json!({ "name": "sudoku-example" });
    let board = play(json!({ "puzzle": sudoku }));
    assert_eq!(board["checks"], true);
    let cells = board["scene"]["frames"][0]["layers"][0]["cells"].as_array().unwrap();
    let empty = cells.iter().enumerate().filter(|(_, cell)| cell["label"] == "");
    let several = empty.map(|(cell, _)| (cell, play(json!({ "puzzle": sudoku, "touch": [cell] }))));
    let (cell, touched) =
        several.map(|(c, t)| (c, t["meant"].clone())).find(|(_, t)| t[1].is_array()).unwrap();
    let verdicts = touched.as_array().unwrap().iter().map(|meant| {
        let made = json!({ "puzzle": sudoku, "moves": [meant[0]], "check": true });
        play(made)["mistakes"]["cells"].clone()
    });
    let verdicts: Vec<serde_json::Value> = verdicts.collect();
    assert_eq!(verdicts.iter().filter(|wrong| **wrong == json!([])).count(), 1);
    assert!(verdicts.contains(&json!([cell])), "{verdicts:?}");
    // Many solutions: nothing is wrong by itself. Where blocks slide there is no wrong and right.
    let many = play(json!({ "puzzle": { "name": "queens-6" }, "check": true }));
    assert_eq!(many["mistakes"]["cells"], json!([]));
    let klotski = json!({ "puzzle": { "name": "klotski" }, "check": true });
    assert_eq!(server.post("/api/v1/play", &klotski).status, 422);
}

#[test]
fn a_program_is_listed_and_stepped_to_its_end() {
    let server = Running::new(Limits::default());
    let simple = json!({ "name": "simple" });
    let program = server.post("/api/v1/program", &json!({ "puzzle": simple }));
    let program = program.as_documented("post", "/api/v1/program");
    assert_eq!(
        program["lines"].as_array().map(Vec::len) as Option<usize>,
        program["length"].as_u64().map(|n| n as usize)
    );
    let run = |body| server.post("/api/v1/run", &body).as_documented("post", "/api/v1/run");
    let mut state = run(json!({ "puzzle": simple, "steps": 0 }))["state"].clone();
    let mut solutions = 0;
    while state["ended"] == false {
        let done = run(json!({ "puzzle": simple, "until": "solution", "state": state }));
        solutions += u32::from(done["events"].as_array().unwrap().last() == Some(&json!("s")));
        state = done["state"].clone();
    }
    assert_eq!((solutions, &state["nos"]), (12, &json!(12)));
}

#[test]
fn a_text_is_checked_with_line_and_column_and_written_in_other_forms() {
    let server = Running::new(Limits::default());
    let check = |body| server.post("/api/v1/check", &body).as_documented("post", "/api/v1/check");
    let wrong = check(json!({ "puzzle": { "text": "family = \"queens\"\nsize = 0\n" } }));
    assert_eq!((&wrong["valid"], &wrong["refusal"]["line"]), (&json!(false), &json!(2)));
    // A name is never that of a file.
    let file = server.post("/api/v1/check", &json!({ "puzzle": { "name": "Cargo.toml" } }));
    assert_eq!(file.status, 404);
    let text =
        server.post("/api/v1/convert", &json!({ "puzzle": { "name": "simple" }, "to": "dlx" }));
    assert!(text.as_documented("post", "/api/v1/convert")["text"].as_str().unwrap().len() > 10);
    assert_eq!(server.get("/api/v1/openapi.json").body, schema::TEXT);
}
