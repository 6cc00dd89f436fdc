//! Moves of one block by shifting sets of cells, without those that lead to nothing new.
//!
//! **Sets.** A small board is a word with one bit for each cell, and a key is a few such planes (see
//! [`Layout`]). Kinds that have the same cells, moves and gates are a *class*; logic on the planes
//! gives the places of all its blocks, shifting them by the class's cells gives the cells they
//! cover, and shifting the free cells back tells which of them can step: no block is looked at by
//! itself until it moves.
//!
//! **Cliques.** The configurations that differ in the place of one block, which it can reach in one
//! move, lead all to each other: they are a *clique*. In style 0 a clique is two configurations, in
//! style 1 the places along a row or a column, in style 2 all that the block can wander to. When the
//! first of them (by distance) makes the moves of the clique it reaches all others, and none of
//! these need make those moves. So a configuration carries a mark for each clique through which it
//! was reached. (Korf's frontier search keeps "used operators" in the same way, for pairs.)
//!
//! **Marks.** Which block a clique moves, and along which axis, is told by a step that the block can
//! make within the clique. The step newly takes some free cells; the lowest of them and the
//! direction belong to this block only. So a mark is the number of that cell among the free ones,
//! times four, plus the direction: where at most four cells are free, all marks of a configuration
//! fit 16 bits.

use puzzle_core::{Key, Marks, Successors};

use super::super::board::{Block, Board, Direction};
use super::super::{Sliding, Style};
use super::{Bits, Layout};

/// The most free cells that marks can number.
const MOST_FREE: u32 = Marks::BITS / 4;

/// The most classes, and the most planes: fifteen kinds, document 002's own limit. So few that loops
/// over them can be written without jumps.
const MOST_CLASSES: usize = 8;
const MOST_PLANES: usize = 4;

/// The tables. Numbers of cells relative to a block's place are taken modulo 64 and used to rotate
/// words; bits never really come around, because only places are kept from where all is on the board.
pub(super) struct Planes<K> {
    style: Style,
    width: usize,
    stride: usize,
    /// The cells that have a bit in a plane.
    within: u64,
    /// All cells that are no walls.
    floor: u64,
    /// How many cells are free.
    free: u32,
    /// For each cell the bits of its field.
    columns: Vec<K>,
    classes: Vec<Class>,
    /// How far a step in each direction goes.
    distances: [i32; 4],
}

/// Kinds that have the same cells and moves.
struct Class {
    /// The numbers of its kinds, as what is to be flipped in each plane so that all bits are set
    /// where the number is; in the last class nothing, which means all others.
    numbers: Vec<[u64; MOST_PLANES]>,
    /// Its cells but for the first one, which is its place.
    cells: Vec<u32>,
    /// All its cells as a set.
    shape: u64,
    /// Where on an empty board it can be.
    places: u64,
    steps: [Step; 4],
    /// Whether some step takes more than two cells.
    is_large: bool,
}

/// A step of a class in a direction.
#[derive(Default)]
struct Step {
    /// From where on an empty board it can be made; nothing else counts if nowhere.
    allowed: u64,
    /// The cells that it newly takes: the lowest, another one (or the same) and the others.
    takes: [u32; 2],
    more: Vec<u32>,
    /// The lowest that it vacates.
    vacates: u32,
    /// All cells that it takes or vacates.
    flips: u64,
}

/// One configuration to be expanded.
struct Parent<K> {
    key: K,
    free: u64,
    places: [u64; MOST_CLASSES],
    /// The free cells with a mark, for each direction.
    marked: [u64; 4],
}

fn distances(board: &Board) -> [i32; 4] {
    Direction::ALL.map(|direction| {
        let (rows, columns) = direction.offset();
        rows * board.columns as i32 + columns
    })
}

/// The bits of a set, lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

