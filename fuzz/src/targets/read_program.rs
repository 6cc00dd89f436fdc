//! Any bytes as a program: what is read runs to its end, a limit or a fault, on both interpreters
//! alike.

use std::ops::ControlFlow;

use puzzle::processor::forms;
use puzzle::processor::machine::{Interpreter, Limits, State, Vm};

pub(crate) fn run(bytes: &[u8]) {
    let Ok(program) = forms::read(bytes) else { return };
    let limits = Limits { stack: 1000, ..Limits::instructions(10_000) };
    let mut ignore = |_: &[u32]| ControlFlow::Continue(());
    let mut slow = Interpreter::new(&program);
    let expected = slow.run(&limits, &mut ignore);
    let mut state = State::initial(&program);
    let found = Vm::new(&program).run(&mut state, &limits, &mut ignore);
    assert_eq!(found, expected);
    assert_eq!(state, slow.state);
    let text = state.write();
    let _ = State::read(&text, &program);
}
