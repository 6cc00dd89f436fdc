//! Counting by dynamic programming on q.
//!
//! With a fixed order of the aspects, how a partial solution can be completed depends only on which
//! aspects it covers, not on how. All partial solutions whose least free aspect has rank r are
//! processed together, as a map from the covered set to the number of ways to reach it. Everything
//! below r is covered, and nothing beyond r plus the longest reach of an embedding, so the covered
//! set is a window of as many bits as that reach: one or two words for boxes that are not too wide,
//! whatever their length.
//!
//! It pays where different partial solutions cover the same set: identical pieces, thin boards.
//! The number of states is bounded by a budget; beyond it the engine gives up with "memory limit".
//! Counts are kept in 128 bits, and in big integers if that overflows. Between two states what is
//! left is a list of states, which can be saved and taken up again. `key` is what states are made of,
//! `layers` goes through them.

mod key;
mod layers;

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, BigUint, Card, Control, Cover, CoverEngine, CoverTask, Declined, Form, Kind,
    Layer, LayerState, Order, Searched, StopReason, Visitor, Want,
};

use super::handing::ended;
use super::takes;
use layers::Run;

/// The most states that are kept at one time.
const STATES: usize = 4_000_000;
/// The longest reach of an embedding: two words.
const WINDOW: u32 = 128;

/// Dynamic programming on the set of free aspects.
#[derive(Clone, Copy, Debug)]
pub struct Dp {
    /// The most states that are kept at one time, unless the budget says how much memory they may
    /// take.
    pub states: usize,
    /// Whether this is a trial, which gives up soon, with "memory limit" as well, where different
    /// partial solutions seldom cover the same set.
    pub trial: bool,
}

impl Dp {
    /// With as many states as a few hundred megabytes hold.
    pub const DEFAULT: Dp = Dp { states: STATES, trial: false };

    /// Where a count begins: nothing is covered, in one way.
    pub fn beginning(order: &Order) -> Layer {
        let state = LayerState { rank: 0, covered: 0, ways: 1_u32.into() };
        Layer { order: order.sequence().to_vec(), states: vec![state] }
    }

    /// The order it takes by itself.
    pub fn order(cover: &Cover) -> Order {
        narrowest(cover).0
    }

    /// Goes on from a saved layer. `watch` is told of moments at which the run could be saved, the
    /// last of them when it stops unfinished, and may end it.
    pub fn resume(
        &self,
        cover: &Cover,
        from: &Layer,
        control: &Control,
        watch: &mut dyn FnMut(Moment<'_>) -> ControlFlow<StopReason>,
    ) -> Searched {
        let puzzle = &cover.puzzle;
        let whole = from.order.len() == puzzle.aspects().len();
        Declined::unless(whole, || "the saved order is not one of this puzzle's aspects")?;
        let order = Order::from_prefix("saved", puzzle, &from.order);
        takes::once_at_most(puzzle)?;
        let reach = narrow(window(puzzle, &order))?;
        let within = from.states.iter().all(|s| s.covered.checked_shr(reach).unwrap_or(0) == 0);
        Declined::unless(within, || "a saved state covers aspects that no embedding reaches")?;
        let Dp { states, trial } = *self;
        let mut run = Run { control, states, trial, nodes: 0, order: &order, watch };
        let found = match reach <= 64 {
            true => run.count::<u64>(puzzle, &from.states),
            false => run.count::<u128>(puzzle, &from.states),
        };
        let (solutions, stopped) = match found {
            Ok(solutions) => (solutions, None),
            Err(reason) => (BigUint::ZERO, Some(reason)),
        };
        Ok(ended(control, solutions, run.nodes, stopped))
    }
}

/// The order the problem will be worked off in, if it is one to be counted here.
pub(crate) fn planned(task: &CoverTask<'_>) -> Result<Order, Declined> {
    let cover = task.cover;
    let counts = task.want == Want::Count;
    Declined::unless(counts, || "it counts solutions without visiting them")?;
    takes::once_at_most(&cover.puzzle)?;
    let (order, reach) = match task.order {
        Some(order) => (order.clone(), window(&cover.puzzle, order)),
        None => narrowest(cover),
    };
    narrow(reach).map(|_| order)
}

/// Declines windows over two words.
fn narrow(reach: u32) -> Result<u32, Declined> {
    let too_far = || format!("an embedding reaches over {reach} aspects");
    Declined::unless(reach <= WINDOW, too_far).map(|()| reach)
}

impl CoverEngine for Dp {
    fn card(&self) -> Card {
        let about = "counts by dynamic programming on the covered aspects; aspects covered \
                     exactly or at most once";
        Card { name: "dp", about, form: Form::Cover, kind: Kind::Counting, order: "narrowest" }
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        planned(task).map(drop)
    }

