//! The machine: Table 6's program and its trace (Table 7), states, limits, faults; the vm equals the
//! reference interpreter.

mod common;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use common::{compiled, pentominoes, puzzles, restricted, run, shuffled, simple};
use proptest::prelude::*;
use puzzle_core::{Budget, Random, StopReason};
use puzzle_processor::forms::code;
use puzzle_processor::machine::{
    Counts, Fault, Halt, Interpreter, Limits, Profile, Run, State, Trace, Vm,
};
use puzzle_processor::{Instruction, Options, Overlap, Program, compile};

const TABLE_6: &str = "
0: I 1 5
1:   I 1 1
2:     R
3:   M 1
4: I 1 1
5:   C 1
6: R
7: S
8: R
";

/// The first instructions, executed and recorded.
fn traced(interpreter: &mut Interpreter<'_>, count: usize) -> Trace {
    let mut trace = Trace::default();
    trace.next(interpreter, count).unwrap();
    trace
}

#[test]
fn the_test_program_of_table_6_gives_the_trace_of_table_7() {
    let program = code::read(TABLE_6).unwrap();
    let mut interpreter = Interpreter::new(&program);
    let trace = traced(&mut interpreter, 100);
    let expected = "\
slot         0  1  2  3  4  5  6  7
pc           0  1  3  4  5  7  8  6
sp           1  =  =  =  =  2  =  1
nos          0  =  =  =  =  =  1  =
oc           7  7  6  7  5  0  1  1
asp          1  1  1  1  0  0  0  0
adr          5  1  0  1  1  0  0  0
instruction  I  I  M  I  C  S  R  R
";
    assert_eq!(trace.render(), expected);
    assert_eq!((interpreter.state.nos, interpreter.state.sp()), (1, 0));
    assert_eq!(interpreter.state.pc, 0);
}

#[test]
fn the_number_of_solutions_does_not_overflow() {
    let program = code::read("S\nS\nR").unwrap();
    let state = State { nos: u64::MAX - 1, ..State::initial(&program) };
    let (run, state) = both(&program, &state, &Limits::default());
    assert_eq!((run.unwrap().counts.solutions, state.nos, state.pc), (2, u64::MAX, 0));
}

#[test]
fn a_deadline_is_kept_while_solutions_are_long() {
    // A million addresses each time; 4096 solutions between two looks would take seconds.
    let program = code::read(&format!("{}R", "S\n".repeat(200_000))).unwrap();
    let state = State { stack: vec![0; 1 << 20], ..State::initial(&program) };
    for fast in [false, true] {
        let begun = Instant::now();
        let budget =
            Budget { deadline: Some(begun + Duration::from_millis(30)), ..Budget::default() };
        let limits = Limits { budget: Some(&budget), ..Limits::default() };
        let mut sum = 0_u64;
        let mut on_solution = |stack: &[u32]| {
            sum += stack.iter().map(|&address| u64::from(address) + 1).sum::<u64>();
            ControlFlow::Continue(())
        };
        let run = if fast {
            Vm::new(&program).run(&mut state.clone(), &limits, &mut on_solution)
        } else {
            Interpreter::resume(&program, state.clone()).run(&limits, &mut on_solution)
        };
        assert_eq!(run.unwrap().halt, Halt::Stopped(StopReason::TimeLimit));
        assert!(begun.elapsed() < Duration::from_secs(1), "{sum} {:?}", begun.elapsed());
    }
}

#[test]
fn a_trace_in_pieces_is_the_trace_in_one() {
    let program = compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, false).program;
    let whole = traced(&mut Interpreter::new(&program), 1000);
    let mut interpreter = Interpreter::new(&program);
    let (mut trace, mut slots) = (Trace::default(), Vec::new());
    while trace.next(&mut interpreter, 7).unwrap() {
        slots.extend_from_slice(&trace.slots);
    }
    assert_eq!(slots, whole.slots);
    // 47 IF, 27 MF, 10 CALL, 11 RETURN, 3 SOLUTION.
    assert_eq!(slots.len(), 98);
}

#[test]
fn the_profile_shows_tables_2_and_3() {
    let program = compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, false).program;
    let mut profile = Profile::new(&program);
    let mut interpreter = Interpreter::new(&program);
    profile.run(&mut interpreter, &Limits::default(), &mut |_| ControlFlow::Continue(())).unwrap();
    let expected = "\
instruction    static       dynamic
IF                 28            47
IF true                          27
IF false                         20
MF                 28            27
SOLVE              15            10
RETURN              7            11
SOLUTION            1             3
all                79            98
sequential                       57 (58 %)

procedure  static IF  SOLVE  dynamic IF          true         false         SOLVE
Solve_0            5      3           5             5             0             3
";
    assert!(profile.render().starts_with(expected), "{}", profile.render());
}

