//! States as words of fixed width.

use std::fmt::Debug;
use std::hash::Hash;

/// A state as a word.
pub trait Key: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many bytes it has.
    const BYTES: usize;

    /// The key with every bit set, which tables use to mark vacant slots.
    const ONES: Self;

    /// Appends the bytes, so that keys compare as their bytes do.
    fn write(self, bytes: &mut Vec<u8>);

    /// The key with these [`Key::BYTES`] bytes.
    fn read(bytes: &[u8]) -> Self;

    /// The word folded to 64 bits, with every bit of it used; to be mixed before it is a hash.
    fn fold(self) -> u64;
}

macro_rules! word_keys {
    ($($word:ty: $fold:expr),*) => {$(
        impl Key for $word {
            const BYTES: usize = size_of::<$word>();
            const ONES: Self = <$word>::MAX;

            #[inline]
            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_be_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                <$word>::from_be_bytes(bytes.try_into().expect("a key has its width"))
            }

            #[inline]
            fn fold(self) -> u64 {
                ($fold)(self)
            }
        }
    )*};
}

word_keys! {
    u32: |key: u32| u64::from(key),
    u64: |key: u64| key,
    u128: |key: u128| (key as u64) ^ ((key >> 64) as u64).rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// 96 bits, the highest first.
impl Key for [u32; 3] {
    const BYTES: usize = 12;
    const ONES: Self = [u32::MAX; 3];

    #[inline]
    fn write(self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|word| word.write(bytes));
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        [0, 4, 8].map(|at| u32::read(&bytes[at..at + 4]))
    }

    #[inline]
    fn fold(self) -> u64 {
        let low = u64::from(self[1]) << 32 | u64::from(self[2]);
        low ^ u64::from(self[0]).rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl<const N: usize> Key for [u64; N] {
    const BYTES: usize = 8 * N;
    const ONES: Self = [u64::MAX; N];

    fn write(self, bytes: &mut Vec<u8>) {
        for word in self {
            word.write(bytes);
        }
    }

    fn read(bytes: &[u8]) -> Self {
        let mut key = [0; N];
        for (word, bytes) in key.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::read(bytes);
        }
        key
    }

    fn fold(self) -> u64 {
        self.iter()
            .fold(0, |fold, word| (fold ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_being_written_and_compare_as_their_bytes() {
        fn both<K: Key>(small: K, large: K) {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            small.write(&mut first);
            large.write(&mut second);
            assert_eq!(first.len(), K::BYTES);
            assert_eq!((K::read(&first), K::read(&second)), (small, large));
            assert!(small < large && first < second);
        }
        both(7_u32, 0x0100_0000);
        both(7_u64, 1 << 40);
        both(u128::from(u64::MAX), 1 << 100);
        both([0, u64::MAX], [1, 0]);
        both([0, 7, u32::MAX], [0, 8, 0]);
    }
}
