//! Queens, monotone maps, formulas and the oldest trick of document 003 §8, each beside a peer or
//! by itself. CPU seconds, the best of the rounds, in one interleaved run; every count is checked.

mod formulas;
mod scalar;

use std::hint::black_box;
use std::time::Duration;

use puzzle::{Ask, Ignore, Puzzle, Question, Run};
use puzzle_core::bits::subsets::subsets as all_subsets;
use puzzle_core::bits::{members, perfect_hash};

use crate::clock;

/// Runs everything; whether all counts are right.
pub(crate) fn run(rounds: u32, full: bool) -> bool {
    let mut right = queens(rounds, full);
    right &= maps(rounds, full);
    right &= formulas::run(rounds);
    hash(rounds);
    right &= subsets(rounds);
    right
}

fn seconds(work: impl FnOnce()) -> Duration {
    let start = clock::now();
    work();
    clock::now() - start
}

fn one_thread() -> Run {
    Run { threads: Some(1), ..Run::default() }
}

fn show(what: &str, who: &str, time: Duration, remark: &str) {
    println!("{what:<28} {who:<24} {:>10.4} s  {remark}", time.as_secs_f64());
}

fn queens(rounds: u32, full: bool) -> bool {
    let puzzle = |n: u32| Puzzle::named(&format!("queens-{n}")).expect("it is in the catalogue");
    let ours = |n: u32, engine: &str| -> bool {
        let puzzle = puzzle(n);
        let ask = Ask::new(Question::Count).by(engine);
        let answer = puzzle.ask(&ask, &one_thread(), &mut Ignore).expect("it counts");
        Some(&answer.solutions) == puzzle.description().known().solutions.as_ref()
    };
    let mut right = true;
    let mut best = [Duration::MAX; 3];
    for _ in 0..rounds {
        best[0] = best[0].min(seconds(|| right &= black_box(scalar::count(16)) == 14_772_512));
        best[1] = best[1].min(seconds(|| right &= ours(16, "bits")));
        best[2] = best[2].min(seconds(|| right &= ours(16, "vector")));
    }
    let ratio = |i: usize| format!("{:.1} x", best[0].as_secs_f64() / best[i].as_secs_f64());
    show("queens-16", "scalar, 8-fold (peer)", best[0], "1.0 x");
    show("queens-16", "bits", best[1], &ratio(1));
    show("queens-16", "vector", best[2], &ratio(2));
    if full {
        for n in [17, 18] {
            let time = seconds(|| right &= ours(n, "vector"));
            show(&format!("queens-{n}"), "vector", time, "");
        }
    }
    right
}

fn maps(rounds: u32, full: bool) -> bool {
    let mut right = true;
    let long: &[&str] = if full { &["dedekind-8"] } else { &[] };
    for name in ["monotone-d3", "dedekind-7"].iter().chain(long) {
        let puzzle = Puzzle::named(name).expect("it is in the catalogue");
        let known = puzzle.description().known().solutions.clone();
        let mut best = Duration::MAX;
        let mut engine = String::new();
        // Short ones are repeated: the clock ticks in milliseconds or more.
        let (times, rounds) = if long.contains(name) { (1, 1) } else { (100, rounds) };
        for _ in 0..rounds {
            let time = seconds(|| {
                for _ in 0..times {
                    let ask = Ask::new(Question::Count);
                    let counted = puzzle.ask(&ask, &one_thread(), &mut Ignore);
                    let counted = counted.expect("it counts");
                    right &= Some(&counted.solutions) == known.as_ref();
                    engine = counted.engine;
                }
            });
            best = best.min(time / times);
        }
        show(name, &engine, best, "");
    }
    right
}

/// Document 003 §8.5: a single bit to a table index, then and now.
fn hash(rounds: u32) {
    let bits: Vec<u64> = (0..29 * 1000).map(|i| 1 << (i % 29)).collect();
    let sum = |place: &dyn Fn(u64) -> u64| {
        (0..200).fold(0, |sum, _| bits.iter().fold(sum, |sum, &bit| sum + place(black_box(bit))))
    };
    let mut best = [Duration::MAX; 2];
    for _ in 0..rounds {
        let remainder = |bit| perfect_hash::place(bit, 29);
        best[0] = best[0].min(seconds(|| _ = black_box(sum(&remainder))));
        let zeros = |bit| u64::from(members::lowest_index(bit).unwrap_or(0));
        best[1] = best[1].min(seconds(|| _ = black_box(sum(&zeros))));
    }
    show("bit to index, 5.8 million", "(bit >> 1) mod 29", best[0], "");
    show("bit to index, 5.8 million", "trailing zeros", best[1], "");
}

/// All subsets of twenty members scattered over a word: by the subtraction of document 003 §8.2, and by
/// spreading a counter over the members bit by bit.
fn subsets(rounds: u32) -> bool {
    let mask = black_box(0x1249_2492_4924_9249_u64 & !1);
    let spread = |count: u64| {
        let parts = members::singles(mask).enumerate();
        parts.fold(0, |set, (i, member)| set | (member * (count >> i & 1)))
    };
    let mut best = [Duration::MAX; 2];
    let mut sums = [0_u64; 2];
    let size = mask.count_ones();
    for _ in 0..rounds {
        let sum = |set: u64, all: u64| all.wrapping_mul(31).wrapping_add(set);
        best[0] = best[0].min(seconds(|| {
            sums[0] = black_box((0..1_u64 << size).fold(0, |all, count| sum(spread(count), all)));
        }));
        best[1] = best[1].min(seconds(|| {
            sums[1] = black_box(all_subsets(mask).fold(0, |all, set| sum(set, all)));
        }));
    }
    let what = format!("2^{size} subsets");
    show(&what, "a counter spread", best[0], "");
    show(&what, "(s - mask) & mask", best[1], "");
    sums[0] == sums[1]
}
