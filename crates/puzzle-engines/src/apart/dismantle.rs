//! An assembly to its end: one separation after the other, until single pieces or groups are left.

use puzzle_core::StopReason;
use puzzle_core::apart::plan::{Plan, Rest, Separation, Step, Verdict};
use puzzle_core::apart::{Apart, Put};

use super::masks::members;
use super::pairs::{Pairs, pack, unpack};
use super::position::Part;
use super::search::{Ended, Limits, Search};

/// Takes assemblies of one puzzle apart.
pub(super) struct Dismantler<'a> {
    pub(super) apart: &'a Apart,
    pub(super) table: Pairs<'a>,
    pub(super) search: Search,
    /// Only the first separation is wanted.
    pub(super) first_only: bool,
}

/// Pieces that are still together.
pub(super) struct Together {
    /// Which pieces of the assembly.
    pub(super) members: Vec<u8>,
    /// Where they are.
    pub(super) places: Vec<i32>,
}

impl Together {
    pub(super) fn new(pieces: &[Put]) -> Self {
        let members = (0..pieces.len() as u8).collect();
        Together { members, places: pieces.iter().map(|put| pack(put.at)).collect() }
    }

    /// The pieces of the assembly that a set of these pieces is.
    pub(super) fn outside(&self, set: u64) -> u64 {
        members(set).fold(0, |all, piece| all | 1 << self.members[piece])
    }

    /// A part of them, in a position of all.
    pub(super) fn some(&self, set: u64, places: &[i32]) -> Together {
        Together {
            members: members(set).map(|piece| self.members[piece]).collect(),
            places: members(set).map(|piece| places[piece]).collect(),
        }
    }
}

impl<'a> Dismantler<'a> {
    pub(super) fn new(apart: &'a Apart, bytes: u64, first_only: bool) -> Self {
        let table = Pairs::new(&apart.shapes, &apart.slides, bytes);
        Dismantler { apart, table, search: Search::default(), first_only }
    }

    /// How an assembly comes apart.
    pub(super) fn plan(
        &mut self,
        assembly: &[u32],
        limits: &Limits<'_>,
    ) -> Result<Plan, StopReason> {
        let pieces = self.apart.pieces(assembly);
        let mut stuck = Vec::new();
        let rest = self.rest(&pieces, &Together::new(&pieces), limits, &mut stuck)?;
        Ok(finish(self.apart, assembly, &pieces, rest, &stuck))
    }

    /// What becomes of pieces that are together. What stays together is noted.
    fn rest(
        &mut self,
        pieces: &[Put],
        together: &Together,
        limits: &Limits<'_>,
        stuck: &mut Vec<u64>,
    ) -> Result<Rest, StopReason> {
        let part = self.part(pieces, together);
        let set = together.outside(part.all());
        if part.pieces == 1 {
            return Ok(Rest::Single);
        }
        if stays_together(self.apart, pieces, set, false) {
            stuck.push(set);
            return Ok(Rest::Group);
        }
        match self.search.run(&part, &together.places, &mut self.table, limits)? {
            Ended::TooMany => Ok(Rest::Undecided),
            Ended::Locked if stays_together(self.apart, pieces, set, true) => {
                stuck.push(set);
                Ok(Rest::Group)
            }
            Ended::Locked => Ok(Rest::Locked),
            Ended::Exit(state, set, direction) => {
                let exit = (set, direction);
                let (steps, leaving) = self.steps(pieces, together, &part, state, exit);
                let places = self.search.states.places(state).to_vec();
                let parts = [part.all() & !leaving, leaving].map(|s| together.some(s, &places));
                let mut rests = [Rest::Unasked, Rest::Unasked];
                if !self.first_only {
                    rests[0] = self.rest(pieces, &parts[0], limits, stuck)?;
                    if !is_stuck(&rests[0]) || parts[1].members.len() == 1 {
                        rests[1] = self.rest(pieces, &parts[1], limits, stuck)?;
                    }
                }
                let [stays, left] = rests;
                Ok(Rest::Apart(Box::new(Separation { steps, stays, left })))
            }
        }
    }

    pub(super) fn part(&self, pieces: &[Put], together: &Together) -> Part<'a> {
        let shape = |&piece: &u8| pieces[usize::from(piece)].shape;
        let shapes: Vec<u32> = together.members.iter().map(shape).collect();
        Part::new(&shapes, &self.apart.slides)
    }

    /// The moves to a position and out of it; and which pieces leave. The heaviest piece stays where it
    /// is; if there is none, what was found moves, which is the smaller set.
    pub(super) fn steps(
        &self,
        pieces: &[Put],
        together: &Together,
        part: &Part<'_>,
        state: usize,
        (set, direction): (u64, u8),
    ) -> (Vec<Step>, u64) {
        let weight = |set: u64| {
            let piece = |piece: usize| pieces[usize::from(together.members[piece])].kind;
            let weights = members(set).map(|p| self.apart.kinds[piece(p) as usize].weight);
            weights.max().unwrap_or(i32::MIN)
        };
        let turned = |set: u64| weight(set) > weight(part.all() & !set);
        let step = |set: u64, direction: u8, distance: u32, turn: bool| {
            let set = if turn { part.all() & !set } else { set };
            let direction = direction ^ u8::from(turn);
            Step { pieces: together.outside(set), direction, distance }
        };
        let path = self.search.states.path(state);
        let mut steps = Vec::new();
        for pair in path.windows(2) {
            let [before, after] = [pair[0], pair[1]].map(|s| self.search.states.places(s));
            let moved = (0..part.pieces).filter(|&piece| before[piece] != after[piece]);
            let moved = moved.fold(0, |set, piece| set | 1 << piece);
            let one = members(moved).next().unwrap_or(0);
            let way = unpack(after[one] - before[one]);
            let Some((direction, distance)) = direction_of(self.apart, way) else { continue };
            let few = 2 * moved.count_ones() as usize <= part.pieces;
            let found = if few { moved } else { part.all() & !moved };
            let turn = turned(found) == few;
            steps.push(step(moved, direction, distance, turn));
        }
        let turn = turned(set);
        steps.push(step(set, direction, 0, turn));
        (steps, if turn { part.all() & !set } else { set })
    }
}

