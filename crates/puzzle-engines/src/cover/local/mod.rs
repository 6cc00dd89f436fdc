//! Static order with a table of local occupancy.
//!
//! The aspects are covered in a fixed order, least free one first. Which of its embeddings fit is
//! mostly decided nearby: the occupancy of a few near aspects, gathered into a number by PEXT,
//! leads to a list of the embeddings that fit as far as those are concerned, and only they are
//! tested. This is document 003's Pento6 with Fletcher's neighbourhood of the handle square, made
//! general: near are the aspects that the embeddings of an aspect touch most often, whatever they
//! mean, and the sets have as many words as the puzzle needs.
//!
//! The lists know more than the document's: an embedding after which some near aspect could never be
//! covered is left out of them (`ahead`). It takes no time in the search, since a list is made once
//! and used thousands of times.
//!
//! With the *cut-off* of the slides (004) a node is abandoned when some free aspect, near or far, has
//! no fitting embedding left (`cutoff`). It visits fewer nodes, each of which costs more.
//!
//! Unless the asker insists on an order, random sweeps choose between the least-growing footprint
//! and the orders that come with the puzzle, in one part or several (`plan`).
//!
//! `lists` makes the lists, `table` holds their embeddings, `search` has the loop. (Dominoes and the
//! like had a loop of their own once; `native` is faster there.) Aspects that may stay uncovered come
//! last in the order and are never chosen to be covered.

mod ahead;
mod cutoff;
mod lists;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use puzzle_core::bits::compact::{Compact, Kernel, dispatch};
use puzzle_core::{
    AbstractPuzzle, Card, Control, CoverEngine, CoverTask, Declined, EmbeddingId, Form, Kind,
    Searched, StopReason, Visitor,
};

use super::handing::{Handing, ended};
use super::plan::{Part, Plan};
use super::position::Position;
use super::{estimate, takes};
use cutoff::Cutoff;
use lists::Lists;
use search::search;

/// The most aspects: 64 words.
const MOST: usize = 64 * 64;

/// Nodes before the first look at where a watched search stands; between two looks such a part of
/// those so far.
const FIRST_LOOK: u64 = 1 << 20;
const LOOKS: u64 = 64;

/// Local occupancy.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// Whether to abandon nodes at which some aspect can no longer be covered.
    pub cutoff: bool,
}

impl CoverEngine for Local {
    fn card(&self) -> Card {
        let (name, about) = match self.cutoff {
            true => (
                "local-cutoff",
                "static order with zero-fit cut-off; aspects covered exactly or at most once",
            ),
            false => (
                "local",
                "static order, candidates listed by the occupancy nearby; aspects covered exactly \
                 or at most once",
            ),
        };
        Card { name, about, form: Form::Cover, kind: Kind::Fixed, order: "best-of-proposed" }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::simple(&task.cover.puzzle)?;
        let few = task.cover.puzzle.aspects().len() <= MOST;
        Declined::unless(few, || format!("it has over {MOST} aspects"))
    }

    fn weigh(&self, puzzle: &AbstractPuzzle) -> Option<f64> {
        estimate::footprint(puzzle)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        self.accepts(task)?;
        let cover = task.cover;
        let parts = match task.order {
            Some(order) => vec![Part::whole(order.clone())],
            None => Plan::best(cover, f64::INFINITY).parts,
        };
        let mut run = Run {
            control,
            handing: Handing::new(task, sink),
            nodes: 1,
            solutions: 0,
            next_check: control.budget.slice(0),
            position: None,
            part: 0,
            parts: parts.len(),
            begun: 0,
            next_look: FIRST_LOOK,
        };
        macro_rules! search {
            ($($words:literal)*) => {
                match cover.puzzle.aspects().len().div_ceil(64) {
                    $(0..=$words => parts.iter().try_for_each(|part| {
                        let mut lists = Lists::<$words>::new(&cover.puzzle, part, &control.budget);
                        run.follow(&cover.puzzle, part);
                        let cutoff =
                            self.cutoff.then(|| Cutoff::<$words>::new(&cover.puzzle, &lists));
                        dispatch(Loop { lists: &mut lists, cutoff, run: &mut run })
                    }),)*
                    _ => return Err(Declined(format!("it has over {MOST} aspects"))),
                }
            };
        }
        let flow = search!(1 2 3 4 6 8 16 64);
        Ok(ended(control, run.solutions, run.nodes, flow.break_value()))
    }
}

struct Run<'a> {
    control: &'a Control,
    handing: Handing<'a>,
    nodes: u64,
    solutions: u64,
    next_check: u64,
    /// Where in its part the search stands, if anybody wants to know, and which part that is.
    position: Option<Position>,
    part: usize,
    parts: usize,
    /// `nodes` when the part was begun.
    begun: u64,
    /// When to tell.
    next_look: u64,
}

impl Run<'_> {
    #[inline(always)]
    fn report(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<StopReason> {
        self.solutions += 1;
        self.handing.solution(chosen).map_break(|()| StopReason::Satisfied)
    }

    /// Begins a part.
    fn follow(&mut self, puzzle: &AbstractPuzzle, part: &Part) {
        self.part += 1;
        self.begun = self.nodes;
        if self.control.progress.is_watched() {
            let kept = puzzle.embedding_ids().filter(|&e| part.keeps(e));
            let position = Position::new(puzzle, &part.order, kept);
            self.position = Some(position.looking_ahead());
        }
    }

    /// Looks at the budget, and tells where the search stands: at this node of its part.
    #[cold]
    fn check(&mut self, path: &[EmbeddingId]) -> ControlFlow<StopReason> {
        self.control.progress.publish(self.nodes, self.solutions);
        if self.nodes >= self.next_look
            && let Some(position) = &mut self.position
        {
            let before = (self.part - 1) as f64;
            let fraction = before + position.fraction(path, self.nodes - self.begun);
            self.control.progress.publish_fraction(fraction / self.parts as f64);
            self.next_look = self.nodes + self.nodes / LOOKS;
        }
        if let Some(reason) = self.control.budget.check(self.nodes) {
            return ControlFlow::Break(reason);
        }
        self.next_check = self.nodes + self.control.budget.slice(self.nodes);
        ControlFlow::Continue(())
    }
}

struct Loop<'a, 'b, const W: usize> {
    lists: &'a mut Lists<W>,
    cutoff: Option<Cutoff<W>>,
    run: &'a mut Run<'b>,
}

impl<const W: usize> Kernel for Loop<'_, '_, W> {
    type Answer = ControlFlow<StopReason>;

    #[inline(always)]
    fn run<C: Compact>(self, way: C) -> Self::Answer {
        let Loop { lists, cutoff, run } = self;
        if run.nodes >= run.next_check {
            run.check(&[])?;
        }
        if lists.must == 0 {
            return run.report(&[]);
        }
        match cutoff {
            Some(mut cutoff) => search(way, lists, run, |covered| cutoff.cuts(covered)),
            None => search(way, lists, run, |_| false),
        }
    }
}
