//! Any text as a checkpoint: what is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::core::Checkpoint;

fuzz_target!(|text: &str| {
    if let Ok(checkpoint) = Checkpoint::read(text, 1000) {
        assert_eq!(Checkpoint::read(&checkpoint.write(), 1000), Ok(checkpoint));
    }
});
