//! New puzzles, from the generator of a family.

use puzzle_core::{Choices, Failure, Run, nearest};
use puzzle_engines::meta::Strategy;
use puzzle_families::{FAMILIES, Generated, Generator};

use crate::open::source;

/// Every generator, with the name that it is asked for by.
pub fn generators() -> impl Iterator<Item = (&'static str, &'static dyn Generator)> {
    let all = FAMILIES.iter().filter_map(|family| family.generator);
    all.map(|generator| (generator.name(), generator))
}

/// Makes a puzzle of a family.
pub fn generate(family: &str, choices: &Choices, run: &Run) -> Result<Generated, Failure> {
    let found = generators().find(|(name, _)| *name == family);
    let (_, generator) = found.ok_or_else(|| {
        let hint = nearest::hint(family, generators().map(|(name, _)| name));
        Failure::Usage(format!("nobody makes `{family}` puzzles here: {hint}"))
    })?;
    let open = |name: &str| source(name).map_err(|error| Failure::File(Box::new(error.refusal())));
    generator.generate(choices, &open, &Strategy, run)
}
