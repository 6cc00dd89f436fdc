//! The compiler: a puzzle becomes a program whose control flow is the puzzle (document 000 §4).
//!
//! One file per transformation: [`partition`] (§4.5), `covered` (§4.11, which procedures can be
//! left out), [`unroll`] (§4.4, §4.6, and the skip of §4.3), [`expand`] (§4.8), [`overlap`] and
//! `best` (§4.9), [`emit`] (§5.1). The steps before §4.4 (parameters, globals) have left no trace
//! but q itself, and §4.7 none at all: p is spelled by the stacked return addresses.
//!
//! Which puzzles: every aspect wants to be covered exactly once, or exactly b times.

mod best;
mod covered;
pub mod emit;
pub mod expand;
mod explain;
pub mod overlap;
pub mod partition;
pub mod unroll;

use puzzle_core::{AbstractPuzzle, Declined, EmbeddingId, Order};

pub use explain::explain;
pub use overlap::Overlap;
pub use partition::Partition;

use crate::program::Program;
use emit::Body;
use expand::{Item, Node, Pressure};

/// The freedom that the transformations leave besides the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How overlap among embeddings is exploited.
    pub overlap: Overlap,
    /// Whether calls skip the aspects that the placed embedding covers (§4.3).
    pub skip: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { overlap: Overlap::Greedy, skip: true }
    }
}

/// A program with its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// Addresses of the CALLs with the embeddings they place, ascending.
    pub calls: Vec<(u32, EmbeddingId)>,
    /// Which embeddings each aspect's procedure tries.
    pub partition: Partition,
    /// For each place in the order, whether its procedure was proved needless.
    pub covered: Vec<bool>,
    /// The procedures before emission.
    pub bodies: Vec<Body>,
}

/// The most aspects that an embedding may touch.
const LARGEST_EMBEDDING: usize = 1000;

/// Compiles a puzzle for an order.
pub fn compile(
    puzzle: &AbstractPuzzle,
    order: &Order,
    options: &Options,
) -> Result<Compiled, Declined> {
    for aspect in puzzle.aspects() {
        if aspect.demand.min() != aspect.demand.max() {
            let (name, demand) = (&aspect.name, aspect.demand);
            return Err(Declined(format!(
                "the processor covers every aspect a fixed number of times, but `{name}` wants \
                 {demand}"
            )));
        }
    }
    if puzzle.aspects().len() > Program::MAX_ASPECTS as usize {
        return Err(Declined("the puzzle has over 2^20 aspects".into()));
    }
    // Guards nest as deep as the largest embedding, and so do the functions that build them.
    let largest = puzzle.embedding_ids().map(|e| puzzle.embedding(e).len()).max();
    if let Some(largest) = largest.filter(|&largest| largest > LARGEST_EMBEDDING) {
        return Err(Declined(format!(
            "an embedding touches {largest} aspects, more than {LARGEST_EMBEDDING}"
        )));
    }
    let partition = partition::partition(puzzle, order);
    let covered = covered::always_covered(puzzle, &partition);
    let procedures = unroll::unroll(puzzle, &partition, &covered, options.skip);
    let bodies = group(puzzle, &partition, procedures, options.overlap);
    let emitted = emit::emit(puzzle, &bodies)?;
    Ok(Compiled { program: emitted.program, calls: emitted.calls, partition, covered, bodies })
}

/// Expansion and overlap, procedure by procedure.
fn group(
    puzzle: &AbstractPuzzle,
    partition: &Partition,
    procedures: Vec<unroll::Procedure>,
    overlap: Overlap,
) -> Vec<Body> {
    let mut pressure = Pressure::new(&partition.ranks);
    let mut done = 0;
    let mut bodies = Vec::with_capacity(procedures.len());
    for head in procedures {
        for part in &partition.parts[done..head.rank] {
            part.members.iter().for_each(|&e| pressure.add(puzzle.embedding(e)));
        }
        done = head.rank;
        let items = head.placements.iter().map(|&placement| {
            let mut aspects = puzzle.embedding(placement.embedding).to_vec();
            aspects.retain(|&a| a != head.aspect);
            Item { aspects, placement }
        });
        let guard = |body| Node::Guard { aspect: head.aspect, body };
        let inner = overlap::group(items.collect(), overlap, &pressure);
        let nodes = match overlap {
            Overlap::Off if !inner.is_empty() => {
                inner.into_iter().map(|node| guard(vec![node])).collect()
            }
            _ => vec![guard(inner)],
        };
        bodies.push(Body { head, nodes });
    }
    bodies
}
