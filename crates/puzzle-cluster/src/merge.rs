//! Adding up: what the manifest names, each unit once, and what lacks.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::Duration;

use puzzle::{
    Answer, Ask, BigUint, Checkpoint, ENGINES, Failure, Kind, Question, Random, Run, Seal, Sink,
    StopReason,
};

use crate::divide::{Scratch, read};
use crate::listing;
use crate::manifest::Manifest;
use crate::{Carrier, Outcome, Result, refuse};

/// What is known of a job.
#[derive(Debug)]
pub struct Survey<'a> {
    carrier: &'a dyn Carrier,
    /// The job.
    pub manifest: Manifest,
    /// The sums of all results.
    pub total: Checkpoint,
    /// The units that have a result, in the order of the tree.
    pub finished: Vec<String>,
    /// Those that have none.
    pub missing: Vec<Missing>,
    /// How much is done, by weights.
    pub fraction: f64,
    /// How many units each engine finished.
    pub engines: BTreeMap<String, u64>,
    /// How many each worker finished.
    pub workers: BTreeMap<String, u64>,
    /// How long all of them searched, together.
    pub seconds: f64,
}

/// A unit without a result.
#[derive(Clone, PartialEq, Debug)]
pub struct Missing {
    /// Its name.
    pub unit: String,
    /// Its bytes, if it was made of what another one left.
    bytes: Option<Vec<u8>>,
}

/// What came of counting some units again.
#[derive(Clone, Debug, Default)]
pub struct Confirmed {
    /// How many.
    pub units: usize,
    /// How many by which engine.
    pub engines: BTreeMap<String, u64>,
    /// Why it ended early.
    pub stopped: Option<StopReason>,
}

impl<'a> Survey<'a> {
    /// Reads every result that the manifest leads to. One that is damaged, or of another unit, job or
    /// puzzle, is refused, and so is one that belongs to no unit.
    pub fn of(carrier: &'a dyn Carrier, place: &str) -> Result<Self> {
        let manifest = Manifest::read(&carrier.manifest()?, place)?;
        let total = manifest.start.head();
        let mut survey = Survey {
            carrier,
            total,
            finished: Vec::new(),
            missing: Vec::new(),
            fraction: 0.0,
            engines: BTreeMap::new(),
            workers: BTreeMap::new(),
            seconds: 0.0,
            manifest,
        };
        let stored: BTreeSet<String> = carrier.results()?.into_iter().collect();
        for unit in 0..survey.manifest.units.len() {
            let (weight, _) = survey.manifest.units[unit];
            survey.visit(&survey.manifest.name(unit), weight, None, &stored)?;
        }
        let known: BTreeSet<&String> = survey.finished.iter().collect();
        if let Some(foreign) = stored.iter().find(|name| !known.contains(name)) {
            return refuse(format!(
                "there is a result of a unit {foreign}, which this job does not have"
            ));
        }
        Ok(survey)
    }

    /// Adds the result of a unit, and those of the units made of what it left.
    fn visit(
        &mut self,
        unit: &str,
        weight: f64,
        bytes: Option<Vec<u8>>,
        stored: &BTreeSet<String>,
    ) -> Result<()> {
        let result = if stored.contains(unit) { self.carrier.result(unit)? } else { None };
        let Some(result) = result else {
            self.missing.push(Missing { unit: unit.into(), bytes });
            return Ok(());
        };
        let (outcome, rest) = Outcome::read(&result, &self.manifest, unit)?;
        self.total.add(&outcome.run);
        self.finished.push(unit.into());
        self.seconds += outcome.seconds;
        *self.engines.entry(outcome.engine.clone()).or_default() += 1;
        *self.workers.entry(outcome.worker.clone()).or_default() += 1;
        let pieces = outcome.rest(rest.len());
        // Of a unit that was left, what is not done goes by the weights of its parts.
        let left = outcome.run.weight_left();
        let all = if rest.is_empty() { 0.0 } else { self.whole_weight(unit, bytes)? };
        let open = if all > 0.0 { (left / all).clamp(0.0, 1.0) * weight } else { 0.0 };
        self.fraction += weight - open;
        for (name, piece) in pieces {
            let share = Checkpoint::read(&piece, usize::MAX).map_or(0.0, |run| run.weight_left());
            let weight = if left > 0.0 { open * share / left } else { 0.0 };
            self.visit(&name, weight, Some(piece), stored)?;
        }
        Ok(())
    }

