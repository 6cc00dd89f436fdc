//! A board reflected by two shifts (document 003 §8.3).
//!
//! A member and its mirror image get neighbouring bits, a member on the axis gets both bits of such
//! a pair, and one bit between two pairs stays empty. Then swapping neighbours, `code << 1 | code >> 1`
//! without the empty bits, reflects a whole set at once; no table is needed. A pair takes three bits,
//! so 21 of them fit a word: the triangle of 15 holes needs 9, the English board of 33 needs 20.

/// The codes of the members of a board with an axis.
///
/// ```
/// use puzzle_core::bits::mirror::Mirror;
/// // Three in a row, reflected about the middle.
/// let row = Mirror::new(&[2, 1, 0]).unwrap();
/// assert_eq!(row.members(row.reflect(row.code(0b011))), 0b110);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    all: u64,
    codes: Vec<u64>,
}

impl Mirror {
    /// For members that are carried to these images; `None` if an image's image is another member,
    /// or if they need more than 21 pairs.
    pub fn new(images: &[usize]) -> Option<Self> {
        let mut codes = vec![0; images.len()];
        let mut pairs = 0;
        for (member, &image) in images.iter().enumerate() {
            if images.get(image) != Some(&member) {
                return None;
            }
            if image >= member {
                if pairs == 21 {
                    return None;
                }
                codes[member] |= 1 << (3 * pairs);
                codes[image] |= 2 << (3 * pairs);
                pairs += 1;
            }
        }
        Some(Mirror { all: codes.iter().fold(0, |all, code| all | code), codes })
    }

    /// The code of a set.
    pub fn code(&self, set: u64) -> u64 {
        super::members::indices(set).fold(0, |code, member| code | self.codes[member as usize])
    }

    /// The set with this code.
    pub fn members(&self, code: u64) -> u64 {
        let lies_in = |(member, bits): (usize, &u64)| u64::from(code & bits == *bits) << member;
        self.codes.iter().enumerate().map(lies_in).fold(0, |set, bit| set | bit)
    }

    /// The code of all members: its exclusive or with a code is the code of the complement.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The code of the reflected set.
    #[inline]
    pub fn reflect(&self, code: u64) -> u64 {
        (code << 1 | code >> 1) & self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_shifts_do_what_carrying_each_member_does() {
        // The triangle of 15 holes about A-E-M.
        let triangle = [0, 2, 1, 5, 4, 3, 9, 8, 7, 6, 14, 13, 12, 11, 10];
        let mirror = Mirror::new(&triangle).unwrap();
        for set in 0..1_u64 << 15 {
            let slow = (0..15).filter(|i| set >> i & 1 == 1).fold(0, |s, i| s | 1 << triangle[i]);
            let code = mirror.code(set);
            assert_eq!(mirror.members(mirror.reflect(code)), slow);
            assert_eq!(mirror.reflect(mirror.reflect(code)), code);
            assert_eq!(mirror.members(code ^ mirror.all()), !set & 0x7fff);
        }
    }

    #[test]
    fn only_reflections_that_fit_a_word_have_codes() {
        assert_eq!(Mirror::new(&[1, 2, 0]), None);
        assert_eq!(Mirror::new(&[3]), None);
        let row = |length: usize| Mirror::new(&(0..length).rev().collect::<Vec<_>>());
        assert!(row(42).is_some() && row(43).is_none());
    }
}
