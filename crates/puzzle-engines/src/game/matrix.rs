//! The fast engine: compatibility matrices, a table of positions, threads.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use puzzle_core::game::certificate::Certificate;
use puzzle_core::game::{FirstMove, Game, GameFinding, Winner};
use puzzle_core::{
    Answer, Answered, Card, Checkpoint, Declined, EmbeddingId, Engine, Failure, Finding, Form,
    Kind, Payload, Question, Run, Sink, StopReason, Subtree, Task,
};

use super::decide::{Candidates, FIRST_ROUND, ROUNDS};
use super::recursion::most_replies;
use super::root::{Value, Worker, attempt};
use super::shared::Shared;
use super::{as_solution, certificate, game};
use crate::files;
use crate::saved::{self, Store};

/// How large the table is if nobody says otherwise: so many bytes for each pair of moves, within
/// bounds.
const PER_PAIR: u64 = 96;
const LEAST: u64 = 1 << 17;
const ROOM: u64 = 512 << 20;

/// Compatibility matrices.
#[derive(Clone, Copy, Debug)]
pub struct Matrix;

impl Engine for Matrix {
    fn card(&self) -> Card {
        let about =
            "matrices of compatible moves, compacted; one table of positions for all threads";
        let (form, kind) = (Form::Game, Kind::Dynamic);
        Card { name: "matrix", about, form, kind, order: "few replies first" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        game(task).map(drop)
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let all = task.ask.question == Question::All;
        Declined::unless(all, || "only the values of first moves are saved, one by one")
    }

    /// Each first move is a part.
    fn divides(&self, task: &Task<'_>) -> Result<(), Declined> {
        let all = task.ask.question == Question::All;
        Declined::unless(all, || "who wins is one question; the values of all first moves divide")
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let game = game(task)?;
        let moves = game.possible().len() as u64;
        let room = (PER_PAIR * moves * moves).clamp(LEAST, ROOM);
        let Some(shared) = Shared::new(game, room, &run.control) else {
            return Err(Failure::Stopped(StopReason::MemoryLimit));
        };
        let workers = vec![Worker::new(&shared); saved::threads(run)];
        let mut job = Job { game, shared: &shared, workers };
        match task.ask.question {
            Question::All => job.first_moves(sink, run),
            _ => job.winner(sink, task.ask.choices.text("certificate").map(Path::new)),
        }
    }
}

/// A game being decided.
struct Job<'j> {
    game: &'j Game,
    shared: &'j Shared<'j>,
    workers: Vec<Worker>,
}

