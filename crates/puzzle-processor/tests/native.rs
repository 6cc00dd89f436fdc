//! Native code: the same solutions, counters and states as the reference interpreter.
#![cfg(target_arch = "x86_64")]

mod common;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use common::{compiled, pentominoes, puzzles, restricted, run, shuffled, simple};
use proptest::prelude::*;
use puzzle_core::{Budget, Demand, Order, PuzzleBuilder, Random, StopReason};
use puzzle_processor::forms::code;
use puzzle_processor::isa::Operands;
use puzzle_processor::machine::{Counts, Halt, Interpreter, Limits, Run, State, Vm};
use puzzle_processor::native::{Native, NativeOptions};
use puzzle_processor::{Instruction, Options, Overlap, Program, compile};

const PLAIN: NativeOptions = NativeOptions { counted: false };
const COUNTED: NativeOptions = NativeOptions { counted: true };

/// Runs from a state; the solutions go to a list.
fn go(
    native: &Native<'_>,
    state: &mut State,
    nodes: Option<u64>,
    found: &mut Vec<Vec<u32>>,
) -> Run {
    let budget = Budget { nodes, ..Budget::default() };
    let limits = Limits { budget: Some(&budget), ..Limits::default() };
    let run = native.run(state, &limits, &mut |stack| {
        found.push(stack.to_vec());
        ControlFlow::Continue(())
    });
    run.unwrap()
}

fn reference(program: &Program, mut state: State) -> (Run, State, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    let mut interpreter = Interpreter::resume(program, state);
    let run = interpreter.run(&Limits::default(), &mut |stack| {
        found.push(stack.to_vec());
        ControlFlow::Continue(())
    });
    state = interpreter.state;
    (run.unwrap(), state, found)
}

#[test]
fn the_simple_puzzle_runs_natively_with_equal_counters() {
    for overlap in [Overlap::Off, Overlap::Greedy, Overlap::Best] {
        for order in ["0,3,1,4,2,5", "A,B,C"] {
            let program = compiled(&restricted(), order, overlap, false).program;
            let (expected, _, solutions) = reference(&program, State::initial(&program));
            let native = Native::new(&program, COUNTED).unwrap();
            let mut state = State::initial(&program);
            let mut found = Vec::new();
            assert_eq!(go(&native, &mut state, None, &mut found), expected);
            assert_eq!(found, solutions);
            assert_eq!((state.nos, state.sp()), (3, 0));
            let mut state = State::initial(&program);
            assert_eq!(native.count(&mut state, &Limits::default()).unwrap(), expected);
            assert_eq!((state.nos, state.sp()), (3, 0));
        }
    }
}

proptest! {
    #[test]
    fn native_runs_stop_anywhere_and_add_up(puzzle in puzzles(false), seed: u64, cut in 0_u64..9) {
        let order = shuffled(&puzzle, seed);
        let overlap = [Overlap::Off, Overlap::Greedy, Overlap::Best][seed as usize % 3];
        let options = Options { overlap, skip: seed & 64 == 0 };
        let program = compile(&puzzle, &order, &options).unwrap().program;
        let (whole, _, solutions) = reference(&program, State::initial(&program));
        for options in [PLAIN, COUNTED] {
            let native = Native::new(&program, options).unwrap();
            let mut state = State::initial(&program);
            let (mut counts, mut found) = (Counts::default(), Vec::new());
            loop {
                let run = go(&native, &mut state, Some(cut + 1), &mut found);
                counts += run.counts;
                state = State::read(&state.write(), &program).unwrap();
                if run.halt == Halt::Ended {
                    break;
                }
                prop_assert_eq!(run.halt, Halt::Stopped(StopReason::NodeLimit));
                prop_assert_eq!(run.counts.placements, cut + 1);
            }
            prop_assert_eq!(counts.placements, whole.counts.placements);
            prop_assert_eq!(counts.solutions, whole.counts.solutions);
            if options.counted {
                prop_assert_eq!(counts.instructions, whole.counts.instructions);
            }
            prop_assert_eq!(&found, &solutions);
        }
    }

    #[test]
    fn a_run_is_handed_from_the_interpreter_to_native_code_and_back(
        puzzle in puzzles(false), seed: u64, steps in 0_u64..200, nodes in 1_u64..20,
    ) {
        let program = compile(&puzzle, &shuffled(&puzzle, seed), &Options::default()).unwrap().program;
        let (whole, end, solutions) = reference(&program, State::initial(&program));
        let mut found = Vec::new();
        let mut interpreter = Interpreter::new(&program);
        let first = interpreter.run(&Limits::instructions(steps), &mut |stack| {
            found.push(stack.to_vec());
            ControlFlow::Continue(())
        }).unwrap();
        let mut state = interpreter.state;
        let native = Native::new(&program, PLAIN).unwrap();
        let second = go(&native, &mut state, Some(nodes), &mut found);
        let (third, last, mut rest) = reference(&program, state);
        found.append(&mut rest);
        let placements =
            first.counts.placements + second.counts.placements + third.counts.placements;
        prop_assert_eq!(placements, whole.counts.placements);
        prop_assert_eq!(last, end);
        prop_assert_eq!(found, solutions);
    }
}

