//! From floating-point prices to whole numbers that are checked.
//!
//! The best prices of a linear program are ratios of whole numbers, and often of small ones: a common
//! denominator is looked for first, because nothing is lost with it and because small numbers can be
//! read. Where there is none, prices are multiplied by a large number and rounded up. Then no
//! embedding costs less than before, and the purse grows by less than one unit for each aspect.

use puzzle_core::{AbstractPuzzle, PriceList};

/// The largest denominator that is looked for.
const DENOMINATOR: u32 = 2000;
/// How far a multiple may be from a whole number.
const NEAR: f64 = 2e-4;
/// What the largest price becomes if there is no common denominator.
const LARGE: f64 = 1e7;

/// Whole prices that the puzzle accepts, if there are any close by.
pub(super) fn round(puzzle: &AbstractPuzzle, prices: &[f64]) -> Option<PriceList> {
    let sizes = || prices.iter().map(|price| price.abs()).filter(|&size| size > 1e-6);
    let least = sizes().fold(f64::INFINITY, f64::min);
    if !least.is_finite() {
        return None;
    }
    let largest = sizes().fold(0.0, f64::max);
    let whole = |by: f64| prices.iter().all(|p| (p * by - (p * by).round()).abs() < NEAR);
    let multiples = (1..=DENOMINATOR).map(|times| f64::from(times) / least);
    let mut common = multiples.take_while(|by| by * largest < LARGE).filter(|&by| whole(by));
    let exact = common.next().and_then(|by| {
        let whole = prices.iter().map(|p| (p * by).round() as i64).collect();
        PriceList::new(puzzle, whole).ok()
    });
    exact.or_else(|| {
        let by = LARGE / largest;
        let up = |p: &f64| (p * by - 1e-4).ceil() as i64;
        PriceList::new(puzzle, prices.iter().map(up).collect()).ok()
    })
}
