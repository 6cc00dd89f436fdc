//! What is merged is what one machine answers, in every form that divides.

use puzzle_core::Json;

use crate::job::{Job, ends, puzzle};

fn json(text: &[u8]) -> Json {
    serde_json::from_slice(text).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(text)))
}

/// Divides a question, has two workers share it, and compares with one machine.
fn shared(question: &[&str], units: u32) {
    let name = format!("total-{}", question.join("-").replace('/', "_"));
    let job = Job::of(&name, question, units);
    let words = ["--wait", "--expire", "2s", "--share-after", "0.2s"];
    let workers = [job.worker(&words), job.worker(&words)];
    workers.into_iter().for_each(ends);
    let merged = json(job.good(&["merge", "--quiet", "--json"]).as_bytes());
    let verb = if question.contains(&"--all") { "solve" } else { "count" };
    let alone = puzzle(&[&[verb], question, &["--quiet", "--json"]].concat()).output().unwrap();
    let alone = json(&alone.stdout);
    for field in ["puzzle", "family", "count", "complete", "up_to_symmetry", "up_to_turns", "group"]
    {
        assert_eq!(merged[field], alone[field], "{field} of {question:?}");
    }
    assert_eq!(merged["restricted"], alone["restricted"]);
    assert_eq!(merged["missing"], Json::Array(Vec::new()));
    // Nothing of the way there is left lying about.
    for folder in ["todo", "claims", "work"] {
        assert!(job.names(folder).is_empty(), "{folder} of {question:?}");
    }
    if let (Some(merged), Some(alone)) =
        (merged["solutions"].as_array(), alone["solutions"].as_array())
    {
        let solutions = |list: &[Json]| {
            let key = |one: &Json| match &one["embeddings"] {
                Json::Null => [&one["move"], &one["wins"], &one["picture"]]
                    [..2 + usize::from(one["wins"].is_null())]
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
                embeddings => format!("{embeddings} {} {}", one["class_size"], one["kept_by"]),
            };
            let mut list: Vec<String> = list.iter().map(key).collect();
            list.sort();
            list
        };
        assert_eq!(solutions(merged), solutions(alone), "{question:?}");
        let numbers = merged.iter().map(|one| one["number"].as_u64().unwrap());
        assert!(numbers.eq(1..=merged.len() as u64));
    }
}

#[test]
fn a_cover_is_counted_as_by_one_machine() {
    shared(&["pentominoes-6x10"], 12);
    shared(&["langford-8"], 1);
    shared(&["queens-cover-8"], 5);
    shared(&["dominoes-8x8"], 4);
    shared(&["pentominoes-6x10", "--after", "0"], 5);
}

#[test]
fn a_restricted_count_and_one_of_classes_are_those_of_one_machine() {
    shared(&["pentominoes-6x10", "--restrict", "auto"], 7);
    shared(&["pentominoes-6x10", "--up-to-symmetry"], 7);
    shared(&["soma", "--up-to", "turns"], 100);
}

#[test]
fn queens_formulas_and_dedekind_numbers_divide() {
    shared(&["queens-12"], 9);
    shared(&["queens-11", "--up-to-symmetry"], 4);
    shared(&["cnf-richards"], 3);
    shared(&["dedekind-7"], 6);
    let file = std::env::temp_dir().join(format!("puzzle-formula-{}.cnf", std::process::id()));
    let mut random = puzzle_core::Random::new(5);
    let mut formula = "p cnf 40 90\n".to_owned();
    for _ in 0..90 {
        let mut literal = || (1 + random.below(40) as i64) * [1, -1][random.index(2)];
        formula += &format!("{} {} {} 0\n", literal(), literal(), literal());
    }
    std::fs::write(&file, formula).unwrap();
    shared(&[file.to_str().unwrap()], 10);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn solutions_are_collected_each_once_in_order() {
    shared(&["pentominoes-3x20", "--all"], 6);
    shared(&["pentominoes-3x20", "--all", "--up-to-symmetry"], 6);
    shared(&["langford-7", "--all"], 3);
    shared(&["cram-3x4", "--all"], 5);
    // The order is that of the units, whoever finished them and when.
    let jobs = ["one", "two"].map(|name| Job::of(name, &["langford-8", "--all"], 9));
    jobs[0].good(&["work", "--quiet"]);
    let words = ["--share-after", "0s"];
    [jobs[1].worker(&words), jobs[1].worker(&words)].into_iter().for_each(ends);
    let [one, two] = jobs.each_ref().map(|job| job.good(&["merge", "--quiet"]));
    assert!(one == two, "the order depends on the workers");
}

#[test]
fn what_does_not_divide_says_so() {
    let job = Job::new("whole");
    for (question, why) in [
        (&["klotski"][..], "the engine breadth-first works on the whole"),
        (&["nonogram-cup"], "the engine lines works on the whole"),
        (&["pegs-triangle-15"], "the engine levels works on the whole"),
        (&["dominoes-8x8", "--engine", "dp"], "the engine dp works on the whole"),
        (&["dominoes-8x8", "--max-cost", "3"], "only all solutions are counted or listed in parts"),
        (&["monotone-d3"], "only Dedekind numbers divide"),
        (&["soma", "--certificate", "x"], "--certificate names a file"),
    ] {
        let (code, error) = job.bad(&[&["divide"], question, &["-o"]].concat());
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(why), "{question:?}: {error}");
        assert!(!job.0.exists(), "{question:?} left something");
    }
}

#[test]
fn the_status_tells_how_far_it_is() {
    let job = Job::of("status", &["pentominoes-6x10"], 8);
    let status = || json(job.good(&["merge", "--status", "--json"]).as_bytes());
    let before = status();
    assert_eq!((before["fraction"].as_f64(), before["units"].as_u64()), (Some(0.0), Some(0)));
    let (code, error) = job.bad(&["merge"]);
    assert_eq!(code, 3);
    assert!(error.contains("8 units have no result: 0, 1, 2"), "{error}");
    job.good(&["work", "--quiet"]);
    let after = status();
    assert!((after["fraction"].as_f64().unwrap() - 1.0).abs() < 1e-9);
    assert_eq!((after["missing"].as_u64(), after["count"].as_str()), (Some(0), Some("9356")));
    let text = job.good(&["merge", "--status"]);
    assert!(text.starts_with("100.0 % done: 8 units have a result, 0 have none\n"), "{text}");
}

#[test]
fn a_cancelled_job_stops_its_workers_and_keeps_its_results() {
    let job = Job::of("cancel", &["n-pentacubes-5x5x5"], 40);
    let worker = job.worker(&["--expire", "1s"]);
    while job.names("results").is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    job.good(&["merge", "--cancel"]);
    ends(worker);
    assert!(!job.names("results").is_empty() && job.names("results").len() < 40);
    assert_eq!(job.good(&["work", "--quiet"]), "0 units done\n");
}

#[test]
fn a_worker_answers_prometheus() {
    use std::io::{Read, Write};
    let job = Job::of("metrics", &["n-pentacubes-5x5x5"], 40);
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let mut worker = job.worker(&["--metrics", &address]);
    while job.names("results").is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let value = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("{name} ")));
        line.and_then(|line| line.split_once(' ')?.1.parse::<f64>().ok())
    };
    assert!(value("puzzle_units_total").unwrap() >= 1.0, "{text}");
    assert!(value("puzzle_nodes_total").unwrap() > 1000.0, "{text}");
    worker.kill().unwrap();
    worker.wait().unwrap();
}
