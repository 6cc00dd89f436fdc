//! Graphs with coloured vertices, and the graph that has the symmetries of a cover.
//!
//! Its vertices are kinds of aspects, pairs of an aspect and a colour, and embeddings; an embedding is
//! joined to what it touches. Aspects that the same embeddings touch alike and that demand the same
//! are one vertex: exchanging them moves no embedding, so it is no symmetry worth counting. The names
//! of colours do not matter, only which embeddings agree, so a symmetry may exchange colours.

use rustc_hash::FxHashMap;

use crate::{AbstractPuzzle, AspectId, Colour, Demand, Permutation, Symmetry};

/// A graph.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) colours: Vec<u32>,
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// The graph with these edges, each given once.
    pub(super) fn new(colours: Vec<u32>, edges: &[(u32, u32)]) -> Self {
        let n = colours.len();
        let mut starts = vec![0_u32; n + 1];
        for &(u, v) in edges {
            starts[u as usize + 1] += 1;
            starts[v as usize + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut neighbours = vec![0; 2 * edges.len()];
        for (u, v) in edges.iter().flat_map(|&(u, v)| [(u, v), (v, u)]) {
            neighbours[next[u as usize] as usize] = v;
            next[u as usize] += 1;
        }
        Graph { colours, starts, neighbours }
    }

    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    pub(super) fn neighbours(&self, v: u32) -> &[u32] {
        &self.neighbours[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    /// Whether a permutation carries colours to equal colours and edges to edges. The second part
    /// is how many edges were looked at.
    pub(super) fn is_kept_by(&self, images: &[u32]) -> (bool, usize) {
        let mut mark = vec![u32::MAX; self.len()];
        let mut looks = 0;
        for v in 0..self.len() as u32 {
            let image = images[v as usize];
            let (here, there) = (self.neighbours(v), self.neighbours(image));
            looks += there.len();
            there.iter().for_each(|&u| mark[u as usize] = v);
            let kept = self.colours[v as usize] == self.colours[image as usize]
                && here.len() == there.len()
                && here.iter().all(|&u| mark[images[u as usize] as usize] == v);
            if !kept {
                return (false, looks);
            }
        }
        (true, looks)
    }
}

/// The graph of a cover, and what its vertices are.
#[derive(Clone, Debug)]
pub(super) struct CoverGraph {
    pub(super) graph: Graph,
    /// The aspects of each vertex that stands for some, ascending.
    aspects: Vec<Vec<AspectId>>,
    /// The first vertex that is an embedding; they come last.
    first: usize,
    aspect_count: usize,
}

/// An embedding that touches an aspect, and the colour it gives.
type Touch = (u32, Option<Colour>);

/// Renames the colours that an aspect is given by the order in which they first occur.
fn number_colours(list: &mut [Touch]) {
    let mut names: FxHashMap<Colour, u32> = FxHashMap::default();
    for colour in list.iter_mut().filter_map(|(_, colour)| colour.as_mut()) {
        let next = names.len() as u32;
        *colour = Colour(*names.entry(*colour).or_insert(next));
    }
}

/// What makes vertices unlike from the beginning.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Aspect { min: u32, max: u32, coloured: bool, alike: usize, singled: bool },
    Pair,
    Embedding { cost: u64 },
}

impl CoverGraph {
    /// The graph of a puzzle; with an aspect, that one stays where it is.
    pub(super) fn new(puzzle: &AbstractPuzzle, singled: Option<AspectId>) -> Self {
        let mut touching: Vec<Vec<Touch>> = vec![Vec::new(); puzzle.aspects().len()];
        for e in puzzle.embedding_ids() {
            for (a, colour) in puzzle.touches(e) {
                touching[a.index()].push((e.0, colour));
            }
        }
        touching.iter_mut().for_each(|list| number_colours(list));
        let mut vertex: FxHashMap<(&[Touch], Demand, bool), usize> = FxHashMap::default();
        let mut aspects: Vec<Vec<AspectId>> = Vec::new();
        let mut of_aspect = vec![0_u32; touching.len()];
        for a in puzzle.aspect_ids() {
            let key = (&touching[a.index()][..], puzzle.aspect(a).demand, singled == Some(a));
            let place = *vertex.entry(key).or_insert(aspects.len());
            if place == aspects.len() {
                aspects.push(Vec::new());
            }
            aspects[place].push(a);
            of_aspect[a.index()] = place as u32;
        }
        let kind = |alike: &Vec<AspectId>| {
            let demand = puzzle.aspect(alike[0]).demand;
            Kind::Aspect {
                min: demand.min(),
                max: demand.max(),
                coloured: demand == Demand::Coloured,
                alike: alike.len(),
                singled: singled == Some(alike[0]),
            }
        };
        let mut kinds: Vec<Kind> = aspects.iter().map(kind).collect();
        let mut edges = Vec::with_capacity(puzzle.total_size());
        let mut pairs: FxHashMap<(u32, Colour), u32> = FxHashMap::default();
        let mut list = Vec::with_capacity(puzzle.total_size());
        for e in puzzle.embedding_ids() {
            for (a, colour) in puzzle.touches(e) {
                let place = of_aspect[a.index()];
                if aspects[place as usize][0] != a {
                    continue;
                }
                let to = match colour {
                    None => place,
                    Some(colour) => *pairs.entry((place, colour)).or_insert_with(|| {
                        kinds.push(Kind::Pair);
                        edges.push((place, kinds.len() as u32 - 1));
                        kinds.len() as u32 - 1
                    }),
                };
                list.push((e.0, to));
            }
        }
        let first = kinds.len();
        kinds.extend(puzzle.embedding_ids().map(|e| Kind::Embedding { cost: puzzle.cost(e) }));
        edges.extend(list.into_iter().map(|(e, to)| (first as u32 + e, to)));
        let mut distinct = kinds.clone();
        distinct.sort();
        distinct.dedup();
        let colour = |kind: &Kind| distinct.binary_search(kind).unwrap_or(0) as u32;
        let colours = kinds.iter().map(colour).collect();
        let graph = Graph::new(colours, &edges);
        CoverGraph { graph, aspects, first, aspect_count: puzzle.aspects().len() }
    }

    /// The symmetry of the puzzle that a symmetry of the graph is.
    pub(super) fn symmetry(&self, images: &Permutation) -> Symmetry {
        let mut aspects = vec![0; self.aspect_count];
        for (v, from) in self.aspects.iter().enumerate() {
            let to = &self.aspects[images.apply(v as u32) as usize];
            for (a, image) in from.iter().zip(to) {
                aspects[a.index()] = image.0;
            }
        }
        let first = self.first as u32;
        let embeddings =
            (first..self.graph.len() as u32).map(|v| images.apply(v) - first).collect();
        let known = "a symmetry of the graph permutes aspects and embeddings";
        Symmetry {
            aspects: Permutation::new(aspects).expect(known),
            embeddings: Permutation::new(embeddings).expect(known),
            proper: true,
        }
    }
}
