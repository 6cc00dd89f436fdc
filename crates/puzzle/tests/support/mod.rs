//! What tests of covers vary, in one place: a question and a run from a few fields.
#![allow(dead_code, unreachable_pub, reason = "every test file uses some of it")]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use puzzle::{Answer, Ask, Control, Failure, Ignore, Puzzle, Question, Run, Sink};

/// How a cover is asked.
#[derive(Clone, Default)]
pub struct Options {
    pub engine: Option<String>,
    pub restriction: Option<&'static str>,
    pub preprocess: Option<&'static str>,
    pub prices: Option<&'static str>,
    pub seed: Option<u64>,
    pub threads: Option<usize>,
    pub unordered: bool,
    pub checkpoint: Option<PathBuf>,
    pub resume: Option<PathBuf>,
    pub control: Arc<Control>,
}

impl Options {
    /// The question.
    pub fn ask(&self, question: Question) -> Ask {
        let mut ask = Ask { engine: self.engine.clone(), ..Ask::new(question) };
        if let Some(restriction) = self.restriction {
            ask.choices.set("restrict", restriction);
        }
        if let Some(preprocess) = self.preprocess {
            ask.choices.set("preprocess", preprocess);
        }
        if let Some(prices) = self.prices {
            ask.choices.set("prices", prices);
        }
        if let Some(seed) = self.seed {
            ask.choices.set("seed", seed.to_string());
        }
        ask
    }

    /// The run.
    pub fn run(&self) -> Run {
        Run {
            control: self.control.clone(),
            threads: self.threads,
            unordered: self.unordered,
            checkpoint: self.checkpoint.clone(),
            resume: self.resume.clone(),
            interval: None,
            units: None,
        }
    }
}

/// A budget of nodes.
pub fn limited(nodes: u64) -> Options {
    let mut control = Control::default();
    control.budget.nodes = Some(nodes);
    Options { control: control.into(), ..Options::default() }
}

/// Asks a puzzle with options.
pub trait Asking {
    fn asked(&self, options: &Options, ask: &Ask, sink: &mut dyn Sink) -> Result<Answer, Failure>;

    fn counted(&self, options: &Options) -> Result<Answer, Failure> {
        self.asked(options, &options.ask(Question::Count), &mut Ignore)
    }

    fn classified(&self, options: &Options) -> Result<Answer, Failure> {
        self.asked(options, &options.ask(Question::Classes), &mut Ignore)
    }

    fn confirmed(&self, options: &Options, question: Question) -> Result<Answer, Failure> {
        let ask = Ask { confirm: true, ..options.ask(question) };
        self.asked(options, &ask, &mut Ignore)
    }

    fn solve(
        &self,
        options: &Options,
        mut visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Answer, Failure> {
        self.asked(options, &options.ask(Question::All), &mut visit)
    }

    fn sampled(&self, options: &Options, count: u64) -> Result<(Answer, Vec<Vec<u32>>), Failure> {
        let mut samples = Vec::new();
        let mut keep = |numbers: &[u32]| {
            samples.push(numbers.to_vec());
            ControlFlow::Continue(())
        };
        let ask = options.ask(Question::Sample).with("sample", count);
        let answer = self.asked(options, &ask, &mut keep)?;
        Ok((answer, samples))
    }
}

impl Asking for Puzzle {
    fn asked(&self, options: &Options, ask: &Ask, sink: &mut dyn Sink) -> Result<Answer, Failure> {
        self.ask(ask, &options.run(), sink)
    }
}
