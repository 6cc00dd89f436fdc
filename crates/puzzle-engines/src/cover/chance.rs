//! Random numbers for estimates: the same in every run.

/// The next number of a xorshift generator (Marsaglia), whose state is never 0.
pub(super) fn next_random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 11
}

/// A random number from 0 to 1.
pub(super) fn uniform(random: &mut u64) -> f64 {
    next_random(random) as f64 / (1_u64 << 53) as f64
}
