//! The rows of a table and the lists behind its lanes, made when first needed.
//!
//! A table knows neither the puzzle nor the table it was compacted from; it asks its [`Origin`].

use super::layout::{COVERED, Group, Layout};

/// The most memory for the rows of one table, in bytes, if nobody says otherwise.
pub(super) const ROWS: u64 = 24 << 20;

/// Where rows and lists come from.
pub(super) trait Origin {
    /// Writes the row of an embedding: for each lane what is gone once it is chosen. The row is
    /// clear.
    fn write_row(&mut self, e: u32, layout: &Layout, row: &mut [Group]);

    /// Writes the embeddings of a lane, by place.
    fn write_list(&mut self, lane: usize, list: &mut [u32]);
}

/// Rows and lists.
#[derive(Default)]
pub(super) struct Table {
    pub layout: Layout,
    rows: Vec<Group>,
    /// By embedding: the number of its row, if not below `base`.
    numbers: Vec<u32>,
    base: u32,
    next: u32,
    /// The most bytes of rows.
    most: usize,
    /// The embeddings of lane `a` are `lists[starts[a]..starts[a + 1]]` once `listed[a]`.
    lists: Vec<u32>,
    starts: Vec<u32>,
    listed: Vec<bool>,
}

impl Table {
    /// Begins anew with lanes of these sizes, for embeddings below `embeddings`.
    pub(super) fn reset(&mut self, sizes: impl Iterator<Item = usize>, embeddings: usize) {
        self.layout.reset(sizes);
        if self.numbers.len() < embeddings {
            self.numbers.resize(embeddings, 0);
        }
        self.next = self.next.max(1);
        self.forget();
        self.starts.clear();
        let mut total = 0;
        for lane in &self.layout.lanes {
            self.starts.push(total);
            total += lane.members;
        }
        self.starts.push(total);
        if self.lists.len() < total as usize {
            self.lists.resize(total as usize, 0);
        }
        self.listed.clear();
        self.listed.resize(self.layout.lanes.len(), false);
    }

    /// Keeps no more bytes of rows than this, though always one.
    pub(super) fn limit(&mut self, most: usize) {
        self.most = most;
        if size_of_val(&self.rows[..]) > most {
            self.forget();
            self.rows = Vec::new();
        }
    }

    /// Whether there is room for the rows of all embeddings.
    pub(super) fn holds_all(&self) -> bool {
        let row = self.layout.groups * size_of::<Group>();
        self.numbers.len().saturating_mul(row) <= self.most
    }

    /// Rows made so far are no longer known.
    fn forget(&mut self) {
        self.base = self.next;
        // Numbers are handed out once; before they run out all begins anew.
        if self.base > u32::MAX / 2 {
            self.numbers.fill(0);
            (self.base, self.next) = (1, 1);
        }
    }

    /// The row of an embedding, and the layout beside it.
    #[inline(always)]
    pub(super) fn row(&mut self, e: u32, origin: &mut dyn Origin) -> (&[Group], &Layout) {
        let number = self.numbers[e as usize];
        let index = if number >= self.base { number - self.base } else { self.make(e, origin) };
        let start = index as usize * self.layout.groups;
        (&self.rows[start..start + self.layout.groups], &self.layout)
    }

    #[cold]
    #[inline(never)]
    fn make(&mut self, e: u32, origin: &mut dyn Origin) -> u32 {
        let groups = self.layout.groups;
        let mut index = self.next - self.base;
        // A full table is emptied.
        if index as usize >= (self.most / (groups * size_of::<Group>())).max(1) {
            self.forget();
            index = 0;
        }
        self.numbers[e as usize] = self.next;
        self.next += 1;
        let start = index as usize * groups;
        if self.rows.len() < start + groups {
            self.rows.resize(start + groups, COVERED);
        }
        let row = &mut self.rows[start..start + groups];
        row.fill([0; 4]);
        origin.write_row(e, &self.layout, row);
        index
    }

    /// Where the list of a lane begins; its embeddings are there from now on.
    #[inline(always)]
    pub(super) fn list(&mut self, lane: usize, origin: &mut dyn Origin) -> u32 {
        if !self.listed[lane] {
            self.make_list(lane, origin);
        }
        self.starts[lane]
    }

    #[cold]
    #[inline(never)]
    fn make_list(&mut self, lane: usize, origin: &mut dyn Origin) {
        let (start, end) = (self.starts[lane] as usize, self.starts[lane + 1] as usize);
        self.listed[lane] = true;
        origin.write_list(lane, &mut self.lists[start..end]);
    }

    /// The embedding at a place of a list.
    #[inline(always)]
    pub(super) fn listed(&self, place: u32) -> u32 {
        self.lists[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows that tell whose they are.
    struct Numbers;

    impl Origin for Numbers {
        fn write_row(&mut self, e: u32, _: &Layout, row: &mut [Group]) {
            row[0][0] = u64::from(e);
        }

        fn write_list(&mut self, _: usize, _: &mut [u32]) {}
    }

    #[test]
    fn a_full_table_is_emptied_and_makes_its_rows_anew() {
        let mut table = Table::default();
        table.reset([40; 12].into_iter(), 1000);
        table.limit(4096);
        for round in 0..3 {
            for e in (0..1000).step_by(1 + round) {
                assert_eq!(table.row(e, &mut Numbers).0[0][0], u64::from(e));
            }
        }
        assert!(size_of_val(&table.rows[..]) <= 4096);
        assert!(!table.holds_all());
        // One row is kept whatever the limit is.
        table.limit(0);
        assert!(table.rows.is_empty());
        assert_eq!(table.row(7, &mut Numbers).0[0][0], 7);
    }
}
