//! What the fuzzer found stays found: every input that was kept, those that once broke a target
//! included, goes through its target again.

#[path = "../../../fuzz/src/targets/mod.rs"]
mod targets;

use std::path::Path;

#[test]
fn what_was_kept_from_fuzzing_breaks_no_target() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/kept");
    for (name, run) in targets::TARGETS {
        let mut inputs = 0;
        for entry in std::fs::read_dir(kept.join(name)).unwrap_or_else(|_| panic!("{name}")) {
            let path = entry.unwrap().path();
            println!("{}", path.display());
            run(&std::fs::read(&path).unwrap());
            inputs += 1;
        }
        assert!(inputs > 0, "nothing is kept for {name}");
    }
}
