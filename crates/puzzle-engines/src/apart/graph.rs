//! All positions of an assembly until something can leave, and the moves between them.
//!
//! From a position from which something can leave no moves are followed: there the first separation is done.

use std::collections::VecDeque;
use std::fmt::Write as _;

use puzzle_core::StopReason;
use puzzle_core::apart::Positions;

use super::dismantle::{Dismantler, Together};
use super::pairs::unpack;
use super::search::Limits;
use super::states::Met;

impl Dismantler<'_> {
    /// The positions of an assembly; `Ok(None)` if they are too many.
    pub(super) fn positions(
        &mut self,
        assembly: &[u32],
        limits: &Limits<'_>,
    ) -> Result<Option<Positions>, StopReason> {
        let pieces = self.apart.pieces(assembly);
        let together = Together::new(&pieces);
        let part = self.part(&pieces, &together);
        let search = &mut self.search;
        search.states.begin(&together.places);
        search.position.begin(&part);
        let mut found = Positions { depth: vec![0], ..Positions::default() };
        let mut next = 0;
        while next < search.states.len() {
            if let Some(reason) = (limits.stop)(search.looked) {
                return Err(reason);
            }
            search.looked += 1;
            search.position.look(&part, search.states.places(next), &mut self.table);
            if search.position.exit(&part).is_some() {
                found.exits.push(next as u32);
                next += 1;
                continue;
            }
            let (states, all) = (&mut search.states, part.all());
            let mut too_many = false;
            search.position.moves(&part, limits.states, &mut |set, direction, steps| {
                if states.len() >= limits.states {
                    too_many = true;
                    return;
                }
                let to = match states.move_from(next, set, all, part.way(direction, steps)) {
                    Met::Known(to) => to,
                    Met::New => {
                        found.depth.push(found.depth[next] + 1);
                        states.len() as u32 - 1
                    }
                    Met::TooFar => {
                        too_many = true;
                        return;
                    }
                };
                let from = next as u32;
                found.moves.push((from.min(to), from.max(to)));
            });
            if too_many {
                return Ok(None);
            }
            next += 1;
        }
        found.moves.sort_unstable();
        found.moves.dedup();
        for state in 0..search.states.len() {
            let places = search.states.places(state).iter().zip(&together.places);
            found.places.push(places.map(|(now, then)| unpack(now - then)).collect());
        }
        Ok(Some(found))
    }
}

/// How many moves each position is away from the nearest of some; `None` where no way leads.
pub(super) fn away(found: &Positions, from: &[u32]) -> Vec<Option<u32>> {
    let mut next = vec![Vec::new(); found.depth.len()];
    for &(a, b) in &found.moves {
        next[a as usize].push(b);
        next[b as usize].push(a);
    }
    let mut away = vec![None; found.depth.len()];
    let mut queue: VecDeque<u32> = from.iter().copied().collect();
    from.iter().for_each(|&state| away[state as usize] = Some(0));
    while let Some(state) = queue.pop_front() {
        let distance = away[state as usize].map_or(0, |distance: u32| distance + 1);
        for &to in &next[state as usize] {
            if away[to as usize].is_none() {
                away[to as usize] = Some(distance);
                queue.push_back(to);
            }
        }
    }
    away
}

/// For Graphviz: a rank a depth, ways out as double circles.
pub(super) fn dot(found: &Positions) -> String {
    let mut text = String::from("graph positions {\n  node [shape=circle];\n");
    let _ = writeln!(text, "  0 [style=filled, label=\"assembled\"];");
    for exit in &found.exits {
        let _ = writeln!(text, "  {exit} [shape=doublecircle];");
    }
    let deepest = found.depth.iter().copied().max().unwrap_or(0);
    for depth in 0..=deepest {
        let same = (0..).zip(&found.depth).filter(|(_, own)| **own == depth);
        let same: Vec<String> = same.map(|(state, _): (u32, _)| state.to_string()).collect();
        let _ = writeln!(text, "  {{ rank=same; {}; }}", same.join("; "));
    }
    for (a, b) in &found.moves {
        let _ = writeln!(text, "  {a} -- {b};");
    }
    text.push_str("}\n");
    text
}
