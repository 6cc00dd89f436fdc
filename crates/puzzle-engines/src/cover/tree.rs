//! The search tree, for people: what is tried at each node, and what comes of it (document 000,
//! Figures 7 and 8).
//!
//! A node is a partial solution. It chooses an aspect that lacks an embedding and has one branch
//! for each embedding that might cover it: a branch leads to another node, or is forbidden by a
//! conflict with what is placed. With an order the aspect is the least one that lacks something,
//! and its branches are E_a (§4.5): embeddings that touch an earlier aspect are not even
//! considered. Without one it is the aspect that fewest embeddings fit.
//!
//! The walk is that of the reference engine, written without recursion so that any depth will do:
//! all demands are honoured, and what was tried at a node is excluded from the branches after it.

use std::fmt;

use puzzle_core::{AbstractPuzzle, AspectId, Colour, Demand, EmbeddingId, Order};

/// The first nodes of a search tree, a line for each branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree<'p> {
    puzzle: &'p AbstractPuzzle,
    /// What the root chooses.
    pub root: Choice,
    /// The branches as they are met, each followed by what is below it.
    pub branches: Vec<Branch>,
    /// How many nodes were visited, the root included.
    pub nodes: usize,
    /// How many of them are solutions.
    pub solutions: usize,
    /// Whether this is the whole tree.
    pub complete: bool,
}

/// What a node does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The aspect to be covered; `None` if nothing is lacking: a solution.
    pub aspect: Option<AspectId>,
    /// How many embeddings fit there, if that is why it was chosen.
    pub fits: Option<usize>,
}

/// An embedding that is tried at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// How many embeddings are placed before it.
    pub depth: usize,
    /// Whether it is the last of its node.
    pub last: bool,
    /// What is tried, and what comes of it.
    pub outcome: Outcome,
}

/// What comes of trying an embedding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is placed, and the node below goes on.
    Placed(EmbeddingId, Choice),
    /// It does not fit: this aspect has no room.
    Conflict(EmbeddingId, AspectId),
    /// So many embeddings do not fit; too many to list.
    Conflicts(usize),
}

/// Nodes with more conflicts than this tell only their number.
const CONFLICTS_LISTED: usize = 8;

/// Visits the first `limit` nodes (at least the root).
pub fn grow<'p>(puzzle: &'p AbstractPuzzle, order: Option<&Order>, limit: usize) -> Tree<'p> {
    let count = puzzle.aspects().len();
    let mut walk = Walk {
        puzzle,
        order: order.map(|order| (order.sequence(), order.ranks())),
        covered: vec![0; count],
        colours: vec![None; count],
        excluded: vec![false; puzzle.embedding_count()],
        levels: Vec::new(),
    };
    let root = walk.open(None);
    let mut tree = Tree {
        puzzle,
        root,
        branches: Vec::new(),
        nodes: 1,
        solutions: usize::from(root.aspect.is_none()),
        complete: false,
    };
    while let Some((depth, last, tried)) = walk.next() {
        let outcome = match tried {
            Tried::Fits(_) if tree.nodes >= limit => return tree,
            Tried::Fits(e) => {
                let choice = walk.open(Some(e));
                tree.nodes += 1;
                tree.solutions += usize::from(choice.aspect.is_none());
                Outcome::Placed(e, choice)
            }
            Tried::Conflict(e, a) => Outcome::Conflict(e, a),
            Tried::Conflicts(number) => Outcome::Conflicts(number),
        };
        tree.branches.push(Branch { depth, last, outcome });
    }
    tree.complete = true;
    tree
}

#[derive(Clone, Copy)]
enum Tried {
    Fits(EmbeddingId),
    Conflict(EmbeddingId, AspectId),
    Conflicts(usize),
}

/// A node whose branches are being walked.
struct Level {
    /// The embedding that led here, with the colours it found; none for the root.
    placed: Option<(EmbeddingId, Vec<Option<Colour>>)>,
    branches: Vec<Tried>,
    next: usize,
}

