//! Solutions that came with the file: read as plans, checked move by move, and compared with ours.

use puzzle_core::apart::plan::{Plan, Rest, Separation, Step, Verdict};
use puzzle_core::apart::{Slide, Vector};
use puzzle_lattice::Cell;

use super::{Packing, replay, slides};
use crate::burrtools::{REMOVED, StoredSeparation};
use crate::packing::rules;

/// A solution as the file has it.
#[derive(Clone, Debug)]
pub(crate) struct StoredSolution {
    /// The pieces that are used: which, where it is said to be, and its cells.
    pub(crate) pieces: Vec<(usize, Vector, Vec<Cell>)>,
    pub(crate) separation: Option<StoredSeparation>,
    /// The moves of each separation in prefix order, 0 for none, if no more is stored.
    pub(crate) info: Option<Vec<u32>>,
}

/// A stored solution as a plan, checked; the plan has no separation if none is stored.
pub(super) fn plan(packing: &Packing, number: usize) -> Result<Plan, String> {
    let stored = &packing.written.stored[number];
    let mut placed = Vec::new();
    for (piece, _, cells) in &stored.pieces {
        let name = &packing.written.pieces[*piece].name;
        let region = &packing.written.region;
        let mut numbers: Vec<u32> = cells
            .iter()
            .map(|&cell| region.index(cell))
            .collect::<Option<_>>()
            .ok_or_else(|| format!("piece {name} lies outside the box"))?;
        numbers.sort_unstable();
        let own =
            |placement: &super::Placement| placement.piece == *piece && placement.cells == numbers;
        let found = packing.placements.iter().position(own);
        placed.push(found.ok_or_else(|| format!("piece {name} cannot lie so"))? as u32);
    }
    let mut assembly = placed.clone();
    assembly.sort_unstable();
    rules::check_numbers(packing, &assembly)?;
    let bit = |embedding: &u32| {
        let at = assembly.iter().position(|other| other == embedding);
        at.map_or(0, |at| 1_u64 << at)
    };
    let reader = Reader {
        slides: slides(packing),
        starts: stored.pieces.iter().map(|(_, at, _)| *at).collect(),
        bits: placed.iter().map(bit).collect(),
    };
    let begin = vec![[0; 3]; placed.len()];
    let first = stored.separation.as_ref();
    let first = first.map(|first| reader.separation(first, &begin, &mut 0)).transpose()?;
    let number = number as u32 + 1;
    let plan = Plan { number, assembly, verdict: Verdict::Apart, first };
    replay::check(packing, &plan)?;
    Ok(plan)
}

/// The levels of a stored solution, if it says anything about them.
pub(super) fn levels(packing: &Packing, number: usize) -> Option<Vec<u32>> {
    let stored = packing.written.stored.get(number)?;
    if stored.separation.is_some() {
        return plan(packing, number).ok().map(|plan| plan.levels());
    }
    let mut info = stored.info.as_ref()?.iter().copied();
    let first = skeleton(&mut info, 64)??;
    Some(
        Plan { number: 0, assembly: Vec::new(), verdict: Verdict::Apart, first: Some(first) }
            .levels(),
    )
}

/// A separation of which only the number of states is known; `None` inside for an empty one.
fn skeleton(info: &mut impl Iterator<Item = u32>, depth: u32) -> Option<Option<Separation>> {
    let states = info.next()?;
    if states == 0 || depth == 0 {
        return Some(None);
    }
    let step = Step { pieces: 0, direction: 0, distance: 0 };
    let steps = vec![step; states.saturating_sub(1).min(1 << 20) as usize];
    let mut part = || {
        let part = skeleton(info, depth - 1)?;
        Some(part.map_or(Rest::Single, |part| Rest::Apart(Box::new(part))))
    };
    let (stays, left) = (part()?, part()?);
    Some(Some(Separation { steps, stays, left }))
}

struct Reader {
    slides: Vec<Slide>,
    /// By stored piece: where it begins, and which piece of the plan it is.
    starts: Vec<Vector>,
    bits: Vec<u64>,
}

fn minus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

