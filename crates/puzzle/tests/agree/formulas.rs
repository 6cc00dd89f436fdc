//! Formulas in DIMACS form. Brute force: every assignment. Solutions are cubes, so each model must
//! lie in exactly one of them.

use puzzle_core::Random;
use puzzle_core::cnf::decode;

use super::{Case, Compared, Wrong};

pub(super) fn compare(random: &mut Random, size: usize) -> Option<Result<Compared, Wrong>> {
    let variables = 1 + random.index(2 * size + 1);
    let clauses: Vec<Vec<i32>> =
        (0..random.index(6 * size)).map(|_| clause(random, variables)).collect();
    let models: Vec<u32> = (0..1_u32 << variables)
        .filter(|&model| clauses.iter().all(|clause| clause.iter().any(|&l| holds(model, l))))
        .collect();
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in &clauses {
        clause.iter().for_each(|literal| text += &format!("{literal} "));
        text += "0\n";
    }
    let count = models.len() as u64;
    let all = Box::new(move |cubes: &[Vec<u32>]| {
        let cubes: Vec<Vec<i32>> = cubes.iter().map(|cube| decode(cube)).collect();
        for assignment in 0..1_u32 << variables {
            let inside = |cube: &&Vec<i32>| cube.iter().all(|&l| holds(assignment, l));
            let times = cubes.iter().filter(inside).count();
            if times != usize::from(models.contains(&assignment)) {
                return Err(format!("assignment {assignment:b} lies in {times} of {cubes:?}"));
            }
        }
        Ok(())
    });
    Some(Case { file: "random.cnf", text, count, all }.compare())
}

fn clause(random: &mut Random, variables: usize) -> Vec<i32> {
    let literal = |random: &mut Random| {
        let variable = 1 + random.index(variables) as i32;
        if random.index(2) == 0 { variable } else { -variable }
    };
    (0..1 + random.index(4)).map(|_| literal(random)).collect()
}

fn holds(model: u32, literal: i32) -> bool {
    (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0)
}
