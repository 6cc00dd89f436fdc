//! The superpieces of document 002's program, in its order (§46 to §56).

use super::{OBSTACLE, Original};

/// What one enumeration of ideals keeps.
struct Ideals {
    order: Vec<usize>,
    place: Vec<usize>,
    /// Where each level of decisions begins in the order, and in the list of cells.
    begins: Vec<usize>,
    cells_begin: Vec<usize>,
    taken: Vec<bool>,
    cells: Vec<usize>,
}

impl Original<'_> {
    /// Tries all supermoves: up and down, then left and right.
    pub(super) fn superpieces(&mut self) {
        self.link_cells();
        for shift in [self.row, 1] {
            self.link_arcs(shift);
            self.ideals(shift as isize);
            if self.solved || self.exhausted {
                return;
            }
        }
    }

    /// Copies the board with boundaries and obstacles as block 0, and links the cells of blocks.
    fn link_cells(&mut self) {
        let supers = &mut self.supers;
        let size = self.board.len();
        supers.copy.resize(size, -1);
        supers.link.resize(size, -1);
        supers.head.clear();
        supers.head.resize(self.blocks + 1, -1);
        for (at, &block) in self.board.iter().enumerate() {
            if block == 0 {
                supers.copy[at] = -1;
                continue;
            }
            let block = if block >= OBSTACLE { 0 } else { block as usize };
            supers.copy[at] = block as i32;
            supers.link[at] = supers.head[block];
            supers.head[block] = at as i32;
        }
    }

    /// Arcs from each block to those it bumps into when it is shifted.
    fn link_arcs(&mut self, shift: usize) {
        let (first, blocks, size) = (self.first as i32, self.blocks, self.board.len());
        let supers = &mut self.supers;
        for arcs in [&mut supers.arcs_out, &mut supers.arcs_in] {
            arcs.clear();
            arcs.resize(blocks + 1, -1);
        }
        supers.next_out.resize(size, -1);
        supers.next_in.resize(size, -1);
        for block in 0..=blocks {
            let mut at = supers.head[block];
            while at >= first {
                let cell = at as usize;
                let other = supers.copy[cell - shift];
                if other >= 0 && other != block as i32 {
                    let other = other as usize;
                    let last = supers.arcs_out[other];
                    if last < 0 || supers.copy[last as usize] != block as i32 {
                        supers.next_out[cell] = last;
                        supers.arcs_out[other] = at;
                        supers.next_in[cell - shift] = supers.arcs_in[block];
                        supers.arcs_in[block] = (cell - shift) as i32;
                    }
                }
                at = supers.link[cell];
            }
        }
    }

    /// Every ideal: first without a block and all that lead to it, then with it and all that it
    /// leads to. An ideal without block 0 moves one way, the rest of one with it the other way.
    fn ideals(&mut self, shift: isize) {
        let mut ideals = Ideals {
            order: (0..=self.blocks).collect(),
            place: (0..=self.blocks).collect(),
            begins: vec![0],
            cells_begin: vec![0],
            taken: vec![false],
            cells: Vec::new(),
        };
        loop {
            // Here the last decision is new, or has just been turned from out to in.
            let level = ideals.taken.len() - 1;
            let end = self.close(&mut ideals, level);
            if end <= self.blocks {
                ideals.begins.push(end);
                ideals.cells_begin.push(ideals.cells.len());
                ideals.taken.push(false);
                continue;
            }
            if !ideals.cells.is_empty() {
                let by = if ideals.taken[0] { -shift } else { shift };
                let cells = std::mem::take(&mut ideals.cells);
                self.supermove(&cells, by, by);
                ideals.cells = cells;
                if self.solved || self.exhausted {
                    return;
                }
            }
            while ideals.taken.last() == Some(&true) {
                ideals.taken.pop();
                ideals.begins.pop();
                ideals.cells_begin.pop();
            }
            let Some(last) = ideals.taken.last_mut() else { return };
            *last = true;
            let begin = ideals.cells_begin[ideals.cells_begin.len() - 1];
            ideals.cells.truncate(begin);
        }
    }

    /// Brings all blocks that share the last decision next to its block; where they end.
    fn close(&self, ideals: &mut Ideals, level: usize) -> usize {
        let supers = &self.supers;
        let taken = ideals.taken[level];
        let (arcs, next) = match taken {
            true => (&supers.arcs_out, &supers.next_out),
            false => (&supers.arcs_in, &supers.next_in),
        };
        let mut at = ideals.begins[level];
        let mut end = at + 1;
        while at < end {
            let block = ideals.order[at];
            let mut arc = arcs[block];
            while arc >= 0 {
                let other = supers.copy[arc as usize] as usize;
                let place = ideals.place[other];
                if place >= end {
                    let moved = ideals.order[end];
                    ideals.order.swap(end, place);
                    (ideals.place[other], ideals.place[moved]) = (end, place);
                    end += 1;
                }
                arc = next[arc as usize];
            }
            if taken != ideals.taken[0] {
                let mut cell = supers.head[block];
                while cell >= 0 {
                    ideals.cells.push(cell as usize);
                    cell = supers.link[cell as usize];
                }
            }
            at += 1;
        }
        end
    }

    /// Moves the cells of a superpiece by a displacement whose last step is `step`, and on.
    fn supermove(&mut self, cells: &[usize], by: isize, step: isize) {
        let moved = |cell: usize| cell.wrapping_add_signed(by);
        cells.iter().for_each(|&cell| self.board[cell] = 0);
        let fits = cells.iter().all(|&cell| self.board[moved(cell)] == 0);
        let mut goes_on = false;
        if fits {
            for &cell in cells {
                self.board[moved(cell)] = self.supers.copy[cell] as u32;
            }
            goes_on = self.hash_in(self.style == 5) || self.style == 4;
            cells.iter().for_each(|&cell| self.board[moved(cell)] = 0);
        }
        for &cell in cells {
            self.board[cell] = self.supers.copy[cell] as u32;
        }
        if !goes_on || self.solved || self.exhausted {
            return;
        }
        if self.style == 4 {
            return self.supermove(cells, by + step, step);
        }
        for way in 0..4 {
            if self.steps[way] != -step && !self.solved && !self.exhausted {
                self.supermove(cells, by + self.steps[way], self.steps[way]);
            }
        }
    }
}