    /// The weight of a unit before anybody had worked on it, as its parts say.
    fn whole_weight(&self, unit: &str, bytes: Option<Vec<u8>>) -> Result<f64> {
        let bytes = match bytes {
            Some(bytes) => Some(bytes),
            None => self.carrier.unit(unit)?,
        };
        let run = bytes.and_then(|bytes| Checkpoint::read(&bytes, usize::MAX).ok());
        Ok(run.map_or(0.0, |run| run.weight_left()))
    }

    /// Offers the missing units once more. Those that somebody works on are done twice then, and count once.
    pub fn requeue(&self) -> Result<()> {
        for Missing { unit, bytes } in &self.missing {
            let bytes = match bytes {
                Some(bytes) => bytes.clone(),
                None => self.unit(unit)?,
            };
            self.carrier.offer(unit, &bytes)?;
        }
        Ok(())
    }

    /// The bytes of a unit of the manifest.
    fn unit(&self, name: &str) -> Result<Vec<u8>> {
        let bytes = self.carrier.unit(name)?.unwrap_or_default();
        let known = name.parse().ok().and_then(|at: usize| self.manifest.units.get(at));
        match known.is_some_and(|(_, seal)| *seal == Seal::of(&bytes)) {
            true => Ok(bytes),
            false => {
                refuse(format!("unit {name} is gone or damaged\n hint: divide the puzzle again"))
            }
        }
    }

    /// The answer to the question, of what is there. If units are missing it is not complete. Solutions are
    /// handed over unit by unit, in the order of the whole.
    pub fn answer(&self, run: &Run, sink: &mut dyn Sink) -> Result<Answer> {
        let scratch = Scratch::new("merge");
        let file = scratch.0.join("run");
        std::fs::write(&file, self.total.write())
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
        let mut replay = Replay { survey: self, sink, failed: None };
        let run = Run { resume: Some(file), checkpoint: None, ..run.clone() };
        let answered = self.manifest.puzzle.ask(&self.manifest.ask, &run, &mut replay);
        if let Some(failure) = replay.failed {
            return Err(failure);
        }
        let mut answer = answered?;
        answer.engine = self.engines.keys().cloned().collect::<Vec<_>>().join("+");
        if answer.stopped.is_none() && !self.missing.is_empty() {
            answer.stopped = Some(StopReason::Interrupted);
        }
        Ok(answer)
    }

    /// Hands over the solutions of every result, checked by the rules of the puzzle.
    fn hand_over(&self, sink: &mut dyn Sink) -> Result<()> {
        let Manifest { puzzle, ask, .. } = &self.manifest;
        let check = puzzle.description().checker(ask)?;
        let mut verified = Verified { check, sink, wrong: None };
        for unit in &self.finished {
            let result = self.carrier.result(unit)?.unwrap_or_default();
            let (outcome, _) = Outcome::read(&result, &self.manifest, unit)?;
            let more = listing::hand_over(&outcome.list, &mut verified)?;
            if let Some(why) = verified.wrong {
                let message = format!("unit {unit} has a solution that breaks the rules: {why}");
                return Err(Failure::Wrong(message));
            }
            if !more {
                break;
            }
        }
        Ok(())
    }

    /// Counts some of the units again, by an engine unlike the one that counted them, and compares.
    pub fn confirm(&self, share: f64, seed: u64, run: &Run) -> Result<Confirmed> {
        let mut confirmed = Confirmed::default();
        let mut random = Random::new(seed);
        let count = (self.finished.len() as f64 * share).ceil() as usize;
        let mut names: Vec<&String> = self.finished.iter().collect();
        for at in 0..count.min(names.len()) {
            let other = at + random.below((names.len() - at) as u64) as usize;
            names.swap(at, other);
            if let Some(reason) = run.control.budget.check(0) {
                confirmed.stopped = Some(reason);
                break;
            }
            let result = self.carrier.result(names[at])?.unwrap_or_default();
            let (outcome, rest) = Outcome::read(&result, &self.manifest, names[at])?;
            if !rest.is_empty() {
                // What was done of it is no unit of its own; its pieces are.
                continue;
            }
            match self.again(&outcome, run)? {
                Ok(engine) => *confirmed.engines.entry(engine).or_default() += 1,
                Err(reason) => {
                    confirmed.stopped = Some(reason);
                    break;
                }
            }
            confirmed.units += 1;
        }
        Ok(confirmed)
    }

