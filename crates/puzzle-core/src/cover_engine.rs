//! What engines of covers have in common beyond [`Engine`](crate::Engine): a search can be given a
//! restricted or residual puzzle, be weighed, and go on from one subtree to the next.

use std::fmt;
use std::ops::ControlFlow;

use crate::{
    AbstractPuzzle, Answer, BigUint, Card, Control, Cover, Declined, EmbeddingId, Kind, Order,
    StopReason, Subtree,
};

/// What is wanted of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// One solution, whichever comes first.
    First,
    /// Every solution, each handed to the visitor once.
    All,
    /// How many solutions there are; the visitor may be left alone.
    Count,
}

/// A search for covers.
#[derive(Clone, Copy, Debug)]
pub struct CoverTask<'a> {
    /// The puzzle with its symmetries.
    pub cover: &'a Cover,
    /// What is wanted.
    pub want: Want,
    /// The order in which to cover aspects, if the asker insists on one.
    pub order: Option<&'a Order>,
}

impl<'a> CoverTask<'a> {
    /// In whatever order the engine likes.
    pub fn new(cover: &'a Cover, want: Want) -> Self {
        CoverTask { cover, want, order: None }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many solutions were found (all of them unless `stopped`).
    pub solutions: BigUint,
    /// Partial solutions examined, the empty one included: calls of Solve in document 000 §3.
    pub nodes: u64,
    /// Why the search did not come to its end; `None` means it did.
    pub stopped: Option<StopReason>,
}

impl Report {
    /// Whether every solution was found.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

impl From<Report> for Answer {
    fn from(Report { solutions, nodes, stopped }: Report) -> Self {
        Answer { solutions, nodes, stopped, ..Answer::default() }
    }
}

/// How a search ends: with its report, unless the engine declines the task.
pub type Searched = Result<Report, Declined>;

/// Receives the covers that a search finds.
pub trait Visitor {
    /// Takes one solution, as the embeddings chosen in the order of choice. `Break` ends the
    /// search.
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()>;
}

impl<F: FnMut(&[EmbeddingId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()> {
        self(chosen)
    }
}

/// Keeps every solution.
#[derive(Clone, Debug, Default)]
pub struct Collect {
    /// What was found.
    pub solutions: Vec<Vec<EmbeddingId>>,
}

impl Collect {
    /// None yet.
    pub fn all() -> Self {
        Self::default()
    }
}

impl Visitor for Collect {
    fn solution(&mut self, chosen: &[EmbeddingId]) -> ControlFlow<()> {
        self.solutions.push(chosen.to_vec());
        ControlFlow::Continue(())
    }
}

/// Lets every solution pass: for counting.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl Visitor for Discard {
    fn solution(&mut self, _: &[EmbeddingId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Searches covers.
pub trait CoverEngine: Sync {
    /// Who it is.
    fn card(&self) -> Card;

    /// The name users select it by.
    fn name(&self) -> &'static str {
        self.card().name
    }

    /// One line on how it works.
    fn about(&self) -> &'static str {
        self.card().about
    }

    /// How it goes about it.
    fn kind(&self) -> Kind {
        self.card().kind
    }

    /// The name of the order in which it goes when the asker does not insist on one.
    fn own_order(&self) -> &'static str {
        self.card().order
    }

    /// Whether it takes the task, and if not, why.
    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined>;

    /// Carries out a task it accepts. For [`Want::First`] and [`Want::All`] each solution goes to
    /// `visitor` once.
    fn run(&self, task: &CoverTask<'_>, visitor: &mut dyn Visitor, control: &Control) -> Searched;

    /// The same engine with another seed, if it chooses at random.
    fn seeded(&self, _seed: u64) -> Option<Box<dyn CoverEngine>> {
        None
    }

    /// Whether it works on the puzzle as a whole: its parts would not know of each other.
    fn is_whole(&self) -> bool {
        false
    }

    /// About how many nodes it visits in this puzzle, if it has a quick way of its own to tell: the
    /// parts of a divided search are weighed by that.
    fn weigh(&self, _puzzle: &AbstractPuzzle) -> Option<f64> {
        None
    }

    /// Somebody who searches one subtree of this puzzle after the other, if the engine has a better
    /// way than to take each as a puzzle of its own.
    fn searcher(&self, _puzzle: &AbstractPuzzle) -> Option<Box<dyn Searcher>> {
        None
    }
}

impl fmt::Debug for dyn CoverEngine + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Searches subtrees of one puzzle. What is done for a subtree depends on nothing but the subtree,
/// however many were searched before.
pub trait Searcher {
    /// Hands every solution that extends the subtree's choice to `visitor`, that choice included.
    fn search(
        &mut self,
        subtree: &Subtree,
        visitor: &mut dyn Visitor,
        control: &Control,
    ) -> Searched;
}
