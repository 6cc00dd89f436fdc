//! Questions, and the searches that answer them.

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use puzzle::{Ask, Choice, Json, Puzzle, Question, Value};

use super::{Service, json as reply, look};
use crate::jobs::Events;
use crate::problem::{Outcome, Problem};

/// Begins to answer a question; says which search does.
pub(super) async fn ask(State(service): State<Service>, request: Request) -> Outcome<Response> {
    let client = client(request.headers());
    let asked = service.read(request, "Ask").await?;
    let begin = move |service: &Service, budget: &puzzle::Budget| {
        let puzzle = service.subject(&asked, budget)?;
        let ask = question(&puzzle, &asked)?;
        puzzle.check(&ask)?;
        service.jobs.start(&client, puzzle, ask)
    };
    let job = service.compute(begin).await?;
    let place = format!("/api/v1/jobs/{}", job.id());
    let headers = [(header::CONTENT_TYPE, "application/json".into()), (header::LOCATION, place)];
    Ok((StatusCode::CREATED, headers, job.json().to_string()).into_response())
}

/// How far a search is: now, or as a stream of events for whoever accepts that.
pub(super) async fn look(
    State(service): State<Service>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Outcome<Response> {
    let job = service.jobs.get(&id)?;
    job.watch();
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if accepts.is_some_and(|accept| accept.contains("text/event-stream")) {
        let headers =
            [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
        return Ok((headers, Body::from_stream(Events::of(job))).into_response());
    }
    Ok(reply(job.json().to_string()))
}

/// Stops a search; what it found stays.
pub(super) async fn stop(
    State(service): State<Service>,
    Path(id): Path<String>,
) -> Outcome<Response> {
    let job = service.jobs.get(&id)?;
    job.watch();
    job.stop();
    Ok(reply(job.json().to_string()))
}

/// Goes on with a search that was stopped.
pub(super) async fn go_on(
    State(service): State<Service>,
    Path(id): Path<String>,
) -> Outcome<Response> {
    let job = service.jobs.get(&id)?;
    service.jobs.resume(&job)?;
    Ok(reply(job.json().to_string()))
}

/// Stops a search and forgets it.
pub(super) async fn delete(
    State(service): State<Service>,
    Path(id): Path<String>,
) -> Outcome<Response> {
    service.jobs.delete(&id)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A solution with its picture.
pub(super) async fn solution(
    State(service): State<Service>,
    Path((id, number)): Path<(String, String)>,
) -> Outcome<Response> {
    let job = service.jobs.get(&id)?;
    job.watch();
    let wrong = |_| Problem::missing("a solution has a number from 1");
    let number: u64 = number.parse().map_err(wrong)?;
    Ok(reply(service.compute(move |_, _| job.solution(number)).await?.to_string()))
}

/// Who asks, so that nobody takes more than a share. A page makes up a number for itself.
fn client(headers: &HeaderMap) -> String {
    let name = headers.get("puzzle-client").and_then(|name| name.to_str().ok());
    name.unwrap_or_default().chars().take(64).collect()
}

/// The question of a request: the one that it names, or the one that a choice asks.
pub(super) fn question(puzzle: &Puzzle, request: &Json) -> Outcome<Ask> {
    let mut ask = look::plain();
    let chosen = request["choices"].as_object().into_iter().flatten();
    let tables = puzzle.family().tables.iter().flat_map(|table| table.choices);
    let find = |name: &str| tables.clone().find(|choice: &&Choice| choice.name == name);
    for (name, value) in chosen {
        let choice = find(name);
        if matches!(choice.map(|choice| choice.value), Some(Value::File(_))) {
            return Err(Problem::senseless(format!("`{name}` is a file, and there are none here")));
        }
        let text = match value {
            Json::String(text) => text.clone(),
            Json::Bool(true) => String::new(),
            Json::Bool(false) => continue,
            other => other.to_string(),
        };
        ask.choices.set(name, text);
        if let Some(asks) = choice.and_then(|choice| choice.asks) {
            ask.question = asks;
        }
    }
    if let Some(name) = request["question"].as_str() {
        let known = Question::ALL.iter().find(|question| question.name() == name);
        ask.question = *known.ok_or_else(|| Problem::malformed(format!("no question `{name}`")))?;
    }
    ask.limit = request["limit"].as_u64();
    ask.engine = request["engine"].as_str().filter(|name| *name != "auto").map(str::to_owned);
    ask.confirm = request["confirm"] == true;
    Ok(ask)
}

/// The numbers of a list that its schema has checked.
pub(super) fn numbers(list: &Json) -> Vec<u32> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Json::as_u64).filter_map(|number| u32::try_from(number).ok()).collect()
}
