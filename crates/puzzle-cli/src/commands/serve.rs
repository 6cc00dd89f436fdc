//! `puzzle serve`: the page, until Ctrl-C.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use puzzle_server::{Limits, Options, Server};

use crate::args::Serve;
use crate::exit::{Error, Exit};
use crate::{output, stop};

pub(crate) fn run(serve: &Serve) -> Result<Exit, Error> {
    let limits = Limits {
        search: serve.time_limit,
        memory: serve.memory,
        jobs: serve.searches,
        ..Limits::default()
    };
    let address = serve.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let options = Options { address, port: serve.port, limits };
    let server = Server::bind(&options).map_err(|error| {
        let port = serve.port;
        let message = format!("error: cannot listen on {address}, port {port}: {error}");
        Error::Input(format!("{message}\n hint: --port 0 takes any port that is free"))
    })?;
    let flag = stop::flag();
    let mut out = output::writer(None)?;
    writeln!(out, "{}", server.url())?;
    out.flush()?;
    remark!("open this address; Ctrl-C ends it");
    let page = serve.open.then(|| Page::open(&server.url())).flatten();
    let outcome = server.run(&flag);
    drop(page);
    outcome.map(|()| Exit::Answered).map_err(Error::Output)
}

/// A file that leads a browser to the page. The address itself is not given to a program: other users
/// see the words that programs are started with, and the token is one of them.
struct Page(PathBuf);

impl Page {
    fn open(url: &str) -> Option<Self> {
        let name = format!("puzzle-{}.html", std::process::id());
        let page = Page(std::env::temp_dir().join(name));
        let text =
            format!("<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={url}\">\n");
        let written = private(&page.0).and_then(|mut file| file.write_all(text.as_bytes()));
        let program = match std::env::consts::OS {
            "macos" => "open",
            "windows" => "explorer",
            _ => "xdg-open",
        };
        let opened = written.and_then(|()| {
            let mut command = std::process::Command::new(program);
            command.arg(&page.0).stdin(std::process::Stdio::null());
            command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
            command.spawn()
        });
        if let Err(error) = &opened {
            remark!("the browser was not opened: {error}");
        }
        Some(page)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A new file that nobody else reads.
fn private(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
