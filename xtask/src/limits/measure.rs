//! One run of the command, watched from outside.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, SysconfVar, sysconf};

use super::PATIENCE;

/// When a run should end, in seconds from its start.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    /// It knows by itself.
    After(f64),
    /// It is told by Ctrl-C.
    Interrupt(f64),
    Never,
}

/// How it ended.
pub(super) struct Ended {
    /// The exit code; `None` if it had to be killed.
    pub(super) code: Option<i32>,
    /// Seconds after it should have, by the clock or of CPU time, whichever is less.
    pub(super) late: f64,
    /// The most resident memory, in MiB.
    pub(super) peak: f64,
    pub(super) output: String,
    pub(super) errors: String,
}

impl Ended {
    /// Why it ended, in a few words.
    pub(super) fn why(&self, json: &serde_json::Value) -> String {
        match (json["stopped"].as_str(), json["error"]["message"].as_str()) {
            (Some(reason), _) => reason.into(),
            (None, Some(message)) => message.lines().next().unwrap_or_default().into(),
            (None, None) if self.code == Some(0) => "done".into(),
            (None, None) => format!("{:?} {}", self.code, self.errors.trim_end()),
        }
    }
}

/// How often a run is looked at.
const TICK: Duration = Duration::from_millis(4);

/// Runs the command and watches it.
pub(super) fn measure(binary: &Path, words: &[String], stop: Stop) -> Result<Ended, String> {
    let begun = Instant::now();
    let mut child = Command::new(binary)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", binary.display()))?;
    let output = collect(child.stdout.take());
    let errors = collect(child.stderr.take());
    let (end, mut interrupt) = match stop {
        Stop::After(seconds) => (seconds, false),
        Stop::Interrupt(seconds) => (seconds, true),
        Stop::Never => (f64::INFINITY, false),
    };
    let mut ended =
        Ended { code: None, late: 0.0, peak: 0.0, output: String::new(), errors: String::new() };
    // CPU seconds at the moment when it should have ended, and at last.
    let (mut due, mut cpu) = (None, 0.0);
    let status = loop {
        let status = child.try_wait().map_err(|error| error.to_string())?;
        if status.is_some() {
            break status;
        }
        let elapsed = begun.elapsed().as_secs_f64();
        cpu = cpu_seconds(&child).unwrap_or(cpu);
        ended.peak = peak(&child).unwrap_or(0.0).max(ended.peak);
        if elapsed >= end {
            due.get_or_insert(cpu);
            if std::mem::take(&mut interrupt) {
                let _ = kill(Pid::from_raw(child.id() as i32), Signal::SIGINT);
            }
        }
        if elapsed > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(TICK);
    };
    let clock = begun.elapsed().as_secs_f64() - end;
    ended.late = due.map_or(clock, |due| clock.min(cpu - due));
    ended.code = status.and_then(|status| status.code());
    ended.output = output.join().unwrap_or_default();
    ended.errors = errors.join().unwrap_or_default();
    Ok(ended)
}

/// The most text of a run that is kept.
const LARGEST: u64 = 1 << 20;

/// Reads a stream to its end in a thread, so that nobody waits for its reader.
fn collect(stream: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.by_ref().take(LARGEST).read_to_end(&mut kept);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// CPU seconds of a process so far, where the system tells.
fn cpu_seconds(child: &Child) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    let rate = sysconf(SysconfVar::CLK_TCK).ok()??;
    Some(ticks as f64 / rate as f64)
}

/// The most resident memory of a process so far, in MiB, where the system tells.
fn peak(child: &Child) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes / 1024.0)
}
