//! Our engines beside other exact-cover programs, in one table.
//!
//! Every program gets the same list of embeddings of the same puzzle and visits every solution on
//! one thread; the counts are checked. The programs take turns (A B C A B C …), so that whatever
//! else the machine does hits all of them alike, and the best of the rounds is compared. What
//! matters is the ratio to the crate `dlx` within one run, never a number of seconds.
//!
//! A program is anything that implements [`program::Program`]: each engine of the registry, the
//! chooser as `auto`, a crate in `peers/`, or a command given with `--peer`.

mod apart;
mod chooser;
mod classics;
mod clock;
mod demands;
mod games;
mod knuth;
mod measure;
mod nonogram;
mod ours;
mod peers;
mod pegs;
mod prices;
mod process;
mod processor;
mod program;
mod progress;
mod puzzles;
mod slides;
mod sliding;
mod symmetry;
mod table;
mod whole;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use crate::program::Program;
use crate::puzzles::Instance;

/// Compare our engines with other exact-cover programs: one table, all in one interleaved run.
#[derive(Parser)]
#[command(name = "puzzle-bench", max_term_width = 100)]
#[command(after_help = "Times are CPU seconds, from the list of embeddings to the last solution. \
                        A command given with --peer is timed as a whole process, reading included.\n\
                        Exit codes: 0 all counts are right, 1 a count is wrong or a program fails, \
                        2 bad usage.")]
struct Args {
    /// How often each program solves each puzzle
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only programs whose name contains this; repeat or separate by commas for several
    #[arg(long, value_name = "SUBSTRING", value_delimiter = ',')]
    only: Vec<String>,
    /// This puzzle instead of the usual ones: a catalogue name or a file, and `:PIECE` to restrict
    /// it (meteor, meteor:5); may be repeated
    #[arg(long, value_name = "NAME[:RESTRICTION]")]
    puzzle: Vec<String>,
    /// Add the puzzles that take long
    #[arg(long)]
    full: bool,
    /// A program to run by the shell; {dlx} is a file with the puzzle in Knuth's exact-cover text,
    /// as in "ssxcc m0 < {dlx}"; may be repeated
    #[arg(long, value_name = "COMMAND")]
    peer: Vec<String>,
    /// The puzzle processor by itself: interpreter, machine code and emitted C, per instruction
    #[arg(long, conflicts_with_all = ["puzzle", "only", "full", "peer", "json"])]
    processor: bool,
    /// Peg solitaire by itself: counts and searches, with one and two threads
    #[arg(long, conflicts_with_all = ["puzzle", "only", "full", "peer", "json", "processor"])]
    pegs: bool,
    /// Taking apart: positions looked at per second
    #[arg(long, conflicts_with_all = ["puzzle", "only", "full", "peer", "json", "processor"])]
    apart: bool,
    /// Games of two players: the fast engine beside the plain recursion
    #[arg(long, conflicts_with_all = ["puzzle", "only", "full", "peer", "json", "processor"])]
    games: bool,
    /// Sliding blocks: the packed state space beside document 002's data structure; with --full also
    /// one and two threads
    #[arg(long, conflicts_with_all = ["puzzle", "only", "peer", "json", "processor"])]
    sliding: bool,
    /// Our nonogram solver beside the crate nonogrid, on random puzzles
    #[arg(long, conflicts_with_all = ["puzzle", "only", "full", "peer", "json", "processor"])]
    nonograms: bool,
    /// The execution times of the slides, measured again with this engine; a search has a minute
    #[arg(long, value_name = "ENGINE", num_args = 0..=1, default_missing_value = "native")]
    #[arg(conflicts_with_all = ["puzzle", "only", "full", "peer", "json", "processor"])]
    slides: Option<String>,
    /// Queens, monotone maps and formulas by themselves; with --full the long ones too
    #[arg(long, conflicts_with_all = ["puzzle", "only", "peer", "json", "processor"])]
    classics: bool,
    /// Found symmetries: files of items and options counted with and without them
    #[arg(long, conflicts_with_all = ["puzzle", "only", "full", "peer", "json", "processor"])]
    symmetry: bool,
    /// How far off the announced time left is, for each of the engines that visit every solution
    #[arg(long, conflicts_with_all = ["peer", "json", "processor"])]
    progress: bool,
    /// The chooser beside every engine, on every cover of the catalogue, for three questions each
    #[arg(long, conflicts_with_all = ["only", "peer", "json", "processor", "progress"])]
    chooser: bool,
    /// Identical pieces, ranges, holes and colours: nodes a second of `bitsets` beside `demands`
    #[arg(long, conflicts_with_all = ["only", "peer", "json", "processor", "progress", "chooser"])]
    demands: bool,
    /// Prices: every cover of the catalogue with and without them
    #[arg(long, conflicts_with_all = ["only", "peer", "json", "processor", "progress", "chooser"])]
    prices: bool,
    /// The command `puzzle` as a whole process: short counts, and the memory of enumerations
    #[arg(long, conflicts_with_all = ["puzzle", "only", "peer", "json", "processor", "progress"])]
    whole: bool,
    /// The most time for one search, with --progress, --chooser, --demands or --prices
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Also write the results to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("puzzle-bench: {message}");
            ExitCode::from(2)
        }
    }
}

