//! From stacked return addresses to embeddings (document 000 §4.7).
//!
//! No embedding is stored at run time: the CALL before each return address says which one was
//! placed. The table is built once; decoding is one look-up per address.

use std::ops::ControlFlow;

use puzzle_core::{EmbeddingId, Visitor};

use crate::compile::Compiled;
use crate::program::Program;

/// Which embedding the CALL before each return address places.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// By return address; `u32::MAX` where nothing is known.
    table: Vec<u32>,
}

impl Decoder {
    const NONE: u32 = u32::MAX;

    fn new(length: usize, calls: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut table = vec![Self::NONE; length + 1];
        for (address, embedding) in calls {
            table[address as usize + 1] = embedding;
        }
        Decoder { table }
    }

    /// Decodes to the ids of a compiled puzzle's embeddings.
    pub fn ids(compiled: &Compiled) -> Self {
        let calls = compiled.calls.iter().map(|&(address, e)| (address, e.0));
        Self::new(compiled.program.len(), calls)
    }

    /// Decodes to the numbers that the program's annotations give.
    pub fn numbers(program: &Program) -> Self {
        let calls = program.embeddings().iter().map(|(&address, &number)| (address, number));
        Self::new(program.len(), calls)
    }

    /// The number or id for one return address.
    pub fn get(&self, address: u32) -> Option<u32> {
        self.table.get(address as usize).copied().filter(|&e| e != Self::NONE)
    }

    /// The embeddings that the stack spells, into a buffer; addresses without one are left out.
    pub fn decode(&self, stack: &[u32], chosen: &mut Vec<EmbeddingId>) {
        chosen.clear();
        chosen.extend(stack.iter().filter_map(|&address| self.get(address)).map(EmbeddingId));
    }

    /// A receiver for a run that hands each solution, decoded, to a sink.
    pub fn to_sink<'a>(
        &'a self,
        sink: &'a mut dyn Visitor,
    ) -> impl FnMut(&[u32]) -> ControlFlow<()> + 'a {
        let mut chosen = Vec::new();
        move |stack| {
            self.decode(stack, &mut chosen);
            sink.solution(&chosen)
        }
    }

    /// A solution for people: `0 18 10`; an address without embedding is shown as `@17`.
    pub fn describe(&self, stack: &[u32]) -> String {
        let words: Vec<String> = stack
            .iter()
            .map(|&address| match self.get(address) {
                Some(embedding) => embedding.to_string(),
                None => format!("@{address}"),
            })
            .collect();
        words.join(" ")
    }
}
