//! Small programs on every design, with Icarus: solutions, counters, the registers before every instruction
//! and states that are read back are the interpreter's. They need Icarus: `cargo xtask test` has a stage for them.

use puzzle_core::{AbstractPuzzle, Demand, Order, PuzzleBuilder, Random};
use puzzle_hardware::{Array, DESIGNS, Folder, Simulation, Simulator, Trouble};
use puzzle_processor::forms::code;
use puzzle_processor::machine::{Interpreter, Limits, State};
use puzzle_processor::split::split;
use puzzle_processor::{Instruction, Opcode, Options, Program, compile};

/// Document 000, Table 6.
const TABLE_6: &str = "I 1 5\nI 1 1\nR\nM 1\nI 1 1\nC 1\nR\nS\nR\n";

fn dominoes(pairs: &[[usize; 2]], cells: usize) -> AbstractPuzzle {
    let mut builder = PuzzleBuilder::new();
    let ids: Vec<_> =
        (0..cells).map(|cell| builder.aspect(cell.to_string(), Demand::One)).collect();
    for pair in pairs {
        builder.embedding(pair.map(|cell| ids[cell]));
    }
    builder.build().unwrap()
}

/// 3x4 cells.
fn rectangle() -> AbstractPuzzle {
    let across = (0..12).filter(|c| c % 4 < 3).map(|c| [c, c + 1]);
    let down = (0..8).map(|c| [c, c + 4]);
    dominoes(&across.chain(down).collect::<Vec<_>>(), 12)
}

fn compiled(puzzle: &AbstractPuzzle) -> Program {
    compile(puzzle, &Order::reading(puzzle), &Options::default()).unwrap().program
}

/// Runs a program on every design, watched in every way.
fn on_every_design(program: &Program, solutions: u64) {
    let state = State::initial(program);
    for design in DESIGNS {
        let folder = Folder::fresh().unwrap();
        let simulation = Simulation {
            design,
            program,
            state: &state,
            simulator: Some(Simulator::Icarus),
            stop: None,
            tell: true,
            trace: true,
            wave: None,
        };
        let done = simulation.run(&folder).unwrap();
        assert_eq!(done.solutions, solutions, "{}", design.name);
        // Stopped anywhere, the state goes on to the same end.
        let half = done.counters.instructions / 2;
        let stopped = Simulation { stop: Some(half), ..simulation }.run(&folder).unwrap();
        let state = stopped.state.unwrap();
        let rest = Simulation { state: &state, ..simulation }.run(&folder).unwrap();
        assert_eq!(rest.solutions, solutions, "{}", design.name);
        let executed = stopped.counters.instructions + rest.counters.instructions;
        assert_eq!(executed, done.counters.instructions, "{}", design.name);
    }
}

#[test]
#[ignore = "needs Icarus: cargo xtask test"]
fn every_design_executes_table_6_slot_by_slot_as_table_7_says() {
    on_every_design(&code::read(TABLE_6).unwrap(), 1);
}

#[test]
#[ignore = "needs Icarus: cargo xtask test"]
fn dominoes_on_3x4_cells_have_11_solutions_on_every_design() {
    on_every_design(&compiled(&rectangle()), 11);
}

/// Random programs of five instructions with the stack, sometimes senseless ones: as far as the interpreter
/// goes without a fault, designs go too.
#[test]
#[ignore = "needs Icarus: cargo xtask test"]
fn random_programs_do_on_every_design_what_they_do_in_the_interpreter() {
    let mut random = Random::new(2001);
    let mut tried = 0;
    while tried < 12 {
        let length = 4 + random.index(40) as u32;
        let instruction = |at: u32, random: &mut Random| {
            let operands = puzzle_processor::isa::Operands {
                aspect: random.index(6) as u32,
                address: random.index(((length - at) / 2).max(1) as usize) as u32,
            };
            let opcodes = [Opcode::If, Opcode::If, Opcode::Call, Opcode::MakeFree, Opcode::Return];
            let opcode =
                if random.index(12) == 0 { Opcode::Solution } else { opcodes[random.index(5)] };
            Instruction::new(opcode, operands)
        };
        let mut instructions: Vec<_> = (0..length).map(|at| instruction(at, &mut random)).collect();
        instructions.extend([Instruction::Solution, Instruction::Return, Instruction::Return]);
        let program = Program::new(instructions);
        let mut state = State::initial(&program);
        state.q.iter_mut().for_each(|q| *q = random.index(2) as u32);
        let mut probe = Interpreter::resume(&program, state.clone());
        let run =
            probe.run(&Limits::instructions(400), &mut |_| std::ops::ControlFlow::Continue(()));
        let Ok(run) = run else { continue };
        if run.counts.instructions < 8 {
            continue;
        }
        tried += 1;
        let design = &DESIGNS[tried % DESIGNS.len()];
        let stop = (run.counts.instructions >= 400).then_some(390);
        let simulation = Simulation {
            design,
            program: &program,
            state: &state,
            simulator: Some(Simulator::Icarus),
            stop,
            tell: true,
            trace: stop.is_none(),
            wave: None,
        };
        let folder = Folder::fresh().unwrap();
        simulation.run(&folder).unwrap_or_else(|why| panic!("{}: {why}\n{program:?}", design.name));
    }
}

#[test]
#[ignore = "needs Icarus: cargo xtask test"]
fn an_array_of_machines_adds_up_the_parts() {
    let puzzle = rectangle();
    let compiled = compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap();
    let parts = split(&puzzle, &compiled, 6);
    for (cores, design) in [(1, 0), (3, 4)] {
        let (design, program) = (&DESIGNS[design], &compiled.program);
        let array = Array { design, program, parts: &parts, simulator: Simulator::Icarus };
        let scaling = array.run(&Folder::fresh().unwrap(), cores).unwrap();
        assert_eq!((scaling.solutions, scaling.busy.len()), (11, cores as usize));
    }
}

#[test]
fn what_does_not_fit_is_refused_with_one_line() {
    let refused = |program: &Program, state: &State| match puzzle_hardware::fits(program, state) {
        Err(Trouble::Unfit(why)) => why,
        other => panic!("{other:?}"),
    };
    let long = Program::new(vec![Instruction::Return; 40_000]);
    let why = refused(&long, &State::initial(&long));
    assert_eq!(why, "the program has 40000 words, the ROM 32768");
    let wide = code::read("I 200 1\nM 200\nR\n").unwrap();
    let why = refused(&wide, &State::initial(&wide));
    assert_eq!(why, "the puzzle has 201 aspects, the designs 128");
    let bag = Program::new(vec![Instruction::MakeFree { aspect: 0 }]).with_capacities(&[2]);
    let why = refused(&bag, &State::initial(&bag));
    assert_eq!(why, "0 is covered more than once, and a bit of q tells only free or covered");
    let program = code::read("R\n").unwrap();
    let deep = State { stack: vec![0; 128], ..State::initial(&program) };
    assert_eq!(refused(&program, &deep), "the state has 128 return addresses, the stack 127");
}
