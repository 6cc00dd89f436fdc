//! Packing puzzles taken apart: the form for the engines, the check of their plans, and the words.
//!
//! `table` is what may be chosen, `replay` moves the pieces cell by cell as a plan says, `told` puts plans
//! and totals into words, `film` makes pictures of them.

mod film;
mod replay;
mod stored;
mod table;
mod told;

use puzzle_core::apart::plan::{self, Plan};
use puzzle_core::apart::{Apart, Kind, Put, Slide, Source};
use puzzle_core::{Ask, Budget, Failure, Pace, Problem, nearest};
use puzzle_lattice::{Cell, Grid, Shape};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Packing, Piece, Placement};
use crate::{Checker, Covering};

pub(super) use film::film;
pub(crate) use stored::StoredSolution;
pub(crate) use table::{QUESTIONS, TABLES};
pub(super) use told::{fields, tell, words};

/// Whether a solution is meant to be a plan.
pub(super) fn is_plan(solution: &[u32]) -> bool {
    solution.first() == Some(&plan::MARK)
}

/// Who checks plans: the assembly by the rules of packing, then every move.
pub(super) fn checker(packing: &Packing) -> Checker<'_> {
    let mut assemblies = Covering::checker(packing);
    Box::new(move |solution| {
        let plan = Plan::read(solution).ok_or("the numbers are no plan")?;
        assemblies(&plan.assembly)?;
        replay::check(packing, &plan)
    })
}

/// The axes of a puzzle's grid.
pub(super) fn slides(packing: &Packing) -> Vec<Slide> {
    let slide = |slide: puzzle_lattice::Slide| {
        let puzzle_lattice::Slide { by, names, meets } = slide;
        Slide { by, names, meets }
    };
    packing.written.grid.slides().into_iter().map(slide).collect()
}

/// The form that the engines take.
pub(super) fn lower(packing: &Packing, ask: &Ask, budget: &Budget) -> Result<Problem, Failure> {
    let Packing { written, placements, problem, .. } = packing;
    let Problem::Cover(cover) = problem else {
        return Err(Failure::Declined("this puzzle has no assemblies".into()));
    };
    let grid = written.grid.as_ref();
    let slides = slides(packing);
    if slides.is_empty() {
        let name = grid.name();
        let message = format!("nothing slides on a {name}: its assemblies are not taken apart");
        return Err(Failure::Declined(message));
    }
    refuse_large(packing)?;
    if let Some(piece) = written.solid_pieces().find(|piece| !is_connected(grid, &piece.shape)) {
        return Err(Failure::Declined(format!(
            "piece {} falls apart by itself: its cells do not hang together, so that nobody can say \
             how it moves",
            piece.name
        )));
    }
    let mut kinds: Vec<Kind> = kinds(packing);
    if let Some(text) = ask.choices.text("keep") {
        keep(&mut kinds, text)?;
    }
    let mut shapes: Vec<Shape> = Vec::new();
    let mut known: FxHashMap<Shape, u32> = FxHashMap::default();
    let turns: Vec<FxHashMap<Shape, u32>> =
        written.pieces.iter().map(|piece| turns(packing, piece)).collect();
    let (mut puts, mut ranks) = (Vec::new(), Vec::new());
    let mut pace = Pace::new(budget);
    for placement in placements {
        let cells = cells(packing, placement);
        pace.take(16 * cells.len()).map_err(Failure::Stopped)?;
        let shape = Shape::new(grid, cells.iter().copied());
        ranks.push(turns[placement.piece].get(&shape).copied().unwrap_or(u32::MAX));
        if written.pieces[placement.piece].is_hole {
            puts.push(None);
            continue;
        }
        let number = *known.entry(shape).or_insert_with_key(|shape| {
            shapes.push(shape.clone());
            shapes.len() as u32 - 1
        });
        let at = grid.translation_home(&cells).map(|x| -x);
        puts.push(Some(Put { kind: placement.piece as u32, shape: number, at }));
    }
    let class = |&cell: &Cell| (cell.0, grid.class(cell) as u8);
    let shapes = shapes.iter().map(|shape| shape.cells().iter().map(class).collect()).collect();
    let source = match ask.choices.has("stored") {
        true => Source::Given(given(packing)?),
        false => Source::Cover(Box::new(cover.clone())),
    };
    Ok(Problem::Apart(Apart { source, kinds, ranks, shapes, puts, slides }))
}

/// The assemblies that came with the file, each checked, and its separation moved cell by cell.
fn given(packing: &Packing) -> Result<Vec<Vec<u32>>, Failure> {
    let count = packing.written.stored.len();
    if count == 0 {
        let message = "the file has no stored assemblies (only those on bricks are read)";
        return Err(Failure::Usage(message.into()));
    }
    let one = |number: usize| {
        let plan = stored::plan(packing, number);
        let refuse = |why| Failure::Usage(format!("stored solution {}: {why}", number + 1));
        plan.map(|plan| plan.assembly).map_err(refuse)
    };
    (0..count).map(one).collect()
}

