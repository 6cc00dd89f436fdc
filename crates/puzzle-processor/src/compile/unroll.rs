//! Unrolling: one procedure for each aspect, its loop over E_a written out (document 000 §4.4,
//! §4.6), and where each placement goes on.
//!
//! Invariant: Solve_a is entered with every aspect before `a` covered, and finds every solution
//! that extends the present choice exactly once.
//!
//! *Skip* (§4.3): after placing `e` in Solve_a the aspects of `e` that follow `a` without a gap
//! need not be looked at again; the call goes to the least aspect above `a` that is not in `e`.
//! Only aspects that are covered once may be skipped: a bag may want more.
//!
//! *Bags* (§2.2, §4.10): an aspect wanted b > 1 times is covered by a *set* of b embeddings, and
//! placing them in any order would find a solution b! times. So E_a = e₁, e₂, … is decided one
//! embedding at a time: step i places eᵢ and calls step i+1, and then, with eᵢ taken back, falls
//! through to step i+1. Each set is spelled by exactly one sequence of decisions, no embedding is
//! used twice, and the code stays linear. The last step is a dead end if the bag is not full.

use puzzle_core::{AbstractPuzzle, AspectId, EmbeddingId};

use super::partition::Partition;

/// One embedding to be tried, and the procedure to call when it is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The embedding.
    pub embedding: EmbeddingId,
    /// The index of the procedure that goes on; one past the last is the solution.
    pub next: usize,
}

/// A procedure Solve_a, or one step of it when `a` is a bag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The aspect to be covered.
    pub aspect: AspectId,
    /// Its place in the order: so many aspects are covered on entry.
    pub rank: usize,
    /// For a bag, which step this is.
    pub step: Option<usize>,
    /// What to try.
    pub placements: Vec<Placement>,
    /// The procedure to go to when the aspect is not free.
    pub otherwise: usize,
    /// After the last placement: return, or fall through to the next step of the bag.
    pub falls_through: bool,
}

/// Writes out the procedures. `covered[rank]` says that the aspect needs none.
pub fn unroll(
    puzzle: &AbstractPuzzle,
    partition: &Partition,
    covered: &[bool],
    skip: bool,
) -> Vec<Procedure> {
    let wanted = |rank: usize| puzzle.aspect(partition.parts[rank].aspect).demand.max();
    let count = partition.parts.len();
    // The index of the first procedure at or after each place in the order.
    let mut first = Vec::with_capacity(count + 1);
    let mut total = 0;
    for (rank, part) in partition.parts.iter().enumerate() {
        first.push(total);
        total += match wanted(rank) {
            0 => 0,
            1 => usize::from(!covered[rank]),
            _ if part.members.is_empty() => usize::from(!covered[rank]),
            _ => part.members.len() + 1,
        };
    }
    first.push(total);

    let after = |rank: usize, e: EmbeddingId| {
        let done = |rank: usize| {
            skip && wanted(rank) == 1 && puzzle.embedding(e).contains(&partition.parts[rank].aspect)
        };
        first[(rank + 1..count).find(|&rank| !done(rank)).unwrap_or(count)]
    };
    let mut procedures = Vec::with_capacity(total);
    for (rank, part) in partition.parts.iter().enumerate() {
        let otherwise = first[rank + 1];
        let procedure = Procedure {
            aspect: part.aspect,
            rank,
            step: None,
            placements: Vec::new(),
            otherwise,
            falls_through: false,
        };
        let here = otherwise - first[rank];
        if here == 1 {
            let placements =
                part.members.iter().map(|&e| Placement { embedding: e, next: after(rank, e) });
            procedures.push(Procedure { placements: placements.collect(), ..procedure });
        } else {
            for step in 0..here {
                let next = first[rank] + step + 1;
                let place = |&e| Placement { embedding: e, next };
                procedures.push(Procedure {
                    step: Some(step),
                    placements: part.members.get(step).map(place).into_iter().collect(),
                    falls_through: step + 1 < here,
                    ..procedure.clone()
                });
            }
        }
    }
    procedures
}
