//! Any text as a diagram of solutions: what is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_core::{Demand, PuzzleBuilder};
use puzzle_engines::cover::Diagram;

fuzz_target!(|text: &str| {
    let mut builder = PuzzleBuilder::new();
    let aspects: Vec<_> = (0..4).map(|i| builder.aspect(i.to_string(), Demand::One)).collect();
    for i in 0..4 {
        builder.embedding([aspects[i]]);
        builder.embedding([aspects[i], aspects[(i + 1) % 4]]);
    }
    let puzzle = builder.build().unwrap();
    // The fuzzer need not guess the fingerprint.
    let fingerprint = format!("{:016x}", puzzle.fingerprint());
    let text = text.replacen("FINGERPRINT", &fingerprint, 1);
    if let Ok(diagram) = Diagram::read(&text, &puzzle) {
        let mut written = Vec::new();
        diagram.write(&puzzle, &mut written).unwrap();
        assert_eq!(Diagram::read(&String::from_utf8(written).unwrap(), &puzzle), Ok(diagram));
    }
});
