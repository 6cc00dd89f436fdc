//! Asking about sliding-block puzzles.
//!
//! ```
//! use puzzle::sliding::{Question, Style};
//! use puzzle::{Options, Puzzle};
//!
//! let puzzle = Puzzle::named("knuth-example").unwrap();
//! let sliding = puzzle.sliding().unwrap();
//! let question = Question { style: Style::new(5).unwrap(), ..Question::default() };
//! let answer = puzzle::sliding::ask(sliding, &question, &Options::default()).unwrap();
//! assert_eq!(answer.distance, Some(2));
//! assert_eq!(answer.moves.len(), 2);
//! ```

mod export;
mod original;
mod original_groups;

use std::time::{Duration, Instant};

use puzzle_core::{BigUint, Key, StateSpace, StopReason};
use puzzle_engines::space::{
    Halt, Levels, Plan, Saved, Search, count_shortest, meet, path, read_saved,
};
use puzzle_families::sliding::PackedSpace;
pub use puzzle_families::sliding::{
    Block, Board, Condition, Direction, Freedom, Goal, Kind, Move, Rules, Sliding, Style, lower,
};
use puzzle_families::{Form, with_sliding_space};

pub use export::{Exported, export};
pub use original::{End, Original};

use crate::{Failure, Options, Puzzle};

/// Levels wider than this make a search from both ends worth while.
const WIDE: u64 = 50_000;

/// Whether to search from the goal too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ends {
    /// If the goal is one configuration and levels grow wide.
    #[default]
    Auto,
    /// Only from the start.
    One,
    /// From both ends.
    Both,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What counts as a move.
    pub style: Style,
    /// Whether to go on to the furthest configuration.
    pub exhaust: bool,
    /// Whether a shortest solution is wanted, or only its length.
    pub solution: bool,
    /// Whether to count the shortest solutions.
    pub count: bool,
    /// Where to begin.
    pub ends: Ends,
}

