//! Whether anything of an assembly can move at all, seen from bits alone.
//!
//! Of millions of assemblies most are rigid: along every axis each piece pushes every other. Which piece pushes
//! which by one step is told by two sets of bits: what a piece passes over in the step, and what the other
//! is. The cells that only one slot has, and that all its options have, need a single bit together.

use puzzle_core::apart::Apart;
use puzzle_core::apart::slots::Slots;
use rustc_hash::FxHashMap;

use super::pairs::AXES;

/// What pieces are and what they pass over, as bits.
pub(super) struct Loose {
    /// By embedding.
    pieces: Vec<Bits>,
    axes: usize,
}

#[derive(Clone, Copy, Default)]
struct Bits {
    body: u64,
    /// By axis: the cells over which it passes by a step forwards.
    ahead: [u64; AXES],
}

impl Loose {
    /// `None` if that takes more bits than a word has.
    pub(super) fn new(apart: &Apart, slots: &Slots) -> Option<Self> {
        let starts = slots.starts();
        let cells = |embedding: usize| {
            let put = apart.puts[embedding];
            let put = put.map(|put| (put.at, &apart.shapes[put.shape as usize]));
            put.into_iter().flat_map(|(at, shape)| {
                shape.iter().map(move |(cell, class)| (plus(at, *cell), *class))
            })
        };
        let range = |slot: usize| starts[slot] as usize..starts[slot + 1] as usize;
        // By cell: how many options of each slot have it.
        let mut often: FxHashMap<[i32; 3], Vec<usize>> = FxHashMap::default();
        let count = slots.options.len();
        for slot in 0..count {
            for (cell, _) in range(slot).flat_map(cells) {
                often.entry(cell).or_insert_with(|| vec![0; count])[slot] += 1;
            }
        }
        let mut bits: FxHashMap<[i32; 3], u32> = FxHashMap::default();
        let mut next = count as u32;
        for (cell, often) in &often {
            let has = |slot: &usize| often[*slot] > 0;
            let owner = (0..count).find(has)?;
            let is_private =
                (0..count).filter(has).count() == 1 && often[owner] == slots.options[owner].len();
            let bit = if is_private { owner as u32 } else { next };
            next += u32::from(!is_private);
            bits.insert(*cell, bit);
        }
        if next > u64::BITS || count > 8 || apart.slides.len() > AXES {
            return None;
        }
        let bit = |cell: [i32; 3]| bits.get(&cell).map_or(0, |bit| 1_u64 << bit);
        let piece = |embedding: usize| {
            let mut own = Bits::default();
            for (cell, class) in cells(embedding) {
                own.body |= bit(cell);
                for (axis, slide) in apart.slides.iter().enumerate() {
                    for by in &slide.meets[usize::from(class)] {
                        own.ahead[axis] |= bit(plus(cell, *by));
                    }
                }
            }
            own
        };
        let pieces = (0..starts[count] as usize).map(piece).collect();
        Some(Loose { pieces, axes: apart.slides.len() })
    }

    /// Whether some of the pieces, but not all, can go a step.
    pub(super) fn is_loose(&self, assembly: &[u32]) -> bool {
        let n = assembly.len();
        let pieces: [&Bits; 8] =
            std::array::from_fn(|i| &self.pieces[assembly[i.min(n - 1)] as usize]);
        let pieces = &pieces[..n];
        (0..self.axes).any(|axis| {
            let mut pushes = [0_u8; 8];
            let mut pushed = [0_u8; 8];
            for (i, piece) in pieces.iter().enumerate() {
                for (j, other) in pieces.iter().enumerate() {
                    let met = u8::from(i != j && piece.ahead[axis] & other.body != 0);
                    pushes[i] |= met << j;
                    pushed[j] |= met << i;
                }
            }
            !(reaches_all(&pushes[..n]) && reaches_all(&pushed[..n]))
        })
    }
}

/// Whether the first piece takes all along.
fn reaches_all(pushes: &[u8]) -> bool {
    let (mut set, mut open) = (1_u8, 1_u8);
    while open != 0 {
        let new = pushes[open.trailing_zeros() as usize] & !set;
        open = open & (open - 1) | new;
        set |= new;
    }
    set.count_ones() as usize == pushes.len()
}

fn plus(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    std::array::from_fn(|i| a[i] + b[i])
}
