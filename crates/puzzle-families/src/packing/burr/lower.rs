//! All burrs of some pieces as a problem for the engines: a slot for every stick, a kind for every piece.

use std::collections::BTreeMap;

use puzzle_core::Problem;
use puzzle_core::apart::slots::{SlotSymmetry, Slots, Taking};
use puzzle_core::apart::{Apart, Kind, Put, Slide, Source};
use puzzle_lattice::{Cube, Grid, Shape};

use super::number::{self, Cutting};
use super::place::{Carried, Frame};

/// Burrs to be gone through.
pub(super) struct Burrs {
    /// By embedding: the number of the piece.
    numbers: Vec<Cutting>,
    pub(super) problem: Problem,
}

impl Burrs {
    /// The burrs of the pieces that are taken, with so many holes at most and sticks of some length.
    pub(super) fn new(takes: impl Fn(Cutting) -> bool, holes: u32, length: i32) -> Self {
        let pieces: BTreeMap<Cutting, Cutting> =
            number::pieces().into_iter().filter(|(cutting, _)| takes(*cutting)).collect();
        let frame = Frame::new(length);
        let mut kinds: BTreeMap<Cutting, u32> = BTreeMap::new();
        for piece in pieces.values() {
            kinds.entry(*piece).or_insert(0);
        }
        (0..).zip(kinds.values_mut()).for_each(|(number, kind)| *kind = number);
        let option = |stick, cutting, piece| Taking {
            kind: kinds[piece],
            cells: frame.takes(stick, cutting),
        };
        let options = frame.sticks.iter().map(|stick| {
            pieces.iter().map(|(cutting, piece)| option(stick, *cutting, piece)).collect()
        });
        let slots = Slots {
            options: options.collect(),
            cells: frame.wanted.len() as u32,
            holes,
            symmetries: symmetries(&frame, &pieces),
        };
        let (mut shapes, mut puts) = (Vec::new(), Vec::new());
        for stick in &frame.sticks {
            for (cutting, piece) in &pieces {
                let cells = stick.cells(*cutting);
                let at = Cube.translation_home(&cells).map(|x| -x);
                puts.push(Some(Put { kind: kinds[piece], shape: shapes.len() as u32, at }));
                let shape = Shape::new(&Cube, cells);
                shapes.push(shape.cells().iter().map(|cell| (cell.0, 0)).collect());
            }
        }
        let slide = |slide: puzzle_lattice::Slide| Slide {
            by: slide.by,
            names: slide.names,
            meets: slide.meets,
        };
        let kind =
            |piece: &Cutting| Kind { name: (piece + 1).to_string(), weight: 1, ..Kind::default() };
        let apart = Apart {
            source: Source::Slots(slots),
            kinds: kinds.keys().map(kind).collect(),
            ranks: Vec::new(),
            shapes,
            puts,
            slides: Cube.slides().into_iter().map(slide).collect(),
        };
        let numbers = frame.sticks.iter().flat_map(|_| pieces.values().map(|piece| piece + 1));
        Burrs { numbers: numbers.collect(), problem: Problem::Apart(apart) }
    }

    /// The numbers of the pieces of an assembly, in ascending order.
    pub(super) fn numbers(&self, assembly: &[u32]) -> Vec<Cutting> {
        let number = |&embedding: &u32| self.numbers.get(embedding as usize).copied();
        let mut numbers: Vec<Cutting> = assembly.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// How many of the wanted cubes nothing takes in an assembly.
    pub(super) fn holes(&self, assembly: &[u32]) -> u32 {
        let Problem::Apart(Apart { source: Source::Slots(slots), .. }) = &self.problem else {
            return 0;
        };
        let options: Vec<&Taking> = slots.options.iter().flatten().collect();
        let taken = assembly.iter().fold(0, |all, &e| all | options[e as usize].cells);
        slots.cells - taken.count_ones()
    }
}

/// What the motions of the frame do to the options.
fn symmetries(frame: &Frame, pieces: &BTreeMap<Cutting, Cutting>) -> Vec<SlotSymmetry> {
    let place: BTreeMap<Cutting, u32> = pieces.keys().copied().zip(0..).collect();
    let carry = |bits: &[usize; 12], cutting: Cutting| {
        (0..12).fold(0, |all, bit| all | (cutting >> bit & 1) << bits[bit])
    };
    let symmetry = |(proper, sticks): (bool, Vec<Carried>)| {
        let mut images = Vec::new();
        for (to, bits) in &sticks {
            for cutting in pieces.keys() {
                let image = place.get(&carry(bits, *cutting))?;
                images.push(*to as u32 * pieces.len() as u32 + image);
            }
        }
        Some(SlotSymmetry { proper, images })
    };
    frame.symmetries().into_iter().filter_map(symmetry).collect()
}
