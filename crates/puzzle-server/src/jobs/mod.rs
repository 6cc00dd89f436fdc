//! Searches that run in the background: how many, for whom, and for how long.
//!
//! A search belongs to the client that began it. It runs in a thread of its own and goes on while
//! somebody watches it; when nobody has for a while, it is stopped, and forgotten later. What was
//! stopped can be continued, if its engine can be saved: the saved run lives in a folder that the
//! server makes for itself and takes away with itself.

mod events;
mod job;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use puzzle::{Ask, Puzzle};

use crate::Limits;
use crate::problem::{Outcome, Problem};
use crate::token;

pub(crate) use events::Events;
pub(crate) use job::Job;

/// All of them.
#[derive(Debug)]
pub(crate) struct Jobs {
    limits: Limits,
    all: Mutex<HashMap<String, Arc<Job>>>,
    folder: OnceLock<Option<PathBuf>>,
}

impl Jobs {
    pub(crate) fn new(limits: Limits) -> Self {
        Jobs { limits, all: Mutex::default(), folder: OnceLock::new() }
    }

    /// Begins one.
    pub(crate) fn start(&self, client: &str, puzzle: Puzzle, ask: Ask) -> Outcome<Arc<Job>> {
        let mut all = self.all.lock().expect("nobody panics with it");
        self.room(&all, client)?;
        let id = token::fresh();
        let file = self.folder().map(|folder| folder.join(&id));
        let job = Arc::new(Job::new(id.clone(), client.to_owned(), puzzle, ask, file));
        all.insert(id, job.clone());
        job.begin(&self.limits)?;
        Ok(job)
    }

    /// Goes on with one that was stopped.
    pub(crate) fn resume(&self, job: &Arc<Job>) -> Outcome<()> {
        let all = self.all.lock().expect("nobody panics with it");
        if !job.can_go_on() {
            return Err(Problem::senseless("this search is not one that can be continued"));
        }
        self.room(&all, job.client())?;
        job.begin(&self.limits)
    }

    /// Whether one more may run.
    fn room(&self, all: &HashMap<String, Arc<Job>>, client: &str) -> Outcome<()> {
        let running = || all.values().filter(|job| job.is_running());
        let own = running().filter(|job| job.client() == client).count();
        if own >= self.limits.jobs_of_one {
            return Err(Problem::too_many(format!("{own} of your searches run; stop one first")));
        }
        if running().count() >= self.limits.jobs {
            return Err(Problem::too_many("too many searches run; try again later"));
        }
        Ok(())
    }

    /// The one of this number.
    pub(crate) fn get(&self, id: &str) -> Outcome<Arc<Job>> {
        let all = self.all.lock().expect("nobody panics with it");
        let missing = || Problem::missing("there is no such search; it may have been forgotten");
        all.get(id).cloned().ok_or_else(missing)
    }

    /// Stops and forgets it.
    pub(crate) fn delete(&self, id: &str) -> Outcome<()> {
        self.get(id)?.stop();
        self.all.lock().expect("nobody panics with it").remove(id);
        Ok(())
    }

    /// Stops what nobody watches, forgets what nobody asks for.
    pub(crate) fn tidy(&self) {
        let mut all = self.all.lock().expect("nobody panics with it");
        for job in all.values().filter(|job| job.is_running()) {
            if job.unwatched() > self.limits.unwatched {
                job.stop();
            }
        }
        all.retain(|_, job| job.is_running() || job.unwatched() < self.limits.kept);
    }

    /// Stops all, and takes away what they saved.
    pub(crate) fn stop_all(&self) {
        let jobs: Vec<_> =
            self.all.lock().expect("nobody panics with it").drain().map(|(_, job)| job).collect();
        jobs.iter().for_each(|job| job.stop());
        let patience = std::time::Instant::now() + std::time::Duration::from_secs(2);
        while jobs.iter().any(|job| job.is_running()) && std::time::Instant::now() < patience {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        if let Some(Some(folder)) = self.folder.get() {
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    /// A folder for saved runs that only this user may look into, if there can be one.
    fn folder(&self) -> Option<&PathBuf> {
        let make = || {
            let folder = std::env::temp_dir().join(format!("puzzle-serve-{}", token::fresh()));
            let mut builder = std::fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(&folder).ok().map(|()| folder)
        };
        self.folder.get_or_init(make).as_ref()
    }
}
