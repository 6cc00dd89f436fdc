//! `puzzle solve --explain-tree`: the search tree in the manner of document 000, Figures 7 and 8.

use puzzle::engines::cover::tree;
use puzzle::{Options, Puzzle};

use crate::args::Solve;
use crate::exit::{Error, Exit};
use crate::{input, output, search};

pub(crate) fn run(puzzle: &Puzzle, solve: &Solve, nodes: u32) -> Result<Exit, Error> {
    let search = &solve.search;
    if search.engine != "auto" {
        let message = "error: the tree is that of the definition, so it takes no engine";
        return Err(Error::Input(message.into()));
    }
    let options = Options {
        order: search.order.as_deref().map(input::order).transpose()?,
        restriction: search.restrict.clone(),
        ..Options::default()
    };
    if search.explain {
        search::explain_restriction(puzzle, &search.restrict);
    }
    let cover = puzzle.restricted_cover(&options)?;
    let order = puzzle.order(&options, &cover)?;
    let tree = tree::grow(&cover.puzzle, order.as_ref(), nodes as usize);
    let mut out = output::writer(solve.output.as_deref())?;
    write!(out, "{tree}")?;
    out.flush()?;
    Ok(Exit::Answered)
}
