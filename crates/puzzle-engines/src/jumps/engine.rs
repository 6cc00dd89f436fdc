//! The engines of jump puzzles as the registry sees them.

use std::ops::ControlFlow;

use puzzle_core::jumps::{Jump, JumpProblem, JumpsFinding, PegClass, Refutation, moves};
use puzzle_core::{
    Answer, Answered, Ask, BigUint, Card, Declined, Engine, Failure, Finding, Form, Kind, Origin,
    Problem, Question, Run, Sameness, Sink, StopReason, Task, UpTo,
};

use super::count::{Counted, Total};
use super::first::{Found, refute, refute_soon};
use super::invariants::Invariants;
use super::{Effort, census, count, first, memo, paths, reference, table};
use crate::saved::threads;
use crate::space::saving::Keeper;

/// Counts by levels from both ends, and everything that is told level by level.
#[derive(Debug)]
pub struct Levels;

/// Counts by memoised depth-first search.
#[derive(Debug)]
pub struct Memo;

/// Finds one game, or proves that there is none.
#[derive(Debug)]
pub struct First;

/// Finds the positions on the way to a goal, and games of fewest moves.
#[derive(Debug)]
pub struct Paths;

/// The definition.
#[derive(Debug)]
pub struct Reference;

/// Most bytes of a level unless the run says otherwise.
const MEMORY: u64 = 8 << 30;

/// Positions tried for a pair of the table before it stays unknown.
const PATIENCE: u64 = 50_000_000;

/// The largest board on which every game is played.
const SMALL: usize = 16;

/// The problem of a task.
fn problem<'a>(task: &Task<'a>) -> Result<&'a JumpProblem, Declined> {
    match task.problem {
        Problem::Jumps(problem) => Ok(problem),
        _ => Err(Declined("no jump puzzle".into())),
    }
}

/// What is asked: `metric` says of which kind the first game is to be.
fn question(ask: &Ask) -> Question {
    match (ask.question, ask.choices.text("metric")) {
        (Question::First, Some("moves")) => Question::Shortest,
        (question, _) => question,
    }
}

/// Refuses a question that is not one of these.
fn takes(task: &Task<'_>, questions: &[Question]) -> Result<(), Declined> {
    problem(task)?;
    let question = question(task.ask);
    Declined::unless(questions.contains(&question), || {
        format!("it does not tell {}", question.about())
    })
}

fn effort(run: &Run) -> Effort<'_> {
    let memory = usize::try_from(run.control.budget.room(MEMORY)).unwrap_or(usize::MAX);
    Effort { threads: threads(run), memory, control: &run.control }
}

/// Numbers of games, as `count` finds them on the boards that it is given: on none if a proof says
/// that there is no game.
fn counted(
    problem: &JumpProblem,
    ask: &Ask,
    count: impl FnOnce(&[Counted]) -> Result<Total, Failure>,
) -> Answered {
    let up_to = up_to(problem, ask)?;
    let why = refute_soon(problem);
    let boards = count::boards(problem, ask.question);
    let total = count(if why.is_some() { &[] } else { &boards })?;
    if ask.question != Question::Classes {
        return Ok(numbered(problem, total, None, why));
    }
    let [all, turns] = total.classes(&boards);
    let (asked, other) = match up_to {
        UpTo::Symmetry => (all, turns),
        UpTo::Turns => (turns, all),
    };
    let origin = problem.board().origin();
    let other = (other.1 != asked.1).then(|| (other.0, other.1.into()));
    let mut answer = numbered(problem, total, Some(asked.0), why);
    answer.sameness = Some(Sameness { up_to, origin, order: asked.1.into(), other });
    Ok(answer)
}

/// What is asked to count as the same.
fn up_to(problem: &JumpProblem, ask: &Ask) -> Result<UpTo, Failure> {
    let up_to = ask.choices.get("up-to")?.unwrap_or_default();
    if up_to == UpTo::Turns && problem.board().origin() == Origin::Graph {
        let message = "a graph does not tell turns from reflections: count up to all symmetries";
        return Err(Failure::Usage(message.into()));
    }
    Ok(up_to)
}

/// A number of games; why, if there is none.
fn numbered(
    problem: &JumpProblem,
    total: Total,
    classes: Option<BigUint>,
    why: Option<Refutation>,
) -> Answer {
    let why = || why.or_else(|| refute(problem)).unwrap_or(Refutation::Exhausted);
    let finding = match total.games == BigUint::ZERO {
        true => Finding::Jumps(JumpsFinding::Refuted(why())),
        false => Finding::Nothing,
    };
    Answer { solutions: total.games, classes, nodes: total.nodes, finding, ..Answer::default() }
}