impl<K: Bits + Key> Planes<K> {
    /// The tables, if the board is small, the key has planes and marks can number the free cells.
    pub(super) fn new(puzzle: &Sliding, style: Style, layout: &Layout) -> Option<Self> {
        let board = puzzle.board();
        if !layout.has_planes() || style.moves_groups() {
            return None;
        }
        let floor = (0..board.size()).filter(|&cell| !board.walls[cell]);
        let floor = floor.fold(0, |set, cell| set | 1_u64 << cell);
        let taken: usize =
            puzzle.start().iter().map(|block| board.kinds[block.kind].cells.len()).sum();
        let classes = classes(board);
        let free = floor.count_ones().checked_sub(taken as u32)?;
        if free > MOST_FREE || classes.len() > MOST_CLASSES || layout.width > MOST_PLANES {
            return None;
        }
        let all = (1 << layout.width) - 1;
        Some(Planes {
            style,
            width: layout.width,
            stride: layout.stride,
            within: u64::MAX >> (64 - layout.stride),
            floor,
            free,
            columns: (0..layout.stride).map(|place| layout.put(place, all)).collect(),
            distances: distances(board),
            classes,
        })
    }
}

/// The classes of a board, the one with most kinds last.
fn classes(board: &Board) -> Vec<Class> {
    let mut classes: Vec<(usize, Class)> = Vec::new();
    for (number, kind) in board.kinds.iter().enumerate() {
        let same = |&(first, _): &(usize, Class)| {
            let other = &board.kinds[first];
            (&other.cells, other.moves) == (&kind.cells, kind.moves)
                && board.closed.get(first) == board.closed.get(number)
        };
        if let Some(at) = classes.iter().position(same) {
            classes[at].1.numbers.push(flips(number + 1));
            continue;
        }
        let offset = |&(r, c): &(i32, i32)| (r * board.columns as i32 + c).rem_euclid(64) as u32;
        let cells: Vec<u32> = kind.cells.iter().map(offset).collect();
        let at = |place: usize| Block { kind: number, place };
        let set = |test: &dyn Fn(usize) -> bool| {
            (0..board.size()).filter(|&p| test(p)).fold(0, |set, place| set | 1_u64 << place)
        };
        let places = set(&|place| board.cells(at(place)).is_some());
        let shape = cells.iter().fold(0, |set, cell| set | 1_u64 << cell);
        let cells = cells[1..].to_vec();
        let steps = [0, 1, 2, 3].map(|way| {
            let direction = Direction::ALL[way];
            let allowed = places & set(&|place| board.step(at(place), direction).is_some());
            Step::new(shape, allowed, distances(board)[way] as u32 & 63)
        });
        let numbers = vec![flips(number + 1)];
        let is_large = steps.iter().any(|step| !step.more.is_empty());
        let class = Class { numbers, cells, shape, places, steps, is_large };
        classes.push((number, class));
    }
    let mut classes: Vec<Class> = classes.into_iter().map(|(_, class)| class).collect();
    classes.sort_by_key(|class| class.numbers.len());
    if let Some(last) = classes.last_mut() {
        last.numbers.clear();
    }
    classes
}

/// What makes all bits of a number set.
fn flips(number: usize) -> [u64; MOST_PLANES] {
    [0, 1, 2, 3].map(|bit| (number as u64 >> bit & 1).wrapping_sub(1))
}

impl Class {
    /// The cells that blocks at these places cover.
    #[inline]
    fn cover(&self, places: u64) -> u64 {
        self.cells.iter().fold(places, |covered, &cell| covered | places.rotate_left(cell))
    }

    /// The places where a block covers none but these cells.
    #[inline]
    fn fit(&self, cells: u64) -> u64 {
        self.cells.iter().fold(self.places & cells, |set, &cell| set & cells.rotate_right(cell))
    }

    /// The places of the class from where each step is possible.
    #[inline]
    fn possible(&self, places: u64, free: u64) -> [u64; 4] {
        let mut sets = [0; 4];
        for (set, step) in sets.iter_mut().zip(&self.steps) {
            *set = places & step.possible(free);
        }
        if self.is_large {
            for (set, step) in sets.iter_mut().zip(&self.steps) {
                *set = step.more.iter().fold(*set, |set, &cell| set & free.rotate_right(cell));
            }
        }
        sets
    }
}

