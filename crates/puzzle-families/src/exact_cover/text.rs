//! Items and options, and how they are written: the text form of Knuth's exact-cover programs.
//!
//! The first line names the items, primary ones first, the secondary ones after a lone `|`; before
//! a primary item `a:b|` or `b|` bounds how often it is covered. Each further line is an option: its
//! items, `:c` after a secondary one giving it a colour, and `|n` for a cost.

use std::fmt;

use puzzle_core::{
    AbstractPuzzle, AspectId, Colour, CoverError, Demand, EmbeddingId, PuzzleBuilder,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Something to be covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    /// How often a primary item is covered; a secondary one has no bounds.
    pub(crate) bounds: Option<(u32, u32)>,
}

/// A set of items that can be covered together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Choice {
    /// Items by number, with the colours they get, in the order written.
    pub(crate) touches: Vec<(usize, Option<String>)>,
    pub(crate) cost: u64,
}

/// A whole text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CoverText {
    /// The first comment; may be empty.
    pub(crate) title: String,
    pub(crate) items: Vec<Item>,
    pub(crate) options: Vec<Choice>,
}

impl CoverText {
    /// Adds a primary item covered exactly once.
    pub(crate) fn primary(&mut self, name: impl Into<String>) -> usize {
        self.items.push(Item { name: name.into(), bounds: Some((1, 1)) });
        self.items.len() - 1
    }

    /// Adds a secondary item.
    pub(crate) fn secondary(&mut self, name: impl Into<String>) -> usize {
        self.items.push(Item { name: name.into(), bounds: None });
        self.items.len() - 1
    }

    /// Adds an option without colours.
    pub(crate) fn option(&mut self, items: impl IntoIterator<Item = usize>) {
        let touches = items.into_iter().map(|item| (item, None)).collect();
        self.options.push(Choice { touches, cost: 0 });
    }

    /// Adds an option with colours.
    pub(crate) fn coloured(&mut self, touches: Vec<(usize, Option<String>)>) {
        self.options.push(Choice { touches, cost: 0 });
    }

    /// What an item demands: a secondary one is coloured if any option gives it a colour.
    fn demands(&self) -> Vec<Demand> {
        let touches = self.options.iter().flat_map(|option| &option.touches);
        let coloured: FxHashSet<usize> =
            touches.filter(|(_, colour)| colour.is_some()).map(|(item, _)| *item).collect();
        let demand = |(number, item): (usize, &Item)| match item.bounds {
            Some((least, most)) => Demand::between(least, most),
            None if coloured.contains(&number) => Demand::Coloured,
            None => Demand::AtMostOne,
        };
        self.items.iter().enumerate().map(demand).collect()
    }

    /// The abstract puzzle.
    pub(crate) fn lower(&self) -> Result<AbstractPuzzle, CoverError> {
        let mut builder = PuzzleBuilder::new();
        for (item, demand) in self.items.iter().zip(self.demands()) {
            builder.aspect(&item.name, demand);
        }
        let mut colours: FxHashMap<&str, Colour> = FxHashMap::default();
        for option in &self.options {
            let mut touches = Vec::with_capacity(option.touches.len());
            for (item, colour) in &option.touches {
                let next = Colour(colours.len() as u32);
                let colour = colour.as_deref().map(|name| *colours.entry(name).or_insert(next));
                touches.push((AspectId::new(*item), colour));
            }
            let e = builder.coloured_embedding(touches);
            builder.cost(e, option.cost);
        }
        builder.build()
    }

