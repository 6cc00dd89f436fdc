//! Divided runs: the same solutions in the same order at any number of threads, and nothing lost or
//! found twice when a run is stopped and taken up again, by another engine too.

use std::ops::ControlFlow;
use std::time::Duration;

use puzzle_core::{
    AbstractPuzzle, BigUint, Collect, Control, Cover, CoverEngine, CoverTask, Declined,
    EmbeddingId, Random, Report, Residual, StopReason, Subtree, Visitor, Want,
};
use puzzle_engines::cover::{Bitsets, Cells, Local, Native, Reference, Vm};
use puzzle_engines::divide::{self, Divided, Plan, Receiver, Sums};
use puzzle_testkit::{Feature, bijection, random_puzzle, simple, strip};

type Solutions = Vec<Vec<EmbeddingId>>;

fn whole() -> Vec<Subtree> {
    vec![Subtree { weight: 1.0, ..Subtree::default() }]
}

fn run(
    puzzle: &AbstractPuzzle,
    engine: &dyn CoverEngine,
    threads: usize,
    part: u64,
    subtrees: Vec<Subtree>,
    control: &Control,
) -> (Solutions, Divided) {
    let interval = Duration::from_secs(60);
    let plan = Plan {
        puzzle,
        engine,
        threads,
        part,
        interval,
        unordered: false,
        keep: false,
        exact: false,
    };
    let mut found = Vec::new();
    let mut each = |solution: &[EmbeddingId]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let mut save = |_: &Sums, _: Vec<Subtree>| {};
    let receiver = Receiver::Each(&mut each);
    let divided = divide::run(&plan, subtrees, receiver, control, &mut save).unwrap();
    assert_eq!(divided.sums.first, (found.len() as u64).into());
    (found, divided)
}

fn sorted(mut solutions: Solutions) -> Solutions {
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    solutions.sort();
    solutions
}

/// What an engine finds undivided.
fn undivided(puzzle: &AbstractPuzzle) -> Solutions {
    let problem = Cover::plain(puzzle.clone());
    let task = CoverTask { cover: &problem, want: Want::All, order: None };
    let mut found = Collect::all();
    Reference.run(&task, &mut found, &Control::default()).unwrap();
    sorted(found.solutions)
}

#[test]
fn any_number_of_threads_gives_the_same_solutions_in_the_same_order() {
    for puzzle in [simple(), bijection(6), strip(12)] {
        let expected = undivided(&puzzle);
        for part in [2, 30, 1_000_000] {
            let control = Control::default();
            let (one, divided) = run(&puzzle, &Cells, 1, part, whole(), &control);
            assert_eq!(divided.stopped, None);
            assert_eq!(sorted(one.clone()), expected);
            for threads in [2, 5] {
                let (many, _) = run(&puzzle, &Cells, threads, part, whole(), &control);
                assert_eq!(many, one, "{threads} threads, parts of {part} nodes");
            }
        }
    }
}

#[test]
fn random_puzzles_with_optional_aspects_divide_as_well() {
    for seed in 0..150 {
        let puzzle = random_puzzle(seed, Feature::Secondary);
        let (found, _) = run(
            &puzzle,
            &Bitsets,
            2,
            3,
            divide::divide(&puzzle, &Bitsets, &Control::default()),
            &Control::default(),
        );
        assert_eq!(sorted(found), undivided(&puzzle), "{seed}");
    }
}

