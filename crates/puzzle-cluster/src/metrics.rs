//! How a worker fares, in the text form that Prometheus reads.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Note;

/// Counters of one worker.
#[derive(Debug, Default)]
pub struct Metrics {
    units: AtomicU64,
    /// Nodes of the units that are finished.
    nodes: AtomicU64,
    now: Mutex<Note>,
}

impl Metrics {
    /// The unit that it works on.
    pub(crate) fn working(&self, note: &Note) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = note.clone();
    }

    /// A unit is finished.
    pub(crate) fn finished(&self, nodes: u64) {
        self.units.fetch_add(1, Ordering::Relaxed);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.working(&Note::default());
    }

    /// How many units are finished, and what it works on.
    pub fn now(&self) -> (u64, Note) {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (self.units.load(Ordering::Relaxed), now)
    }

    /// Nodes that it visited.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed) + self.now().1.nodes
    }

    /// The text.
    pub fn text(&self) -> String {
        let (units, now) = self.now();
        let nodes = self.nodes();
        let (fraction, rate) = (now.fraction, now.rate);
        let mut text = String::new();
        for (name, kind, about, value) in [
            ("units_total", "counter", "Units whose results were found.", units as f64),
            ("nodes_total", "counter", "Nodes visited.", nodes as f64),
            ("nodes_per_second", "gauge", "Nodes a second in the present unit.", rate),
            ("unit_fraction", "gauge", "How much of the present unit is done.", fraction),
        ] {
            text += &format!("# HELP puzzle_{name} {about}\n# TYPE puzzle_{name} {kind}\n");
            text += &format!("puzzle_{name} {value}\n");
        }
        text
    }

    /// Answers whoever asks at this address, in a thread of its own, as long as the process lasts. Returns
    /// the address, which has a port even if none was named.
    pub fn serve(self: &Arc<Self>, address: SocketAddr) -> std::io::Result<SocketAddr> {
        let listener = TcpListener::bind(address)?;
        let (at, metrics) = (listener.local_addr()?, self.clone());
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
                // Whatever is asked, this is the answer.
                let _ = stream.read(&mut [0; 4096]);
                let text = metrics.text();
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n\
                     Content-Length: {}\r\nConnection: close\r\n\r\n{text}",
                    text.len()
                );
            }
        });
        Ok(at)
    }
}
