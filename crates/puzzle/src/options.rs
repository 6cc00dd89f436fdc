//! What an asker may choose.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use puzzle_core::Control;

/// Which restricted puzzle is meant, if not the full one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Restriction {
    /// The full puzzle.
    #[default]
    None,
    /// The one that the puzzle's author proposes, or else the one that cuts most.
    Auto,
    /// One placement per orbit of this piece (or of the embeddings of this aspect).
    Piece(String),
    /// Only these embeddings of this piece.
    Numbers(String, Vec<u32>),
}

impl std::str::FromStr for Restriction {
    type Err = String;

    /// `none`, `auto`, `P` or `C=18,20`.
    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.split_once('=')) {
            ("none", _) => Ok(Restriction::None),
            ("auto", _) => Ok(Restriction::Auto),
            ("", _) | (_, Some(("", _))) => Err("which piece?".into()),
            (_, None) => Ok(Restriction::Piece(text.into())),
            (_, Some((piece, numbers))) => {
                let number = |n: &str| n.trim().parse().map_err(|_| format!("`{n}` is no number"));
                let numbers = numbers.split(',').map(number).collect::<Result<_, _>>()?;
                Ok(Restriction::Numbers(piece.into(), numbers))
            }
        }
    }
}

/// How a question is to be answered. The default is the full puzzle, without limits, by whichever
/// engine is best.
#[derive(Clone, Default)]
pub struct Options {
    /// An engine by name; `None` lets the chooser decide.
    pub engine: Option<String>,
    /// An order of the aspects: a name (`reading`, `short-side`) or a list of aspects.
    pub order: Option<String>,
    /// Which restricted puzzle is meant.
    pub restriction: Restriction,
    /// How many threads search; `None` takes as many as the machine has cores. The answer, and
    /// the order of solutions, do not depend on it.
    pub threads: Option<usize>,
    /// Whether solutions may come in whatever order threads find them.
    pub unordered: bool,
    /// The seed of engines and samples that choose at random; `None` is always the same one.
    pub seed: Option<u64>,
    /// Where to save the run now and then, and when it is stopped.
    pub checkpoint: Option<PathBuf>,
    /// How often; `None` is once a minute.
    pub interval: Option<Duration>,
    /// A saved run to go on with.
    pub resume: Option<PathBuf>,
    /// Limits, and where progress is told.
    pub control: Arc<Control>,
}
