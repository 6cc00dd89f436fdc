//! CPU time, which other load on the machine disturbs less than wall time.

use std::time::Duration;

#[cfg(unix)]
use nix::sys::resource::{UsageWho, getrusage};
#[cfg(unix)]
use nix::sys::time::{TimeVal, TimeValLike};

/// CPU time spent so far by this process, all its threads, and the commands it ran to their end.
/// A program that uses two threads gains nothing by it here.
#[cfg(unix)]
pub(crate) fn now() -> Duration {
    spent(UsageWho::RUSAGE_SELF) + commands()
}

/// CPU time spent so far by the commands that this process ran to their end.
#[cfg(unix)]
pub(crate) fn commands() -> Duration {
    spent(UsageWho::RUSAGE_CHILDREN)
}

#[cfg(unix)]
fn spent(who: UsageWho) -> Duration {
    let usage = getrusage(who).expect("every process may ask for its own usage");
    let micros = |time: TimeVal| Duration::from_micros(time.num_microseconds().max(0) as u64);
    micros(usage.user_time()) + micros(usage.system_time())
}

/// Wall time since the first call.
#[cfg(not(unix))]
pub(crate) fn now() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Wall time since the first call.
#[cfg(not(unix))]
pub(crate) fn commands() -> Duration {
    now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_advances_with_work() {
        let start = now();
        let mut sum = 0_u64;
        while now() == start {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(now() > start);
    }
}
