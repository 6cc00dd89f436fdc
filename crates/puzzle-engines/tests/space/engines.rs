//! Every engine of spaces against distances that are found without any queue, on random graphs; what
//! the strategy makes of them; and files of states.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use puzzle_core::{
    Answer, Ask, BigUint, Control, Explored, Failure, Finding, Form, Ignore, Kind, Problem,
    Question, Random, Run, Space, StateSpace, StopReason, Successors, Task,
};
use puzzle_engines::{find, meta, of_form};

/// Numbered states with moves between them.
#[derive(Clone, Debug)]
struct Graph {
    moves: Vec<Vec<u64>>,
    goals: Vec<u64>,
    reversible: bool,
}

/// Keys are no numbers of states, so that tables do not see them in order.
fn key(state: u64) -> u64 {
    state.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn state(key: u64) -> u64 {
    key.wrapping_mul(0xf1de_83e1_9937_733d)
}

impl StateSpace for Graph {
    type Key = u64;

    fn starts(&self) -> Vec<u64> {
        vec![key(0)]
    }

    fn expand(&self, states: &[u64], out: &mut Successors<u64>) {
        for &from in states {
            self.moves[state(from) as usize].iter().for_each(|&to| out.push(key(to)));
            out.close();
        }
    }

    fn has_goals(&self) -> bool {
        !self.goals.is_empty()
    }

    fn goals_among(&self, states: &[u64], found: &mut Vec<u64>) {
        found.extend(states.iter().filter(|key| self.goals.contains(&state(**key))));
    }

    fn is_reversible(&self) -> bool {
        self.reversible
    }

    fn goals(&self) -> Option<Vec<u64>> {
        self.has_goals().then(|| self.goals.iter().map(|&goal| key(goal)).collect())
    }

    fn describe(&self, from: u64) -> Vec<u32> {
        vec![state(from) as u32]
    }

    fn name(&self, from: u64) -> String {
        state(from).to_string()
    }
}

impl Graph {
    /// Up to forty states; some cannot be reached.
    fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let count = 2 + random.below(39);
        let mut any = || random.below(count);
        let reversible = seed.is_multiple_of(2);
        let mut moves = vec![Vec::new(); count as usize];
        for _ in 0..count + any() {
            let (from, to) = (any(), any());
            if from != to {
                moves[from as usize].push(to);
                if reversible {
                    moves[to as usize].push(from);
                }
            }
        }
        let goals = (0..any() % 4).map(|_| any()).collect();
        Graph { moves, goals, reversible }
    }

    fn problem(&self) -> Problem {
        Problem::Space(Space::W64(Arc::new(self.clone())))
    }

    /// The distance of each state, by making every move until nothing changes.
    fn distances(&self) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.moves.len()];
        distances[0] = Some(0);
        loop {
            let before = distances.clone();
            for (from, moves) in self.moves.iter().enumerate() {
                let Some(next) = distances[from].map(|distance| distance + 1) else { continue };
                for &to in moves {
                    let old = &mut distances[to as usize];
                    *old = Some(old.map_or(next, |old: usize| old.min(next)));
                }
            }
            if distances == before {
                return distances;
            }
        }
    }

    /// How many paths with so many moves lead to a state, moves between the same two states
    /// counting once.
    fn ways(&self, to: u64, moves: usize) -> u64 {
        let Some(before) = moves.checked_sub(1) else { return u64::from(to == 0) };
        let sources = (0..self.moves.len() as u64).filter(|&from| self.leads(from, to));
        sources.map(|from| self.ways(from, before)).sum()
    }

    fn leads(&self, from: u64, to: u64) -> bool {
        self.moves[from as usize].contains(&to)
    }

    /// Checks an answer and its path.
    fn check(&self, ask: &Ask, answer: &Answer, paths: &[Vec<u32>]) {
        let distances = self.distances();
        let nearest = self.goals.iter().filter_map(|&goal| distances[goal as usize]).min();
        let size = |at: usize| distances.iter().filter(|d| **d == Some(at)).count() as u64;
        let levels: Vec<u64> = (0..).map(size).take_while(|size| *size > 0).collect();
        assert_eq!(answer.stopped, None);
        assert_eq!(answer.distance, nearest.map(|distance| distance as u64));
        let Finding::Explored(Explored { levels: seen, levels_back, furthest, .. }) =
            &answer.finding
        else {
            panic!("a search tells what it saw")
        };
        if levels_back.is_empty() {
            let most = match ask.question {
                Question::First | Question::Shortest => nearest.map_or(levels.len(), |n| n + 1),
                _ => levels.len(),
            };
            assert_eq!(seen[..], levels[..most]);
        }
        match ask.question {
            Question::Count | Question::Levels => {
                assert_eq!(answer.solutions, levels.iter().sum::<u64>().into());
                return assert!(paths.is_empty());
            }
            Question::Furthest => {
                let furthest = furthest.as_ref().expect("there is always one");
                assert_eq!(distances[furthest[0] as usize], Some(levels.len() - 1));
            }
            _ => assert_eq!(*furthest, None),
        }
        let Some(nearest) = nearest else {
            assert_eq!(answer.solutions, BigUint::ZERO);
            return assert!(paths.is_empty());
        };
        let mut goals = self.goals.clone();
        goals.sort_unstable();
        goals.dedup();
        goals.retain(|&goal| distances[goal as usize] == Some(nearest));
        let shortest: u64 = match ask.choices.has("count-shortest") {
            true => goals.iter().map(|&goal| self.ways(goal, nearest)).sum(),
            false => 1,
        };
        assert_eq!(answer.solutions, shortest.into());
        if ask.choices.has("distance") {
            return assert!(paths.is_empty());
        }
        let [path] = paths else { panic!("one path is told, not {}", paths.len()) };
        assert_eq!((path.len(), path[0]), (nearest + 1, 0));
        assert!(path.windows(2).all(|step| self.leads(step[0].into(), step[1].into())));
        assert!(goals.contains(&u64::from(path[nearest])));
    }
}

