//! The search loop.
//!
//! A node's candidates are tested four at a time, and all its children are put on a stack,
//! the last first, before one of them is taken: what is done for one does not wait for another, and
//! a child that leads nowhere costs no wrong guess of the processor.

use std::ops::ControlFlow;

use puzzle_core::bits::compact::Compact;
use puzzle_core::{EmbeddingId, StopReason};

use super::Run;
use super::lists::Lists;
use super::table::{AT_ONCE, List};

/// After so many rests of long lists the budget is looked at in any case.
const MANY: u64 = 1 << 12;

/// A node: what is covered, what to try next, the embedding that led there and how many are chosen.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    covered: [u64; W],
    /// At a solution it begins at block 0.
    list: List,
    place: u32,
    depth: u32,
}

/// Searches, unless nothing must be covered. Nodes that are cut are left at once.
#[inline(always)]
pub(super) fn search<C: Compact, const W: usize>(
    way: C,
    lists: &mut Lists<W>,
    run: &mut Run<'_>,
    mut cuts: impl FnMut(&[u64; W]) -> bool,
) -> ControlFlow<StopReason> {
    let covered = [0; W];
    let list = lists.list(way, 0, &covered, run.nodes);
    let mut stack = vec![Node { covered, list, place: 0, depth: 0 }];
    let mut open = 1;
    let mut rounds = 0_u64;
    // Nothing is chosen at the root.
    let mut chosen = vec![EmbeddingId(0); lists.must + 1];
    while open > 0 {
        open -= 1;
        let here = stack[open];
        let depth = here.depth as usize;
        chosen[depth] = lists.table.id(here.place);
        if here.list.first == 0 {
            run.report(&chosen[1..=depth])?;
            continue;
        }
        let mut fitting = lists.table.fitting(way, here.list, &here.covered);
        // Children count as soon as they are known: a run may stop some nodes after its limit.
        run.nodes += u64::from(fitting.count_ones());
        if run.nodes >= run.next_check {
            run.check(&chosen[1..=depth])?;
        }
        let room = open + 1 + AT_ONCE as usize;
        if stack.len() < room {
            stack.resize(2 * room, here);
        }
        if let Some(rest) = here.list.rest() {
            // Of a long list perhaps nothing fits.
            rounds += 1;
            if rounds.is_multiple_of(MANY) {
                run.check(&chosen[1..=depth])?;
            }
            stack[open].list = rest;
            open += 1;
        }
        while fitting != 0 {
            let last = fitting.ilog2();
            fitting ^= 1 << last;
            let place = 4 * here.list.first + last;
            let covered = joined(&here.covered, &lists.table.aspects(place));
            let rank = first_free(&covered);
            let mut list = List { first: 0, count: 1 };
            if rank < lists.must {
                if cuts(&covered) {
                    continue;
                }
                list = lists.list(way, rank, &covered, run.nodes);
            }
            // It stays there only if there is something to try.
            stack[open] = Node { covered, list, place, depth: here.depth + 1 };
            open += usize::from(list.count != 0);
        }
    }
    ControlFlow::Continue(())
}

#[inline(always)]
pub(super) fn joined<const W: usize>(x: &[u64; W], y: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|w| x[w] | y[w])
}

/// The least rank that is not covered.
#[inline(always)]
pub(super) fn first_free<const W: usize>(covered: &[u64; W]) -> usize {
    for (w, word) in covered.iter().enumerate() {
        if *word != u64::MAX {
            return 64 * w + word.trailing_ones() as usize;
        }
    }
    64 * W
}
