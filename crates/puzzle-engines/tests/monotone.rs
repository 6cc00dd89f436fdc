//! Monotone maps: the known numbers, and every engine against the definition.

use std::ops::ControlFlow;
use std::time::Duration;

use puzzle_core::{
    Ask, BigUint, Bound, Control, Form, MapProblem, Monotone, Payload, Poset, Problem, Question,
    Run,
};
use puzzle_engines::divide::Summing;
use puzzle_engines::meta::{Strategy, answer};
use puzzle_engines::monotone::frontier::{Failed, Keeping};
use puzzle_engines::monotone::{bound, frontier, ideals, ring, simplify};
use puzzle_engines::of_form;
use puzzle_testkit as testkit;

/// Dedekind's numbers.
const DEDEKIND: [u64; 8] = [2, 3, 6, 20, 168, 7581, 7_828_354, 2_414_682_040_998];

fn by_frontier(problem: &Monotone) -> BigUint {
    let counted = frontier::count(problem, false, 1 << 20, &Control::default(), None).unwrap();
    assert_eq!(counted.levels.len(), 1);
    counted.levels[0].clone()
}

fn by_visit(problem: &Monotone) -> BigUint {
    let mut maps = 0_u32;
    let flow = problem.visit(&mut || ControlFlow::Continue(()), &mut |values| {
        assert_eq!(problem.check(values), Ok(()));
        maps += 1;
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    maps.into()
}

fn by_ring(things: u32, threads: usize) -> BigUint {
    let ring = ring::Ring::new(things);
    let run = Run { threads: Some(threads), ..Run::default() };
    let summing = Summing { run: &run, fingerprint: 0, question: "count" };
    let report = summing.carry_out(&ring, || ring.parts(), &|_| true).unwrap();
    assert_eq!(report.stopped, None);
    report.solutions
}

/// The domains of document 003 §5.
fn domain(level: u32) -> Poset {
    match level {
        0 => Poset::chain(2).unwrap(),
        _ => {
            let below = domain(level - 1);
            Monotone { from: below.clone(), to: below }.poset(1000).unwrap()
        }
    }
}

#[test]
fn the_domains_of_the_paper_have_3_and_10_and_120549_elements() {
    for (level, known) in [(0, 3_u32), (1, 10), (2, 120_549)] {
        let problem = Monotone { from: domain(level), to: domain(level) };
        assert_eq!(by_frontier(&problem), known.into());
    }
    let problem = Monotone { from: domain(2), to: domain(2) };
    let counted = frontier::count(&problem, false, 1 << 20, &Control::default(), None).unwrap();
    assert!(counted.widest <= 500, "{}", counted.widest);
    assert_eq!(by_visit(&problem), 120_549_u32.into());
}

#[test]
fn the_third_domain_has_a_level_of_6157_incomparable_elements() {
    let problem = Monotone { from: domain(2), to: domain(2) };
    let (largest, all) = bound::largest_level(&problem, 1 << 20, &Control::default()).unwrap();
    assert_eq!((largest.clone(), all.clone()), (6157_u32.into(), 120_549_u32.into()));
    let bound = Bound { base: all, exponent: largest };
    assert!(bound.power_of_two() > BigUint::from(6157_u32));
}

#[test]
fn dedekind_s_numbers_by_every_engine_that_reaches_them() {
    let two = Poset::chain(2).unwrap();
    for (n, known) in DEDEKIND.into_iter().enumerate() {
        let cube = Poset::boolean(n).unwrap();
        if n <= 5 {
            let problem = Monotone { from: cube.clone(), to: two.clone() };
            assert_eq!(by_frontier(&problem), known.into(), "frontier {n}");
        }
        if n <= 6 {
            let (count, _) = ideals::count(&cube, &Control::default()).unwrap();
            assert_eq!(count, u128::from(known), "ideals {n}");
        }
        if n >= 4 {
            assert_eq!(by_ring(n as u32, 2), known.into(), "ring {n}");
        }
    }
}

#[test]
#[ignore = "a minute or more"]
fn the_eighth_dedekind_number() {
    let known = "56130437228687557907788".parse::<BigUint>().unwrap();
    assert_eq!(by_ring(8, 2), known);
}

#[test]
fn maps_between_chains_number_a_binomial_coefficient() {
    let chain = |n| Poset::chain(n).unwrap();
    let mut row = vec![BigUint::from(1_u32)];
    for total in 1..40_usize {
        let mut next = vec![BigUint::from(1_u32); total + 1];
        for k in 1..total {
            next[k] = &row[k - 1] + &row[k];
        }
        row = next;
        // C(m + n - 1, m) with m + n - 1 = total.
        for m in [1, total / 2, total - 1] {
            if m >= 1 && total + 1 > m {
                let problem = Monotone { from: chain(m), to: chain(total + 1 - m) };
                assert_eq!(by_frontier(&problem), row[m], "{m} {total}");
            }
        }
    }
}

/// A simple generator, the same on every machine.
fn random(seed: &mut u64, below: u32) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32 % below
}

fn random_order(seed: &mut u64, most: u32) -> Poset {
    let n = 1 + random(seed, most);
    let pairs: Vec<(u32, u32)> =
        (0..random(seed, 2 * most)).map(|_| (random(seed, n), random(seed, n))).collect();
    let pairs: Vec<(u32, u32)> = pairs.into_iter().filter(|(x, y)| x < y).collect();
    Poset::from_relations((0..n).map(|x| x.to_string()).collect(), &pairs).unwrap()
}

#[test]
fn random_orders_are_counted_as_by_the_definition() {
    let mut seed = 3;
    for _ in 0..300 {
        let problem = Monotone { from: random_order(&mut seed, 7), to: random_order(&mut seed, 5) };
        let slow = by_visit(&problem);
        assert_eq!(by_frontier(&problem), slow);
        let product =
            simplify::factors(&problem).iter().fold(BigUint::from(1_u32), |product, f| {
                let sum: BigUint =
                    f.terms.iter().map(|(term, often)| by_frontier(term) * *often).sum();
                product * sum.pow(f.times)
            });
        assert_eq!(product, slow);
        // As many states as it takes are enough, one less is not.
        let least =
            frontier::count(&problem, false, 1 << 20, &Control::default(), None).unwrap().widest;
        let within = |most| frontier::count(&problem, false, most, &Control::default(), None);
        assert!(within(least).is_ok() && within(least - 1).is_err());
        // Levels are a finer count of the same maps.
        let ranked = frontier::count(&problem, true, 1 << 20, &Control::default(), None).unwrap();
        assert_eq!(ranked.levels.into_iter().sum::<BigUint>(), slow);
        let closed = Monotone { from: problem.from.clone(), to: Poset::chain(2).unwrap() };
        let (count, _) = ideals::count(&problem.from, &Control::default()).unwrap();
        assert_eq!(BigUint::from(count), by_visit(&closed));
    }
}

#[test]
fn a_grid_is_taken_row_by_row() {
    // The closed sets of a grid are its paths: 24 over 12.
    let row = Poset::chain(12).unwrap();
    let problem = Monotone { from: row.product(&row).unwrap(), to: Poset::chain(2).unwrap() };
    let counted = frontier::count(&problem, false, 1000, &Control::default(), None).unwrap();
    assert_eq!(counted.levels, [BigUint::from(2_704_156_u32)]);
}

#[test]
fn a_frontier_that_grows_too_wide_is_given_up() {
    let problem = Monotone { from: Poset::boolean(6).unwrap(), to: Poset::chain(9).unwrap() };
    let failed = frontier::count(&problem, false, 10_000, &Control::default(), None);
    assert_eq!(failed, Err(frontier::Failed::TooWide));
}

/// All that a count saves on its way, from the beginning or from what was saved.
fn kept(
    problem: &Monotone,
    from: Option<&Payload>,
) -> (Result<frontier::Counted, Failed>, Vec<Payload>) {
    let mut all = Vec::new();
    let mut save = |_, payload| all.push(payload);
    let keeping = Keeping { from, interval: Duration::ZERO, save: &mut save };
    let counted = frontier::count(problem, false, 1 << 20, &Control::default(), Some(keeping));
    (counted, all)
}

#[test]
fn a_count_goes_on_from_every_saved_step() {
    let chain = |n| Poset::chain(n).unwrap();
    let grid = |n: usize| chain(n).product(&chain(n)).unwrap();
    // Few words, several words, and numbers that outgrow a word on the way.
    for (from, to) in [(domain(2), domain(2)), (grid(6), chain(5)), (grid(14), chain(2))]
        .into_iter()
        .chain([(grid(5), grid(4)), (chain(100), chain(60))])
    {
        let problem = Monotone { from, to };
        let (counted, saved) = kept(&problem, None);
        assert_eq!(counted.as_ref().unwrap().levels[0], by_frontier(&problem));
        assert!(saved.len() > problem.from.len());
        for payload in saved.iter().step_by(5).chain(saved.last()) {
            assert_eq!(kept(&problem, Some(payload)).0, counted);
        }
    }
}

#[test]
fn saved_states_that_cannot_be_are_refused() {
    let problem = Monotone { from: domain(2), to: domain(2) };
    let (_, saved) = kept(&problem, None);
    let Payload::States(head, bytes) = &saved[6] else { panic!("states") };
    let from = |head: &str, bytes: &[u8]| {
        kept(&problem, Some(&Payload::States(head.into(), bytes.to_vec()))).0
    };
    let refused = |head: &str, bytes: &[u8]| {
        assert_eq!(from(head, bytes), Err(Failed::Damaged), "{head}");
    };
    let words: Vec<&str> = head.split(' ').collect();
    for number in 0..words.len() {
        let with = |bad| [&words[..number], &[bad], &words[number + 1..]].concat().join(" ");
        for bad in ["x", "", "99999999999999999999999", "-1"] {
            refused(&with(bad), bytes);
        }
        // Any number of states may have been passed before.
        match number {
            2 | 3 => assert!(from(&with("18446744073709551615"), bytes).is_ok()),
            _ => refused(&with("18446744073709551615"), bytes),
        }
    }
    refused("", bytes);
    refused(&format!("{head} 1"), bytes);
    for length in 0..bytes.len() {
        refused(head, &bytes[..length]);
    }
    refused(head, &[&bytes[..], &[0]].concat());
    let changed = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        bytes
    };
    // A value beyond the last, a place beyond the last, a length beyond the end, a state twice.
    for (at, byte) in [(0, 0xff), (7, 0x10), (8, 0xff), (11, 0xff)] {
        refused(head, &changed(at, byte));
    }
    let first = 12 + bytes[8] as usize;
    refused(head, &[&bytes[..first], &bytes[..first], &bytes[2 * first..]].concat());
}

