//! What goes in and what comes out: [`Ask`] and [`Run`] in, [`Answer`] or [`Failure`] out.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::shown::shown;
use crate::{
    BigUint, Choices, Control, Declined, Diagnostic, Finding, Origin, Question, StopReason,
};

/// A question with everything that belongs to it. What it means does not depend on the [`Run`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ask {
    /// What is asked.
    pub question: Question,
    /// How many solutions are wanted at most.
    pub limit: Option<u64>,
    /// An engine by name; `None` leaves the choice to the strategy.
    pub engine: Option<String>,
    /// Engines that are not to be chosen.
    pub without: Vec<String>,
    /// Whether the answer is found a second time, in an unlike way, and compared.
    pub confirm: bool,
    /// What the puzzle's own table of choices offers.
    pub choices: Choices,
}

impl Ask {
    /// The plain question.
    pub fn new(question: Question) -> Self {
        Ask { question, ..Ask::default() }
    }

    /// With a choice; a flag has an empty value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.choices.set(name, value.to_string());
        self
    }

    /// By an engine.
    #[must_use]
    pub fn by(self, engine: &str) -> Self {
        Ask { engine: Some(engine.into()), ..self }
    }

    /// How many solutions are wanted at most. Where a puzzle has a choice called `limit`, it means
    /// the same.
    pub fn most(&self) -> Result<Option<u64>, Failure> {
        match self.limit {
            Some(limit) => Ok(Some(limit)),
            None => self.choices.get("limit"),
        }
    }

    /// Whether it is about a puzzle that the asker restricts.
    pub fn is_restricted(&self) -> bool {
        self.choices.text("restrict").is_some_and(|text| text != "none")
    }

    /// Whether one solution of each class is to be handed over. Of the first solution alone nobody can
    /// say that it is the least of its class.
    pub fn lists_classes(&self) -> Result<bool, Failure> {
        let asked = self.choices.has("up-to") || self.choices.has("symmetric-only");
        if asked && matches!(self.question, Question::First | Question::Shortest) {
            let message = "classes are listed: ask for all solutions, or for a number of them";
            return Err(Failure::Usage(message.into()));
        }
        Ok(asked && self.question == Question::All)
    }

    /// The engine that was asked for; `auto` asks for none.
    pub fn engine(&self) -> Option<&str> {
        self.engine.as_deref().filter(|name| *name != "auto")
    }
}

/// How a question is answered: what it may spend, who watches, where it is saved. The answer does
/// not depend on it.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Limits, and where progress is told.
    pub control: Arc<Control>,
    /// How many threads; `None` takes as many as the machine has cores.
    pub threads: Option<usize>,
    /// Whether solutions may come in whatever order threads find them.
    pub unordered: bool,
    /// Where to save the run now and then, and when it is stopped.
    pub checkpoint: Option<PathBuf>,
    /// How often; `None` is once a minute.
    pub interval: Option<Duration>,
    /// A saved run to go on with.
    pub resume: Option<PathBuf>,
    /// Only divide the work: save it in parts, small enough for this many units of equal weight, and stop
    /// before any is searched.
    pub units: Option<u32>,
}

impl Run {
    /// How often a run is saved if nobody says otherwise.
    pub const INTERVAL: Duration = Duration::from_secs(60);

    /// Whether it is saved, or was.
    pub fn is_saved(&self) -> bool {
        self.checkpoint.is_some() || self.resume.is_some()
    }

    /// How often to save.
    pub fn interval(&self) -> Duration {
        self.interval.unwrap_or(Self::INTERVAL)
    }

    /// The same limits and watchers, but nothing is saved: for one of several searches.
    #[must_use]
    pub fn unsaved(&self) -> Self {
        Run { checkpoint: None, resume: None, ..self.clone() }
    }

    /// One that spends what another control allows.
    #[must_use]
    pub fn under(&self, control: Control) -> Self {
        Run { control: Arc::new(control), ..self.clone() }
    }
}

/// Which solutions count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UpTo {
    /// Images under any symmetry, reflections included.
    #[default]
    Symmetry,
    /// Images under turns only: what a hand can do with a solid.
    Turns,
}

impl UpTo {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            UpTo::Symmetry => "symmetry",
            UpTo::Turns => "turns",
        }
    }
}

impl std::str::FromStr for UpTo {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "symmetry" => Ok(UpTo::Symmetry),
            "turns" => Ok(UpTo::Turns),
            _ => Err("turns or symmetry"),
        }
    }
}

/// What counted as the same in an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sameness {
    /// Whether reflections count.
    pub up_to: UpTo,
    /// Where the symmetries come from.
    pub origin: Origin,
    /// How many there are of them.
    pub order: BigUint,
    /// If the puzzle has reflections: the number of classes of the other kind, and how many symmetries
    /// that goes by.
    pub other: Option<(BigUint, BigUint)>,
}

