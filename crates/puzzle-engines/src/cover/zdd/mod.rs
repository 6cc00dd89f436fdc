//! All solutions in one diagram, built by a search that remembers.
//!
//! How a partial solution can be completed depends only on which aspects it covers. So the search
//! keeps, for every set of covered aspects it has met, the diagram of all completions, and never
//! searches below the same set twice (Nishino, Yasuda, Minato and Nagata 2017: "dancing with
//! decision diagrams", DXZ). The diagram says for a node "take embedding e and go on at `hi`, or do
//! not and go on at `lo`"; every solution is exactly one path to the end, so solutions are counted,
//! listed and drawn at random without being stored.
//!
//! The aspect to be covered next is the one with the fewest embeddings left; it depends on the
//! covered set alone, so remembering stays right, but the embeddings are not met in one order along
//! all paths, as they are in Minato's zero-suppressed diagrams. Where every embedding reaches over
//! a few aspects only (dominoes), or where an order is given, the aspects are covered in that order
//! instead: then the covered sets are frontiers, of which there are few.
//!
//! Memory is the limit. It is known before it is taken; a diagram that does not fit is given up
//! with "memory limit". `diagram` is the result, `build` the search, `slots` the hash tables, `text`
//! the file.

mod build;
mod diagram;
mod saved;
mod slots;
mod text;

use std::ops::ControlFlow;

use puzzle_core::{
    BigUint, Card, Control, Cover, CoverEngine, CoverTask, Declined, EmbeddingId, Form, Kind,
    Order, Searched, StopReason, Visitor, Want,
};

pub use diagram::{Diagram, Sampler};
pub use saved::Keeping;

use super::handing::{Handing, ended};
use super::{dp, takes};

/// How much memory a diagram may take if nobody says.
const MEMORY: u64 = 1 << 30;
/// Up to so many aspects that an embedding reaches over, covering them in a fixed order is better.
const NARROW: u32 = 32;

/// How much of the progress is granted to building the diagram, where its solutions are listed.
const BUILDING: f64 = 0.02;

/// Counts and lists solutions by a decision diagram.
#[derive(Clone, Copy, Debug)]
pub struct Zdd;

/// A finished diagram, or why and when it was given up.
#[derive(Clone, Debug)]
pub enum Built {
    /// All solutions.
    Whole(Diagram),
    /// Given up.
    Stopped(StopReason),
}

impl Zdd {
    /// Builds the diagram of all solutions; the second part is how many sets of covered aspects
    /// were looked at. It is saved, and goes on from what was, if that is wanted.
    pub fn build(
        cover: &Cover,
        order: Option<&Order>,
        control: &Control,
        mut keeping: Option<Keeping<'_>>,
    ) -> Result<(Built, u64), Declined> {
        takes::simple(&cover.puzzle)?;
        build(cover, order, control, 1.0, &mut keeping)
            .ok_or_else(|| Declined("what was saved of the diagram is damaged".into()))
    }
}

/// Builds the diagram, and tells of it as such a part of all work.
fn build(
    cover: &Cover,
    order: Option<&Order>,
    control: &Control,
    part: f64,
    keeping: &mut Option<Keeping<'_>>,
) -> Option<(Built, u64)> {
    let narrow = || Some(dp::narrowest(cover)).filter(|(_, reach)| *reach <= NARROW);
    let order = order.cloned().or_else(|| narrow().map(|(order, _)| order));
    let room = control.budget.room(MEMORY);
    build::build(&cover.puzzle, order.as_ref(), control, room, part, keeping)
}

impl CoverEngine for Zdd {
    fn card(&self) -> Card {
        let about = "all solutions in one decision diagram, built by a search that remembers \
                     covered sets; aspects covered exactly or at most once";
        let (form, kind) = (Form::Cover, Kind::Counting);
        Card { name: "zdd", about, form, kind, order: "least-fit-first or narrowest" }
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        takes::simple(&task.cover.puzzle)
    }

