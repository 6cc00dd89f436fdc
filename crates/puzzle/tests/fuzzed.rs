//! What the fuzzer found stays found: every input that was kept, those that once broke a target
//! included, goes through its target again.

#[path = "../../../fuzz/src/targets/mod.rs"]
mod targets;

use std::path::{Path, PathBuf};

use puzzle_core::Random;

/// What is kept for a target.
fn kept(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/kept").join(name);
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|_| panic!("nothing is kept for {name}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn what_was_kept_from_fuzzing_breaks_no_target() {
    for (name, run) in targets::TARGETS {
        let inputs = kept(name);
        assert!(!inputs.is_empty(), "nothing is kept for {name}");
        for path in inputs {
            println!("{}", path.display());
            run(&std::fs::read(&path).unwrap());
        }
    }
}

/// A fuzzer for those who have none: a few bytes of each input are changed. `PUZZLE_CHANGES` says how
/// often, and `PUZZLE_FUZZ` for which target.
#[test]
fn what_was_kept_breaks_no_target_with_some_bytes_changed() {
    let times = std::env::var("PUZZLE_CHANGES").map_or(2, |text| text.parse().unwrap());
    let only = std::env::var("PUZZLE_FUZZ").ok();
    let mut random = Random::new(18);
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    for (name, run) in targets::TARGETS.iter().filter(|target| wanted(target.0)) {
        for path in kept(name) {
            let good = std::fs::read(&path).unwrap();
            for _ in 0..times {
                let mut bytes = good.clone();
                for _ in 0..=random.below(3) {
                    let at = random.index(bytes.len().max(1));
                    match random.below(4) {
                        0 if at < bytes.len() => drop(bytes.remove(at)),
                        1 => bytes.insert(at.min(bytes.len()), b"0 19-\n\xff"[random.index(7)]),
                        _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
                        _ => {}
                    }
                }
                if times > 2 {
                    std::fs::write(std::env::temp_dir().join("puzzle-changed"), &bytes).unwrap();
                }
                run(&bytes);
            }
        }
    }
}
