//! Who is let in, and what every answer carries.
//!
//! * A call must name this server as its host: a stranger's name that points to this machine (DNS
//!   rebinding) is refused.
//! * If it names an origin, that must be this server: other pages in the same browser are refused.
//! * Calls of the interface must carry the token in the header `Authorization: Bearer …`. A header,
//!   not a cookie: cookies go to every port of a machine, and come along with strangers' links.
//!
//! Every answer forbids scripts, styles, pictures and connections from anywhere else.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::token;

/// What may load what: everything from here, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(header::HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What a call must know.
#[derive(Debug)]
pub(crate) struct Gate {
    hosts: Vec<String>,
    any_host: bool,
    token: String,
}

impl Gate {
    pub(crate) fn new(address: SocketAddr, token: String) -> Self {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            let names = ["localhost", "127.0.0.1", "[::1]"];
            hosts.extend(names.map(|name| format!("{name}:{port}")));
        }
        // Who listens everywhere is reached under names that it does not know.
        Gate { hosts, any_host: !address.ip().is_loopback(), token }
    }

    fn check(&self, path: &str, headers: &HeaderMap) -> Result<(), Problem> {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let host = text(header::HOST).ok_or_else(|| Problem::forbidden("no host is named"))?;
        if !self.any_host && !self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Err(Problem::forbidden("this server does not go by that host's name"));
        }
        if let Some(origin) = headers.get(header::ORIGIN) {
            let own = format!("http://{host}");
            if !origin.to_str().is_ok_and(|origin| origin.eq_ignore_ascii_case(&own)) {
                return Err(Problem::forbidden("the call comes from another origin"));
            }
        }
        if path.starts_with("/api/") {
            let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
            if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
                return Err(Problem::forbidden("the call comes from another site"));
            }
            // Drawings of the catalogue are the same for everybody, and pages show them as images.
            let carried = text(header::AUTHORIZATION).and_then(|v| v.strip_prefix("Bearer "));
            let open = path.ends_with("/picture") || path == "/api/v1/openapi.json";
            if !open && !carried.is_some_and(|carried| token::same(carried, &self.token)) {
                return Err(Problem::unknown_caller());
            }
        }
        Ok(())
    }
}

/// The router behind the gate.
pub(crate) fn around(app: Router, gate: Arc<Gate>) -> Router {
    app.layer(from_fn_with_state(gate, pass))
}

async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let checked = gate.check(request.uri().path(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(path: &str, headers: &[(&'static str, &str)]) -> u16 {
        let gate = Gate::new(([127, 0, 0, 1], 7117).into(), "secret".into());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        gate.check(path, &map).map_or_else(|p| p.into_response().status().as_u16(), |()| 200)
    }

    #[test]
    fn a_foreign_host_a_foreign_origin_and_a_wrong_token_are_refused() {
        let host = ("host", "127.0.0.1:7117");
        let token = ("authorization", "Bearer secret");
        let call = "/api/v1/puzzles";
        assert_eq!(outcome("/", &[host]), 200);
        assert_eq!(outcome(call, &[host, token]), 200);
        assert_eq!(outcome(call, &[("host", "LOCALHOST:7117"), token]), 200);
        assert_eq!(outcome(call, &[host]), 401);
        assert_eq!(outcome(call, &[host, ("authorization", "Bearer secreT")]), 401);
        assert_eq!(outcome("/", &[]), 403);
        assert_eq!(outcome("/", &[("host", "evil.example:7117")]), 403);
        assert_eq!(outcome("/", &[("host", "127.0.0.1:80")]), 403);
        assert_eq!(outcome(call, &[host, token, ("origin", "http://evil.example")]), 403);
        assert_eq!(outcome(call, &[host, token, ("origin", "null")]), 403);
        assert_eq!(outcome(call, &[host, token, ("origin", "http://127.0.0.1:7117")]), 200);
        assert_eq!(outcome(call, &[host, token, ("sec-fetch-site", "cross-site")]), 403);
        assert_eq!(outcome("/api/v1/puzzles/soma/picture", &[host]), 200);
    }
}
