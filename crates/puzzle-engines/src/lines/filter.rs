//! What one line knows: a complete filter, bit-parallel over positions.
//!
//! The state of a line is one word per colour: the cells that can still have it. The filter keeps
//! exactly those colours that occur in some arrangement of the clue's blocks. Where document 003
//! tries all arrangements, we walk over the blocks twice and treat all positions at once.
//!
//! A *boundary* b is the place before cell b. Behind the last cell stands a sentinel cell that is
//! always background, so that the last block is no special case. Forwards, `reach[i]` is the set
//! of boundaries at which the first i blocks can be over and a background run or the next block
//! can go on. Backwards, `rest` is the set from which the remaining blocks can be completed. A
//! block can stand where both agree, and a cell can be background where one boundary is in reach
//! and the next can be completed from.
//!
//! Upwards a run is crossed by one addition, whose carry does the walking. Downwards there is no
//! such carry; there we double the distance each step, with masks made once per call, and only as
//! far as the line's slack. Reversing the bits costs as much.

use super::clue::{Clue, Span};
use super::word::Word;

/// Powers of two that a length can have: 1 to 512.
const LEVELS: usize = 10;

/// Workspace of the filter.
pub(crate) struct Filter<W> {
    /// Boundaries in reach before each block, and after the last.
    reach: Vec<W>,
    runs: Runs<W>,
}

/// For each colour and level j the cells at which 2^j cells in a row can have it.
struct Runs<W>(Vec<[W; LEVELS]>);

impl<W: Word> Filter<W> {
    /// A workspace for so many colours, the background included.
    pub(crate) fn new(values: usize) -> Self {
        Filter { reach: Vec::new(), runs: Runs(vec![[W::ZERO; LEVELS]; values]) }
    }

    /// Filters a line: `can` are the cells that can have each colour, with the sentinel; `out` gets
    /// those that do in some arrangement. `false` if there is none.
    pub(crate) fn run(&mut self, clue: &Clue, can: &[W], out: &mut [W]) -> bool {
        self.runs.fill(clue, can);
        let background = can[0];
        let count = clue.blocks.len();
        if self.reach.len() <= count {
            self.reach.resize(count + 1, W::ZERO);
        }
        let reach = &mut self.reach[..=count];
        let mut here = cross(W::bit(0), background);
        for (block, reach) in clue.blocks.iter().zip(reach.iter_mut()) {
            *reach = here;
            let after = match block.length {
                0 => {
                    let field = can[usize::from(block.colour)];
                    let ends = W::flood_up(here & field, field).up(1);
                    if block.gap { (ends & background).up(1) } else { ends }
                }
                _ => (here & self.runs.fits(block, background)).up(step(block)),
            };
            here = cross(after, background);
        }
        let end = clue.cells + 1;
        if !here.has(end) {
            return false;
        }
        self.reach[count] = here;
        self.backwards(clue, can, W::bit(end), out);
        true
    }

    fn backwards(&self, clue: &Clue, can: &[W], end: W, out: &mut [W]) {
        out.fill(W::ZERO);
        let background = can[0];
        let mut white = W::ZERO;
        let mut rest = self.runs.cross_down(0, end, clue.slack_levels);
        let reach = self.reach[..=clue.blocks.len()].windows(2).rev();
        for (block, reach) in clue.blocks.iter().rev().zip(reach) {
            white |= reach[1] & rest.down(1);
            let colour = usize::from(block.colour);
            let starts = match block.length {
                0 => {
                    let field = can[colour];
                    let seeds = reach[0] & field;
                    let from_left = W::flood_up(seeds, field);
                    let open = if block.gap { background & rest.down(1) } else { rest };
                    let ends = from_left.up(1) & open;
                    if block.gap {
                        white |= ends;
                    }
                    let last = ends.down(1) & field;
                    let from_right = self.runs.cross_down(colour, last, clue.slack_levels);
                    out[colour] |= from_left & from_right;
                    seeds & from_right
                }
                length => {
                    let fits = reach[0] & self.runs.fits(block, background);
                    let starts = fits & rest.down(step(block));
                    if block.gap {
                        white |= starts.up(usize::from(length));
                    }
                    out[colour] |= spread(starts, usize::from(length));
                    starts
                }
            };
            rest = self.runs.cross_down(0, starts, clue.slack_levels);
        }
        white |= self.reach[0] & rest.down(1);
        out[0] = white & background;
    }
}

impl<W: Word> Runs<W> {
    /// Where a block of fixed length can start, with its gap.
    #[inline(always)]
    fn fits(&self, block: &Span, background: W) -> W {
        let length = usize::from(block.length);
        let level = length.ilog2() as usize;
        let run = self.0[usize::from(block.colour)][level];
        let fits = run & run.down(length - (1 << level));
        if block.gap { fits & background.down(length) } else { fits }
    }

    fn fill(&mut self, clue: &Clue, can: &[W]) {
        let levels = match clue.has_blots {
            true => clue.block_levels.max(clue.slack_levels),
            false => clue.block_levels,
        };
        doubles(can[0], &mut self.0[0][..clue.slack_levels]);
        if clue.colours == 2 {
            doubles(can[1], &mut self.0[1][..levels]);
            return;
        }
        let mut colours = clue.colours;
        while colours != 0 {
            let colour = colours.trailing_zeros() as usize;
            doubles(can[colour], &mut self.0[colour][..levels]);
            colours &= colours - 1;
        }
    }

