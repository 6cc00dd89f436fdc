//! From a puzzle to a program for the puzzle processor, and to the tree that it would search.

use std::borrow::Cow;

use puzzle_core::{Cover, Order};
use puzzle_processor::compile::{compile, explain};
use puzzle_processor::{Compiled, Options as How, Program};

use crate::prepare::find_order;
use crate::{Failure, Options, Puzzle};

/// A puzzle compiled for an order.
///
/// ```
/// use puzzle::processor::machine::{Limits, State, Vm};
/// use puzzle::{Options, Puzzle, processor};
///
/// let puzzle = Puzzle::named("simple").unwrap();
/// let compiled = puzzle.compile(&Options::default(), &processor::Options::default()).unwrap();
/// let mut state = State::initial(compiled.program());
/// let mut ignore = |_: &[u32]| std::ops::ControlFlow::Continue(());
/// Vm::new(compiled.program()).run(&mut state, &Limits::default(), &mut ignore).unwrap();
/// assert_eq!(state.nos, 12);
/// ```
pub struct Compilation<'a> {
    cover: Cow<'a, Cover>,
    order: Order,
    compiled: Compiled,
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

    /// The order it was compiled for.
    pub fn order(&self) -> &Order {
        &self.order
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
    /// Compiles the puzzle that the options mean, for their order or else the footprint that grows
    /// least.
    pub fn compile(&self, options: &Options, how: &How) -> Result<Compilation<'_>, Failure> {
        let cover = self.restricted_cover(options)?;
        let order = match self.order(options, &cover)? {
            Some(order) => order,
            None => Order::least_growing_footprint(&cover.puzzle),
        };
        let compiled = compile(&cover.puzzle, &order, how)?;
        Ok(Compilation { cover, order, compiled })
    }

    /// The order that the options name, for this puzzle or a restricted one.
    pub fn order(&self, options: &Options, cover: &Cover) -> Result<Option<Order>, Failure> {
        options.order.as_deref().map(|text| find_order(text, cover)).transpose()
    }
}
