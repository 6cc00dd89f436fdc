//! Formulas: every engine against all assignments; cubes disjoint and complete; proofs checked.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use puzzle_core::cnf::decode;
use puzzle_core::{BigUint, Budget, Cnf, Control, Form, Problem, Question, Run, StopReason};
use puzzle_engines::divide::Summing;
use puzzle_engines::divide::sums::{Outcome, Sum, equal};
use puzzle_engines::formula::{
    Models, OfFormulas, Watch, components, cubes, doublets, reference, single,
};
use puzzle_engines::meta::Strategy;
use puzzle_engines::of_form;
use puzzle_testkit as testkit;

/// A simple generator, the same on every machine.
fn random(seed: &mut u64, below: u32) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32 % below
}

/// How many assignments of the variables of interest can be completed to a model.
fn count_models(formula: &Cnf) -> u64 {
    let mut models = 0;
    let control = Control::default();
    let _ = reference::search(formula, &mut Watch::new(&control), &mut |_| {
        models += 1;
        ControlFlow::Continue(())
    });
    models
}

fn random_formula(seed: &mut u64, variables: u32, clauses: u32, longest: u32) -> Cnf {
    let mut clause = || -> Vec<i32> {
        (0..1 + random(seed, longest))
            .map(|_| {
                let variable = 1 + random(seed, variables) as i32;
                if random(seed, 2) == 0 { variable } else { -variable }
            })
            .collect()
    };
    Cnf::new(variables, (0..clauses).map(|_| clause()).collect::<Vec<_>>())
}

/// Exactly `length` different variables in each clause.
fn uniform(seed: &mut u64, variables: u32, clauses: u32, length: usize) -> Cnf {
    let mut clause = || {
        let mut literals: Vec<i32> = Vec::new();
        while literals.len() < length {
            let variable = 1 + random(seed, variables) as i32;
            if literals.iter().all(|l| l.abs() != variable) {
                literals.push(if random(seed, 2) == 0 { variable } else { -variable });
            }
        }
        literals
    };
    Cnf::new(variables, (0..clauses).map(|_| clause()).collect::<Vec<_>>())
}

