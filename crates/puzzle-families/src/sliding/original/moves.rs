//! The moves of one block, in the order of document 002's program.

use super::Original;

impl Original<'_> {
    /// Hashes in every move from the board.
    pub(super) fn moves(&mut self) {
        if self.style >= 3 {
            return self.superpieces();
        }
        for way in 0..4 {
            for block in 1..=self.blocks {
                let step = self.steps[way];
                self.slide(block, step, step);
                if self.solved || self.exhausted {
                    return;
                }
            }
        }
    }

    /// Moves a block by a displacement whose last step is `step`, and on.
    fn slide(&mut self, block: usize, by: isize, step: isize) {
        let (place, kind) = (self.place[block], self.piece[block]);
        let moved = place.wrapping_add_signed(by);
        self.put(kind, place, 0);
        let fits = self.board[moved] == 0
            && self.offsets[kind].iter().all(|&o| self.board[moved.wrapping_add(o)] == 0);
        if !fits {
            return self.put(kind, place, block as u32);
        }
        self.put(kind, moved, block as u32);
        let goes_on = self.hash_in(self.style == 2) || self.style == 1;
        self.put(kind, moved, 0);
        self.put(kind, place, block as u32);
        if !goes_on || self.solved || self.exhausted {
            return;
        }
        if self.style == 1 {
            return self.slide(block, by + step, step);
        }
        for way in 0..4 {
            if self.steps[way] != -step && !self.solved && !self.exhausted {
                self.slide(block, by + self.steps[way], self.steps[way]);
            }
        }
    }

    fn put(&mut self, kind: usize, place: usize, value: u32) {
        self.board[place] = value;
        for &offset in &self.offsets[kind] {
            self.board[place.wrapping_add(offset)] = value;
        }
    }
}
