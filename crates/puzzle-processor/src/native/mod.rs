//! Native code: the program as x86-64 instructions, by templates (document 000 §5 carried on).
//!
//! q lives in registers as bits, a CALL is a machine call and a RETURN a machine return, so the
//! machine stack *is* the stack of §4.7. Every CALL counts placements down; when they run out the
//! code comes out with its stack recorded, looks at the budget, and goes on. What was recorded is
//! an ordinary [`State`](crate::machine::State), which the interpreters can resume, and the other way round.
//!
//! | file | holds |
//! |---|---|
//! | `encode.rs` | the bytes of the dozen machine instructions that are used |
//! | `generate.rs` | a template for each instruction of the processor |
//! | `call.rs` | the only unsafe part: executable memory, the call, the calls back |
//!
//! Only structured programs (see [`crate::structure`]) without bags are translated: for them the
//! depth of the stack is known beforehand and bits suffice. Everything else, and every other CPU,
//! is declined with the reason.

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod call;
#[cfg(target_arch = "x86_64")]
mod encode;
#[cfg(target_arch = "x86_64")]
mod generate;
#[cfg(target_arch = "x86_64")]
mod run;
#[cfg(target_arch = "x86_64")]
pub use run::Native;

#[cfg(not(target_arch = "x86_64"))]
mod elsewhere;
#[cfg(not(target_arch = "x86_64"))]
pub use elsewhere::Native;

/// How native code is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NativeOptions {
    /// Count executed instructions as the interpreters do. Guards are then not fused; on 6x10
    /// pentominoes that costs a tenth to a fifth of the speed.
    pub counted: bool,
}

/// The most aspects that fit the registers.
pub const MAX_ASPECTS: usize = 256;
/// The longest program that is translated.
pub const MAX_LENGTH: usize = 1 << 22;
/// The deepest stack that is entrusted to the machine.
pub const MAX_DEPTH: usize = 1 << 14;
