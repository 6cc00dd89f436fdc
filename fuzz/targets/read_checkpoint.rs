//! Any bytes as a checkpoint: what is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_core::Checkpoint;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(checkpoint) = Checkpoint::read(bytes, 1000) {
        assert_eq!(Checkpoint::read(&checkpoint.write(), 1000), Ok(checkpoint));
    }
});
