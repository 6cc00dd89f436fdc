//! The set of all solutions without listing it: counted, saved, drawn from at random.

use std::io::{self, Write};
use std::ops::ControlFlow;

use puzzle_core::Random;
use puzzle_core::{BigUint, Cover, EmbeddingId, Question, verify};
use puzzle_engines::cover::{Built, Diagram, Sampler, Zdd};

use crate::prepare::cover_of;
use crate::{Answer, Failure, Options, Puzzle};

/// The seed of those who do not choose one.
const SEED: u64 = 1;

/// All solutions of a puzzle, as a decision diagram.
pub struct SolutionSet {
    cover: Cover,
    diagram: Diagram,
    /// How it came to be.
    pub answer: Answer,
}

impl SolutionSet {
    /// How many nodes the diagram has.
    pub fn nodes(&self) -> usize {
        self.diagram.len()
    }

    /// Writes the diagram; [`Puzzle::read_solution_set`] reads it.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.diagram.write(&self.cover.puzzle, out)
    }

    /// Draws solutions, as the sorted numbers of their embeddings: independent of each other, each
    /// of all solutions with the same probability, the same ones for the same seed. None at all if
    /// there is no solution.
    pub fn sample(&self, seed: Option<u64>, count: u64) -> Result<Vec<Vec<u32>>, Failure> {
        let mut random = Random::new(seed.unwrap_or(SEED));
        let sampler = Sampler::new(&self.diagram);
        let mut samples = Vec::new();
        for _ in 0..count {
            let Some(drawn) = sampler.draw(&mut random) else { break };
            // A diagram from a file may be well-formed and yet wrong.
            verify(&self.cover.puzzle, &drawn).map_err(|violation| {
                Failure::Usage(format!("the diagram is damaged: a solution is none: {violation}"))
            })?;
            samples.push(numbers(&self.cover, &drawn));
        }
        Ok(samples)
    }
}

fn numbers(cover: &Cover, chosen: &[EmbeddingId]) -> Vec<u32> {
    let mut numbers: Vec<u32> = chosen.iter().map(|&e| cover.puzzle.number(e)).collect();
    numbers.sort_unstable();
    numbers
}

impl Puzzle {
    /// Builds the diagram of all solutions. `None` with the answer so far if it does not fit into
    /// memory or a limit came first; [`Failure::Declined`] where a diagram is not possible.
    pub fn solution_set(
        &self,
        options: &Options,
    ) -> Result<(Option<SolutionSet>, Answer), Failure> {
        let named = Options { engine: Some("zdd".into()), ..options.clone() };
        let mut prepared = self.prepare(&named, Question::Enumerate)?;
        let problem = prepared.problem.clone();
        let cover = cover_of(&problem);
        let (built, nodes) = match prepared.impossible.is_some() {
            true => (Built::Whole(Diagram::none()), 0),
            false => Zdd::build(cover, prepared.order.as_ref(), &prepared.control)?,
        };
        let report = |solutions, stopped| puzzle_core::Report { solutions, nodes, stopped };
        Ok(match built {
            Built::Whole(diagram) => {
                let answer = prepared.answer(report(diagram.count(), None), None);
                prepared.control.progress.publish_fraction(1.0);
                let set = SolutionSet { cover: cover.clone(), diagram, answer: answer.clone() };
                (Some(set), answer)
            }
            Built::Stopped(reason) => {
                (None, prepared.answer(report(BigUint::ZERO, Some(reason)), None))
            }
        })
    }

    /// Takes a diagram from a file's text; `name` is used in messages.
    pub fn read_solution_set(
        &self,
        options: &Options,
        name: &str,
        text: &str,
    ) -> Result<SolutionSet, Failure> {
        let named = Options { engine: Some("zdd".into()), ..options.clone() };
        let mut prepared = self.prepare(&named, Question::Enumerate)?;
        let cover = cover_of(&prepared.problem).clone();
        let diagram = Diagram::read(text, &cover.puzzle)
            .map_err(|diagnostic| Failure::Usage(diagnostic.render(name, text)))?;
        prepared.reasons = vec![format!("the diagram in {name}")];
        let solutions = diagram.count();
        let report = puzzle_core::Report { solutions, nodes: 0, stopped: None };
        let answer = prepared.answer(report, None);
        Ok(SolutionSet { cover, diagram, answer })
    }

    /// Draws solutions by visiting all of them, where no diagram can be had: each of the samples
    /// changes to the k-th solution with probability 1/k (Vitter's reservoir, one for each sample),
    /// so in the end they are independent and uniform as well. Without a complete visit there are
    /// none.
    pub fn sample_by_visiting(
        &self,
        options: &Options,
        count: u64,
    ) -> Result<(Answer, Vec<Vec<u32>>), Failure> {
        let mut random = Random::new(options.seed.unwrap_or(SEED));
        let mut samples: Vec<Vec<u32>> = Vec::new();
        let mut seen = 0_u64;
        let answer = self.solve(options, |numbers| {
            seen += 1;
            for place in 0..usize::try_from(count).unwrap_or(usize::MAX) {
                match samples.get_mut(place) {
                    None => samples.push(numbers.to_vec()),
                    Some(sample) if random.below(seen) == 0 => *sample = numbers.to_vec(),
                    Some(_) => {}
                }
            }
            ControlFlow::Continue(())
        })?;
        if answer.stopped.is_some() {
            samples.clear();
        }
        Ok((answer, samples))
    }
}
