//! Embeddings as sets of ranks, in blocks of four that are tested at once.

use puzzle_core::EmbeddingId;
use puzzle_core::bits::compact::Compact;
use puzzle_core::bits::quad::Quad;

/// How many embeddings of a list are tested at once, at most: fifteen blocks.
pub(super) const AT_ONCE: u32 = 60;

/// Four embeddings: their first words, their second words and so on.
type Block<const W: usize> = [[u64; 4]; W];

/// Some embeddings, from the beginning of a block on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    /// The first block; none is in block 0.
    pub first: u32,
    pub count: u32,
}

impl List {
    /// Where its embeddings are.
    pub(super) fn places(self) -> std::ops::Range<u32> {
        4 * self.first..4 * self.first + self.count
    }

    /// What comes after those tested at once.
    #[inline(always)]
    pub(super) fn rest(self) -> Option<List> {
        let List { first, count } = self;
        (count > AT_ONCE).then(|| List { first: first + AT_ONCE / 4, count: count - AT_ONCE })
    }
}

/// The blocks of all lists.
pub(super) struct Table<const W: usize> {
    blocks: Vec<Block<W>>,
    ids: Vec<[EmbeddingId; 4]>,
}

impl<const W: usize> Table<W> {
    pub(super) fn new() -> Self {
        Table { blocks: vec![[[0; 4]; W]], ids: vec![[EmbeddingId(0); 4]] }
    }

    /// How many blocks there are.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The bytes of so many embeddings.
    pub(super) fn bytes(embeddings: usize) -> usize {
        embeddings.div_ceil(4) * (size_of::<Block<W>>() + size_of::<[EmbeddingId; 4]>())
    }

    /// An empty list, to which embeddings can be added until the next is begun.
    pub(super) fn begin(&self) -> List {
        List { first: self.blocks.len() as u32, count: 0 }
    }

    /// Adds an embedding to the list begun last.
    pub(super) fn push(&mut self, list: &mut List, aspects: &[u64; W], id: EmbeddingId) {
        let lane = list.count as usize % 4;
        if lane == 0 {
            self.blocks.push([[0; 4]; W]);
            self.ids.push([EmbeddingId(0); 4]);
        }
        let last = self.blocks.len() - 1;
        self.blocks[last].iter_mut().zip(aspects).for_each(|(words, &word)| words[lane] = word);
        self.ids[last][lane] = id;
        list.count += 1;
    }

    /// The embedding at a place, as a set of ranks.
    #[inline(always)]
    pub(super) fn aspects(&self, place: u32) -> [u64; W] {
        let block = &self.blocks[place as usize / 4];
        std::array::from_fn(|w| block[w][place as usize % 4])
    }

    /// The embedding at a place.
    #[inline(always)]
    pub(super) fn id(&self, place: u32) -> EmbeddingId {
        self.ids[place as usize / 4][place as usize % 4]
    }

    /// Which of the first [`AT_ONCE`] of a list fit where these are covered, as a set.
    #[inline(always)]
    pub(super) fn fitting<C: Compact>(&self, way: C, list: List, covered: &[u64; W]) -> u64 {
        let count = list.count.min(AT_ONCE);
        let first = list.first as usize;
        let blocks = &self.blocks[first..first + count.div_ceil(4) as usize];
        let mut fitting = 0;
        for (i, block) in blocks.iter().enumerate() {
            let mut overlap = way.quad(&block[0]).and(way.quad(&[covered[0]; 4]));
            for w in 1..W {
                overlap = overlap.or(way.quad(&block[w]).and(way.quad(&[covered[w]; 4])));
            }
            fitting |= u64::from(overlap.zeros()) << (4 * i);
        }
        // What fills up the last block is empty, and fits everywhere.
        fitting & !(u64::MAX << count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Random;
    use puzzle_core::bits::compact::{Kernel, Portable, dispatch};

    struct Fitting<'a>(&'a Table<2>, List, [u64; 2]);

    impl Kernel for Fitting<'_> {
        type Answer = u64;

        #[inline(always)]
        fn run<C: Compact>(self, way: C) -> u64 {
            self.0.fitting(way, self.1, &self.2)
        }
    }

    #[test]
    fn what_fits_is_found_block_by_block_and_the_rest_later() {
        let mut random = Random::new(5);
        for count in [0_u32, 1, 3, 4, 5, 59, 60, 61, 64, 130] {
            let mut table = Table::<2>::new();
            let mut list = table.begin();
            let mut sets = Vec::new();
            for id in 0..count {
                let few = random.bits() & random.bits() & random.bits() & random.bits();
                let set = [few, 1 << random.index(64)];
                sets.push(set);
                table.push(&mut list, &set, EmbeddingId(id));
            }
            for covered in [[0, 0], [random.bits() & random.bits(), random.bits()]] {
                let mut rest = Some(list);
                let mut found = Vec::new();
                while let Some(list) = rest {
                    let fitting = Fitting(&table, list, covered).run(Portable);
                    assert_eq!(dispatch(Fitting(&table, list, covered)), fitting);
                    let places = list.places().take(64).enumerate();
                    let fit = places.filter(|(i, _)| fitting >> i & 1 == 1);
                    found.extend(fit.map(|(_, place)| table.id(place).0));
                    rest = list.rest();
                }
                let disjoint = |set: &[u64; 2]| set[0] & covered[0] | set[1] & covered[1] == 0;
                let fit: Vec<u32> = (0..count).filter(|&i| disjoint(&sets[i as usize])).collect();
                assert_eq!(found, fit);
            }
        }
    }
}
