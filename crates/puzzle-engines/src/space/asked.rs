//! What a question wants of a search of a space, and what the answer is made of.

use puzzle_core::{
    Answer, Ask, Declined, Explored, Failure, Finding, Key, Problem, Question, Run, Sink, Space,
    StateSpace, Task,
};

use super::{Halt, Plan};
use crate::saved::{available_memory, threads};

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) question: Question,
    /// Whether to go on to the furthest state.
    pub(super) exhaust: bool,
    /// Whether a shortest path is wanted, or only its length.
    pub(super) path: bool,
    /// Whether to count the shortest paths.
    pub(super) count: bool,
    /// Whether the size of each level is to be told.
    pub(super) levels: bool,
}

impl Wanted {
    /// Reads a task.
    pub(super) fn of<'a>(task: &Task<'a>) -> Result<(&'a Space, Self), Declined> {
        let Problem::Space(space) = task.problem else {
            return Err(Declined("not a state space".into()));
        };
        let Ask { question, choices, .. } = task.ask;
        let (exhaust, goal) = match question {
            Question::First | Question::Shortest => (false, true),
            Question::Furthest => (true, true),
            Question::Count | Question::Levels | Question::Graph => (true, false),
            other => return Err(Declined(format!("a search does not tell {}", other.about()))),
        };
        let goal = goal && puzzle_core::with_space!(space, space => space.has_goals());
        let wanted = Wanted {
            question: *question,
            exhaust,
            path: goal && !choices.has("distance"),
            count: goal && choices.has("count-shortest"),
            levels: choices.has("levels"),
        };
        Ok((space, wanted))
    }

    /// The answer, but for nodes and why it was stopped. `reached` is the distance of the nearest
    /// goals, `shortest` how many shortest paths lead there.
    pub(super) fn answer(
        &self,
        explored: Explored,
        reached: Option<usize>,
        shortest: Option<puzzle_core::BigUint>,
    ) -> Answer {
        let solutions = match self.question {
            Question::Count | Question::Levels | Question::Graph => explored.states().into(),
            _ => shortest.unwrap_or_else(|| u32::from(reached.is_some()).into()),
        };
        Answer {
            solutions,
            distance: reached.map(|distance| distance as u64),
            finding: Finding::Explored(explored),
            ..Answer::default()
        }
    }
}

/// Hands a path to the sink; it is the last, so whether more are wanted does not matter.
pub(super) fn hand<K: Key>(space: &dyn StateSpace<Key = K>, states: &[K], sink: &mut dyn Sink) {
    let mut numbers = space.heading();
    for &state in states.iter().skip(1) {
        numbers.extend(space.describe(state));
    }
    let _ = sink.solution(&numbers);
}

/// How a run searches. Without a limit it takes three quarters of the free memory before it turns to
/// the disk.
pub(super) fn plan(run: &Run, remember: bool) -> Plan {
    let memory = run.control.budget.memory.or_else(|| available_memory().map(|m| m / 4 * 3));
    Plan { threads: threads(run), remember, memory, resumable: run.is_saved() }
}

impl From<Halt> for Failure {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped(reason) => Failure::Stopped(reason),
            Halt::Forgotten => Failure::Usage(format!("{halt}; allow more")),
            Halt::Io(_) => Failure::Usage(halt.to_string()),
        }
    }
}
