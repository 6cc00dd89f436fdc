//! The page: files of `web/`, compiled in.

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

macro_rules! files {
    ($($name:literal)*) => {
        /// Every file of the page but the first, by name.
        pub(crate) const FILES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!("../../../web/", $name)))),*];
    };
}

files! {
    "api.js"
    "board.js"
    "drawings.js"
    "editor.js"
    "gallery.js"
    "icon.svg"
    "main.js"
    "play.js"
    "processor.js"
    "puzzle.js"
    "share.js"
    "solid.js"
    "solve.js"
    "style.css"
    "tree.js"
    "ui.js"
}

/// What every address of the page answers with; the script looks at the address.
const INDEX: &str = include_str!("../../../web/index.html");

/// The addresses of the page.
pub(crate) fn routes() -> Router {
    Router::new()
        .route("/", get(index))
        .route("/p/{name}", get(index))
        .route("/own", get(index))
        .route("/web/{name}", get(file))
}

async fn index() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], fresh(), INDEX).into_response()
}

async fn file(Path(name): Path<String>) -> Response {
    let Some((_, bytes)) = FILES.iter().find(|(known, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    ([(header::CONTENT_TYPE, kind)], fresh(), *bytes).into_response()
}

/// The next version of the program brings other files under the same names.
fn fresh() -> [(header::HeaderName, &'static str); 1] {
    [(header::CACHE_CONTROL, "no-cache")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_compiled_in_and_the_page_is_small() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");
        let mut bytes = INDEX.len();
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let part = ["js", "css", "svg"].iter().any(|end| name.ends_with(&format!(".{end}")));
            let known = FILES.iter().find(|(known, _)| *known == name);
            assert_eq!(part, known.is_some(), "{name}");
            bytes += known.map_or(0, |(_, text)| text.len());
        }
        assert!(bytes < 400_000, "{bytes}");
    }
}
