//! All models of random formulas, beside a SAT solver that blocks each model it finds.

use std::ops::ControlFlow;
use std::time::Duration;

use batsat::{Callbacks, Lit, SolverInterface, lbool};
use puzzle_core::{BigUint, Cnf, Control};
use puzzle_engines::formula::{OfFormulas, Watch};

use super::{seconds, show};

/// Formulas of each kind.
const MANY: u64 = 20;

/// What it is called, and how it counts the models.
type Program = (&'static str, fn(&Cnf) -> BigUint);

const PROGRAMS: [Program; 3] =
    [("doublets", by_doublets), ("cubes", by_cubes), ("batsat, blocking clauses", by_blocking)];

/// Runs all kinds; whether the programs agree.
pub(super) fn run(rounds: u32) -> bool {
    let mut right = true;
    for (name, variables, clauses, length, peer) in [
        ("3-SAT 30/129, all", 30, 129, 3, true),
        ("5-SAT 32/631, all", 32, 631, 5, true),
        ("3-SAT 64/273, all cubes", 64, 273, 3, false),
    ] {
        let formulas: Vec<Cnf> =
            (1..=MANY).map(|seed| uniform(seed, variables, clauses, length)).collect();
        let programs: &[Program] = if peer { &PROGRAMS } else { &PROGRAMS[..2] };
        // By program and formula.
        let mut best = vec![vec![Duration::MAX; formulas.len()]; programs.len()];
        for _ in 0..rounds {
            for (i, formula) in formulas.iter().enumerate() {
                let mut found = Vec::new();
                for ((_, count), best) in programs.iter().zip(&mut best) {
                    best[i] = best[i].min(seconds(|| found.push(count(formula))));
                }
                right &= found.iter().all(|count| *count == found[0]);
            }
        }
        for ((who, _), times) in programs.iter().zip(&best) {
            let worst = times.iter().max().expect("there are formulas").as_secs_f64();
            let mean = times.iter().sum::<Duration>() / MANY as u32;
            show(name, who, mean, &format!("mean; worst {worst:.4} s"));
        }
    }
    right
}

fn uniform(seed: u64, variables: u32, clauses: u32, length: usize) -> Cnf {
    let mut state = seed;
    let mut random = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let mut clause = || {
        let mut literals: Vec<i32> = Vec::new();
        while literals.len() < length {
            let variable = 1 + random(variables) as i32;
            if literals.iter().all(|literal| literal.abs() != variable) {
                literals.push(if random(2) == 0 { variable } else { -variable });
            }
        }
        literals
    };
    Cnf::new(variables, (0..clauses).map(|_| clause()).collect::<Vec<_>>())
}

fn by_doublets(formula: &Cnf) -> BigUint {
    by(OfFormulas::Doublets, formula)
}

fn by_cubes(formula: &Cnf) -> BigUint {
    by(OfFormulas::Cubes, formula)
}

fn by(engine: OfFormulas, formula: &Cnf) -> BigUint {
    let (control, mut sum) = (Control::default(), BigUint::ZERO);
    let go_on = &mut |_: &[i32]| ControlFlow::Continue(());
    let ended = engine.search(formula, &mut Watch::new(&control), &mut sum, go_on);
    assert_eq!(ended, Ok(()), "nothing stops it");
    sum
}

#[derive(Default)]
struct Quiet;

impl Callbacks for Quiet {}

fn by_blocking(formula: &Cnf) -> BigUint {
    let mut solver = batsat::Solver::<Quiet>::default();
    let variables: Vec<_> = (0..formula.variables()).map(|_| solver.new_var_default()).collect();
    for clause in formula.clauses().iter() {
        let literal = |&l: &i32| Lit::new(variables[l.unsigned_abs() as usize - 1], l > 0);
        solver.add_clause_reuse(&mut clause.iter().map(literal).collect());
    }
    let mut models = BigUint::ZERO;
    while solver.solve_limited(&[]) == lbool::TRUE {
        models += 1_u32;
        let mut block: Vec<Lit> = variables
            .iter()
            .map(|&variable| {
                let holds = solver.value_var(variable) == lbool::TRUE;
                Lit::new(variable, !holds)
            })
            .collect();
        if !solver.add_clause_reuse(&mut block) {
            break;
        }
    }
    models
}
