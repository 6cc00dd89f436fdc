//! The engine `both-ends`: a search from the start and one from the goals, until they meet.

use puzzle_core::{
    Answer, Answered, Card, Declined, Engine, Explored, Form, Key, Kind, Question, Run, Sink,
    StateSpace, Task, with_space,
};

use super::asked::{Wanted, hand, plan};
use super::meeting::meet;

/// The engine.
#[derive(Debug)]
pub struct BothEnds;

impl Engine for BothEnds {
    fn card(&self) -> Card {
        let about = "level by level from the start and from the goals, where both are known \
                     and levels grow";
        Card { name: "both-ends", about, form: Form::Space, kind: Kind::Fixed, order: "levels" }
    }

    /// As `breadth-first`, whose search it does twice.
    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        let (space, wanted) = Wanted::of(task)?;
        let one = matches!(wanted.question, Question::First | Question::Shortest);
        Declined::unless(one, || "two searches that meet see only some of the states")?;
        Declined::unless(!wanted.count, || "two searches that meet do not count the ways")?;
        let free = !wanted.levels || task.ask.engine() == Some(self.name());
        Declined::unless(free, || "the levels are those of one search from the start")?;
        let both = with_space!(space, space => space.is_reversible() && space.goals().is_some());
        Declined::unless(
            both,
            || "it needs goals that are whole states, and moves that can be undone",
        )
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let (space, wanted) = Wanted::of(task)?;
        with_space!(space, space => search(space, &wanted, sink, run))
    }
}

fn search<K: Key>(
    space: &dyn StateSpace<Key = K>,
    wanted: &Wanted,
    sink: &mut dyn Sink,
    run: &Run,
) -> Answered {
    let goals = space.goals().unwrap_or_default();
    let meeting = meet(space, goals, &plan(run, wanted.path), &run.control)?;
    let [levels, levels_back] = meeting.sizes;
    if let Some(states) = meeting.path {
        hand(space, &states, sink);
    }
    let explored = Explored { levels, levels_back, ..Explored::default() };
    let answer = wanted.answer(explored, meeting.distance, None);
    Ok(Answer { nodes: meeting.nodes, stopped: meeting.stopped, ..answer })
}
