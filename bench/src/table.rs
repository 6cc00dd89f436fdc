//! The results as a table that is also Markdown, and as JSON.

use std::time::Duration;

use serde_json::{Value, json};

use crate::measure::{Result, Row};
use crate::peers::BASELINE;

const HEADS: [&str; 9] = [
    "puzzle",
    "program",
    "solutions",
    "best s",
    "median s",
    "nodes",
    "ns/node",
    "time/dlx",
    "speed",
];
/// The columns of words; the others are of numbers.
const WORDS: usize = 2;

/// The table, what it means, and what there is to say about single rows.
pub(crate) fn print(results: &[Result], rounds: u32) -> String {
    let mut lines = vec![HEADS.map(String::from)];
    for result in results {
        lines.extend(result.rows.iter().map(|row| cells(result, row)));
    }
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
    let rule = |column: usize| match column < WORDS {
        true => "-".repeat(widths[column]),
        false => "-".repeat(widths[column] - 1) + ":",
    };
    lines.insert(1, std::array::from_fn(rule));
    let pad = |(column, cell): (usize, &String)| {
        let width = widths[column];
        if column < WORDS { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    };
    let mut text =
        format!("Machine: {}; rounds: {rounds}; CPU seconds, one thread.\n\n", machine());
    for line in &lines {
        let cells: Vec<String> = line.iter().enumerate().map(pad).collect();
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text += "\nratios by the best round: time/dlx below 1 is faster than the crate dlx, speed is \
             how many times as fast\n";
    for note in notes(results) {
        text += &note;
        text.push('\n');
    }
    if let Some(peak) = peak_memory() {
        text += &format!("peak memory of this process, all programs that ran in it: {peak} MB\n");
    }
    text
}

fn cells(result: &Result, row: &Row) -> [String; HEADS.len()] {
    let or_dash = |cell: Option<String>| cell.unwrap_or_else(|| "–".into());
    let solutions = match (&row.found, row.is_right(result.known)) {
        (Err(reason), _) => reason.split(':').next().map(String::from),
        (Ok(found), right) => found.solutions.map(|count| match right {
            Some(true) => count.to_string(),
            Some(false) => format!("WRONG {count}"),
            None => format!("{count}?"),
        }),
    };
    let nodes = row.found.as_ref().ok().and_then(|found| found.nodes);
    let ratio = ratio(result, row);
    [
        result.puzzle.clone(),
        row.program.clone(),
        or_dash(solutions),
        or_dash(row.best().map(seconds)),
        or_dash(row.median().map(seconds)),
        or_dash(nodes.map(|nodes| nodes.to_string())),
        or_dash(row.nanos_per_node().map(|nanos| format!("{nanos:.0}"))),
        or_dash(ratio.map(significant)),
        or_dash(ratio.map(|ratio| significant(1.0 / ratio))),
    ]
}

/// The program's time by the baseline's.
fn ratio(result: &Result, row: &Row) -> Option<f64> {
    let baseline = result.best(BASELINE)?.as_secs_f64();
    Some(row.best()?.as_secs_f64() / baseline).filter(|ratio| ratio.is_normal())
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.01 { format!("{seconds:.6}") } else { format!("{seconds:.3}") }
}

/// About three digits.
fn significant(number: f64) -> String {
    let decimals = if number < 1.0 { 3 } else { usize::from(number < 100.0) * 2 };
    format!("{number:.decimals$}")
}

/// What programs had to say, each once, with the puzzles it holds for.
fn notes(results: &[Result]) -> Vec<String> {
    let mut notes: Vec<(String, Vec<&str>)> = Vec::new();
    let mut add = |note: String, puzzle| match notes.iter_mut().find(|(known, _)| *known == note) {
        Some((_, puzzles)) => puzzles.push(puzzle),
        None => notes.push((note, vec![puzzle])),
    };
    for result in results {
        for row in &result.rows {
            let note = match &row.found {
                Err(reason) => Some(reason),
                Ok(found) => found.remark.as_ref(),
            };
            if let Some(note) = note {
                add(format!("{} {note}", row.program), result.puzzle.as_str());
            }
            if row.is_right(result.known) == Some(false) {
                let known = result.known.unwrap_or_default();
                add(format!("{} should find {known}", row.program), &result.puzzle);
            }
        }
        if let Some(loss) = loss(result) {
            add(loss, &result.puzzle);
        }
        if result.known.is_none() {
            let verdict = if result.is_right() { "all agree" } else { "COUNTS DIFFER" };
            add(format!("number of solutions not known from elsewhere, {verdict}"), &result.puzzle);
        }
    }
    notes.into_iter().map(|(note, puzzles)| format!("{note} ({})", puzzles.join(", "))).collect()
}

/// What the chooser loses against the best of our engines: at most 1.5 times its time and 20 ms are
/// allowed.
fn loss(result: &Result) -> Option<String> {
    let auto = result.best("auto")?.as_secs_f64();
    let ours: Vec<&str> = crate::ours::names();
    let times = result.rows.iter().filter(|row| ours.contains(&row.program.as_str()));
    let (best, name) = times
        .filter_map(|row| Some((row.best()?.as_secs_f64(), row.program.as_str())))
        .min_by(|x, y| x.0.total_cmp(&y.0))?;
    let verdict = if auto <= 1.5 * best + 0.02 { "within bounds" } else { "TOO MUCH" };
    Some(format!(
        "auto takes {:.2} times as long as {name}, {:+.1} ms: {verdict}",
        auto / best,
        (auto - best) * 1e3
    ))
}

/// The most memory this process has had, in megabytes, where the system tells it. Peers that ran in
/// it count too, so run with `--only` for the figure of one program.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

/// Everything, for other programs to read.
pub(crate) fn json(results: &[Result], rounds: u32) -> Value {
    let row = |result: &Result, row: &Row| {
        let found = row.found.as_ref().ok();
        json!({
            "program": row.program,
            "solutions": found.and_then(|found| found.solutions),
            "right": row.is_right(result.known),
            "nodes": found.and_then(|found| found.nodes),
            "best_s": row.best().map(|time| time.as_secs_f64()),
            "median_s": row.median().map(|time| time.as_secs_f64()),
            "times_s": row.times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>(),
            "ns_per_node": row.nanos_per_node(),
            "time_by_dlx": ratio(result, row),
            "remark": found.and_then(|found| found.remark.clone()),
            "problem": row.found.as_ref().err(),
        })
    };
    let puzzle = |result: &Result| {
        json!({
            "puzzle": result.puzzle,
            "aspects": result.aspects,
            "embeddings": result.embeddings,
            "known": result.known,
            "programs": result.rows.iter().map(|r| row(result, r)).collect::<Vec<_>>(),
        })
    };
    json!({
        "schema": 1,
        "machine": machine(),
        "peak_memory_mb": peak_memory(),
        "rounds": rounds,
        "puzzles": results.iter().map(puzzle).collect::<Vec<_>>(),
    })
}

/// The processor's model where the system tells it, and the number of cores.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Found;

    fn row(program: &str, solutions: u64, millis: u64) -> Row {
        let found = Found { solutions: Some(solutions), nodes: Some(1000), remark: None };
        Row {
            program: program.into(),
            found: Ok(found),
            times: vec![Duration::from_millis(millis)],
        }
    }

    #[test]
    fn rows_show_ratios_wrong_counts_and_reasons() {
        let declined = Err("declines: only counts".into());
        let rows = vec![
            row("fast", 7, 10),
            row(BASELINE, 8, 20),
            Row { program: "dp".into(), found: declined, times: Vec::new() },
        ];
        let result = Result { puzzle: "p".into(), aspects: 1, embeddings: 2, known: Some(8), rows };
        let text = print(std::slice::from_ref(&result), 1);
        let line = |start: &str| text.lines().find(|line| line.contains(start)).unwrap().to_owned();
        assert!(line("| fast").contains("WRONG 7"), "{text}");
        assert!(line("| fast").contains("0.500"), "{text}");
        assert!(line("| dlx ").contains("1.00"), "{text}");
        assert!(text.contains("dp declines: only counts (p)"), "{text}");
        assert_eq!(json(&[result], 1)["puzzles"][0]["programs"][1]["right"], true);
    }
}
