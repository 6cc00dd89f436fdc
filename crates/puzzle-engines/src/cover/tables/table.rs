//! The rows of a table and the lists behind its lanes, made when first needed.
//!
//! A table knows neither the puzzle nor the table it was compacted from; it asks its [`Origin`]. Aspects
//! have rows as embeddings do: what is gone once the aspect is covered. What is gone with an embedding is
//! what is gone with any of its aspects, so its row is their union, which is several times sooner made than
//! asked for.

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};

use super::layout::{COVERED, Counted, Group, Layout};

/// The most memory for the rows of one table, in bytes, if nobody says otherwise.
pub(in crate::cover) const ROWS: u64 = 40 << 20;

/// Rows are joined where there are few of them to join, and lanes have so many members or more on average:
/// else there are about as many aspects as embeddings, and nothing is gained.
const FEW_ASPECTS: usize = 16;
const MEMBERS: u32 = 8;

/// Where rows and lists come from. What rows belong to is numbered: the embeddings, all aspects, then
/// what may be left in the purses.
pub(in crate::cover) trait Origin {
    /// Writes the row of an embedding, an aspect or a purse: for each lane what is gone once it is
    /// chosen, covered or has no more than this. The row is clear.
    fn write_row(&mut self, of: u32, layout: &Layout, row: &mut [Group]);

    /// The `i`-th aspect of an embedding, numbered as what a row belongs to; none of an aspect.
    fn part(&self, of: u32, i: usize) -> Option<u32>;

    /// Writes the embeddings of a lane, by place.
    fn write_list(&mut self, lane: usize, list: &mut [u32]);
}

/// Rows and lists.
#[derive(Default)]
pub(in crate::cover) struct Table {
    pub layout: Layout,
    rows: Vec<Group>,
    /// By embedding or aspect: the number of its row, if not below `base`.
    numbers: Vec<u32>,
    base: u32,
    next: u32,
    /// The most bytes of rows, and the fewest rows whatever they take.
    most: usize,
    fewest: usize,
    /// The embeddings of lane `a` are `lists[starts[a]..starts[a + 1]]` once `listed[a]`.
    lists: Vec<u32>,
    starts: Vec<u32>,
    listed: Vec<bool>,
}

