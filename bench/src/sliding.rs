//! Sliding blocks: the packed state space beside document 002's data structure.
//!
//! Both exhaust the same component on one thread, taking turns, and must count the same
//! configurations. The baseline is `families::sliding::original`, a plain reimplementation with
//! document 002's hash chains and nybble packing, which also answers `solve --compatible`.

use puzzle::{Ask, Question, Run};
use puzzle_core::{Explored, Finding, Ignore};
use puzzle_engines::meta;
use puzzle_families::sliding::original::Original;
use puzzle_families::sliding::{Goal, Sliding, Style, read};
use puzzle_families::{Description, Source, catalogue};

use crate::clock;

/// A board, the styles to exhaust it in, how often in one measurement, and whether the baseline
/// can hold it.
struct Case {
    name: &'static str,
    text: Option<&'static str>,
    styles: &'static [u8],
    times: u32,
    baseline: bool,
}

/// 9 101 880 configurations, key in 100 bits.
const WIDER: &str = "family = \"sliding\"\ndrawing = \"\"\"\nABBCC\nABBDD\nEFFGG\nEHHII\nJKL..\n\"\"\"\n\
                     [[kind]]\nblocks = \"A\"\n[[kind]]\nblocks = \"C\"\n[[kind]]\nblocks = \"H\"\n\
                     [[kind]]\nblocks = \"J\"\n";

/// 1 418 060 configurations, key in 72 bits.
const WIDE: &str =
    "family = \"sliding\"\ndrawing = \"\"\"\nABBCDD\nABBCEF\nGHHI..\nGJKILM\n\"\"\"\n";

/// 30 270 240 configurations, key in 32 bits.
const TILES: &str = "4 x 4 tiles\n1 = 1\n2 = 1\n3 = 1\n1111122222333300\n1111122222333300\n";

/// 50 450 400 configurations.
const MORE_TILES: &str = "4 x 4 tiles\n1 = 1\n2 = 1\n3 = 1\n1111122223333000\n1111122223333000\n";

const CASES: &[Case] = &[
    Case { name: "klotski", text: None, styles: &[0, 2], times: 20, baseline: true },
    Case { name: "century", text: None, styles: &[0, 2], times: 8, baseline: true },
    Case { name: "eight-puzzle", text: None, styles: &[0], times: 3, baseline: true },
    Case { name: "4x6, 72 bits", text: Some(WIDE), styles: &[0, 2], times: 1, baseline: true },
    Case { name: "5x5, 100 bits", text: Some(WIDER), styles: &[0, 2], times: 1, baseline: false },
];

/// Measures and prints the table; `Ok(false)` if two counts differ.
pub(crate) fn run(rounds: u32, full: bool) -> Result<bool, String> {
    println!(
        "{:<14} {:>5} {:>14} {:>13} {:>9} {:>7} {:>13}",
        "puzzle", "style", "configurations", "baseline M/s", "ours M/s", "ratio", "window bytes"
    );
    let mut right = true;
    for case in CASES {
        let sliding = match case.text {
            Some(text) => parse(text)?,
            None => parse(&catalogue::find(case.name).ok_or("not in the catalogue")?)?,
        };
        for &style in case.styles {
            let style = Style::new(style).ok_or("no such style")?;
            right &= measure(case, &sliding, style, rounds)?;
        }
    }
    println!(
        "M/s: million configurations per second of CPU time, best of {rounds} rounds; window bytes: \
         of the tables, per configuration of the widest three levels"
    );
    if full {
        threads()?;
        right &= memory()?;
    }
    Ok(right)
}

fn parse(text: &str) -> Result<Sliding, String> {
    read(&Source::text("bench", text)).map(|(puzzle, _)| puzzle).map_err(|error| error.message)
}

/// Counts all configurations; what the search saw.
fn explore(sliding: &Sliding, style: Style, run: &Run) -> Result<Explored, String> {
    let ask = Ask::new(Question::Count).with("style", style);
    let lowered =
        sliding.lower(&ask, &puzzle::Budget::default()).map_err(|error| error.to_string())?;
    let answer = meta::answer(&lowered.problem, &ask, run, &mut Ignore);
    match answer.map_err(|error| error.to_string())?.finding {
        Finding::Explored(explored) => Ok(explored),
        _ => Err("a search tells what it saw".into()),
    }
}

