//! Induced subgraphs: where does a small graph occur in a large one, vertex for vertex?
//!
//! Backtracking over the pattern's vertices in an order in which each, where possible, has an
//! earlier neighbour; its image is then sought among the neighbours of that one's image. A partial
//! map is kept only if it preserves adjacency and non-adjacency. With pattern = host and colours
//! that every automorphism keeps, the same search lists the automorphisms. The search is a loop with
//! its own stack, so that large graphs do not exhaust the thread's, and counts its steps.

use crate::TooMany;
use crate::limits;

/// Neighbour lists, each sorted; vertices are 0..len.
pub(crate) type Adjacency = Vec<Vec<u32>>;

const NONE: u32 = u32::MAX;

/// The subgraph induced on `vertices` (distinct), renumbered in their order.
pub(crate) fn induced(graph: &Adjacency, vertices: &[u32]) -> Adjacency {
    let mut numbers = vec![NONE; graph.len()];
    for (number, &vertex) in (0..).zip(vertices) {
        numbers[vertex as usize] = number;
    }
    let inside = |vertex: &u32| {
        let neighbours = &graph[*vertex as usize];
        let mut list: Vec<u32> =
            neighbours.iter().map(|&n| numbers[n as usize]).filter(|&n| n != NONE).collect();
        list.sort_unstable();
        list
    };
    vertices.iter().map(inside).collect()
}

/// Colours that every automorphism keeps: the degree, refined by the neighbours' colours.
pub(crate) fn colours(graph: &Adjacency) -> Vec<u32> {
    const ROUNDS: usize = 32;
    let mut colours = vec![0_u32; graph.len()];
    let mut kinds = 1;
    for _ in 0..ROUNDS {
        let signature = |vertex: usize| {
            let mut around: Vec<u32> =
                graph[vertex].iter().map(|&next| colours[next as usize]).collect();
            around.sort_unstable();
            (colours[vertex], around)
        };
        let signatures: Vec<_> = (0..graph.len()).map(signature).collect();
        let mut distinct: Vec<_> = signatures.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        let refined = |signature| distinct.binary_search(&signature).unwrap_or(0) as u32;
        let next: Vec<u32> = signatures.iter().map(refined).collect();
        let count = distinct.len();
        colours = next;
        if count == kinds {
            break;
        }
        kinds = count;
    }
    colours
}

/// One step of the search: the vertex to map and its neighbours that are mapped earlier.
struct Step {
    vertex: u32,
    earlier: Vec<u32>,
}

/// An order of the pattern's vertices that follows edges from vertices of rare colour.
fn plan(pattern: &Adjacency, colours: &[u32]) -> Vec<Step> {
    let mut frequency = vec![0_u32; colours.iter().max().map_or(0, |&most| most as usize + 1)];
    for &colour in colours {
        frequency[colour as usize] += 1;
    }
    let mut starts: Vec<u32> = (0..pattern.len() as u32).collect();
    starts.sort_by_key(|&v| {
        (frequency[colours[v as usize] as usize], usize::MAX - pattern[v as usize].len(), v)
    });
    let mut order: Vec<u32> = Vec::with_capacity(pattern.len());
    let mut place = vec![NONE; pattern.len()];
    let mut next = 0;
    for start in starts {
        if place[start as usize] == NONE {
            place[start as usize] = order.len() as u32;
            order.push(start);
        }
        while next < order.len() {
            for &neighbour in &pattern[order[next] as usize] {
                if place[neighbour as usize] == NONE {
                    place[neighbour as usize] = order.len() as u32;
                    order.push(neighbour);
                }
            }
            next += 1;
        }
    }
    let step = |vertex: u32| {
        let is_earlier = |n: &u32| place[*n as usize] < place[vertex as usize];
        Step {
            vertex,
            earlier: pattern[vertex as usize].iter().copied().filter(is_earlier).collect(),
        }
    };
    order.into_iter().map(step).collect()
}

