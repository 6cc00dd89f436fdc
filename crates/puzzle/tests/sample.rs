//! Sets of solutions as diagrams, and samples from them.

use std::collections::BTreeMap;

use puzzle::core::StopReason;
use puzzle::{Failure, Options, Puzzle};

fn limited(memory: u64) -> Options {
    let mut control = puzzle::core::Control::default();
    control.budget.memory = Some(memory);
    Options { control: control.into(), ..Options::default() }
}

#[test]
fn samples_keep_the_rules_and_come_again_with_their_seed() {
    let puzzle = Puzzle::named("dominoes-16x16").unwrap();
    let set = puzzle.solution_set(&Options::default()).unwrap().0.unwrap();
    assert_eq!(set.answer.solutions.to_string(), "2444888770250892795802079170816");
    let samples = set.sample(Some(7), 20).unwrap();
    for sample in &samples {
        puzzle.covering().unwrap().check(sample).unwrap();
    }
    assert_eq!(set.sample(Some(7), 20).unwrap(), samples);
    assert_ne!(set.sample(Some(8), 20).unwrap(), samples);
    assert!(samples.windows(2).all(|pair| pair[0] != pair[1]), "one in 10^30 is not drawn twice");
}

#[test]
fn a_saved_set_is_the_same_set_and_is_not_taken_for_another_puzzle() {
    let puzzle = Puzzle::named("simple").unwrap();
    let set = puzzle.solution_set(&Options::default()).unwrap().0.unwrap();
    let mut file = Vec::new();
    set.write(&mut file).unwrap();
    let text = String::from_utf8(file).unwrap();
    let read = puzzle.read_solution_set(&Options::default(), "file", &text).unwrap();
    assert_eq!(read.answer.solutions, 12_u32.into());
    assert_eq!(read.sample(None, 9).unwrap(), set.sample(None, 9).unwrap());
    let other = Puzzle::named("soma").unwrap();
    let refusal = other.read_solution_set(&Options::default(), "file", &text).err().unwrap();
    assert!(refusal.to_string().contains("of another puzzle"), "{refusal}");
}

#[test]
fn drawing_by_visiting_is_uniform_as_well() {
    let puzzle = Puzzle::named("simple").unwrap();
    let options = Options { seed: Some(3), ..Options::default() };
    let (answer, samples) = puzzle.sample_by_visiting(&options, 2400).unwrap();
    assert_eq!(answer.solutions, 12_u32.into());
    let mut seen = BTreeMap::new();
    samples.into_iter().for_each(|sample| *seen.entry(sample).or_insert(0_u32) += 1);
    let square = |&times: &u32| (f64::from(times) - 200.0).powi(2) / 200.0;
    let sum: f64 = seen.values().map(square).sum();
    assert!(seen.len() == 12 && sum < 11.0 + 5.0 * 22_f64.sqrt(), "{sum}");
}

#[test]
fn what_does_not_fit_is_said_and_what_cannot_be_is_declined() {
    let puzzle = Puzzle::named("pentominoes-6x10").unwrap();
    let (set, answer) = puzzle.solution_set(&limited(1 << 20)).unwrap();
    assert!(set.is_none());
    assert_eq!(answer.stopped, Some(StopReason::MemoryLimit));
    assert!(answer.nodes > 0);
    let text = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [2, 3]\n\
                [[piece]]\nall = 1\ncount = \"2..4\"\n[[piece]]\nall = 2\ncount = \"any\"\n";
    let bags = Puzzle::read("bags", text, None).unwrap();
    let refusal = bags.solution_set(&Options::default()).err().unwrap();
    assert!(matches!(refusal, Failure::Declined(_)), "{refusal}");
    let (answer, samples) = bags.sample_by_visiting(&Options::default(), 4).unwrap();
    assert!(answer.solutions > 4_u32.into() && samples.len() == 4);
}