/// The cells on which a piece lies.
pub(super) fn cells(packing: &Packing, placement: &Placement) -> Vec<Cell> {
    let all = packing.written.region.cells();
    placement.cells.iter().map(|&cell| all[cell as usize]).collect()
}

/// The puzzle as an `.xmpuzzle` file with solutions.
pub(super) fn export(packing: &Packing, plans: &[Vec<u32>]) -> Result<String, String> {
    let solved = |numbers: &Vec<u32>| {
        let plan = Plan::read(numbers).ok_or("the numbers are no plan")?;
        let placed = plan.assembly.iter().filter_map(|&n| packing.placements.get(n as usize));
        let solid = placed.filter(|p| !packing.written.pieces[p.piece].is_hole);
        let placed = solid.map(|p| (p.piece, cells(packing, p))).collect();
        Ok((placed, plan))
    };
    let solutions = plans.iter().map(solved).collect::<Result<Vec<_>, String>>()?;
    crate::burrtools::write_solved(&packing.written, &solutions)
}

/// Kinds of pieces with their weights and groups.
fn kinds(packing: &Packing) -> Vec<Kind> {
    let mut names: Vec<&str> = Vec::new();
    let pieces = &packing.written.pieces;
    for (name, _) in pieces.iter().flat_map(|piece| &piece.groups) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let number = |name: &str| names.iter().position(|known| *known == name).unwrap_or(0) as u32;
    let group = |(name, most): &(String, u32)| (number(name), *most);
    let kind = |piece: &Piece| Kind {
        name: piece.name.clone(),
        weight: piece.heft,
        groups: piece.groups.iter().map(group).collect(),
    };
    pieces.iter().map(kind).collect()
}

/// Adds groups: `A,B;C,D`.
fn keep(kinds: &mut [Kind], text: &str) -> Result<(), Failure> {
    let used = kinds.iter().flat_map(|kind| &kind.groups).map(|(group, _)| group + 1).max();
    for (group, names) in (used.unwrap_or(0)..).zip(text.split(';')) {
        for name in names.split(',').map(str::trim) {
            let Some(at) = kinds.iter().position(|kind| kind.name == name) else {
                let hint = nearest::hint(name, kinds.iter().map(|kind| kind.name.as_str()));
                let message = format!("`keep` names no piece: there is no `{name}`: {hint}");
                return Err(Failure::Usage(message));
            };
            kinds[at].groups.push((group, u32::MAX));
        }
    }
    Ok(())
}

/// Whether the cells of a shape hang together.
fn is_connected(grid: &dyn Grid, shape: &Shape) -> bool {
    let cells = shape.cells();
    let mut met: FxHashSet<Cell> = cells.first().copied().into_iter().collect();
    let mut open: Vec<Cell> = met.iter().copied().collect();
    while let Some(cell) = open.pop() {
        for next in grid.neighbours(cell) {
            if cells.binary_search(&next).is_ok() && met.insert(next) {
                open.push(next);
            }
        }
    }
    met.len() == cells.len()
}

/// Refuses what is larger than the engines take.
fn refuse_large(packing: &Packing) -> Result<(), Failure> {
    let written = &packing.written;
    let pieces: Vec<&Piece> = written.solid_pieces().collect();
    let fit = |piece: &Piece| (written.region.len() / piece.shape.len().max(1)) as u64;
    let most = |piece: &Piece| piece.count.max.map_or(fit(piece), |max| fit(piece).min(max.into()));
    let smallest = pieces.iter().map(|piece| piece.shape.len()).min().unwrap_or(1).max(1);
    let all =
        pieces.into_iter().map(most).sum::<u64>().min((written.region.len() / smallest) as u64);
    if all > Apart::PIECES as u64 {
        return Err(Failure::Declined(format!(
            "assemblies of more than {} pieces are not taken apart, and this puzzle may have {all}",
            Apart::PIECES
        )));
    }
    let cells = written.region.cells();
    let side = |axis: usize| {
        let along = cells.iter().map(|cell| cell.0[axis]);
        along.clone().max().unwrap_or(0) - along.min().unwrap_or(0)
    };
    match (0..3).any(|axis| side(axis) > Apart::LONGEST) {
        true => Err(Failure::Declined(format!(
            "boxes longer than {} cells are not taken apart",
            Apart::LONGEST
        ))),
        false => Ok(()),
    }
}

/// The orientations of a piece, each with its number: as drawn first, then in BurrTools' order.
fn turns(packing: &Packing, piece: &Piece) -> FxHashMap<Shape, u32> {
    let grid = packing.written.grid.as_ref();
    let images: Vec<Vec<Cell>> = match grid.name() {
        "cube" => crate::burrtools::turns::cubes(piece.shape.cells()),
        _ => grid.images(&piece.shape, piece.motions),
    };
    let mut turns = FxHashMap::default();
    for (number, image) in (0..).zip(images) {
        turns.entry(Shape::new(grid, image)).or_insert(number);
    }
    turns
}
