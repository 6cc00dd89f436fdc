//! What came of a unit: the saved run with its sums, who found it, and which units take the place of what is
//! left of it.

use puzzle::seal::Sealed;
use puzzle::{Checkpoint, Json, Seal, seal};
use serde_json::json;

use crate::manifest::{self, Manifest};
use crate::{Result, refuse};

/// The result of a unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The unit's name.
    pub unit: String,
    /// The run at its end, or where it was left.
    pub run: Checkpoint,
    /// The solutions, as a text, if they are listed.
    pub list: String,
    /// The engine.
    pub engine: String,
    /// Who did it: host and process.
    pub worker: String,
    /// The version of the program.
    pub version: String,
    /// How many threads searched.
    pub threads: usize,
    /// How long that took.
    pub seconds: f64,
}

impl Outcome {
    /// The units that take the place of what is left, with their names.
    pub fn rest(&self, count: usize) -> Vec<(String, Vec<u8>)> {
        let shares = self.run.shares(count);
        let name = |number| Manifest::child(&self.unit, number);
        shares.iter().enumerate().map(|(number, share)| (name(number), share.write())).collect()
    }

    /// Its bytes, for a job; what is left is handed on in so many units.
    pub fn write(&self, job: &str, count: usize) -> Vec<u8> {
        let rest = self.rest(count);
        let run = Checkpoint { parts: Vec::new(), ..self.run.clone() };
        manifest::sealed(&json!({
            "schema": 1,
            "what": "puzzle result",
            "version": self.version,
            "job": job,
            "unit": self.unit,
            "engine": self.engine,
            "worker": self.worker,
            "threads": self.threads,
            "seconds": self.seconds,
            "run": String::from_utf8_lossy(&run.write()),
            "list": self.list,
            "rest": rest.iter().map(|(_, unit)| Seal::of(unit).text()).collect::<Vec<_>>(),
        }))
    }

    /// Reads the bytes of a unit's result, and the seals of the units that take the place of what is left. A
    /// result of another job, puzzle, question or unit is refused.
    pub fn read(bytes: &[u8], manifest: &Manifest, unit: &str) -> Result<(Self, Vec<Seal>)> {
        let name = format!("the result of unit {unit}");
        let json = manifest::unsealed(bytes, "puzzle result", &name)?;
        let text = |name: &str| json[name].as_str().unwrap_or_default().to_owned();
        if text("job") != manifest.job {
            return refuse(format!("{name} belongs to another job"));
        }
        if text("unit") != unit {
            return refuse(format!(
                "{name} is that of unit {}: it would count twice",
                text("unit")
            ));
        }
        let damaged = || refuse(format!("{name} is cut short or damaged"));
        let Ok(run) = Checkpoint::read(text("run").as_bytes(), usize::MAX) else {
            return damaged();
        };
        if !run.belongs_to(&manifest.start) {
            return refuse(format!("{name} is of another puzzle or another question"));
        }
        let rest = json["rest"].as_array().into_iter().flatten();
        let rest = rest.map(|seal: &Json| Seal::read(seal.as_str()?)).collect::<Option<Vec<_>>>();
        let (Some(rest), Some(left)) = (rest, run.parts_left()) else { return damaged() };
        if rest.is_empty() != left.is_empty() {
            return damaged();
        }
        let outcome = Outcome {
            unit: unit.into(),
            list: text("list"),
            engine: text("engine"),
            worker: text("worker"),
            version: text("version"),
            threads: json["threads"].as_u64().unwrap_or(0) as usize,
            seconds: json["seconds"].as_f64().unwrap_or(0.0),
            run,
        };
        if Seal::of(outcome.list.as_bytes()) != outcome.run.output {
            return refuse(format!("{name} has other solutions than it counts"));
        }
        // The units that are left must be those of which the seals were written.
        let made = outcome.rest(rest.len());
        match made.iter().map(|(_, unit)| Seal::of(unit)).eq(rest.iter().copied()) {
            true => Ok((outcome, rest)),
            false => damaged(),
        }
    }
}

/// Whether bytes are a saved run with a good seal, at a glance.
pub(crate) fn is_whole(bytes: &[u8]) -> bool {
    matches!(seal::LINE.check(bytes), Sealed::Whole(_))
}
