//! Any text as a diagram of solutions: what is read is written the same.

use puzzle_core::{Demand, PuzzleBuilder, seal};
use puzzle_engines::cover::Diagram;

pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut builder = PuzzleBuilder::new();
    let aspects: Vec<_> = (0..4).map(|i| builder.aspect(i.to_string(), Demand::One)).collect();
    for i in 0..4 {
        builder.embedding([aspects[i]]);
        builder.embedding([aspects[i], aspects[(i + 1) % 4]]);
    }
    let puzzle = builder.build().unwrap();
    let _ = Diagram::read(bytes, &puzzle);
    // The fuzzer need not guess the fingerprint nor the checksum.
    let fingerprint = format!("{:016x}", puzzle.fingerprint());
    let mut sealed = text.replacen("FINGERPRINT", &fingerprint, 1).into_bytes();
    seal::LINE.seal(&mut sealed);
    if let Ok(diagram) = Diagram::read(&sealed, &puzzle) {
        let mut written = Vec::new();
        diagram.write(&puzzle, &mut written).unwrap();
        assert_eq!(Diagram::read(&written, &puzzle), Ok(diagram));
    }
}
