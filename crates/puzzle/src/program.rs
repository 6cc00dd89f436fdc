//! From a puzzle to a program for the puzzle processor.

use std::borrow::Cow;

use puzzle_core::{Ask, Budget, Cover, Failure, Order, Problem};
use puzzle_engines::meta::cover::find_order;
use puzzle_processor::compile::{compile, explain};
use puzzle_processor::machine::Saved;
use puzzle_processor::split::split;
use puzzle_processor::{Compiled, Options as How, Program};

use crate::Puzzle;
use crate::ask::one_of;

/// A puzzle compiled for an order.
///
/// ```
/// use puzzle::processor::machine::{Limits, State, Vm};
/// use puzzle::{Ask, Puzzle, processor};
///
/// let puzzle = Puzzle::named("simple").unwrap();
/// let compiled = puzzle.compile(&Ask::default(), &processor::Options::default()).unwrap();
/// let mut state = State::initial(compiled.program());
/// let mut ignore = |_: &[u32]| std::ops::ControlFlow::Continue(());
/// Vm::new(compiled.program()).run(&mut state, &Limits::default(), &mut ignore).unwrap();
/// assert_eq!(state.nos, 12);
/// ```
#[derive(Debug)]
pub struct Compilation<'a> {
    cover: Cow<'a, Cover>,
    order: Order,
    compiled: Compiled,
    reasons: Vec<String>,
}

impl Compilation<'_> {
    /// The program, which knows its procedures and embeddings.
    pub fn program(&self) -> &Program {
        &self.compiled.program
    }

    /// The program with the traces of its making.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The states from which the parts of the search begin: so many parts or a few more, unless the
    /// tree has fewer. Together they find each solution once.
    pub fn split(&self, count: usize) -> Vec<Saved> {
        split(&self.cover.puzzle, &self.compiled, count)
    }

    /// The order it was compiled for.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Which puzzle was compiled, if not the whole one.
    pub fn reasons(&self) -> &[String] {
        &self.reasons
    }

    /// The order, the partition of the embeddings and the procedures, for people.
    pub fn explain(&self) -> String {
        let puzzle = &self.cover.puzzle;
        let names: Vec<&str> =
            self.order.sequence().iter().map(|&a| puzzle.aspect(a).name.as_str()).collect();
        let order = format!("order ({}) {}", self.order.name(), names.join(", "));
        format!("{order}\n\n{}", explain(puzzle, &self.compiled))
    }
}

impl Puzzle {
    /// The cover problem that a question means, if it means one: the full one or a restricted one.
    /// How it was come by is told as well.
    pub fn lowered_cover(&self, ask: &Ask) -> Result<(Cow<'_, Cover>, Vec<String>), Failure> {
        let declined = || {
            let family = self.description().family();
            Failure::Declined(format!("{} is no exact cover", one_of(family)))
        };
        let covering = self.covering().ok_or_else(declined)?;
        let lowered = puzzle_families::covers::lower(covering, ask, &Budget::default())?;
        let cover = match lowered.problem {
            Cow::Borrowed(Problem::Cover(cover)) => Cow::Borrowed(cover),
            Cow::Owned(Problem::Cover(cover)) => Cow::Owned(cover),
            _ => return Err(declined()),
        };
        Ok((cover, lowered.reasons))
    }

    /// Compiles the puzzle that the question means, for its order or else the footprint that grows
    /// least.
    pub fn compile(&self, ask: &Ask, how: &How) -> Result<Compilation<'_>, Failure> {
        let (cover, reasons) = self.lowered_cover(ask)?;
        let order = match ask.choices.text("order") {
            Some(text) => find_order(text, &cover)?,
            None => Order::least_growing_footprint(&cover.puzzle),
        };
        let compiled = compile(&cover.puzzle, &order, how)?;
        Ok(Compilation { cover, order, compiled, reasons })
    }
}
