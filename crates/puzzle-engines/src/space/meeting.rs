//! Search from both ends, when the goals are known and moves can be taken back.
//!
//! Both searches go level by level, the one with the narrower level first. At distances d and e
//! from the two ends the levels have a state in common as soon as d + e is the distance sought, and
//! not before. It pays where levels keep growing; where most states are nearer than the goal (92 %
//! of Klotski's) two half searches visit as much as a whole one.

use puzzle_core::{Control, Key, StateSpace, StopReason};

use super::path::{common, path};
use super::search::{Levels, Plan, Search};
use super::{Beginning, Halt};

/// Two searches that met, or did not.
pub(super) struct Meeting<K> {
    /// States by distance from the start, and from the goals.
    pub sizes: [Vec<u64>; 2],
    /// How many moves lead from a start to a goal, if any do.
    pub distance: Option<usize>,
    /// A shortest path, if there is any and it was wanted.
    pub path: Option<Vec<K>>,
    /// How many states were expanded.
    pub nodes: u64,
    /// Why they did not come to their end.
    pub stopped: Option<StopReason>,
}

/// Searches from both ends; a path is found if the plan is to remember levels.
pub(super) fn meet<K: Key>(
    space: &dyn StateSpace<Key = K>,
    goals: Vec<K>,
    plan: &Plan,
    control: &Control,
) -> Result<Meeting<K>, Halt> {
    let front = Beginning { space, starts: space.starts() };
    let back = Beginning { space, starts: goals };
    let mut searches =
        [Search::new(&front, plan.clone(), control), Search::new(&back, plan.clone(), control)];
    let mut nodes = 0;
    loop {
        let [one, other] = &searches;
        if let Some(middle) = common(&one.last(), &other.last())? {
            let (mut whole, mut distance) = (Vec::new(), 0);
            let mut sizes = [Vec::new(), Vec::new()];
            for (side, search) in searches.into_iter().enumerate() {
                let half = search.depth();
                distance += half;
                let ends: &Beginning<'_, K> = if side == 0 { &front } else { &back };
                let levels: Levels<K> = search.finish();
                if plan.remember {
                    let mut states = path(ends, &levels, middle, half, plan, control)?;
                    if side == 1 {
                        states.reverse();
                        states.remove(0);
                    }
                    whole.extend(states);
                }
                sizes[side] = levels.sizes;
            }
            let (distance, path) = (Some(distance), plan.remember.then_some(whole));
            return Ok(Meeting { sizes, distance, path, nodes, stopped: None });
        }
        let narrow = usize::from(searches[1].width() < searches[0].width());
        // A limit is one on both together, so each goes on counting where the other was.
        searches[narrow].nodes = nodes;
        let stopped = match searches[narrow].advance() {
            Ok(true) => None,
            Ok(false) => Some(None),
            Err(Halt::Stopped(reason)) => Some(Some(reason)),
            Err(halt) => return Err(halt),
        };
        nodes = searches[narrow].nodes;
        if let Some(stopped) = stopped {
            let sizes = searches.map(|search| search.levels);
            return Ok(Meeting { sizes, distance: None, path: None, nodes, stopped });
        }
    }
}