#[test]
fn placements_follow_the_branches_of_figure_7() {
    let program = compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, false).program;
    let mut interpreter = Interpreter::new(&program);
    let mut branches = Vec::new();
    while let Some(step) = interpreter.step().unwrap() {
        if let Instruction::Call { .. } = step.instruction {
            branches.push((interpreter.state.stack.len(), program.embeddings()[&step.pc]));
        }
    }
    let figure_7 =
        [(1, 0), (2, 11), (2, 18), (3, 10), (1, 6), (2, 3), (3, 20), (1, 7), (2, 1), (3, 20)];
    assert_eq!(branches, figure_7);
}

#[test]
fn a_program_with_many_aspects_has_a_wider_state() {
    let program = code::read("I 200 1\nM 200\nR").unwrap();
    let state = State::initial(&program);
    assert_eq!(state.q.len(), 201);
    assert_eq!(State::read(&state.write(), &program).unwrap(), state);
    assert!(State::read(&State::initial(&code::read("R").unwrap()).write(), &program).is_err());
}

#[test]
fn a_state_file_has_the_layout_of_section_6() {
    let program = code::read(TABLE_6).unwrap();
    let mut interpreter = Interpreter::new(&program);
    for _ in 0..5 {
        interpreter.step().unwrap();
    }
    let text = interpreter.state.write();
    let plain: Vec<&str> = text.lines().map(|l| l.split(';').next().unwrap().trim()).collect();
    assert_eq!(plain[4..], ["7", "0", "2", "6"]);
    let numbers = plain[..4].join(" ");
    assert_eq!(numbers.split(' ').count(), 128);
    assert_eq!(State::read(&text, &program).unwrap(), interpreter.state);
    let short = State::read("1 1 1", &program).unwrap_err();
    assert_eq!(short.message, "the state file ends before q[3]");
    let bad = State::read(&text.replace("2 ; sp", "x ; sp"), &program).unwrap_err();
    assert_eq!(bad.message, "sp is not a number in range");
    let long = State::read(&format!("{text} 9"), &program).unwrap_err();
    assert_eq!(long.message, "the state file goes on after the stack");
    let many = text.replace("0 ; nos", "18446744073709551615 ; nos");
    let many = State::read(&many, &program).unwrap_err();
    assert_eq!(many.message, "nos is 18446744073709551615, more than any run can have counted");
    let full = State::read(&text.replacen('1', "2", 1), &program).unwrap_err();
    assert_eq!(full.message, "q[0] is 2, above its capacity 1");
}