impl Job<'_> {
    fn winner(&mut self, sink: &mut dyn Sink, file: Option<&Path>) -> Answered {
        let won = match self.value(self.game) {
            Value::Stopped | Value::Hard(_) => return Ok(self.answer(GameFinding::default())),
            Value::Won(number) => Some(number).filter(|&number| number != u32::MAX),
            Value::Lost => None,
        };
        let empty = self.game.possible().is_empty();
        let first = won.is_some() || empty && self.game.is_misere();
        let winner = if first { Winner::First } else { Winner::Second };
        let mut finding = GameFinding { winner: Some(winner), ..GameFinding::default() };
        let Some(line) = self.line(winner, won) else { return Ok(self.answer(finding)) };
        let _ = sink.solution(&line);
        if let Some(file) = file {
            let moves = certificate::certify(self.shared, &mut self.workers[0], self.game, winner)?;
            finding.certified = Some(moves.count());
            let (fingerprint, misere) = (self.game.fingerprint(), self.game.is_misere());
            let played = self.game.played().to_vec();
            let certificate = Certificate { fingerprint, misere, played, winner, moves };
            files::write(file, |out| out.write_all(&certificate.write())).map_err(|error| {
                Failure::Usage(format!("cannot write {}: {error}", file.display()))
            })?;
        }
        Ok(Answer { solutions: 1_u32.into(), ..self.answer(finding) })
    }

    /// Who wins a position. Large ones that are lost show it by the ease with which every move is
    /// refuted; others are decided by first moves, in rounds.
    fn value(&mut self, position: &Game) -> Value {
        let large = position.possible().len() >= ROUNDS;
        let limit = if large { FIRST_ROUND } else { u64::MAX };
        match attempt(self.shared, &mut self.workers, position, limit, &[]) {
            Value::Hard(_) => {}
            decided => return decided,
        }
        let mut candidates = Candidates::new(position, |_| true);
        let mut wins = None;
        candidates.decide(self.shared, &mut self.workers, &mut |first, _| {
            wins = Some(first.number).filter(|_| first.winner == Some(Winner::First));
            wins.is_none()
        });
        match (wins, self.shared.stopped()) {
            (Some(number), _) => Value::Won(number),
            (None, Some(_)) => Value::Stopped,
            (None, None) => Value::Lost,
        }
    }

    /// A line of play to the end: the winner's moves win, the loser resists as long as possible.
    fn line(&mut self, winner: Winner, first: Option<u32>) -> Option<Vec<u32>> {
        let (mut line, mut position) = (Vec::new(), self.game.clone());
        while !position.possible().is_empty() {
            let mover = if line.len() % 2 == 0 { Winner::First } else { Winner::Second };
            let number = match (mover == winner, first) {
                (true, Some(first)) if line.is_empty() => first,
                (true, _) => match self.workers[0].winning_move_of(self.shared, &position) {
                    Value::Won(number) => number,
                    _ => return None,
                },
                (false, _) => most_replies(&position),
            };
            line.push(number);
            position = position.after(&[number]).ok()?;
        }
        Some(line)
    }

    /// The value of every first move, as they are found.
    fn first_moves(&mut self, sink: &mut dyn Sink, run: &Run) -> Answered {
        let mut store = Store::new(run, self.game.fingerprint(), "first moves");
        let earlier = store.load_counting(self.game.moves().len())?;
        let mut solutions = 0;
        let mut only: Option<Vec<u32>> = None;
        if let Some(Checkpoint { payload, solutions: found, output, nodes, .. }) = &earlier {
            let Payload::Subtrees(parts) = payload else {
                return Err(store.refuse("another kind of search"));
            };
            only = Some(parts.iter().flat_map(|part| &part.chosen).map(|id| id.0).collect());
            // There are no more than first moves.
            let told = u64::try_from(found).ok().filter(|&told| told <= u64::from(u32::MAX));
            let damaged = || store.refuse("this puzzle, but damaged: it has too many first moves");
            solutions = told.ok_or_else(damaged)?;
            self.shared.count_earlier(*nodes);
            let resumed = sink.resume(*output, solutions);
            resumed.map_err(|error| {
                Failure::Usage(format!("cannot go on with the output: {error}"))
            })?;
        }
        let wanted = |number: u32| only.as_ref().is_none_or(|only| only.contains(&number));
        let mut candidates = Candidates::new(self.game, wanted);
        let (mut all, mut last, mut enough) = (Vec::new(), Instant::now(), false);
        let shared = self.shared;
        let mut keep = |left: &Candidates<'_>, solutions: u64, sink: &mut dyn Sink| {
            let part = |number| Subtree { chosen: vec![EmbeddingId(number)], ..Subtree::default() };
            let payload = Payload::Subtrees(left.left().map(part).collect());
            let empty = store.beginning(payload);
            let (solutions, nodes) = (solutions.into(), shared.nodes());
            store.save(sink.sync(), |output| Checkpoint { solutions, nodes, output, ..empty });
        };
        if run.checkpoint.is_some() {
            keep(&candidates, solutions, sink);
        }
        if run.units.is_some() {
            store.finish(false)?;
            let stopped = Some(StopReason::Divided);
            return Ok(Answer { stopped, ..Answer::default() });
        }
        let mut found = |first: &FirstMove, left: &Candidates<'_>| {
            solutions += 1;
            all.push(first.clone());
            enough = matches!(sink.solution(&as_solution(first)), ControlFlow::Break(()));
            if run.checkpoint.is_some() && last.elapsed() >= run.interval() {
                keep(left, solutions, sink);
                last = Instant::now();
            }
            !enough
        };
        candidates.decide(shared, &mut self.workers, &mut found);
        if run.checkpoint.is_some() {
            keep(&candidates, solutions, sink);
        }
        store.finish(self.shared.stopped().is_none())?;
        let finding = GameFinding { first_moves: all, ..GameFinding::default() };
        let mut answer = Answer { solutions: solutions.into(), ..self.answer(finding) };
        answer.stopped = answer.stopped.or(enough.then_some(StopReason::Satisfied));
        Ok(answer)
    }

    fn answer(&self, finding: GameFinding) -> Answer {
        let (nodes, stopped) = (self.shared.nodes(), self.shared.stopped());
        Answer { finding: Finding::Game(finding), nodes, stopped, ..Answer::default() }
    }
}
