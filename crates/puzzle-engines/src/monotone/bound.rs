//! How many maps there are at least.
//!
//! Take an antichain A of P and an interval [u, v] of Q. Map everything that is strictly above some
//! member of A to v, everything else outside A to u, and each member of A wherever you like between
//! u and v: all these maps are monotone, and there are |[u, v]| to the |A| of them. With [u, v] of
//! two elements that is 2 to the |A|.
//!
//! When P is itself an order of maps, too large to be written down, the maps of equal sum of heights
//! are an antichain, and how many there are is counted by [`super::frontier`].

use num_bigint::BigUint;
use puzzle_core::{Bound, Control, MapProblem, Monotone, Poset, Side};

use super::frontier::{self, Failed, MOST_STATES};

/// Larger orders have their levels measured, not their width: that would take long.
const MEASURED: usize = 2048;

/// The best bound that an antichain and an interval give, if they can be found.
pub fn bound(problem: &MapProblem, control: &Control) -> Option<Bound> {
    let (exponent, base) = match problem {
        MapProblem::Written(maps) => (antichain(&maps.from)?, maps.to.largest_interval().into()),
        MapProblem::Vast { from, to } => {
            let exponent = match from {
                Side::Order(order) => antichain(order)?,
                Side::Maps(maps) => largest_level(maps, MOST_STATES, control).ok()?.0,
            };
            let base = match to {
                Side::Order(order) => order.largest_interval().into(),
                Side::Maps(maps) => {
                    // If values have a least and a greatest, so have the maps.
                    let whole = maps.to.largest_interval() == maps.to.len();
                    let all = largest_level(maps, MOST_STATES, control).ok()?.1;
                    if whole { all } else { 1_u32.into() }
                }
            };
            (exponent, base)
        }
    };
    Some(Bound { base, exponent })
}

fn antichain(order: &Poset) -> Option<BigUint> {
    match order.len() <= MEASURED {
        true => Some(order.width().into()),
        false => order.levels().into_iter().max().map(BigUint::from),
    }
}

/// The largest level of an order of maps, and how many maps there are in all.
pub fn largest_level(
    maps: &Monotone,
    most: usize,
    control: &Control,
) -> Result<(BigUint, BigUint), Failed> {
    let counted = frontier::count(maps, true, most, control, None)?;
    let largest = counted.levels.iter().max().cloned().unwrap_or_default();
    Ok((largest, counted.levels.into_iter().sum()))
}
