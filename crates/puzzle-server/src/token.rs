//! The token: a number that nobody guesses.
//!
//! It comes from the system's source of randomness: from its file where there is one, else by way of
//! the standard library, which keys its hasher with it.

use std::hash::{BuildHasher, RandomState};

/// A new token: 32 hexadecimal digits.
pub(crate) fn fresh() -> String {
    if let Some(bytes) = system() {
        return bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    }
    (0..2_u64).map(|n| format!("{:016x}", RandomState::new().hash_one(n))).collect()
}

/// From the system, where it has a file for that.
fn system() -> Option<[u8; 16]> {
    use std::io::Read;
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom").ok()?.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// Compares without telling by its time where two differ.
pub(crate) fn same(a: &str, b: &str) -> bool {
    let differ = a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    a.len() == b.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_compared_whole() {
        let (a, b) = (fresh(), fresh());
        assert!(a.len() == 32 && b.len() == 32 && a != b);
        assert!(same(&a, &a.clone()) && !same(&a, &b) && !same(&a, &a[1..]) && !same("", &a));
    }
}