/// A game that goes to the sink, or why there is none.
fn played(
    problem: &JumpProblem,
    found: Found,
    distance: fn(&[Jump]) -> usize,
    sink: &mut dyn Sink,
) -> Answer {
    let Found { game, nodes } = found;
    match game {
        Ok(game) => {
            let _ = sink.solution(&problem.board().numbers(&game));
            let distance = Some(distance(&game) as u64);
            Answer { solutions: 1_u32.into(), distance, nodes, ..Answer::default() }
        }
        Err(why) => {
            let finding = Finding::Jumps(JumpsFinding::Refuted(why));
            Answer { finding, nodes, ..Answer::default() }
        }
    }
}

/// What was found beside games.
fn told(finding: JumpsFinding, nodes: u64) -> Answer {
    Answer { finding: Finding::Jumps(finding), nodes, ..Answer::default() }
}

impl Engine for Levels {
    fn card(&self) -> Card {
        let about = "level by level from both ends, classes under the symmetries of start and goal";
        Card { name: "levels", about, form: Form::Jumps, kind: Kind::Counting, order: "levels" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        use Question::{Classes, Count, Finals, Levels, Maximal, Table};
        takes(task, &[Count, Classes, Levels, Maximal, Finals, Table])
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let one = task.ask.question != Question::Table;
        Declined::unless(one, || "the counts of a table are not saved")
    }

    fn run(&self, task: &Task<'_>, _: &mut dyn Sink, run: &Run) -> Answered {
        let (problem, effort, question) = (problem(task)?, effort(run), task.ask.question);
        if question == Question::Table {
            let (games, nodes) = table::games(problem, effort)?;
            return Ok(told(JumpsFinding::Games(games), nodes));
        }
        let what = match question {
            Question::Count => "count",
            Question::Classes => "classes",
            _ => "census",
        };
        // Symmetries tell which positions are one class.
        let what = format!("{what} under {} symmetries", problem.board().symmetries().len());
        let mut keeper = Keeper::new(run, problem.fingerprint(), &what);
        let answer = match question {
            Question::Count | Question::Classes => counted(problem, task.ask, |boards| {
                count::count(problem, boards, effort, &mut keeper)
            }),
            _ => census::census(problem, effort, &mut keeper).map(|(census, nodes)| {
                let solutions = match question {
                    Question::Maximal => census.maximal_games(),
                    _ => BigUint::ZERO,
                };
                Answer { solutions, ..told(JumpsFinding::Census(census), nodes) }
            }),
        };
        // A run that cannot be saved is stopped: this is why.
        let complete = answer.as_ref().is_ok_and(|answer| answer.stopped.is_none());
        keeper.finish(complete)?;
        answer
    }
}

impl Engine for Memo {
    fn card(&self) -> Card {
        let about = "depth first, every class of positions remembered";
        Card { name: "memo", about, form: Form::Jumps, kind: Kind::Dynamic, order: "depth-first" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        takes(task, &[Question::Count, Question::Classes])
    }

    fn run(&self, task: &Task<'_>, _: &mut dyn Sink, run: &Run) -> Answered {
        let (problem, effort) = (problem(task)?, effort(run));
        counted(problem, task.ask, |boards| {
            let mut total = Total::default();
            for board in boards {
                let (games, nodes) = memo::count(&board.problem, effort)?;
                total.add(board, games);
                total.nodes += nodes;
            }
            Ok(total)
        })
    }
}

impl Engine for First {
    fn card(&self) -> Card {
        let about = "proofs by position class and resource count, then depth first, then a \
                     beam of levels";
        Card { name: "first", about, form: Form::Jumps, kind: Kind::Single, order: "depth-first" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        // One game is wanted, however that is said.
        let all = task.ask.question == Question::All && task.ask.limit == Some(1);
        let one = all && !task.ask.lists_classes().unwrap_or(false);
        takes(task, &[Question::First, Question::Possible, Question::Facts])
            .or_else(|declined| if one { problem(task).map(drop) } else { Err(declined) })
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let (problem, effort) = (problem(task)?, effort(run));
        match task.ask.question {
            Question::Facts => {
                let invariants = Invariants::new(problem.board());
                let finishes = invariants.finishes(problem.start(), problem.board().holes());
                let (sets, refuted) = (invariants.sets().to_vec(), refute(problem));
                Ok(told(JumpsFinding::Class(PegClass { sets, finishes, refuted }), 0))
            }
            Question::Possible => {
                let patience = run.control.budget.nodes.unwrap_or(PATIENCE);
                let reach = table::table(problem, patience, effort)?;
                Ok(told(JumpsFinding::Reach(reach), run.control.progress.nodes()))
            }
            _ => {
                task.ask.lists_classes()?;
                let found = first::first(problem, effort)?;
                let answer = played(problem, found, <[Jump]>::len, sink);
                // One game is never all of them.
                let stopped = answer.distance.map(|_| StopReason::Satisfied);
                Ok(Answer { stopped, ..answer })
            }
        }
    }
}

impl Engine for Paths {
    fn card(&self) -> Card {
        let about = "the positions on the way to a goal, by levels from both ends; moves \
                     among them";
        Card { name: "paths", about, form: Form::Jumps, kind: Kind::Fixed, order: "levels" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        takes(task, &[Question::Shortest, Question::OnPaths])
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let (problem, effort) = (problem(task)?, effort(run));
        if task.ask.question == Question::OnPaths {
            let (rows, nodes) = paths::on_the_way(problem, effort)?;
            return Ok(told(JumpsFinding::OnTheWay(rows), nodes));
        }
        task.ask.lists_classes()?;
        let found = match refute(problem) {
            Some(refutation) => Found { game: Err(refutation), nodes: 0 },
            None => {
                let (game, nodes) = paths::fewest_moves(problem, effort)?;
                Found { game: game.ok_or(Refutation::Exhausted), nodes }
            }
        };
        Ok(played(problem, found, moves, sink))
    }
}

impl Engine for Reference {
    fn card(&self) -> Card {
        let about = "the definition: every game on a small board, jump by jump";
        let (form, kind) = (Form::Jumps, Kind::Definition);
        Card { name: "reference", about, form, kind, order: "depth-first" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        use Question::{All, Classes, Count, Maximal, Shortest};
        takes(task, &[All, Count, Classes, Shortest, Maximal])?;
        let holes = problem(task)?.board().holes();
        Declined::unless(holes <= SMALL, || format!("the board has {holes} holes, over {SMALL}"))
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let problem = problem(task)?;
        let (question, most) = (question(task.ask), task.ask.most()?);
        let (board, origin) = (problem.board(), problem.board().origin());
        let (listed, up_to) = (task.ask.lists_classes()?, up_to(problem, task.ask)?);
        let symmetric_only = task.ask.choices.has("symmetric-only");
        let mut group = problem.handed_symmetries();
        group.retain(|(_, turn)| *turn || up_to == UpTo::Symmetry);
        let (mut games, mut classes, mut best) = (0_u64, 0_u64, None::<Vec<Jump>>);
        let (nodes, stopped) = reference::play(problem, &run.control, &mut |game, goal, ended| {
            if !(if question == Question::Maximal { ended } else { goal }) {
                return ControlFlow::Continue(());
            }
            let standing = || reference::standing(game, &group, origin);
            if listed {
                match standing().filter(|found| !(symmetric_only && found.kept_by.is_empty())) {
                    Some(standing) => sink.standing(&standing),
                    None => return ControlFlow::Continue(()),
                }
            }
            games += 1;
            match question {
                Question::All => {
                    sink.solution(&board.numbers(game))?;
                    if most.is_some_and(|most| games >= most) {
                        return ControlFlow::Break(());
                    }
                }
                Question::Classes => classes += u64::from(standing().is_some()),
                Question::Shortest
                    if best.as_ref().is_none_or(|best| moves(game) < moves(best)) =>
                {
                    best = Some(game.to_vec());
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
        if question == Question::Shortest {
            if let Some(reason) = stopped {
                return Err(Failure::Stopped(reason));
            }
            let found = Found { game: best.ok_or(Refutation::Exhausted), nodes };
            return Ok(played(problem, found, moves, sink));
        }
        let classed = listed || question == Question::Classes;
        let order = group.len().into();
        let sameness = classed.then_some(Sameness { up_to, origin, order, other: None });
        let classes = (question == Question::Classes).then(|| classes.into());
        let total = Total { games: games.into(), nodes, ..Total::default() };
        let answer = match stopped {
            None if !symmetric_only => numbered(problem, total, None, None),
            // What was not found yet, or is not looked for, is not refuted.
            _ => Answer { solutions: total.games, nodes, stopped, ..Answer::default() },
        };
        Ok(Answer { classes, sameness, ..answer })
    }
}
