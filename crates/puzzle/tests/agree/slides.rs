//! Sliding blocks in all six styles, with walls, gates and locked blocks. Brute force: the oracle,
//! from the definitions of document 002, over sets of cells.

use puzzle::{Answer, Ask, Description, Failure, Question, Run};
use puzzle_core::{Finding, Random};
use puzzle_engines::meta;
use puzzle_families::sliding::{Goal, Sliding, Style};

use super::{Compared, Wrong};

#[path = "../sliding/boards.rs"]
mod boards;
#[path = "../sliding/oracle.rs"]
mod oracle;

/// The most configurations of style 0.
const MOST: usize = 60;

pub(super) fn compare(random: &mut Random, size: usize) -> Option<Result<Compared, Wrong>> {
    let (puzzle, oracle) = boards::random_puzzle(random)?;
    let start = boards::pieces(puzzle.board(), puzzle.start());
    oracle.levels(&start, 0, MOST * size)?;
    let mut compared = Compared { solvable: true, ..Compared::default() };
    for style in Style::ALL {
        let levels = oracle.levels(&start, style.number(), usize::MAX)?;
        let last = levels.values().max().copied().unwrap_or(0);
        let width = |level| levels.values().filter(|at| **at == level).count() as u64;
        let sizes: Vec<u64> = (0..=last).map(width).collect();
        let mut states: Vec<_> = levels.iter().collect();
        states.sort();
        let (goal, &distance) = states[random.index(states.len())];
        let goal = boards::blocks(puzzle.board(), goal);
        let (board, first) = (puzzle.board().clone(), puzzle.start().to_vec());
        let puzzle = Sliding::new(String::new(), board, first, vec![Goal::full(&goal)]);
        let shown = || {
            let (start, goal) = (puzzle.draw_kinds(puzzle.start()), puzzle.draw_kinds(&goal));
            format!("style {style}\n{start}\n{goal}\n")
        };
        let wrong = |why: String| Some(Err(Wrong { text: shown(), why }));
        let levels = Ask::new(Question::Furthest).with("style", style.number());
        match ask(&puzzle, &levels) {
            Ok(Answer { finding: Finding::Explored(found), .. }) if found.levels == sizes => {}
            other => return wrong(format!("levels {sizes:?}, but {other:?}")),
        }
        *compared.answers.entry("levels".into()).or_default() += 1;
        for engine in ["auto", "breadth-first", "both-ends", "reference"] {
            let first = Ask::new(Question::First).with("style", style.number());
            match ask(&puzzle, &first.by(engine)) {
                Ok(answer) if answer.distance == Some(distance as u64) => {
                    *compared.answers.entry(engine.into()).or_default() += 1;
                }
                Err(Failure::Declined(_)) if engine != "auto" => {}
                other => return wrong(format!("{engine}: {distance} moves, but {other:?}")),
            }
        }
    }
    Some(Ok(compared))
}

/// Asks as the facade does, for puzzles that were never a text; what is handed over is played again.
fn ask(puzzle: &Sliding, ask: &Ask) -> Result<Answer, Failure> {
    let run = Run { threads: Some(1), ..Run::default() };
    let mut check = puzzle.checker(ask)?;
    let mut wrong = None;
    let mut sink = |solution: &[u32]| {
        wrong = check(solution).err();
        std::ops::ControlFlow::Continue(())
    };
    let answer =
        meta::answer(&puzzle.lower(ask, &run.control.budget)?.problem, ask, &run, &mut sink)?;
    wrong.map_or(Ok(answer), |why| Err(Failure::Wrong(why)))
}
