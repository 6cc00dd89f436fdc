//! Asking about monotone maps.

use std::ops::ControlFlow;

use puzzle_core::{BigUint, Control, Monotone, StopReason};
use puzzle_engines::monotone::bound::{self, Bound};
use puzzle_engines::monotone::frontier::{self, Failed};
use puzzle_engines::monotone::{self, ideals, pairs, ring::Ring, simplify};
use puzzle_families::monotone::{MonotonePuzzle, Side};
use puzzle_families::{Form, nearest};

use crate::confirm::compare;
use crate::sums::Summing;
use crate::{Answer, Failure, Options, Puzzle, Restriction};

/// What monotone maps can be asked.
pub struct MonotoneQuestions<'a> {
    puzzle: &'a MonotonePuzzle,
}

/// The number of maps, or why there are too many to count.
#[derive(Clone, Debug)]
pub struct MonotoneAnswer {
    /// The count; stopped by memory if it is hopeless.
    pub answer: Answer,
    /// How many there are at least, if they could not be counted.
    pub bound: Option<Bound>,
}

/// States that the frontier may have: a few seconds and some hundred megabytes.
const MOST_STATES: usize = 1 << 22;
/// States that it may have before something else is tried.
const FEW_STATES: usize = 1 << 17;

/// So many maps are listed to confirm their number.
const FEW_MAPS: u32 = 2_000_000;

/// What a count came to: the number, and the nodes it took.
type Counted = Result<(BigUint, u64), Stop>;

enum Stop {
    Hopeless,
    Reason(StopReason),
    Failure(Failure),
}

impl Puzzle {
    /// The questions about monotone maps, if that is what the puzzle is about.
    ///
    /// ```
    /// use puzzle::{Options, Puzzle};
    /// let puzzle = Puzzle::named("monotone-d3").unwrap();
    /// let counted = puzzle.monotone().unwrap().count(&Options::default()).unwrap();
    /// assert_eq!(counted.answer.solutions, 120_549_u32.into());
    /// ```
    pub fn monotone(&self) -> Option<MonotoneQuestions<'_>> {
        match self.description().form() {
            Form::Monotone(puzzle) => Some(MonotoneQuestions { puzzle }),
            _ => None,
        }
    }
}