/// A compiled program with one address or aspect changed.
fn mutated(program: &Program, seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut instructions = program.instructions().to_vec();
    let at = random.index(instructions.len());
    let Operands { aspect, address } = instructions[at].operands();
    let operands = match random.index(3) {
        0 => Operands { aspect, address: random.index(instructions.len() - at) as u32 },
        1 => Operands { aspect, address: (address + random.index(5) as u32).saturating_sub(2) },
        _ => Operands { aspect: random.index(program.aspect_count()) as u32, address },
    };
    instructions[at] = Instruction::new(instructions[at].opcode(), operands);
    Program::new(instructions)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn strangers_programs_are_declined_or_run_as_the_interpreter_runs_them(
        puzzle in puzzles(false), seed: u64,
    ) {
        let program = compile(&puzzle, &shuffled(&puzzle, seed), &Options::default()).unwrap().program;
        let program = mutated(&program, seed);
        for options in [PLAIN, COUNTED] {
            let Ok(native) = Native::new(&program, options) else { continue };
            let budget = Budget { nodes: Some(5000), ..Budget::default() };
            let limits = Limits { budget: Some(&budget), ..Limits::default() };
            let mut interpreter = Interpreter::new(&program);
            let (mut slow, mut fast) = (Vec::new(), Vec::new());
            let expected = interpreter.run(&limits, &mut |stack| {
                slow.push(stack.to_vec());
                ControlFlow::Continue(())
            }).unwrap();
            let run = go(&native, &mut State::initial(&program), Some(5000), &mut fast);
            prop_assert_eq!(run.halt, expected.halt);
            prop_assert_eq!(run.counts.placements, expected.counts.placements);
            if options.counted && run.halt == Halt::Ended {
                prop_assert_eq!(run.counts.instructions, expected.counts.instructions);
            }
            prop_assert_eq!(slow, fast);
        }
    }
}

#[test]
fn a_receiver_that_has_enough_leaves_a_state_to_go_on_from() {
    let program = compiled(&simple(), "0,3,1,4,2,5", Overlap::Greedy, true).program;
    let native = Native::new(&program, PLAIN).unwrap();
    let mut state = State::initial(&program);
    for n in 1..=12 {
        let run = native.run(&mut state, &Limits::default(), &mut |_| ControlFlow::Break(()));
        assert_eq!(run.unwrap().halt, Halt::Stopped(StopReason::Satisfied));
        assert_eq!(state.nos, n);
    }
    let mut found = Vec::new();
    assert_eq!(go(&native, &mut state, None, &mut found).halt, Halt::Ended);
    assert_eq!((found.len(), state.nos), (0, 12));
}

#[test]
#[should_panic(expected = "too much")]
fn a_panic_of_the_receiver_passes_through() {
    let program = compiled(&simple(), "0,3,1,4,2,5", Overlap::Greedy, true).program;
    let native = Native::new(&program, PLAIN).unwrap();
    let _ =
        native.run(&mut State::initial(&program), &Limits::default(), &mut |_| panic!("too much"));
}

#[test]
fn programs_that_cannot_run_natively_are_declined_with_the_reason() {
    let declined = |text: &str| {
        let program = code::read(text).unwrap();
        Native::new(&program, PLAIN).map(|_| ()).unwrap_err().to_string()
    };
    for (text, why) in [
        ("M 0\nR", "the program is not structured: MF of an aspect not held last (pc 0)"),
        ("I 0 0\nR", "the program is not structured: two ways in with unlike aspects held (pc 1)"),
        ("C 3\nR", "the program is not structured: control leaves the program (pc 0)"),
        ("I 0 1\nR\nR", "the program is not structured: RETURN while an aspect is held (pc 1)"),
        ("", "the program is not structured: control leaves the program (pc 0)"),
        ("I 256 1\nM 256\nR", "native code keeps q in registers, for 256 aspects at most, not 257"),
        ("; capacity 0 2\nI 0 1\nM 0\nR", "native code keeps q as bits, but an aspect is a bag"),
    ] {
        assert_eq!(declined(text), why, "{text}");
    }
}

