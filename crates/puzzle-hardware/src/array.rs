//! Many machines on the parts of one program: scaling and balance of the load.

use puzzle_processor::Program;
use puzzle_processor::machine::Saved;

use crate::designs::{ARRAY, QUEUE, SYSTEM};
use crate::{Design, Folder, Simulator, Trouble, fits};

/// An array of machines and what it is to work on.
#[derive(Clone, Copy, Debug)]
pub struct Array<'a> {
    /// The design of every machine.
    pub design: &'static Design,
    /// The program.
    pub program: &'a Program,
    /// The parts; they are dealt out heaviest first.
    pub parts: &'a [Saved],
    /// What simulates.
    pub simulator: Simulator,
}

/// What an array of one size did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaling {
    /// How many machines.
    pub cores: u32,
    /// Clocks until the last result.
    pub clocks: u64,
    /// The solutions of all parts.
    pub solutions: u64,
    /// For each machine, the clocks in which it ran.
    pub busy: Vec<u64>,
    /// Instructions executed by all.
    pub instructions: u64,
}

impl Scaling {
    /// The share of time in which machines ran, from 0 to 1.
    pub fn balance(&self) -> f64 {
        let busy: u64 = self.busy.iter().sum();
        busy as f64 / (self.clocks.max(1) * u64::from(self.cores)) as f64
    }
}

impl Array<'_> {
    /// Simulates an array of so many machines.
    pub fn run(&self, folder: &Folder, cores: u32) -> Result<Scaling, Trouble> {
        let mut parts: Vec<&Saved> = self.parts.iter().collect();
        let weight = |saved: &&Saved| saved.part.as_ref().map_or(0, |part| part.weight);
        parts.sort_by_key(|saved| std::cmp::Reverse(weight(saved)));
        let mut states = String::new();
        for saved in &parts {
            fits(self.program, &saved.state)?;
            let text = saved.state.write();
            states.extend(
                text.lines().map(|line| line.split(';').next().unwrap_or("").to_owned() + "\n"),
            );
        }
        let Some(first) = parts.first() else {
            return Err(Trouble::Unfit("there are no parts".into()));
        };
        folder.write("program.rom", &fits(self.program, &first.state)?)?;
        folder.write("parts.states", &states)?;
        let sources = folder.sources(self.design, &[SYSTEM, ARRAY, QUEUE])?;
        let mut defines = self.design.defines().to_vec();
        defines.push(format!("-DCORES={cores}"));
        let bits = usize::BITS - (self.program.len().max(16384) - 1).leading_zeros();
        defines.push(format!("-DPC_BITS={bits}"));
        self.simulator.compile(folder.path(), "queue", &defines, &sources, false)?;
        let options = [
            "+rom=program.rom".to_owned(),
            format!("+words={}", self.program.len()),
            "+states=parts.states".into(),
            format!("+parts={}", parts.len()),
        ];
        read(&self.simulator.execute(folder.path(), &options)?, cores)
    }
}

/// Reads what the queue prints.
fn read(text: &str, cores: u32) -> Result<Scaling, Trouble> {
    let mut scaling = Scaling { cores, clocks: 0, solutions: 0, busy: Vec::new(), instructions: 0 };
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |i: usize| words.get(i).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        match words.first() {
            Some(&"A") => (scaling.clocks, scaling.solutions) = (number(1), number(2)),
            Some(&"M") => {
                scaling.busy.push(number(1));
                scaling.instructions += number(2);
            }
            _ => {}
        }
    }
    match scaling.busy.len() == cores as usize {
        true => Ok(scaling),
        false => Err(Trouble::Tool("the array did not come to its end".into())),
    }
}
