//! The puzzles, with the figures that show that all programs got the right one.
//!
//! A puzzle is named as on the command line: a catalogue name or a file, and after a colon the
//! piece (or cell) that is restricted to one placement per orbit.

use puzzle::{Ask, Puzzle};
use puzzle_core::{Cover, Demand};

/// A puzzle of the benchmark and its known figures.
#[derive(Clone, Copy)]
pub(crate) struct Listed {
    /// `NAME[:RESTRICTION]`.
    pub(crate) name: &'static str,
    /// How many embeddings it has.
    pub(crate) embeddings: usize,
    /// How many solutions it has.
    pub(crate) solutions: u64,
}

const fn listed(name: &'static str, embeddings: usize, solutions: u64) -> Listed {
    Listed { name, embeddings, solutions }
}

/// Solved by default.
pub(crate) static QUICK: &[Listed] = &[
    listed("pentominoes-6x10:P", 1828, 2339),
    listed("pentominoes-6x10:X", 2032, 2339),
    listed("meteor", 2596, 2098),
    listed("meteor:5", 2447, 1049),
    listed("dominoes-6x6", 60, 6728),
];

/// Added by `--full`. The restrictions of the cubes leave 3 of 72 placements over the centre cell.
pub(crate) static LONG: &[Listed] = &[
    listed("pentominoes-6x10", 2056, 9356),
    listed("pentominoes-3x4x5:P", 2062, 7880),
    listed("n-pentacubes-5x5x5:62", 891, 8),
    listed("y-pentacubes-5x5x5:62", 891, 2528),
    listed("dominoes-8x8", 112, 12_988_816),
];

/// A puzzle as a list of options, each a list of items, the primary items first: the form that
/// all the peers know.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// How many items are to be covered exactly once.
    pub(crate) primary: usize,
    /// How many items after those are to be covered at most once.
    pub(crate) secondary: usize,
    /// The items of each embedding, in ascending order, in the puzzle's order of embeddings.
    pub(crate) rows: Vec<Vec<usize>>,
}

impl Rows {
    /// The options with their primary and their secondary items apart.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&[usize], &[usize])> {
        self.rows.iter().map(|row| row.split_at(row.partition_point(|&item| item < self.primary)))
    }

    fn new(cover: &Cover) -> Result<Self, String> {
        let puzzle = &cover.puzzle;
        let mut item = vec![0; puzzle.aspects().len()];
        let mut items = 0;
        let mut primary = 0;
        for demand in [Demand::One, Demand::AtMostOne] {
            primary = items;
            for a in puzzle.aspect_ids().filter(|&a| puzzle.aspect(a).demand == demand) {
                item[a.index()] = items;
                items += 1;
            }
        }
        if items < puzzle.aspects().len() {
            return Err("knows only aspects that are covered exactly or at most once".into());
        }
        let row = |e| {
            let mut row: Vec<_> = puzzle.embedding(e).iter().map(|a| item[a.index()]).collect();
            row.sort_unstable();
            row
        };
        let rows: Vec<_> = puzzle.embedding_ids().map(row).collect();
        if rows.iter().any(|row| row[0] >= primary) {
            return Err("leaves out embeddings that touch only aspects covered at most once".into());
        }
        if rows.is_empty() {
            return Err("takes no puzzle without embeddings".into());
        }
        Ok(Rows { primary, secondary: items - primary, rows })
    }
}

/// A puzzle to be solved.
pub(crate) struct Instance {
    /// `NAME[:RESTRICTION]`.
    pub(crate) name: String,
    /// As our engines get it.
    pub(crate) cover: Cover,
    /// As the peers get it, or why they cannot.
    pub(crate) rows: Result<Rows, String>,
    /// How many solutions it has, if that is known.
    pub(crate) known: Option<u64>,
}

impl Instance {
    /// The puzzle of that name.
    pub(crate) fn open(text: &str) -> Result<Self, String> {
        let (name, restriction) = text.rsplit_once(':').unwrap_or((text, "none"));
        let puzzle = Puzzle::open(name, None).map_err(|error| error.to_string())?;
        let full = restriction == "none";
        let ask = Ask::default().with("restrict", restriction);
        let (cover, _) = puzzle.lowered_cover(&ask).map_err(|error| error.to_string())?;
        let cover = cover.into_owned();
        let mut known = match &puzzle.description().known().solutions {
            Some(count) if full => u64::try_from(count).ok(),
            _ => None,
        };
        if let Some(listed) = QUICK.iter().chain(LONG).find(|listed| listed.name == text) {
            let embeddings = cover.puzzle.embedding_count();
            if embeddings != listed.embeddings {
                let should = listed.embeddings;
                return Err(format!("{text} has {embeddings} embeddings instead of {should}"));
            }
            known = Some(listed.solutions);
        }
        Ok(Self::new(text, cover, known))
    }

    /// A puzzle that is not read from anywhere.
    pub(crate) fn new(name: &str, cover: Cover, known: Option<u64>) -> Self {
        let rows = Rows::new(&cover);
        Instance { name: name.into(), cover, rows, known }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listed_puzzles_have_the_known_number_of_embeddings() {
        for listed in QUICK.iter().chain(LONG) {
            let instance = Instance::open(listed.name).unwrap();
            assert_eq!(instance.rows.unwrap().rows.len(), listed.embeddings, "{}", listed.name);
        }
    }

    #[test]
    fn a_bad_name_is_refused_with_the_reason() {
        assert!(Instance::open("no-such-puzzle").is_err());
        assert!(Instance::open("meteor:77").is_err());
        assert!(Instance::open("meteor:").is_err());
    }
}
