//! Ordered partitions of the vertices of a graph, and their refinement.
//!
//! A partition is *equitable* if any two vertices of a cell have equally many neighbours in every
//! cell. Refinement splits cells until that holds (colour refinement; McKay 1981 uses it to label
//! graphs, Hopcroft 1971 has the rule which parts of a split cell need no look again). Everything it
//! decides is decided by sizes and counts, never by the names of vertices, so two starts that an
//! automorphism carries to each other leave the same *trace*: a trace that differs proves that none
//! does.
//!
//! Invariants: a cell is a run of `elements`, named by where it starts; `place` is the inverse of
//! `elements`.

use std::collections::VecDeque;

use super::graph::Graph;

/// Cells in order.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    elements: Vec<u32>,
    place: Vec<u32>,
    /// Where the cell of each vertex starts.
    cell: Vec<u32>,
    /// By start.
    length: Vec<u32>,
    cells: usize,
}

impl Partition {
    /// One cell for each colour, in the order of the colours.
    pub(super) fn new(colours: &[u32]) -> Self {
        let n = colours.len();
        let mut elements: Vec<u32> = (0..n as u32).collect();
        elements.sort_by_key(|&v| (colours[v as usize], v));
        let mut partition = Partition {
            place: vec![0; n],
            cell: vec![0; n],
            length: vec![0; n],
            cells: 0,
            elements,
        };
        let mut start = 0;
        for i in 0..n {
            let v = partition.elements[i] as usize;
            if i == 0 || colours[v] != colours[partition.elements[i - 1] as usize] {
                start = i;
                partition.cells += 1;
            }
            partition.place[v] = i as u32;
            partition.cell[v] = start as u32;
            partition.length[start] += 1;
        }
        partition
    }

    /// Whether every vertex is alone.
    #[cfg(test)]
    fn is_discrete(&self) -> bool {
        self.cells == self.elements.len()
    }

    /// The starts of all cells.
    pub(super) fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        let next = |&start: &usize| {
            let next = start + self.length[start] as usize;
            (next < self.elements.len()).then_some(next)
        };
        std::iter::successors((!self.elements.is_empty()).then_some(0), next)
    }

    /// The members of the cell that starts there.
    pub(super) fn members(&self, start: usize) -> &[u32] {
        &self.elements[start..start + self.length[start] as usize]
    }

    /// Whether a vertex is in the cell that starts there.
    pub(super) fn is_in(&self, v: u32, start: usize) -> bool {
        self.cell[v as usize] as usize == start
    }

    /// The first of the largest cells: what is singled out there tells most.
    pub(super) fn largest(&self) -> Option<usize> {
        let several = self.starts().filter(|&start| self.length[start] > 1);
        several.max_by_key(|&start| (self.length[start], std::cmp::Reverse(start)))
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.elements.swap(i, j);
        self.place[self.elements[i] as usize] = i as u32;
        self.place[self.elements[j] as usize] = j as u32;
    }

    /// Makes the last `length` members of a run a cell of their own.
    fn cut(&mut self, start: usize, length: usize) {
        self.length[start] = length as u32;
        self.cells += 1;
        for i in start..start + length {
            self.cell[self.elements[i] as usize] = start as u32;
        }
    }
}

/// What refinement saw: written by the first path, compared with by the others.
pub(super) enum Trace<'a> {
    Write(&'a mut Vec<u32>),
    Compare(&'a [u32], usize),
}

impl Trace<'_> {
    /// Whether it is as before.
    fn note(&mut self, value: u32) -> bool {
        match self {
            Trace::Write(list) => {
                list.push(value);
                true
            }
            Trace::Compare(list, at) => {
                *at += 1;
                list.get(*at - 1) == Some(&value)
            }
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Trace::Write(_) => true,
            Trace::Compare(list, at) => *at == list.len(),
        }
    }
}

/// Refines partitions of one graph; keeps its tools between two of them.
#[derive(Debug)]
pub(super) struct Refiner {
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// Neighbours of each vertex in the cell by which others are split.
    count: Vec<u32>,
    touched: Vec<u32>,
    /// By start: how many members are touched.
    hits: Vec<u32>,
    hit: Vec<u32>,
    splitter: Vec<u32>,
    /// Edges that may still be looked at.
    pub(super) steps: u64,
}

impl Refiner {
    pub(super) fn new(vertices: usize, steps: u64) -> Self {
        Refiner {
            queue: VecDeque::new(),
            queued: vec![false; vertices],
            count: vec![0; vertices],
            touched: Vec::new(),
            hits: vec![0; vertices],
            hit: Vec::new(),
            splitter: Vec::new(),
            steps,
        }
    }

    /// Spends some steps; false when they are used up.
    pub(super) fn spend(&mut self, steps: usize) -> bool {
        self.steps = self.steps.saturating_sub(steps as u64);
        self.steps > 0
    }

    /// Refines by all cells.
    pub(super) fn refine_all(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        trace: &mut Trace<'_>,
    ) -> bool {
        for start in partition.starts() {
            self.push(start);
        }
        self.refine(graph, partition, trace)
    }

    /// Puts a vertex into a cell of its own, in front of the others, and refines by it.
    pub(super) fn single_out(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        v: u32,
        trace: &mut Trace<'_>,
    ) -> bool {
        let start = partition.cell[v as usize] as usize;
        let length = partition.length[start] as usize;
        partition.swap(partition.place[v as usize] as usize, start);
        partition.length[start] = 1;
        partition.cut(start + 1, length - 1);
        self.push(start);
        self.refine(graph, partition, trace)
    }