/// One thread, so that small searches do not wait for others.
fn alone() -> Run {
    Run { threads: Some(1), ..Run::default() }
}

fn asks() -> Vec<Ask> {
    use Question::{Count, First, Furthest, Levels, Shortest};
    let mut asks: Vec<Ask> = [First, Shortest, Count, Levels, Furthest].map(Ask::new).into();
    for (question, choice) in [
        (First, "distance"),
        (First, "count-shortest"),
        (First, "levels"),
        (Furthest, "count-shortest"),
    ] {
        asks.push(Ask::new(question).with(choice, ""));
    }
    asks
}

/// Asks the strategy; also the paths that came.
fn ask(problem: &Problem, ask: &Ask, run: &Run) -> Result<(Answer, Vec<Vec<u32>>), Failure> {
    let mut paths = Vec::new();
    let mut sink = |path: &[u32]| {
        paths.push(path.to_vec());
        ControlFlow::Continue(())
    };
    let answer = meta::answer(problem, ask, run, &mut sink)?;
    Ok((answer, paths))
}

#[test]
fn every_engine_agrees_with_the_definition_on_random_graphs() {
    let mut taken = [0; 3];
    for graph in (0..300).map(Graph::random) {
        let problem = graph.problem();
        for question in asks() {
            for (number, engine) in of_form(Form::Space).enumerate() {
                let named = question.clone().by(engine.name());
                if engine.accepts(&Task { problem: &problem, ask: &named }).is_err() {
                    continue;
                }
                let (answer, paths) = ask(&problem, &named, &alone()).unwrap();
                graph.check(&question, &answer, &paths);
                assert_eq!(
                    (answer.engine.as_str(), answer.order.as_str()),
                    (engine.name(), "levels")
                );
                taken[number] += 1;
            }
        }
    }
    let [first, both, reference] = taken;
    assert_eq!((first, reference), (2700, 2700), "these two take every question of a search");
    assert!(both > 300, "{both}");
}

#[test]
fn the_strategy_gives_the_same_answer_with_each_engine_switched_off() {
    for graph in (300..340).map(Graph::random) {
        let problem = graph.problem();
        for question in asks() {
            let names: Vec<&str> = of_form(Form::Space).map(puzzle_core::Engine::name).collect();
            for name in names {
                let without = Ask { without: vec![name.into()], ..question.clone() };
                let (answer, paths) = ask(&problem, &without, &alone()).unwrap();
                assert_ne!(answer.engine, name);
                graph.check(&question, &answer, &paths);
            }
        }
    }
}

