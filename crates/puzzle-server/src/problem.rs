//! What is wrong with a call, as a problem description (RFC 9457): always a 4xx, because what a call
//! asks is the caller's.

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use axum::response::IntoResponse;
use puzzle::{Failure, Json, OpenError, Refusal, error_json};
use serde_json::json;

/// A call that is refused.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    title: &'static str,
    detail: String,
    /// More about it, such as line and column.
    more: Option<Json>,
}

/// The outcome of a call.
pub(crate) type Outcome<T> = Result<T, Problem>;

impl Problem {
    fn new(status: StatusCode, title: &'static str, detail: impl Into<String>) -> Self {
        Problem { status, title, detail: detail.into(), more: None }
    }

    /// The request is no JSON, or not what its schema says.
    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "the request is malformed", detail)
    }

    /// What is asked makes no sense.
    pub(crate) fn senseless(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "this cannot be answered", detail)
    }

    /// There is no such thing.
    pub(crate) fn missing(what: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is no such thing", what)
    }

    /// Who asks may not.
    pub(crate) fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "the call is refused", detail)
    }

    /// The token is missing or another one.
    pub(crate) fn unknown_caller() -> Self {
        let detail = "the token is missing or of another run; open the address that \
                      `puzzle serve` printed";
        Self::new(StatusCode::UNAUTHORIZED, "the call carries no token", detail)
    }

    /// The path has another method.
    pub(crate) fn method() -> Self {
        let detail = "the path has other methods; /api/v1/openapi.json lists them";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "there is no such method", detail)
    }

    /// The request is too long.
    pub(crate) fn too_large(most: usize) -> Self {
        let detail = format!("a request has at most {} MiB", most >> 20);
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is too long", detail)
    }

    /// The request did not arrive in time.
    pub(crate) fn too_slow() -> Self {
        let detail = "the request did not arrive in time";
        Self::new(StatusCode::REQUEST_TIMEOUT, "the request is too slow", detail)
    }

    /// Too much is going on.
    pub(crate) fn too_many(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too much at a time", detail)
    }

    /// What happened here contradicts itself; it is told like what is senseless.
    pub(crate) fn bug(detail: impl Into<String>) -> Self {
        let detail = format!("{}; this is a bug in puzzle: please report it", detail.into());
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "this went wrong", detail)
    }

    fn about(refusal: &Refusal) -> Self {
        let mut problem = Self::senseless(refusal.diagnostic.message.clone());
        problem.title = "the text is refused";
        problem.more = Some(refusal_json(refusal));
        problem
    }

    /// What is wrong with a text, if that is the problem.
    pub(crate) fn refusal(&self) -> Option<&Json> {
        self.more.as_ref()
    }

    /// As a program reads it.
    pub(crate) fn json(&self) -> Json {
        let mut json = json!({
            "type": "about:blank",
            "title": self.title,
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        if let Some(more) = &self.more {
            json["refusal"] = more.clone();
        }
        json
    }
}

/// What is wrong with a text: message, line, column, hint, and all of it for people.
fn refusal_json(refusal: &Refusal) -> Json {
    let mut json = error_json("", Some(refusal))["error"].take();
    json["rendered"] = refusal.rendered.trim_end().into();
    json
}

impl From<OpenError> for Problem {
    fn from(error: OpenError) -> Self {
        match (&error, error.stopped()) {
            (_, Some(_)) => Problem::senseless("reading the puzzle takes too long"),
            (OpenError::Unknown { .. }, _) => {
                let refusal = error.refusal();
                let hint = refusal.diagnostic.hint.unwrap_or_default();
                Problem::missing(format!("{}; {hint}", refusal.diagnostic.message))
            }
            _ => Problem::about(&error.refusal()),
        }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match &failure {
            Failure::File(refusal) => Problem::about(refusal),
            Failure::Disagreement(message) | Failure::Wrong(message) => Problem::bug(message),
            other => Problem::senseless(other.to_string()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        let kind = (header::CONTENT_TYPE, "application/problem+json");
        (self.status, [kind], self.json().to_string()).into_response()
    }
}
