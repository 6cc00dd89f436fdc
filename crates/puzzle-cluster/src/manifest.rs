//! The manifest of a job: the question, the puzzle's text, and every unit with its weight and checksum.
//!
//! It is one JSON object with a seal. What a unit is called says where it comes from: `0017` is the 18th of
//! the manifest, `0017-2` the third that was made of what was left of it.

use puzzle::seal::{self, Sealed};
use puzzle::{Ask, Checkpoint, FAMILIES, Json, Puzzle, Question, Seal, Value, fingerprint};
use serde_json::json;

use crate::{Result, refuse};

/// The most bytes of a manifest.
pub(crate) const LARGEST: u64 = 1 << 28;

/// What a job is.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Tells it from all others.
    pub job: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The question.
    pub ask: Ask,
    /// The run before anything was found, with nothing left.
    pub start: Checkpoint,
    /// Of each unit its share of the work and its seal.
    pub units: Vec<(f64, Seal)>,
    kind: Option<String>,
}

impl Manifest {
    /// Of a puzzle that is a text, and of its units.
    pub(crate) fn new(
        puzzle: &Puzzle,
        kind: Option<&str>,
        ask: &Ask,
        start: Checkpoint,
        units: Vec<(f64, Seal)>,
    ) -> Self {
        let (puzzle, ask, kind) = (puzzle.clone(), ask.clone(), kind.map(str::to_owned));
        let mut manifest = Manifest { job: String::new(), puzzle, ask, start, units, kind };
        // The same division made twice is two jobs.
        let moment = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let moment = moment.map_or(0, |moment| moment.as_nanos());
        let told = format!("{} {moment} {}", manifest.json(), std::process::id());
        manifest.job = format!("{:016x}", fingerprint(told.as_bytes()));
        manifest
    }

    /// What a unit is called.
    pub fn name(&self, unit: usize) -> String {
        let digits = self.units.len().saturating_sub(1).to_string().len();
        format!("{unit:0digits$}")
    }

    /// What the units made of the rest of one are called.
    pub(crate) fn child(unit: &str, number: usize) -> String {
        format!("{unit}-{number}")
    }

    fn json(&self) -> Json {
        let choices: Vec<_> =
            self.ask.choices.iter().map(|(name, text)| json!([name, text])).collect();
        json!({
            "schema": 1,
            "what": "puzzle manifest",
            "version": env!("CARGO_PKG_VERSION"),
            "job": self.job,
            "puzzle": self.puzzle.source_name(),
            "kind": self.kind,
            "text": self.puzzle.text(),
            "question": self.ask.question.name(),
            "engine": self.ask.engine,
            "without": self.ask.without,
            "choices": choices,
            "start": String::from_utf8_lossy(&self.start.write()),
            "units": self.units.iter().map(|(weight, seal)| json!([weight, seal.text()])).collect::<Vec<_>>(),
        })
    }

    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        sealed(&self.json())
    }

    /// Reads its bytes. They may come from anybody: the puzzle and the question are checked as if they
    /// were typed, and nothing in them names a file.
    pub fn read(bytes: &[u8], place: &str) -> Result<Self> {
        let json = unsealed(bytes, "puzzle manifest", &format!("the manifest of {place}"))?;
        let wrong =
            || refuse(format!("the manifest of {place} is not one that this program writes"));
        let text = |name: &str| json[name].as_str().map(str::to_owned);
        let (Some(job), Some(name), Some(content)) = (text("job"), text("puzzle"), text("text"))
        else {
            return wrong();
        };
        let kind = text("kind");
        let puzzle = Puzzle::read(&name, &content, kind.as_deref())
            .map_err(|error| puzzle::Failure::File(Box::new(error.refusal())))?;
        let question = Question::ALL.iter().find(|q| json["question"] == q.name());
        let start = text("start").map(|text| Checkpoint::read(text.as_bytes(), usize::MAX));
        let units = json["units"].as_array().map(|units| {
            let unit = |unit: &Json| Some((unit[0].as_f64()?, Seal::read(unit[1].as_str()?)?));
            units.iter().map(unit).collect::<Option<Vec<_>>>()
        });
        let (Some(&question), Some(Ok(start)), Some(Some(units))) = (question, start, units) else {
            return wrong();
        };
        let mut ask = Ask { engine: text("engine"), ..Ask::new(question) };
        let without = json["without"].as_array().into_iter().flatten();
        ask.without = without.filter_map(Json::as_str).map(str::to_owned).collect();
        for choice in json["choices"].as_array().into_iter().flatten() {
            let (Some(name), Some(value)) = (choice[0].as_str(), choice[1].as_str()) else {
                return wrong();
            };
            ask.choices.set(name, value);
        }
        portable(&ask)?;
        puzzle.check(&ask)?;
        Ok(Manifest { job, puzzle, ask, start, units, kind })
    }
}

/// Refuses choices that name files: they would be other files elsewhere.
pub(crate) fn portable(ask: &Ask) -> Result<()> {
    let choices = FAMILIES.iter().flat_map(|family| family.tables).flat_map(|table| table.choices);
    for choice in choices.filter(|choice| ask.choices.has(choice.name)) {
        if let Value::File(_) = choice.value {
            return refuse(format!(
                "`{}` names a file, which other machines do not have",
                choice.name
            ));
        }
    }
    Ok(())
}

/// An object as bytes with a seal.
pub(crate) fn sealed(json: &Json) -> Vec<u8> {
    let mut bytes = json.to_string().into_bytes();
    bytes.pop();
    seal::FIELD.seal(&mut bytes);
    bytes
}

/// The object in bytes that were sealed; `what` it is is one of its fields, and must be right.
pub(crate) fn unsealed(bytes: &[u8], what: &str, name: &str) -> Result<Json> {
    let Sealed::Whole(_) = seal::FIELD.check(bytes) else {
        return refuse(format!("{name} is cut short or damaged"));
    };
    let Ok(json) = serde_json::from_slice::<Json>(bytes) else {
        return refuse(format!("{name} is cut short or damaged"));
    };
    if json["what"] != what || json["schema"] != 1 {
        return refuse(format!("{name} is no {what}, or one of another version of this program"));
    }
    Ok(json)
}