    fn run(&self, task: &CoverTask<'_>, _: &mut dyn Visitor, control: &Control) -> Searched {
        let order = planned(task)?;
        self.resume(task.cover, &Dp::beginning(&order), control, &mut |_| ControlFlow::Continue(()))
    }
}

/// How many ranks the longest embedding spans.
pub(crate) fn window(puzzle: &AbstractPuzzle, order: &Order) -> u32 {
    let ranks = order.ranks();
    let span = |e| {
        let ranks = puzzle.embedding(e).iter().map(|a| ranks[a.index()]);
        let (least, most) = ranks.fold((u32::MAX, 0), |(l, m), r| (l.min(r), m.max(r)));
        most - least + 1
    };
    puzzle.embedding_ids().map(span).max().unwrap_or(1)
}

/// With a window this narrow there are at most a thousand states in a layer: a still narrower one
/// would save less than it takes to find.
const NARROW: u32 = 11;

/// Among the known orders the one whose window is narrowest, and its window.
pub(crate) fn narrowest(cover: &Cover) -> (Order, u32) {
    let puzzle = &cover.puzzle;
    let measured = |order: Order| (order.clone(), window(puzzle, &order));
    let known = cover.orders.iter().cloned().chain([Order::reading(puzzle)]).map(measured);
    let best = known.min_by_key(|(_, reach)| *reach).expect("there is one at least");
    if best.1 <= NARROW {
        return best;
    }
    let own = measured(Order::least_growing_footprint(puzzle));
    if own.1 < best.1 { own } else { best }
}

/// A moment at which a run could be saved.
pub struct Moment<'a> {
    /// States worked off since the run began.
    pub nodes: u64,
    /// Why the run stops here, if it does.
    pub stopped: Option<StopReason>,
    /// What is left. Making it takes as long as copying all states.
    pub layer: &'a dyn Fn() -> Layer,
}