/// Measures, prints, and says whether nothing is wrong.
fn run(args: &Args) -> Result<bool, String> {
    if args.classics {
        return Ok(classics::run(args.rounds, args.full));
    }
    if args.processor {
        return processor::run(args.rounds);
    }
    if args.pegs {
        return pegs::run(args.rounds);
    }
    if args.apart {
        return apart::run(args.rounds);
    }
    if args.games {
        return games::run(args.rounds);
    }
    if args.sliding {
        return sliding::run(args.rounds, args.full);
    }
    if args.symmetry {
        return symmetry::run(args.rounds);
    }
    if args.nonograms {
        return nonogram::run(args.rounds);
    }
    if let Some(engine) = &args.slides {
        return slides::run(engine);
    }
    let limit = Duration::from_secs(args.limit);
    if args.progress {
        let listed = puzzles::QUICK.iter().chain(puzzles::LONG).map(|listed| listed.name.into());
        let usual: Vec<String> = listed.collect();
        let puzzles = if args.puzzle.is_empty() { &usual } else { &args.puzzle };
        return progress::run(puzzles, &args.only, limit);
    }
    if args.whole {
        return whole::run();
    }
    if args.demands {
        return demands::run(&args.puzzle, args.rounds, limit);
    }
    if args.prices {
        return prices::run(&args.puzzle, args.rounds, limit);
    }
    if args.chooser {
        return chooser::run(&args.puzzle, limit);
    }
    let instances = chosen_puzzles(args)?;
    let programs = chosen_programs(args)?;
    let results: Vec<_> =
        instances.iter().map(|i| measure::measure(i, &programs, args.rounds)).collect();
    println!("{}", table::print(&results, args.rounds));
    if let Some(file) = &args.json {
        let text = serde_json::to_string_pretty(&table::json(&results, args.rounds));
        let text = text.map_err(|error| error.to_string())? + "\n";
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(results.iter().all(measure::Result::is_right))
}

fn chosen_puzzles(args: &Args) -> Result<Vec<Instance>, String> {
    if !args.puzzle.is_empty() {
        return args.puzzle.iter().map(|name| Instance::open(name)).collect();
    }
    let long = if args.full { puzzles::LONG } else { &[] };
    puzzles::QUICK.iter().chain(long).map(|listed| Instance::open(listed.name)).collect()
}

fn chosen_programs(args: &Args) -> Result<Vec<Box<dyn Program>>, String> {
    let mut programs = ours::programs();
    programs.extend(peers::programs());
    if args.only.is_empty() {
        programs.retain(|program| !program.is_slow());
    } else {
        let wanted = |name: &str| args.only.iter().any(|part| name.contains(part.as_str()));
        programs.retain(|program| wanted(program.name()));
    }
    for command in &args.peer {
        programs.push(Box::new(process::Process::new(command)?));
    }
    if programs.is_empty() {
        return Err(format!("no program has `{}` in its name", args.only.join("` or `")));
    }
    Ok(programs)
}