impl MonotoneQuestions<'_> {
    /// Counts the maps; if that is hopeless, says how many there are at least.
    pub fn count(&self, options: &Options) -> Result<MonotoneAnswer, Failure> {
        plain(options)?;
        let mut counting = Counting { options, engines: Vec::new(), reasons: Vec::new() };
        let engine = engine(options)?;
        let counted = match self.puzzle.problem() {
            Some(problem) => counting.count(problem, engine),
            None => {
                counting.reasons.push("an order is too large to be written down".into());
                Err(Stop::Hopeless)
            }
        };
        let answer = counting.answer(counted)?;
        let hopeless = answer.stopped == Some(StopReason::MemoryLimit);
        let bound = if hopeless { self.bound(&options.control) } else { None };
        Ok(MonotoneAnswer { answer, bound })
    }

    /// Whether there is a second way to count the maps, if there is a first.
    pub fn may_confirm(&self) -> Result<(), Failure> {
        match self.puzzle.problem().and_then(dedekind) {
            Some(things) if !pairs::SIZES.contains(&things) => {
                let message = format!("there is no second way to count dedekind-{things} here");
                Err(Failure::Declined(message))
            }
            _ => Ok(()),
        }
    }

    /// Repeats a complete count in another way, and compares: few maps are listed; others are counted
    /// by an engine unlike the first one, or from the other end. [`Failure::Disagreement`] if the figures differ. The answer may be incomplete: then
    /// nothing is confirmed.
    pub fn confirm(&self, options: &Options, first: &Answer) -> Result<Answer, Failure> {
        self.may_confirm()?;
        let plain = Options { engine: None, checkpoint: None, resume: None, ..options.clone() };
        let Some(problem) = self.puzzle.problem() else {
            return Err(Failure::Declined("an order is too large to be written down".into()));
        };
        let mut second = if first.solutions <= BigUint::from(FEW_MAPS) {
            self.list(&plain, &mut |_| ControlFlow::Continue(()))?
        } else {
            let mut counting =
                Counting { options: &plain, engines: Vec::new(), reasons: Vec::new() };
            let counted = counting.again(problem, &first.engine);
            counting.answer(counted)?
        };
        second.reasons.iter_mut().for_each(|reason| *reason = format!("confirmed: {reason}"));
        compare(first, second)
    }

    /// How many maps there are at least, by an antichain and an interval.
    pub fn bound(&self, control: &Control) -> Option<Bound> {
        let one = || BigUint::from(1_u32);
        let exponent = match self.puzzle.from() {
            Side::Order(order) if order.len() <= 2048 => order.width().into(),
            Side::Order(order) => order.levels().into_iter().max()?.into(),
            Side::Maps(maps) => bound::largest_level(maps, MOST_STATES, control).ok()?.0,
        };
        let base = match self.puzzle.to() {
            Side::Order(order) => order.largest_interval().into(),
            Side::Maps(maps) => {
                // If values have a least and a greatest, so have the maps.
                let whole = maps.to.largest_interval() == maps.to.len();
                let all = bound::largest_level(maps, MOST_STATES, control).ok()?.1;
                if whole { all } else { one() }
            }
        };
        Some(Bound { base, exponent })
    }

    /// Hands every map to `visit`, as the numbers of its values, in lexicographic order.
    pub fn list(
        &self,
        options: &Options,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Answer, Failure> {
        plain(options)?;
        if options.engine.is_some() {
            return Err(Failure::Usage(
                "maps are listed by the definition, not by an engine".into(),
            ));
        }
        if options.checkpoint.is_some() || options.resume.is_some() {
            return Err(Failure::Usage("lists of maps are not saved; count them instead".into()));
        }
        let Some(problem) = self.puzzle.problem() else {
            let message = "an order is too large to be written down, so its maps cannot be listed";
            return Err(Failure::Declined(message.into()));
        };
        let control = &options.control;
        let (mut nodes, mut found, mut stopped) = (0_u64, 0_u64, None);
        let mut pulse = || {
            nodes += 1;
            if nodes.is_multiple_of(256) {
                control.progress.publish(nodes, 0);
                stopped = control.budget.check(nodes);
            }
            if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let flow = problem.visit(&mut pulse, &mut |values| {
            found += 1;
            visit(values)
        });
        if flow.is_break() {
            stopped = stopped.or(Some(StopReason::Satisfied));
        }
        Ok(Answer {
            solutions: found.into(),
            classes: None,
            nodes,
            stopped,
            engine: "reference".into(),
            order: "linear-extension".into(),
            restricted: false,
            reasons: vec!["maps are listed by the definition".into()],
        })
    }
}

/// Refuses what makes no sense for maps.
fn plain(options: &Options) -> Result<(), Failure> {
    match options.order.is_some() || options.restriction != Restriction::None {
        true => {
            Err(Failure::Usage("orders of aspects and restrictions are for exact covers".into()))
        }
        false => Ok(()),
    }
}

fn engine(options: &Options) -> Result<Option<&str>, Failure> {
    let Some(name) = options.engine.as_deref() else { return Ok(None) };
    if monotone::NAMES.contains(&name) {
        return Ok(Some(name));
    }
    let hint = nearest::hint(name, monotone::NAMES.iter().copied());
    Err(Failure::Usage(format!("there is no engine `{name}` for monotone maps: {hint}")))
}

struct Counting<'a> {
    options: &'a Options,
    engines: Vec<&'static str>,
    reasons: Vec<String>,
}

