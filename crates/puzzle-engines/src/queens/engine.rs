//! Engines of queens as the registry sees them: two that count in parts, the recursion, and the
//! construction.

use std::ops::ControlFlow;
use std::time::Instant;

use puzzle_core::{
    Answer, Answered, BigUint, BoardCount, Card, Declined, Engine, Failure, Finding, Form, Kind,
    Origin, Problem, Queens, Question, Run, Sameness, Sink, StopReason, Task, Turn, UpTo,
};

use super::{Counting, Kernel, construct, has_vector, reference, turned};
use crate::divide::Summing;

/// Counts by borders, with one of two kernels.
#[derive(Debug)]
pub struct Borders(pub Kernel);

/// The recursion of document 003 §2.
#[derive(Debug)]
pub struct Recursion;

/// Writes one solution of an empty board down.
#[derive(Debug)]
pub struct Construction;

fn board<'a>(task: &Task<'a>) -> Result<&'a Queens, Declined> {
    match task.problem {
        Problem::Queens(board) => Ok(board),
        _ => Err(Declined("not a board of queens".into())),
    }
}

/// Refuses boards that nobody will ever count.
fn refuse_large(board: &Queens, widest: u32) -> Result<(), Declined> {
    let n = board.size();
    Declined::unless(n <= widest, || {
        format!(
            "a board of {n} rows is too large to be counted (at most {widest}; the largest that \
             anybody has counted empty is 27)"
        )
    })
}

/// Refuses tables of boards that are not empty, and to make one twice.
fn refuse_table(task: &Task<'_>) -> Result<(), Declined> {
    match (board(task)?.is_plain(), task.ask.confirm) {
        (false, _) => Err(Declined("only empty boards are counted at every size".into())),
        (_, true) => Err(Declined("a table is not confirmed: ask about one size".into())),
        _ => Ok(()),
    }
}

/// The empty boards of every size up to this one, each counted by `classes`.
fn table(board: &Queens, classes: impl Fn(&Queens) -> Answered) -> Answered {
    let (mut rows, mut nodes, mut stopped) = (Vec::new(), 0, None);
    for size in 1..=board.size() {
        let started = Instant::now();
        let smaller = Queens::plain(size).map_err(|error| Failure::Usage(error.to_string()))?;
        let counted = classes(&smaller)?;
        nodes += counted.nodes;
        stopped = counted.stopped;
        let Some(classes) = counted.classes else { break };
        let (solutions, nodes, elapsed) = (counted.solutions, counted.nodes, started.elapsed());
        rows.push(BoardCount { size, solutions, classes, nodes, elapsed });
    }
    Ok(Answer { finding: Finding::Boards(rows), nodes, stopped, ..Answer::default() })
}

/// What counts as the same on a board.
fn sameness(board: &Queens, up_to: UpTo) -> Sameness {
    let counts = |turn: &Turn| up_to == UpTo::Symmetry || turn.is_proper();
    let order = board.symmetries().filter(counts).count().into();
    Sameness { up_to, origin: Origin::Geometry, order, other: None }
}

/// What is asked to count as the same.
fn up_to(task: &Task<'_>) -> Result<UpTo, Failure> {
    Ok(task.ask.choices.get("up-to")?.unwrap_or_default())
}

impl Borders {
    fn count(&self, board: &Queens, run: &Run) -> Answered {
        let counting = Counting::new(board, self.0);
        let (question, reason) = match counting.is_symmetric() {
            true => (
                "count by borders",
                "one border of each orbit is completed and counts for its orbit",
            ),
            false => ("count by rows", "the board is small or not empty: no symmetry is used"),
        };
        let summing = Summing { run, fingerprint: board.fingerprint(), question };
        let report =
            summing.carry_out(&counting, || counting.parts(), &|part| counting.owns(part))?;
        Ok(Answer { reasons: vec![reason.into()], ..report.into() })
    }

    /// By Burnside's lemma: the average of how many solutions each symmetry keeps.
    fn classes(&self, board: &Queens, up_to: UpTo, run: &Run) -> Answered {
        let mut answer = self.count(board, run)?;
        answer.sameness = Some(sameness(board, up_to));
        if answer.stopped.is_some() {
            return Ok(answer);
        }
        let (mut kept, mut turned) = (BigUint::ZERO, BigUint::ZERO);
        let (mut order, mut turns) = (0_u32, 0_u32);
        for turn in board.symmetries() {
            order += 1;
            turns += u32::from(turn.is_proper());
            let mut more = BigUint::ZERO;
            if turn == Turn::ALL[0] {
                more.clone_from(&answer.solutions);
            } else if turn.is_proper() || board.size() == 1 {
                match turned::kept(board, turn, &run.control) {
                    Ok(count) => more = count,
                    Err(reason) => {
                        answer.stopped = Some(reason);
                        return Ok(answer);
                    }
                }
            }
            if turn.is_proper() {
                turned += &more;
            }
            kept += more;
        }
        let both = [(kept / order, order), (turned / turns, turns)];
        let [asked, other] = match up_to {
            UpTo::Symmetry => both,
            UpTo::Turns => [both[1].clone(), both[0].clone()],
        };
        answer.classes = Some(asked.0);
        let other = (order != turns).then(|| (other.0, other.1.into()));
        answer.sameness = Some(Sameness { other, ..sameness(board, up_to) });
        Ok(answer)
    }
}

