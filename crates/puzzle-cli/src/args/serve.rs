//! Arguments of `serve`.

use std::net::IpAddr;
use std::time::Duration;

use clap::Args as ClapArgs;
use puzzle_server::Options;

use super::values;

#[derive(ClapArgs)]
pub(crate) struct Serve {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = Options::PORT)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Listen on another address than this machine's own, such as 0.0.0.0: whoever is given the
    /// token may then ask from elsewhere, and the connection is not encrypted
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<IpAddr>,
    /// The most time of a search: 10m, 2h
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = values::duration)]
    pub(crate) time_limit: Duration,
    /// The most memory of a search: 512MiB, 2GB
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = values::size)]
    pub(crate) memory: u64,
    /// The most searches at a time
    #[arg(long, value_name = "N", default_value_t = 48)]
    pub(crate) searches: usize,
}
