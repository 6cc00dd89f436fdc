//! Timings of the compiler and of the loops on 6x10 pentominoes; ratios are what counts.
#![allow(missing_docs)]
#[path = "../tests/common/mod.rs"]
mod common;

use std::ops::ControlFlow;
use std::time::Instant;

use common::pentominoes;
use puzzle_core::Order;
use puzzle_processor::forms::c;
use puzzle_processor::machine::{Limits, State, Vm};
use puzzle_processor::native::{Native, NativeOptions};
use puzzle_processor::{Options, Overlap, compile};

/// Seconds of CPU time that this thread has used, where the system tells them.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

fn main() {
    let puzzle = pentominoes(6, 10);
    let t = Instant::now();
    let lgf = Order::least_growing_footprint(&puzzle);
    println!("least-growing footprint {:?}", t.elapsed());
    let dominoes = common::dominoes(8, 8);
    let compiled = compile(&dominoes, &Order::reading(&dominoes), &Options::default()).unwrap();
    let native = Native::new(&compiled.program, NativeOptions::default()).unwrap();
    let start = cpu();
    let run = native.count(&mut State::initial(&compiled.program), &Limits::default()).unwrap();
    println!("8x8 dominoes, native: {:.3} s {:?}", cpu() - start, run.counts);
    let short: Vec<String> =
        (0..10).flat_map(|c| (0..6).map(move |r| (10 * r + c).to_string())).collect();
    let short = Order::parse(&short.join(","), &puzzle).unwrap();
    for (name, order) in [("short", &short), ("lgf", &lgf)] {
        for overlap in [Overlap::Greedy, Overlap::Best] {
            let t = Instant::now();
            let compiled = compile(&puzzle, order, &Options { overlap, skip: true }).unwrap();
            let ct = t.elapsed();
            let program = &compiled.program;
            let vm = Vm::new(program);
            let mut state = State::initial(program);
            let t = cpu();
            let run =
                vm.run(&mut state, &Limits::default(), &mut |_| ControlFlow::Continue(())).unwrap();
            let seconds = cpu() - t;
            let each = 1e9 / run.counts.instructions as f64;
            println!("{name} {overlap:?}: compile {ct:?}, {} instructions", program.len());
            println!("  vm     {seconds:.3} s {:.2} ns each {:?}", seconds * each, run.counts);
            for counted in [false, true] {
                let t = Instant::now();
                let native = Native::new(program, NativeOptions { counted }).unwrap();
                let gt = t.elapsed();
                let mut state = State::initial(program);
                let t = cpu();
                let found = native
                    .run(&mut state, &Limits::default(), &mut |_| ControlFlow::Continue(()))
                    .unwrap();
                let seconds = cpu() - t;
                println!(
                    "  native {seconds:.3} s {:.2} ns each, generate {gt:?}, {} bytes, counted {counted} {:?}",
                    seconds * each,
                    native.code_size(),
                    found.counts
                );
            }
            if let Some(folder) = std::env::args().nth(1) {
                let text = c::write(program, c::Registers::Bits, "6x10").unwrap();
                std::fs::write(format!("{folder}/{name}-{overlap:?}.c"), text).unwrap();
            }
        }
    }
}