impl Engine for Borders {
    fn card(&self) -> Card {
        let (name, about) = match self.0 {
            Kernel::Vector => ("vector", "eight partial boards at a time (AVX2)"),
            Kernel::Portable => ("bits", "rows as bit patterns, one partial board at a time"),
        };
        Card { name, about, form: Form::Queens, kind: Kind::Counting, order: "rows" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        match task.ask.question {
            Question::Count | Question::Classes => {}
            Question::Table => refuse_table(task)?,
            _ => return Err(Declined("it counts, and hands no solution over".into())),
        }
        let able = self.0 == Kernel::Portable || has_vector();
        Declined::unless(able, || "this machine has no AVX2")?;
        refuse_large(board(task)?, Counting::WIDEST)
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let one = task.ask.question != Question::Table;
        Declined::unless(one, || "the counts of a table are not saved")
    }

    fn divides(&self, task: &Task<'_>) -> Result<(), Declined> {
        self.saves(task)
    }

    fn run(&self, task: &Task<'_>, _: &mut dyn Sink, run: &Run) -> Answered {
        let board = board(task)?;
        match task.ask.question {
            Question::Table => table(board, |board| self.classes(board, UpTo::Symmetry, run)),
            Question::Classes => self.classes(board, up_to(task)?, run),
            _ => self.count(board, run),
        }
    }
}

impl Recursion {
    fn search(
        board: &Queens,
        run: &Run,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Answer {
        let found = reference::search(board, &run.control, visit);
        let (solutions, nodes, stopped) = (found.solutions.into(), found.nodes, found.stopped);
        Answer { solutions, nodes, stopped, ..Answer::default() }
    }

    /// Of each class the solution that comes first is counted.
    fn classes(board: &Queens, up_to: UpTo, run: &Run) -> Answer {
        let counts = |turn: &Turn| up_to == UpTo::Symmetry || turn.is_proper();
        let turns: Vec<Turn> = board.symmetries().filter(counts).collect();
        let mut classes = 0_u64;
        let answer = Self::search(board, run, &mut |squares| {
            classes += u64::from(turned::is_least(board.size(), squares, &turns));
            ControlFlow::Continue(())
        });
        let classes = answer.stopped.is_none().then(|| classes.into());
        Answer { classes, sameness: Some(sameness(board, up_to)), ..answer }
    }
}

impl Engine for Recursion {
    fn card(&self) -> Card {
        let about = "the recursion of document 003 §2";
        Card { name: "reference", about, form: Form::Queens, kind: Kind::Definition, order: "rows" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        let board = board(task)?;
        match task.ask.question {
            // Nobody is left to wait for what it cannot finish, unless they insist.
            Question::Count | Question::Classes if task.ask.engine().is_none() => {
                refuse_large(board, Counting::WIDEST)
            }
            Question::Count | Question::Classes => refuse_large(board, Queens::WIDEST),
            Question::Table => {
                refuse_table(task)?;
                refuse_large(board, Counting::WIDEST)
            }
            Question::First | Question::All => {
                let most = Queens::WIDEST;
                let over = || format!("boards of over {most} rows are not searched");
                Declined::unless(board.size() <= most, over)
            }
            other => Err(Declined(format!("it does not tell {}", other.about()))),
        }
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let board = board(task)?;
        match task.ask.question {
            Question::Table => table(board, |board| Ok(Self::classes(board, UpTo::Symmetry, run))),
            Question::Classes => Ok(Self::classes(board, up_to(task)?, run)),
            Question::Count => Ok(Self::search(board, run, &mut |_| ControlFlow::Continue(()))),
            Question::First => Ok(Self::search(board, run, &mut |squares| {
                let _ = sink.solution(squares);
                ControlFlow::Break(())
            })),
            _ => Ok(Self::search(board, run, &mut |squares| sink.solution(squares))),
        }
    }
}

impl Engine for Construction {
    fn card(&self) -> Card {
        let about = "an empty board has a solution that is written down at once";
        Card { name: "construction", about, form: Form::Queens, kind: Kind::Single, order: "rows" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        match (task.ask.question, board(task)?.is_plain()) {
            (Question::First, true) => Ok(()),
            (Question::First, false) => {
                Err(Declined("only empty boards have a known construction".into()))
            }
            _ => Err(Declined("it writes one solution down, it does not search".into())),
        }
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, _: &Run) -> Answered {
        let Some(squares) = construct::solution(board(task)?.size()) else {
            return Ok(Answer::default());
        };
        let _ = sink.solution(&squares);
        let stopped = Some(StopReason::Satisfied);
        Ok(Answer { solutions: 1_u32.into(), stopped, ..Answer::default() })
    }
}
