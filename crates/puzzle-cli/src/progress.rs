//! The progress line on the standard error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use puzzle::core::Control;

/// Redraws the line until it is dropped.
pub(crate) struct Ticker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts drawing; short searches never get to see a line. `estimated` if the fraction done is
    /// known, else only counters are shown.
    pub(crate) fn start(control: Arc<Control>, estimated: bool) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || tick(&control, &stopped, estimated));
        Ticker { stop, thread: Some(thread) }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// How long a search runs before it shows progress, and how often the line changes.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(200);

fn tick(control: &Control, stop: &AtomicBool, estimated: bool) {
    let started = Instant::now();
    let mut bar = None;
    let mut first = None;
    while !stop.load(Ordering::Relaxed) {
        if started.elapsed() >= PATIENCE {
            let bar = bar.get_or_insert_with(|| {
                let style = ProgressStyle::with_template(if estimated {
                    "[{bar:30}] {msg}"
                } else {
                    "{msg}"
                });
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                ProgressBar::new(10_000).with_style(style.progress_chars("=> "))
            });
            let fraction = control.progress.fraction();
            bar.set_position((fraction * 10_000.0) as u64);
            // A resumed run begins with what was done before.
            let first = *first.get_or_insert(fraction);
            bar.set_message(message(control, started.elapsed(), estimated, first));
        }
        std::thread::park_timeout(INTERVAL);
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn message(control: &Control, elapsed: Duration, estimated: bool, first: f64) -> String {
    let (nodes, fraction) = (control.progress.nodes(), control.progress.fraction());
    let rate = nodes as f64 / elapsed.as_secs_f64();
    let counters = format!(
        "{} nodes, {:.2} M/s; {} solutions",
        HumanCount(nodes),
        rate / 1e6,
        HumanCount(control.progress.solutions())
    );
    if !estimated {
        return counters;
    }
    let gained = if first < 0.5 * fraction { fraction } else { fraction - first };
    let left = if gained > 0.001 {
        let seconds = elapsed.as_secs_f64() * (1.0 - fraction) / gained;
        match Duration::try_from_secs_f64(seconds) {
            Ok(left) => format!("about {} left", HumanDuration(left)),
            Err(_) => "a very long time left".into(),
        }
    } else {
        "estimating".into()
    };
    format!("{:.1} %, {left}; {counters}", 100.0 * fraction)
}