impl Counting<'_> {
    /// Counts a problem, taken apart if the asker leaves the choice to us.
    fn count(&mut self, problem: &Monotone, engine: Option<&str>) -> Counted {
        if engine.is_some() || dedekind(problem).is_some() {
            return self.term(problem, engine);
        }
        let factors = simplify::factors(problem);
        if factors.len() > 1 || factors.iter().any(|factor| factor.terms.len() > 1) {
            self.reasons.push("unconnected parts are counted separately".into());
        }
        let (mut product, mut nodes) = (BigUint::from(1_u32), 0);
        for factor in &factors {
            let mut sum = BigUint::ZERO;
            for (term, often) in &factor.terms {
                let (count, more) = self.term(term, None)?;
                sum += count * *often;
                nodes += more;
            }
            product *= sum.pow(factor.times);
        }
        Ok((product, nodes))
    }

    /// Counts a problem once more, unlike `first` did.
    fn again(&mut self, problem: &Monotone, first: &str) -> Counted {
        if let Some(things) = dedekind(problem).filter(|_| first == "ring") {
            return self.pairs(things);
        }
        let dual = Monotone { from: problem.from.dual(), to: problem.to.dual() };
        let closed = dual.to.len() == 2 && dual.to.leq(0, 1);
        let takes_ideals = closed && dual.from.len() <= ideals::WIDEST;
        self.reasons.push("both orders are turned upside down".into());
        if takes_ideals && !first.contains("ideals") {
            return self.ideals(&dual);
        }
        match self.frontier(&dual, MOST_STATES) {
            Err(Stop::Hopeless) if takes_ideals => self.ideals(&dual),
            counted => counted,
        }
    }

    /// What a count came to, in words for the asker.
    fn answer(mut self, counted: Counted) -> Result<Answer, Failure> {
        let (solutions, nodes, stopped) = match counted {
            Ok((count, nodes)) => (count, nodes, None),
            Err(Stop::Failure(failure)) => return Err(failure),
            Err(Stop::Reason(reason)) => (BigUint::ZERO, 0, Some(reason)),
            Err(Stop::Hopeless) => (BigUint::ZERO, 0, Some(StopReason::MemoryLimit)),
        };
        self.engines.dedup();
        Ok(Answer {
            solutions,
            classes: None,
            nodes,
            stopped,
            engine: match self.engines.is_empty() {
                true => "none".into(),
                false => self.engines.join("+"),
            },
            order: "linear-extension".into(),
            restricted: false,
            reasons: self.reasons,
        })
    }

    fn term(&mut self, problem: &Monotone, engine: Option<&str>) -> Counted {
        let closed = problem.to.len() == 2 && problem.to.leq(0, 1);
        let small = problem.from.len() <= ideals::WIDEST;
        match (engine, dedekind(problem)) {
            (Some("ring") | None, Some(things)) => return self.ring(things),
            (Some("ring"), None) => {
                let message = "the engine ring takes the sets of 4 to 8 things and a chain of two";
                return Err(Stop::Failure(Failure::Declined(message.into())));
            }
            _ => {}
        }
        match (engine, problem.from.as_boolean().filter(|n| closed && pairs::SIZES.contains(n))) {
            (Some("pairs"), Some(things)) => return self.pairs(things),
            (Some("pairs"), None) => {
                let message = "the engine pairs takes the sets of 2 to 7 things and a chain of two";
                return Err(Stop::Failure(Failure::Declined(message.into())));
            }
            _ => {}
        }
        if self.options.resume.is_some() || self.options.checkpoint.is_some() {
            let message = "only dedekind-4 to dedekind-8 are counted in parts that can be saved";
            return Err(Stop::Failure(Failure::Usage(message.into())));
        }
        match engine {
            Some("ideals") if !closed || !small => {
                let message = "the engine ideals takes up to 64 elements and a chain of two";
                Err(Stop::Failure(Failure::Declined(message.into())))
            }
            Some("ideals") => self.ideals(problem),
            Some(_) => self.frontier(problem, MOST_STATES),
            None if closed && small => match self.frontier(problem, FEW_STATES) {
                Err(Stop::Hopeless) => self.ideals(problem),
                counted => counted,
            },
            None => self.frontier(problem, MOST_STATES),
        }
    }

    fn frontier(&mut self, problem: &Monotone, most: usize) -> Counted {
        match frontier::count(problem, false, most, &self.options.control) {
            Ok(counted) => {
                self.engines.push("frontier");
                self.reasons.push(format!(
                    "frontier: {} states in all, {} at a time at most",
                    counted.states, counted.widest
                ));
                Ok((counted.levels.into_iter().sum(), counted.states))
            }
            Err(Failed::TooWide) => {
                self.reasons.push(format!("frontier: over {most} states, given up"));
                Err(Stop::Hopeless)
            }
            Err(Failed::Stopped(reason)) => Err(Stop::Reason(reason)),
        }
    }

    fn ideals(&mut self, problem: &Monotone) -> Counted {
        self.engines.push("ideals");
        self.reasons.push("ideals: in or out, element by element, with memory".into());
        let counted = ideals::count(&problem.from, &self.options.control);
        counted.map(|(count, nodes)| (count.into(), nodes)).map_err(Stop::Reason)
    }

    fn pairs(&mut self, things: u32) -> Counted {
        self.engines.push("pairs");
        self.reasons.push(format!("pairs: a sum over pairs of maps of {} things", things - 2));
        let counted = pairs::count(things, &self.options.control);
        counted.map(|(count, nodes)| (count.into(), nodes)).map_err(Stop::Reason)
    }

    fn ring(&mut self, things: u32) -> Counted {
        self.engines.push("ring");
        let ring = Ring::new(things);
        let parts = ring.parts();
        self.reasons.push(format!(
            "ring: traces over {} intervals, one of each orbit, of the lattice of {} things",
            parts.len(),
            things - 4
        ));
        let summing = Summing {
            options: self.options,
            fingerprint: u64::from(things),
            question: "dedekind by intervals",
        };
        let (account, stopped) =
            summing.run(&ring, || parts, &|part| ring.owns(part)).map_err(Stop::Failure)?;
        match stopped {
            Some(reason) => Err(Stop::Reason(reason)),
            None => Ok((account.sum, account.nodes)),
        }
    }
}

/// The number of things, if the engine `ring` takes the problem.
fn dedekind(problem: &Monotone) -> Option<u32> {
    let closed = problem.to.len() == 2 && problem.to.leq(0, 1);
    let things = problem.from.as_boolean().filter(|_| closed)?;
    Ring::SIZES.contains(&things).then_some(things)
}
