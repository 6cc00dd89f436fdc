//! The same against a real server, which is killed and started again as the workers are.
//!
//! The server is Debian's `nats-server`, on a free port of this machine, with its store in a temporary folder.
//! Where it is not installed these tests say so and pass; `cargo xtask test cluster` installs it.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::job::{Job, ends, puzzle};

/// A server, killed at the end.
pub(crate) struct Server {
    folder: PathBuf,
    port: u16,
    words: &'static [&'static str],
    child: Option<Child>,
}

impl Server {
    /// A server that was just started, with these words beside its port; `None` where there is none.
    pub(crate) fn start(name: &str, words: &'static [&'static str]) -> Option<Self> {
        let there = Command::new("nats-server").arg("--version").stdout(Stdio::null()).status();
        if there.is_err() {
            println!("skipped: nats-server is not installed");
            return None;
        }
        let folder =
            std::env::temp_dir().join(format!("puzzle-nats-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Server { folder, port, words, child: None };
        server.begin();
        Some(server)
    }

    fn begin(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]).args(self.words);
        command.arg("-sd").arg(&self.folder);
        self.child = Some(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "the server does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it without warning and starts it again with what it had stored.
    pub(crate) fn restart(&mut self) {
        self.kill();
        self.begin();
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    fn place(&self, who: &str, job: &str) -> String {
        format!("nats://{who}127.0.0.1:{}/{job}", self.port)
    }

    /// A job on it.
    pub(crate) fn job(&self, name: &str, question: &[&str], units: u32) -> Job {
        let job = Job(PathBuf::from(self.place("", name)));
        let units = units.to_string();
        job.good(&[&["divide"], question, &["--quiet", "--units", &units, "-o"]].concat());
        job
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A server that keeps what it is told.
const JETSTREAM: &[&str] = &["-js"];
const WORDS: [&str; 7] =
    ["--wait", "--expire", "2s", "--checkpoint-every", "0.1s", "--share-after", "0.5s"];

#[test]
fn a_server_carries_what_a_directory_carries() {
    let Some(server) = Server::start("total", JETSTREAM) else { return };
    for (name, question, total) in [
        ("count", &["pentominoes-6x10"][..], "9356\n"),
        ("classes", &["pentominoes-6x10", "--up-to-symmetry"], "2339\n"),
        ("queens", &["queens-11"], "2680\n"),
    ] {
        let job = server.job(name, question, 12);
        [job.worker(&WORDS), job.worker(&WORDS)].into_iter().for_each(ends);
        assert_eq!(job.good(&["merge", "--quiet"]), total, "{name}");
        let status = job.good(&["merge", "--status"]);
        assert!(status.starts_with("100.0 % done"), "{status}");
    }
    let job = server.job("list", &["langford-8", "--all"], 5);
    ends(job.worker(&WORDS));
    let list = job.good(&["merge", "--quiet", "--ndjson"]);
    assert_eq!(list.lines().filter(|line| line.contains("embeddings")).count(), 300);
    let job = server.job("confirm", &["soma"], 4);
    ends(job.worker(&WORDS));
    assert_eq!(job.good(&["merge", "--quiet", "--confirm", "100%"]), "11520\n");
}

#[test]
fn a_result_larger_than_a_message_arrives_whole() {
    let Some(server) = Server::start("large", JETSTREAM) else { return };
    // 12,988,816 solutions would be too many; these are some hundred thousand bytes a unit.
    let job = server.job("large", &["pentominoes-5x12", "--all"], 1);
    ends(job.worker(&["--share-after", "10m"]));
    let list = job.good(&["merge", "--quiet", "--ndjson"]);
    assert_eq!(list.lines().filter(|line| line.contains("embeddings")).count(), 4040);
    // The text of a puzzle can be longer than a message: so can a manifest.
    let mut text = "| a comment that nobody reads\n".repeat(60_000);
    text += "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";
    let file = std::env::temp_dir().join(format!("puzzle-long-{}.dlx", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let job = server.job("long", &[file.to_str().unwrap(), "--kind", "exact-cover"], 2);
    ends(job.worker(&WORDS));
    assert_eq!(job.good(&["merge", "--quiet"]), "1\n");
    std::fs::remove_file(file).unwrap();
}

/// A count through a server, with workers and the server killed now and then. Returns the total.
#[cfg(unix)]
pub(crate) fn total_after(
    server: &mut Server,
    name: &str,
    seed: u64,
    kills: (usize, usize),
) -> String {
    let mut random = puzzle_core::Random::new(seed);
    let job = server.job(name, &["pentominoes-3x4x5"], 30);
    let (mut workers, mut servers) = kills;
    let mut other = job.worker(&WORDS);
    while workers + servers > 0 {
        let mut worker = job.worker(&WORDS);
        std::thread::sleep(Duration::from_millis(50 + random.below(500)));
        if servers > 0 && random.below((workers + servers) as u64) < servers as u64 {
            server.restart();
            servers -= 1;
        } else {
            workers = workers.saturating_sub(1);
        }
        worker.kill().unwrap();
        worker.wait().unwrap();
        if other.try_wait().unwrap().is_some() {
            other = job.worker(&WORDS);
        }
    }
    ends(job.worker(&WORDS));
    ends(other);
    job.good(&["merge", "--quiet"])
}

#[test]
#[cfg(unix)]
fn four_kills_of_workers_and_one_of_the_server_change_nothing() {
    let Some(mut server) = Server::start("kills", JETSTREAM) else { return };
    assert_eq!(total_after(&mut server, "kills", 1, (4, 1)), "31520\n");
}

#[test]
#[cfg(unix)]
#[ignore = "long: cargo xtask long cluster"]
fn a_hundred_kills_of_workers_and_ten_of_the_server_change_nothing() {
    println!("| job | kills of workers | of the server | count |\n|---|--:|--:|--:|");
    let mut server = Server::start("long", JETSTREAM).expect("nats-server is installed");
    for seed in 0..5 {
        let total = total_after(&mut server, &format!("long-{seed}"), 200 + seed, (20, 2));
        println!("| pentominoes-3x4x5, NATS | 20 | 2 | {} |", total.trim());
        assert_eq!(total, "31520\n");
    }
}

#[track_caller]
fn refused(words: &[&str], why: &str) {
    let begun = Instant::now();
    let output = puzzle(words).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(why), "{error}");
    assert!(error.lines().count() <= 2, "{error}");
    assert!(!error.contains("secret"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn no_server_no_credentials_no_jetstream_and_no_job_are_said_in_a_line() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nobody = format!("nats://127.0.0.1:{port}/x");
    refused(&["work", &nobody], "is the server running");
    refused(&["divide", "soma", "-o", "nats://127.0.0.1"], "a job on a server has a name");
    let Some(server) = Server::start("plain", JETSTREAM) else { return };
    refused(&["work", &server.place("", "none")], "has no job none");
    server.job("twice", &["soma"], 3);
    refused(&["divide", "soma", "-o", &server.place("", "twice")], "has units already");
    let forgetful = Server::start("forgetful", &[]).unwrap();
    refused(&["divide", "soma", "-o", &forgetful.place("", "x")], "has no JetStream for us");
    let locked = Server::start("locked", &["-js", "--user", "ann", "--pass", "secret"]).unwrap();
    refused(&["work", &locked.place("ann:wrong@", "x")], "credentials right");
    refused(&["work", &locked.place("", "x")], "credentials right");
    let place = locked.place("ann:secret@", "soma");
    assert!(puzzle(&["divide", "soma", "-q", "-o", &place]).status().unwrap().success());
    refused(&["divide", "soma", "-o", &place], "has units already");
}