    fn run(&self, task: &CoverTask<'_>, sink: &mut dyn Visitor, control: &Control) -> Searched {
        let cover = task.cover;
        takes::simple(&cover.puzzle)?;
        let part = if task.want == Want::All { BUILDING } else { 1.0 };
        let built = build(cover, task.order, control, part, &mut None);
        let (built, mut nodes) = built.expect("nothing was saved");
        let diagram = match built {
            Built::Whole(diagram) => diagram,
            Built::Stopped(reason) => {
                return Ok(ended(control, BigUint::ZERO, nodes, Some(reason)));
            }
        };
        if task.want == Want::Count {
            return Ok(ended(control, diagram.count(), nodes, None));
        }
        let watched = control.progress.is_watched();
        let total = watched.then(|| u64::try_from(diagram.count()).unwrap_or(u64::MAX) as f64);
        let mut handing = Handing::new(task, sink);
        let mut solutions = 0_u64;
        let mut stopped = None;
        let mut next_check = nodes + control.budget.slice(nodes);
        diagram.walk(&mut |step: Option<&[EmbeddingId]>| {
            let Some(solution) = step else {
                nodes += 1;
                if nodes >= next_check {
                    next_check = nodes + control.budget.slice(nodes);
                    control.progress.publish(nodes, solutions);
                    let listed = total.map_or(0.0, |total| solutions as f64 / total);
                    control.progress.publish_fraction(BUILDING + (1.0 - BUILDING) * listed);
                    stopped = control.budget.check(nodes);
                }
                let go_on = stopped.is_none();
                return if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
            };
            solutions += 1;
            let flow = handing.solution(solution);
            if flow.is_break() {
                stopped = Some(StopReason::Satisfied);
            }
            flow
        });
        Ok(ended(control, solutions, nodes, stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Random;
    use puzzle_core::verify;
    use puzzle_testkit::{Feature, all_solutions, bijection, random_puzzle, strip};

    fn whole(cover: &Cover, control: &Control) -> Diagram {
        match Zdd::build(cover, None, control, None).unwrap().0 {
            Built::Whole(diagram) => diagram,
            Built::Stopped(reason) => panic!("{reason}"),
        }
    }

    #[test]
    fn a_fixed_order_gives_the_same_solutions_as_the_shortest_aspect_first() {
        for seed in 0..200 {
            let puzzle = random_puzzle(seed, Feature::Secondary);
            let expected = all_solutions(&puzzle).len();
            let order = Order::least_growing_footprint(&puzzle);
            for order in [None, Some(&order)] {
                let built =
                    build::build(&puzzle, order, &Control::default(), MEMORY, 1.0, &mut None);
                let Some((Built::Whole(diagram), _)) = built else { panic!() };
                assert_eq!(diagram.count(), expected.into(), "{seed}");
            }
        }
    }

    #[test]
    fn the_file_is_read_as_it_was_written_and_damage_is_refused() {
        for puzzle in [strip(9), bijection(4), random_puzzle(3, Feature::Secondary)] {
            let diagram = whole(&Cover::plain(puzzle.clone()), &Control::default());
            let mut file = Vec::new();
            diagram.write(&puzzle, &mut file).unwrap();
            assert_eq!(Diagram::read(&file, &puzzle), Ok(diagram));
            for length in 0..file.len() {
                assert!(Diagram::read(&file[..length], &puzzle).is_err(), "{length}");
            }
            for at in 0..file.len() {
                for byte in [b'~', b'9', b'0', 0xff].iter().filter(|byte| **byte != file[at]) {
                    let mut changed = file.clone();
                    changed[at] = *byte;
                    assert!(Diagram::read(&changed, &puzzle).is_err(), "{at} {byte}");
                }
            }
            let refusal = Diagram::read(&file, &strip(5)).unwrap_err();
            assert_eq!(refusal.message, "the diagram is of another puzzle");
        }
    }

    /// Every solution comes up as often as any other: the sum of squared deviations is what chance
    /// allows (chi-square with n - 1 degrees of freedom stays below n - 1 + 5 sqrt(2 (n - 1))).
    #[test]
    fn draws_are_uniform_and_repeat_with_their_seed() {
        let puzzle = strip(9);
        let diagram = whole(&Cover::plain(puzzle.clone()), &Control::default());
        let sampler = Sampler::new(&diagram);
        let mut random = Random::new(42);
        let draws: Vec<_> = (0..11_000).map(|_| sampler.draw(&mut random).unwrap()).collect();
        let mut again = Random::new(42);
        assert!(draws[..50].iter().all(|draw| sampler.draw(&mut again).as_ref() == Some(draw)));
        let expected = draws.len() as f64 / 55.0;
        let mut seen = std::collections::BTreeMap::new();
        for mut draw in draws {
            verify(&puzzle, &draw).unwrap();
            draw.sort_unstable();
            *seen.entry(draw).or_insert(0_u32) += 1;
        }
        assert_eq!((sampler.total(), seen.len()), (55_u32.into(), 55));
        let deviation = |&times: &u32| (f64::from(times) - expected).powi(2) / expected;
        let sum: f64 = seen.values().map(deviation).sum();
        assert!((20.0..54.0 + 5.0 * 108_f64.sqrt()).contains(&sum), "{sum}");
    }

    #[test]
    fn counts_beyond_128_bits_are_drawn_from_too() {
        let puzzle = strip(400);
        let diagram = whole(&Cover::plain(puzzle.clone()), &Control::default());
        let sampler = Sampler::new(&diagram);
        assert!(sampler.total().bits() > 256 && diagram.len() < 2000);
        let draw = sampler.draw(&mut Random::new(7)).unwrap();
        verify(&puzzle, &draw).unwrap();
    }

    #[test]
    fn a_diagram_that_does_not_fit_is_given_up_with_its_reason() {
        let cover = Cover::plain(bijection(14));
        let mut control = Control::default();
        control.budget.memory = Some(300_000);
        let (built, nodes) = Zdd::build(&cover, None, &control, None).unwrap();
        assert!(matches!(built, Built::Stopped(StopReason::MemoryLimit)), "{nodes}");
        assert!(nodes > 1000);
        control.budget.memory = Some(30_000_000);
        assert_eq!(whole(&cover, &control).count(), 87_178_291_200_u64.into());
    }

    #[test]
    fn a_diagram_that_is_stopped_again_and_again_is_the_same_in_the_end() {
        let cover = Cover::plain(bijection(9));
        let mut control = Control::default();
        let expected = whole(&cover, &control);
        let (mut saved, mut runs) = (None, 0);
        loop {
            runs += 1;
            control.budget.nodes = Some(200);
            let mut left = None;
            let mut save = |_, head: String, bytes: Vec<u8>| left = Some((head, bytes));
            let keeping = Keeping::new(saved.take(), std::time::Duration::MAX, &mut save);
            if let Built::Whole(diagram) =
                Zdd::build(&cover, None, &control, Some(keeping)).unwrap().0
            {
                assert_eq!((diagram, runs > 5), (expected, true), "{runs}");
                break;
            }
            saved = left;
        }
    }

    #[test]
    fn what_does_not_fit_together_is_not_gone_on_with() {
        let cover = Cover::plain(bijection(5));
        let mut saved = None;
        let mut save = |_, head: String, bytes: Vec<u8>| saved = Some((head, bytes));
        let keeping = Keeping::new(None, std::time::Duration::MAX, &mut save);
        Zdd::build(&cover, None, &Control::default(), Some(keeping)).unwrap();
        let (head, bytes) = saved.unwrap();
        let takes = |head: &str, bytes: Vec<u8>| {
            let mut nobody = |_, _, _| {};
            let start = Some((head.to_owned(), bytes));
            let keeping = Keeping::new(start, std::time::Duration::MAX, &mut nobody);
            Zdd::build(&cover, None, &Control::default(), Some(keeping)).is_ok()
        };
        assert!(takes(&head, bytes.clone()));
        assert!(!takes(&head, bytes[1..].to_vec()) && !takes("diagram", Vec::new()));
        assert!(!takes("diagram 18446744073709551615 9 9", bytes.clone()));
        // The last node is its own branch, or takes an embedding that is not there.
        for back in [1, 12] {
            let mut changed = bytes.clone();
            let at = changed.len() - back;
            changed[at] = 0xff;
            assert!(!takes(&head, changed));
        }
    }
}