impl Sameness {
    /// In a line: up to what was counted, and what the other convention gives.
    pub fn words(&self) -> String {
        let one = self.order == BigUint::from(1_u32);
        let mut words = match (self.origin, one, self.up_to) {
            (Origin::Unknown, ..) => {
                return "no symmetry of this puzzle is known: every solution counts".into();
            }
            (_, true, UpTo::Symmetry) => {
                return "this puzzle has no symmetry: every solution is a class of its own".into();
            }
            (_, true, UpTo::Turns) => {
                "no turn keeps this puzzle: every solution is a class of its own".to_owned()
            }
            (Origin::Found, false, _) => {
                format!("up to {} symmetries, which were found in the exact cover", self.order)
            }
            (Origin::Graph, false, _) => format!("up to {} symmetries of the graph", self.order),
            (Origin::Geometry, false, UpTo::Turns) => format!("up to {} turns", self.order),
            (Origin::Geometry, false, UpTo::Symmetry) => {
                format!("up to {} symmetries of the puzzle", self.order)
            }
        };
        if let Some((classes, order)) = &self.other {
            words.push_str(&match self.up_to {
                UpTo::Symmetry if *order == BigUint::from(1_u32) => {
                    format!("; {classes} without reflections")
                }
                UpTo::Symmetry => format!("; {classes} up to the {order} turns alone"),
                UpTo::Turns => format!("; {classes} up to all {order} symmetries"),
            });
        }
        words
    }
}

/// The answer to a question.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// How many solutions: all of them if `stopped` is `None`, else those found so far.
    pub solutions: BigUint,
    /// How many up to symmetry, if that was asked; at least so many if the search was stopped.
    pub classes: Option<BigUint>,
    /// What counted as the same, if that matters.
    pub sameness: Option<Sameness>,
    /// The fewest moves to a goal.
    pub distance: Option<u64>,
    /// What else was found.
    pub finding: Finding,
    /// Nodes, states or positions examined.
    pub nodes: u64,
    /// Why the search was not completed.
    pub stopped: Option<StopReason>,
    /// The engine's name.
    pub engine: String,
    /// The name of the order in which it went about it.
    pub order: String,
    /// Whether the answer is about a restricted puzzle.
    pub restricted: bool,
    /// How the choice was made, a line a step.
    pub reasons: Vec<String>,
    /// The answer that was found a second time and agrees, if that was asked; if it was stopped,
    /// nothing is confirmed.
    pub confirmed: Option<Box<Answer>>,
}

impl Answer {
    /// How many classes there are at least: all of them if nothing stopped the search.
    pub fn least_classes(&self) -> BigUint {
        match (&self.classes, &self.sameness) {
            (Some(classes), _) => classes.clone(),
            // No class is larger than the group.
            (None, Some(sameness)) if sameness.order > BigUint::ZERO => {
                (&self.solutions + &sameness.order - 1_u32) / &sameness.order
            }
            (None, _) => u32::from(self.solutions > BigUint::ZERO).into(),
        }
    }

    /// Whether every solution was found, and nothing that was asked is left open.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// Why a question could not be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// What was chosen makes no sense for this puzzle.
    Usage(String),
    /// A file that belongs to the question is refused.
    File(Box<Refusal>),
    /// Nobody takes the question.
    Declined(String),
    /// A limit or an interrupt came before there was anything to tell.
    Stopped(StopReason),
    /// Two engines disagree: one of them is wrong, and this program with it.
    Disagreement(String),
    /// A solution was found that the family does not take: the engine or the lowering is wrong, and
    /// this program with it.
    Wrong(String),
}

shown! { Failure {
    Failure::Usage(message) | Failure::Declined(message) => "{message}";
    Failure::Disagreement(message) | Failure::Wrong(message) => "{message}";
    Failure::File(refusal) => "{}", refusal.rendered.trim_end();
    Failure::Stopped(reason) => "stopped: {reason}";
} }

impl std::error::Error for Failure {}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The file's name.
    pub file: String,
    /// What is wrong, and how to mend it.
    pub diagnostic: Diagnostic,
    /// Line and column, if it is anywhere in particular.
    pub position: Option<(usize, usize)>,
    /// All of it for people, with the line in question.
    pub rendered: String,
}

impl Refusal {
    /// What a diagnostic says about a file with this text.
    pub fn new(file: &str, text: &str, diagnostic: Diagnostic) -> Self {
        let (position, rendered) = (diagnostic.position(text), diagnostic.render(file, text));
        Refusal { file: file.into(), diagnostic, position, rendered }
    }
}

impl Failure {
    /// A file that is refused.
    pub fn file(file: &str, text: &str, diagnostic: Diagnostic) -> Self {
        Failure::File(Box::new(Refusal::new(file, text, diagnostic)))
    }
}

impl From<Declined> for Failure {
    fn from(declined: Declined) -> Self {
        Failure::Declined(declined.0)
    }
}
