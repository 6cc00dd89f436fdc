//! Instruction counts: document 000, Tables 2 (static) and 3 (dynamic), in all and per procedure.

use std::fmt::Write as _;

use super::{Event, Interpreter, Limits, OnSolution, Run, Step};
use crate::isa::{Instruction, Opcode};
use crate::machine::Fault;
use crate::program::Program;

/// How often each instruction occurs in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StaticCounts {
    /// IF.
    pub tests: u64,
    /// MF.
    pub frees: u64,
    /// CALL (SOLVE).
    pub calls: u64,
    /// RETURN.
    pub returns: u64,
    /// SOLUTION.
    pub solutions: u64,
}

/// How often each instruction was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DynamicCounts {
    /// IF.
    pub tests: u64,
    /// IF that found its aspect free.
    pub tests_true: u64,
    /// IF that found it covered.
    pub tests_false: u64,
    /// MF.
    pub frees: u64,
    /// CALL (SOLVE): embeddings placed.
    pub calls: u64,
    /// RETURN.
    pub returns: u64,
    /// SOLUTION.
    pub solutions: u64,
}

/// Counts are added field by field.
macro_rules! summed {
    ($($counts:ident { $($field:ident),+ })+) => { $(
        impl std::ops::AddAssign for $counts {
            fn add_assign(&mut self, other: Self) {
                $( self.$field += other.$field; )+
            }
        }

        impl std::iter::Sum for $counts {
            fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
                all.fold(Self::default(), |mut sum, one| {
                    sum += one;
                    sum
                })
            }
        }
    )+ };
}

summed! {
    StaticCounts { tests, frees, calls, returns, solutions }
    DynamicCounts { tests, tests_true, tests_false, frees, calls, returns, solutions }
}

impl StaticCounts {
    fn add(&mut self, instruction: Instruction) {
        *match instruction.opcode() {
            Opcode::If => &mut self.tests,
            Opcode::MakeFree => &mut self.frees,
            Opcode::Call => &mut self.calls,
            Opcode::Return => &mut self.returns,
            Opcode::Solution => &mut self.solutions,
        } += 1;
    }
}

impl DynamicCounts {
    fn add(&mut self, step: &Step) {
        match step.event {
            Event::Tested(free) => {
                self.tests += 1;
                self.tests_true += u64::from(free);
                self.tests_false += u64::from(!free);
            }
            Event::Called => self.calls += 1,
            Event::MadeFree => self.frees += 1,
            Event::Returned | Event::Ended => self.returns += 1,
            Event::Found => self.solutions += 1,
        }
    }

    /// Instructions after which control goes on to the next address: the fetches that a processor
    /// can do ahead (document 000 §6.3).
    pub fn sequential(&self) -> u64 {
        self.tests_true + self.frees + self.solutions
    }

    /// Instructions in all.
    pub fn instructions(&self) -> u64 {
        self.tests + self.frees + self.calls + self.returns + self.solutions
    }
}

/// Counts by procedure; a program without procedures counts as one without name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Names of the procedures, in order of address.
    pub names: Vec<String>,
    /// Counts in the text of each procedure.
    pub texts: Vec<StaticCounts>,
    /// Counts of the execution of each procedure.
    pub runs: Vec<DynamicCounts>,
    /// By address, which procedure it belongs to.
    owner: Vec<u32>,
}

impl Profile {
    /// The static counts, nothing executed yet.
    pub fn new(program: &Program) -> Self {
        let procedures = program.procedures();
        let headless = procedures.first().is_none_or(|first| first.start > 0);
        let mut names: Vec<String> = procedures.iter().map(|p| p.name.clone()).collect();
        if headless {
            names.insert(0, "(program)".into());
        }
        let mut texts = vec![StaticCounts::default(); names.len()];
        let mut owner = Vec::with_capacity(program.len());
        for (address, &instruction) in program.instructions().iter().enumerate() {
            let before = procedures.partition_point(|p| p.start as usize <= address);
            let index = before + usize::from(headless) - 1;
            texts[index].add(instruction);
            owner.push(index as u32);
        }
        let runs = vec![DynamicCounts::default(); names.len()];
        Profile { names, texts, runs, owner }
    }

    /// Counts one step.
    pub fn add(&mut self, step: &Step) {
        self.runs[self.owner[step.pc as usize] as usize].add(step);
    }

    /// Runs the program and counts.
    pub fn run(
        &mut self,
        interpreter: &mut Interpreter<'_>,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Result<Run, Fault> {
        interpreter.run_observed(limits, on_solution, &mut |step| self.add(step))
    }

    /// Table 2's column.
    pub fn text_total(&self) -> StaticCounts {
        self.texts.iter().copied().sum()
    }

    /// Table 3's column.
    pub fn run_total(&self) -> DynamicCounts {
        self.runs.iter().copied().sum()
    }

    /// Both tables, then the procedures.
    pub fn render(&self) -> String {
        let (text, run) = (self.text_total(), self.run_total());
        let mut out = String::from("instruction    static       dynamic\n");
        let mut row = |name: &str, fixed: Option<u64>, moving: u64| {
            let fixed = fixed.map(|n| n.to_string()).unwrap_or_default();
            let _ = writeln!(out, "{name:<11} {fixed:>9} {moving:>13}");
        };
        row("IF", Some(text.tests), run.tests);
        row("IF true", None, run.tests_true);
        row("IF false", None, run.tests_false);
        row("MF", Some(text.frees), run.frees);
        row("SOLVE", Some(text.calls), run.calls);
        row("RETURN", Some(text.returns), run.returns);
        row("SOLUTION", Some(text.solutions), run.solutions);
        let length: u64 = text.tests + text.frees + text.calls + text.returns + text.solutions;
        row("all", Some(length), run.instructions());
        let share = 100.0 * run.sequential() as f64 / run.instructions().max(1) as f64;
        let _ = writeln!(out, "{:<11} {:>23} ({share:.0} %)", "sequential", run.sequential());
        let wide = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(9);
        let _ = writeln!(
            out,
            "\n{:wide$}  static IF  SOLVE  dynamic IF          true         false         SOLVE",
            "procedure"
        );
        for ((name, text), run) in self.names.iter().zip(&self.texts).zip(&self.runs) {
            let _ = writeln!(
                out,
                "{name:wide$}  {:>9}  {:>5}  {:>10}  {:>12}  {:>12}  {:>12}",
                text.tests, text.calls, run.tests, run.tests_true, run.tests_false, run.calls
            );
        }
        out
    }
}