/// Fifty million configurations in memory and with 64 MiB.
fn memory() -> Result<bool, String> {
    let sliding = parse(MORE_TILES)?;
    let mut levels = Vec::new();
    for memory in [None, Some(64 << 20)] {
        let mut control = puzzle_core::Control::default();
        control.budget.memory = memory;
        let run = Run { threads: Some(1), ..Run::default() }.under(control);
        let cpu = clock::now();
        let answer = explore(&sliding, Style::default(), &run)?;
        let cpu = (clock::now() - cpu).as_secs_f64();
        println!(
            "{}: {} configurations, {} levels, {cpu:.1} s of CPU time, tables {} MiB{}",
            memory.map_or("in memory".into(), |bytes| format!("with {} MiB", bytes >> 20)),
            answer.states(),
            answer.levels.len(),
            answer.peak_window >> 20,
            if answer.spilled { ", levels on disk" } else { "" }
        );
        levels.push(answer.levels);
    }
    Ok(levels[0] == levels[1])
}

fn measure(case: &Case, sliding: &Sliding, style: Style, rounds: u32) -> Result<bool, String> {
    let start = sliding.start().to_vec();
    let goal = vec![Goal::full(&start)];
    let plain = Sliding::new(String::new(), sliding.board().clone(), start, goal);
    let run = Run { threads: Some(1), ..Run::default() };
    let (mut slow, mut fast) = (f64::INFINITY, f64::INFINITY);
    let (mut theirs, mut ours, mut bytes) = (0, 0, 0.0);
    for _ in 0..rounds {
        let began = clock::now();
        for _ in 0..case.times {
            let answer = explore(sliding, style, &run)?;
            ours = answer.states();
            let three = answer.levels.windows(3).map(|three| three.iter().sum::<u64>()).max();
            bytes = answer.peak_window as f64 / three.unwrap_or(1) as f64;
        }
        fast = fast.min((clock::now() - began).as_secs_f64());
        if case.baseline {
            let mut nowhere = std::io::sink();
            let began = clock::now();
            for _ in 0..case.times {
                let mut program = Original::new(&plain, style, -1, &mut nowhere)?.exhausting();
                program.run(&run.control).map_err(|error| error.to_string())?;
                theirs = program.configurations();
            }
            slow = slow.min((clock::now() - began).as_secs_f64());
        }
    }
    let rate = |count: u64, seconds: f64| count as f64 * f64::from(case.times) / seconds / 1e6;
    let shown = |figure: f64, digits: usize| match case.baseline {
        true => format!("{figure:.digits$}"),
        false => "-".into(),
    };
    println!(
        "{:<14} {style:>5} {ours:>14} {:>13} {:>9.2} {:>7} {bytes:>13.1}",
        case.name,
        shown(rate(theirs, slow), 2),
        rate(ours, fast),
        shown(slow / fast, 1),
    );
    Ok(!case.baseline || theirs == ours)
}

/// One and two threads on a space of thirty million configurations: wall time, and what the second
/// thread costs in CPU time.
fn threads() -> Result<(), String> {
    let sliding = parse(TILES)?;
    for threads in [1, 2, 1, 2] {
        let run = Run { threads: Some(threads), ..Run::default() };
        let (began, cpu) = (std::time::Instant::now(), clock::now());
        let answer = explore(&sliding, Style::default(), &run)?;
        let cpu = (clock::now() - cpu).as_secs_f64();
        let wall = began.elapsed().as_secs_f64();
        let count = answer.states();
        println!(
            "{threads} threads: {count} configurations in {wall:.2} s of wall time, {cpu:.2} s of CPU \
             time ({:.2} M/s), {} MiB",
            count as f64 / cpu / 1e6,
            answer.peak_window >> 20
        );
    }
    Ok(())
}
