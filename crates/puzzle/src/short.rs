//! Short forms of the questions that people ask most.

use std::ops::ControlFlow;

use puzzle_core::{Answer, Ask, BigUint, Failure, Ignore, Question, Run};
use puzzle_families::Showing;
use puzzle_scene::text::TextOptions;

use crate::Puzzle;

impl Puzzle {
    /// How many solutions there are.
    ///
    /// ```
    /// let soma = puzzle::Puzzle::named("soma").unwrap();
    /// assert_eq!(soma.count().unwrap(), 11520_u32.into());
    /// ```
    pub fn count(&self) -> Result<BigUint, Failure> {
        self.told(Question::Count).map(|answer| answer.solutions)
    }

    /// How many solutions there are up to symmetry.
    pub fn classes(&self) -> Result<BigUint, Failure> {
        let answer = self.told(Question::Classes)?;
        answer.classes.ok_or_else(|| Failure::Declined("classes were not counted".into()))
    }

    /// One solution, if there is one.
    ///
    /// ```
    /// let soma = puzzle::Puzzle::named("soma").unwrap();
    /// let solution = soma.first().unwrap().expect("there is one");
    /// println!("{}", soma.words(&solution));
    /// ```
    pub fn first(&self) -> Result<Option<Vec<u32>>, Failure> {
        self.one(&Ask::new(Question::First)).map(|(solution, _)| solution)
    }

    /// A solution of the fewest moves with its length, if there is one.
    ///
    /// ```
    /// let example = puzzle::Puzzle::named("knuth-example").unwrap();
    /// let (solution, moves) = example.shortest().unwrap().expect("there is one");
    /// assert_eq!(moves, 20);
    /// print!("{}", example.words(&solution));
    /// ```
    pub fn shortest(&self) -> Result<Option<(Vec<u32>, u64)>, Failure> {
        let (solution, answer) = self.one(&Ask::new(Question::Shortest))?;
        Ok(solution.zip(answer.distance))
    }

    /// The first solution that answers a question; [`Failure::Stopped`] if a limit was reached
    /// before there was one.
    fn one(&self, ask: &Ask) -> Result<(Option<Vec<u32>>, Answer), Failure> {
        let mut found = None;
        let mut keep = |solution: &[u32]| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        };
        let answer = self.ask(ask, &Run::default(), &mut keep)?;
        match (&found, answer.stopped) {
            (None, Some(reason)) => Err(Failure::Stopped(reason)),
            _ => Ok((found, answer)),
        }
    }

    /// The complete answer to a question that hands nothing over.
    fn told(&self, question: Question) -> Result<Answer, Failure> {
        let answer = self.ask(&Ask::new(question), &Run::default(), &mut Ignore)?;
        answer.stopped.map_or(Ok(answer), |reason| Err(Failure::Stopped(reason)))
    }

    /// A solution as text, without colours.
    pub fn words(&self, solution: &[u32]) -> String {
        let ask = Ask::new(Question::First);
        let showing = Showing { ask: &ask, number: None, note: None, text: TextOptions::default() };
        self.description().words(solution, &showing)
    }
}
