//! `--nonograms`: our solver beside the crate nonogrid (with its SAT solver), puzzle by puzzle in
//! turns, on the question "one solution, several or none?".
//!
//! A class is a number of pictures made from seeds, so that every run has the same puzzles. Both
//! programs get a puzzle in the form they have once it is read; reading is not timed. The answers
//! must agree. Times are CPU seconds.

use std::time::Duration;

use nonogrid::{
    BinaryBlock, Block, BoardParser, ColoredBlock, DetectedParser, DynamicColor, FullProbe,
    LineSolver,
};
use puzzle_core::lines::{Line, Lines, Picture};
use puzzle_core::{Control, Random};
use puzzle_engines::lines;
use puzzle_families::nonogram::generate::{Scatter, scatter};

use crate::clock;

/// A class of random puzzles.
struct Class {
    name: &'static str,
    side: usize,
    colours: u8,
    /// Coloured cells in a thousand.
    density: u64,
    puzzles: u64,
    /// How many of them the peer gets; it needs minutes for some classes.
    shared: u64,
}

const fn class(
    name: &'static str,
    side: usize,
    colours: u8,
    density: u64,
    puzzles: u64,
    shared: u64,
) -> Class {
    Class { name, side, colours, density, puzzles, shared }
}

const CLASSES: &[Class] = &[
    class("25x25 at 0.50", 25, 1, 500, 1000, 25),
    class("30x30 at 0.50", 30, 1, 500, 200, 5),
    class("20x20 at 0.50", 20, 1, 500, 1000, 25),
    class("25x25 at 0.65, mostly line-solvable", 25, 1, 650, 1000, 100),
    class("50x50 at 0.75", 50, 1, 750, 200, 20),
    class("15x15 at 0.40", 15, 1, 400, 1000, 50),
    class("20x20 in 4 colours at 0.70", 20, 4, 700, 500, 20),
];

/// One, several or none.
type Answer = usize;

struct Row {
    /// Times of ours over all puzzles, the longest, and on those that the peer also got.
    ours: Duration,
    longest: Duration,
    ours_shared: Duration,
    peer: Duration,
    peer_longest: Duration,
    answers: [usize; 3],
    disagreements: usize,
}

/// Measures every class and prints a table; whether all answers agree.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    println!(
        "| class | puzzles | none/one/several | ours, s | longest, s | shared | ours, s | nonogrid, s | longest, s | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut right = true;
    for class in CLASSES {
        // The first round is shown if there is only one, else the one in which we were fastest.
        let rows: Vec<Row> = (0..rounds).map(|_| measure(class)).collect();
        let Some(row) = rows.iter().min_by_key(|row| row.ours) else { continue };
        right &= rows.iter().all(|row| row.disagreements == 0);
        let seconds = |time: Duration| format!("{:.4}", time.as_secs_f64());
        println!(
            "| {} | {} | {}/{}/{} | {} | {} | {} | {} | {} | {} | {:.0} |",
            class.name,
            class.puzzles,
            row.answers[0],
            row.answers[1],
            row.answers[2],
            seconds(row.ours),
            seconds(row.longest),
            class.shared,
            seconds(row.ours_shared),
            seconds(row.peer),
            seconds(row.peer_longest),
            row.peer.as_secs_f64() / row.ours_shared.as_secs_f64().max(1e-9),
        );
        if row.disagreements > 0 {
            println!("{}: {} answers differ", class.name, row.disagreements);
        }
    }
    println!("\n{}", line_solvable()?);
    Ok(right)
}

fn puzzle(class: &Class, seed: u64) -> Result<Lines, String> {
    let mut random = Random::new(seed);
    let Class { side, colours, density, .. } = *class;
    let wanted = Scatter { width: side, height: side, colours, per_thousand: density };
    // Cells that know nothing of each other: no passes.
    let picture = scatter(&wanted, 0, &mut random);
    Lines::of(&picture).map_err(|error| error.to_string())
}

