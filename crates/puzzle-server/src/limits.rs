//! What a call may cost.

use std::time::Duration;

/// Bounds that keep one page from taking the machine down.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most bytes of a request.
    pub body: usize,
    /// How long a request may take to arrive.
    pub patience: Duration,
    /// The most connections at a time.
    pub connections: usize,
    /// How many calls compute at a time: reading, drawing, playing.
    pub at_a_time: usize,
    /// How many calls may wait for that.
    pub waiting: usize,
    /// The most time of such a call.
    pub call: Duration,
    /// The most searches at a time, and those of one client.
    pub jobs: usize,
    /// The most searches of one client at a time.
    pub jobs_of_one: usize,
    /// The most time of a search.
    pub search: Duration,
    /// The most memory of the tables of one search, in bytes.
    pub memory: u64,
    /// How long a search goes on when nobody watches it.
    pub unwatched: Duration,
    /// How long an answer is kept that nobody asks for.
    pub kept: Duration,
    /// The most solutions that are kept of a search; the rest is counted.
    pub solutions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 8 << 20,
            patience: Duration::from_secs(10),
            connections: 1024,
            at_a_time: 4,
            waiting: 256,
            call: Duration::from_secs(10),
            jobs: 48,
            jobs_of_one: 4,
            search: Duration::from_secs(3600),
            memory: 512 << 20,
            unwatched: Duration::from_secs(20),
            kept: Duration::from_secs(600),
            solutions: 10_000,
        }
    }
}
