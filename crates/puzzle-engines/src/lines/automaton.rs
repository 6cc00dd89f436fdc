//! The automaton of a line: which clue position the cells so far lead to, and from which positions
//! the rest of the line can be completed.

use puzzle_core::lines::Block;

/// Where in its clue a line is: how many blocks are over or begun, and how many cells of the last
/// one have been seen (0: background since).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Position {
    block: u16,
    cells: u16,
}

impl Position {
    /// Before the first cell.
    pub(crate) const START: Position = Position { block: 0, cells: 0 };

    /// The position after one more cell, if the clue allows it.
    pub(crate) fn after(self, clue: &[Block], colour: u8) -> Option<Position> {
        let Position { block, cells } = self;
        let current = clue.get(usize::from(block));
        if cells == 0 {
            return match current {
                _ if colour == 0 => Some(self),
                Some(next) if next.colour == colour => Some(Position { block, cells: 1 }),
                _ => None,
            };
        }
        let current = current?;
        if colour == current.colour {
            return match current.length {
                // All lengths of a blotted block are alike.
                None => Some(self),
                Some(length) => (cells < length).then_some(Position { block, cells: cells + 1 }),
            };
        }
        let over = current.length.is_none_or(|length| cells == length);
        let next = Position { block: block + 1, cells: 0 };
        if over { next.after(clue, colour) } else { None }
    }

    /// Whether the line may end here.
    pub(crate) fn is_end(self, clue: &[Block]) -> bool {
        let Position { block, cells } = self;
        match (cells, clue.get(usize::from(block))) {
            (0, current) => current.is_none(),
            (_, current) => {
                let over = current.is_some_and(|b| b.length.is_none_or(|length| cells == length));
                over && usize::from(block) + 1 == clue.len()
            }
        }
    }

    /// All positions of a clue.
    pub(crate) fn all(clue: &[Block]) -> Vec<Position> {
        let mut all = Vec::new();
        for (block, span) in clue.iter().enumerate() {
            let cells = 0..=span.length.unwrap_or(1);
            all.extend(cells.map(|cells| Position { block: block as u16, cells }));
        }
        all.push(Position { block: clue.len() as u16, cells: 0 });
        all
    }
}

/// For each cell of a line the positions before it from which the line can be completed, sorted.
pub(crate) struct Completion(Vec<Vec<Position>>);

impl Completion {
    /// `can(cell, colour)` is what is known of the line's cells.
    pub(crate) fn new(
        clue: &[Block],
        cells: usize,
        colours: usize,
        can: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let all = Position::all(clue);
        let mut sets = vec![Vec::new(); cells + 1];
        sets[cells] = all.iter().copied().filter(|position| position.is_end(clue)).collect();
        for cell in (0..cells).rev() {
            let leads = |position: &&Position| {
                (0..=colours).any(|colour| {
                    let after = position.after(clue, colour as u8);
                    can(cell, colour)
                        && after.is_some_and(|next| sets[cell + 1].binary_search(&next).is_ok())
                })
            };
            sets[cell] = all.iter().filter(leads).copied().collect();
        }
        Completion(sets)
    }

    /// Whether the line can be completed from this position before this cell.
    pub(crate) fn has(&self, cell: usize, position: Position) -> bool {
        self.0[cell].binary_search(&position).is_ok()
    }
}