    fn push(&mut self, start: usize) {
        if !std::mem::replace(&mut self.queued[start], true) {
            self.queue.push_back(start as u32);
        }
    }

    /// Whether the trace is as before and the steps sufficed.
    fn refine(&mut self, graph: &Graph, partition: &mut Partition, trace: &mut Trace<'_>) -> bool {
        let good = self.split_all(graph, partition, trace) && trace.is_over();
        for start in self.queue.drain(..) {
            self.queued[start as usize] = false;
        }
        good
    }

    fn split_all(
        &mut self,
        graph: &Graph,
        partition: &mut Partition,
        trace: &mut Trace<'_>,
    ) -> bool {
        while let Some(by) = self.queue.pop_front() {
            self.queued[by as usize] = false;
            let spent = self.count_neighbours(graph, partition, by as usize);
            let good = self.spend(spent) && self.split_hit(partition, trace);
            for &v in &self.touched {
                self.count[v as usize] = 0;
            }
            for &start in &self.hit {
                self.hits[start as usize] = 0;
            }
            self.touched.clear();
            self.hit.clear();
            if !good {
                return false;
            }
        }
        true
    }

    /// Counts for every vertex its neighbours in a cell, and brings the vertices that have some to
    /// the end of their cells.
    fn count_neighbours(&mut self, graph: &Graph, partition: &mut Partition, by: usize) -> usize {
        self.splitter.clear();
        self.splitter.extend_from_slice(partition.members(by));
        let mut spent = 1;
        for &v in &self.splitter {
            let neighbours = graph.neighbours(v);
            spent += neighbours.len();
            for &u in neighbours {
                if self.count[u as usize] == 0 {
                    self.touched.push(u);
                }
                self.count[u as usize] += 1;
            }
        }
        for &u in &self.touched {
            let start = partition.cell[u as usize] as usize;
            if self.hits[start] == 0 {
                self.hit.push(start as u32);
            }
            self.hits[start] += 1;
            let end = start + partition.length[start] as usize;
            partition.swap(partition.place[u as usize] as usize, end - self.hits[start] as usize);
        }
        self.hit.sort_unstable();
        spent
    }

    /// Splits every cell by those counts.
    fn split_hit(&mut self, partition: &mut Partition, trace: &mut Trace<'_>) -> bool {
        for i in 0..self.hit.len() {
            let start = self.hit[i] as usize;
            let (length, hits) = (partition.length[start] as usize, self.hits[start] as usize);
            let (end, from) = (start + length, start + length - hits);
            if !trace.note(start as u32) {
                return false;
            }
            let count = &self.count;
            let of = |partition: &Partition, i: usize| count[partition.elements[i] as usize];
            let first = of(partition, from);
            if !(from + 1..end).all(|i| of(partition, i) == first) {
                partition.elements[from..end].sort_unstable_by_key(|&v| (count[v as usize], v));
                for i in from..end {
                    partition.place[partition.elements[i] as usize] = i as u32;
                }
            }
            // The parts in order; the first keeps the start of the cell.
            let mut parts = Vec::new();
            if from > start {
                parts.push((start, from - start));
            }
            let mut at = from;
            while at < end {
                let value = of(partition, at);
                let same = (at..end).take_while(|&i| of(partition, i) == value).count();
                if !trace.note(value) || !trace.note(same as u32) {
                    return false;
                }
                parts.push((at, same));
                at += same;
            }
            if parts.len() == 1 {
                continue;
            }
            let largest = parts.iter().map(|part| part.1).max().unwrap_or(0);
            let spared = parts.iter().position(|part| part.1 == largest);
            let spared = spared.filter(|_| !self.queued[start]);
            for (i, &(from, length)) in parts.iter().enumerate() {
                if i == 0 {
                    partition.length[from] = length as u32;
                } else {
                    partition.cut(from, length);
                }
                if spared != Some(i) {
                    self.push(from);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_refined_by_the_distance_from_its_ends() {
        let edges = (0..6).map(|i| (i, i + 1));
        let graph = Graph::new(vec![0; 7], &edges.collect::<Vec<_>>());
        let mut partition = Partition::new(&[0; 7]);
        let mut refiner = Refiner::new(7, 1000);
        let mut trace = Vec::new();
        assert!(refiner.refine_all(&graph, &mut partition, &mut Trace::Write(&mut trace)));
        let mut cells: Vec<Vec<u32>> = partition
            .starts()
            .map(|start| {
                let mut members = partition.members(start).to_vec();
                members.sort_unstable();
                members
            })
            .collect();
        cells.sort();
        assert_eq!(cells, [vec![0, 6], vec![1, 5], vec![2, 4], vec![3]]);
        // One end leaves the trace that the other leaves; a vertex inside does not.
        let singled = |v: u32, trace: &mut Trace<'_>| {
            let mut partition = partition.clone();
            let good = Refiner::new(7, 1000).single_out(&graph, &mut partition, v, trace);
            (good, partition.is_discrete())
        };
        let mut first = Vec::new();
        assert_eq!(singled(0, &mut Trace::Write(&mut first)), (true, true));
        assert_eq!(singled(6, &mut Trace::Compare(&first, 0)), (true, true));
        assert!(!singled(1, &mut Trace::Compare(&first, 0)).0);
    }
}
