//! A server on a port of its own, and a client of few lines.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use puzzle::Json;

use crate::{Limits, Options, Server, schema};

/// A server that runs until it is dropped.
pub(super) struct Running {
    pub(super) address: SocketAddr,
    pub(super) token: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Reply {
    pub(super) fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The body, which must be as the document says of this path.
    pub(super) fn as_documented(&self, method: &str, path: &str) -> Json {
        let pointer = path.replace('/', "~1");
        let responses = format!("/paths/{pointer}/{method}/responses");
        let responses = schema::DOCUMENT.pointer(&responses);
        let responses = responses.unwrap_or_else(|| panic!("{method} {path} is documented"));
        let status = self.status.to_string();
        let (answer, kind) = match self.status {
            400..=499 => (&responses["4XX"], "application/problem+json"),
            _ => (&responses[status.as_str()], "application/json"),
        };
        assert!(self.head.to_lowercase().contains(&format!("content-type: {kind}")), "{self:?}");
        let json = self.json();
        let matched = schema::matches(&answer["content"][kind]["schema"], &json, &mut Vec::new());
        assert_eq!(matched, Ok(()), "{method} {path}: {}", self.status);
        json
    }
}

impl Running {
    pub(super) fn new(limits: Limits) -> Self {
        let server = Server::bind(&Options { port: 0, limits, ..Options::default() }).unwrap();
        let (address, token) = (server.address(), server.token().to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = Some(std::thread::spawn(move || server.run(&flag)));
        Running { address, token, stop, thread }
    }

    /// Sends bytes as they are.
    pub(super) fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // A server that refuses a long body may close before it has all of it.
        let _ = stream.write_all(bytes);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
            true => unchunk(body),
            false => body.to_owned(),
        };
        Reply { status, head: head.to_owned(), body }
    }

    /// A call with the token and further lines of the head.
    pub(super) fn call(&self, method: &str, path: &str, more: &str, body: &str) -> Reply {
        let (address, token) = (self.address, &self.token);
        self.raw(
            format!(
                "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
                 Authorization: Bearer {token}\r\n{more}Content-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )
    }

    pub(super) fn get(&self, path: &str) -> Reply {
        self.call("GET", path, "", "")
    }

    pub(super) fn post(&self, path: &str, body: &Json) -> Reply {
        self.call("POST", path, "", &body.to_string())
    }

    /// Waits until a search has ended, by its stream of events; the last of them.
    pub(super) fn end_of(&self, id: &str) -> Json {
        let path = format!("/api/v1/jobs/{id}");
        let reply = self.call("GET", &path, "Accept: text/event-stream\r\n", "");
        let last = reply.body.trim_end().rsplit("\n\n").next().unwrap_or_default();
        let data = last.strip_prefix("event: end\ndata: ").unwrap_or_else(|| panic!("{reply:?}"));
        let json: Json = serde_json::from_str(data).unwrap();
        assert_eq!(schema::check("Job", &json), Ok(()));
        json
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server does not panic").unwrap();
        }
    }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0).min(rest.len());
        whole.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}
