//! The search for automorphisms of a coloured graph (McKay 1981; the early match is that of saucy,
//! Darga and others 2004).
//!
//! The *first path* singles out one vertex after the other, refining in between, until every vertex
//! is alone. Then, from its end to its beginning, each singled-out vertex v is tried in the place of
//! every other vertex w of its cell: a path that begins like the first one, takes w instead of v and
//! leaves the same traces ends in a permutation that may be an automorphism; it is verified. Vertices
//! that automorphisms found so far carry to v, or to one that failed, need no trial (orbit pruning).
//! What is found generates the whole group, and the automorphisms that keep the first i vertices of
//! the path generate all that do: the path is a base, and the list strong generators for it.
//!
//! Most automorphisms move little. So after every refinement the rest is matched as it is: vertices
//! in both cells stay, the others follow the order. If that is no automorphism, the path goes on.
//!
//! The work is bounded by a number of steps (edges that are looked at). If they do not suffice, what
//! was found generates a subgroup, and the generators are strong for it as well: below the level where
//! the search ended all automorphisms were found, so those that keep its vertex are all that there are.

use super::graph::Graph;
use super::partition::{Partition, Refiner, Trace};
use crate::Permutation;

/// The most vertices on all levels of the first path together: a quarter of a gigabyte.
const LARGEST: usize = 16 << 20;

/// What the search found.
#[derive(Debug)]
pub(super) struct Search {
    /// The vertices of the first path.
    pub(super) base: Vec<u32>,
    /// Automorphisms, each with how many vertices of the base it keeps.
    pub(super) found: Vec<(usize, Permutation)>,
    /// Whether they generate all.
    pub(super) complete: bool,
    /// How many steps it took.
    pub(super) spent: u64,
}

/// The first path down to one of its levels.
struct Level {
    partition: Partition,
    /// The cell from which a vertex is singled out, and that vertex.
    cell: usize,
    vertex: u32,
    trace: Vec<u32>,
}

/// Finds the automorphisms of a graph within so many steps.
pub(super) fn search(graph: &Graph, steps: u64) -> Search {
    let mut refiner = Refiner::new(graph.len(), steps);
    let nothing = || Search { base: Vec::new(), found: Vec::new(), complete: false, spent: steps };
    let mut partition = Partition::new(&graph.colours);
    let mut ignored = Vec::new();
    if !refiner.refine_all(graph, &mut partition, &mut Trace::Write(&mut ignored)) {
        return nothing();
    }
    let mut path: Vec<Level> = Vec::new();
    while let Some(cell) = partition.largest() {
        let vertex = partition.members(cell).iter().copied().min().unwrap_or(0);
        let (before, mut trace) = (partition.clone(), Vec::new());
        let good = refiner.single_out(graph, &mut partition, vertex, &mut Trace::Write(&mut trace));
        path.push(Level { partition: before, cell, vertex, trace });
        // Every level costs a copy.
        let affordable = refiner.spend(graph.len()) && path.len() * graph.len() <= LARGEST;
        if !good || !affordable {
            return nothing();
        }
    }
    let base = path.iter().map(|level| level.vertex).collect();
    let mut finder = Finder { graph, path, leaf: partition, refiner };
    let (found, complete) = finder.run();
    Search { base, found, complete, spent: steps - finder.refiner.steps }
}

struct Finder<'a> {
    graph: &'a Graph,
    path: Vec<Level>,
    leaf: Partition,
    refiner: Refiner,
}