struct Walk<'p, 'o> {
    puzzle: &'p AbstractPuzzle,
    /// The aspects in order, and each aspect's place.
    order: Option<(&'o [AspectId], Vec<u32>)>,
    covered: Vec<u32>,
    colours: Vec<Option<Colour>>,
    excluded: Vec<bool>,
    levels: Vec<Level>,
}

impl Walk<'_, '_> {
    /// Enters the node below an embedding and says what it chooses.
    fn open(&mut self, placed: Option<EmbeddingId>) -> Choice {
        let puzzle = self.puzzle;
        let placed = placed.map(|e| {
            self.excluded[e.index()] = true;
            let mut before = Vec::new();
            for (a, colour) in puzzle.touches(e) {
                before.push(std::mem::replace(&mut self.colours[a.index()], colour));
                self.covered[a.index()] += 1;
            }
            (e, before)
        });
        let choice = self.choose();
        let mut branches: Vec<Tried> = puzzle
            .embedding_ids()
            .filter(|&e| self.is_candidate(e, choice.aspect))
            .map(|e| self.conflict(e).map_or(Tried::Fits(e), |a| Tried::Conflict(e, a)))
            .collect();
        let fits = |tried: &Tried| matches!(tried, Tried::Fits(_));
        let conflicts = branches.iter().filter(|tried| !fits(tried)).count();
        // What a solution cannot be extended by is no news.
        if choice.aspect.is_none() || conflicts > CONFLICTS_LISTED {
            branches.retain(fits);
            if choice.aspect.is_some() {
                branches.push(Tried::Conflicts(conflicts));
            }
        }
        self.levels.push(Level { placed, branches, next: 0 });
        choice
    }

    /// The next branch: its depth, whether it is the last of its node, and what is tried.
    fn next(&mut self) -> Option<(usize, bool, Tried)> {
        loop {
            let depth = self.levels.len().checked_sub(1)?;
            let level = &mut self.levels[depth];
            if let Some(&tried) = level.branches.get(level.next) {
                level.next += 1;
                return Some((depth, level.next == level.branches.len(), tried));
            }
            self.close();
        }
    }

    /// Leaves a node: its embeddings may be used again, and the one that led to it is taken back.
    fn close(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        for tried in level.branches {
            if let Tried::Fits(e) = tried {
                self.excluded[e.index()] = false;
            }
        }
        if let Some((e, before)) = level.placed {
            for (a, colour) in self.puzzle.embedding(e).iter().zip(before) {
                self.covered[a.index()] -= 1;
                self.colours[a.index()] = colour;
            }
        }
    }

    fn lacks(&self, a: AspectId) -> bool {
        self.covered[a.index()] < self.puzzle.aspect(a).demand.min()
    }

    fn choose(&self) -> Choice {
        if let Some((sequence, _)) = &self.order {
            let aspect = sequence.iter().copied().find(|&a| self.lacks(a));
            return Choice { aspect, fits: None };
        }
        let mut fits = vec![0; self.covered.len()];
        for e in self.puzzle.embedding_ids() {
            if !self.excluded[e.index()] && self.conflict(e).is_none() {
                self.puzzle.embedding(e).iter().for_each(|a| fits[a.index()] += 1);
            }
        }
        let lacking = self.puzzle.aspect_ids().filter(|&a| self.lacks(a));
        let aspect = lacking.min_by_key(|a| fits[a.index()]);
        Choice { aspect, fits: aspect.map(|a| fits[a.index()]) }
    }

    /// Whether an embedding is tried for an aspect, or, if nothing is lacking, at all.
    fn is_candidate(&self, e: EmbeddingId, aspect: Option<AspectId>) -> bool {
        if self.excluded[e.index()] {
            return false;
        }
        let Some(aspect) = aspect else { return true };
        let touched = self.puzzle.embedding(e);
        let earlier = |a: &AspectId| match &self.order {
            Some((_, ranks)) => {
                ranks[a.index()] < ranks[aspect.index()]
                    && self.puzzle.aspect(*a).demand == Demand::One
            }
            None => false,
        };
        touched.contains(&aspect) && !touched.iter().any(earlier)
    }

    /// The first aspect that keeps an embedding out.
    fn conflict(&self, e: EmbeddingId) -> Option<AspectId> {
        let full = |(a, colour): (AspectId, Option<Colour>)| {
            let covered = self.covered[a.index()];
            match self.puzzle.aspect(a).demand {
                Demand::Coloured => {
                    covered > 0 && (colour.is_none() || colour != self.colours[a.index()])
                }
                demand => covered >= demand.max(),
            }
        };
        self.puzzle.touches(e).find(|&touch| full(touch)).map(|(a, _)| a)
    }
}

impl fmt::Display for Tree<'_> {
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
            match branch.outcome {
                Outcome::Placed(e, choice) => {
                    self.embedding(f, e)?;
                    f.write_str(if choice.aspect.is_some() { ": " } else { " " })?;
                    self.choice(f, choice)?;
                }
                Outcome::Conflict(e, a) => {
                    self.embedding(f, e)?;
                    write!(f, " ✗ {}", self.puzzle.aspect(a).name)?;
                }
                Outcome::Conflicts(number) => write!(f, "✗ {number} conflicts")?,
            }
            writeln!(f)?;
        }
        if !self.complete {
            writeln!(f, "⋮")?;
        }
        let (placed, solutions) = (self.nodes - 1, self.solutions);
        let s = |n: usize| if n == 1 { "" } else { "s" };
        let whole = if self.complete { "the whole tree: " } else { "" };
        writeln!(
            f,
            "{whole}{} node{}, {placed} placement{}, {solutions} solution{}",
            self.nodes,
            s(self.nodes),
            s(placed),
            s(solutions)
        )
    }
}

