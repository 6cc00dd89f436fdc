//! Configurations as nybbles in a ring of words, found by chains of equal hash codes.

use super::{HASH_SIZE, MASK, MEMORY, OBSTACLE, Original};

impl Original<'_> {
    /// Packs the board into `config`.
    pub(super) fn pack(&mut self) {
        self.covered[self.first..=self.last].fill(false);
        self.config.clear();
        let (mut word, mut shift, mut left, mut at) = (0, 28, self.blocks, self.first);
        while left > 0 {
            let block = self.board[at];
            if block < OBSTACLE && !self.covered[at] {
                if block > 0 {
                    let kind = self.piece[block as usize];
                    word |= self.names[kind] << shift;
                    left -= 1;
                    for &offset in &self.offsets[kind] {
                        self.covered[at.wrapping_add(offset)] = true;
                    }
                }
                if shift == 0 {
                    self.config.push(word);
                    (word, shift) = (0, 28);
                } else {
                    shift -= 4;
                }
            }
            at += 1;
        }
        if shift != 28 {
            self.config.push(word);
        }
    }

    /// Unpacks the configuration at a position of the ring; how many words it has.
    pub(super) fn unpack_at(&mut self, position: u64) -> u64 {
        let packet = (position & MASK) as usize + 2;
        self.covered[self.first..=self.last].fill(false);
        let (mut words, mut word, mut shift) = (0, 0, 0);
        let (mut left, mut at) = (self.blocks, self.first);
        while left > 0 {
            if self.board[at] < OBSTACLE && !self.covered[at] {
                if shift == 0 {
                    word = self.ring[packet + words];
                    words += 1;
                    shift = 28;
                } else {
                    shift -= 4;
                }
                let name = (word >> shift) & 15;
                if name == 0 {
                    self.board[at] = 0;
                } else {
                    let kind = self.names.iter().position(|&known| known == name).unwrap_or(0);
                    self.board[at] = left as u32;
                    (self.piece[left], self.place[left]) = (kind, at);
                    for &offset in &self.offsets[kind] {
                        let cell = at.wrapping_add(offset);
                        self.covered[cell] = true;
                        self.board[cell] = left as u32;
                    }
                    left -= 1;
                }
            }
            at += 1;
        }
        for at in at..=self.last {
            if self.board[at] < OBSTACLE && !self.covered[at] {
                self.board[at] = 0;
            }
        }
        words as u64
    }

    /// Looks the board up and adds it if it is new. With `trick`, whether a walk should go on.
    pub(super) fn hash_in(&mut self, trick: bool) -> bool {
        self.pack();
        let code = |word: u32| {
            word.to_be_bytes()
                .iter()
                .zip(&self.codes)
                .fold(0_u32, |sum, (&byte, table)| sum.wrapping_add(table[byte as usize]))
        };
        let hash = self.config.iter().fold(0, |hash, &word| hash ^ code(word)) as usize;
        let hash = hash & (HASH_SIZE - 1);
        if self.heads[hash] >= self.cutoff {
            let mut bound = (self.heads[hash] - self.cutoff) as i64;
            let mut at = self.heads[hash] & MASK;
            loop {
                let packet = at as usize;
                if self.ring[packet + 2..packet + 2 + self.config.len()] == self.config[..] {
                    if !trick || (bound as u64) < self.shortcut {
                        return false;
                    }
                    let link = (at.wrapping_sub(self.source) & MASK) as u32;
                    return std::mem::replace(&mut self.ring[packet + 1], link) != link;
                }
                let back = u64::from(self.ring[packet]);
                bound -= back as i64;
                if bound < 0 {
                    break;
                }
                at = at.wrapping_sub(back) & MASK;
            }
        }
        self.insert(hash);
        trick
    }

    fn insert(&mut self, hash: usize) {
        let packet = (self.position & MASK) as usize;
        self.ring[packet] = (self.position - self.heads[hash]).min(MEMORY) as u32;
        self.ring[packet + 1] = (self.position - self.source) as u32;
        self.ring[packet + 2..packet + 2 + self.config.len()].copy_from_slice(&self.config);
        self.heads[hash] = self.position;
        if self.configurations == self.before || self.verbose > 0 {
            self.print_config();
        }
        self.configurations += 1;
        let words = self.config.len() as u64 + 2;
        self.position += words;
        if self.position & MASK < words {
            self.position &= !MASK;
        }
        if self.position > self.end {
            self.exhausted = true;
        }
        self.solved |= !self.exhaust && self.config == self.goal;
    }

    fn print_config(&mut self) {
        let mut text: String = self.config.iter().map(|word| format!("{word:08x}")).collect();
        text.truncate(text.trim_end_matches('0').len());
        if self.verbose > 0 {
            let (number, position, source) = (self.configurations, self.position, self.source);
            text += &format!(" ({number}=#{position:x}, from #{source:x})\n");
        }
        if let Err(error) = self.out.write_all(text.as_bytes()) {
            self.failed.get_or_insert(error);
        }
    }
}

/// Four tables of random numbers, by a linear congruence.
pub(super) fn codes() -> Vec<[u32; 256]> {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as u32
    };
    (0..4).map(|_| std::array::from_fn(|byte| if byte == 0 { 0 } else { random() })).collect()
}
