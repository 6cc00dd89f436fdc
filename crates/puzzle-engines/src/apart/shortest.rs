//! The fewest moves: every separation at its least level, and of all of those the least total.
//!
//! BurrTools takes the first separation that it finds, so its total depends on how the assembly lies. Here
//! every way out at the least level is followed, which does not. Parts in the same position are looked at
//! once. Of equal totals the least levels are taken.

use puzzle_core::StopReason;
use puzzle_core::apart::Put;
use puzzle_core::apart::plan::{Plan, Rest, Separation, Verdict};
use rustc_hash::FxHashMap;

use super::dismantle::{Dismantler, Together, finish, stays_together};
use super::search::Limits;

/// The most ways out that are followed from one part; more than that are loose pieces in any order.
const WAYS: usize = 2_000;

/// What became of parts, by their pieces and where these lie.
type Known = FxHashMap<(u64, Vec<i32>), Rest>;

impl Dismantler<'_> {
    /// How an assembly comes apart with the fewest moves.
    pub(super) fn shortest(
        &mut self,
        assembly: &[u32],
        limits: &Limits<'_>,
    ) -> Result<Plan, StopReason> {
        let pieces = self.apart.pieces(assembly);
        let mut known = Known::default();
        let rest = self.least(&pieces, &Together::new(&pieces), limits, &mut known)?;
        let mut stuck = Vec::new();
        collect(&rest, super::masks::all(pieces.len()), &mut stuck);
        Ok(finish(self.apart, assembly, &pieces, rest, &stuck))
    }

    fn least(
        &mut self,
        pieces: &[Put],
        together: &Together,
        limits: &Limits<'_>,
        known: &mut Known,
    ) -> Result<Rest, StopReason> {
        let part = self.part(pieces, together);
        let set = together.outside(part.all());
        let first = together.places[0];
        let key = (set, together.places.iter().map(|place| place - first).collect());
        if part.pieces == 1 {
            return Ok(Rest::Single);
        }
        if stays_together(self.apart, pieces, set, false) {
            return Ok(Rest::Group);
        }
        if let Some(rest) = known.get(&key) {
            return Ok(rest.clone());
        }
        let ways = self.search.all_exits(&part, &together.places, &mut self.table, limits, WAYS)?;
        let Some(ways) = ways else { return Ok(Rest::Undecided) };
        // Paths are made before the parts are searched, which forgets these positions.
        let mut separations = Vec::new();
        for (state, set, direction) in ways {
            let (steps, leaving) = self.steps(pieces, together, &part, state, (set, direction));
            let places = self.search.states.places(state);
            let parts = [part.all() & !leaving, leaving].map(|s| together.some(s, places));
            separations.push((steps, parts));
        }
        let mut best: Option<(u64, Vec<u32>, Rest)> = None;
        for (steps, parts) in separations {
            let mut rests = [Rest::Unasked, Rest::Unasked];
            for (rest, part) in rests.iter_mut().zip(&parts) {
                *rest = self.least(pieces, part, limits, known)?;
            }
            let [stays, left] = rests;
            let separation = Separation { steps, stays, left };
            let rest = Rest::Apart(Box::new(separation.clone()));
            let plan = Plan {
                number: 0,
                assembly: Vec::new(),
                verdict: Verdict::Apart,
                first: Some(separation),
            };
            let stuck = u64::from(super::dismantle::is_stuck(&rest)) << 40;
            let key = (stuck + plan.moves(), plan.levels());
            if best.as_ref().is_none_or(|(moves, levels, _)| key < (*moves, levels.clone())) {
                best = Some((key.0, key.1, rest));
            }
            // What is locked one way is locked every way.
            if stuck > 0 {
                break;
            }
        }
        let rest = match best {
            Some((.., rest)) => rest,
            None if stays_together(self.apart, pieces, set, true) => Rest::Group,
            None => Rest::Locked,
        };
        known.insert(key, rest.clone());
        Ok(rest)
    }
}

/// The sets that stay together.
fn collect(rest: &Rest, pieces: u64, stuck: &mut Vec<u64>) {
    match rest {
        Rest::Group => stuck.push(pieces),
        Rest::Apart(separation) => {
            let left = separation.steps.last().map_or(0, |step| step.pieces);
            collect(&separation.stays, pieces & !left, stuck);
            collect(&separation.left, left, stuck);
        }
        _ => {}
    }
}
