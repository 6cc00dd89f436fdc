//! The engine `reference`: the definition of a shortest path, in one table of all states. It is slow
//! and needs all of them in memory; its answers are what the others are tested against.

use std::collections::HashMap;

use puzzle_core::{
    Answer, Answered, BigUint, Card, Declined, Engine, Explored, Form, Key, Kind, Question, Run,
    Sink, StateSpace, StopReason, Successors, Task, with_space,
};

use super::asked::{Wanted, hand};
use super::neighbours;

/// The bytes it takes if nobody says otherwise.
const ROOM: u64 = 1 << 31;

/// The engine.
#[derive(Debug)]
pub struct Reference;

impl Engine for Reference {
    fn card(&self) -> Card {
        let about = "one state after the other, with all of them in one table: slow and obvious";
        let (form, kind) = (Form::Space, Kind::Definition);
        Card { name: "reference", about, form, kind, order: "levels" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        let (_, wanted) = Wanted::of(task)?;
        Declined::unless(wanted.question != Question::Graph, || "it writes no files")
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let (space, wanted) = Wanted::of(task)?;
        Ok(with_space!(space, space => search(space, &wanted, sink, run)))
    }
}

/// What is known of a state.
struct Seen<K> {
    distance: usize,
    /// The state it was reached from first.
    from: K,
    /// How many shortest paths lead to it, if that was asked.
    ways: BigUint,
}

fn search<K: Key>(
    space: &dyn StateSpace<Key = K>,
    wanted: &Wanted,
    sink: &mut dyn Sink,
    run: &Run,
) -> Answer {
    let budget = &run.control.budget;
    let most = budget.room(ROOM) / (2 * size_of::<(K, Seen<K>)>() as u64 + 64);
    let mut seen: HashMap<K, Seen<K>> = HashMap::new();
    let mut frontier: Vec<K> = space.starts();
    frontier.sort_unstable();
    frontier.dedup();
    let ways = || if wanted.count { 1_u32.into() } else { BigUint::ZERO };
    for &start in &frontier {
        seen.insert(start, Seen { distance: 0, from: start, ways: ways() });
    }
    let mut explored = Explored::default();
    let (mut nodes, mut stopped, mut nearest): (u64, Option<StopReason>, Vec<K>) =
        Default::default();
    let mut out = Successors::default();
    loop {
        explored.levels.push(frontier.len() as u64);
        if nearest.is_empty() {
            space.goals_among(&frontier, &mut nearest);
        }
        if !nearest.is_empty() && !wanted.exhaust {
            break;
        }
        let distance = explored.levels.len();
        let mut next = Vec::new();
        for &state in &frontier {
            stopped = budget
                .check(nodes)
                .or_else(|| (seen.len() as u64 > most).then_some(StopReason::MemoryLimit));
            if stopped.is_some() {
                break;
            }
            nodes += 1;
            run.control.progress.publish(nodes, 0);
            let ways = seen[&state].ways.clone();
            for key in neighbours(space, state, &mut out) {
                let entry = seen.entry(key).or_insert_with(|| {
                    next.push(key);
                    Seen { distance, from: state, ways: BigUint::ZERO }
                });
                if entry.distance == distance {
                    entry.ways += &ways;
                }
            }
        }
        if stopped.is_some() || next.is_empty() {
            break;
        }
        frontier = next;
    }
    if wanted.question == Question::Furthest && stopped.is_none() {
        explored.furthest = frontier.iter().min().map(|&key| space.describe(key));
    }
    let shortest: BigUint = nearest.iter().map(|goal| &seen[goal].ways).sum();
    let mut reached = None;
    if let Some(&goal) = nearest.iter().min() {
        reached = Some(seen[&goal].distance);
        let mut states = vec![goal];
        while let Some(before) = Some(&seen[&states[states.len() - 1]]).filter(|s| s.distance > 0) {
            states.push(before.from);
        }
        states.reverse();
        if wanted.path {
            hand(space, &states, sink);
        }
    }
    let answer = wanted.answer(explored, reached, wanted.count.then_some(shortest));
    Answer { nodes, stopped, ..answer }
}