/// Any choice and any exclusions, sensible or not, one after the other: what a searcher finds is what
/// the definition says, in the order in which a fresh one finds it.
#[test]
fn a_searcher_finds_what_extends_a_choice() {
    let mut seen = 0;
    let features = [Feature::Secondary, Feature::Bags, Feature::Colours, Feature::Mixed];
    for (seed, feature) in (0..100).flat_map(|seed| features.map(|feature| (seed, feature))) {
        let puzzle = random_puzzle(seed, feature);
        let all = undivided(&puzzle);
        let mut random = Random::new(seed);
        let mut veteran = Bitsets.searcher(&puzzle).unwrap();
        for _ in 0..20 {
            let mut some = |most: usize| -> Vec<EmbeddingId> {
                let many = random.index(most);
                let any = |_| EmbeddingId(random.index(puzzle.embedding_count()) as u32);
                (0..many).map(any).collect()
            };
            let subtree = Subtree { weight: 1.0, chosen: some(4), excluded: some(3) };
            let mut found = [Collect::all(), Collect::all()];
            let control = Control::default();
            veteran.search(&subtree, &mut found[0], &control).unwrap();
            let mut novice = Bitsets.searcher(&puzzle).unwrap();
            novice.search(&subtree, &mut found[1], &control).unwrap();
            assert_eq!(found[0].solutions, found[1].solutions);
            let Subtree { chosen, excluded, .. } = &subtree;
            let twice = (1..chosen.len()).any(|i| chosen[..i].contains(&chosen[i]));
            let extends = |solution: &&Vec<EmbeddingId>| {
                let has = |e: &EmbeddingId| solution.contains(e);
                !twice && chosen.iter().all(has) && !excluded.iter().any(has)
            };
            let expected: Solutions = all.iter().filter(extends).cloned().collect();
            seen += usize::from(!chosen.is_empty() && !expected.is_empty());
            assert_eq!(
                sorted(found[0].solutions.clone()),
                expected,
                "{feature:?} {seed} {subtree:?}"
            );
        }
    }
    assert!(seen > 200, "{seen}");
}

/// However small the parts are: what is one node cannot be split, and is searched.
#[test]
fn parts_of_one_node_lose_nothing() {
    for puzzle in [simple(), bijection(5), strip(12)] {
        for engine in [&Bitsets as &dyn CoverEngine, &Cells] {
            let (found, divided) = run(&puzzle, engine, 2, 2, whole(), &Control::default());
            assert_eq!(divided.stopped, None);
            assert_eq!(sorted(found), undivided(&puzzle));
        }
        let (found, _) = run(&puzzle, &Bitsets, 1, 1, whole(), &Control::default());
        assert_eq!(sorted(found), undivided(&puzzle));
    }
}

/// Little room makes more parts, the same ones at any number of threads.
#[test]
fn the_order_does_not_depend_on_threads_where_memory_is_short() {
    let puzzle = bijection(7);
    let mut control = Control::default();
    control.budget.memory = Some(200_000);
    let (one, divided) = run(&puzzle, &Bitsets, 1, 1_000_000, whole(), &control);
    assert_eq!((divided.stopped, one.len()), (None, 5040));
    for threads in [2, 3, 8] {
        let (many, again) = run(&puzzle, &Bitsets, threads, 1_000_000, whole(), &control);
        assert_eq!((many == one, &again.sums), (true, &divided.sums), "{threads} threads");
    }
}

/// An engine that never has enough memory.
struct Cramped;

impl CoverEngine for Cramped {
    fn card(&self) -> puzzle_core::Card {
        puzzle_core::Card {
            name: "cramped",
            about: "",
            form: puzzle_core::Form::Cover,
            kind: puzzle_core::Kind::Dynamic,
            order: "",
        }
    }

    fn accepts(&self, _: &CoverTask<'_>) -> Result<(), Declined> {
        Ok(())
    }

    fn run(&self, _: &CoverTask<'_>, _: &mut dyn Visitor, _: &Control) -> Result<Report, Declined> {
        let stopped = Some(StopReason::MemoryLimit);
        Ok(Report { solutions: 0_u32.into(), nodes: 1, stopped })
    }
}

#[test]
fn a_part_that_does_not_fit_into_memory_stops_the_run() {
    let (found, divided) = run(&bijection(5), &Cramped, 2, 100, whole(), &Control::default());
    assert_eq!((found.len(), divided.stopped), (0, Some(StopReason::MemoryLimit)));
    assert_eq!(divided.rest, whole());
}

/// Bags and colours divide by exclusion: no solution is lost, none is in two parts.
#[test]
fn random_puzzles_with_bags_and_colours_divide_as_well() {
    for feature in [Feature::Bags, Feature::Colours, Feature::Mixed] {
        for seed in 0..150 {
            let puzzle = random_puzzle(seed, feature);
            let expected = undivided(&puzzle);
            for engine in [&Reference as &dyn CoverEngine, &Bitsets] {
                for part in [1, 4] {
                    let control = Control::default();
                    let (found, _) = run(&puzzle, engine, 2, part, whole(), &control);
                    assert_eq!(sorted(found), expected, "{feature:?} {seed} {}", engine.name());
                }
                let parts = divide::divide(&puzzle, engine, &Control::default());
                let (found, _) = run(&puzzle, engine, 2, 3, parts, &Control::default());
                assert_eq!(sorted(found), expected, "{feature:?} {seed} {}", engine.name());
            }
        }
    }
}

