//! From levels to a path.
//!
//! Going back from a state at distance d, some neighbour of it is at distance d - 1: it is looked
//! for among the remembered levels. Where levels were forgotten, the part of the path from the
//! start to there is searched again (document 002 §41 does so too), but by halves: a state in the
//! middle is one that is half the way from both ends, and two searches of half the depth visit far
//! fewer states than one.

use puzzle_core::{Control, Key, StateSpace, Successors};

use super::search::{Levels, Plan, Search};
use super::stored::{Stored, View};
use super::{Beginning, Halt, neighbours};

/// The states of a shortest path from a start to `end`, both included, which is at distance
/// `levels.stored.len() - 1` or at the one given.
pub fn path<K: Key>(
    space: &dyn StateSpace<Key = K>,
    levels: &Levels<K>,
    end: K,
    distance: usize,
    plan: &Plan,
    control: &Control,
) -> Result<Vec<K>, Halt> {
    let mut states = vec![end];
    let mut at = end;
    for level in (0..distance).rev() {
        let Some(stored) = levels.stored.get(level).and_then(Option::as_ref) else {
            if !space.is_reversible() {
                return Err(Halt::Forgotten);
            }
            let start = match space.starts()[..] {
                [start] => start,
                ref starts => {
                    let far = last_level(space, at, level + 1, plan, control)?;
                    among(starts, &far.view())?.ok_or(Halt::Forgotten)?
                }
            };
            states.reverse();
            let mut whole = halves(space, start, at, level + 1, plan, control)?;
            whole.pop();
            whole.extend(states);
            return Ok(whole);
        };
        at = before(space, stored, at)?.ok_or(Halt::Forgotten)?;
        states.push(at);
    }
    states.reverse();
    Ok(states)
}

/// The least state of a level from which one move leads to `state`.
fn before<K: Key>(
    space: &dyn StateSpace<Key = K>,
    level: &Stored<K>,
    state: K,
) -> Result<Option<K>, Halt> {
    let mut out = Successors::default();
    if space.is_reversible() {
        for key in neighbours(space, state, &mut out) {
            if level.contains(key)? {
                return Ok(Some(key));
            }
        }
        return Ok(None);
    }
    let mut least = None;
    level.each_batch(|batch| {
        out.clear();
        space.expand(batch, &mut out);
        for (&from, group) in batch.iter().zip(out.groups()) {
            if group.contains(&state) {
                least = least.map_or(Some(from), |least| Some(from.min(least)));
            }
        }
    })?;
    Ok(least)
}

/// A shortest path of `length` moves between two states of a reversible space, by halves.
fn halves<K: Key>(
    space: &dyn StateSpace<Key = K>,
    from: K,
    to: K,
    length: usize,
    plan: &Plan,
    control: &Control,
) -> Result<Vec<K>, Halt> {
    if length == 0 {
        return Ok(vec![from]);
    }
    if length == 1 {
        return Ok(vec![from, to]);
    }
    let first = length / 2;
    let near = last_level(space, from, first, plan, control)?;
    let far = last_level(space, to, length - first, plan, control)?;
    let middle = common(&near.view(), &far.view())?.ok_or(Halt::Forgotten)?;
    drop((near, far));
    let mut path = halves(space, from, middle, first, plan, control)?;
    path.pop();
    path.extend(halves(space, middle, to, length - first, plan, control)?);
    Ok(path)
}

/// The states at some distance from a state.
fn last_level<K: Key>(
    space: &dyn StateSpace<Key = K>,
    from: K,
    distance: usize,
    plan: &Plan,
    control: &Control,
) -> Result<Stored<K>, Halt> {
    let from = Beginning { space, starts: vec![from] };
    let plan = Plan { remember: false, ..plan.clone() };
    let mut search = Search::new(&from, plan, control);
    while search.depth() < distance && search.advance()? {}
    search.finish().stored.pop().flatten().ok_or(Halt::Forgotten)
}

/// The least of some states that is in a level.
fn among<K: Key>(states: &[K], level: &View<'_, K>) -> Result<Option<K>, Halt> {
    let mut states = states.to_vec();
    states.sort_unstable();
    for state in states {
        if level.contains(state)? {
            return Ok(Some(state));
        }
    }
    Ok(None)
}

/// The least state that is in both levels.
pub(super) fn common<K: Key>(one: &View<'_, K>, other: &View<'_, K>) -> Result<Option<K>, Halt> {
    let (small, large) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let mut least: Option<K> = None;
    let mut failed = Ok(());
    small.each_batch(|batch| {
        for &key in batch {
            if least.is_some_and(|least| least < key) || failed.is_err() {
                continue;
            }
            match large.contains(key) {
                Ok(true) => least = Some(key),
                Ok(false) => {}
                Err(error) => failed = Err(error),
            }
        }
    })?;
    failed?;
    Ok(least)
}
