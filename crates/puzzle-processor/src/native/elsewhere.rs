//! On other CPUs native code is declined.

use puzzle_core::Declined;

use super::NativeOptions;
use crate::machine::{Limits, OnSolution, Run, State};
use crate::program::Program;

/// Native code; on this CPU there is none.
#[derive(Debug)]
pub struct Native<'p> {
    never: std::convert::Infallible,
    _program: std::marker::PhantomData<&'p Program>,
}

impl<'p> Native<'p> {
    /// Declines.
    pub fn new(_: &'p Program, _: NativeOptions) -> Result<Self, Declined> {
        Err(Declined("native code is generated for x86-64 only".into()))
    }

    /// How many bytes of machine code there are.
    pub fn code_size(&self) -> usize {
        match self.never {}
    }

    /// Cannot be called.
    pub fn count(&self, _: &mut State, _: &Limits<'_>) -> Result<Run, Declined> {
        match self.never {}
    }

    /// Cannot be called.
    pub fn run(
        &self,
        _: &mut State,
        _: &Limits<'_>,
        _: &mut OnSolution<'_>,
    ) -> Result<Run, Declined> {
        match self.never {}
    }
}