#[test]
fn states_that_do_not_fit_the_program_are_declined() {
    let program = compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, false).program;
    let native = Native::new(&program, PLAIN).unwrap();
    let start = |change: &dyn Fn(&mut State)| {
        let mut state = State::initial(&program);
        change(&mut state);
        let run = native.run(&mut state, &Limits::default(), &mut |_| ControlFlow::Continue(()));
        run.unwrap_err().to_string()
    };
    let prefix = "native code cannot start here: ";
    for (change, why) in [
        (
            &(|s: &mut State| s.pc = 500) as &dyn Fn(&mut State),
            "pc is not an address that the program reaches",
        ),
        (&|s: &mut State| s.pc = 2, "an aspect that is held is also free"),
        (&|s: &mut State| s.q[3] = 2, "an aspect is more than free"),
        (
            &|s: &mut State| s.stack = vec![1],
            "the stack holds an address that is not behind a CALL",
        ),
    ] {
        assert_eq!(start(change), format!("{prefix}{why}"));
    }
}

#[test]
fn many_aspects_use_four_words() {
    // A row of 200 cells and dominoes on it, with the last cells free to vary.
    let mut builder = PuzzleBuilder::new();
    let cells: Vec<_> = (0..200).map(|c| builder.aspect(c.to_string(), Demand::One)).collect();
    for pair in cells.windows(2) {
        builder.embedding(pair.iter().copied());
    }
    for four in cells[170..].windows(4) {
        builder.embedding(four.iter().copied());
    }
    let puzzle = builder.build().unwrap();
    let program = compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap().program;
    let (whole, _, solutions) = reference(&program, State::initial(&program));
    let native = Native::new(&program, COUNTED).unwrap();
    let (mut state, mut found) = (State::initial(&program), Vec::new());
    assert_eq!(go(&native, &mut state, None, &mut found), whole);
    assert_eq!(found, solutions);
    assert!(found.len() > 100);
}

#[test]
fn pentominoes_3_by_20_run_natively() {
    let puzzle = pentominoes(3, 20);
    let columns: Vec<String> =
        (0..20).flat_map(|c| (0..3).map(move |r| (20 * r + c).to_string())).collect();
    let program = compiled(&puzzle, &columns.join(","), Overlap::Greedy, true).program;
    let native = Native::new(&program, PLAIN).unwrap();
    let (mut state, mut found) = (State::initial(&program), Vec::new());
    let native_run = go(&native, &mut state, None, &mut found);
    let (whole, _, solutions) = reference(&program, State::initial(&program));
    assert_eq!(native_run.counts.placements, whole.counts.placements);
    assert_eq!(found, solutions);
    assert_eq!(run(&program).0.len(), 8);
}

#[test]
fn a_guard_that_repeats_an_aspect_is_not_fused_with_the_first() {
    for text in [
        "I 0 4\nI 0 2\nS\nM 0\nM 0\nR\n",
        "I 0 6\nI 1 4\nI 0 2\nS\nM 0\nM 1\nM 0\nR\n",
        "I 0 8\nI 1 6\nI 1 4\nI 2 2\nS\nM 2\nM 1\nM 1\nM 0\nS\nR\n",
    ] {
        agree(&code::read(text).unwrap(), 100);
    }
}

