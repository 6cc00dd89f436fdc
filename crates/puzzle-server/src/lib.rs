//! The web page of the puzzle processor and the interface behind it.
//!
//! One page, embedded in the program, and a JSON interface below `/api/v1/` that any program may use.
//! Both speak the one vocabulary of the facade: questions, choices and forms come from the tables of
//! the families, so that neither names a family.
//!
//! Who may ask: the server listens on this machine unless told otherwise. Machines are shared and
//! browsers visit strangers, so every call of the interface must carry the token that the server
//! made when it started, and calls for another host or from another origin are refused (`guard`).
//! What a call may cost is bounded (`limits`): bytes, seconds, searches at a time, searches of one
//! client. No text that comes in is ever the name of a file.

mod api;
mod guard;
mod jobs;
mod limits;
mod listen;
mod page;
mod problem;
mod schema;
#[cfg(test)]
mod tests;
mod token;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use limits::Limits;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub address: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// What calls may cost.
    pub limits: Limits,
}

impl Options {
    /// The port unless another is asked for.
    pub const PORT: u16 = 7117;
}

impl Default for Options {
    fn default() -> Self {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Options { address, port: Self::PORT, limits: Limits::default() }
    }
}

/// A server that listens, but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    token: String,
    limits: Limits,
}

impl Server {
    /// Takes the port.
    pub fn bind(options: &Options) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind((options.address, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let limits = options.limits.clone();
        Ok(Server { listener, address, token: token::fresh(), limits })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page. The token is in its fragment, which browsers send to nobody.
    pub fn url(&self) -> String {
        format!("http://{}/#token={}", self.address, self.token)
    }

    /// The token that calls must carry.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Answers until the flag is raised; searches that run then are stopped.
    pub fn run(self, stop: &Arc<AtomicBool>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(self.limits.at_a_time + 1)
            .build()?;
        let outcome = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let state = api::Service::new(self.limits.clone());
            let gate = Arc::new(guard::Gate::new(self.address, self.token));
            let app = page::routes().merge(api::routes(state.clone()));
            let app = guard::around(app, gate);
            let serving = tokio::spawn(listen::serve(listener, app, self.limits));
            while !stop.load(Ordering::Relaxed) && !serving.is_finished() {
                tokio::time::sleep(Duration::from_millis(100)).await;
                state.jobs.tidy();
            }
            serving.abort();
            state.jobs.stop_all();
            Ok(())
        });
        runtime.shutdown_timeout(Duration::from_secs(2));
        outcome
    }
}
