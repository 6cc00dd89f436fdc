use serde_json::json;

use super::Running;
use crate::{Limits, schema};

/// Every path of the document with a body.
fn paths_with_bodies() -> Vec<String> {
    let paths = schema::DOCUMENT["paths"].as_object().unwrap().iter();
    let bodied = paths.filter(|(_, path)| path["post"]["requestBody"].is_object());
    bodied.map(|(name, _)| name.clone()).collect()
}

#[test]
fn whatever_is_sent_a_refusal_is_a_4xx_with_a_problem_description() {
    let server = Running::new(Limits::default());
    let deep = "[".repeat(100_000);
    let simple = json!({ "name": "simple" });
    let mut bodies: Vec<String> =
        ["", "{", "null", "7", "\"\"", "[]", "{}", "\u{0}", deep.as_str()]
            .map(str::to_owned)
            .into();
    bodies.extend(
        [
            json!({ "puzzle": 7 }),
            json!({ "puzzle": { "name": "no-such-puzzle" }, "to": "dlx" }),
            json!({ "puzzle": { "name": "../../etc/passwd" }, "to": "dlx" }),
            json!({ "puzzle": { "name": "$(id)" }, "to": "dlx" }),
            json!({ "puzzle": { "text": "nothing", "kind": "no-such-family" }, "to": "dlx", "x": 1 }),
            json!({ "puzzle": { "base64": "!!" }, "to": "dlx" }),
            json!({ "puzzle": simple, "to": 7, "choices": [] }),
            json!({ "puzzle": simple, "to": "no-such-form", "question": "why", "moves": ["x"],
                    "state": { "q": [], "pc": 0, "nos": 0, "stack": [], "ended": false } }),
        ]
        .map(|body| body.to_string()),
    );
    for path in paths_with_bodies() {
        for body in &bodies {
            let reply = server.call("POST", &path, "", body);
            assert!((400..500).contains(&reply.status), "{path} {body:.80}: {reply:?}");
            reply.as_documented("post", &path);
        }
    }
}

#[test]
fn senseless_values_that_the_schema_lets_pass_are_refused_too() {
    let server = Running::new(Limits::default());
    let simple = json!({ "name": "simple" });
    let state = |q: &[u32], pc: u32, stack: &[u32]| json!({ "q": q, "pc": pc, "nos": 0, "stack": stack, "ended": false });
    let free = [1_u32; 9];
    for (path, body) in [
        ("ask", json!({ "puzzle": simple, "question": "shortest" })),
        ("ask", json!({ "puzzle": simple, "question": "no-such-question" })),
        ("ask", json!({ "puzzle": simple, "choices": { "style": 2 } })),
        ("ask", json!({ "puzzle": simple, "choices": { "from-zdd": "/etc/passwd" } })),
        ("draw", json!({ "puzzle": simple, "solution": [0, 0, 0] })),
        ("draw", json!({ "puzzle": simple, "solution": [4_294_967_295_u32] })),
        ("convert", json!({ "puzzle": simple, "to": "no-such-form" })),
        ("play", json!({ "puzzle": simple, "moves": ["4000000"] })),
        ("play", json!({ "puzzle": { "name": "cnf-richards" } })),
        ("program", json!({ "puzzle": { "name": "klotski" } })),
        ("program", json!({ "puzzle": simple, "choices": { "order": "no,such,order" } })),
        ("run", json!({ "puzzle": simple, "state": state(&[1], 0, &[]) })),
        ("run", json!({ "puzzle": simple, "state": state(&free, 1 << 28, &[]) })),
    ] {
        let path = format!("/api/v1/{path}");
        let reply = server.post(&path, &body);
        assert!((400..500).contains(&reply.status), "{path} {body}: {reply:?}");
        reply.as_documented("post", &path);
    }
    // Registers that no run can have lead to a fault, which is told.
    let run = json!({ "puzzle": simple, "state": state(&free, 0, &[4_000_000]), "until": "end" });
    let told = server.post("/api/v1/run", &run).as_documented("post", "/api/v1/run");
    assert!(told["fault"].is_string() || told["state"]["ended"] == true, "{told}");
    // What names nothing is drawn and played as nothing.
    let touched = json!({ "puzzle": simple, "touch": [99_999] });
    assert_eq!(server.post("/api/v1/play", &touched).status, 200);
}

#[test]
fn paths_methods_hosts_and_origins_that_are_not_known_are_refused() {
    let server = Running::new(Limits::default());
    let is_problem = |reply: &super::client::Reply, status: u16| {
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(schema::check("Problem", &reply.json()), Ok(()));
    };
    is_problem(&server.get("/api/v1/nothing"), 404);
    is_problem(&server.get("/api/v1/jobs/nothing"), 404);
    is_problem(&server.get("/api/v1/puzzles/no-such-puzzle"), 404);
    is_problem(&server.get("/api/v1/puzzles/queens-1000/picture"), 404);
    is_problem(&server.get("/api/v1/ask"), 405);
    is_problem(&server.call("PATCH", "/api/v1/puzzles", "", ""), 405);
    is_problem(&server.call("GET", "/api/v1/puzzles", "Origin: http://evil.example\r\n", ""), 403);
    let bare = |host: &str| {
        server.raw(
            format!("GET /api/v1/puzzles HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
    };
    is_problem(&bare("evil.example"), 403);
    is_problem(&bare(&server.address.to_string()), 401);
    for path in ["/web/../Cargo.toml", "/web/%2e%2e%2fCargo.toml", "/web/..%5cCargo.toml", "/p"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let page = server.get("/p/anything");
    assert!(page.head.contains("content-security-policy: default-src 'none'"), "{}", page.head);
    assert_eq!(server.raw(b"nonsense\r\n\r\n").status, 400);
}

#[test]
fn a_body_that_is_too_long_or_never_comes_is_refused() {
    let limits = Limits {
        body: 10_000,
        patience: std::time::Duration::from_millis(400),
        ..Limits::default()
    };
    let server = Running::new(limits);
    let long = json!({ "puzzle": { "text": "x".repeat(20_000) } });
    assert_eq!(server.post("/api/v1/check", &long).status, 413);
    let (address, token) = (server.address, &server.token);
    let slow = server.raw(
        format!(
            "POST /api/v1/check HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\nContent-Length: 100\r\n\r\n{{"
        )
        .as_bytes(),
    );
    assert_eq!(slow.status, 408, "{slow:?}");
}
