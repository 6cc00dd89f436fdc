//! Any bytes as a checkpoint, with their own seal or a good one: what is read is written the same.

use puzzle_core::{Checkpoint, seal};

pub(crate) fn run(bytes: &[u8]) {
    let _ = Checkpoint::read(bytes, 1000);
    // The fuzzer need not guess the checksum.
    let mut sealed = bytes.to_vec();
    seal::LINE.seal(&mut sealed);
    if let Ok(checkpoint) = Checkpoint::read(&sealed, 1000) {
        assert_eq!(Checkpoint::read(&checkpoint.write(), 1000), Ok(checkpoint));
    }
}