/// A pattern and a host with colours that must agree.
pub(crate) struct Search<'a> {
    pub(crate) pattern: &'a Adjacency,
    pub(crate) pattern_colours: &'a [u32],
    pub(crate) host: &'a Adjacency,
    pub(crate) host_colours: &'a [u32],
}

impl Search<'_> {
    /// Shows every induced embedding, as the image of each pattern vertex, to `visit`, which may
    /// end the search with an error.
    pub(crate) fn run(
        &self,
        mut visit: impl FnMut(&[u32]) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        let plan = plan(self.pattern, self.pattern_colours);
        let everywhere: Vec<u32> = (0..self.host.len() as u32).collect();
        let mut image = vec![NONE; self.pattern.len()];
        let mut used = vec![false; self.host.len()];
        if plan.is_empty() {
            return visit(&image);
        }
        let mut work = 0;
        let mut stack = vec![everywhere.iter()];
        while let Some(depth) = stack.len().checked_sub(1) {
            let step = &plan[depth];
            let last = std::mem::replace(&mut image[step.vertex as usize], NONE);
            if last != NONE {
                used[last as usize] = false;
            }
            let fits = |&&vertex: &&u32| {
                work += 1 + self.host[vertex as usize].len();
                work > limits::STEPS || self.fits(step, vertex, &image, &used)
            };
            let found = stack[depth].find(fits).copied();
            TooMany::check("steps of searching a graph", work, limits::STEPS)?;
            let Some(vertex) = found else {
                stack.pop();
                continue;
            };
            image[step.vertex as usize] = vertex;
            used[vertex as usize] = true;
            match plan.get(depth + 1) {
                None => visit(&image)?,
                Some(next) => stack.push(match next.earlier.first() {
                    Some(&known) => self.host[image[known as usize] as usize].iter(),
                    None => everywhere.iter(),
                }),
            }
        }
        Ok(())
    }

    /// Whether the step's vertex may go to `vertex`: free, of the same colour, adjacent to exactly
    /// the images of its earlier neighbours.
    fn fits(&self, step: &Step, vertex: u32, image: &[u32], used: &[bool]) -> bool {
        let around = &self.host[vertex as usize];
        !used[vertex as usize]
            && self.pattern_colours[step.vertex as usize] == self.host_colours[vertex as usize]
            && around.iter().filter(|&&n| used[n as usize]).count() == step.earlier.len()
            && step.earlier.iter().all(|&n| around.binary_search(&image[n as usize]).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(length: u32) -> Adjacency {
        let around = |v: u32| {
            let mut list = vec![(v + 1) % length, (v + length - 1) % length];
            list.sort_unstable();
            list
        };
        (0..length).map(around).collect()
    }

    fn count(pattern: &Adjacency, host: &Adjacency) -> usize {
        let mut found = 0;
        let search = Search {
            pattern,
            pattern_colours: &vec![0; pattern.len()],
            host,
            host_colours: &vec![0; host.len()],
        };
        search
            .run(|_| {
                found += 1;
                Ok(())
            })
            .unwrap();
        found
    }

    #[test]
    fn a_cycle_has_twice_as_many_automorphisms_as_vertices() {
        assert_eq!(count(&cycle(7), &cycle(7)), 14);
    }

    #[test]
    fn only_induced_subgraphs_are_found() {
        let path = vec![vec![1], vec![0, 2], vec![1]];
        assert_eq!(count(&path, &cycle(3)), 0, "the ends of the path would touch");
        assert_eq!(count(&path, &cycle(5)), 10);
        let apart = vec![vec![], vec![]];
        assert_eq!(count(&apart, &cycle(5)), 10);
    }

    #[test]
    fn colours_tell_the_ends_of_a_path_from_its_middle() {
        let path = vec![vec![1], vec![0, 2], vec![1, 3], vec![2, 4], vec![3]];
        let found = colours(&path);
        assert_eq!(found[0], found[4]);
        assert_eq!(found[1], found[3]);
        assert!(found[0] != found[1] && found[1] != found[2] && found[0] != found[2]);
    }
}