impl Step {
    /// The step of a shape by some cells.
    fn new(shape: u64, allowed: u64, by: u32) -> Self {
        let (before, after) = (shape, shape.rotate_left(by));
        // Seen from a place where it can be made, so that cells before it come first.
        let from = allowed.trailing_zeros();
        if from == 64 {
            return Step::default();
        }
        let seen = |set: u64| {
            let cells: Vec<u32> = bits(set.rotate_left(from)).collect();
            cells.into_iter().map(|cell| cell.wrapping_sub(from) % 64).collect::<Vec<u32>>()
        };
        let takes = seen(after & !before);
        let vacates = seen(before & !after);
        Step {
            allowed,
            takes: [takes[0], takes[takes.len().min(2) - 1]],
            more: takes.iter().skip(2).copied().collect(),
            vacates: vacates[0],
            flips: before ^ after,
        }
    }

    /// The places from where two of the cells that it takes are free: mostly these are all.
    #[inline]
    fn possible(&self, free: u64) -> u64 {
        self.allowed & free.rotate_right(self.takes[0]) & free.rotate_right(self.takes[1])
    }

    /// The places from where the lowest cell that it takes is one of these.
    #[inline]
    fn from(&self, cells: u64) -> u64 {
        cells.rotate_right(self.takes[0])
    }
}

/// For each four marks the directions that have one, as words without or with all bits.
const SPREAD: [[u64; 4]; 16] = {
    let mut spread = [[0; 4]; 16];
    let mut number = 0;
    while number < 64 {
        spread[number / 4][number % 4] = ((number as u64 / 4) >> (number % 4) & 1).wrapping_neg();
        number += 1;
    }
    spread
};

impl<K: Bits + Key> Planes<K> {
    /// Expands a batch.
    pub(super) fn expand(&self, states: &[K], marks: &[Marks], out: &mut Successors<K>) {
        match self.style.number() {
            0 => self.expand_by(states, marks, out, Self::single_steps),
            1 => self.expand_by(states, marks, out, Self::cliques::<2>),
            _ => self.expand_by(states, marks, out, Self::cliques::<4>),
        }
    }

    #[inline]
    fn expand_by(
        &self,
        states: &[K],
        marks: &[Marks],
        out: &mut Successors<K>,
        moves: impl Fn(&Self, &Parent<K>, &mut Successors<K>),
    ) {
        for (&key, &marks) in states.iter().zip(marks) {
            moves(self, &self.parent(key, marks), out);
        }
    }

    /// Finds the places of all classes and the free cells.
    #[inline(always)]
    fn parent(&self, key: K, marks: Marks) -> Parent<K> {
        let mut planes = [0; MOST_PLANES];
        for (bit, plane) in planes.iter_mut().enumerate().take(self.width) {
            *plane = key.low(bit * self.stride) & self.within;
        }
        let mut all = planes[0] | planes[1] | planes[2] | planes[3];
        let mut places = [0; MOST_CLASSES];
        let mut occupied = 0;
        for (class, places) in self.classes.iter().zip(&mut places) {
            for flips in &class.numbers {
                let one = (planes[0] ^ flips[0]) & (planes[1] ^ flips[1]);
                *places |= all & one & (planes[2] ^ flips[2]) & (planes[3] ^ flips[3]);
            }
            all &= !*places;
            if class.numbers.is_empty() {
                *places = all;
            }
            occupied |= class.cover(*places);
        }
        let free = self.floor & !occupied;
        let mut marked = [0; 4];
        let (mut left, mut marks) = (free, usize::from(marks));
        while left != 0 {
            let cell = left & left.wrapping_neg();
            let spread = &SPREAD[marks % 16];
            (0..4).for_each(|way| marked[way] |= cell & spread[way]);
            (left, marks) = (left ^ cell, marks / 16);
        }
        Parent { key, free, places, marked }
    }

    /// The mark of a step that newly takes a cell as its lowest.
    #[inline]
    fn mark(&self, free: u64, lowest: u32, way: usize) -> Marks {
        let below = free & ((1 << (lowest % 64)) - 1);
        let number = match self.free {
            0..=2 => u32::from(below != 0),
            _ => below.count_ones(),
        };
        1 << (4 * number as usize + way)
    }

