//! Whether prices are looked for, and whether a search keeps them up.
//!
//! Prices belong to the puzzle that is searched, after the cut by symmetry: a restricted puzzle has
//! better ones. A list costs a linear program and another sweep, some hundredths of a second, so `auto`
//! asks only where the search is expected to take many times as long; more lists cost seconds, so they are
//! for searches of minutes and longer. Whether lists are kept up is decided by sweeps with and without
//! them. What is too dear is removed in any case, since it is known by then.

use std::str::FromStr;
use std::time::Instant;

use puzzle_core::bits::sixteen::has_registers;
use puzzle_core::{
    AbstractPuzzle, Budget, Cover, CoverEngine, CoverTask, Failure, PriceList, PriceRecord, Want,
};

use super::choose::{ABREAST, dynamic_node};
use super::prepare::Prepared;
use crate::cover::prices::{Care, Priced, at_the_root, with_more};
use crate::cover::{Bitsets, Blocks, Demands, sweeps};
use crate::saved;

/// What the asker wants of prices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Prices {
    /// Where they pay.
    #[default]
    Auto,
    /// Not at all.
    None,
    /// Remove what is too dear, and keep no list up.
    Root,
    /// Keep up to so many lists up.
    Lists(usize),
}

/// The most lists.
const MOST: usize = 8;

impl FromStr for Prices {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Prices::Auto),
            ("none", _) => Ok(Prices::None),
            ("root", _) => Ok(Prices::Root),
            (_, Ok(lists)) if (1..=MOST).contains(&lists) => Ok(Prices::Lists(lists)),
            _ => Err(format!("auto, none, root or a number of lists from 1 to {MOST}")),
        }
    }
}

/// Searches that are expected to take less than this, in seconds, are not worth a linear program.
const SHORT: f64 = 2.0;
/// Those that take longer than this with one list are worth more lists.
const LONG: f64 = 30.0;
/// And those that take longer than this without any are worth better lists: some hours with them.
const VERY_LONG: f64 = 1e6;
/// Steps of linear programs, about a nanosecond each: for each second that the search is expected to take,
/// and at most.
const STEPS_PER_SECOND: f64 = 1e7;
const STEPS: u64 = 10_000_000_000;
/// And where one solution is wanted: some milliseconds.
const FEW_STEPS: u64 = 5_000_000;
/// And for each second that is left of a limited time.
const STEPS_IN_TIME: f64 = 2.5e8;
/// Nodes abreast in the sweeps of long searches.
const WIDE: usize = 2048;
/// What keeping up one list adds to the cost of a node of `bitsets`, and what a node of `blocks` costs with
/// all of them, with vector registers and without, in parts of a node of `bitsets` without any.
const ONE: f64 = 0.08;
const SEVERAL: f64 = 0.3;
const SEVERAL_PLAIN: f64 = 2.2;
/// Lists are kept up if the search then takes no more than this part of its time.
const GAIN: f64 = 0.8;

/// The engines that keep lists up: the first is best for one list, the second for several; those after it are
/// for the demands that it declines, or for who leaves the first out.
const KEEPERS: [&dyn CoverEngine; 4] = [&Bitsets, &Blocks, &Bitsets, &Demands];

/// What becomes of the puzzle that is to be searched.
pub(super) enum Pricing {
    /// Nothing.
    AsItIs,
    /// This is searched instead.
    Searched(AbstractPuzzle),
    /// Prices prove that there is no solution.
    Hopeless,
}

/// A puzzle without what is too dear for any solution, with its best list and more for nodes of its search
/// tree, up to so many. `Err` is a list that proves that there is no solution, or nothing if none was found
/// in time.
pub fn priced(
    puzzle: &AbstractPuzzle,
    lists: usize,
    budget: &Budget,
) -> Result<AbstractPuzzle, Option<PriceList>> {
    let Priced { puzzle, list, .. } = at_the_root(puzzle, STEPS, budget).ok_or(None)?;
    let kept = puzzle.ok_or(Some(list))?;
    Ok(if lists > 1 { with_more(kept, lists, Care::Quick, budget) } else { kept })
}

