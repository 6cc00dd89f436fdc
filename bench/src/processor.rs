//! The puzzle processor by itself: what an executed instruction costs, interpreted, as machine code
//! and as the emitted C program, and what compiling takes.
//!
//! All run the same program on the same puzzle, taking turns. "Per instruction" divides by the
//! number of instructions that the interpreter executes, also for machine code and C.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::Instant;

use puzzle_core::Order;
use puzzle_processor::forms::c;
use puzzle_processor::machine::{Limits, State, Vm};
use puzzle_processor::native::{Native, NativeOptions};
use puzzle_processor::{Compiled, Options, Overlap, compile};

use crate::clock;
use crate::puzzles::Instance;

/// The puzzles of the table.
const PUZZLES: [&str; 4] = ["pentominoes-6x10", "pentominoes-6x10:P", "meteor", "meteor:5"];

/// The best time of several rounds, in seconds.
struct Best(f64);

impl Best {
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = clock::now();
        let done = work();
        self.0 = self.0.min((clock::now() - start).as_secs_f64());
        done
    }
}

/// Measures and prints the table; `Ok(false)` if a count is wrong.
pub(crate) fn run(rounds: u32) -> Result<bool, String> {
    println!(
        "{:<20} {:>10} {:>12} {:>8} {:>10} {:>10} {:>10} {:>10} {:>9}",
        "puzzle",
        "solutions",
        "executed",
        "vm ns",
        "native ns",
        "gcc ns",
        "native/gcc",
        "compile ms",
        "code ms"
    );
    let mut right = true;
    for name in PUZZLES {
        let instance = Instance::open(name)?;
        let (line, agrees) = measure(&instance, rounds)?;
        right &= agrees;
        println!("{line}");
    }
    println!(
        "ns: CPU time per instruction that the interpreter executes, best of {rounds} rounds; \
         order: least-growing footprint"
    );
    Ok(right)
}

fn measure(instance: &Instance, rounds: u32) -> Result<(String, bool), String> {
    let cover = &instance.cover;
    let start = Instant::now();
    let order = Order::least_growing_footprint(&cover.puzzle);
    let options = Options { overlap: Overlap::Best, ..Options::default() };
    let compiled = compile(&cover.puzzle, &order, &options).map_err(|error| error.to_string())?;
    let compiling = start.elapsed().as_secs_f64() * 1e3;
    let program = &compiled.program;
    let mut generating = Best(f64::INFINITY);
    for _ in 1..rounds {
        let again = generating.time(|| Native::new(program, NativeOptions::default()));
        again.map_err(|error| error.to_string())?;
    }
    let native = generating.time(|| Native::new(program, NativeOptions::default()));
    let native = native.map_err(|error| error.to_string())?;
    let machine = Vm::new(program);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let binary = gcc(&compiled, folder.path());
    let [mut vm_time, mut native_time, mut gcc_time] =
        [Best(f64::INFINITY), Best(f64::INFINITY), Best(f64::INFINITY)];
    let (mut executed, mut counts) = (0, Vec::new());
    for _ in 0..rounds {
        let mut state = State::initial(program);
        let mut ignore = |_: &[u32]| ControlFlow::Continue(());
        let run = vm_time.time(|| machine.run(&mut state, &Limits::default(), &mut ignore));
        let run = run.map_err(|fault| fault.to_string())?;
        executed = run.counts.instructions;
        counts.push(run.counts.solutions);
        let mut state = State::initial(program);
        let run = native_time.time(|| native.run(&mut state, &Limits::default(), &mut ignore));
        counts.push(run.map_err(|error| error.to_string())?.counts.solutions);
        if let Some(binary) = &binary {
            // With an argument it counts and does not print.
            let output =
                gcc_time.time(|| Command::new(binary).arg("quiet").stdin(Stdio::null()).output());
            let text = output.map_err(|error| error.to_string())?.stdout;
            let text = String::from_utf8_lossy(&text);
            let count = text.lines().last().and_then(|line| line.rsplit(" = ").next());
            let count = count.and_then(|count| count.parse().ok());
            counts.push(count.ok_or("the emitted C program failed")?);
        }
    }
    let each = |best: &Best| best.0 * 1e9 / executed as f64;
    let optional = |value: f64| if value.is_finite() { format!("{value:.2}") } else { "-".into() };
    let mut line = String::new();
    let _ = write!(
        line,
        "{:<20} {:>10} {:>12} {:>8.2} {:>10.2} {:>10} {:>10} {:>10.1} {:>9.1}",
        instance.name,
        counts[0],
        executed,
        each(&vm_time),
        each(&native_time),
        optional(each(&gcc_time)),
        optional(native_time.0 / gcc_time.0),
        compiling,
        generating.0 * 1e3
    );
    let agrees = counts.iter().all(|&count| instance.known.is_none_or(|known| known == count));
    Ok((line, agrees))
}

/// The emitted C program, built by gcc, if there is a gcc.
fn gcc(compiled: &Compiled, folder: &std::path::Path) -> Option<std::path::PathBuf> {
    let text = c::write(&compiled.program, c::Registers::Bits, "benchmark").ok()?;
    let (source, binary) = (folder.join("program.c"), folder.join("program"));
    std::fs::write(&source, text).ok()?;
    let status = Command::new("gcc").arg("-O2").arg("-o").arg(&binary).arg(&source).status();
    status.ok()?.success().then_some(binary)
}
