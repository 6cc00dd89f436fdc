//! Solve(p) of document 000 §3: only the solutions that extend a partial placement.
//!
//! What is left when the placement is made is a puzzle of its own, so every question that can be
//! asked of a puzzle can be asked of it; its solutions are handed over with the placement.

use std::io;
use std::ops::ControlFlow;

use puzzle_core::{
    Answer, Answered, Ask, BigUint, Cover, EmbeddingId, Failure, Question, Residual, Run, Seal,
    Sink, Standing, StopReason, Subtree,
};

/// Answers for the solutions that extend the embeddings with these numbers.
pub(super) fn answer(
    cover: &Cover,
    placed: &[u32],
    ask: &Ask,
    run: &Run,
    sink: &mut dyn Sink,
) -> Answered {
    if !matches!(ask.question, Question::First | Question::All | Question::Count) {
        let what = ask.question.about();
        return Err(Failure::Usage(format!("`after` does not go with the question {what}")));
    }
    let find = |&number: &u32| {
        let unknown = || Failure::Usage(format!("there is no embedding {number}"));
        cover.puzzle.find_number(number).ok_or_else(unknown)
    };
    let chosen = placed.iter().map(find).collect::<Result<Vec<EmbeddingId>, _>>()?;
    if let Some(twice) = sorted(placed.to_vec()).windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Failure::Usage(format!("embedding {} is named twice", twice[0])));
    }
    let reason = format!("only solutions that extend {} embeddings", chosen.len());
    let subtree = Subtree { weight: 1.0, chosen, excluded: Vec::new() };
    let (rest, ids) = match cover.puzzle.residual(&subtree) {
        Residual::Puzzle(rest, ids) => (Cover::plain(rest), ids),
        other => {
            let solved = matches!(other, Residual::Solved);
            let handed = solved && ask.question != Question::Count;
            let enough = handed && sink.solution(&sorted(placed.to_vec())).is_break();
            return Ok(Answer {
                solutions: BigUint::from(u32::from(solved)),
                stopped: enough.then_some(StopReason::Satisfied),
                engine: "none".into(),
                order: "none".into(),
                reasons: vec![reason, "nothing is left to be searched".into()],
                ..Answer::default()
            });
        }
    };
    let mut plain = ask.clone();
    plain.choices.unset("after");
    let numbers = ids.iter().map(|&e| cover.puzzle.number(e)).collect();
    let mut sink = Extending { placed, numbers, sink };
    let mut answer = super::answer(&rest, &plain, run, &mut sink)?;
    answer.reasons.insert(0, reason);
    Ok(answer)
}

fn sorted(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers
}

/// Hands over solutions of what is left as solutions of the whole.
struct Extending<'a> {
    placed: &'a [u32],
    /// What the embeddings of the rest are called in the whole puzzle.
    numbers: Vec<u32>,
    sink: &'a mut dyn Sink,
}

impl Sink for Extending<'_> {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        let rest = solution.iter().map(|&number| self.numbers[number as usize]);
        self.sink.solution(&sorted(self.placed.iter().copied().chain(rest).collect()))
    }

    fn standing(&mut self, standing: &Standing) {
        self.sink.standing(standing);
    }

    fn sync(&mut self) -> io::Result<Seal> {
        self.sink.sync()
    }

    fn resume(&mut self, output: Seal, solutions: u64) -> io::Result<()> {
        self.sink.resume(output, solutions)
    }
}