impl Prepared<'_> {
    /// Whether prices prove quickly that there is no solution, if the asker leaves that to us.
    pub(super) fn proves_none(&mut self, puzzle: &AbstractPuzzle) -> Result<bool, Failure> {
        let how = self.ask.choices.get::<Prices>("prices")?.unwrap_or_default();
        if how != Prices::Auto {
            return Ok(false);
        }
        let priced = at_the_root(puzzle, FEW_STEPS, &self.control.budget);
        let hopeless = priced.filter(|priced| priced.puzzle.is_none());
        self.reasons.extend(hopeless.iter().map(|priced| why_hopeless(puzzle, &priced.list)));
        Ok(hopeless.is_some())
    }

    /// Looks for prices of the puzzle that is to be searched, the engine being chosen, and notes them down. A
    /// saved run goes on with those it has.
    pub(super) fn price(&mut self, puzzle: &AbstractPuzzle) -> Result<Pricing, Failure> {
        if let Some(path) = &self.run.resume {
            let saved = saved::read(path, self.run)?;
            if !saved.prices.is_empty() {
                return self.as_saved(puzzle, saved.prices);
            }
        }
        let how = self.ask.choices.get::<Prices>("prices")?.unwrap_or_default();
        let expected = self.seconds.filter(|&seconds| seconds > SHORT);
        let steps = match (how, expected) {
            (Prices::None, _) | (Prices::Auto, None) => return Ok(Pricing::AsItIs),
            (Prices::Auto, Some(seconds)) => ((seconds * STEPS_PER_SECOND) as u64).min(STEPS),
            (Prices::Root | Prices::Lists(_), _) => STEPS,
        };
        // A linear program does not look at the clock: of a short time it may take a part.
        let left = self
            .control
            .budget
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()).as_secs_f64());
        let steps = left.map_or(steps, |left| steps.min((left * STEPS_IN_TIME) as u64));
        let Some(priced) = at_the_root(puzzle, steps, &self.control.budget) else {
            self.reasons.push("prices: none found in time".into());
            return Ok(Pricing::AsItIs);
        };
        let Priced { puzzle: kept, removed, removing, list, mean } = priced;
        let plain = |lists: &[PriceList]| lists.iter().map(|list| list.prices().to_vec()).collect();
        self.prices = PriceRecord { removing: plain(&removing), kept: Vec::new() };
        self.reasons.push(format!(
            "prices: {removed} of {} embeddings are too dear for any solution",
            puzzle.embedding_count()
        ));
        let Some(kept) = kept else {
            self.reasons.push(why_hopeless(puzzle, &list));
            if list.purse() < 0 {
                self.prices.kept = plain(&[list]);
            }
            return Ok(Pricing::Hopeless);
        };
        self.reasons.push(format!(
            "prices: a solution spends at most {} in all, an embedding costs {mean:.2} on average",
            list.purse()
        ));
        let kept = self.lists(how, kept, expected)?;
        // A saved run goes on with the puzzle it was begun with.
        if let Some(path) = &self.run.resume {
            let begun = saved::read(path, self.run)?.fingerprint;
            if begun == puzzle.fingerprint() && begun != kept.fingerprint() {
                self.reasons.push("prices: not used, because the saved run has none".into());
                self.prices = PriceRecord::default();
                return Ok(Pricing::AsItIs);
            }
        }
        self.prices.kept = plain(kept.prices());
        Ok(Pricing::Searched(kept))
    }

    /// The puzzle with the price lists of a saved run.
    fn as_saved(
        &mut self,
        puzzle: &AbstractPuzzle,
        record: PriceRecord,
    ) -> Result<Pricing, Failure> {
        let wrong =
            |error| Failure::Usage(format!("the saved run's price lists are wrong: {error}"));
        let kept = record.apply(puzzle).map_err(wrong)?;
        let lists = record.removing.len() + record.kept.len();
        self.reasons.push(format!("prices: the {lists} lists of the saved run"));
        let keeps = !record.kept.is_empty();
        self.prices = record;
        let Some(kept) = kept else { return Ok(Pricing::Hopeless) };
        if keeps {
            self.keep_up(&kept, None);
        }
        Ok(Pricing::Searched(kept))
    }

    /// Decides which lists are kept up in the search.
    fn lists(
        &mut self,
        how: Prices,
        kept: AbstractPuzzle,
        expected: Option<f64>,
    ) -> Result<AbstractPuzzle, Failure> {
        let without = |kept: AbstractPuzzle| {
            let plain = kept.priced(Vec::new());
            plain.map_err(|error| Failure::Usage(error.to_string()))
        };
        if how == Prices::Root || self.keeper(&kept).is_none() {
            if matches!(how, Prices::Lists(_)) {
                let reason = "prices: no list is kept up, only bitsets, blocks and demands do so";
                self.reasons.push(reason.into());
            }
            return without(kept);
        }
        let node = dynamic_node(&kept);
        let cover = Cover::plain(kept.clone());
        let in_blocks = Blocks.accepts(&CoverTask::new(&cover, Want::All)).is_ok();
        let budget = self.control.budget.clone();
        let long = expected.is_some_and(|seconds| seconds > LONG);
        let time = |priced: &AbstractPuzzle| {
            let abreast = if long { WIDE } else { ABREAST };
            let nodes = sweeps::nodes(priced, abreast, &budget)?;
            let times = match priced.prices().len() {
                ..2 => 1.0 + ONE,
                _ if has_registers() && in_blocks => SEVERAL,
                _ => SEVERAL_PLAIN,
            };
            let seconds = nodes * node * times / 1e9;
            Some((nodes, seconds))
        };
        let very_long = expected.is_some_and(|seconds| seconds > VERY_LONG);
        let care = if very_long { Care::Thorough } else { Care::Quick };
        let (mut best, mut told) = match how {
            Prices::Lists(1) => (kept, None),
            Prices::Lists(lists) => (with_more(kept, lists, care, &budget), None),
            _ => {
                let told = time(&kept);
                (kept, told)
            }
        };
        let (Prices::Auto, Some(expected)) = (how, expected) else {
            self.keep_up(&best, time(&best));
            return Ok(best);
        };
        if told.is_some_and(|(_, seconds)| seconds > LONG) {
            let more = with_more(best.clone(), MOST, care, &budget);
            let more_told = time(&more);
            if more_told.zip(told).is_some_and(|(more, one)| more.1 < GAIN * one.1) {
                (best, told) = (more, more_told);
            }
        }
        match told {
            Some((_, seconds)) if seconds < GAIN * expected => {
                self.keep_up(&best, told);
                Ok(best)
            }
            _ => {
                self.reasons.push("prices: a list kept up would not pay".into());
                without(best)
            }
        }
    }

    /// The engine that was asked for, if it was.
    fn named(&self) -> Option<&'static dyn CoverEngine> {
        self.engine.filter(|_| self.ask.engine().is_some() || self.order.is_some())
    }

    /// The engine that keeps up the lists of this puzzle: the one that was asked for if it does, or else the
    /// best.
    fn keeper(&self, puzzle: &AbstractPuzzle) -> Option<&'static dyn CoverEngine> {
        let cover = Cover::plain(puzzle.clone());
        let task = CoverTask::new(&cover, Want::All);
        let several = usize::from(puzzle.prices().len() > 1);
        let named = self.named().map(CoverEngine::name);
        let fits = |keeper: &&'static dyn CoverEngine| {
            let wanted = named.map_or(self.may_take(*keeper), |named| keeper.name() == named);
            wanted && keeper.accepts(&task).is_ok()
        };
        let best = named.map_or(several, |_| 0);
        KEEPERS[best..].iter().copied().find(fits)
    }

    /// Notes down which engine searches with the lists of this puzzle.
    fn keep_up(&mut self, priced: &AbstractPuzzle, told: Option<(f64, f64)>) {
        let Some(engine) = self.keeper(priced) else { return };
        let lists = priced.prices().len();
        let many = if lists == 1 { "list" } else { "lists" };
        let expected = told.map_or(String::new(), |(nodes, seconds)| {
            let seconds = match seconds < 1e6 {
                true => format!("{seconds:.2}"),
                false => format!("{seconds:.0e}"),
            };
            format!(": about {nodes:.2e} nodes, {seconds} s")
        });
        self.reasons.push(format!("{} keeps {lists} {many} of prices up{expected}", engine.name()));
        self.engine = Some(engine);
        self.planned = None;
        if let Some((nodes, seconds)) = told {
            if self.seconds.is_some() {
                self.seconds = Some(seconds);
            }
            self.control.progress.expect(nodes);
        }
    }
}

/// Prices that are told in words: at most so many.
const FEW: usize = 24;

/// Why there is no solution.
fn why_hopeless(puzzle: &AbstractPuzzle, list: &PriceList) -> String {
    let priced = puzzle.aspects().iter().zip(list.prices()).filter(|(_, price)| **price != 0);
    let told: Vec<String> =
        priced.map(|(aspect, price)| format!("{} {price}", aspect.name)).collect();
    let prices = match told.len() <= FEW {
        true => format!(" (prices: {})", told.join(", ")),
        false => String::new(),
    };
    let purse = list.purse();
    match purse < 0 {
        true => format!(
            "no solution: by prices no embedding costs less than 0, but all that a solution covers \
             would cost {purse}{prices}"
        ),
        false => format!("no solution: by prices every embedding costs more than {purse}{prices}"),
    }
}
