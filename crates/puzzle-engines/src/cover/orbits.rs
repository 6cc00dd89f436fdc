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
    BigUint, Control, Cover, Declined, Demand, EmbeddingId, Engine, Group, Problem, Question,
    Report, Restriction, Task,
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
    let covering = cover.puzzle.covering();
    let aspects = cover.puzzle.aspect_ids();
    let once = aspects.filter(|&a| cover.puzzle.aspect(a).demand == Demand::One);
    let all = once.filter_map(|a| {
        let restriction = Restriction::new(cover, a, Group::All).ok()?;
        let (full, kept) = (covering[a.index()].len(), restriction.representatives.len());
        (kept < full).then_some((full, kept, restriction))
    });
    let key = |&(full, kept, _): &(usize, usize, Restriction)| (kept as f64 / full as f64, kept);
    all.min_by(|x, y| key(x).partial_cmp(&key(y)).expect("ratios are numbers")).map(|best| best.2)
}

/// Counts all solutions by visiting only those that use representatives.
pub fn count_with_symmetry(
    cover: &Cover,
    restriction: &Restriction,
    engine: &dyn Engine,
    control: &Control,
) -> Result<Report, Declined> {
    Ok(visit(cover, Some(restriction), engine, control, false)?.report)
}

/// Counts solutions and their classes.
pub fn count_orbits(
    cover: &Cover,
    restriction: Option<&Restriction>,
    engine: &dyn Engine,
    control: &Control,
) -> Result<OrbitCount, Declined> {
    visit(cover, restriction, engine, control, true)
}

fn visit(
    cover: &Cover,
    restriction: Option<&Restriction>,
    engine: &dyn Engine,
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
    let task = Task { problem: &problem, question: Question::Enumerate, order: None };
    let mut report = engine.run(&task, &mut sink, control)?;
    report.solutions = BigUint::from(solutions);
    let order = cover.symmetries.order() as u128;
    let complete = report.is_complete() && classes;
    debug_assert!(!complete || fixed % order == 0, "the class formula is exact");
    let classes = complete.then(|| BigUint::from(fixed / order));
    Ok(OrbitCount { report, classes })
}