impl Default for Question {
    fn default() -> Self {
        Question {
            style: Style::default(),
            exhaust: false,
            solution: true,
            count: false,
            ends: Ends::Auto,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The fewest moves to a goal; `None` if none was reached.
    pub distance: Option<usize>,
    /// How many configurations have each distance from the start, as far as levels are complete.
    pub levels: Vec<u64>,
    /// The same from the goal, if the search began there too.
    pub levels_back: Vec<u64>,
    /// The configurations of a shortest solution, the start included; blocks in the order of
    /// [`Sliding::labels`].
    pub path: Vec<Vec<Block>>,
    /// Its moves.
    pub moves: Vec<Move>,
    /// How many shortest solutions there are: different sequences of configurations.
    pub shortest: Option<BigUint>,
    /// A configuration that is furthest from the start, if the search was exhaustive.
    pub furthest: Option<Vec<Block>>,
    /// How many configurations were expanded.
    pub nodes: u64,
    /// The most bytes that the tables took.
    pub peak: u64,
    /// The most bytes that the tables of three levels took.
    pub peak_window: u64,
    /// Whether levels went to disk.
    pub spilled: bool,
    /// Why the search was not completed.
    pub stopped: Option<StopReason>,
}

impl Answer {
    /// All configurations in complete levels.
    pub fn configurations(&self) -> u64 {
        self.levels.iter().sum()
    }
}

impl Puzzle {
    /// The sliding-block puzzle, if it is one.
    pub fn sliding(&self) -> Option<&Sliding> {
        match self.description().form() {
            Form::Sliding(sliding) => Some(sliding),
            _ => None,
        }
    }
}

/// Answers a question about a puzzle.
pub fn ask(puzzle: &Sliding, question: &Question, options: &Options) -> Result<Answer, Failure> {
    let lowered = lower(puzzle, question.style).map_err(Failure::Declined)?;
    with_sliding_space!(&lowered, space => search(puzzle, space, question, options))
}

/// What to run, and the plan for it.
fn plan(options: &Options, remember: bool) -> Plan {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let memory = options.control.budget.memory.or_else(|| available_memory().map(|m| m / 4 * 3));
    Plan { threads: options.threads.unwrap_or_else(cores), remember, memory, resumable: false }
}

/// The memory that is free, where the system tells (Linux does): without a limit a search takes
/// three quarters of it before it turns to the disk.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

fn search<S: PackedSpace>(
    puzzle: &Sliding,
    space: &S,
    question: &Question,
    options: &Options,
) -> Result<Answer, Failure> {
    let control = &*options.control;
    let mut plan = plan(options, question.solution || question.count);
    let saving = Saving::new(puzzle, question, options);
    plan.resumable = saving.is_wanted();
    let both = match (question.ends, space.goals()) {
        (Ends::One, _) | (_, None) => None,
        (_, Some(_)) if question.exhaust || question.count || saving.is_wanted() => None,
        (_, goals) => goals,
    };
    if question.ends == Ends::Both && both.is_none() {
        let message = "a search from both ends needs goals that give every block its place, and \
                       neither exhausts, counts nor saves";
        return Err(Failure::Usage(message.into()));
    }
    let mut answer = Answer::default();
    let mut reached: Option<(usize, Vec<S::Key>)> = None;
    let mut search = match saving.load::<S::Key>()? {
        Some(mut state) => {
            reached = state.passed.take();
            Search::resume(space, plan.clone(), control, state)
        }
        None => Search::new(space, plan.clone(), control),
    };
    let mut saved = Instant::now();
    loop {
        if reached.is_none() && !search.goals().is_empty() {
            reached = Some((search.depth(), search.goals().to_vec()));
        }
        if reached.is_some() && !question.exhaust {
            break;
        }
        let wide = question.ends == Ends::Both || search.width() > WIDE;
        if let Some(goals) = both.clone().filter(|_| wide) {
            return from_both_ends(puzzle, space, goals, question, &plan, options);
        }
        match search.advance() {
            Ok(true) => {}
            Ok(false) => break,
            Err(Halt::Stopped(reason)) => {
                answer.stopped = Some(reason);
                saving.save(&search, reached.as_ref())?;
                break;
            }
            Err(halt) => return Err(failure(halt)),
        }
        if saved.elapsed() > saving.interval {
            saving.save(&search, reached.as_ref())?;
            saved = Instant::now();
        }
    }
    let levels = search.finish();
    answer.levels.clone_from(&levels.sizes);
    answer.nodes = levels.nodes;
    (answer.peak, answer.peak_window) = (levels.peak, levels.peak_window);
    answer.spilled = levels.spilled;
    if question.exhaust && answer.stopped.is_none() {
        let last = levels.stored.last().and_then(Option::as_ref);
        let key = last.and_then(|last| last.least().ok().flatten());
        answer.furthest = key.map(|key| space.unpack(key));
    }
    if let Some((distance, goals)) = &reached {
        answer.distance = Some(*distance);
        describe(
            puzzle,
            space,
            question,
            &plan,
            options,
            (&levels, *distance, goals),
            &mut answer,
        )?;
    }
    Ok(answer)
}

/// The path to the nearest goal and the number of such paths.
fn describe<S: PackedSpace>(
    puzzle: &Sliding,
    space: &S,
    question: &Question,
    plan: &Plan,
    options: &Options,
    (levels, distance, goals): (&Levels<S::Key>, usize, &[S::Key]),
    answer: &mut Answer,
) -> Result<(), Failure> {
    if question.count {
        answer.shortest = Some(count_shortest(space, levels, distance, goals).map_err(failure)?);
    }
    if question.solution {
        let control = &options.control;
        let keys = path(space, levels, goals[0], distance, plan, control).map_err(failure)?;
        retrace(puzzle, space, question.style, &keys, answer)?;
    }
    Ok(())
}

fn from_both_ends<S: PackedSpace>(
    puzzle: &Sliding,
    space: &S,
    goals: Vec<S::Key>,
    question: &Question,
    plan: &Plan,
    options: &Options,
) -> Result<Answer, Failure> {
    let mut answer = Answer::default();
    match meet(space, goals, plan, &options.control) {
        Ok(meeting) => {
            [answer.levels, answer.levels_back] = meeting.sizes;
            answer.nodes = meeting.nodes;
            answer.distance = meeting.path.as_ref().map(|path| path.len() - 1);
            if let Some(keys) = meeting.path.filter(|_| question.solution) {
                retrace(puzzle, space, question.style, &keys, &mut answer)?;
            }
        }
        Err(Halt::Stopped(reason)) => answer.stopped = Some(reason),
        Err(halt) => return Err(failure(halt)),
    }
    Ok(answer)
}

/// From keys to blocks that keep their names, and moves.
fn retrace<S: PackedSpace>(
    puzzle: &Sliding,
    space: &S,
    style: Style,
    keys: &[S::Key],
    answer: &mut Answer,
) -> Result<(), Failure> {
    let mut game = Rules::new(puzzle, style);
    answer.path = vec![game.blocks().to_vec()];
    for &key in &keys[1..] {
        let found = game.play_towards(&space.unpack(key));
        let wrong = || Failure::Declined("a move of the solution breaks the rules: a bug".into());
        answer.moves.push(found.ok_or_else(wrong)?);
        answer.path.push(game.blocks().to_vec());
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn failure(halt: Halt) -> Failure {
    match halt {
        Halt::Stopped(reason) => Failure::Stopped(reason),
        Halt::Forgotten => {
            Failure::Declined("levels were forgotten for want of memory; allow more".into())
        }
        Halt::Io(_) => Failure::Declined(halt.to_string()),
    }
}

/// Where and how often a search is saved.
struct Saving<'a> {
    options: &'a Options,
    fingerprint: u64,
    question: String,
    interval: Duration,
}

impl<'a> Saving<'a> {
    fn new(puzzle: &Sliding, question: &Question, options: &'a Options) -> Self {
        let text = format!("{:?} {:?} {:?}", puzzle.board(), puzzle.start(), puzzle.goals());
        let exhaust = if question.exhaust { "exhaust" } else { "solve" };
        Saving {
            options,
            fingerprint: fingerprint(&text),
            question: format!("{exhaust} style {}", question.style),
            interval: options.interval.unwrap_or(Duration::from_secs(60)),
        }
    }

    fn is_wanted(&self) -> bool {
        self.options.checkpoint.is_some() || self.options.resume.is_some()
    }

    fn load<K: Key>(&self) -> Result<Option<puzzle_engines::space::State<K>>, Failure> {
        let Some(file) = &self.options.resume else { return Ok(None) };
        let refuse = |what: String| Failure::Usage(format!("{}: {what}", file.display()));
        let saved = read_saved::<K>(file).map_err(|error| refuse(error.to_string()))?;
        if saved.fingerprint != self.fingerprint {
            return Err(refuse("this run was saved for another puzzle".into()));
        }
        if saved.question != self.question {
            let (theirs, ours) = (saved.question, &self.question);
            return Err(refuse(format!("this run was saved for `{theirs}`, not `{ours}`")));
        }
        Ok(Some(saved.state))
    }

    fn save<S: StateSpace>(
        &self,
        search: &Search<'_, S>,
        reached: Option<&(usize, Vec<S::Key>)>,
    ) -> Result<(), Failure> {
        let Some(file) = &self.options.checkpoint else { return Ok(()) };
        let mut state = search.state().map_err(failure)?;
        state.passed = reached.cloned();
        let (fingerprint, question) = (self.fingerprint, self.question.clone());
        let write = Saved { fingerprint, question, state }.write(file);
        write.map_err(|error| {
            Failure::Usage(format!("cannot save the run to {}: {error}", file.display()))
        })
    }
}

/// FNV-1a.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
