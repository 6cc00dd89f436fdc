//! An independent oracle: plain search from the definitions of document 002 §3, over sets of
//! cells. It shares no code with the product.

use std::collections::{BTreeSet, HashMap, HashSet};

/// A block: its kind and its cells.
type Piece = (usize, BTreeSet<(i32, i32)>);

/// Pieces in order, so that interchangeable ones cannot be told apart.
type State = Vec<Piece>;

/// A board for the oracle.
pub(crate) struct Oracle {
    pub(crate) rows: i32,
    pub(crate) columns: i32,
    pub(crate) walls: HashSet<(i32, i32)>,
    /// Cells that a kind may not enter.
    pub(crate) closed: HashMap<usize, HashSet<(i32, i32)>>,
    /// Whether a kind moves left and right, and up and down.
    pub(crate) moves: Vec<(bool, bool)>,
}

const STEPS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

impl Oracle {
    /// The state with some pieces moved one step, if that is possible. Others stay.
    fn shift(&self, state: &State, chosen: u32, (r, c): (i32, i32)) -> Option<State> {
        let mut moved = state.clone();
        let mut filled = HashSet::new();
        for (number, (kind, cells)) in moved.iter_mut().enumerate() {
            if chosen >> number & 1 == 1 {
                let (across, along) = self.moves[*kind];
                if (c != 0 && !across) || (r != 0 && !along) {
                    return None;
                }
                *cells = cells.iter().map(|&(row, column)| (row + r, column + c)).collect();
                let closed = self.closed.get(kind);
                let bad = |cell: &(i32, i32)| {
                    !(0..self.rows).contains(&cell.0)
                        || !(0..self.columns).contains(&cell.1)
                        || self.walls.contains(cell)
                        || closed.is_some_and(|closed| closed.contains(cell))
                };
                if cells.iter().any(bad) {
                    return None;
                }
            }
            for &cell in cells.iter() {
                if !filled.insert(cell) {
                    return None;
                }
            }
        }
        Some(moved)
    }

    /// Where some pieces can get in one move of a style, unsorted.
    fn walks(&self, state: &State, chosen: u32, style: u8) -> Vec<State> {
        let mut found = Vec::new();
        match style % 3 {
            0 => found.extend(STEPS.iter().filter_map(|&step| self.shift(state, chosen, step))),
            1 => {
                for step in STEPS {
                    let mut at = state.clone();
                    while let Some(next) = self.shift(&at, chosen, step) {
                        found.push(next.clone());
                        at = next;
                    }
                }
            }
            _ => {
                let mut seen: HashSet<State> = [state.clone()].into();
                let mut waiting = vec![state.clone()];
                while let Some(at) = waiting.pop() {
                    for step in STEPS {
                        if let Some(next) = self.shift(&at, chosen, step)
                            && seen.insert(next.clone())
                        {
                            found.push(next.clone());
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        found
    }

    /// All successors of a state.
    pub(crate) fn successors(&self, state: &State, style: u8) -> HashSet<State> {
        let count = state.len() as u32;
        let sets: Vec<u32> = match style < 3 {
            true => (0..count).map(|piece| 1 << piece).collect(),
            false => (1..1 << count).collect(),
        };
        let walks = sets.into_iter().flat_map(|chosen| self.walks(state, chosen, style));
        walks.map(sorted).filter(|next| next != state).collect()
    }

    /// The sizes of all levels, and each state's level; `None` if there are over `most` states.
    pub(crate) fn levels(
        &self,
        start: &State,
        style: u8,
        most: usize,
    ) -> Option<HashMap<State, usize>> {
        let start = sorted(start.clone());
        let mut level: HashMap<State, usize> = [(start.clone(), 0)].into();
        let mut frontier = vec![start];
        let mut depth = 0;
        while !frontier.is_empty() {
            depth += 1;
            let mut next = Vec::new();
            for state in &frontier {
                for successor in self.successors(state, style) {
                    if !level.contains_key(&successor) {
                        level.insert(successor.clone(), depth);
                        next.push(successor);
                    }
                }
            }
            if level.len() > most {
                return None;
            }
            frontier = next;
        }
        Some(level)
    }
}

/// Pieces in order.
pub(crate) fn sorted(mut state: State) -> State {
    state.sort();
    state
}