fn measure(class: &Class) -> Row {
    let zero = Duration::ZERO;
    let mut row = Row {
        ours: zero,
        longest: zero,
        ours_shared: zero,
        peer: zero,
        peer_longest: zero,
        answers: [0; 3],
        disagreements: 0,
    };
    for seed in 0..class.puzzles {
        let Ok(lines) = puzzle(class, seed) else { continue };
        let (answer, time) = timed(|| ours(&lines));
        row.answers[answer] += 1;
        row.ours += time;
        row.longest = row.longest.max(time);
        if seed < class.shared {
            let (theirs, peer) = match class.colours {
                1 => theirs::<BinaryBlock>(&nin(&lines)),
                _ => theirs::<ColoredBlock>(&toml(&lines)),
            };
            row.ours_shared += time;
            row.peer += peer;
            row.peer_longest = row.peer_longest.max(peer);
            row.disagreements += usize::from(theirs != Some(answer));
            eprintln!("{} seed {seed}: {time:?} against {peer:?}", class.name);
        }
    }
    row
}

fn timed<A>(work: impl FnOnce() -> A) -> (A, Duration) {
    let start = clock::now();
    let answer = work();
    (answer, clock::now().saturating_sub(start))
}

fn ours(puzzle: &Lines) -> Answer {
    let mut found = 0;
    lines::solve(puzzle, &Control::default(), &mut |_: &Picture| {
        found += 1;
        if found == 2 {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    });
    found
}

/// The peer's answer to a puzzle in one of its forms, and its time without reading.
fn theirs<B>(text: &str) -> (Option<Answer>, Duration)
where
    B: Block + 'static,
    B::Color: DynamicColor + 'static,
{
    let Ok(parser) = DetectedParser::with_content(text) else { return (None, Duration::ZERO) };
    let board = parser.parse_rc::<B>();
    let (answer, time) = timed(|| {
        let more = nonogrid::solve::<B, LineSolver<B>, FullProbe<B>>(board, Some(2));
        match more {
            // Line solving or probing alone found the only solution.
            Ok(None) => Some(1),
            Ok(Some(solutions)) => Some(solutions.take(2).count()),
            Err(_) => Some(0),
        }
    });
    (answer, time)
}

fn clues(lines: &Lines, row: bool, block: impl Fn(u16, u8) -> String) -> Vec<String> {
    let mine = lines.lines().filter(|line| matches!(line, Line::Row(_)) == row);
    mine.map(|line| {
        let clue = lines.clue(line).iter();
        let blocks: Vec<String> = clue.map(|b| block(b.length.unwrap_or(0), b.colour)).collect();
        if blocks.is_empty() { "0".into() } else { blocks.join(" ") }
    })
    .collect()
}

fn nin(lines: &Lines) -> String {
    let plain = |length: u16, _: u8| length.to_string();
    let (rows, columns) = (clues(lines, true, plain), clues(lines, false, plain));
    format!("{} {}\n{}\n{}\n", columns.len(), rows.len(), rows.join("\n"), columns.join("\n"))
}

fn toml(lines: &Lines) -> String {
    let letter = |colour: u8| char::from(b'a' + colour);
    let block = |length: u16, colour: u8| format!("{length}{}", letter(colour));
    let (rows, columns) = (clues(lines, true, block), clues(lines, false, block));
    let colours: Vec<String> = (1..=lines.colours() as u8)
        .map(|c| format!("\"{0} = ({1:02X}0000) {0}\"", letter(c), 40 * c))
        .collect();
    format!(
        "[clues]\nrows = \"\"\"\n{}\n\"\"\"\ncolumns = \"\"\"\n{}\n\"\"\"\n[colors]\ndefs = [{}]\n",
        rows.join("\n"),
        columns.join("\n"),
        colours.join(", ")
    )
}

/// How long one line-solvable 25x25 takes inside the library, averaged over many runs.
fn line_solvable() -> Result<String, String> {
    const RUNS: u32 = 20_000;
    let class = class("", 25, 1, 620, 0, 0);
    for seed in 0.. {
        let lines = puzzle(&class, seed)?;
        let outcome = lines::solve(&lines, &Control::default(), &mut |_: &Picture| {
            std::ops::ControlFlow::Continue(())
        });
        if outcome.effort.line_solved {
            let ((), time) = timed(|| {
                for _ in 0..RUNS {
                    std::hint::black_box(ours(std::hint::black_box(&lines)));
                }
            });
            let micros = time.as_secs_f64() * 1e6 / f64::from(RUNS);
            let filtered = outcome.effort.filtered;
            return Ok(format!(
                "A line-solvable 25x25 (seed {seed}, {filtered} lines looked at): {micros:.1} µs."
            ));
        }
    }
    Err("no line-solvable puzzle".into())
}
