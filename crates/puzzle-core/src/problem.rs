//! The abstract forms to which families lower their puzzles.

use crate::apart::{Apart, ApartFinding};
use crate::game::{Game, GameFinding};
use crate::jumps::{JumpProblem, JumpsFinding};
use crate::lines::{Lines, LinesFinding};
use crate::tree::Tree;
use crate::{
    AbstractPuzzle, BoardCount, Bound, Budget, Cnf, CoverError, EmbeddingId, Explored, MapProblem,
    Order, Queens, Space, Symmetries,
};

/// Makes [`Problem`] and [`Form`] from one line a form.
macro_rules! forms {
    ($($(#[$doc:meta])* $form:ident($problem:ty) = $name:literal,)*) => {
        /// One of a few abstract forms. Engines are chosen by form; families know how to reach it.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum Problem {
            $($(#[$doc])* $form($problem),)*
        }

        /// The name of a form.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Form {
            $($(#[$doc])* $form,)*
        }

        impl Problem {
            /// Its form.
            pub fn form(&self) -> Form {
                match self {
                    $(Problem::$form(_) => Form::$form,)*
                }
            }
        }

        impl Form {
            /// In a word.
            pub fn name(self) -> &'static str {
                match self {
                    $(Form::$form => $name,)*
                }
            }
        }
    };
}

forms! {
    /// Choose embeddings so that every aspect gets what it demands.
    Cover(Cover) = "cover",
    /// Jump over pegs and take them.
    Jumps(JumpProblem) = "jumps",
    /// Colour cells so that every line fits its clue.
    Lines(Lines) = "lines",
    /// Make every clause of a formula true.
    Formula(Cnf) = "formula",
    /// Maps between two orders that keep the order.
    Monotone(MapProblem) = "monotone",
    /// Pieces that attack along rows, columns and diagonals.
    Queens(Queens) = "queens",
    /// States and moves between them.
    Space(Space) = "space",
    /// Moves that exclude moves, two players in turn.
    Game(Game) = "game",
    /// Assemblies that are taken apart.
    Apart(Apart) = "apart",
    /// The template of a form: lamps in a row.
    Null(crate::null::Lamps) = "null",
}

/// What was found beside solutions and their number, in the terms of a form.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Finding {
    /// Nothing more.
    #[default]
    Nothing,
    /// A text that is the answer: a transcript.
    Text(String),
    /// The first nodes of a search.
    Tree(Box<Tree>),
    /// The solutions that show whether there is exactly one: at most two.
    Few(Vec<Vec<u32>>),
    /// How hard a cover is for somebody who reasons.
    Effort(CoverEffort),
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
    /// About a game of two players.
    Game(GameFinding),
    /// About assemblies and how they come apart.
    Apart(Box<ApartFinding>),
}

/// How hard a cover is for somebody who reasons instead of searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CoverEffort {
    /// Whether reasoning came to an end: to a solution, or to a contradiction.
    pub solved: bool,
    /// How many embeddings were placed because an aspect had no other.
    pub forced: u64,
    /// How many were supposed, one at a time.
    pub tried: u64,
    /// How many of these led to a contradiction.
    pub refuted: u64,
}

impl CoverEffort {
    /// How far one must go, in a word.
    pub fn stage(&self) -> &'static str {
        match (self.solved, self.tried) {
            (true, 0) => "forced",
            (true, _) => "trying",
            (false, _) => "search",
        }
    }
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
        self.keep_within(keep, &Budget::default())
    }

    /// The same; of the symmetries only the identity if the budget ends.
    pub fn keep_within(
        &self,
        keep: impl Fn(EmbeddingId) -> bool,
        budget: &Budget,
    ) -> Result<Self, CoverError> {
        let puzzle = self.puzzle.keep(&keep)?;
        let symmetries =
            self.symmetries.keep(&puzzle, self.puzzle.embedding_count(), &keep, budget);
        Ok(Cover { puzzle, symmetries, orders: self.orders.clone() })
    }
}
