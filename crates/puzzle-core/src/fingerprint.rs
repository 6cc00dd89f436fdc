//! FNV-1a: a number that tells texts apart, the same on every machine.
//!
//! For fingerprints of problems: they guard against mistakes, not against malice.

/// The number of these bytes.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(EMPTY, |hash, byte| step(hash, *byte))
}

/// The number of no bytes.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The number of these numbers, each as four bytes, the lowest first.
pub fn fingerprint_of_numbers(numbers: impl IntoIterator<Item = u32>) -> u64 {
    numbers.into_iter().flat_map(u32::to_le_bytes).fold(EMPTY, step)
}

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_published_function() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(fingerprint_of_numbers([0x006f_6f66, 7]), fingerprint(b"foo\0\x07\0\0\0"));
    }
}
