//! Dedekind's numbers by pairs: the maps of the sets of n + 2 things to a chain of two.
//!
//! Such a map is four maps of the sets of n things, one for each way to have the last two things:
//! for none of them one that lies below both others, for both one that lies above both, and for
//! either thing any two. So the number is the sum over all pairs x, y of the number of maps below x ∧ y
//! times the number of those above x ∨ y (the recurrence is old; see Wiedemann 1991, who added
//! symmetry to it to get the eighth). Slower than [`ring`](mod@super::ring), and a check of it.

use puzzle_core::{Control, StopReason};
use rustc_hash::FxHashMap;

/// How many things there may be: beyond, pairs are too many.
pub const SIZES: std::ops::RangeInclusive<u32> = 2..=7;

/// The monotone maps of the sets of n things to {0, 1}, as their tables of 2^n bits.
fn tables(n: u32) -> Vec<u32> {
    (0..n).fold(vec![0, 1], |maps, k| {
        // Without the next thing x, with it y: x lies below y.
        let with = |&x: &u32| {
            let above = maps.iter().filter(move |&&y| x & !y == 0);
            above.map(move |y| x | y << (1 << k)).collect::<Vec<_>>()
        };
        maps.iter().flat_map(with).collect()
    })
}

/// The number for so many things, and how many pairs it took.
///
/// # Panics
/// If there are more or fewer than [`SIZES`] says.
pub fn count(things: u32, control: &Control) -> Result<(u128, u64), StopReason> {
    assert!(SIZES.contains(&things), "declined before");
    let maps = tables(things - 2);
    let measure = |x: u32| {
        let below = maps.iter().filter(|&&y| y & !x == 0).count() as u64;
        let above = maps.iter().filter(|&&y| x & !y == 0).count() as u64;
        (x, (below, above))
    };
    let measures: FxHashMap<u32, (u64, u64)> = maps.iter().map(|&x| measure(x)).collect();
    let (mut sum, mut pairs) = (0_u128, 0);
    for (i, x) in maps.iter().enumerate() {
        if let Some(reason) = control.budget.check(pairs) {
            return Err(reason);
        }
        control.progress.publish(pairs, 0);
        // The pair y, x is as good as x, y.
        let product = |y: &u32| u128::from(measures[&(x & y)].0) * u128::from(measures[&(x | y)].1);
        sum += product(x) + 2 * maps[..i].iter().map(product).sum::<u128>();
        pairs += i as u64 + 1;
    }
    Ok((sum, pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_give_the_known_numbers() {
        let known = [6, 20, 168, 7581, 7_828_354, 2_414_682_040_998];
        for (things, known) in SIZES.zip(known) {
            let (count, _) = count(things, &Control::default()).unwrap();
            assert_eq!(count, known, "{things}");
        }
    }
}
