//! From a name or a text to a puzzle.

use std::fmt;
use std::io::Read;
use std::path::Path;

use puzzle_core::{Cover, Diagnostic, Problem};
use puzzle_families::{Covering, Description, Family, Reading, Source, catalogue};
use puzzle_scene::{Scene, text};

/// A puzzle that was read and can be asked.
pub struct Puzzle {
    source: Source,
    family: &'static dyn Family,
    description: Box<dyn Description>,
    warnings: Vec<Diagnostic>,
}

/// Why a puzzle could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The file could not be read.
    File {
        /// Its name.
        name: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// The name is neither a file nor in the catalogue.
    Unknown {
        /// The name.
        name: String,
        /// Which names are near.
        hint: String,
    },
    /// The text is no puzzle.
    Refused {
        /// What is wrong with it.
        diagnostic: Box<Diagnostic>,
        /// The text.
        source: Source,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            OpenError::File { name, error } => {
                Diagnostic::error(format!("cannot read the file: {error}"))
                    .hint("check the path; names of the catalogue are written without an ending")
                    .render(name, "")
            }
            OpenError::Unknown { name, hint } => {
                Diagnostic::error(format!("there is no file and no catalogue entry `{name}`"))
                    .hint(hint)
                    .render(name, "")
            }
            OpenError::Refused { diagnostic, source } => {
                diagnostic.render(&source.name, &source.text)
            }
        };
        f.write_str(text.trim_end())
    }
}

impl std::error::Error for OpenError {}

impl Puzzle {
    /// Reads a description; `name` is used in messages, `kind` overrules the family that the text
    /// names.
    pub fn read(name: &str, text: &str, kind: Option<&str>) -> Result<Self, OpenError> {
        Self::from_source(Source::text(name, text), kind)
    }

    /// Reads whatever bytes a file holds: a text, a picture, a compressed file.
    pub fn read_bytes(name: &str, bytes: Vec<u8>, kind: Option<&str>) -> Result<Self, OpenError> {
        Self::from_source(Source::bytes(name, bytes), kind)
    }

    fn from_source(source: Source, kind: Option<&str>) -> Result<Self, OpenError> {
        match puzzle_families::read(&source, kind) {
            Ok((family, Reading { puzzle, warnings })) => {
                Ok(Puzzle { source, family, description: puzzle, warnings })
            }
            Err(diagnostic) => Err(OpenError::Refused { diagnostic, source }),
        }
    }

    /// A puzzle of the catalogue.
    pub fn named(name: &str) -> Result<Self, OpenError> {
        match catalogue::find(name) {
            Some(text) => Self::read(name, &text, None),
            None => Err(OpenError::Unknown { name: name.into(), hint: catalogue::hint(name) }),
        }
    }

    /// What a user means by a name: `-` is the standard input, then a file, then the catalogue.
    pub fn open(name: &str, kind: Option<&str>) -> Result<Self, OpenError> {
        let failed = |error| OpenError::File { name: name.into(), error };
        // `file.xmpuzzle#2` is one of several problems in a file; its reader knows which.
        let path = match name.rsplit_once('#') {
            Some((path, _)) if !Path::new(name).exists() && Path::new(path).is_file() => path,
            _ => name,
        };
        let bytes = if name == "-" {
            read_bounded(std::io::stdin().lock(), 0).map_err(failed)?
        } else if Path::new(path).is_dir() {
            return Err(failed(std::io::Error::other("it is a folder")));
        } else if Path::new(path).exists() {
            read_file(path).map_err(failed)?
        } else if looks_like_a_file(name) {
            return Err(failed(std::io::Error::other("there is no such file")));
        } else {
            return match (catalogue::find(name), kind) {
                (Some(text), Some(_)) => Self::read(name, &text, kind),
                _ => Self::named(name),
            };
        };
        Self::read_bytes(name, bytes, kind)
    }

    /// The name it was opened by.
    pub fn source_name(&self) -> &str {
        &self.source.name
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Remarks for its author, rendered.
    pub fn warnings(&self) -> impl Iterator<Item = String> + '_ {
        self.warnings.iter().map(|warning| warning.render(&self.source.name, &self.source.text))
    }

    /// The kind of puzzle it is.
    pub fn family(&self) -> &'static dyn Family {
        self.family
    }

    /// What its family knows of it.
    pub fn description(&self) -> &dyn Description {
        self.description.as_ref()
    }

    /// The cover problem it is lowered to, if it is lowered to one.
    pub fn cover(&self) -> Option<&Cover> {
        match self.covering()?.problem() {
            Problem::Cover(cover) => Some(cover),
            _ => None,
        }
    }

    /// What embeddings mean in it, if it is lowered to a cover problem.
    pub fn covering(&self) -> Option<&dyn Covering> {
        self.description.covering()
    }

    /// A set of embeddings as text, without colours; empty if the puzzle has no embeddings.
    pub fn print(&self, numbers: &[u32]) -> String {
        let frames = self.covering().map(|covering| covering.draw_solution(numbers));
        let frames = frames.into_iter().collect();
        text::print(&Scene { title: String::new(), frames }, text::TextOptions::default())
    }
}

/// Reads at most a little more than any family takes.
fn read_bounded(reader: impl Read, expected: u64) -> std::io::Result<Vec<u8>> {
    let largest = puzzle_families::largest() as u64;
    // One byte more, so that the end is seen without growing.
    let mut bytes = Vec::with_capacity(expected.min(largest) as usize + 1);
    reader.take(largest + 1).read_to_end(&mut bytes)?;
    bytes.shrink_to_fit();
    Ok(bytes)
}

fn read_file(path: &str) -> std::io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    let expected = file.metadata()?.len();
    read_bounded(file, expected)
}

fn looks_like_a_file(name: &str) -> bool {
    let endings = [".puzzle", ".dlx", ".xmpuzzle"];
    name.contains(['/', '\\']) || endings.iter().any(|ending| name.ends_with(ending))
}