/// The direction and the distance of a way along an axis.
pub(super) fn direction_of(apart: &Apart, way: [i32; 3]) -> Option<(u8, u32)> {
    for (axis, slide) in (0_u8..).zip(&apart.slides) {
        let long = (0..3).find(|&i| slide.by[i] != 0)?;
        let steps = way[long] / slide.by[long];
        if steps != 0 && way == slide.by.map(|x| x * steps) {
            return Some((2 * axis + u8::from(steps < 0), steps.unsigned_abs()));
        }
    }
    None
}

/// Whether a part is locked or undecided.
pub(super) fn is_stuck(rest: &Rest) -> bool {
    let inside = |separation: &Separation| separation.parts().into_iter().any(is_stuck);
    match rest {
        Rest::Locked | Rest::Undecided => true,
        Rest::Apart(separation) => inside(separation),
        Rest::Single | Rest::Group | Rest::Unasked => false,
    }
}

/// A plan from what became of all pieces.
pub(super) fn finish(
    apart: &Apart,
    assembly: &[u32],
    pieces: &[Put],
    rest: Rest,
    stuck: &[u64],
) -> Plan {
    let mut verdict = verdict(&rest);
    if verdict == Verdict::Apart && !are_groups(apart, pieces, stuck) {
        verdict = Verdict::Locked;
    }
    let first = match rest {
        Rest::Apart(first) => Some(*first),
        _ => None,
    };
    Plan { number: 0, assembly: assembly.to_vec(), verdict, first }
}

fn verdict(rest: &Rest) -> Verdict {
    match rest {
        Rest::Locked => Verdict::Locked,
        Rest::Undecided => Verdict::Undecided,
        Rest::Single | Rest::Group | Rest::Unasked => Verdict::Apart,
        Rest::Apart(separation) => {
            let parts = separation.parts().map(verdict);
            let worst = [Verdict::Locked, Verdict::Undecided];
            worst.into_iter().find(|worst| parts.contains(worst)).unwrap_or(Verdict::Apart)
        }
    }
}

/// How many pieces of each kind are in a set.
fn kinds(apart: &Apart, pieces: &[Put], set: u64) -> Vec<u32> {
    let mut kinds = vec![0; apart.kinds.len()];
    members(set).for_each(|piece| kinds[pieces[piece].kind as usize] += 1);
    kinds
}

/// Whether a set stays together: because all its pieces are in one and the same group, or, if it is
/// `locked`, because some group has room for it.
pub(super) fn stays_together(apart: &Apart, pieces: &[Put], set: u64, locked: bool) -> bool {
    match locked {
        true => !groups_for(apart, &kinds(apart, pieces, set), &[]).is_empty(),
        false => is_all_one_group(apart, pieces, set),
    }
}

/// Whether all pieces of a set are in the same group and in no other, with all their copies.
fn is_all_one_group(apart: &Apart, pieces: &[Put], set: u64) -> bool {
    let kind = |piece: usize| &apart.kinds[pieces[piece].kind as usize].groups;
    let Some(&[(group, _)]) = members(set).next().map(|piece| &kind(piece)[..]) else {
        return false;
    };
    let copies = kinds(apart, pieces, u64::MAX >> (64 - pieces.len()));
    let whole = |piece: usize| {
        let most = copies[pieces[piece].kind as usize];
        matches!(kind(piece)[..], [(own, count)] if own == group && count >= most)
    };
    members(set).all(whole)
}

/// The groups that have room for so many pieces of each kind, beside what is in them.
fn groups_for(apart: &Apart, wanted: &[u32], taken: &[(u32, Vec<u32>)]) -> Vec<u32> {
    let Some(first) = wanted.iter().position(|&count| count > 0) else { return Vec::new() };
    let room = |group: u32, kind: usize| {
        let most = apart.kinds[kind].groups.iter().find(|(own, _)| *own == group);
        let used = taken.iter().filter(|(own, _)| *own == group).map(|(_, kinds)| kinds[kind]);
        most.map_or(0, |(_, most)| *most).saturating_sub(used.sum())
    };
    let fits = |group: &u32| (0..wanted.len()).all(|kind| wanted[kind] <= room(*group, kind));
    apart.kinds[first].groups.iter().map(|(group, _)| *group).filter(fits).collect()
}

/// Whether the sets that stay together can all be given to groups.
fn are_groups(apart: &Apart, pieces: &[Put], stuck: &[u64]) -> bool {
    fn give(apart: &Apart, sets: &[Vec<u32>], taken: &mut Vec<(u32, Vec<u32>)>) -> bool {
        let Some((set, rest)) = sets.split_first() else { return true };
        for group in groups_for(apart, set, taken) {
            taken.push((group, set.clone()));
            if give(apart, rest, taken) {
                return true;
            }
            taken.pop();
        }
        false
    }
    let sets: Vec<Vec<u32>> = stuck.iter().map(|&set| kinds(apart, pieces, set)).collect();
    give(apart, &sets, &mut Vec::new())
}
