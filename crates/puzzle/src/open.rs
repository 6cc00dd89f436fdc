//! From a name or a text to a puzzle.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use puzzle_core::{Cover, Diagnostic, Problem, Refusal, StopReason};
use puzzle_families::{Covering, Description, FAMILIES, Family, Reading, Source, catalogue};

/// A puzzle that was read, or built, and can be asked. A copy costs nothing.
#[derive(Clone)]
pub struct Puzzle(Arc<Opened>);

/// A puzzle and where it comes from.
struct Opened {
    /// What it was opened by.
    name: String,
    /// The text that it stands in, perhaps with others.
    source: Arc<Source>,
    family: &'static Family,
    description: Box<dyn Description>,
    warnings: Vec<Diagnostic>,
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (family, name) = (self.family().name, self.source_name());
        f.debug_struct("Puzzle").field("name", &name).field("family", &family).finish()
    }
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
        source: Box<Source>,
    },
}

impl OpenError {
    /// The limit or the interrupt that came before the puzzle was read, if that is why.
    pub fn stopped(&self) -> Option<StopReason> {
        match self {
            OpenError::Refused { diagnostic, .. } => diagnostic.stopped,
            OpenError::File { .. } | OpenError::Unknown { .. } => None,
        }
    }

    /// What is wrong, where, and how to mend it.
    pub fn refusal(&self) -> Refusal {
        match self {
            OpenError::File { name, error } => {
                let wrong = Diagnostic::error(format!("cannot read the file: {error}"));
                let hint = "check the path; names of the catalogue are written without an ending";
                Refusal::new(name, "", wrong.hint(hint))
            }
            OpenError::Unknown { name, hint } => {
                let wrong = format!("there is no file and no catalogue entry `{name}`");
                Refusal::new(name, "", Diagnostic::error(wrong).hint(hint))
            }
            OpenError::Refused { diagnostic, source } => {
                Refusal::new(&source.name, &source.text, (**diagnostic).clone())
            }
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.refusal().rendered.trim_end())
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

    /// Reads a text or bytes, within the limits that come with them.
    pub fn from_source(source: Source, kind: Option<&str>) -> Result<Self, OpenError> {
        let source = match source.unpacked() {
            Ok(source) => source,
            Err(refused) => {
                let (diagnostic, source) = *refused;
                let diagnostic = Box::new(diagnostic);
                return Err(OpenError::Refused { diagnostic, source: Box::new(source) });
            }
        };
        match puzzle_families::read(&source, kind) {
            Ok((family, Reading { puzzle, warnings })) => {
                let name = source.name.clone();
                Ok(Self::new(&name, Arc::new(source), family, puzzle, warnings))
            }
            Err(diagnostic) => Err(OpenError::Refused { diagnostic, source: Box::new(source) }),
        }
    }

    pub(crate) fn new(
        name: &str,
        source: Arc<Source>,
        family: &'static Family,
        description: Box<dyn Description>,
        warnings: Vec<Diagnostic>,
    ) -> Self {
        let name = name.to_owned();
        Puzzle(Arc::new(Opened { name, source, family, description, warnings }))
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
        Self::from_source(source(name)?, kind)
    }

    /// The name it was opened by.
    pub fn source_name(&self) -> &str {
        &self.0.name
    }

    /// The text it was read from, unless it was read from a picture or the like.
    pub fn as_text(&self) -> Option<&str> {
        let Source { text, binary, .. } = &*self.0.source;
        binary.is_none().then_some(text.as_str())
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.0.source.text
    }

    /// Remarks for its author, rendered.
    pub fn warnings(&self) -> impl Iterator<Item = String> + '_ {
        let Opened { name, source, warnings, .. } = &*self.0;
        warnings.iter().map(|warning| warning.render(name, &source.text))
    }

    /// The kind of puzzle it is.
    pub fn family(&self) -> &'static Family {
        self.0.family
    }

    /// What its family knows of it.
    pub fn description(&self) -> &dyn Description {
        self.0.description.as_ref()
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
        self.0.description.covering()
    }

    /// What it is called: its name, or else the name it was opened by.
    pub fn title(&self) -> &str {
        match self.description().name() {
            "" => self.source_name(),
            name => name,
        }
    }
}

/// The text that a name means: `-` is the standard input, then a file, then the catalogue.
pub fn source(name: &str) -> Result<Source, OpenError> {
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
        return match catalogue::find(name) {
            Some(text) => Ok(Source::text(name, text)),
            None => Err(OpenError::Unknown { name: name.into(), hint: catalogue::hint(name) }),
        };
    };
    Ok(Source::bytes(name, bytes))
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
    let endings = FAMILIES.iter().flat_map(|family| family.endings).chain(&[".puzzle"]);
    name.contains(['/', '\\']) || endings.into_iter().any(|ending| name.ends_with(ending))
}
