//! Asking about queens.

use std::ops::ControlFlow;

use puzzle_core::{BigUint, Queens, Turn};
use puzzle_engines::queens::{self, Counting, Kernel, construct, reference, turned};
use puzzle_families::{Form, nearest};

use crate::confirm::compare;
use crate::sums::Summing;
use crate::{Answer, Failure, Options, Puzzle, Restriction};

/// What a problem of queens can be asked.
pub struct QueensQuestions<'a> {
    board: &'a Queens,
}

impl Puzzle {
    /// The questions about queens, if that is what the puzzle is about.
    ///
    /// ```
    /// use puzzle::{Options, Puzzle};
    /// let puzzle = Puzzle::named("queens-8").unwrap();
    /// let answer = puzzle.queens().unwrap().count_up_to_symmetry(&Options::default()).unwrap();
    /// assert_eq!(answer.solutions, 92_u32.into());
    /// assert_eq!(answer.classes, Some(12_u32.into()));
    /// ```
    pub fn queens(&self) -> Option<QueensQuestions<'_>> {
        match self.description().form() {
            Form::Queens(queens) => Some(QueensQuestions { board: queens.board() }),
            _ => None,
        }
    }
}

impl QueensQuestions<'_> {
    /// Counts the solutions.
    pub fn count(&self, options: &Options) -> Result<Answer, Failure> {
        if options.order.is_some() || options.restriction != Restriction::None {
            let message = "orders and restrictions are for exact covers; add --as cover";
            return Err(Failure::Usage(message.into()));
        }
        let engine = self.engine(options)?;
        let mut reasons = vec![reason(engine).to_owned()];
        let kernel = match engine {
            "reference" => {
                let mut visit = |_: &[u32]| ControlFlow::Continue(());
                return self.by_recursion(options, reasons, &mut visit);
            }
            "vector" => Kernel::Vector,
            _ => Kernel::Portable,
        };
        let counting = Counting::new(self.board, kernel);
        let question = match counting.is_symmetric() {
            true => "count by borders",
            false => "count by rows",
        };
        let summing = Summing { options, fingerprint: self.board.fingerprint(), question };
        let parts = || counting.parts();
        reasons.push(match counting.is_symmetric() {
            true => "one border of each orbit is completed and counts for its orbit".into(),
            false => "the board is small or not empty: no symmetry is used".into(),
        });
        let (account, stopped) = summing.run(&counting, parts, &|part| counting.owns(part))?;
        Ok(Answer {
            solutions: account.sum,
            classes: None,
            nodes: account.nodes,
            stopped,
            engine: engine.into(),
            order: "rows".into(),
            restricted: false,
            reasons,
        })
    }

    /// Counts the solutions, and how many there are up to the symmetries of the board.
    pub fn count_up_to_symmetry(&self, options: &Options) -> Result<Answer, Failure> {
        let mut answer = self.count(options)?;
        if answer.stopped.is_some() {
            return Ok(answer);
        }
        let (mut kept, mut order) = (BigUint::ZERO, 0_u32);
        for turn in self.board.symmetries() {
            order += 1;
            if turn == Turn::ALL[0] {
                kept += &answer.solutions;
            } else if turn.is_proper() || self.board.size() == 1 {
                match turned::kept(self.board, turn, &options.control) {
                    Ok(count) => kept += count,
                    Err(reason) => {
                        answer.stopped = Some(reason);
                        return Ok(answer);
                    }
                }
            }
        }
        answer.classes = Some(kept / order);
        Ok(answer)
    }

    /// Repeats a complete count with an engine unlike the first one: borders up to symmetry against
    /// the paper's recursion, which visits every solution. Up to symmetry, those solutions are
    /// counted of which no turn is less. [`Failure::Disagreement`] if the figures differ. The answer
    /// may be incomplete: then nothing is confirmed.
    pub fn confirm(&self, options: &Options, first: &Answer) -> Result<Answer, Failure> {
        let plain = Options { engine: None, checkpoint: None, resume: None, ..options.clone() };
        let turns: Vec<Turn> = self.board.symmetries().collect();
        let mut classes = 0_u64;
        let mut visit = |squares: &[u32]| {
            classes += u64::from(first.classes.is_some() && self.is_least(squares, &turns));
            ControlFlow::Continue(())
        };
        let recursive = first.engine == "reference";
        let mut second = match (recursive, &first.classes) {
            (true, None) => self.count(&plain)?,
            _ => self.by_recursion(&plain, vec![reason("reference").into()], &mut visit)?,
        };
        // Classes are counted by visiting in any case, solutions by the other way.
        if recursive && first.classes.is_some() && second.stopped.is_none() {
            second = self.count(&plain)?;
        }
        second.reasons.iter_mut().for_each(|reason| *reason = format!("confirmed: {reason}"));
        if second.stopped.is_none() {
            second.classes = first.classes.as_ref().map(|_| classes.into());
        }
        compare(first, second)
    }

    /// Whether no turn of a solution comes before it.
    fn is_least(&self, squares: &[u32], turns: &[Turn]) -> bool {
        let n = self.board.size();
        let mut image = vec![0; squares.len()];
        turns.iter().all(|turn| {
            for &square in squares {
                let square = turn.image(n, square);
                image[(square / n) as usize] = square;
            }
            squares <= &image[..]
        })
    }

    /// One solution of an empty board, written down without a search; `None` if there is none.
    /// `Err` if the board is not empty.
    pub fn construct(&self) -> Result<Option<Vec<u32>>, Failure> {
        match self.board.is_plain() {
            true => Ok(construct::solution(self.board.size())),
            false => Err(Failure::Declined("only empty boards have a known construction".into())),
        }
    }

    fn engine(&self, options: &Options) -> Result<&'static str, Failure> {
        let n = self.board.size();
        let wanted = options.engine.as_deref();
        let name = match wanted {
            Some(name) => {
                queens::NAMES.iter().copied().find(|known| *known == name).ok_or_else(|| {
                    let hint = nearest::hint(name, queens::NAMES.iter().copied());
                    Failure::Usage(format!("there is no engine `{name}` for queens: {hint}"))
                })?
            }
            None if queens::has_vector() => "vector",
            None => "bits",
        };
        if name == "vector" && !queens::has_vector() {
            return Err(Failure::Declined("this machine has no AVX2".into()));
        }
        let widest = if name == "reference" { Queens::WIDEST } else { Counting::WIDEST };
        if n > widest {
            return Err(Failure::Declined(format!(
                "a board of {n} rows is too large to be counted (at most {widest}; the largest that \
                 anybody has counted empty is 27)"
            )));
        }
        Ok(name)
    }

    fn by_recursion(
        &self,
        options: &Options,
        reasons: Vec<String>,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Answer, Failure> {
        if options.checkpoint.is_some() || options.resume.is_some() {
            return Err(Failure::Usage("the reference engine cannot be saved".into()));
        }
        let found = reference::search(self.board, &options.control, visit);
        Ok(Answer {
            solutions: found.solutions.into(),
            classes: None,
            nodes: found.nodes,
            stopped: found.stopped,
            engine: "reference".into(),
            order: "rows".into(),
            restricted: false,
            reasons,
        })
    }
}

fn reason(engine: &str) -> &'static str {
    match engine {
        "vector" => "vector takes it: eight partial boards at a time (AVX2)",
        "bits" => "bits takes it: rows as bit patterns, one partial board at a time",
        _ => "reference takes it: the recursion of document 003 §2",
    }
}