    /// Counts a unit again. The engine that did, or why it was stopped.
    fn again(
        &self,
        outcome: &Outcome,
        run: &Run,
    ) -> Result<std::result::Result<String, StopReason>> {
        let Manifest { puzzle, ask, start, .. } = &self.manifest;
        let form = puzzle.prepare(ask, &run.control.budget)?.form();
        let of_form = || ENGINES.iter().filter(|engine| Some(engine.form()) == form);
        let kind = of_form().find(|e| e.name() == outcome.engine).map(|engine| engine.kind());
        let others =
            || of_form().filter(|e| e.name() != outcome.engine && e.kind() != Kind::Single);
        let unlike = others().filter(|engine| Some(engine.kind()) != kind);
        let alike = others().filter(|engine| Some(engine.kind()) == kind);
        let bytes = self.carrier.unit(&outcome.unit)?.unwrap_or_default();
        let scratch = Scratch::new("again");
        let file = scratch.0.join("run");
        for engine in unlike.chain(alike) {
            std::fs::write(&file, &bytes).map_err(|error| Failure::Usage(error.to_string()))?;
            let saved = Some(file.clone());
            let run = Run { resume: saved.clone(), checkpoint: saved, ..run.clone() };
            let ask = Ask { engine: Some(engine.name().into()), ..ask.clone() };
            let answer = match puzzle.ask(&ask, &run, &mut puzzle::Ignore) {
                Err(Failure::Declined(_) | Failure::Usage(_)) => continue,
                answer => answer?,
            };
            if let Some(reason) = answer.stopped {
                return Ok(Err(reason));
            }
            let second = read(&file)?;
            let figures =
                |run: &Checkpoint| [run.solutions.clone(), run.fixed.clone(), run.turned.clone()];
            if figures(&second) != figures(&outcome.run) {
                return Err(Failure::Disagreement(format!(
                    "two engines disagree on unit {}: {} of {} counts {}, but {} counts {}; please \
                     report it with the puzzle",
                    outcome.unit,
                    outcome.engine,
                    outcome.worker,
                    outcome.run.solutions,
                    engine.name(),
                    second.solutions
                )));
            }
            debug_assert!(second.belongs_to(start));
            return Ok(Ok(engine.name().into()));
        }
        let name = &outcome.engine;
        Err(Failure::Declined(format!(
            "there is no other engine than {name} that counts such a unit"
        )))
    }

    /// How long what is left will take these workers, if they go on as they did.
    pub fn time_left(&self, workers: usize) -> Option<Duration> {
        let left = self.seconds * (1.0 - self.fraction) / self.fraction / workers as f64;
        Duration::try_from_secs_f64(left).ok()
    }
}

/// Hands over what the workers found when the engine goes on with their total.
struct Replay<'a, 'b> {
    survey: &'a Survey<'b>,
    sink: &'a mut dyn Sink,
    failed: Option<Failure>,
}

impl Sink for Replay<'_, '_> {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        self.sink.solution(solution)
    }

    fn resume(&mut self, _: Seal, _: u64) -> std::io::Result<()> {
        if self.survey.manifest.ask.question == Question::All {
            self.failed = self.survey.hand_over(self.sink).err();
        }
        Ok(())
    }
}

/// Hands right solutions on.
struct Verified<'a> {
    check: puzzle::Checker<'a>,
    sink: &'a mut dyn Sink,
    wrong: Option<String>,
}

impl Sink for Verified<'_> {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        match (self.check)(solution) {
            Ok(()) => self.sink.solution(solution),
            Err(why) => {
                self.wrong = Some(why);
                ControlFlow::Break(())
            }
        }
    }

    fn standing(&mut self, standing: &puzzle::Standing) {
        self.sink.standing(standing);
    }
}

impl Survey<'_> {
    /// How many solutions were counted, for those who only look.
    pub fn count(&self) -> &BigUint {
        &self.total.solutions
    }
}