impl Tree<'_> {
    fn choice(&self, f: &mut fmt::Formatter<'_>, choice: Choice) -> fmt::Result {
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

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::PuzzleBuilder;

    /// Document 000, equation (7): piece C restricted to embeddings 18 and 20.
    fn restricted() -> AbstractPuzzle {
        let mut builder = PuzzleBuilder::new();
        for name in "012345ABC".chars() {
            builder.aspect(name, Demand::One);
        }
        let sets = "0A 1A 2A 3A 4A 5A 01B 03B 12B 14B 25B 34B 45B 013C 014C 034C 124C 125C 134C \
                    145C 245C";
        for set in sets.split_whitespace() {
            let aspect = |c: char| AspectId("012345ABC".find(c).unwrap() as u32);
            builder.embedding(set.chars().map(aspect));
        }
        builder.build().unwrap().keep(|e| e.0 < 13 || e.0 == 18 || e.0 == 20).unwrap()
    }

    fn solutions(tree: &Tree<'_>) -> Vec<Vec<u32>> {
        let mut path = Vec::new();
        let mut found = Vec::new();
        for branch in &tree.branches {
            if let Outcome::Placed(e, choice) = branch.outcome {
                path.truncate(branch.depth);
                path.push(tree.puzzle.number(e));
                if choice.aspect.is_none() {
                    found.push(path.clone());
                }
            }
        }
        found
    }

    #[test]
    fn the_tree_of_figure_7() {
        let puzzle = restricted();
        let order = Order::parse("0,3,1,4,2,5", &puzzle).unwrap();
        let tree = grow(&puzzle, Some(&order), 1000);
        let expected = "\
cover 0
├─ 0 {0, A}: cover 3
│  ├─ 3 {3, A} ✗ A
│  ├─ 11 {3, 4, B}: cover 1
│  │  ├─ 1 {1, A} ✗ A
│  │  ├─ 8 {1, 2, B} ✗ B
│  │  └─ 9 {1, 4, B} ✗ 4
│  └─ 18 {1, 3, 4, C}: cover 2
│     ├─ 2 {2, A} ✗ A
│     └─ 10 {2, 5, B} ☺
├─ 6 {0, 1, B}: cover 3
│  ├─ 3 {3, A}: cover 4
│  │  ├─ 4 {4, A} ✗ A
│  │  ├─ 12 {4, 5, B} ✗ B
│  │  └─ 20 {2, 4, 5, C} ☺
│  ├─ 11 {3, 4, B} ✗ B
│  └─ 18 {1, 3, 4, C} ✗ 1
└─ 7 {0, 3, B}: cover 1
   ├─ 1 {1, A}: cover 4
   │  ├─ 4 {4, A} ✗ A
   │  ├─ 12 {4, 5, B} ✗ B
   │  └─ 20 {2, 4, 5, C} ☺
   ├─ 8 {1, 2, B} ✗ B
   └─ 9 {1, 4, B} ✗ B
the whole tree: 11 nodes, 10 placements, 3 solutions
";
        assert_eq!(tree.to_string(), expected);
        assert_eq!(solutions(&tree), [[0, 18, 10], [6, 3, 20], [7, 1, 20]]);
    }

    #[test]
    fn the_order_of_figure_8_places_37_embeddings() {
        let puzzle = restricted();
        let order = Order::parse("A,B,C", &puzzle).unwrap();
        let tree = grow(&puzzle, Some(&order), 1000);
        assert_eq!((tree.nodes, tree.solutions, tree.complete), (38, 3, true));
    }

    #[test]
    fn a_limit_cuts_the_tree_and_no_order_means_least_fit_first() {
        let puzzle = restricted();
        let tree = grow(&puzzle, None, 3);
        let text = tree.to_string();
        assert!(text.starts_with("cover C (2 fit)\n├─ 18 {1, 3, 4, C}: cover"), "{text}");
        assert!(text.ends_with("⋮\n3 nodes, 2 placements, 0 solutions\n"), "{text}");
        let whole = grow(&puzzle, None, 1000);
        assert_eq!((whole.solutions, whole.complete), (3, true));
    }

    #[test]
    fn a_bag_is_filled_in_one_way_only() {
        let mut builder = PuzzleBuilder::new();
        let bag = builder.aspect("bag", Demand::Between { min: 2, max: 2 });
        (0..4).for_each(|_| {
            builder.embedding([bag]);
        });
        let puzzle = builder.build().unwrap();
        for order in [None, Some(&Order::reading(&puzzle))] {
            let tree = grow(&puzzle, order, 1000);
            assert_eq!(tree.solutions, 6);
        }
    }
}