type Solver = fn(&Cnf, &Control, Option<single::Proof<'_>>) -> single::Found;

/// Whoever finds one model.
const SOLVERS: &[(&str, Solver)] = &[
    ("batsat", |formula, control, proof| single::batsat::solve(formula, control, proof)),
    #[cfg(feature = "cadical")]
    ("cadical", |formula, control, proof| single::cadical::solve(formula, control, proof)),
];

type Engine =
    fn(&Cnf, &mut Watch<'_>, &mut dyn FnMut(&[i32]) -> ControlFlow<()>) -> Result<(), StopReason>;

fn all(engine: Engine, formula: &Cnf) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    let control = Control::default();
    let ended = engine(formula, &mut Watch::new(&control), &mut |cube| {
        found.push(cube.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(ended, Ok(()));
    found
}

fn components(formula: &Cnf) -> BigUint {
    components::count(formula, &mut Watch::new(&Control::default())).unwrap()
}

fn weight(formula: &Cnf, cubes: &[Vec<i32>]) -> BigUint {
    cubes.iter().map(|cube| formula.weight(cube)).sum()
}

fn disjoint(cubes: &[Vec<i32>]) -> bool {
    cubes
        .iter()
        .enumerate()
        .all(|(i, a)| cubes[..i].iter().all(|b| a.iter().any(|literal| b.contains(&-literal))))
}

#[test]
fn random_formulas_agree_with_all_assignments() {
    let mut seed = 11;
    for round in 0..400 {
        let variables = 1 + random(&mut seed, 11);
        let count = random(&mut seed, 4 * variables);
        let formula = random_formula(&mut seed, variables, count, 4);
        let models = BigUint::from(count_models(&formula));
        for engine in [doublets::search as Engine, cubes::search] {
            let found = all(engine, &formula);
            assert!(found.iter().all(|cube| formula.check(cube).is_ok()), "{formula:?}");
            assert!(disjoint(&found), "{formula:?} {found:?}");
            assert_eq!(weight(&formula, &found), models, "{round} {formula:?}");
        }
        let count = components(&formula);
        assert_eq!(count, models, "{formula:?}");
        for (name, solve) in SOLVERS {
            match solve(&formula, &Control::default(), None) {
                single::Found::Model(model) => {
                    assert_eq!(model.len(), variables as usize);
                    assert_eq!(formula.check(&model), Ok(()), "{name}");
                }
                other => assert!(other == single::Found::Nothing && models == BigUint::ZERO),
            }
        }
    }
}

#[test]
fn long_clauses_and_many_of_them_agree_with_all_assignments() {
    let mut seed = 15;
    for (variables, clauses, longest) in [(12, 600, 12), (13, 257, 7), (13, 256, 8), (14, 900, 14)]
    {
        for _ in 0..5 {
            // A few of any length, the others long, so that there are models.
            let few = random_formula(&mut seed, variables, 6, longest);
            let length = longest.min(variables) as usize;
            let long = uniform(&mut seed, variables, clauses, length);
            let all_clauses =
                few.clauses().iter().chain(long.clauses().iter()).map(<[i32]>::to_vec);
            let formula = Cnf::new(variables, all_clauses.collect::<Vec<_>>());
            let found = all(doublets::search, &formula);
            assert!(found.iter().all(|cube| formula.check(cube).is_ok()), "{formula:?}");
            assert!(disjoint(&found), "{formula:?}");
            assert_eq!(weight(&formula, &found), count_models(&formula).into(), "{formula:?}");
        }
    }
}

#[test]
fn empty_and_single_clauses_are_settled_before_the_search() {
    let none = Vec::<Vec<i32>>::new();
    assert_eq!(all(doublets::search, &Cnf::new(3, [vec![]])), none);
    assert_eq!(all(doublets::search, &Cnf::new(1, [vec![1], vec![-1]])), none);
    assert_eq!(all(doublets::search, &Cnf::new(64, [vec![64], vec![-64, -1]])), [[-1, 64]]);
}

#[test]
fn random_projections_agree_with_all_assignments() {
    let mut seed = 12;
    for _ in 0..300 {
        let variables = 2 + random(&mut seed, 9);
        let clauses = random(&mut seed, 4 * variables);
        let formula = random_formula(&mut seed, variables, clauses, 4);
        let onto = (1..=variables).filter(|_| random(&mut seed, 2) == 0).collect();
        let formula = formula.project(onto);
        let models = BigUint::from(count_models(&formula));
        let found = all(cubes::search, &formula);
        assert!(disjoint(&found), "{formula:?} {found:?}");
        assert_eq!(weight(&formula, &found), models, "{formula:?}");
        let count = components(&formula);
        assert_eq!(count, models, "{formula:?}");
    }
}

#[test]
fn engines_agree_on_formulas_beyond_brute_force() {
    let mut seed = 13;
    for (variables, clauses, length) in
        [(30, 129, 3), (32, 64, 3), (32, 631, 5), (50, 200, 3), (64, 272, 3)]
    {
        for _ in 0..3 {
            let formula = uniform(&mut seed, variables, clauses, length);
            let first = all(doublets::search, &formula);
            let second = all(cubes::search, &formula);
            assert_eq!(weight(&formula, &first), weight(&formula, &second));
            assert!(second.iter().chain(&first).all(|cube| formula.check(cube).is_ok()));
            if variables < 50 {
                let count = components(&formula);
                assert_eq!(count, weight(&formula, &first));
            }
        }
    }
}

#[test]
fn counts_beyond_words_are_exact() {
    // A hundred independent pairs: three models each.
    let formula = Cnf::new(250, (0..100).map(|i| vec![2 * i + 1, 2 * i + 2]));
    let count = components(&formula);
    assert_eq!(count, BigUint::from(3_u32).pow(100) << 50);
    assert_eq!(components(&Cnf::new(0, [])), 1_u32.into());
    assert_eq!(all(doublets::search, &Cnf::new(0, [])), [Vec::<i32>::new()]);
    assert_eq!(all(cubes::search, &Cnf::new(3, [])), [Vec::<i32>::new()]);
    assert!(all(cubes::search, &Cnf::new(3, [vec![]])).is_empty());
}

/// Pigeons: n + 1 of them in n holes.
fn pigeons(holes: i32) -> Cnf {
    let at = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let placed = (0..=holes).map(|p| (0..holes).map(|h| at(p, h)).collect());
    let apart = (0..holes).flat_map(|h| {
        (0..=holes).flat_map(move |p| (0..p).map(move |q| vec![-at(p, h), -at(q, h)]))
    });
    let clauses: Vec<Vec<i32>> = placed.chain(apart).collect();
    Cnf::new(((holes + 1) * holes) as u32, clauses)
}

/// Whether a clause follows by unit propagation.
fn follows(clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut set: Vec<i32> = clause.iter().map(|l| -l).collect();
    loop {
        let mut grown = false;
        for clause in clauses {
            if clause.iter().any(|l| set.contains(l)) {
                continue;
            }
            let open: Vec<i32> = clause.iter().copied().filter(|l| !set.contains(&-l)).collect();
            match open[..] {
                [] => return true,
                [literal] => {
                    set.push(literal);
                    grown = true;
                }
                _ => {}
            }
        }
        if !grown {
            return false;
        }
    }
}

/// Whether a clause may be added without taking the last model: it follows by unit propagation, or
/// its first literal can be true wherever the clause fails (DRAT's other rule).
fn may_be_added(clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    let Some(&pivot) = clause.first() else { return follows(clauses, clause) };
    let resolves = |other: &Vec<i32>| {
        let rest = other.iter().copied().filter(|&l| l != -pivot);
        let resolvent: Vec<i32> = clause.iter().copied().chain(rest).collect();
        resolvent.iter().any(|l| resolvent.contains(&-l)) || follows(clauses, &resolvent)
    };
    follows(clauses, clause) || clauses.iter().filter(|other| other.contains(&-pivot)).all(resolves)
}

/// Checks a proof line by line; whether it ends with the empty clause.
fn proves(formula: &Cnf, proof: &str) -> bool {
    let mut clauses: Vec<Vec<i32>> = formula.clauses().iter().map(<[i32]>::to_vec).collect();
    let mut refuted = false;
    for line in proof.lines() {
        let (deleted, line) = match line.strip_prefix("d ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let mut literals: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(literals.pop(), Some(0), "{line}");
        if deleted {
            let same = |clause: &Vec<i32>| {
                clause.len() == literals.len() && clause.iter().all(|l| literals.contains(l))
            };
            let at = clauses.iter().position(same).expect("what is deleted is there");
            // As checkers do: single clauses stay, for what follows from them does.
            if literals.len() > 1 {
                clauses.swap_remove(at);
            }
        } else {
            assert!(may_be_added(&clauses, &literals), "{line}");
            refuted |= literals.is_empty();
            clauses.push(literals);
        }
    }
    refuted
}

#[test]
fn a_proof_that_there_is_no_model_can_be_checked() {
    let mut seed = 14;
    let mut formulas = vec![
        pigeons(3),
        pigeons(4),
        pigeons(5),
        Cnf::new(1, [vec![1], vec![-1]]),
        Cnf::new(2, [vec![]]),
    ];
    formulas.extend((0..5).map(|_| uniform(&mut seed, 20, 130, 3)));
    formulas.extend((0..2).map(|_| uniform(&mut seed, 50, 260, 3)));
    for (name, solve) in SOLVERS {
        let mut refuted = 0;
        for formula in &formulas {
            let mut proof = Vec::new();
            let found = solve(formula, &Control::default(), Some(&mut proof));
            if found == single::Found::Nothing {
                refuted += 1;
                assert!(proves(formula, std::str::from_utf8(&proof).unwrap()), "{name}");
            }
        }
        assert!(refuted >= 8, "{name} {refuted}");
    }
}

#[test]
fn a_solver_stops_at_a_limit_and_at_an_interrupt() {
    let hard = pigeons(12);
    for (name, solve) in SOLVERS {
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        let control = Control { budget, ..Control::default() };
        let stopped = single::Found::Stopped(StopReason::NodeLimit);
        assert_eq!(solve(&hard, &control, None), stopped, "{name}");
        let control = Control::default();
        control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        let stopped = single::Found::Stopped(StopReason::Interrupted);
        assert_eq!(solve(&hard, &control, None), stopped, "{name}");
    }
}

#[test]
fn limits_are_kept() {
    let formula = pigeons(9);
    let budget = Budget { nodes: Some(100), ..Budget::default() };
    let control = Control { budget, ..Control::default() };
    let mut visit = |_: &[i32]| ControlFlow::Continue(());
    let watch = &mut || Watch::new(&control);
    let stopped = Err(StopReason::NodeLimit);
    assert_eq!(cubes::search(&formula, &mut watch(), &mut visit), stopped);
    assert_eq!(components::count(&formula, &mut watch()), Err(StopReason::NodeLimit));
    assert_eq!(doublets::search(&pigeons(7), &mut watch(), &mut visit), stopped);
    let mut one = |_: &[i32]| ControlFlow::Break(());
    let easy = Cnf::new(9, [vec![1, 2], vec![-3, 4]]);
    let stopped = Err(StopReason::Satisfied);
    assert_eq!(cubes::search(&easy, &mut watch(), &mut one), stopped);
}

/// Components in hand and the cache share the memory: the cache goes first, then the count.
#[test]
fn a_count_by_components_keeps_to_its_memory() {
    let formula = uniform(&mut 31, 40, 80, 3);
    let count = |memory| {
        let budget = Budget { memory, ..Budget::default() };
        let control = Control { budget, ..Control::default() };
        let mut watch = Watch::new(&control);
        (components::count(&formula, &mut watch), watch.nodes())
    };
    let (models, nodes) = count(None);
    let (again, more) = count(Some(15_000));
    assert_eq!(again, models);
    assert!(more > nodes, "nothing was forgotten: {more} {nodes}");
    assert_eq!(count(Some(1000)).0, Err(StopReason::MemoryLimit));
}

#[test]
fn a_sum_over_parts_is_the_count_whoever_counts_and_however_often_it_is_split() {
    let mut seed = 41;
    let mut splits = 0;
    for round in 0..150 {
        let variables = 2 + random(&mut seed, 14);
        let clauses = random(&mut seed, 4 * variables);
        let mut formula = random_formula(&mut seed, variables, clauses, 4);
        if round % 2 == 0 {
            formula =
                formula.project((1..=variables).filter(|_| random(&mut seed, 2) == 0).collect());
        }
        for engine in [OfFormulas::Doublets, OfFormulas::Components, OfFormulas::Cubes] {
            if engine == OfFormulas::Doublets && formula.projection().is_some() {
                continue;
            }
            let steps = 1 + u64::from(random(&mut seed, 60));
            let models = Models::new(engine, &formula, &Run::default()).within(steps, 0);
            let (mut sum, mut waiting) = (BigUint::ZERO, vec![Vec::new()]);
            while let Some(part) = waiting.pop() {
                assert!(models.owns(&part), "{part:?}");
                match models.work(&part, &AtomicBool::new(false)).unwrap() {
                    Outcome::Counted { sum: count, .. } => sum += count,
                    Outcome::Split(parts) => {
                        splits += 1;
                        waiting.extend(parts);
                    }
                }
            }
            assert_eq!(sum, count_models(&formula).into(), "{engine:?} {formula:?}");
        }
    }
    assert!(splits > 500, "{splits}");
}

#[test]
fn a_count_that_is_stopped_again_and_again_comes_to_the_same_end() {
    let formula = uniform(&mut 43, 32, 75, 3);
    let projected = formula.clone().project((1..=25).collect());
    for (formula, engine) in [
        (&formula, OfFormulas::Doublets),
        (&formula, OfFormulas::Cubes),
        (&formula, OfFormulas::Components),
        (&projected, OfFormulas::Components),
    ] {
        for threads in [1, 2] {
            let name = format!("{engine:?}-{threads}-{}.run", formula.width());
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            let count = |nodes, resume: bool| {
                let budget = Budget { nodes: Some(nodes), ..Budget::default() };
                let run = Run {
                    threads: Some(threads),
                    checkpoint: Some(file.clone()),
                    resume: resume.then(|| file.clone()),
                    ..Run::default().under(Control { budget, ..Control::default() })
                };
                let models = Models::new(engine, formula, &run).within(2000, 0);
                let summing = Summing { run: &run, fingerprint: 1, question: "count" };
                let whole = || equal([Vec::new()].into_iter());
                summing.carry_out(&models, whole, &|part| models.owns(part)).unwrap()
            };
            let mut report = count(1, false);
            let mut runs = 1;
            while let Some(reason) = report.stopped {
                assert_eq!(reason, StopReason::NodeLimit);
                report = count(report.nodes / 4 + 20, true);
                runs += 1;
            }
            assert_eq!(report.solutions, components(formula), "{engine:?}");
            assert!(runs > 3, "{engine:?} {runs}");
        }
    }
}

#[test]
fn only_literals_of_interest_are_parts_and_a_part_that_is_told_to_stop_counts_nothing() {
    let formula = uniform(&mut 42, 60, 120, 3);
    let run = Run::default();
    let models = Models::new(OfFormulas::Components, &formula, &run);
    assert!(models.owns(&[]) && models.owns(&[2, 5, 121]));
    for bad in [&[1][..], &[122], &[4, 5], &[6, 6]] {
        assert!(!models.owns(bad), "{bad:?}");
    }
    assert_eq!(models.work(&[], &AtomicBool::new(true)), None);
    let projected = formula.clone().project(vec![3, 4]);
    let models = Models::new(OfFormulas::Components, &projected, &run);
    assert!(models.owns(&[7, 8]) && !models.owns(&[2]));
}

#[test]
fn engines_of_the_registry_agree_with_the_reference() {
    let mut seed = 21;
    for round in 0..150 {
        let variables = 1 + random(&mut seed, 9);
        let clauses = random(&mut seed, 4 * variables);
        let mut formula = random_formula(&mut seed, variables, clauses, 4);
        if round % 3 == 0 {
            formula =
                formula.project((1..=variables).filter(|_| random(&mut seed, 2) == 0).collect());
        }
        let problem = Problem::Formula(formula.clone());
        let check = |solution: &[u32]| formula.check(&decode(solution));
        testkit::agrees_with_the_reference(of_form(Form::Formula), &problem, &check);
        for question in [Question::Count, Question::First] {
            // One model is one whoever finds it, but a projected formula has cubes of any size.
            if question == Question::Count || formula.projection().is_none() {
                let engines = of_form(Form::Formula);
                testkit::agrees_without_each(engines, &Strategy, &problem, question);
            }
        }
    }
}

#[test]
fn engines_of_the_registry_keep_to_limits_and_stop_when_the_sink_has_enough() {
    // Models are far between in the one, and easily found in the other.
    let hard = Problem::Formula(uniform(&mut 22, 22, 93, 3));
    let easy = Problem::Formula(Cnf::new(9, [vec![1, 2, 3], vec![-3, 4, 5], vec![6, -7]]));
    for engine in of_form(Form::Formula) {
        match engine.name() {
            "batsat" | "cadical" => {
                let pigeons = Problem::Formula(pigeons(12));
                testkit::obeys_the_budget(engine, &pigeons, Question::First);
            }
            _ => {
                let pigeons = Problem::Formula(pigeons(7));
                let problem = if engine.name() == "reference" { &hard } else { &pigeons };
                testkit::obeys_the_budget(engine, problem, Question::Count);
            }
        }
        testkit::stops_with_a_full_sink(engine, &easy);
    }
}
