//! The abstract forms to which families lower their puzzles.

use crate::jumps::{JumpProblem, JumpsFinding};
use crate::lines::{Lines, LinesFinding};
use crate::{
    AbstractPuzzle, BoardCount, Bound, Cnf, CoverError, EmbeddingId, Explored, MapProblem, Order,
    Queens, Space, Symmetries,
};

/// One of a few abstract forms. Engines are chosen by form; families know how to reach it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// Choose embeddings so that every aspect gets what it demands.
    Cover(Cover),
    /// Jump over pegs and take them.
    Jumps(JumpProblem),
    /// Colour cells so that every line fits its clue.
    Lines(Lines),
    /// Make every clause of a formula true.
    Formula(Cnf),
    /// Maps between two orders that keep the order.
    Monotone(MapProblem),
    /// Pieces that attack along rows, columns and diagonals.
    Queens(Queens),
    /// States and moves between them.
    Space(Space),
}

/// The name of a form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "as the variants of Problem")]
pub enum Form {
    Cover,
    Jumps,
    Lines,
    Formula,
    Monotone,
    Queens,
    Space,
}

impl Problem {
    /// Its form.
    pub fn form(&self) -> Form {
        match self {
            Problem::Cover(_) => Form::Cover,
            Problem::Jumps(_) => Form::Jumps,
            Problem::Lines(_) => Form::Lines,
            Problem::Formula(_) => Form::Formula,
            Problem::Monotone(_) => Form::Monotone,
            Problem::Queens(_) => Form::Queens,
            Problem::Space(_) => Form::Space,
        }
    }
}

impl Form {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Form::Cover => "cover",
            Form::Jumps => "jumps",
            Form::Lines => "lines",
            Form::Formula => "formula",
            Form::Monotone => "monotone",
            Form::Queens => "queens",
            Form::Space => "space",
        }
    }
}

/// What was found beside solutions and their number, in the terms of a form.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Finding {
    /// Nothing more.
    #[default]
    Nothing,
    /// A text that is the answer: a tree, a transcript.
    Text(String),
    /// All solutions of a cover in a diagram.
    Diagram {
        /// How many nodes it has, if there is one.
        nodes: Option<usize>,
        /// Why all solutions were visited instead.
        visited: Option<String>,
    },
    /// Queens: the empty boards of every size.
    Boards(Vec<BoardCount>),
    /// Monotone maps: too many to be counted, but at least so many.
    AtLeast(Bound),
    /// About games of jumps.
    Jumps(JumpsFinding),
    /// About cells and clues.
    Lines(Box<LinesFinding>),
    /// What a search of a state space saw.
    Explored(Explored),
}

/// An abstract puzzle and what is known of its symmetries.
#[derive(Clone, Debug)]
pub struct Cover {
    /// Aspects and embeddings.
    pub puzzle: AbstractPuzzle,
    /// Permutations of them that carry solutions to solutions.
    pub symmetries: Symmetries,
    /// Orders of the aspects that the family proposes by name, such as short side first.
    pub orders: Vec<Order>,
}

impl Cover {
    /// A puzzle of which no symmetry is known.
    pub fn plain(puzzle: AbstractPuzzle) -> Self {
        let symmetries = Symmetries::trivial(&puzzle);
        Cover { puzzle, symmetries, orders: Vec::new() }
    }

    /// Only some of the embeddings, and of the symmetries those that carry them to each other.
    pub fn keep(&self, keep: impl Fn(EmbeddingId) -> bool) -> Result<Self, CoverError> {
        let puzzle = self.puzzle.keep(&keep)?;
        let symmetries = self.symmetries.keep(self.puzzle.embedding_count(), &keep);
        Ok(Cover { puzzle, symmetries, orders: self.orders.clone() })
    }
}