#[test]
fn without_an_order_the_set_is_the_same() {
    let puzzle = bijection(6);
    let (ordered, _) = run(&puzzle, &Cells, 1, 30, whole(), &Control::default());
    let interval = Duration::from_secs(60);
    let plan = Plan {
        puzzle: &puzzle,
        engine: &Cells,
        threads: 3,
        part: 30,
        interval,
        unordered: true,
        keep: false,
        exact: false,
    };
    let mut found = Vec::new();
    let mut each = |solution: &[EmbeddingId]| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let receiver = Receiver::Each(&mut each);
    divide::run(&plan, whole(), receiver, &Control::default(), &mut |_, _| {}).unwrap();
    assert_eq!(sorted(found), sorted(ordered));
}

#[test]
fn what_a_satisfied_receiver_did_not_take_is_left() {
    let puzzle = bijection(6);
    let interval = Duration::from_secs(60);
    let plan = Plan {
        puzzle: &puzzle,
        engine: &Cells,
        threads: 2,
        part: 300,
        interval,
        unordered: false,
        keep: false,
        exact: false,
    };
    let (mut found, mut subtrees) = (Vec::new(), whole());
    while found.len() < 720 {
        let wanted = found.len() + 77;
        let mut each = |solution: &[EmbeddingId]| {
            found.push(solution.to_vec());
            if found.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let receiver = Receiver::Each(&mut each);
        let divided = divide::run(&plan, subtrees, receiver, &Control::default(), &mut |_, _| {});
        subtrees = divided.unwrap().rest;
    }
    assert_eq!(sorted(found), undivided(&puzzle));
}

#[test]
fn a_stopped_run_goes_on_where_it_stopped_with_any_engine_and_any_number_of_threads() {
    let puzzle = bijection(6);
    let (expected, _) = run(&puzzle, &Cells, 1, 20, whole(), &Control::default());
    let engines: [&dyn CoverEngine; 4] = [&Cells, &Bitsets, &Vm, &Native];
    let mut random = Random::new(7);
    for _ in 0..40 {
        let mut subtrees = whole();
        let mut found = Vec::new();
        loop {
            let mut control = Control::default();
            control.budget.nodes = Some(1 + random.index(400) as u64);
            let threads = 1 + random.index(3);
            let engine = if threads == 1 { engines[random.index(4)] } else { &Cells };
            let (more, divided) = run(&puzzle, engine, threads, 20, subtrees, &control);
            found.extend(more);
            match divided.stopped {
                None => break,
                Some(reason) => assert_eq!(reason, StopReason::NodeLimit),
            }
            subtrees = divided.rest;
        }
        assert_eq!(sorted(found), sorted(expected.clone()));
    }
}

#[test]
fn a_node_limit_stops_at_the_same_part_at_any_number_of_threads() {
    let puzzle = bijection(6);
    for limit in [1, 7, 50, 333] {
        let mut control = Control::default();
        control.budget.nodes = Some(limit);
        let ends: Vec<_> = [1, 2, 5]
            .map(|threads| {
                let parts = divide::divide(&puzzle, &Bitsets, &Control::default());
                let (found, divided) = run(&puzzle, &Cells, threads, 20, parts, &control);
                assert_eq!(divided.stopped, Some(StopReason::NodeLimit));
                assert!((limit..limit + 20).contains(&divided.sums.nodes));
                (found, divided.sums.nodes)
            })
            .into();
        assert!(ends.iter().all(|end| *end == ends[0]), "limit {limit}");
    }
}

/// Nothing of the part in which the limit comes is handed over, but it is told.
#[test]
fn a_node_limit_is_kept_to_the_node_on_one_thread() {
    let puzzle = bijection(6);
    for limit in [1, 7, 50, 333] {
        let mut control = Control::default();
        control.budget.nodes = Some(limit);
        for part in [20, 1_000_000] {
            let plan = Plan {
                puzzle: &puzzle,
                engine: &Cells,
                threads: 1,
                part,
                interval: Duration::from_secs(60),
                unordered: false,
                keep: false,
                exact: true,
            };
            let parts = divide::divide(&puzzle, &Bitsets, &Control::default());
            let tally = |_: &[EmbeddingId]| [1, 0, 0];
            let receiver = Receiver::Sum(&tally);
            let divided = divide::run(&plan, parts, receiver, &control, &mut |_, _| {}).unwrap();
            assert_eq!(divided.stopped, Some(StopReason::NodeLimit), "{limit} {part}");
            assert_eq!(divided.sums.nodes + divided.ahead.nodes, limit);
            assert!(!divided.rest.is_empty());
        }
    }
}

#[test]
fn what_interrupted_parts_found_is_told_but_not_handed_over() {
    let puzzle = bijection(9);
    let mut control = Control::default();
    control.budget.nodes = Some(5000);
    let plan = Plan {
        puzzle: &puzzle,
        engine: &Cells,
        threads: 1,
        part: 1_000_000,
        interval: Duration::from_secs(60),
        unordered: false,
        keep: false,
        exact: true,
    };
    let tally = |_: &[EmbeddingId]| [1, 0, 0];
    let whole = whole();
    let receiver = Receiver::Sum(&tally);
    let divided = divide::run(&plan, whole, receiver, &control, &mut |_, _| {}).unwrap();
    assert_eq!((divided.sums.nodes, divided.ahead.nodes), (0, 5000));
    assert!(divided.ahead.first > BigUint::ZERO && divided.sums.first == BigUint::ZERO);
}

#[test]
fn sums_are_the_same_as_counting_one_by_one() {
    let puzzle = strip(14);
    let expected = undivided(&puzzle).len() as u128;
    let plan = Plan {
        puzzle: &puzzle,
        engine: &Bitsets,
        threads: 3,
        part: 50,
        interval: Duration::from_millis(1),
        unordered: false,
        keep: false,
        exact: false,
    };
    let tally = |solution: &[EmbeddingId]| [2, solution.len() as u128, 1];
    let mut saves = 0;
    let mut save = |sums: &Sums, rest: Vec<Subtree>| {
        assert!(sums.first < (2 * expected).into() && !rest.is_empty());
        saves += 1;
    };
    let receiver = Receiver::Sum(&tally);
    let divided = divide::run(
        &plan,
        divide::divide(&puzzle, &Bitsets, &Control::default()),
        receiver,
        &Control::default(),
        &mut save,
    );
    let sums = divided.unwrap().sums;
    assert_eq!((sums.first, sums.second), ((2 * expected).into(), (14 * expected).into()));
    assert_eq!(sums.third, expected.into());
}

#[test]
fn weights_of_the_parts_add_up_to_one() {
    for puzzle in [simple(), bijection(11), strip(40)] {
        let parts = divide::divide(&puzzle, &Bitsets, &Control::default());
        let total: f64 = parts.iter().map(|part| part.weight).sum();
        assert!((total - 1.0).abs() < 1e-9);
    }
}

/// Descents underestimate, so even a search that seems to fit one part is divided.
#[test]
fn a_search_of_some_size_is_divided_however_small_it_seems() {
    let control = Control::default();
    // 986 410 nodes by estimate, which is exact here, and 110.
    assert!(divide::divide(&bijection(9), &Bitsets, &control).len() > 16);
    assert_eq!(divide::divide(&bijection(4), &Bitsets, &control), whole());
}

#[test]
fn making_the_parts_moves_the_progress_a_little_and_can_be_interrupted() {
    let control = Control { progress: puzzle_core::Progress::watched(), ..Control::default() };
    let parts = divide::divide(&bijection(11), &Bitsets, &control);
    assert!(parts.len() > 50);
    let fraction = control.progress.fraction();
    assert!(fraction > 0.0 && fraction <= 0.01, "{fraction}");
    control.budget.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(divide::divide(&bijection(11), &Bitsets, &control), whole());
}

/// Somebody who looks every now and then sees it move on, and never back.
#[test]
fn progress_is_monotone_and_ends_at_one() {
    let puzzle = bijection(9);
    let control = Control { progress: puzzle_core::Progress::watched(), ..Control::default() };
    let done = std::sync::atomic::AtomicBool::new(false);
    let seen = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut seen = Vec::new();
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                seen.push(control.progress.fraction());
                std::thread::sleep(Duration::from_millis(1));
            }
            seen
        });
        run(&puzzle, &Bitsets, 2, 2000, divide::divide(&puzzle, &Bitsets, &control), &control);
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        watcher.join().unwrap()
    });
    assert!(seen.is_sorted() && seen.iter().all(|f| (0.0..=1.0).contains(f)));
    assert_eq!(control.progress.fraction(), 1.0);
}

