//! The five-instruction puzzle processor: compiler, program forms, machine.
//!
//! A puzzle becomes a *program* whose control flow is the puzzle (document 000). [`compile()`] makes
//! it, [`machine`] executes it, [`forms`] writes and reads it, [`native`] turns it into machine
//! code. The five instructions are defined once, in [`isa`].
//!
//! ```
//! use puzzle_core::{Collect, Demand, EmbeddingId, Order, PuzzleBuilder};
//! use puzzle_processor::machine::{Decoder, Limits, State, Vm};
//! use puzzle_processor::{Options, compile};
//!
//! // A square of four cells, to be tiled with dominoes.
//! let mut builder = PuzzleBuilder::new();
//! let [a, b, c, d] = ["a", "b", "c", "d"].map(|cell| builder.aspect(cell, Demand::One));
//! for domino in [[a, b], [c, d], [a, c], [b, d]] {
//!     builder.embedding(domino);
//! }
//! let puzzle = builder.build().unwrap();
//! let compiled = compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap();
//!
//! let mut sink = Collect::all();
//! let decoder = Decoder::ids(&compiled);
//! let mut state = State::initial(&compiled.program);
//! let vm = Vm::new(&compiled.program);
//! vm.run(&mut state, &Limits::default(), &mut decoder.to_sink(&mut sink)).unwrap();
//! assert_eq!(sink.solutions, [[0, 1].map(EmbeddingId), [2, 3].map(EmbeddingId)]);
//! ```

pub mod compile;
pub mod forms;
pub mod isa;
pub mod machine;
pub mod native;
mod program;
pub mod split;
pub mod structure;

pub use compile::{Compiled, Options, Overlap, compile};
pub use isa::{Instruction, Opcode};
pub use program::{Procedure, Program};
pub use structure::Structure;