/// Runs both loops from a state under a limit and insists that they agree on everything.
fn both(program: &Program, state: &State, limits: &Limits<'_>) -> (Result<Run, Fault>, State) {
    let (mut slow_found, mut fast_found) = (Vec::new(), Vec::new());
    let mut interpreter = Interpreter::resume(program, state.clone());
    let slow = interpreter.run(limits, &mut |stack| {
        slow_found.push(stack.to_vec());
        ControlFlow::Continue(())
    });
    let mut fast_state = state.clone();
    let fast = Vm::new(program).run(&mut fast_state, limits, &mut |stack| {
        fast_found.push(stack.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(slow, fast);
    assert_eq!(interpreter.state, fast_state);
    assert_eq!(slow_found, fast_found);
    (fast, fast_state)
}

#[test]
fn faults_name_the_instruction_and_leave_the_state() {
    for (text, message) in [
        ("I 0 0", "control leaves the program, to address 1 (pc 0: I 0 0)"),
        ("I 0 9\nI 0 9\nR", "control leaves the program, to address 11 (pc 1: I 0 9)"),
        ("C 5\nR", "control leaves the program, to address 6 (pc 0: C 5)"),
        ("M 0\nR", "aspect 0 is made free, but is free already (pc 0: M 0)"),
        ("I 3 1\nM 3\nM 3\nR", "aspect 3 is made free, but is free already (pc 2: M 3)"),
        ("S", "control leaves the program, to address 1 (pc 0: S)"),
        ("", "control leaves the program, to address 0 (pc 0)"),
    ] {
        let program = code::read(text).unwrap();
        let (result, _) = both(&program, &State::initial(&program), &Limits::default());
        assert_eq!(result.unwrap_err().to_string(), message, "{text}");
    }
    let program = code::read("C 1\nR\nC 0\nR").unwrap();
    let limits = Limits { stack: 1, ..Limits::default() };
    let (result, state) = both(&program, &State::initial(&program), &limits);
    assert_eq!(result.unwrap_err().to_string(), "the stack of 1 places overflows (pc 2: C 0)");
    assert_eq!((state.pc, state.sp()), (2, 2));
    let mut state = State::initial(&program);
    (state.pc, state.stack) = (1, vec![77]);
    let (result, _) = both(&program, &state, &Limits::default());
    assert_eq!(
        result.unwrap_err().to_string(),
        "control leaves the program, to address 77 (pc 1: R)"
    );
}

#[test]
fn a_long_program_from_a_stranger_stops_at_its_limits() {
    // Each instruction calls the next: 2^60 calls.
    let instructions = (0..60).flat_map(|_| [Instruction::Call { address: 0 }]);
    let program = Program::new(instructions.chain([Instruction::Return]).collect());
    let (run, _) = both(&program, &State::initial(&program), &Limits::instructions(100_000));
    assert_eq!(run.unwrap().halt, Halt::InstructionLimit);
    let deadline = Some(Instant::now() + Duration::from_millis(20));
    let budget = Budget { deadline, ..Budget::default() };
    let limits = Limits { budget: Some(&budget), ..Limits::default() };
    let mut state = State::initial(&program);
    let run = Vm::new(&program).run(&mut state, &limits, &mut |_| ControlFlow::Continue(()));
    assert_eq!(run.unwrap().halt, Halt::Stopped(StopReason::TimeLimit));
    budget.interrupt.store(true, Ordering::Relaxed);
    let run = Vm::new(&program).run(&mut state, &limits, &mut |_| ControlFlow::Continue(()));
    assert_eq!(run.unwrap().halt, Halt::Stopped(StopReason::Interrupted));
}

#[test]
fn a_node_limit_is_exact_and_a_full_receiver_stops_the_run() {
    let program = compiled(&simple(), "0,3,1,4,2,5", Overlap::Greedy, true).program;
    let budget = Budget { nodes: Some(7), ..Budget::default() };
    let limits = Limits { budget: Some(&budget), ..Limits::default() };
    let (run, _) = both(&program, &State::initial(&program), &limits);
    let run = run.unwrap();
    assert_eq!(run.halt, Halt::Stopped(StopReason::NodeLimit));
    assert_eq!(run.counts.placements, 7);
    let mut state = State::initial(&program);
    let first =
        Vm::new(&program).run(&mut state, &Limits::default(), &mut |_| ControlFlow::Break(()));
    assert_eq!(first.unwrap().halt, Halt::Stopped(StopReason::Satisfied));
    let rest = Vm::new(&program)
        .run(&mut state, &Limits::default(), &mut |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!((rest.halt, rest.counts.solutions, state.nos), (Halt::Ended, 11, 12));
}

fn random_program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let length = 1 + random.index(24);
    let instructions = (0..length).map(|i| {
        let left = length - i;
        let beyond = usize::from(random.index(8) == 0);
        let address = random.index(left + beyond) as u32;
        let aspect = random.index(4) as u32;
        match random.index(9) {
            0..=2 => Instruction::If { aspect, address },
            3 | 4 => Instruction::Call { address },
            5 | 6 => Instruction::MakeFree { aspect },
            7 => Instruction::Return,
            _ => Instruction::Solution,
        }
    });
    Program::new(instructions.collect())
}

proptest! {
    #[test]
    fn hostile_programs_end_alike_with_a_fault_or_a_limit(seed: u64, limit in 1_u64..5000) {
        let program = random_program(seed);
        let _ = both(&program, &State::initial(&program), &Limits::instructions(limit));
    }

    #[test]
    fn hostile_states_end_alike_too(seed: u64, pc in 0_u32..30, stack in proptest::collection::vec(0_u32..30, 0..6)) {
        let program = random_program(seed);
        let mut state = State::initial(&program);
        (state.pc, state.stack) = (pc, stack);
        let _ = both(&program, &state, &Limits::instructions(2000));
    }

    #[test]
    fn runs_split_at_random_moments_add_up(puzzle in puzzles(true), seed: u64, cut in 1_u64..60) {
        let program = compile(&puzzle, &shuffled(&puzzle, seed), &Options::default()).unwrap().program;
        let (whole, end) = both(&program, &State::initial(&program), &Limits::default());
        let mut state = State::initial(&program);
        let mut counts = Counts::default();
        loop {
            state = State::read(&state.write(), &program).unwrap();
            let (run, next) = both(&program, &state, &Limits::instructions(cut));
            let run = run.unwrap();
            counts += run.counts;
            state = next;
            if run.halt == Halt::Ended {
                break;
            }
        }
        prop_assert_eq!(counts, whole.unwrap().counts);
        prop_assert_eq!(state, end);
    }
}

#[test]
fn pentominoes_3_by_20_have_8_solutions_and_the_loops_agree() {
    let puzzle = pentominoes(3, 20);
    let columns: Vec<String> =
        (0..20).flat_map(|c| (0..3).map(move |r| (20 * r + c).to_string())).collect();
    let program = compiled(&puzzle, &columns.join(","), Overlap::Greedy, true).program;
    assert_eq!(run(&program).0.len(), 8);
    both(&program, &State::initial(&program), &Limits::instructions(300_000)).0.unwrap();
}