/// Counts the nodes of all parts, whatever becomes of them.
struct Counting(std::sync::atomic::AtomicU64);

impl CoverEngine for Counting {
    fn card(&self) -> puzzle_core::Card {
        Cells.card()
    }

    fn accepts(&self, task: &CoverTask<'_>) -> Result<(), Declined> {
        Cells.accepts(task)
    }
    fn run(
        &self,
        task: &CoverTask<'_>,
        sink: &mut dyn Visitor,
        control: &Control,
    ) -> Result<Report, Declined> {
        let report = Cells.run(task, sink, control)?;
        self.0.fetch_add(report.nodes, std::sync::atomic::Ordering::Relaxed);
        Ok(report)
    }
}

/// Threads wait for a receiver that takes its time: finished parts do not pile up.
#[test]
fn a_slow_receiver_holds_the_threads_back() {
    let puzzle = bijection(8);
    let mut control = Control::default();
    // Room for a few hundred of the 40320 solutions.
    control.budget.memory = Some(100_000);
    for unordered in [false, true] {
        let engine = Counting(0.into());
        let interval = Duration::from_secs(60);
        let plan = Plan {
            puzzle: &puzzle,
            engine: &engine,
            threads: 2,
            part: 60,
            interval,
            unordered,
            keep: false,
            exact: false,
        };
        let mut taken = 0;
        let mut each = |_: &[EmbeddingId]| {
            taken += 1;
            if taken == 1 {
                std::thread::sleep(Duration::from_millis(500));
                return ControlFlow::Continue(());
            }
            ControlFlow::Break(())
        };
        let receiver = Receiver::Each(&mut each);
        divide::run(&plan, whole(), receiver, &control, &mut |_, _| {}).unwrap();
        let nodes = engine.0.into_inner();
        assert!(nodes < 40_000, "{nodes} of 109601 nodes were visited before anybody wanted them");
    }
}

