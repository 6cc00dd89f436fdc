//! A worker: takes a unit, goes on with it as with any saved run, stores the result, takes the next.
//!
//! While an engine searches, a second thread keeps the claim alive and watches for reasons to stop: a signal,
//! a claim that somebody else has, a unit that takes long while others have nothing to do. Whatever
//! the reason, the search saves itself and ends, and what is done of the unit is its result; what is
//! left become units. Only a worker that dies without warning loses what it did since it last saved.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use puzzle::{
    Budget, Checkpoint, Control, Failure, Ignore, Progress, Question, Run, Seal, Sink, StopReason,
    files,
};

use crate::divide::read;
use crate::listing::Listing;
use crate::manifest::Manifest;
use crate::{Carrier, Metrics, Next, Note, Outcome, Result, Taken, refuse};

/// How often the watching thread looks.
const TICK: Duration = Duration::from_millis(50);
/// The most bytes of solutions of a result; the rest of the unit is left to others.
const LIST: u64 = 16 << 20;
/// The most units that are made of the rest of one.
const MOST_PIECES: usize = 8;

/// How a worker works.
#[derive(Debug)]
pub struct Working {
    /// Limits, and what stops it.
    pub control: Arc<Control>,
    /// How many threads search.
    pub threads: Option<usize>,
    /// How often a unit is saved.
    pub interval: Duration,
    /// After this long without a sign a worker is thought dead.
    pub expire: Duration,
    /// After this long a unit is given to others in pieces, if they have nothing to do.
    pub share_after: Duration,
    /// Whether to wait for units that others may leave, until every unit has a result.
    pub wait: bool,
    /// How it fares, for others to see.
    pub metrics: Arc<Metrics>,
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// Results that it stored.
    pub units: u64,
    /// Units that it had begun when somebody else had stored the result.
    pub lost: u64,
    /// Whether it was stopped before there was nothing left.
    pub stopped: bool,
    /// Whether the job was cancelled.
    pub cancelled: bool,
}

/// Why the search of a unit ends before its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// A signal or a limit of the worker's.
    Told,
    /// Somebody else has the unit.
    Lost,
    /// Others have nothing to do.
    Share,
}

/// What became of a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// Its result was stored.
    Stored,
    /// Somebody else's was.
    Lost,
    /// It was given up before anything was done.
    Left,
    /// The same, or a part of it is done, because of a limit that would stop the next one too.
    Limited,
}

/// Works until nothing is left.
pub fn work(carrier: &dyn Carrier, place: &str, working: &Working) -> Result<Done> {
    let manifest = Manifest::read(&carrier.manifest()?, place)?;
    let worker = name();
    let mut done = Done::default();
    let mut told_at = None;
    let told = || working.control.budget.check(0).is_some();
    while !told() {
        match carrier.take(&worker, working.expire)? {
            Next::Unit(taken) => {
                let unit = Unit { carrier, manifest: &manifest, working, taken: &taken };
                let ended = match unit.carry_out() {
                    // Its files went with its claim.
                    Err(_) if !carrier.renew(&taken, &Note::default())? => Ended::Lost,
                    Err(failure) => {
                        // Somebody else may have better luck.
                        let _ = carrier.leave(&taken, false);
                        return Err(failure);
                    }
                    Ok(ended) => ended,
                };
                if told_at.is_none_or(|at: Instant| at.elapsed() > Duration::from_secs(2)) {
                    let results = carrier.results()?.len() as f64;
                    let share = results / manifest.units.len().max(1) as f64;
                    // Units that are left in pieces have results too.
                    working.control.progress.publish_fraction(share.min(0.999));
                    told_at = Some(Instant::now());
                }
                match ended {
                    Ended::Stored => done.units += 1,
                    Ended::Lost => done.lost += 1,
                    Ended::Left => {}
                    Ended::Limited => {
                        done.stopped = true;
                        return Ok(done);
                    }
                }
            }
            Next::Cancelled => {
                done.cancelled = true;
                return Ok(done);
            }
            Next::Nothing if working.wait && !is_finished(carrier, &manifest)? => {
                std::thread::sleep(TICK.max(working.expire.min(Duration::from_secs(1))));
            }
            Next::Nothing => return Ok(done),
        }
    }
    done.stopped = true;
    Ok(done)
}

/// Whether every unit has a result: then nobody has one to leave.
fn is_finished(carrier: &dyn Carrier, manifest: &Manifest) -> Result<bool> {
    let results = carrier.results()?.len();
    Ok(results >= manifest.units.len() && carrier.workers(Duration::MAX)?.is_empty())
}

/// A unit in the hands of a worker.
struct Unit<'a> {
    carrier: &'a dyn Carrier,
    manifest: &'a Manifest,
    working: &'a Working,
    taken: &'a Taken,
}

