//! Whether a program fits the hardware.

use puzzle_processor::Program;
use puzzle_processor::forms::words;
use puzzle_processor::machine::State;

use crate::Trouble;

/// The most instructions: the report's ROM (Appendices E to G).
pub const LARGEST_PROGRAM: usize = 1 << 15;
/// The most aspects.
pub const MOST_ASPECTS: usize = 1 << words::ASPECT_BITS;
/// The most return addresses: stack\[1\] to stack\[127\].
pub const STACK: usize = 127;

/// Refuses what the machines have no room for. A program's ROM image if it fits.
pub fn fits(program: &Program, state: &State) -> Result<String, Trouble> {
    let unfit = |what: String| Err(Trouble::Unfit(what));
    let (length, aspects) = (program.len(), program.aspect_count());
    if program.is_empty() {
        return unfit("the program is empty".into());
    }
    if length > LARGEST_PROGRAM {
        return unfit(format!("the program has {length} words, the ROM {LARGEST_PROGRAM}"));
    }
    if aspects > MOST_ASPECTS {
        return unfit(format!("the puzzle has {aspects} aspects, the designs {MOST_ASPECTS}"));
    }
    if let Some(bag) = program.capacities().iter().position(|&capacity| capacity > 1) {
        let name = program.aspect_name(bag as u32);
        return unfit(format!(
            "{name} is covered more than once, and a bit of q tells only free or covered"
        ));
    }
    if state.stack.len() > STACK {
        return unfit(format!(
            "the state has {} return addresses, the stack {STACK}",
            state.stack.len()
        ));
    }
    if state.nos > u64::from(u32::MAX) {
        return unfit(format!("the state has {} solutions, more than nos can hold", state.nos));
    }
    words::write_rom(program).map_err(|why| Trouble::Unfit(why.0))
}
