//! Monotone maps between random orders. Brute force: every map.

use puzzle_core::Random;

use super::{Case, Compared, Wrong};

/// An order by its pairs, the smaller number below.
struct Order {
    elements: usize,
    pairs: Vec<(usize, usize)>,
}

pub(super) fn compare(random: &mut Random, size: usize) -> Option<Result<Compared, Wrong>> {
    let (from, to) = (Order::new(random, size + 1), Order::new(random, 3));
    let above = to.closure();
    let maps = to.elements.pow(from.elements as u32);
    let value = |map: usize, x: usize| map / to.elements.pow(x as u32) % to.elements;
    let keeps =
        |map: &usize| from.pairs.iter().all(|&(x, y)| above[value(*map, x)][value(*map, y)]);
    let count = (0..maps).filter(keeps).count() as u64;
    let text = format!(
        "family = \"monotone\"\nfrom = \"P\"\nto = \"Q\"\n{}{}",
        from.write("P", "x"),
        to.write("Q", "y")
    );
    // The names of elements decide in which order values are listed; how many maps there are, and
    // that each is right and comes once, says enough.
    let all = Box::new(move |found: &[Vec<u32>]| {
        let different: std::collections::BTreeSet<&Vec<u32>> = found.iter().collect();
        match different.len() as u64 == count && found.len() as u64 == count {
            true => Ok(()),
            false => Err(format!("{} maps, {} of them different", found.len(), different.len())),
        }
    });
    Some(Case { file: "random.puzzle", text, count, all }.compare())
}

impl Order {
    fn new(random: &mut Random, most: usize) -> Self {
        let elements = 1 + random.index(most);
        let mut pairs = Vec::new();
        for y in 1..elements {
            for x in 0..y {
                if random.index(3) == 0 {
                    pairs.push((x, y));
                }
            }
        }
        Order { elements, pairs }
    }

    /// Which elements are above which, themselves included.
    fn closure(&self) -> Vec<Vec<bool>> {
        let mut above = vec![vec![false; self.elements]; self.elements];
        (0..self.elements).for_each(|x| above[x][x] = true);
        self.pairs.iter().for_each(|&(x, y)| above[x][y] = true);
        for middle in 0..self.elements {
            for x in 0..self.elements {
                for y in 0..self.elements {
                    above[x][y] |= above[x][middle] && above[middle][y];
                }
            }
        }
        above
    }

    fn write(&self, name: &str, letter: &str) -> String {
        let elements: Vec<String> =
            (0..self.elements).map(|x| format!("\"{letter}{x}\"")).collect();
        let pairs: Vec<String> =
            self.pairs.iter().map(|(x, y)| format!("\"{letter}{x} < {letter}{y}\"")).collect();
        format!(
            "[poset.{name}]\nelements = [{}]\ncovers = [{}]\n",
            elements.join(", "),
            pairs.join(", ")
        )
    }
}