#[test]
fn an_answer_is_confirmed_by_the_definition() {
    for graph in (400..440).map(Graph::random) {
        let problem = graph.problem();
        for question in asks() {
            let confirmed = Ask { confirm: true, ..question.clone() };
            let (answer, paths) = ask(&problem, &confirmed, &alone()).unwrap();
            graph.check(&question, &answer, &paths);
            assert_eq!(answer.confirmed.unwrap().engine, "reference");
        }
    }
    let reference = find(Form::Space, "reference").unwrap();
    assert_eq!(reference.kind(), Kind::Definition);
}

/// A hundred thousand states in a row, with a loop at each.
fn long() -> Graph {
    let count = 100_000;
    let near = |at: u64| [at.saturating_sub(1), (at + 1).min(count - 1)].into();
    Graph { moves: (0..count).map(near).collect(), goals: vec![count - 1], reversible: true }
}

#[test]
fn every_engine_obeys_a_node_limit_and_an_interrupt_and_tells_how_far_it_came() {
    let problem = long().problem();
    for engine in of_form(Form::Space) {
        let question = Ask::new(Question::First).by(engine.name());
        let mut control = Control::default();
        control.budget.nodes = Some(500);
        let (answer, paths) = ask(&problem, &question, &alone().under(control)).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::NodeLimit), "{}", engine.name());
        assert!((500..700).contains(&answer.nodes), "{} {}", engine.name(), answer.nodes);
        assert!(paths.is_empty() && answer.distance.is_none());
        let run = alone();
        run.control.budget.interrupt.store(true, Ordering::Relaxed);
        let (answer, _) = ask(&problem, &question, &run).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::Interrupted), "{}", engine.name());
    }
}

#[test]
fn the_definition_gives_up_where_its_one_table_grows_too_large() {
    let mut control = Control::default();
    control.budget.memory = Some(100_000);
    let question = Ask::new(Question::Count).by("reference");
    let (answer, _) = ask(&long().problem(), &question, &alone().under(control)).unwrap();
    assert_eq!(answer.stopped, Some(StopReason::MemoryLimit));
}

#[test]
fn a_sink_that_has_enough_gets_no_second_path() {
    for engine in of_form(Form::Space) {
        let mut seen = 0;
        let mut sink = |_: &[u32]| {
            seen += 1;
            ControlFlow::Break(())
        };
        let graph = Graph {
            moves: vec![vec![1, 2], vec![0], vec![0]],
            goals: vec![1, 2],
            reversible: true,
        };
        let question = Ask::new(Question::First).by(engine.name());
        let answer = meta::answer(&graph.problem(), &question, &alone(), &mut sink).unwrap();
        assert_eq!((seen, answer.distance, answer.stopped), (1, Some(1), None));
    }
}