impl Reader {
    /// A separation that begins where the pieces are.
    fn separation(
        &self,
        stored: &StoredSeparation,
        begin: &[Vector],
        moves: &mut u32,
    ) -> Result<Separation, String> {
        let pieces: Vec<usize> = stored.pieces.iter().map(|&piece| piece as usize).collect();
        if stored.states.iter().any(|state| state.len() != pieces.len()) {
            return Err("a state comes before the pieces that it is about".into());
        }
        if let Some(piece) = pieces.iter().find(|&&piece| piece >= self.starts.len()) {
            return Err(format!("a separation is about piece {piece}, and there is none"));
        }
        let away = |state: &Vec<Vector>| -> Vec<Vector> {
            pieces.iter().zip(state).map(|(&piece, &at)| minus(at, self.starts[piece])).collect()
        };
        let states: Vec<Vec<Vector>> = stored.states.iter().map(away).collect();
        let (Some(first), Some(last)) = (states.first(), states.last()) else {
            return Err("a separation has no states".into());
        };
        let shift = |i: usize| minus(first[i], begin[pieces[i]]);
        if (0..pieces.len()).any(|i| shift(i) != shift(0)) {
            return Err("a separation does not begin where the pieces are".into());
        }
        let mut steps = Vec::new();
        for pair in states.windows(2) {
            *moves += 1;
            let is_last = std::ptr::eq(&raw const pair[1], &raw const *last);
            let step = self.step(&pieces, &pair[0], &pair[1], is_last);
            steps.push(step.map_err(|why| format!("move {moves}: {why}"))?);
        }
        let Some(left) = steps.last().map(|step| step.pieces) else {
            return Err("a separation has no moves".into());
        };
        // Where the pieces were before some left.
        let mut now = begin.to_vec();
        let before = states.len().checked_sub(2).map_or(first, |before| &states[before]);
        pieces.iter().zip(before).for_each(|(&piece, &away)| now[piece] = away);
        let mut part = |inner: &Option<Box<StoredSeparation>>, leaving: bool| {
            let own = pieces.iter().filter(|&&p| (self.bits[p] & left != 0) == leaving);
            Ok(match inner {
                Some(inner) => Rest::Apart(Box::new(self.separation(inner, &now, moves)?)),
                None if own.count() == 1 => Rest::Single,
                None => Rest::Group,
            })
        };
        let (stays, gone) = (part(&stored.left, false), part(&stored.removed, true));
        let (stays, left): (Result<Rest, String>, Result<Rest, String>) = (stays, gone);
        Ok(Separation { steps, stays: stays?, left: left? })
    }

    fn step(
        &self,
        pieces: &[usize],
        before: &[Vector],
        after: &[Vector],
        last: bool,
    ) -> Result<Step, String> {
        let ways: Vec<Vector> = before.iter().zip(after).map(|(a, b)| minus(*b, *a)).collect();
        let set = |moved: &dyn Fn(Vector) -> bool| {
            let moved = ways.iter().zip(pieces).filter(|(way, _)| moved(**way));
            moved.fold(0, |set, (_, &piece)| set | self.bits[piece])
        };
        let goes = |way: &Vector| way.iter().any(|x| x.abs() > REMOVED / 2);
        if let Some(way) = ways.iter().find(|way| goes(way)) {
            let direction =
                self.direction(way.map(|x| if x.abs() > REMOVED / 2 { x.signum() } else { 0 }));
            let (direction, _) = direction.ok_or("pieces leave along no axis")?;
            if !last {
                return Err("pieces leave before the last move".into());
            }
            return Ok(Step { pieces: set(&|way| goes(&way)), direction, distance: 0 });
        }
        let still = ways.iter().find(|way| **way == [0; 3]).or(ways.first());
        let still = still.copied().unwrap_or_default();
        let Some(&other) = ways.iter().find(|way| **way != still) else {
            return Err("nothing moves".into());
        };
        if ways.iter().any(|&way| way != still && way != other) {
            return Err("pieces move in three different ways at once".into());
        }
        let (direction, distance) =
            self.direction(minus(other, still)).ok_or("pieces move along no axis")?;
        Ok(Step { pieces: set(&|way| way == other), direction, distance })
    }

    /// The direction and the distance of a way in x, y and z.
    fn direction(&self, [x, y, z]: Vector) -> Option<(u8, u32)> {
        let way = [z, y, x];
        (0_u8..).zip(&self.slides).find_map(|(axis, slide)| {
            let long = (0..3).find(|&i| slide.by[i] != 0)?;
            let steps = way[long] / slide.by[long];
            let fits = steps != 0 && way == slide.by.map(|x| x * steps);
            fits.then(|| (2 * axis + u8::from(steps < 0), steps.unsigned_abs()))
        })
    }
}