impl Table {
    /// Begins anew with lanes of these sizes, for the rows of so many embeddings and aspects.
    pub(in crate::cover) fn reset(
        &mut self,
        lanes: impl Iterator<Item = (usize, Counted)>,
        rows: usize,
    ) {
        self.layout.reset(lanes);
        if self.numbers.len() < rows {
            self.numbers.resize(rows, 0);
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
    pub(in crate::cover) fn limit(&mut self, most: usize) {
        self.most = most;
        self.fewest = self.fewest.max(1);
        if size_of_val(&self.rows[..]) > most {
            self.forget();
            self.rows = Vec::new();
        }
    }

    /// Never keeps fewer rows than the row of an embedding and those of so many purses need together.
    pub(in crate::cover) fn keep_rows_of(&mut self, purses: usize) {
        self.fewest = 1 + 2 * purses;
    }

    /// Makes room for all rows, if they may all be kept: nothing is copied as they are made, and memory
    /// that no row is written to costs nothing.
    pub(in crate::cover) fn reserve(&mut self) {
        if self.holds_all() {
            let all = self.numbers.len() * self.layout.groups;
            self.rows.reserve_exact(all.saturating_sub(self.rows.len()));
        }
    }

    /// Whether there is room for all rows.
    pub(in crate::cover) fn holds_all(&self) -> bool {
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

    /// The row of an embedding or an aspect, and the layout beside it.
    #[inline(always)]
    pub(in crate::cover) fn row(
        &mut self,
        of: u32,
        origin: &mut dyn Origin,
    ) -> (&[Group], &Layout) {
        let start = self.place(of, origin);
        (&self.rows[start..start + self.layout.groups], &self.layout)
    }

    /// The row of an embedding or an aspect and those of purses, and the layout beside them.
    #[inline(always)]
    pub(in crate::cover) fn rows<const LISTS: usize>(
        &mut self,
        of: u32,
        purses: [u32; LISTS],
        origin: &mut dyn Origin,
    ) -> (&[Group], [&[Group]; LISTS], &Layout) {
        let groups = self.layout.groups;
        let (start, more) = loop {
            let base = self.base;
            let more = purses.map(|purse| self.place(purse, origin));
            let start = self.place(of, origin);
            // If the table was emptied meanwhile, all are made anew, and then there is room.
            if LISTS == 0 || base == self.base {
                break (start, more);
            }
        };
        let row = |start: usize| &self.rows[start..start + groups];
        (row(start), more.map(row), &self.layout)
    }

    /// Whether rows of embeddings are joined from those of aspects. Nothing is emptied meanwhile.
    pub(in crate::cover) fn joins(&self) -> bool {
        let members = self.starts.last().copied().unwrap_or(0);
        self.holds_all() && members >= MEMBERS * self.layout.lanes.len() as u32
    }

    /// Where its row begins; it is there from now on.
    #[inline(always)]
    fn place(&mut self, of: u32, origin: &mut dyn Origin) -> usize {
        let number = self.numbers[of as usize];
        let index = if number >= self.base { number - self.base } else { self.make(of, origin) };
        index as usize * self.layout.groups
    }

    #[cold]
    #[inline(never)]
    fn make(&mut self, of: u32, origin: &mut dyn Origin) -> u32 {
        match self.joins() && origin.part(of, 0).is_some() && origin.part(of, FEW_ASPECTS).is_none()
        {
            true => self.join(of, origin),
            false => {
                let (index, start) = self.begin(of);
                let row = &mut self.rows[start..start + self.layout.groups];
                row.fill([0; 4]);
                origin.write_row(of, &self.layout, row);
                index
            }
        }
    }

    /// Makes the row of an embedding from those of its aspects.
    fn join(&mut self, of: u32, origin: &mut dyn Origin) -> u32 {
        let mut parts = [0; FEW_ASPECTS];
        let mut count = 0;
        while let Some(part) = origin.part(of, count) {
            parts[count] = self.place(part, origin);
            count += 1;
        }
        let (index, start) = self.begin(of);
        let (made, row) = self.rows.split_at_mut(start);
        dispatch(Join { made, parts: &parts[..count], row: &mut row[..self.layout.groups] });
        index
    }

    /// A new row's index, and where it begins.
    fn begin(&mut self, of: u32) -> (u32, usize) {
        let groups = self.layout.groups;
        let mut index = self.next - self.base;
        // A full table is emptied.
        if index as usize >= (self.most / (groups * size_of::<Group>())).max(self.fewest) {
            self.forget();
            index = 0;
        }
        self.numbers[of as usize] = self.next;
        self.next += 1;
        let start = index as usize * groups;
        if self.rows.len() < start + groups {
            self.rows.resize(start + groups, COVERED);
        }
        (index, start)
    }

    /// Where the list of a lane begins; its embeddings are there from now on.
    #[inline(always)]
    pub(in crate::cover) fn list(&mut self, lane: usize, origin: &mut dyn Origin) -> u32 {
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
    pub(in crate::cover) fn listed(&self, place: u32) -> u32 {
        self.lists[place as usize]
    }
}

/// Joins rows that begin at these places, one at least.
struct Join<'a> {
    made: &'a [Group],
    parts: &'a [usize],
    row: &'a mut [Group],
}

impl Kernel for Join<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<C: Compact>(self, _: C) {
        let Join { made, parts, row } = self;
        let (first, others) = parts.split_first().expect("there is one at least");
        row.copy_from_slice(&made[*first..][..row.len()]);
        for &part in others {
            for (group, more) in row.iter_mut().zip(&made[part..]) {
                group.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows that tell whose they are.
    struct Numbers;

    impl Origin for Numbers {
        fn write_row(&mut self, of: u32, _: &Layout, row: &mut [Group]) {
            row[0][0] = u64::from(of);
        }

        fn part(&self, _: u32, _: usize) -> Option<u32> {
            None
        }

        fn write_list(&mut self, _: usize, _: &mut [u32]) {}
    }

    #[test]
    fn a_full_table_is_emptied_and_makes_its_rows_anew() {
        let mut table = Table::default();
        table.reset([(40, Counted::Once); 12].into_iter(), 1000);
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
