//! A run of a design, checked against the interpreter: solutions, counters, the registers before every
//! instruction, and the state that is read back.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use puzzle_processor::Program;
use puzzle_processor::machine::{Halt, Interpreter, Limits, Profile, State};

use crate::bench::{self, Told};
use crate::{Counters, Design, Folder, STACK, Simulator, Trouble, fits};

/// What is to be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<'a> {
    /// The design.
    pub design: &'static Design,
    /// The program.
    pub program: &'a Program,
    /// Where the run begins.
    pub state: &'a State,
    /// What simulates; the quicker one by default.
    pub simulator: Option<Simulator>,
    /// Stop after at least so many instructions and read the state back.
    pub stop: Option<u64>,
    /// Stream the solutions out and compare them one by one; costs clocks of their own.
    pub tell: bool,
    /// Compare the registers before every instruction.
    pub trace: bool,
    /// Write the signals to this file, in GTKWave's form FST.
    pub wave: Option<&'a Path>,
}

/// A run that did what the interpreter does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulated {
    /// The solutions.
    pub solutions: u64,
    /// What it cost.
    pub counters: Counters,
    /// What simulated.
    pub simulator: Simulator,
    /// Where the run was stopped, if it was.
    pub state: Option<State>,
}

/// What the interpreter does.
struct Expected {
    state: State,
    solutions: Vec<Vec<u32>>,
    slots: Vec<bench::Slot>,
    counters: Counters,
}

impl Simulation<'_> {
    /// Simulates and compares.
    pub fn run(&self, folder: &Folder) -> Result<Simulated, Trouble> {
        let rom = fits(self.program, self.state)?;
        let expected = self.expect(self.stop)?;
        let clocks = 2 * expected.counters.instructions;
        let simulator = self.simulator.unwrap_or_else(|| Simulator::for_clocks(clocks));
        bench::compile(folder, self.design, simulator, self.wave.is_some())?;
        folder.write("program.rom", &rom)?;
        folder.write("start.state", &self.state.write())?;
        let mut options = vec!["+rom=program.rom".to_owned(), "+state=start.state".to_owned()];
        options.push(format!("+words={}", self.program.len()));
        // A design that runs wild is stopped.
        options.push(format!("+clocks={}", 4 * clocks + 1000));
        options.extend(self.stop.map(|stop| format!("+stop={stop}")));
        for (wanted, option) in
            [(self.tell, "+tell"), (self.trace, "+trace"), (self.wave.is_some(), "+wave")]
        {
            options.extend(wanted.then(|| option.to_owned()));
        }
        let told = bench::read(&simulator.execute(folder.path(), &options)?)?;
        if let Some(file) = self.wave {
            std::fs::copy(folder.path().join("wave.fst"), file)
                .map_err(|error| Trouble::Unfit(format!("{}: {error}", file.display())))?;
        }
        self.compare(&told, expected, simulator)
    }

    /// Executes with the interpreter.
    fn expect(&self, stop: Option<u64>) -> Result<Expected, Trouble> {
        let mut interpreter = Interpreter::resume(self.program, self.state.clone());
        let mut profile = Profile::new(self.program);
        let limits = Limits { stack: STACK, ..Limits::instructions(stop.unwrap_or(u64::MAX)) };
        let (mut solutions, mut slots) = (Vec::new(), Vec::new());
        if self.trace {
            let mut shadow = interpreter.clone();
            let mut left = limits.instructions;
            loop {
                let (sp, nos) = (shadow.state.sp() as u64, shadow.state.nos);
                if left == 0 {
                    break;
                }
                let Ok(Some(step)) = shadow.step() else { break };
                let word = puzzle_processor::forms::words::encode(step.instruction);
                slots.push([u64::from(step.pc), sp, nos, u64::from(word.unwrap_or(0))]);
                left -= 1;
            }
        }
        let tell = self.tell;
        let mut solution = |stack: &[u32]| {
            if tell {
                solutions.push(stack.to_vec());
            }
            ControlFlow::Continue(())
        };
        let run = profile
            .run(&mut interpreter, &limits, &mut solution)
            .map_err(|fault| Trouble::Unfit(format!("the program fails: {fault}")))?;
        let total = profile.run_total();
        let counters = Counters {
            instructions: run.counts.instructions,
            sequential: total.sequential(),
            branches: total.tests_false,
            placements: total.calls,
            ..Counters::default()
        };
        debug_assert!(stop.is_some() || run.halt == Halt::Ended);
        Ok(Expected { state: interpreter.state, solutions, slots, counters })
    }

    fn compare(
        &self,
        told: &Told,
        mut expected: Expected,
        simulator: Simulator,
    ) -> Result<Simulated, Trouble> {
        let name = self.design.name;
        // A design that executes several instructions at once may stop a few later.
        let executed = told.counters.instructions;
        if self.stop.is_some_and(|stop| (stop + 1..stop + 4).contains(&executed)) {
            expected = self.expect(Some(executed))?;
        }
        let mut wrong = String::new();
        let mut same = |what: &str, found: u64, wanted: u64| {
            if found != wanted && wrong.is_empty() {
                let _ =
                    write!(wrong, "{what}: design {name} has {found}, the interpreter {wanted}");
            }
        };
        let (found, wanted) = (&told.counters, &expected.counters);
        same("instructions", found.instructions, wanted.instructions);
        same("placements", found.placements, wanted.placements);
        same("branches taken", found.branches, wanted.branches);
        same("sequential fetches", found.sequential, wanted.sequential);
        let first = |pairs: usize, equal: &dyn Fn(usize) -> bool| (0..pairs).find(|&i| !equal(i));
        same("slots", told.slots.len() as u64, expected.slots.len() as u64);
        if let Some(i) = first(told.slots.len().min(expected.slots.len()), &|i| {
            told.slots[i] == expected.slots[i]
        }) {
            for (field, what) in ["pc", "sp", "nos", "word"].iter().enumerate() {
                let (found, wanted) = (told.slots[i][field], expected.slots[i][field]);
                same(&format!("slot {i}, {what}"), found, wanted);
            }
        }
        same("solutions told", told.solutions.len() as u64, expected.solutions.len() as u64);
        if told.solutions != expected.solutions {
            same("solutions that differ", 1, 0);
        }
        let mut state = None;
        match (told.nos, &told.state) {
            (Some(nos), _) => same("solutions", nos, expected.state.nos),
            (None, Some(words)) => {
                let wanted = list(&expected.state);
                same("words of the state", words.len() as u64, wanted.len() as u64);
                for (i, (&found, &wanted)) in words.iter().zip(&wanted).enumerate() {
                    same(&format!("word {i} of the state"), found, wanted);
                }
                state = Some(expected.state.clone());
            }
            (None, None) => same("results", 0, 1),
        }
        if !wrong.is_empty() {
            return Err(Trouble::Wrong(wrong));
        }
        let solutions = expected.state.nos;
        Ok(Simulated { solutions, counters: told.counters, simulator, state })
    }
}

/// The words of a state as they go out.
fn list(state: &State) -> Vec<u64> {
    let q = state.q.iter().map(|&q| u64::from(q));
    let registers = [u64::from(state.pc), state.nos, state.sp() as u64];
    q.chain(registers).chain(state.stack.iter().map(|&a| u64::from(a))).collect()
}