#[test]
fn an_engine_weighs_the_parts_its_own_way() {
    use puzzle_core::Residual;
    let puzzle = strip(40);
    let local = Local { cutoff: false };
    let parts = divide::divide(&puzzle, &local, &Control::default());
    let usual = divide::divide(&puzzle, &Bitsets, &Control::default());
    assert!(parts.len() > 16 && parts != usual);
    let choices =
        |parts: &[Subtree]| parts.iter().map(|part| part.chosen.clone()).collect::<Vec<_>>();
    assert_eq!(choices(&parts), choices(&usual), "the parts are the same");
    let nodes = |part: &Subtree| match puzzle.residual(part) {
        Residual::Puzzle(rest, _) => local.weigh(&rest).unwrap(),
        Residual::Solved | Residual::Hopeless => 1.0,
    };
    let total: f64 = parts.iter().map(nodes).sum();
    for part in &parts {
        assert!((part.weight - nodes(part) / total).abs() < 1e-12);
    }
}

/// Each finished part, searched alone by the reference, has what the run says of it; together they are all.
#[test]
fn a_run_that_keeps_its_parts_says_what_each_came_to() {
    let puzzle = bijection(6);
    let plan = Plan {
        puzzle: &puzzle,
        engine: &Cells,
        threads: 2,
        part: 30,
        interval: Duration::from_secs(60),
        unordered: false,
        keep: true,
        exact: false,
    };
    let tally = |_: &[EmbeddingId]| [3, 0, 0];
    let control = Control::default();
    let divided =
        divide::run(&plan, whole(), Receiver::Sum(&tally), &control, &mut |_, _| {}).unwrap();
    let parts = divided.sums.parts;
    assert!(parts.len() > 30, "{}", parts.len());
    let mut all = BigUint::ZERO;
    for part in parts {
        let found = match puzzle.residual(&part.subtree) {
            Residual::Puzzle(rest, _) => undivided(&rest).len() as u64,
            Residual::Solved => 1,
            Residual::Hopeless => 0,
        };
        assert_eq!(part.solutions, BigUint::from(3 * found), "{:?}", part.subtree);
        all += part.solutions;
    }
    assert_eq!((all, divided.sums.first), (2160_u32.into(), 2160_u32.into()));
}