impl Unit<'_> {
    fn carry_out(&self) -> Result<Ended> {
        let (saved, listed) = (self.taken.folder.join("run"), self.taken.folder.join("list"));
        let begun = self.prepare(&saved)?;
        let started = Instant::now();
        let mut share_after = self.working.share_after;
        loop {
            let (answer, stop) = self.search(&saved, &listed, share_after)?;
            if stop == Some(Stop::Lost) {
                return Ok(Ended::Lost);
            }
            let limited = [StopReason::MemoryLimit, StopReason::NodeLimit].map(Some);
            let limited = stop.is_none() && limited.contains(&answer.stopped);
            let run = read(&saved)?;
            let idle = (run.nodes, &run.solutions) == (begun.nodes, &begun.solutions)
                && run.payload == begun.payload;
            let left = run.parts_left().unwrap_or_default().len();
            // Told to share what cannot be shared yet, it goes on.
            if left > 0 && stop == Some(Stop::Share) && (idle || left < 2) {
                share_after *= 2;
                continue;
            }
            if left > 0 && idle {
                self.carrier.leave(self.taken, false)?;
                return Ok(if limited { Ended::Limited } else { Ended::Left });
            }
            let pieces = match stop {
                Some(Stop::Share) => self.pieces(&run)?,
                _ => 1,
            };
            let list = self.list(&listed, run.output)?;
            let outcome = Outcome {
                unit: self.taken.unit.clone(),
                list,
                engine: answer.engine,
                worker: self.taken.worker.clone(),
                version: env!("CARGO_PKG_VERSION").into(),
                threads: self.threads(),
                seconds: started.elapsed().as_secs_f64(),
                run: Checkpoint { parts: Vec::new(), ..run },
            };
            self.working.metrics.finished(outcome.run.nodes);
            let first =
                self.carrier.store(self.taken, &outcome.write(&self.manifest.job, pieces))?;
            if first {
                for (name, unit) in outcome.rest(pieces) {
                    self.carrier.offer(&name, &unit)?;
                }
            }
            self.carrier.leave(self.taken, true)?;
            return Ok(match first {
                _ if limited => Ended::Limited,
                true => Ended::Stored,
                false => Ended::Lost,
            });
        }
    }

    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.working.threads.unwrap_or_else(cores)
    }

    /// Puts the unit where the search finds it, unless another worker has left a saved run of it there.
    /// Returns the unit.
    fn prepare(&self, saved: &Path) -> Result<Checkpoint> {
        let name = &self.taken.unit;
        let Some(bytes) = self.carrier.unit(name)? else {
            return refuse(format!("unit {name} is gone\n hint: divide the puzzle again"));
        };
        if Some(Seal::of(&bytes)) != self.seal(name)? {
            return refuse(format!("unit {name} is damaged, or not one of this job"));
        }
        let unit = Checkpoint::read(&bytes, usize::MAX)
            .ok()
            .filter(|unit| unit.belongs_to(&self.manifest.start))
            .ok_or_else(|| {
                Failure::Usage(format!("unit {name} is of another puzzle or version"))
            })?;
        let left = files::read(saved, crate::manifest::LARGEST).ok();
        let left = left.filter(|left| crate::outcome::is_whole(left));
        let left = left.and_then(|left| Checkpoint::read(&left, usize::MAX).ok());
        if left.is_none_or(|left| !left.belongs_to(&unit)) {
            let begin = || {
                std::fs::create_dir_all(&self.taken.folder)?;
                files::replace(saved, |out| out.write_all(&bytes))
            };
            begin().map_err(|error| {
                Failure::Usage(format!("cannot save {}: {error}", saved.display()))
            })?;
        }
        Ok(unit)
    }

    /// What the bytes of a unit must be: the manifest says it, or the result of which it is the rest.
    fn seal(&self, name: &str) -> Result<Option<Seal>> {
        let Some((parent, number)) = name.rsplit_once('-') else {
            let at = name.parse::<usize>().ok();
            let known = at.and_then(|at| self.manifest.units.get(at));
            return Ok(known.map(|(_, seal)| *seal));
        };
        let Some(result) = self.carrier.result(parent)? else { return Ok(None) };
        let (_, rest) = Outcome::read(&result, self.manifest, parent)?;
        Ok(number.parse().ok().and_then(|number: usize| rest.get(number).copied()))
    }

    /// Into how many units the rest goes: pieces that take about as long as what was done.
    fn pieces(&self, run: &Checkpoint) -> Result<usize> {
        let all = self.carrier.unit(&self.taken.unit)?.unwrap_or_default();
        let all = Checkpoint::read(&all, usize::MAX).map_or(0.0, |unit| unit.weight_left());
        let left = run.weight_left();
        let pieces = (left / (all - left)).ceil();
        Ok(if pieces.is_finite() { (pieces as usize).clamp(2, MOST_PIECES) } else { 2 })
    }

    /// Searches until the unit is done or something stops it, and says what did.
    fn search(
        &self,
        saved: &Path,
        listed: &Path,
        share_after: Duration,
    ) -> Result<(puzzle::Answer, Option<Stop>)> {
        let given = &self.working.control.budget;
        let interrupt = Arc::new(AtomicBool::new(false));
        let budget = Budget { interrupt: interrupt.clone(), ..given.clone() };
        let control = Arc::new(Control { budget, progress: Progress::watched() });
        let run = Run {
            control: control.clone(),
            threads: self.working.threads,
            checkpoint: Some(saved.to_owned()),
            interval: Some(self.working.interval),
            resume: Some(saved.to_owned()),
            ..Run::default()
        };
        let watch = Watch { unit: self, control: &control, stop: Mutex::new(None), share_after };
        let over = AtomicBool::new(false);
        let answered = std::thread::scope(|scope| {
            let watching = scope.spawn(|| watch.look(&over));
            let answered = self.ask(&run, listed);
            over.store(true, Ordering::Relaxed);
            watching.thread().unpark();
            answered
        });
        let stop = watch.stop.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (answered, stop) {
            (Err(Failure::Stopped(_)), stop) => Ok((puzzle::Answer::default(), stop)),
            // The files went with the claim: whatever it says does not matter.
            (Err(_), Some(Stop::Lost)) => Ok((puzzle::Answer::default(), stop)),
            (Err(failure), _) => Err(failure),
            (Ok(answer), stop) => Ok((answer, stop)),
        }
    }

    fn ask(&self, run: &Run, listed: &Path) -> Result<puzzle::Answer> {
        let Manifest { puzzle, ask, .. } = self.manifest;
        let mut ignore = Ignore;
        let mut listing = None;
        let sink: &mut dyn Sink = match ask.question {
            Question::All => {
                let opened = Listing::open(listed, LIST).map_err(|error| {
                    Failure::Usage(format!("cannot write {}: {error}", listed.display()))
                });
                listing.insert(opened?)
            }
            _ => &mut ignore,
        };
        puzzle.ask(ask, run, sink)
    }

    /// The solutions that belong to the saved run.
    fn list(&self, listed: &Path, output: Seal) -> Result<String> {
        if self.manifest.ask.question != Question::All {
            return Ok(String::new());
        }
        let text = files::read(listed, 4 * LIST).ok().map(|mut bytes| {
            bytes.truncate(usize::try_from(output.length).unwrap_or(usize::MAX));
            bytes
        });
        let text = text.filter(|text| Seal::of(text) == output);
        text.and_then(|text| String::from_utf8(text).ok())
            .ok_or_else(|| Failure::Usage(format!("{} is damaged", listed.display())))
    }

    fn note(&self, control: &Control, rate: f64) -> Note {
        let (progress, taken) = (&control.progress, self.taken);
        let (worker, unit) = (taken.worker.clone(), taken.unit.clone());
        Note { worker, unit, fraction: progress.fraction(), nodes: progress.nodes(), rate }
    }
}

