//! Assemblies that are taken apart: pieces that slide along the lines of a lattice.
//!
//! The assemblies are the solutions of a cover, or come from elsewhere ([`Source`]); every embedding puts a shape of some kind of piece
//! somewhere. A **move** shifts some of the pieces by the same whole distance along one axis, while the
//! rest stays; pieces are rigid, do not turn and never enter each other on the way. Some pieces
//! **leave** if they can be shifted by any distance. Both parts then go on from where they are. An
//! assembly comes apart if every part ends as a single piece, or as pieces of a group that may stay
//! together.
//!
//! What meets what on the way is told by the lattice: a cell that is shifted by one step of a slide
//! passes over the cells at certain places relative to it ([`Slide::meets`]). On cubes that is the next
//! cell; a triangle that slides along its side passes over two.
//!
//! `plan` is how an assembly comes apart, as a list of numbers; `slots` are assemblies without a cover.

pub mod plan;
pub mod slots;

use crate::Cover;

/// A place, or the way from one to another.
pub type Vector = [i32; 3];

/// An axis along which pieces slide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slide {
    /// One step forwards.
    pub by: Vector,
    /// What this way is called, forwards and backwards.
    pub names: [&'static str; 2],
    /// By the class of a cell: the places, relative to it, of the cells that it passes over in one step
    /// forwards, where it ends included.
    pub meets: Vec<Vec<Vector>>,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kind {
    /// What it is called.
    pub name: String,
    /// The heavier of two parts stays where it is.
    pub weight: i32,
    /// The groups in which pieces may stay together: each with how many of this kind may be in it.
    pub groups: Vec<(u32, u32)>,
}

/// What an embedding puts somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Put {
    /// Of which kind it is.
    pub kind: u32,
    /// Which of the shapes.
    pub shape: u32,
    /// Where the shape's origin is.
    pub at: Vector,
}

/// Cells of a piece that does not turn, each with its class.
pub type Cells = Vec<(Vector, u8)>;

/// Where assemblies come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// They are the solutions of a cover.
    Cover(Box<Cover>),
    /// They are one option for every slot.
    Slots(slots::Slots),
    /// These are they.
    Given(Vec<Vec<u32>>),
}

/// A puzzle whose assemblies are taken apart.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The assemblies.
    pub source: Source,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// By the number of an embedding: assemblies that are images of each other are looked at in the one
    /// whose pieces have the least of these, piece by piece.
    pub ranks: Vec<u32>,
    /// Every shape that a piece has when it does not turn.
    pub shapes: Vec<Cells>,
    /// By the number of an embedding; `None` for one that puts nothing anywhere.
    pub puts: Vec<Option<Put>>,
    /// The axes.
    pub slides: Vec<Slide>,
}

impl Apart {
    /// The most pieces of an assembly.
    pub const PIECES: usize = 60;
    /// The longest side of a box.
    pub const LONGEST: i32 = 200;

    /// The pieces of an assembly, in the order of its embeddings.
    pub fn pieces(&self, assembly: &[u32]) -> Vec<Put> {
        assembly.iter().filter_map(|&number| *self.puts.get(number as usize)?).collect()
    }

    /// A number that tells puzzles apart: the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let word = |x: &i32| x.cast_unsigned();
        let shapes = self.shapes.iter().flatten().flat_map(|(cell, _)| cell.iter().map(word));
        let put = |put: &Option<Put>| {
            put.map_or([u32::MAX; 5], |p| {
                let [x, y, z] = p.at.map(i32::cast_unsigned);
                [p.kind, p.shape, x, y, z]
            })
        };
        let kind = |kind: &Kind| {
            let groups = kind.groups.iter().flat_map(|&(group, most)| [group, most]);
            groups.chain([kind.weight.cast_unsigned()]).collect::<Vec<u32>>()
        };
        let source: Vec<u32> = match &self.source {
            Source::Cover(_) => Vec::new(),
            Source::Slots(slots) => slots.numbers().collect(),
            Source::Given(given) => given.iter().flatten().copied().collect(),
        };
        let numbers = shapes.chain(self.puts.iter().flat_map(put));
        let numbers = numbers.chain(self.kinds.iter().flat_map(kind)).chain(source);
        crate::fingerprint_of_numbers(numbers)
    }
}

/// The direction of a number: the axis, and whether backwards.
pub fn axis(direction: u8) -> (usize, bool) {
    (usize::from(direction / 2), direction % 2 == 1)
}

/// What was found about the assemblies of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ApartFinding {
    /// How many there are.
    pub assemblies: u64,
    /// How many come apart.
    pub solutions: u64,
    /// Of how many that is not known, because they have too many positions.
    pub undecided: u64,
    /// How many assemblies have these levels, in ascending order.
    pub levels: std::collections::BTreeMap<Vec<u32>, u64>,
    /// The least and the most moves altogether.
    pub moves: Option<(u64, u64)>,
    /// One assembly looked at closely, if that was asked.
    pub closely: Option<Box<Closely>>,
}

impl ApartFinding {
    /// Notes an assembly.
    pub fn note(&mut self, plan: &plan::Plan) {
        self.assemblies += 1;
        match plan.verdict {
            plan::Verdict::Apart => {
                self.solutions += 1;
                *self.levels.entry(plan.levels()).or_default() += 1;
                let moves = plan.moves();
                let (least, most) = self.moves.unwrap_or((moves, moves));
                self.moves = Some((least.min(moves), most.max(moves)));
            }
            plan::Verdict::Locked => {}
            plan::Verdict::Undecided => self.undecided += 1,
        }
    }

    /// The levels of the hardest.
    pub fn best(&self) -> Option<&Vec<u32>> {
        self.levels.keys().next_back()
    }
}

/// What keeps a piece of an assembly from going in a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// The piece, by its place in the assembly.
    pub piece: u8,
    /// Twice the axis, and one more if backwards.
    pub direction: u8,
    /// How far it can go before it would take everything along; `None` is any distance.
    pub steps: Option<u32>,
    /// What it takes along by the first step, itself included.
    pub along: u64,
    /// The pieces that it touches in that direction.
    pub touches: u64,
}

/// One assembly looked at closely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closely {
    /// How it comes apart.
    pub plan: plan::Plan,
    /// What keeps its pieces where they are.
    pub obstacles: Vec<Obstacle>,
    /// Its positions; `None` if they are too many.
    pub positions: Option<Positions>,
    /// The position that is most moves from any from which something leaves, and how many.
    pub worst: Option<(u32, u32)>,
}

/// The graph of all positions of an assembly until something leaves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Positions {
    /// Where the pieces are in each position, relative to where they began; the first is the assembly.
    pub places: Vec<Vec<Vector>>,
    /// By position: how many moves it takes to get there.
    pub depth: Vec<u32>,
    /// Moves between positions, each once: from, to.
    pub moves: Vec<(u32, u32)>,
    /// Positions from which something leaves.
    pub exits: Vec<u32>,
}
