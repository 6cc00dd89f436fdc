use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::Running;
use crate::Limits;

#[test]
fn one_client_has_so_many_searches_and_another_is_not_kept_waiting() {
    let server = Running::new(Limits { jobs_of_one: 2, ..Limits::default() });
    let body = json!({ "puzzle": { "name": "hollow-pyramid" }, "question": "count" }).to_string();
    let ask = |client: &str| {
        let more = format!("Puzzle-Client: {client}\r\n");
        server.call("POST", "/api/v1/ask", &more, &body)
    };
    assert_eq!((ask("a").status, ask("a").status), (201, 201));
    let third = ask("a");
    third.as_documented("post", "/api/v1/ask");
    assert_eq!((third.status, ask("b").status), (429, 201));
}

#[test]
fn a_search_that_nobody_watches_is_stopped() {
    let server =
        Running::new(Limits { unwatched: Duration::from_millis(200), ..Limits::default() });
    let body = json!({ "puzzle": { "name": "hollow-pyramid" }, "question": "count" });
    let job = server.post("/api/v1/ask", &body).json();
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    std::thread::sleep(Duration::from_millis(1500));
    let begun = Instant::now();
    while server.get(&path).json()["running"] == true {
        // Looking is watching: a look a second is too seldom to keep it alive.
        assert!(begun.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_secs(1));
    }
    assert_eq!(server.get(&path).json()["answer"]["stopped"], "interrupted");
}

#[test]
fn a_thousand_calls_at_once_are_answered_or_refused_and_slow_clients_hold_nobody_up() {
    let limits = Limits { waiting: 16, patience: Duration::from_secs(2), ..Limits::default() };
    let server = Running::new(limits);
    // Two hundred that say nothing, for as long as they are let.
    let silent: Vec<TcpStream> =
        (0..200).filter_map(|_| TcpStream::connect(server.address).ok()).collect();
    let (good, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let body = json!({ "puzzle": { "name": "simple" } });
    std::thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| {
                for _ in 0..20 {
                    match server.post("/api/v1/check", &body).status {
                        200 => good.fetch_add(1, Ordering::Relaxed),
                        429 => refused.fetch_add(1, Ordering::Relaxed),
                        other => panic!("{other}"),
                    };
                }
            });
        }
    });
    let (good, refused) = (good.into_inner(), refused.into_inner());
    assert!(good > 0 && good + refused == 1000, "{good} and {refused}");
    drop(silent);
    assert_eq!(server.post("/api/v1/check", &body).status, 200);
}