impl Finder<'_> {
    fn run(&mut self) -> (Vec<(usize, Permutation)>, bool) {
        let mut found = Vec::new();
        let mut orbits = Orbits::new(self.graph.len());
        for level in (0..self.path.len()).rev() {
            orbits.forget_failures();
            let Level { partition, cell, vertex, .. } = &self.path[level];
            let mut candidates = partition.members(*cell).to_vec();
            candidates.sort_unstable();
            let vertex = *vertex;
            for w in candidates {
                if orbits.root(w) == orbits.root(vertex) || orbits.has_failed(w) {
                    continue;
                }
                match self.carry(level, w) {
                    Some(images) => {
                        orbits.join(&images);
                        found.push((level, Permutation::new(images).expect("it was verified")));
                    }
                    None if self.refiner.steps == 0 => return (found, false),
                    None => orbits.fail(w),
                }
            }
        }
        (found, true)
    }

    /// The partition that the first path has at a level.
    fn at(&self, level: usize) -> &Partition {
        self.path.get(level).map_or(&self.leaf, |level| &level.partition)
    }

    /// An automorphism that keeps the first path down to a level, and carries its vertex there to `w`.
    fn carry(&mut self, level: usize, w: u32) -> Option<Vec<u32>> {
        let partition = self.path[level].partition.clone();
        self.descend(level, partition, w)
    }

    fn descend(&mut self, level: usize, mut partition: Partition, w: u32) -> Option<Vec<u32>> {
        let Finder { graph, path, refiner, .. } = self;
        let mut trace = Trace::Compare(&path[level].trace, 0);
        let affordable = refiner.spend(graph.len());
        if !affordable || !refiner.single_out(graph, &mut partition, w, &mut trace) {
            return None;
        }
        if let Some(images) = self.matched(level + 1, &partition) {
            return Some(images);
        }
        let Level { cell, vertex, .. } = self.path.get(level + 1)?;
        let (cell, vertex) = (*cell, *vertex);
        let mut next = partition.members(cell).to_vec();
        next.sort_unstable_by_key(|&v| (v != vertex, v));
        for v in next {
            let images = self.descend(level + 1, partition.clone(), v);
            if images.is_some() || self.refiner.steps == 0 {
                return images;
            }
        }
        None
    }

    /// The automorphism that carries the partition of the first path to this one, if the obvious
    /// one is.
    fn matched(&mut self, level: usize, partition: &Partition) -> Option<Vec<u32>> {
        let first = self.at(level);
        let mut images: Vec<u32> = (0..self.graph.len() as u32).collect();
        for start in first.starts() {
            let (from, to) = (first.members(start), partition.members(start));
            if let ([v], [w]) = (from, to) {
                images[*v as usize] = *w;
                continue;
            }
            let mut left: Vec<u32> =
                from.iter().copied().filter(|&v| !partition.is_in(v, start)).collect();
            let mut right: Vec<u32> =
                to.iter().copied().filter(|&v| !first.is_in(v, start)).collect();
            left.sort_unstable();
            right.sort_unstable();
            left.iter().zip(&right).for_each(|(&v, &w)| images[v as usize] = w);
        }
        let (kept, looks) = self.graph.is_kept_by(&images);
        self.refiner.spend(looks + self.graph.len());
        kept.then_some(images)
    }
}

/// Vertices that automorphisms found so far carry to each other.
struct Orbits {
    parent: Vec<u32>,
    /// By root: whether the vertex of the present level cannot be carried there.
    failed: Vec<bool>,
}

impl Orbits {
    fn new(n: usize) -> Self {
        Orbits { parent: (0..n as u32).collect(), failed: vec![false; n] }
    }

    fn root(&mut self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            let above = self.parent[self.parent[v as usize] as usize];
            self.parent[v as usize] = above;
            v = above;
        }
        v
    }

    fn join(&mut self, images: &[u32]) {
        for (v, &image) in images.iter().enumerate() {
            if v as u32 == image {
                continue;
            }
            let (a, b) = (self.root(v as u32), self.root(image));
            let failed = self.failed[a as usize] || self.failed[b as usize];
            self.parent[a.max(b) as usize] = a.min(b);
            self.failed[a.min(b) as usize] = failed;
        }
    }

    fn fail(&mut self, v: u32) {
        let root = self.root(v);
        self.failed[root as usize] = true;
    }

    fn has_failed(&mut self, v: u32) -> bool {
        let root = self.root(v);
        self.failed[root as usize]
    }

    /// What cannot be reached from one level may be reached from the one above.
    fn forget_failures(&mut self) {
        self.failed.fill(false);
    }
}
