//! The tree of the definition (`definition`), written down as it grows.

use std::ops::ControlFlow;

use puzzle_core::tree::{Branch, NodeChoice, Tree, Tried};
use puzzle_core::{AbstractPuzzle, EmbeddingId, Order};

use super::definition::{DEEPEST, Definition, Witness, deepest};

/// Nodes with more conflicts than this tell only their number.
const CONFLICTS_LISTED: usize = 8;
/// About how much of a thread's stack a node of the recursion takes.
const BYTES_PER_NODE: usize = 1024;

/// Visits the first `limit` nodes (at least the root).
pub fn grow(puzzle: &AbstractPuzzle, order: Option<&Order>, limit: usize) -> Tree {
    let root = NodeChoice { aspect: None, fits: None };
    let branches = Vec::new();
    let searched = puzzle.clone();
    let tree = Tree { puzzle: searched, root, branches, nodes: 0, solutions: 0, complete: false };
    let mut grower = Grower { tree, limit };
    let mut solve = || Definition::new(puzzle, order).solve(&mut grower).is_continue();
    let complete = match deepest(puzzle).min(limit) {
        0..=DEEPEST => solve(),
        deep => std::thread::scope(|scope| {
            let roomy = std::thread::Builder::new().stack_size(deep * BYTES_PER_NODE);
            let thread = roomy.spawn_scoped(scope, solve).expect("a thread can be started");
            thread.join().expect("the recursion ends")
        }),
    };
    Tree { complete, ..grower.tree }
}

/// Writes the tree down until it has enough nodes.
struct Grower {
    tree: Tree,
    limit: usize,
}

impl Witness for Grower {
    type End = ();

    fn node(
        &mut self,
        _: &[EmbeddingId],
        choice: NodeChoice,
        branches: &mut Vec<Tried>,
    ) -> ControlFlow<()> {
        let tree = &mut self.tree;
        tree.nodes += 1;
        tree.solutions += usize::from(choice.aspect.is_none());
        match tree.branches.last_mut() {
            Some(branch) => branch.below = Some(choice),
            None => tree.root = choice,
        }
        let fits = |tried: &Tried| matches!(tried, Tried::Fits(_));
        let conflicts = branches.iter().filter(|tried| !fits(tried)).count();
        // What a solution cannot be extended by is no news.
        if choice.aspect.is_none() || conflicts > CONFLICTS_LISTED {
            branches.retain(fits);
            if choice.aspect.is_some() {
                branches.push(Tried::Conflicts(conflicts));
            }
        }
        ControlFlow::Continue(())
    }

    fn branch(&mut self, depth: usize, last: bool, tried: Tried) -> ControlFlow<()> {
        if matches!(tried, Tried::Fits(_)) && self.tree.nodes >= self.limit {
            return ControlFlow::Break(());
        }
        self.tree.branches.push(Branch { depth, last, tried, below: None });
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::{AspectId, Demand, PuzzleBuilder};

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

    fn solutions(tree: &Tree) -> Vec<Vec<u32>> {
        let mut path = Vec::new();
        let mut found = Vec::new();
        for branch in &tree.branches {
            if let (Tried::Fits(e), Some(choice)) = (branch.tried, branch.below) {
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

    #[test]
    fn a_tree_may_be_deeper_than_any_stack() {
        let mut builder = PuzzleBuilder::new();
        (0..2 * DEEPEST).for_each(|i| {
            let aspect = builder.aspect(i.to_string(), Demand::One);
            builder.embedding([aspect]);
        });
        let puzzle = builder.build().unwrap();
        let order = Order::reading(&puzzle);
        let tree = grow(&puzzle, Some(&order), usize::MAX);
        assert_eq!((tree.nodes, tree.solutions, tree.complete), (2 * DEEPEST + 1, 1, true));
    }
}
