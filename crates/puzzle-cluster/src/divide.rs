//! From a question to a job.

use std::path::PathBuf;

use puzzle::{Answer, Ask, Checkpoint, Puzzle, Run, Seal, StopReason, files};

use crate::manifest::{self, Manifest};
use crate::{Carrier, Result, refuse};

/// The most units of a job.
const MOST: u32 = 1_000_000;

/// What came of a division.
#[derive(Debug)]
pub enum Division {
    /// The units are there.
    Made(Box<(Manifest, Answer)>),
    /// There was nothing to divide: the answer was known at once.
    Answered(Box<Answer>),
    /// A limit came first.
    Stopped(StopReason),
}

/// Divides the work on a question into about so many units of equal weight, and gives them to a carrier.
pub fn divide(
    puzzle: &Puzzle,
    kind: Option<&str>,
    ask: &Ask,
    run: &Run,
    units: u32,
    carrier: &dyn Carrier,
) -> Result<Division> {
    manifest::portable(ask)?;
    if ask.confirm {
        return refuse("a divided count is confirmed when it is merged");
    }
    if ask.limit.is_some() {
        return refuse("all solutions are divided, not the first ones");
    }
    if puzzle.as_text().is_none() {
        return refuse("only a puzzle that is a text is divided\n hint: convert it first");
    }
    let file = Scratch::new("divide");
    let divided = Run {
        checkpoint: Some(file.0.join("run")),
        resume: None,
        units: Some(units.clamp(1, MOST)),
        ..run.clone()
    };
    let answer = puzzle.ask(ask, &divided, &mut puzzle::Ignore)?;
    match answer.stopped {
        Some(StopReason::Divided) => {}
        Some(reason) => return Ok(Division::Stopped(reason)),
        None => return Ok(Division::Answered(Box::new(answer))),
    }
    let whole = read(&file.0.join("run"))?;
    let shares: Vec<Vec<u8>> = whole.shares(units as usize).iter().map(Checkpoint::write).collect();
    let weights = whole.shares(units as usize);
    let total = whole.weight_left();
    let weight = |share: &Checkpoint| match total > 0.0 {
        true => share.weight_left() / total,
        false => 1.0 / shares.len() as f64,
    };
    let seals = weights.iter().map(weight).zip(shares.iter().map(|unit| Seal::of(unit))).collect();
    let manifest = Manifest::new(puzzle, kind, ask, whole.head(), seals);
    let named = shares.into_iter().enumerate().map(|(at, unit)| (manifest.name(at), unit));
    carrier.begin(&manifest.write(), &named.collect::<Vec<_>>())?;
    Ok(Division::Made(Box::new((manifest, answer))))
}

/// A saved run that this process wrote.
pub(crate) fn read(path: &std::path::Path) -> Result<Checkpoint> {
    let bytes = files::read(path, manifest::LARGEST);
    let run = bytes.ok().and_then(|bytes| Checkpoint::read(&bytes, usize::MAX).ok());
    run.ok_or_else(|| {
        puzzle::Failure::Usage(format!("the saved run {} is gone or damaged", path.display()))
    })
}

/// A folder of one's own that is removed at the end.
#[derive(Debug)]
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("puzzle-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // If it cannot be made, saving there says why.
        let _ = std::fs::create_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