fn problem(from: Poset, to: Poset) -> Problem {
    Problem::Monotone(MapProblem::Written(Monotone { from, to }))
}

#[test]
fn engines_of_the_registry_agree_with_the_reference() {
    let mut seed = 5;
    let two = Poset::chain(2).unwrap();
    let cubes = (0..=5).map(|n| (Poset::boolean(n).unwrap(), two.clone()));
    let random = (0..60).map(|i| {
        let from = random_order(&mut seed, 7);
        let to = if i % 2 == 0 { two.clone() } else { random_order(&mut seed, 5) };
        (from, to)
    });
    let problems: Vec<(Poset, Poset)> = cubes.chain(random).collect();
    for (from, to) in problems {
        let maps = Monotone { from, to };
        let problem = problem(maps.from.clone(), maps.to.clone());
        let check = |values: &[u32]| maps.check(values);
        testkit::agrees_with_the_reference(of_form(Form::Monotone), &problem, &check);
        let engines = of_form(Form::Monotone);
        testkit::agrees_without_each(engines, &Strategy, &problem, Question::Count);
    }
}

#[test]
fn engines_of_the_registry_keep_to_limits_and_stop_when_the_sink_has_enough() {
    let (two, four) = (Poset::chain(2).unwrap(), Poset::chain(4).unwrap());
    let cube = |n| problem(Poset::boolean(n).unwrap(), two.clone());
    let grid = Poset::chain(7).unwrap();
    let grid = problem(grid.product(&grid).unwrap(), four);
    for engine in of_form(Form::Monotone) {
        let hard = match engine.name() {
            "ring" => cube(8),
            "pairs" => cube(7),
            "ideals" => cube(6),
            _ => grid.clone(),
        };
        testkit::obeys_the_budget(engine, &hard, Question::Count);
        testkit::stops_with_a_full_sink(engine, &cube(4));
    }
}

#[test]
fn a_count_by_parts_names_every_engine_that_took_part() {
    // Closed sets of a cube beside a chain: what is connected is counted by itself.
    let from = Poset::boolean(4).unwrap().beside(&Poset::chain(3).unwrap()).unwrap();
    let ask = Ask { confirm: true, ..Ask::new(Question::Count) };
    let problem = problem(from, Poset::chain(2).unwrap());
    let found = answer(&problem, &ask, &Run::default(), &mut puzzle_core::Ignore).unwrap();
    assert_eq!((found.engine.as_str(), found.solutions), ("ring+frontier", (168_u32 * 4).into()));
    assert_eq!(found.confirmed.unwrap().engine, "reference");
}
