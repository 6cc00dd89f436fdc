//! How many shortest paths lead from the starts to the goals.
//!
//! Only states on such paths matter: going back from the goals level by level finds them, going
//! forward again adds up the numbers of ways. Two paths differ if they pass different states;
//! several moves between the same two states count once.

use num_bigint::BigUint;
use puzzle_core::{Key, StateSpace, Successors};
use rustc_hash::{FxHashMap, FxHashSet};

use super::search::Levels;
use super::{Halt, neighbours};

/// The number of shortest paths to goals that all have this distance; all levels before it must be
/// remembered.
pub fn count_shortest<K: Key>(
    space: &dyn StateSpace<Key = K>,
    levels: &Levels<K>,
    distance: usize,
    goals: &[K],
) -> Result<BigUint, Halt> {
    let mut out = Successors::default();
    let mut useful: Vec<Vec<K>> = vec![goals.to_vec()];
    for level in (0..distance).rev() {
        let stored = levels.stored[level].as_ref().ok_or(Halt::Forgotten)?;
        let targets: FxHashSet<K> = useful[useful.len() - 1].iter().copied().collect();
        let mut found = Vec::new();
        if space.is_reversible() {
            let mut near = FxHashSet::default();
            for batch in useful[useful.len() - 1].chunks(256) {
                out.clear();
                space.expand(batch, &mut out);
                near.extend(out.keys().iter().copied());
            }
            for key in near {
                if stored.contains(key)? {
                    found.push(key);
                }
            }
        } else {
            stored.each_batch(|batch| {
                out.clear();
                space.expand(batch, &mut out);
                for (&from, group) in batch.iter().zip(out.groups()) {
                    if group.iter().any(|key| targets.contains(key)) {
                        found.push(from);
                    }
                }
            })?;
        }
        useful.push(found);
    }
    let mut ways: FxHashMap<K, BigUint> =
        useful.pop().unwrap_or_default().into_iter().map(|key| (key, 1_u32.into())).collect();
    while let Some(level) = useful.pop() {
        let mut next: FxHashMap<K, BigUint> =
            level.into_iter().map(|key| (key, BigUint::ZERO)).collect();
        for (&state, count) in &ways {
            for key in neighbours(space, state, &mut out) {
                if let Some(sum) = next.get_mut(&key) {
                    *sum += count;
                }
            }
        }
        ways = next;
    }
    Ok(ways.into_values().sum())
}
