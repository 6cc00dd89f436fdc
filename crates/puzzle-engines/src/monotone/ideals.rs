//! Counting the sets that are closed downward: the maps to a chain of two.
//!
//! Take an element x. Either it is in, and then so is all below it; or it is out, and then so is all
//! above it: both leave a smaller set of undecided elements, over which the count is the same
//! question. Undecided elements that fall apart into components multiply. What was counted before is
//! looked up. The element that decides most is taken.
//!
//! Elements are bits of a word, so there are at most 64 of them, and at most 2^64 such sets.

use puzzle_core::bits::members::{indices, without_lowest};
use puzzle_core::{Control, Poset, StopReason};
use rustc_hash::FxHashMap;

/// The most elements.
pub const WIDEST: usize = 64;
/// Sets remembered at most.
const MOST: usize = 1 << 22;

/// The number of closed sets and of nodes visited.
pub fn count(order: &Poset, control: &Control) -> Result<(u128, u64), StopReason> {
    assert!(order.len() <= WIDEST, "an element is a bit");
    let up: Vec<u64> =
        order.elements().map(|x| order.above(x).first().copied().unwrap_or(0)).collect();
    let mut down = vec![0_u64; order.len()];
    for x in order.elements() {
        for y in indices(up[x as usize]) {
            down[y as usize] |= 1 << x;
        }
    }
    let all = up.iter().zip(&down).fold(0, |all, (up, down)| all | up | down);
    let mut search = Search { up, down, known: FxHashMap::default(), nodes: 0, control };
    let count = search.count(all)?;
    Ok((count, search.nodes))
}

struct Search<'a> {
    /// What is above and what is below each element, itself included.
    up: Vec<u64>,
    down: Vec<u64>,
    known: FxHashMap<u64, u128>,
    nodes: u64,
    control: &'a Control,
}

impl Search<'_> {
    fn count(&mut self, open: u64) -> Result<u128, StopReason> {
        match open.count_ones() {
            0 => return Ok(1),
            1 => return Ok(2),
            _ => {}
        }
        if let Some(&count) = self.known.get(&open) {
            return Ok(count);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.control.look(self.nodes, 0)?;
        }
        let part = self.component(open);
        let count = if part == open {
            let weight = |x: &u32| {
                let x = *x as usize;
                let (up, down) =
                    ((self.up[x] & open).count_ones(), (self.down[x] & open).count_ones());
                (up.min(down), up + down)
            };
            let x = indices(open).max_by_key(weight).expect("not empty") as usize;
            self.count(open & !self.up[x])? + self.count(open & !self.down[x])?
        } else {
            self.count(part)? * self.count(open & !part)?
        };
        if self.known.len() < MOST {
            self.known.insert(open, count);
        }
        Ok(count)
    }

    /// The open elements connected with the lowest one.
    fn component(&self, open: u64) -> u64 {
        let mut part = open ^ without_lowest(open);
        let mut fresh = part;
        while fresh != 0 {
            let around =
                indices(fresh).fold(0, |set, x| set | self.up[x as usize] | self.down[x as usize]);
            fresh = around & open & !part;
            part |= fresh;
        }
        part
    }
}
