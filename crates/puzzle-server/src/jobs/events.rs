//! A search as a stream of server-sent events.
//!
//! Two kinds: `progress`, now and then, and `end`, the last one. Solutions are not in
//! it: it says how many there are, and whoever shows them asks for those it shows. So a page that is
//! slow to draw costs nothing but its own pictures.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use puzzle::Json;
use tokio::time::{Instant, Sleep, sleep};

use super::Job;

/// How often it looks at first, and later. Short searches are told at once.
const FIRST: Duration = Duration::from_millis(4);
const LATER: Duration = Duration::from_millis(120);
/// It says so, too, when nothing but time has passed: a client that has gone is noticed by that.
const ALIVE: Duration = Duration::from_millis(500);

/// The stream. Whoever reads it watches the search.
#[derive(Debug)]
pub(crate) struct Events {
    job: Arc<Job>,
    pause: Duration,
    sleep: Pin<Box<Sleep>>,
    last: Option<(u64, u64)>,
    told: Instant,
    ended: bool,
}

impl Events {
    pub(crate) fn of(job: Arc<Job>) -> Self {
        let sleep = Box::pin(sleep(Duration::ZERO));
        Events { job, pause: FIRST, sleep, last: None, told: Instant::now(), ended: false }
    }

    /// What there is to say, if anything.
    fn look(&mut self) -> Option<String> {
        self.job.watch();
        let json = self.job.json();
        let event = |kind: &str, json: &Json| format!("event: {kind}\ndata: {json}\n\n");
        if json["running"] == false {
            self.ended = true;
            return Some(event("end", &json));
        }
        let now = (json["nodes"].as_u64()?, json["found"].as_u64()?);
        if self.last.replace(now) == Some(now) && self.told.elapsed() < ALIVE {
            return None;
        }
        self.told = Instant::now();
        Some(event("progress", &json))
    }
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if self.ended {
                return Poll::Ready(None);
            }
            if self.sleep.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            self.pause = (self.pause * 3 / 2).min(LATER);
            let next = Instant::now() + self.pause;
            self.sleep.as_mut().reset(next);
            if let Some(event) = self.look() {
                return Poll::Ready(Some(Ok(event.into())));
            }
        }
    }
}