    /// Any cover problem in items and options. Names lose what has a meaning here, and a bag
    /// without bound is bounded by the number of its embeddings. Each option needs a primary item:
    /// one without gets an item of its own that need not be covered.
    pub(crate) fn from_puzzle(title: &str, puzzle: &AbstractPuzzle) -> Self {
        let covering = puzzle.covering();
        let secondary = |demand| matches!(demand, Demand::AtMostOne | Demand::Coloured);
        let mut ids: Vec<AspectId> = puzzle.aspect_ids().collect();
        ids.sort_by_key(|&a| secondary(puzzle.aspect(a).demand));
        let mut text = CoverText { title: title.to_owned(), ..CoverText::default() };
        let mut names = Names::default();
        let mut place = vec![0; ids.len()];
        for &a in &ids {
            let aspect = puzzle.aspect(a);
            let most = (covering[a.index()].len() as u32).max(1);
            let bounds = match aspect.demand {
                demand if secondary(demand) => None,
                demand => Some((demand.min(), demand.max().min(most.max(demand.min())))),
            };
            // Options without a primary item come before the secondary ones, below.
            place[a.index()] = text.items.len();
            text.items.push(Item { name: names.take(&aspect.name), bounds });
        }
        for e in puzzle.embedding_ids() {
            let touches = puzzle.touches(e);
            let named = |colour: Colour| colour.0.to_string();
            let touches: Vec<(usize, Option<String>)> =
                touches.map(|(a, colour)| (place[a.index()], colour.map(named))).collect();
            text.options.push(Choice { touches, cost: puzzle.cost(e) });
        }
        text.anchor(&mut names);
        text
    }

    /// Gives every option without a primary item one.
    fn anchor(&mut self, names: &mut Names) {
        let first = self.items.iter().position(|item| item.bounds.is_none());
        let first = first.unwrap_or(self.items.len());
        let anchored = |option: &Choice| option.touches.iter().any(|(item, _)| *item < first);
        let loose: Vec<usize> =
            (0..self.options.len()).filter(|&o| !anchored(&self.options[o])).collect();
        for option in &mut self.options {
            for (item, _) in option.touches.iter_mut().filter(|(item, _)| *item >= first) {
                *item += loose.len();
            }
        }
        for (place, &option) in loose.iter().enumerate() {
            let item = Item { name: names.take(&format!("free{option}")), bounds: Some((0, 1)) };
            self.items.insert(first + place, item);
            self.options[option].touches.insert(0, (first + place, None));
        }
    }

    /// One option as it is written.
    pub(crate) fn option_text(&self, EmbeddingId(option): EmbeddingId) -> Option<String> {
        let option = self.options.get(option as usize)?;
        let mut words: Vec<String> = Vec::new();
        for (item, colour) in &option.touches {
            let name = &self.items[*item].name;
            words.push(colour.as_ref().map_or(name.clone(), |colour| format!("{name}:{colour}")));
        }
        if option.cost > 0 {
            words.push(format!("|{}", option.cost));
        }
        Some(words.join(" "))
    }
}

/// Names without what has a meaning, each given once.
#[derive(Default)]
struct Names(FxHashSet<String>);

impl Names {
    fn take(&mut self, name: &str) -> String {
        let meaning = |c: char| c.is_whitespace() || c == ':' || c == '|';
        let mut plain: String = name.chars().map(|c| if meaning(c) { '_' } else { c }).collect();
        while plain.is_empty() || !self.0.insert(plain.clone()) {
            plain.push('\'');
        }
        plain
    }
}

impl fmt::Display for CoverText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.title.is_empty() {
            writeln!(f, "| {}", self.title)?;
        }
        let mut words: Vec<String> = Vec::new();
        let mut primary = true;
        for item in &self.items {
            if primary && item.bounds.is_none() {
                words.push("|".into());
                primary = false;
            }
            words.push(match item.bounds {
                None | Some((1, 1)) => item.name.clone(),
                Some((least, most)) if least == most => format!("{most}|{}", item.name),
                Some((least, most)) => format!("{least}:{most}|{}", item.name),
            });
        }
        writeln!(f, "{}", words.join(" "))?;
        for option in 0..self.options.len() {
            writeln!(f, "{}", self.option_text(EmbeddingId::new(option)).unwrap_or_default())?;
        }
        Ok(())
    }
}