/// The cells of a square board; a move goes to a neighbour. The way leads to the last cell.
fn grid(size: u64) -> Graph {
    let near = |at: u64| {
        let (row, column) = (at / size, at % size);
        let (up, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
        let moves = [(row + 1, column), (up, column), (row, column + 1), (row, left)];
        let inside = moves.into_iter().filter(|&(r, c)| r < size && c < size);
        inside.map(|(r, c)| r * size + c).collect()
    };
    let (moves, goals) = ((0..size * size).map(near).collect(), vec![size * size - 1]);
    Graph { moves, goals, reversible: true }
}

#[test]
fn a_path_from_one_of_several_goals_is_found_through_forgotten_levels() {
    let size = 60;
    let last = size * size - 1;
    let graph = Graph { goals: vec![last, last - 1, last - size], ..grid(size) };
    let question = Ask::new(Question::First).with("both-ends", "");
    for memory in [6_000, 12_000, 1 << 30] {
        let mut control = Control::default();
        control.budget.memory = Some(memory);
        let (answer, paths) = ask(&graph.problem(), &question, &alone().under(control)).unwrap();
        graph.check(&question, &answer, &paths);
    }
}

#[test]
fn where_a_search_begins_is_up_to_the_asker() {
    let problem = grid(20).problem();
    let plain = Ask::new(Question::Shortest);
    for (question, engine) in [
        (plain.clone(), "breadth-first"),
        (plain.clone().with("one-end", ""), "breadth-first"),
        (plain.clone().with("both-ends", ""), "both-ends"),
        (plain.clone().with("both-ends", "").with("levels", ""), "both-ends"),
    ] {
        let (answer, _) = ask(&problem, &question, &alone()).unwrap();
        assert_eq!((answer.engine.as_str(), answer.distance), (engine, Some(38)));
    }
    // A star of sixty thousand rays, each of two states: the first level is wide at once.
    let rays = 60_000;
    let mut moves = vec![(1..=rays).collect()];
    moves.extend((1..=rays).map(|ray| vec![0, rays + ray]));
    moves.extend((1..=rays).map(|ray| vec![ray]));
    let star = Graph { moves, goals: vec![2 * rays], reversible: true }.problem();
    let (answer, _) = ask(&star, &plain, &alone()).unwrap();
    assert_eq!((answer.engine.as_str(), answer.distance), ("both-ends", Some(2)));
    assert!(answer.reasons[0].starts_with("breadth-first gave up"), "{:?}", answer.reasons);
    for question in [
        plain.clone().with("one-end", ""),
        plain.clone().with("levels", ""),
        plain.clone().by("breadth-first"),
        Ask { without: vec!["both-ends".into()], ..plain.clone() },
    ] {
        let (answer, _) = ask(&star, &question, &alone()).unwrap();
        assert_eq!((answer.engine.as_str(), answer.distance), ("breadth-first", Some(2)));
    }
    let graph = Graph { reversible: false, ..Graph::random(1) };
    let refused = ask(&graph.problem(), &plain.with("both-ends", ""), &alone());
    assert!(matches!(refused, Err(Failure::Declined(why)) if why.starts_with("engine both-ends")));
}

#[test]
fn states_and_moves_are_written_to_files() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = |name: &str| folder.join(name).display().to_string();
    let moves = vec![vec![2, 1], vec![0], vec![0, 3, 3], vec![2]];
    let problem = Graph { moves, goals: Vec::new(), reversible: true }.problem();
    let (layers, plain, dot) = (path("layers.txt"), path("graph.txt"), path("graph.dot"));
    let question = Ask::new(Question::Graph).with("export-layers", &layers);
    let (answer, paths) = ask(&problem, &question.with("export-graph", &plain), &alone()).unwrap();
    assert_eq!((answer.solutions, paths.len()), (4_u32.into(), 0));
    let lines = |file: &str| {
        let text = std::fs::read_to_string(file).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&layers), ["0 0", "1 1", "1 2", "2 3"]);
    assert_eq!(lines(&plain), ["0 1", "0 2", "1 0", "2 0", "2 3", "3 2"]);
    ask(&problem, &Ask::new(Question::Graph).with("export-graph", &dot), &alone()).unwrap();
    let text = std::fs::read_to_string(&dot).unwrap();
    assert!(text.starts_with("graph configurations {\n") && text.ends_with("}\n"));
    assert_eq!(text.matches(" -- ").count(), 3);
    let nowhere = Ask::new(Question::Graph);
    assert!(matches!(ask(&problem, &nowhere, &alone()), Err(Failure::Usage(_))));
    let nowhere = nowhere.with("export-graph", folder.join("no/such/folder").display());
    assert!(matches!(ask(&problem, &nowhere, &alone()), Err(Failure::Usage(_))));
}

#[test]
fn only_a_search_from_the_start_can_be_saved() {
    let problem = long().problem();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("row.levels");
    let run = Run { checkpoint: Some(file), ..alone() };
    for (engine, saves) in [("breadth-first", true), ("both-ends", false), ("reference", false)] {
        let question = Ask::new(Question::First).by(engine);
        let saved = meta::answer(&problem, &question, &run, &mut Ignore).is_ok();
        assert_eq!(saved, saves, "{engine}");
    }
}