    /// The key with a block moved.
    #[inline]
    fn moved(&self, key: K, from: u32, by: i32) -> K {
        let own = key.and(self.columns[from as usize]);
        key.xor(own).xor(own.rotate(by))
    }

    /// Style 0. Where a step leads, the only mark is that of the step back.
    #[inline]
    fn single_steps(&self, parent: &Parent<K>, out: &mut Successors<K>) {
        let mut sets = [[0; 4]; MOST_CLASSES];
        let mut found = 0;
        let classes = self.classes.iter().zip(&parent.places).zip(&mut sets);
        for (number, ((class, &places), sets)) in classes.enumerate() {
            *sets = class.possible(places, parent.free);
            for (way, set) in sets.iter_mut().enumerate() {
                *set &= !class.steps[way].from(parent.marked[way]);
                found |= u64::from(*set != 0) << (4 * number + way);
            }
        }
        for number in bits(found) {
            let (class, way) = (number as usize / 4, number as usize % 4);
            let step = &self.classes[class].steps[way];
            for place in bits(sets[class][way]) {
                let free = parent.free ^ step.flips.rotate_left(place);
                let marks = self.mark(free, place + step.vacates, way ^ 1);
                out.push_marked(self.moved(parent.key, place, self.distances[way]), marks);
            }
        }
    }

    /// Styles 1 and 2: all cliques without a mark; `WAYS` directions make one.
    #[inline]
    fn cliques<const WAYS: usize>(&self, parent: &Parent<K>, out: &mut Successors<K>) {
        let mut todo = [0; 2 * MOST_CLASSES];
        let mut found = 0;
        for (number, (class, &places)) in self.classes.iter().zip(&parent.places).enumerate() {
            let possible = class.possible(places, parent.free);
            for first in (0..4).step_by(WAYS) {
                let ways = first..first + WAYS;
                let some = ways.clone().fold(0, |set, way| set | possible[way]);
                let done = ways.fold(0, |set, way| set | class.steps[way].from(parent.marked[way]));
                let clique = (4 * number + first) / WAYS;
                todo[clique] = some & !done;
                found |= u64::from(todo[clique] != 0) << clique;
            }
        }
        for clique in bits(found) {
            let first = WAYS * clique as usize;
            for place in bits(todo[clique as usize]) {
                self.clique::<WAYS>(parent, first / 4, first % 4, place, out);
            }
        }
    }

    /// All places that a block can get to by steps in some directions.
    #[inline]
    fn clique<const WAYS: usize>(
        &self,
        parent: &Parent<K>,
        class: usize,
        first: usize,
        place: u32,
        out: &mut Successors<K>,
    ) {
        let class = &self.classes[class];
        let around = parent.free | class.shape.rotate_left(place);
        let fits = class.fit(around);
        let mut possible = [0; WAYS];
        let mut distances = [0; WAYS];
        for way in 0..WAYS {
            distances[way] = self.distances[first + way] as u32 & 63;
            possible[way] = class.steps[first + way].allowed & fits.rotate_right(distances[way]);
        }
        let grow = |from: u64| {
            let step =
                |set: u64, way: usize| set | (set & possible[way]).rotate_left(distances[way]);
            (0..WAYS).fold(from, step)
        };
        // Mostly the first turn reaches all there is.
        let mut reached = grow(1 << place);
        while reached != fits {
            let more = grow(reached);
            if more == reached {
                break;
            }
            reached = more;
        }
        for to in bits(reached ^ 1 << place) {
            let can = (0..WAYS).fold(0, |set, way| set | (possible[way] >> to & 1) << way);
            let way = first + can.trailing_zeros() as usize;
            let free = around & !class.shape.rotate_left(to);
            let marks = self.mark(free, to + class.steps[way & 3].takes[0], way);
            out.push_marked(self.moved(parent.key, place, to as i32 - place as i32), marks);
        }
    }
}
