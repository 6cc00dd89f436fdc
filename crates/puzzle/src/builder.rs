//! Covers built in code, asked like those that are read.

use std::collections::HashMap;
use std::sync::Arc;

use puzzle_core::{AspectId, Colour, Demand, EmbeddingId, Failure, PuzzleBuilder};
use puzzle_families::Source;

use crate::Puzzle;

/// Builds an exact cover from names. Aspects are made when they are first declared; an option covers
/// declared aspects.
///
/// ```
/// use puzzle::CoverBuilder;
///
/// let mut cover = CoverBuilder::new("three jobs");
/// for person in ["ada", "bob"] {
///     cover.at_most_once(person);
/// }
/// cover.once("wash").once("cook").between("extra hands", 0, 1).coloured("day");
/// cover.option(["wash", "ada"])?;
/// cover.option(["cook", "bob", "day:mon"])?;
/// cover.option(["cook", "bob", "extra hands", "day:tue"])?;
/// cover.cost(5)?;
/// cover.option(["wash", "bob", "day:tue"])?;
/// let puzzle = cover.build()?;
/// assert_eq!(puzzle.count()?, 2_u32.into());
/// # Ok::<(), puzzle::Failure>(())
/// ```
#[derive(Debug)]
pub struct CoverBuilder {
    title: String,
    builder: PuzzleBuilder,
    aspects: HashMap<String, (AspectId, Demand)>,
    colours: HashMap<String, u32>,
    last: Option<EmbeddingId>,
}

impl CoverBuilder {
    /// A cover with this title.
    pub fn new(title: &str) -> Self {
        CoverBuilder {
            title: title.into(),
            builder: PuzzleBuilder::new(),
            aspects: HashMap::new(),
            colours: HashMap::new(),
            last: None,
        }
    }

    /// An aspect that every solution covers exactly once.
    pub fn once(&mut self, name: &str) -> &mut Self {
        self.aspect(name, Demand::One)
    }

    /// An aspect that a solution may cover once.
    pub fn at_most_once(&mut self, name: &str) -> &mut Self {
        self.aspect(name, Demand::AtMostOne)
    }

    /// An aspect that is covered at least `least` and at most `most` times.
    pub fn between(&mut self, name: &str, least: u32, most: u32) -> &mut Self {
        self.aspect(name, Demand::between(least, most))
    }

    /// An aspect that may be covered any number of times, if all agree on its colour.
    pub fn coloured(&mut self, name: &str) -> &mut Self {
        self.aspect(name, Demand::Coloured)
    }

    fn aspect(&mut self, name: &str, demand: Demand) -> &mut Self {
        if !self.aspects.contains_key(name) {
            let id = self.builder.aspect(name, demand);
            self.aspects.insert(name.into(), (id, demand));
        }
        self
    }

    /// An option that covers these aspects; `name:colour` covers a coloured aspect in that colour.
    pub fn option<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<&mut Self, Failure> {
        let mut touched = Vec::new();
        for name in names {
            let coloured = name.rsplit_once(':').filter(|(aspect, _)| {
                self.aspects.get(*aspect).is_some_and(|(_, demand)| *demand == Demand::Coloured)
            });
            touched.push(coloured.map_or((name, None), |(aspect, colour)| (aspect, Some(colour))));
        }
        self.coloured_option(touched)
    }

    /// An option that covers these aspects, some of them in a colour.
    pub fn coloured_option<A: AsRef<str>, C: AsRef<str>>(
        &mut self,
        touches: impl IntoIterator<Item = (A, Option<C>)>,
    ) -> Result<&mut Self, Failure> {
        let mut touched = Vec::new();
        for (aspect, colour) in touches {
            let aspect = aspect.as_ref();
            let Some(&(id, _)) = self.aspects.get(aspect) else {
                let message =
                    format!("there is no aspect `{aspect}`: declare it before its options");
                return Err(Failure::Usage(message));
            };
            let next = self.colours.len() as u32;
            let colour = colour
                .map(|colour| Colour(*self.colours.entry(colour.as_ref().into()).or_insert(next)));
            touched.push((id, colour));
        }
        self.last = Some(self.builder.coloured_embedding(touched));
        Ok(self)
    }

    /// What the last option costs.
    pub fn cost(&mut self, cost: u64) -> Result<&mut Self, Failure> {
        let option = self.last.ok_or_else(|| Failure::Usage("there is no option yet".into()))?;
        self.builder.cost(option, cost);
        Ok(self)
    }

    /// The puzzle. Its solutions are the numbers of options, from 0 in the order in which they were
    /// given.
    pub fn build(self) -> Result<Puzzle, Failure> {
        let refuse = |error: puzzle_core::CoverError| Failure::Usage(error.to_string());
        let puzzle = self.builder.build().map_err(refuse)?;
        let (family, description) =
            puzzle_families::of_cover(&self.title, &puzzle).map_err(refuse)?;
        let source = Source::text(self.title, "");
        let name = source.name.clone();
        Ok(Puzzle::new(&name, Arc::new(source), family, description, Vec::new()))
    }
}
