//! A search tree written down, for people: what was tried at each node, and what came of it (document
//! 000, Figures 7 and 8).
//!
//! A node is a partial solution. It chooses an aspect that lacks an embedding and has one branch
//! for each embedding that might cover it: a branch leads to another node, or is forbidden by a
//! conflict with what is placed.

use std::fmt;

use crate::{AbstractPuzzle, AspectId, EmbeddingId};

/// What a node does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeChoice {
    /// The aspect to be covered; `None` if nothing is lacking: a solution.
    pub aspect: Option<AspectId>,
    /// How many embeddings fit there, if that is why it was chosen.
    pub fits: Option<usize>,
}

/// An embedding that is tried at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It is placed, and there is a node below.
    Fits(EmbeddingId),
    /// It does not fit: this aspect has no room.
    Conflict(EmbeddingId, AspectId),
    /// This many embeddings do not fit; too many to list.
    Conflicts(usize),
}

/// The first nodes of a search tree, a line for each branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// What is searched, with the numbers of its embeddings.
    pub puzzle: AbstractPuzzle,
    /// What the root chooses.
    pub root: NodeChoice,
    /// The branches as they are met, each followed by what is below it.
    pub branches: Vec<Branch>,
    /// How many nodes were visited, the root included.
    pub nodes: usize,
    /// How many of them are solutions.
    pub solutions: usize,
    /// Whether this is the whole tree.
    pub complete: bool,
}

/// An embedding that is tried at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// How many embeddings are placed before it.
    pub depth: usize,
    /// Whether it is the last of its node.
    pub last: bool,
    /// What is tried.
    pub tried: Tried,
    /// What the node below chooses, if it fits.
    pub below: Option<NodeChoice>,
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.choice(f, self.root)?;
        writeln!(f)?;
        // Of the branches above, whether each is the last of its node.
        let mut path = Vec::new();
        for branch in &self.branches {
            path.truncate(branch.depth);
            for last in &path {
                f.write_str(if *last { "   " } else { "│  " })?;
            }
            f.write_str(if branch.last { "└─ " } else { "├─ " })?;
            path.push(branch.last);
            match branch.tried {
                Tried::Fits(e) => self.embedding(f, e)?,
                Tried::Conflict(e, a) => {
                    self.embedding(f, e)?;
                    write!(f, " ✗ {}", self.puzzle.aspect(a).name)?;
                }
                Tried::Conflicts(number) => write!(f, "✗ {number} conflicts")?,
            }
            if let Some(choice) = branch.below {
                f.write_str(if choice.aspect.is_some() { ": " } else { " " })?;
                self.choice(f, choice)?;
            }
            writeln!(f)?;
        }
        if !self.complete {
            writeln!(f, "⋮")?;
        }
        writeln!(f, "{}", self.summary())
    }
}

impl Tree {
    /// How large it is.
    pub fn summary(&self) -> String {
        let (nodes, placed, solutions) = (self.nodes, self.nodes - 1, self.solutions);
        let s = |n: usize| if n == 1 { "" } else { "s" };
        let whole = if self.complete { "the whole tree: " } else { "" };
        format!(
            "{whole}{nodes} node{}, {placed} placement{}, {solutions} solution{}",
            s(nodes),
            s(placed),
            s(solutions)
        )
    }

    fn choice(&self, f: &mut fmt::Formatter<'_>, choice: NodeChoice) -> fmt::Result {
        let Some(a) = choice.aspect else { return f.write_str("☺") };
        write!(f, "cover {}", self.puzzle.aspect(a).name)?;
        match choice.fits {
            Some(fits) => write!(f, " ({fits} fit)"),
            None => Ok(()),
        }
    }

    fn embedding(&self, f: &mut fmt::Formatter<'_>, e: EmbeddingId) -> fmt::Result {
        let names = self.puzzle.embedding(e).iter().map(|&a| self.puzzle.aspect(a).name.as_str());
        let names: Vec<&str> = names.collect();
        write!(f, "{} {{{}}}", self.puzzle.number(e), names.join(", "))
    }
}
