//! The ending of a saved file: how many bytes come before it, and their checksum.
//!
//! All saved files share it; they differ only in what stands around the two numbers, so that the ending
//! is a line of a checkpoint or a diagram ([`LINE`]), a comment of a processor's state ([`COMMENT`]) or
//! the last field of a JSON object ([`FIELD`]). The checksum is CRC-32C (Castagnoli): it finds every
//! change within four neighbouring bytes, wherever they are, and of any other damage all but one in
//! 2^32. It can be continued from its value alone, so a checkpoint may remember it for a file that grows.
//!
//! A state or a list of solutions may also be written by other hands and have no seal. A file whose
//! ending resembles a seal must have a good one, so that damage to the seal itself does not make a file
//! look like one of those.

/// How many bytes, and their checksum.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seal {
    /// How many bytes.
    pub length: u64,
    /// Their checksum.
    pub sum: u32,
}

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 8;

impl Seal {
    /// The seal of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut seal = Seal::default();
        seal.add(bytes);
        seal
    }

    /// The seal of what it was and these bytes after it.
    pub fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.sum = crc32c::crc32c_append(self.sum, bytes);
    }

    /// The two numbers as text.
    pub fn text(self) -> String {
        format!("{} {:08x}", self.length, self.sum)
    }

    /// What [`Seal::text`] wrote, and nothing else.
    pub fn read(text: &str) -> Option<Self> {
        let (length, sum) = text.split_once(' ')?;
        let seal = Seal { length: length.parse().ok()?, sum: u32::from_str_radix(sum, 16).ok()? };
        (seal.text() == text).then_some(seal)
    }
}

/// What stands around the two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    before: &'static str,
    after: &'static str,
}

/// The last line of a text: `end 193 8f21…`.
pub const LINE: Ending = Ending { before: "end ", after: "\n" };
/// The same as a comment.
pub const COMMENT: Ending = Ending { before: "; end ", after: "\n" };
/// The last field of a JSON object that ends a file.
pub const FIELD: Ending = Ending { before: ",\"seal\":\"", after: "\"}\n" };

/// What the ending of a file says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sealed<'a> {
    /// It is as it was written: the bytes before the ending.
    Whole(&'a [u8]),
    /// It was cut or changed.
    Damaged,
    /// It has no such ending.
    Unsealed,
}

impl Ending {
    /// The ending of a file that has this seal.
    pub fn write(self, seal: Seal) -> String {
        format!("{}{}{}", self.before, seal.text(), self.after)
    }

    /// Adds the ending to bytes.
    pub fn seal(self, bytes: &mut Vec<u8>) {
        let ending = self.write(Seal::of(bytes));
        bytes.extend_from_slice(ending.as_bytes());
    }

    /// Looks at the ending of a file.
    pub fn check(self, bytes: &[u8]) -> Sealed<'_> {
        let Some(length) = self.length_before(bytes.len()) else { return Sealed::Unsealed };
        let (body, ending) = bytes.split_at(length);
        let expected = self.write(Seal::of(body));
        if ending == expected.as_bytes() {
            return Sealed::Whole(body);
        }
        // The sum may differ in every digit; the rest of a seal differs in few places.
        let sum = expected.len() - self.after.len() - DIGITS..expected.len() - self.after.len();
        let differ = |place: usize| ending[place] != expected.as_bytes()[place];
        let wrong = (0..expected.len()).filter(|at| !sum.contains(at) && differ(*at)).count();
        match wrong * 2 < expected.len() - sum.len() {
            true => Sealed::Damaged,
            false => Sealed::Unsealed,
        }
    }

    /// How many bytes come before the ending, if all of them and the ending have this length.
    fn length_before(self, all: usize) -> Option<usize> {
        let fixed = self.before.len() + self.after.len() + 1 + DIGITS;
        let before = |digits: usize| all.checked_sub(fixed + digits);
        let fits = |digits: &usize| {
            before(*digits).is_some_and(|length| length.to_string().len() == *digits)
        };
        (1..=20).find(fits).and_then(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Ending; 3] = [LINE, COMMENT, FIELD];

    #[test]
    fn the_checksum_is_the_published_one_and_can_be_continued() {
        assert_eq!(Seal::of(b"123456789"), Seal { length: 9, sum: 0xe306_9283 });
        let mut seal = Seal::of(b"1234");
        seal.add(b"56789");
        assert_eq!(seal, Seal::of(b"123456789"));
        assert_eq!(Seal::of(b""), Seal::default());
    }

    #[test]
    fn damage_to_four_neighbouring_bytes_is_always_found() {
        let mut random = crate::Random::new(32);
        let mut bytes = vec![0; 4000];
        bytes.iter_mut().for_each(|byte| *byte = random.below(256) as u8);
        let seal = Seal::of(&bytes);
        for _ in 0..2000 {
            let at = random.below(3997) as usize;
            let change = 1 + random.below(u64::from(u32::MAX)) as u32;
            let mut damaged = bytes.clone();
            let four = damaged[at..at + 4].iter_mut().zip(change.to_le_bytes());
            four.for_each(|(byte, change)| *byte ^= change);
            assert_ne!(Seal::of(&damaged), seal);
        }
    }

    #[test]
    fn what_is_sealed_is_found_whole() {
        for ending in ALL {
            for length in [0, 1, 9, 10, 60, 99, 100, 101, 1000] {
                let body: Vec<u8> = (0..length).map(|i| (i * 7) as u8).collect();
                let mut bytes = body.clone();
                ending.seal(&mut bytes);
                assert_eq!(ending.check(&bytes), Sealed::Whole(&body));
            }
        }
        assert_eq!(Seal::read(&Seal::of(b"abc").text()), Some(Seal::of(b"abc")));
        assert_eq!(Seal::read("+3 364b3fb7"), None);
        assert_eq!(Seal::read("3 364B3FB7"), None);
    }

    #[test]
    fn every_other_byte_in_every_place_is_damage() {
        for ending in ALL {
            let mut bytes = b"{\"n\":1}\n{\"count\":\"1\"".to_vec();
            ending.seal(&mut bytes);
            for at in 0..bytes.len() {
                let good = bytes[at];
                for other in (0..=255).filter(|other| *other != good) {
                    bytes[at] = other;
                    assert_eq!(ending.check(&bytes), Sealed::Damaged, "{at} {other}");
                }
                bytes[at] = good;
            }
        }
    }

    #[test]
    fn a_file_by_another_hand_has_no_seal() {
        for text in
            ["", "1 2 3", "{\"schema\":1,\"solutions\":[],\"count\":\"0\",\"complete\":true}\n"]
        {
            assert!(ALL.iter().all(|ending| ending.check(text.as_bytes()) == Sealed::Unsealed));
        }
    }
}
