//! The progress line on the standard error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use puzzle::Control;

/// Redraws the line until it is dropped.
pub(crate) struct Ticker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts drawing; short searches never get to see a line.
    pub(crate) fn start(control: Arc<Control>) -> Self {
        Self::drawing(move |stopped| tick(&control, stopped))
    }

    /// Tells how many puzzles were answered.
    pub(crate) fn of_puzzles(answered: Arc<AtomicU64>) -> Self {
        Self::drawing(move |stopped| count(&answered, stopped))
    }

    fn drawing(draw: impl FnOnce(&AtomicBool) + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || draw(&stopped));
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

fn tick(control: &Control, stop: &AtomicBool) {
    let started = Instant::now();
    let mut bar = None;
    let (mut first, mut furthest) = (None, 0.0);
    while !stop.load(Ordering::Relaxed) {
        if started.elapsed() >= PATIENCE {
            let bar =
                bar.get_or_insert_with(|| ProgressBar::new(10_000).with_style(style("{msg}")));
            let fraction = control.progress.fraction();
            // Not every search knows how much there is to do.
            if fraction > 0.0 && furthest == 0.0 {
                bar.set_style(style("[{bar:30}] {msg}"));
            }
            bar.set_position((fraction * 10_000.0) as u64);
            let elapsed = started.elapsed();
            // What was done before this run, in preparation or in vain tells nothing of its speed.
            if fraction < furthest {
                first = None;
            }
            furthest = fraction;
            if control.progress.nodes() > 0 {
                first.get_or_insert((elapsed, fraction));
            }
            bar.set_message(message(control, elapsed, first));
        }
        std::thread::park_timeout(INTERVAL);
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn count(answered: &AtomicU64, stop: &AtomicBool) {
    let started = Instant::now();
    let bar = ProgressBar::new_spinner().with_style(style("{msg}"));
    while !stop.load(Ordering::Relaxed) {
        if started.elapsed() >= PATIENCE {
            let answered = HumanCount(answered.load(Ordering::Relaxed));
            bar.set_message(format!("{answered} puzzles"));
        }
        std::thread::park_timeout(INTERVAL);
    }
    bar.finish_and_clear();
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

fn message(control: &Control, elapsed: Duration, first: Option<(Duration, f64)>) -> String {
    let (nodes, fraction) = (control.progress.nodes(), control.progress.fraction());
    let rate = nodes as f64 / elapsed.as_secs_f64();
    let counters = format!(
        "{} nodes, {:.2} M/s; {} solutions",
        HumanCount(nodes),
        rate / 1e6,
        HumanCount(control.progress.solutions())
    );
    if fraction == 0.0 && nodes > 0 {
        return counters;
    }
    let left = match first {
        None => "preparing".into(),
        Some((before, done)) if fraction - done > 0.001 => {
            let spent = elapsed.saturating_sub(before).as_secs_f64();
            let seconds = spent * (1.0 - fraction) / (fraction - done);
            match Duration::try_from_secs_f64(seconds) {
                Ok(left) => format!("about {} left", HumanDuration(left)),
                Err(_) => "a very long time left".into(),
            }
        }
        Some(_) => "estimating".into(),
    };
    format!("{:.1} %, {left}; {counters}", 100.0 * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle::Progress;

    fn at(nodes: u64, fraction: f64, first: Option<(u64, f64)>) -> String {
        let control = Control { progress: Progress::watched(), ..Control::default() };
        control.progress.publish(nodes, 3);
        control.progress.publish_fraction(fraction);
        let first = first.map(|(seconds, fraction)| (Duration::from_secs(seconds), fraction));
        message(&control, Duration::from_secs(100), first)
    }

    #[test]
    fn preparation_is_said_and_time_left_comes_from_this_run_alone() {
        assert!(at(9, 0.0, Some((1, 0.0))).starts_with("9 nodes"));
        assert!(at(0, 0.004, None).starts_with("0.4 %, preparing; 0 nodes"));
        assert!(at(9, 0.01, Some((1, 0.01))).starts_with("1.0 %, estimating;"));
        // A tenth in ninety seconds, half is left.
        let line = at(9, 0.5, Some((10, 0.4)));
        assert!(line.starts_with("50.0 %, about 8 minutes left; 9 nodes"), "{line}");
    }
}