/// Runs all engines from the beginning; they agree on solutions, counts and the state they leave.
fn agree(program: &Program, nodes: u64) {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let limits = Limits { budget: Some(&budget), ..Limits::default() };
    let mut expected = Vec::new();
    let mut interpreter = Interpreter::new(program);
    let run = interpreter
        .run(&limits, &mut |stack| {
            expected.push(stack.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
    let (mut state, mut found) = (State::initial(program), Vec::new());
    let vm = Vm::new(program).run(&mut state, &limits, &mut |stack| {
        found.push(stack.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(vm.unwrap(), run);
    assert_eq!((&state, &found), (&interpreter.state, &expected));
    for options in [PLAIN, COUNTED] {
        let native = Native::new(program, options).unwrap();
        let (mut state, mut found) = (State::initial(program), Vec::new());
        let native = go(&native, &mut state, Some(nodes), &mut found);
        assert_eq!(native.halt, run.halt);
        assert_eq!(native.counts.placements, run.counts.placements);
        assert_eq!(native.counts.solutions, run.counts.solutions);
        if options.counted {
            assert_eq!(native.counts.instructions, run.counts.instructions);
        }
        assert_eq!((&state, &found), (&interpreter.state, &expected));
    }
}

/// Random structured programs: guards nest, on few aspects so that they repeat, spread over words;
/// calls go to later procedures, and the last guard of a procedure may lead to the next one.
struct Structured {
    random: Random,
    instructions: Vec<Instruction>,
    /// Addresses of CALLs and of IFs with the procedures that they lead to.
    leads: Vec<(usize, usize)>,
}

impl Structured {
    fn program(seed: u64) -> Program {
        let random = Random::new(seed);
        let mut made = Structured { random, instructions: Vec::new(), leads: Vec::new() };
        let procedures = 1 + made.random.index(5);
        let mut starts = Vec::new();
        for procedure in 0..procedures {
            starts.push(made.instructions.len());
            made.block(0, procedure, procedures);
            if procedure + 1 < procedures && made.random.index(2) == 0 {
                let at = made.instructions.len();
                made.guard(0, procedure, procedures);
                made.leads.push((at, procedure + 1));
            }
            made.instructions.push(Instruction::Return);
        }
        for (at, procedure) in made.leads {
            let Operands { aspect, .. } = made.instructions[at].operands();
            let address = (starts[procedure] - at - 1) as u32;
            let opcode = made.instructions[at].opcode();
            made.instructions[at] = Instruction::new(opcode, Operands { aspect, address });
        }
        Program::new(made.instructions)
    }

    fn block(&mut self, depth: usize, procedure: usize, procedures: usize) {
        for _ in 0..[0, 1, 1, 1, 2, 3][self.random.index(6)] {
            match self.random.index(8) {
                0 => self.instructions.push(Instruction::Solution),
                1 | 2 if procedure + 1 < procedures => {
                    let later = procedure + 1 + self.random.index(procedures - procedure - 1);
                    self.leads.push((self.instructions.len(), later));
                    self.instructions.push(Instruction::Call { address: 0 });
                }
                _ if depth < 6 => self.guard(depth, procedure, procedures),
                _ => self.instructions.push(Instruction::Solution),
            }
        }
    }

    fn guard(&mut self, depth: usize, procedure: usize, procedures: usize) {
        let aspect = [0, 1, 2, 3, 64, 65, 130, 255][self.random.index(8)];
        let at = self.instructions.len();
        self.instructions.push(Instruction::If { aspect, address: 0 });
        if self.random.index(3) == 0 {
            self.block(depth + 1, procedure, procedures);
        } else if depth < 6 {
            self.guard(depth + 1, procedure, procedures);
        } else {
            self.instructions.push(Instruction::Solution);
        }
        self.instructions.push(Instruction::MakeFree { aspect });
        let address = (self.instructions.len() - at - 1) as u32;
        self.instructions[at] = Instruction::If { aspect, address };
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn structured_programs_run_alike_on_all_engines(seed: u64, nodes in 0_u64..400) {
        agree(&Structured::program(seed), nodes);
    }
}

/// Runs with a deadline soon; it is kept.
fn stops_in_time(text: &str, told: bool) {
    let program = code::read(text).unwrap();
    let native = Native::new(&program, PLAIN).unwrap();
    let begun = Instant::now();
    let deadline = Some(begun + Duration::from_millis(50));
    let budget = Budget { deadline, ..Budget::default() };
    let limits = Limits { budget: Some(&budget), ..Limits::default() };
    let mut state = State::initial(&program);
    let run = if told {
        native.run(&mut state, &limits, &mut |_| ControlFlow::Continue(()))
    } else {
        native.count(&mut state, &limits)
    };
    assert_eq!(run.unwrap().halt, Halt::Stopped(StopReason::TimeLimit));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    // The state is one to go on from.
    let limits = Limits::instructions(1000);
    Interpreter::resume(&program, state).run(&limits, &mut |_| ControlFlow::Continue(())).unwrap();
}

#[test]
fn a_deadline_is_kept_however_long_the_paths_and_the_solutions_are() {
    let calls = "C 0\n".repeat(40);
    let guards = "I 0 1\nM 0\n".repeat(400_000);
    stops_in_time(&format!("{calls}{guards}R\n"), false);
    let deep = "C 0\n".repeat(16_000);
    stops_in_time(&format!("{deep}{}R\n", "S\n".repeat(60_000)), true);
}

#[test]
fn paths_too_long_to_be_interrupted_in_time_are_declined() {
    let (calls, guards) = ("C 0\n".repeat(2000), "I 0 1\nM 0\n".repeat(400_000));
    let program = code::read(&format!("{calls}{guards}R\n")).unwrap();
    let native = Native::new(&program, PLAIN).unwrap();
    let declined = native.count(&mut State::initial(&program), &Limits::default()).unwrap_err();
    assert_eq!(
        declined.to_string(),
        "native code cannot start here: it may execute over 2^30 instructions between two placements"
    );
}
