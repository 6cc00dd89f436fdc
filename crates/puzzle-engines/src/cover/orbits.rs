//! Counting with symmetry: all solutions from a few of them, and solutions up to symmetry.
//!
//! A [`Restriction`] keeps one embedding per orbit at one aspect; a restricted solution that uses
//! representative r stands for as many full solutions as r's orbit has members. The number of
//! *classes* follows from the same search: a solution s lies in a class of |G| / |stabiliser of s|
//! solutions, so the classes number the sum of |stabiliser of s| over all solutions s, divided
//! by |G|. No solution is stored and none needs to be compared with another. Symmetric images of
//! s have stabilisers of equal size, so the restricted solutions with their weights suffice.

use std::ops::ControlFlow;

use puzzle_core::{
    AspectId, BigUint, Control, Cover, Declined, EmbeddingId, Engine, Group, Order, Problem,
    Question, Report, Restriction, Task,
};

/// A count of solutions, and of their classes under the puzzle's symmetries where asked for.
#[derive(Clone, Debug)]
pub struct OrbitCount {
    /// Of the full puzzle (a lower bound if the search was stopped), nodes and stop reason.
    pub report: Report,
    /// Up to symmetry; only after a complete search.
    pub classes: Option<BigUint>,
}

/// The restriction that cuts most: the largest factor, then the fewest representatives. `None`
/// when no restriction cuts anything.
pub fn best_restriction(cover: &Cover) -> Option<Restriction> {
    if cover.symmetries.order() == 1 {
        return None;
    }
    let survey = Restriction::survey(cover).into_iter().filter(|(_, full, kept)| kept < full);
    let key = |&(_, full, kept): &(AspectId, usize, usize)| (kept as f64 / full as f64, kept);
    let better = |x: &_, y: &_| key(x).partial_cmp(&key(y)).expect("ratios are numbers");
    let (aspect, ..) = survey.min_by(better)?;
    Restriction::new(cover, aspect, Group::All).ok()
}

/// Counts all solutions by visiting only those that use representatives.
pub fn count_with_symmetry(
    cover: &Cover,
    restriction: &Restriction,
    engine: &dyn Engine,
    control: &Control,
) -> Result<Report, Declined> {
    Ok(visit(cover, Some(restriction), engine, None, control, false)?.report)
}

/// Counts solutions and their classes.
pub fn count_orbits(
    cover: &Cover,
    restriction: Option<&Restriction>,
    engine: &dyn Engine,
    order: Option<&Order>,
    control: &Control,
) -> Result<OrbitCount, Declined> {
    visit(cover, restriction, engine, order, control, true)
}

fn visit(
    cover: &Cover,
    restriction: Option<&Restriction>,
    engine: &dyn Engine,
    order: Option<&Order>,
    control: &Control,
    classes: bool,
) -> Result<OrbitCount, Declined> {
    let keep = |e| restriction.is_none_or(|r| r.keeps(e));
    let Ok(puzzle) = cover.puzzle.keep(keep) else {
        return Err(Declined("the restriction leaves no embedding".into()));
    };
    // In the restricted puzzle embeddings have new ids, but keep their numbers.
    let full_id: Vec<EmbeddingId> = cover.puzzle.embedding_ids().filter(|&e| keep(e)).collect();
    let mut weight = vec![0_u32; cover.puzzle.embedding_count()];
    for &(e, orbit) in restriction.map_or(&[][..], |r| &r.representatives) {
        weight[e.index()] = orbit;
    }
    let (mut solutions, mut fixed) = (0_u128, 0_u128);
    let mut full = Vec::new();
    let mut sink = |chosen: &[EmbeddingId]| {
        full.clear();
        full.extend(chosen.iter().map(|e| full_id[e.index()]));
        // Exactly one of them covers the restricted aspect, and only that one has a weight.
        let weight: u32 = full.iter().map(|e| weight[e.index()]).sum();
        let weight = if restriction.is_some() { weight } else { 1 };
        solutions += u128::from(weight);
        if classes {
            full.sort_unstable();
            let fixing = cover.symmetries.elements().iter().filter(|s| s.fixes(&full));
            fixed += u128::from(weight) * fixing.count() as u128;
        }
        ControlFlow::Continue(())
    };
    let problem = Problem::Cover(Cover::plain(puzzle));
    let task = Task { problem: &problem, question: Question::Enumerate, order };
    let mut report = engine.run(&task, &mut sink, control)?;
    report.solutions = BigUint::from(solutions);
    let order = cover.symmetries.order() as u128;
    let complete = report.is_complete() && classes;
    debug_assert!(!complete || fixed % order == 0, "the class formula is exact");
    let classes = complete.then(|| BigUint::from(fixed / order));
    Ok(OrbitCount { report, classes })
}
