//! What carries units to workers and results back.
//!
//! A carrier keeps bytes and knows nothing of puzzles. Three promises matter for the total, and they are
//! all that is asked: what was stored is there until somebody removes the job, [`Carrier::store`] succeeds
//! once a unit, and what is read is what was written or is seen to be damaged. Who works on what is only a
//! matter of time saved.

use std::path::PathBuf;
use std::time::Duration;

use puzzle::Json;
use serde_json::json;

use crate::Result;

/// A unit that a worker has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The unit's name.
    pub unit: String,
    /// Who has it.
    pub worker: String,
    /// Where the worker keeps the saved run. If another worker had the unit before, its run may be here.
    pub folder: PathBuf,
}

/// What there is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A unit.
    Unit(Taken),
    /// Nothing: every unit has a result or a worker.
    Nothing,
    /// The job was cancelled.
    Cancelled,
}

/// What a worker says of itself now and then.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Note {
    /// Its name.
    pub worker: String,
    /// What it works on.
    pub unit: String,
    /// How much of the unit is done.
    pub fraction: f64,
    /// Nodes of the unit so far.
    pub nodes: u64,
    /// Nodes per second.
    pub rate: f64,
}

impl Note {
    /// For programs.
    pub fn json(&self) -> Json {
        json!({
            "worker": self.worker, "unit": self.unit, "fraction": self.fraction,
            "nodes": self.nodes, "nodes_per_s": self.rate,
        })
    }

    /// What [`Note::json`] wrote; of bytes that are being written, nothing.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let json: Json = serde_json::from_slice(bytes).ok()?;
        Some(Note {
            worker: json["worker"].as_str()?.into(),
            unit: json["unit"].as_str()?.into(),
            fraction: json["fraction"].as_f64()?,
            nodes: json["nodes"].as_u64()?,
            rate: json["nodes_per_s"].as_f64()?,
        })
    }
}

/// Carries units and results.
pub trait Carrier: Send + Sync + std::fmt::Debug {
    /// Begins a job: the units, and the manifest last, so that a job that has one is whole.
    fn begin(&self, manifest: &[u8], units: &[(String, Vec<u8>)]) -> Result<()>;

    /// The manifest.
    fn manifest(&self) -> Result<Vec<u8>>;

    /// A unit's bytes, if they are there.
    fn unit(&self, name: &str) -> Result<Option<Vec<u8>>>;

    /// Stores a unit, unless it is there, and lets workers take it. To offer one twice does no harm.
    fn offer(&self, name: &str, unit: &[u8]) -> Result<()>;

    /// Takes the next free unit for a worker; one whose worker has not been heard of for so long is free.
    fn take(&self, worker: &str, expire: Duration) -> Result<Next>;

    /// Says that the worker is alive, and how it fares. False if it must stop: somebody else has the unit,
    /// or the job was cancelled.
    fn renew(&self, taken: &Taken, note: &Note) -> Result<bool>;

    /// Gives a unit up, done or not; one that is not is offered again.
    fn leave(&self, taken: &Taken, done: bool) -> Result<()>;

    /// Stores the result of a unit, if there is none. Whether there was none.
    fn store(&self, taken: &Taken, result: &[u8]) -> Result<bool>;

    /// The result of a unit, if there is one.
    fn result(&self, name: &str) -> Result<Option<Vec<u8>>>;

    /// The names of all units that have a result.
    fn results(&self) -> Result<Vec<String>>;

    /// Whether a unit waits for a worker.
    fn has_free(&self) -> Result<bool>;

    /// Who is at work: those that were heard of within this time.
    fn workers(&self, expire: Duration) -> Result<Vec<Note>>;

    /// Nobody takes a unit from now on, and workers stop.
    fn cancel(&self) -> Result<()>;
}
