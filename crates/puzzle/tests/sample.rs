//! Sets of solutions as diagrams, and samples from them.

mod support;

use std::collections::BTreeMap;

use puzzle::{Control, Failure, Finding, Ignore, Puzzle, Question, StopReason};
use support::{Asking, Options};

fn with_memory(memory: u64) -> Options {
    let mut control = Control::default();
    control.budget.memory = Some(memory);
    Options { control: control.into(), ..Options::default() }
}

fn seeded(seed: u64) -> Options {
    Options { seed: Some(seed), ..Options::default() }
}

#[test]
fn samples_keep_the_rules_and_come_again_with_their_seed() {
    let puzzle = Puzzle::named("dominoes-16x16").unwrap();
    let (answer, samples) = puzzle.sampled(&seeded(7), 20).unwrap();
    assert_eq!(answer.solutions.to_string(), "2444888770250892795802079170816");
    for sample in &samples {
        puzzle.description().check(sample).unwrap();
    }
    assert_eq!(puzzle.sampled(&seeded(7), 20).unwrap().1, samples);
    assert_ne!(puzzle.sampled(&seeded(8), 20).unwrap().1, samples);
    assert!(samples.windows(2).all(|pair| pair[0] != pair[1]), "one in 10^30 is not drawn twice");
}

#[test]
fn a_saved_set_is_the_same_set_and_is_not_taken_for_another_puzzle() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("simple.zdd");
    let (puzzle, options) = (Puzzle::named("simple").unwrap(), Options::default());
    let write = options.ask(Question::Diagram).with("zdd", file.display());
    let written = puzzle.asked(&options, &write, &mut Ignore).unwrap();
    assert!(matches!(written.finding, Finding::Diagram { nodes: Some(24), .. }));
    let count = options.ask(Question::Count).with("from-zdd", file.display());
    let read = puzzle.asked(&options, &count, &mut Ignore).unwrap();
    assert_eq!(read.solutions, 12_u32.into());
    let (_, expected) = puzzle.sampled(&options, 9).unwrap();
    let mut samples = Vec::new();
    let mut keep = |numbers: &[u32]| {
        samples.push(numbers.to_vec());
        std::ops::ControlFlow::Continue(())
    };
    let draw = options.ask(Question::Sample).with("sample", 9).with("from-zdd", file.display());
    puzzle.asked(&options, &draw, &mut keep).unwrap();
    assert_eq!(samples, expected);
    let other = Puzzle::named("soma").unwrap();
    let refusal = other.asked(&options, &count, &mut Ignore).unwrap_err();
    assert!(refusal.to_string().contains("of another puzzle"), "{refusal}");
}

#[test]
fn drawing_by_visiting_is_uniform_as_well() {
    let puzzle = Puzzle::named("simple").unwrap();
    let options = Options { engine: Some("bitsets".into()), ..seeded(3) };
    let (answer, samples) = puzzle.sampled(&options, 2400).unwrap();
    assert_eq!((answer.solutions, answer.engine.as_str()), (12_u32.into(), "bitsets"));
    let mut seen = BTreeMap::new();
    samples.into_iter().for_each(|sample| *seen.entry(sample).or_insert(0_u32) += 1);
    let square = |&times: &u32| (f64::from(times) - 200.0).powi(2) / 200.0;
    let sum: f64 = seen.values().map(square).sum();
    assert!(seen.len() == 12 && sum < 11.0 + 5.0 * 22_f64.sqrt(), "{sum}");
}

#[test]
fn what_does_not_fit_is_said_and_what_cannot_be_is_declined() {
    let puzzle = Puzzle::named("pentominoes-6x10").unwrap();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("none.zdd");
    let options = with_memory(1 << 20);
    let write = options.ask(Question::Diagram).with("zdd", file.display());
    let answer = puzzle.asked(&options, &write, &mut Ignore).unwrap();
    assert_eq!(answer.stopped, Some(StopReason::MemoryLimit));
    assert!(answer.nodes > 0 && !file.exists());
    let text = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [2, 3]\n\
                [[piece]]\nall = 1\ncount = \"2..4\"\n[[piece]]\nall = 2\ncount = \"any\"\n";
    let bags = Puzzle::read("bags", text, None).unwrap();
    let refusal = bags.asked(&Options::default(), &write, &mut Ignore).unwrap_err();
    assert!(matches!(refusal, Failure::Declined(_)), "{refusal}");
    let (answer, samples) = bags.sampled(&Options::default(), 4).unwrap();
    assert!(answer.solutions > 4_u32.into() && samples.len() == 4);
    assert!(matches!(answer.finding, Finding::Diagram { visited: Some(_), .. }));
}
