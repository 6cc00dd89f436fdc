//! Sliding-block puzzles: known distances, an independent oracle, document 002's transcripts,
//! threads, disk and resumed runs.

mod answers;
mod boards;
mod oracle;
mod original;
mod random;
mod survival;
mod words;

use std::ops::ControlFlow;

use puzzle::{Answer, Ask, Failure, Question, Run};
use puzzle_core::Explored;
use puzzle_core::Finding;
use puzzle_engines::meta;
use puzzle_families::sliding::{Game, Sliding, read};
use puzzle_families::{Description, Source, catalogue};

/// One thread, no limits.
fn alone() -> Run {
    Run { threads: Some(1), ..Run::default() }
}

/// A puzzle of the catalogue.
fn named(name: &str) -> Sliding {
    text(&catalogue::find(name).unwrap())
}

/// A puzzle from a text.
fn text(text: &str) -> Sliding {
    read(&Source::text("test", text)).unwrap().0
}

/// What was found.
struct Found {
    answer: Answer,
    explored: Explored,
    game: Option<Game>,
}

/// Asks as the facade does, for puzzles that were never a text.
fn ask(puzzle: &Sliding, ask: &Ask, run: &Run) -> Result<(Answer, Vec<Vec<u32>>), Failure> {
    let mut solutions = Vec::new();
    let mut sink = |solution: &[u32]| {
        solutions.push(solution.to_vec());
        ControlFlow::Continue(())
    };
    let answer =
        meta::answer(&puzzle.lower(ask, &run.control.budget)?.problem, ask, run, &mut sink)?;
    Ok((answer, solutions))
}

/// Asks, and plays the solution from the rules.
fn checked(puzzle: &Sliding, question: &Ask, run: &Run) -> Found {
    let (answer, solutions) = ask(puzzle, question, run).unwrap();
    let solves =
        matches!(question.question, Question::First | Question::Shortest | Question::Furthest);
    let wanted = answer.distance.filter(|_| solves && !question.choices.has("distance"));
    assert_eq!(solutions.len(), usize::from(wanted.is_some()));
    let mut game = None;
    if let [solution] = &solutions[..] {
        puzzle.check(solution).unwrap();
        let played = puzzle.replay(solution).unwrap();
        assert_eq!(played.moves.len() as u64, wanted.unwrap());
        // What is written of it is read again.
        let fields = puzzle.fields(question, solution);
        assert_eq!(puzzle.read_solution(&fields.into()), Ok(Some(solution.clone())));
        game = Some(played);
    }
    let Finding::Explored(explored) = answer.finding.clone() else {
        panic!("a search tells levels")
    };
    Found { answer, explored, game }
}

/// A question in a style.
fn style(question: Question, style: u8) -> Ask {
    Ask::new(question).with("style", style)
}