/// Keeps a claim alive while its unit is searched.
struct Watch<'a> {
    unit: &'a Unit<'a>,
    control: &'a Control,
    stop: Mutex<Option<Stop>>,
    share_after: Duration,
}

impl Watch<'_> {
    /// Looks now and then, until it is over.
    fn look(&self, over: &AtomicBool) {
        let Unit { carrier, working, taken, .. } = self.unit;
        let every = (working.expire / 5).clamp(TICK, Duration::from_secs(10));
        let begun = Instant::now();
        let mut renewed: Option<Instant> = None;
        let mut shared = begun;
        while !over.load(Ordering::Relaxed) {
            if working.control.budget.check(0).is_some() {
                self.stop(Stop::Told);
            }
            if renewed.is_none_or(|last| last.elapsed() >= every) {
                let seconds = begun.elapsed().as_secs_f64().max(0.001);
                let rate = self.control.progress.nodes() as f64 / seconds;
                let note = self.unit.note(self.control, rate);
                working.metrics.working(&note);
                working.control.progress.publish(working.metrics.nodes(), 0);
                // A carrier that cannot be reached may be back before the claim expires.
                if let Ok(false) = carrier.renew(taken, &note) {
                    self.stop(Stop::Lost);
                }
                renewed = Some(Instant::now());
            }
            if begun.elapsed() >= self.share_after && shared.elapsed() >= every {
                shared = Instant::now();
                if let Ok(false) = carrier.has_free() {
                    self.stop(Stop::Share);
                }
            }
            std::thread::park_timeout(TICK);
        }
    }

    /// The first reason counts, but for the one that makes all others meaningless.
    fn stop(&self, why: Stop) {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        if stop.is_none() || why == Stop::Lost {
            *stop = Some(why);
        }
        self.control.budget.interrupt.store(true, Ordering::Relaxed);
    }
}

/// What this worker is called: its host, its process, and a number that no other has.
fn name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_else(|| "host".into());
    let host: String =
        host.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let moment = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let moment = moment.map_or(0, |moment| moment.as_nanos() as u64);
    let number = puzzle::Random::new(moment ^ u64::from(std::process::id())).below(1 << 20);
    format!("{host}-{}-{number:05x}", std::process::id())
}