    /// The boundaries from which a run of a colour leads up to `to`, those included.
    #[inline(always)]
    fn cross_down(&self, colour: usize, to: W, levels: usize) -> W {
        let mut all = to;
        for (level, run) in self.0[colour][..levels].iter().enumerate() {
            all |= all.down(1 << level) & *run;
        }
        all
    }
}

/// The cells at which 2^j cells in a row are members, for each j.
#[inline(always)]
fn doubles<W: Word>(cells: W, runs: &mut [W]) {
    let mut run = cells;
    for (level, slot) in runs.iter_mut().enumerate() {
        *slot = run;
        run = run & run.down(1 << level);
    }
}

/// The boundaries that are reached from `from` through background, those included.
#[inline(always)]
fn cross<W: Word>(from: W, background: W) -> W {
    from | W::flood_up(from & background, background).up(1)
}

/// From a block's start to the boundary behind it and its gap.
#[inline(always)]
fn step(block: &Span) -> usize {
    usize::from(block.length) + usize::from(block.gap)
}

/// The cells of all blocks of a length that start at `starts`.
#[inline(always)]
fn spread<W: Word>(starts: W, length: usize) -> W {
    let mut cells = starts;
    let mut covered = 1;
    while 2 * covered <= length {
        cells |= cells.up(covered);
        covered *= 2;
    }
    cells | cells.up(length - covered)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use puzzle_core::lines::{Block, least_length};

    use super::*;
    use crate::lines::reference;
    use crate::lines::word::Wide;

    /// The filter with one kind of word, in the reference's terms: a set of colours per cell.
    fn filtered<W: Word>(blocks: &[Block], cells: &[u64], values: usize) -> Option<Vec<u64>> {
        let clue = Clue::new(blocks, cells.len());
        let mut can = vec![W::ZERO; values];
        for (i, colours) in cells.iter().enumerate() {
            for (colour, can) in can.iter_mut().enumerate() {
                if colours >> colour & 1 == 1 {
                    *can |= W::bit(i);
                }
            }
        }
        can[0] |= W::bit(cells.len());
        let mut out = can.clone();
        if !Filter::new(values).run(&clue, &can, &mut out) {
            return None;
        }
        let colours = |i: usize| {
            let bit = |(colour, word): (usize, &W)| u64::from(word.has(i)) << colour;
            out.iter().enumerate().map(bit).sum()
        };
        assert!(out[0].has(cells.len()), "the sentinel stays");
        Some((0..cells.len()).map(colours).collect())
    }

    /// What each cell of a line can be (a set of colours, as bits) in the arrangements of its blocks
    /// that agree with what is known; `None` if there is none.
    fn intersect(blocks: &[Block], cells: &[u64]) -> Option<Vec<u64>> {
        let mut seen: Option<Vec<u64>> = None;
        let _ = reference::arrangements(blocks, cells, &mut |colours| {
            let seen = seen.get_or_insert_with(|| vec![0; cells.len()]);
            for (set, colour) in seen.iter_mut().zip(colours) {
                *set |= 1 << colour;
            }
            std::ops::ControlFlow::Continue(())
        });
        seen
    }

    /// A line: its blocks and what each cell can be.
    fn line(longest: usize, values: u8) -> impl Strategy<Value = (Vec<Block>, Vec<u64>)> {
        let all = (1_u64 << values) - 1;
        let block = (0_u16..6, 1..values).prop_map(|(length, colour)| Block {
            length: Some(length).filter(|&length| length > 0),
            colour,
        });
        let cell = prop_oneof![4 => Just(all), 1 => 1..=all];
        let cells = prop::collection::vec(cell, 1..=longest);
        (prop::collection::vec(block, 0..7), cells).prop_map(|(mut blocks, cells)| {
            while least_length(&blocks) > cells.len() {
                blocks.pop();
            }
            (blocks, cells)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn a_black_and_white_line_keeps_what_some_arrangement_has((blocks, cells) in line(18, 2)) {
            let expected = intersect(&blocks, &cells);
            prop_assert_eq!(filtered::<u64>(&blocks, &cells, 2), expected.clone());
            prop_assert_eq!(filtered::<u128>(&blocks, &cells, 2), expected.clone());
            prop_assert_eq!(filtered::<Wide>(&blocks, &cells, 2), expected);
        }

        #[test]
        fn a_coloured_line_keeps_what_some_arrangement_has((blocks, cells) in line(13, 4)) {
            let expected = intersect(&blocks, &cells);
            prop_assert_eq!(filtered::<u64>(&blocks, &cells, 4), expected);
        }

        #[test]
        fn what_was_filtered_once_stays((blocks, cells) in line(40, 3)) {
            if let Some(once) = filtered::<u64>(&blocks, &cells, 3) {
                prop_assert_eq!(filtered::<u64>(&blocks, &once, 3), Some(once));
            }
        }
    }

    #[test]
    fn a_long_line_of_many_words_is_filtered_to_its_only_arrangement() {
        let blocks: Vec<Block> = (0..256).map(|_| Block::black(1)).collect();
        let cells = vec![3; 511];
        let only = filtered::<Wide>(&blocks, &cells, 2).unwrap();
        assert!(only.iter().enumerate().all(|(i, &colours)| colours == 2 - (i as u64 & 1)));
        let blocks = [Block::black(300)];
        let some = filtered::<Wide>(&blocks, &vec![3; 512], 2).unwrap();
        assert!((0..512).all(|i| some[i] == if (212..300).contains(&i) { 2 } else { 3 }));
    }
}