impl std::fmt::Debug for Moment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Moment").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::{AspectId, Collect, Demand, PuzzleBuilder, Random};
    use puzzle_testkit::{Feature, all_solutions, random_puzzle, strip};

    /// Stops after every few states and goes on from what was saved.
    #[test]
    fn a_count_that_is_stopped_again_and_again_comes_to_the_same_end() {
        let mut random = Random::new(5);
        for (cover, expected) in [
            (Cover::plain(strip(30)), BigUint::from(1_346_269_u32)),
            (Cover::plain(strip(200)), Dp::DEFAULT.whole(&Cover::plain(strip(200)))),
        ] {
            let order = narrowest(&cover).0;
            let mut layer = Dp::beginning(&order);
            for runs in 1.. {
                let mut control = Control::default();
                control.budget.nodes = Some(1 + random.index(9) as u64);
                let mut saved = None;
                let mut watch = |moment: Moment<'_>| {
                    if moment.stopped.is_some() || random.index(3) == 0 {
                        saved = Some((moment.layer)());
                    }
                    ControlFlow::Continue(())
                };
                let report = Dp::DEFAULT.resume(&cover, &layer, &control, &mut watch).unwrap();
                if report.is_complete() {
                    assert!(runs > 4);
                    assert_eq!(report.solutions, expected);
                    break;
                }
                layer = saved.expect("an unfinished run says what is left");
                assert!(layer.states.is_sorted());
            }
        }
    }

    #[test]
    fn whoever_watches_may_end_a_count() {
        let cover = Cover::plain(strip(30));
        let beginning = Dp::beginning(&narrowest(&cover).0);
        let mut control = Control::default();
        control.budget.nodes = Some(1000);
        let mut enough = |_: Moment<'_>| ControlFlow::Break(StopReason::TimeLimit);
        // Nobody is asked before the first moment, which is soon if many states are wanted.
        let trial = Dp { trial: true, ..Dp::DEFAULT };
        let wide = Cover::plain(strip(2000));
        let from = Dp::beginning(&narrowest(&wide).0);
        let report = trial.resume(&wide, &from, &Control::default(), &mut enough).unwrap();
        assert_eq!(report.stopped, Some(StopReason::TimeLimit));
        let report = Dp::DEFAULT.resume(&cover, &beginning, &control, &mut enough).unwrap();
        assert!(report.is_complete(), "it was over before");
    }

    impl Dp {
        fn whole(&self, cover: &Cover) -> BigUint {
            let task = CoverTask::new(cover, Want::Count);
            self.run(&task, &mut Collect::all(), &Control::default()).unwrap().solutions
        }
    }

    #[test]
    fn aspects_that_need_not_be_covered_may_be_passed_over() {
        for seed in 0..300 {
            let puzzle = random_puzzle(seed, Feature::Secondary);
            let expected = BigUint::from(all_solutions(&puzzle).len());
            assert_eq!(Dp::DEFAULT.whole(&Cover::plain(puzzle)), expected, "{seed}");
        }
    }

    #[test]
    fn a_trial_gives_up_where_states_do_not_collapse_and_counts_where_they_do() {
        let trial = Dp { trial: true, ..Dp::DEFAULT };
        let run = |puzzle: AbstractPuzzle, dp: Dp| {
            let problem = Cover::plain(puzzle);
            let task = CoverTask { cover: &problem, want: Want::Count, order: None };
            dp.run(&task, &mut Collect::all(), &Control::default()).unwrap()
        };
        // Every set of values is met along many ways.
        assert_eq!(run(puzzle_testkit::bijection(14), trial).solutions, 87_178_291_200_u64.into());
        // Each of fourteen cells is covered by one of two pieces of its own: no two ways are alike.
        let mut builder = PuzzleBuilder::new();
        for cell in 0..14 {
            let cell = builder.aspect(format!("c{cell}"), Demand::One);
            let late = builder.aspect(format!("p{}", cell.0), Demand::AtMostOne);
            builder.embedding([cell]);
            builder.embedding([cell, late]);
        }
        let puzzle = builder.build().unwrap();
        let cells = (0..28).step_by(2).map(AspectId).collect::<Vec<_>>();
        let order = Order::from_prefix("cells first", &puzzle, &cells);
        let problem = Cover { orders: vec![order], ..Cover::plain(puzzle) };
        let order = Some(&problem.orders[0]);
        let task = CoverTask { order, ..CoverTask::new(&problem, Want::Count) };
        let ask = |dp: Dp| dp.run(&task, &mut Collect::all(), &Control::default()).unwrap();
        assert_eq!(ask(Dp::DEFAULT).solutions, (1_u32 << 14).into());
        let given_up = ask(trial);
        assert_eq!(given_up.stopped, Some(StopReason::MemoryLimit));
        assert!(given_up.nodes < 6000, "{}", given_up.nodes);
    }

    #[test]
    fn a_memory_limit_stops_before_it_is_passed() {
        let cover = Cover::plain(puzzle_testkit::bijection(12));
        let layer = Dp::beginning(&narrowest(&cover).0);
        let mut control = Control::default();
        control.budget.memory = Some(50_000);
        let mut largest = 0;
        let mut watch = |moment: Moment<'_>| {
            largest = largest.max((moment.layer)().states.len());
            ControlFlow::Continue(())
        };
        let report = Dp::DEFAULT.resume(&cover, &layer, &control, &mut watch).unwrap();
        assert_eq!(report.stopped, Some(StopReason::MemoryLimit));
        assert!(largest > 100 && largest <= 50_000 / 99, "{largest}");
    }
}
