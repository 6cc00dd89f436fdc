//! Assemblies of puzzles in which every piece has its slot: one of several shapes in each.
//!
//! A six-piece burr is such a puzzle: six sticks cross, and what differs is who has the cells that
//! several sticks want. So an assembly is one option for every slot, such that no two take the same cell,
//! and a search for designs of burrs goes through all of them.

/// Slots, the options of each, and what of them is alike.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slots {
    /// By slot: its options. Embeddings are numbered through all slots.
    pub options: Vec<Vec<Taking>>,
    /// How many cells are wanted by several slots.
    pub cells: u32,
    /// How many of these may stay empty.
    pub holes: u32,
    /// The symmetries, the identity first. Each carries the options of a slot to those of one slot.
    pub symmetries: Vec<SlotSymmetry>,
}

/// An option: which kind of piece it is, and which of the wanted cells it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taking {
    /// The kind of piece.
    pub kind: u32,
    /// A bit for each cell.
    pub cells: u64,
}

/// A symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotSymmetry {
    /// Whether it is a turn.
    pub proper: bool,
    /// By embedding: its image.
    pub images: Vec<u32>,
}

impl Slots {
    /// The most slots.
    pub const MOST: usize = 8;

    /// The number of the first embedding of each slot, and at last how many there are.
    pub fn starts(&self) -> Vec<u32> {
        let mut starts = vec![0];
        for options in &self.options {
            starts.push(starts[starts.len() - 1] + options.len() as u32);
        }
        starts
    }

    /// Numbers that tell it from others.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        let option = |o: &Taking| [o.kind, o.cells as u32, (o.cells >> 32) as u32];
        let options = self.options.iter().flatten().flat_map(option);
        [self.options.len() as u32, self.cells, self.holes].into_iter().chain(options)
    }
}
