//! Any text as a processor's state, saved or written by hand: what is read is written the same, and the
//! machine goes on from it to an end, a limit or a fault.

use std::ops::ControlFlow;

use puzzle::processor::Program;
use puzzle::processor::forms::code;
use puzzle::processor::machine::{Interpreter, Limits, Saved, Vm};

/// Table 6 of document 000, in a few lines: tests, calls, a loop and a solution.
const PROGRAM: &str = "I 0 3\nM 0\nC 1\nR\nI 1 2\nS\nR\nR\n";

pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let program: Program = code::read(PROGRAM).expect("it is one");
    let Ok(found) = Saved::load(text, &program) else { return };
    let saved = String::from_utf8(found.save(&program)).expect("it is text");
    assert_eq!(Saved::load(&saved, &program).as_ref(), Ok(&found));
    let mut state = found.state;
    let limits = Limits { stack: 1000, ..Limits::instructions(1000) };
    let mut ignore = |_: &[u32]| ControlFlow::Continue(());
    let mut slow = Interpreter::resume(&program, state.clone());
    let expected = slow.run(&limits, &mut ignore);
    let found = Vm::new(&program).run(&mut state, &limits, &mut ignore);
    assert_eq!((found, state), (expected, slow.state));
}
