//! The interface: paths, and what all calls have in common.
//!
//! A call with a body is read within the limits, checked against its schema in the OpenAPI document
//! and carried out in a thread for computing, of which there are few; calls wait for one, and if too
//! many wait they are refused.

mod ask;
mod catalogue;
mod look;
mod play;
mod processor;
mod subject;

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use puzzle::{Budget, Json};
use tokio::sync::Semaphore;

use crate::Limits;
use crate::jobs::Jobs;
use crate::problem::{Outcome, Problem};
use crate::schema;

/// What all calls share.
#[derive(Clone, Debug)]
pub(crate) struct Service(Arc<Shared>);

#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) limits: Limits,
    pub(crate) jobs: Jobs,
    subjects: subject::Cache,
    programs: processor::Programs,
    pictures: catalogue::Pictures,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Deref for Service {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// The paths.
pub(crate) fn routes(service: Service) -> Router {
    Router::new()
        .route("/api/v1/openapi.json", get(|| async { json(schema::TEXT.to_owned()) }))
        .route("/api/v1/puzzles", get(catalogue::list))
        .route("/api/v1/puzzles/{name}", get(catalogue::one))
        .route("/api/v1/puzzles/{name}/picture", get(catalogue::picture))
        .route("/api/v1/check", call("Check", look::check))
        .route("/api/v1/draw", call("Draw", look::draw))
        .route("/api/v1/convert", call("Convert", look::convert))
        .route("/api/v1/play", call("Play", play::play))
        .route("/api/v1/program", call("Program", processor::program))
        .route("/api/v1/run", call("Run", processor::run))
        .route("/api/v1/ask", post(ask::ask))
        .route("/api/v1/jobs/{id}", get(ask::look).delete(ask::delete))
        .route("/api/v1/jobs/{id}/stop", post(ask::stop))
        .route("/api/v1/jobs/{id}/continue", post(ask::go_on))
        .route("/api/v1/jobs/{id}/solutions/{number}", get(ask::solution))
        .fallback(|| async { Problem::missing("there is nothing at this path") })
        .method_not_allowed_fallback(|| async { Problem::method() })
        .with_state(service)
}

/// What a call computes from its request.
type Work = fn(&Service, &Json, &Budget) -> Outcome<Json>;

/// A path that computes an answer to a request of this schema.
fn call(schema: &'static str, work: Work) -> MethodRouter<Service> {
    post(move |State(service): State<Service>, request: Request| async move {
        let asked = service.read(request, schema).await?;
        let answer = service.compute(move |service, budget| work(service, &asked, budget)).await?;
        Ok::<_, Problem>(json(answer.to_string()))
    })
}

/// A text that is JSON.
fn json(text: String) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::OK, headers, text).into_response()
}

impl Service {
    pub(crate) fn new(limits: Limits) -> Self {
        let turns = Arc::new(Semaphore::new(limits.at_a_time));
        let jobs = Jobs::new(limits.clone());
        let (subjects, programs) = (subject::Cache::default(), processor::Programs::default());
        let (pictures, waiting) = (catalogue::Pictures::default(), AtomicUsize::new(0));
        Service(Arc::new(Shared { limits, jobs, subjects, programs, pictures, turns, waiting }))
    }

    /// The body of a request, as its schema wants it.
    async fn read(&self, request: Request, schema: &str) -> Outcome<Json> {
        let most = self.limits.body;
        let read = to_bytes(request.into_body(), most);
        let bytes = match tokio::time::timeout(self.limits.patience, read).await {
            Err(_) => return Err(Problem::too_slow()),
            Ok(Err(error)) if error.to_string().contains("limit") => {
                return Err(Problem::too_large(most));
            }
            Ok(Err(_)) => return Err(Problem::malformed("the request was cut off")),
            Ok(Ok(bytes)) => bytes,
        };
        let json: Json = serde_json::from_slice(&bytes)
            .map_err(|error| Problem::malformed(format!("the body is no JSON: {error}")))?;
        schema::check(schema, &json).map_err(Problem::malformed)?;
        Ok(json)
    }

    /// Computes in one of the threads for that. If the client goes, the work is stopped.
    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Service, &Budget) -> Outcome<T> + Send + 'static,
    ) -> Outcome<T> {
        let place = Waiting::take(&self.waiting, self.limits.waiting)?;
        let turn = self.turns.clone().acquire_owned().await;
        drop(place);
        let interrupt = Gone(Arc::new(AtomicBool::new(false)));
        let budget = Budget {
            deadline: Instant::now().checked_add(self.limits.call),
            memory: Some(self.limits.memory),
            interrupt: interrupt.0.clone(),
            ..Budget::default()
        };
        let service = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&service, &budget)
        });
        done.await.unwrap_or_else(|_| Err(Problem::bug("the call panicked")))
    }
}

/// A place in the queue.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn take(count: &'a AtomicUsize, most: usize) -> Outcome<Self> {
        let before = count.fetch_add(1, Ordering::Relaxed);
        let place = Waiting(count);
        match before < most {
            true => Ok(place),
            false => Err(Problem::too_many("too many calls wait; try again later")),
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Says so when nobody waits for the outcome any more.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
