//! Asking about peg solitaire.
//!
//! ```
//! use puzzle::{Options, Puzzle};
//!
//! let triangle = Puzzle::named("pegs-triangle-15").unwrap();
//! let pegs = triangle.pegs().expect("it is one");
//! assert_eq!(pegs.count(&Options::default()).unwrap().games.to_string(), "6816");
//! let found = pegs.first(&Options::default()).unwrap();
//! println!("{}", pegs.explain(&found.verdict));
//! ```

use std::borrow::Cow;

use puzzle_core::BigUint;
use puzzle_core::pegs::{Jump, JumpProblem, Position};
use puzzle_engines::pegs::census::{self, Census};
use puzzle_engines::pegs::count::{self, Total};
use puzzle_engines::pegs::first::{self, Found, Verdict};
use puzzle_engines::pegs::invariants::Invariants;
use puzzle_engines::pegs::paths::{self, Row};
use puzzle_engines::pegs::table::{self, Table};
use puzzle_engines::pegs::{COUNTERS, Effort, memo};
use puzzle_engines::space::counting::Halt;
use puzzle_families::Form;
use puzzle_families::pegs::Pegs as Description;

use crate::{Failure, Options, Puzzle};

/// Most bytes of a level unless the options say otherwise.
const MEMORY: u64 = 8 << 30;

/// A peg puzzle that can be asked.
#[derive(Clone)]
pub struct Pegs<'a> {
    description: Cow<'a, Description>,
}

impl Puzzle {
    /// Its questions, if it is a peg puzzle.
    pub fn pegs(&self) -> Option<Pegs<'_>> {
        match self.description().form() {
            Form::Pegs(pegs) => Some(Pegs { description: Cow::Borrowed(pegs) }),
            _ => None,
        }
    }
}

/// Why an engine came to no end.
fn failure(halt: Halt) -> Failure {
    match halt {
        Halt::Stopped(reason) => Failure::Stopped(reason),
        Halt::Overflow => Failure::Declined("a number of games is over 2^128".into()),
    }
}

impl Pegs<'_> {
    /// Holes, names and pictures.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The same board with another start or goal, in the words of a file.
    pub fn with(&self, start: Option<&str>, goal: Option<&str>) -> Result<Pegs<'static>, Failure> {
        let changed = self.description.with(start, goal).map_err(Failure::Usage)?;
        Ok(Pegs { description: Cow::Owned(changed) })
    }

    /// The number of games that end in a goal.
    pub fn count(&self, options: &Options) -> Result<Total, Failure> {
        match engine(options)? {
            "memo" => memo::count(self.problem(), effort(options)),
            _ => count::count(self.problem(), effort(options)),
        }
        .map_err(failure)
    }

    /// The same, and games that symmetries carry to each other counted once.
    pub fn count_up_to_symmetry(&self, options: &Options) -> Result<(Total, BigUint), Failure> {
        if engine(options)? == "memo" {
            return Err(Failure::Declined("memo does not count up to symmetry".into()));
        }
        count::count_classes(self.problem(), effort(options)).map_err(failure)
    }

    /// Every position that can be reached and every end of a game, level by level.
    pub fn census(&self, options: &Options) -> Result<Census, Failure> {
        census::census(self.problem(), effort(options)).map_err(failure)
    }

    /// The positions on the way to a goal, level by level, and how many classes were expanded.
    pub fn on_the_way(&self, options: &Options) -> Result<(Vec<Row>, u64), Failure> {
        paths::on_the_way(self.problem(), effort(options)).map_err(failure)
    }

    /// A game, or why there is none.
    pub fn first(&self, options: &Options) -> Result<Found, Failure> {
        first::first(self.problem(), effort(options)).map_err(failure)
    }

    /// A game of fewest moves, where consecutive jumps of one peg are one move, or why there is none.
    pub fn fewest_moves(&self, options: &Options) -> Result<Found, Failure> {
        if let Some(verdict) = first::refute(self.problem()) {
            return Ok(Found { verdict, nodes: 0 });
        }
        let (game, nodes) =
            paths::fewest_moves(self.problem(), effort(options)).map_err(failure)?;
        Ok(Found { verdict: game.map_or(Verdict::Exhausted, Verdict::Game), nodes })
    }

    /// Every first vacancy against every last peg: is there a game? A pair whose search visits more
    /// than `patience` positions stays unknown.
    pub fn table(&self, patience: u64, options: &Options) -> Result<Table, Failure> {
        table::table(self.problem(), patience, effort(options)).map_err(failure)
    }

    /// The same with the numbers of games: by first vacancy and last peg.
    pub fn count_table(&self, options: &Options) -> Result<Vec<Vec<BigUint>>, Failure> {
        let board = self.problem().board();
        let holes = board.holes();
        let mut rows: Vec<Option<Vec<BigUint>>> = vec![None; holes];
        for vacancy in 0..holes {
            if rows[vacancy].is_some() {
                continue;
            }
            let start = board.full() & !(1 << vacancy);
            let one = JumpProblem::new(board.clone(), start, vec![start]).expect("a position");
            let census = census::census(&one, effort(options)).map_err(failure)?;
            // What holds for this vacancy holds for its images.
            for symmetry in board.symmetries() {
                let mut row = vec![BigUint::ZERO; holes];
                for (hole, games) in &census.finals {
                    row[symmetry.apply(u32::from(*hole)) as usize] = games.clone();
                }
                rows[symmetry.apply(vacancy as u32) as usize] = Some(row);
            }
        }
        Ok(rows.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Replays a game by the rules.
    pub fn verify(&self, game: &[Jump]) -> Result<(), String> {
        self.problem().verify(game)
    }

    /// Sets of holes whose number of pegs keeps its parity in every jump; see the engine
    /// `invariants`.
    pub fn invariants(&self) -> Vec<Position> {
        Invariants::new(self.problem().board()).sets().to_vec()
    }

    /// The holes where a single peg is in the position class of the start: nowhere else can a game
    /// end with one peg.
    pub fn finishes_in_class(&self) -> Position {
        let invariants = Invariants::new(self.problem().board());
        let class = invariants.class(self.problem().start());
        let holes = (0..self.problem().board().holes()).map(|hole| 1 << hole);
        holes.filter(|&peg| invariants.class(peg) == class).fold(0, |all, peg| all | peg)
    }

    /// A proof without search that no goal can be reached, in words, if there is one.
    pub fn impossible(&self) -> Option<String> {
        first::refute(self.problem()).map(|verdict| self.explain(&verdict))
    }

    /// A verdict in words.
    pub fn explain(&self, verdict: &Verdict) -> String {
        let pegs = self.description();
        let goals = self.problem().goals();
        let single = goals.iter().all(|goal| goal.count_ones() == 1);
        let what = match (single, goals.len()) {
            (true, holes) if holes == self.problem().board().holes() => "no one-peg finish is",
            (_, 1) => "the goal is not",
            _ => "none of the goals is",
        };
        match verdict {
            Verdict::Game(game) => format!("a game of {} jumps", game.len()),
            Verdict::Class(sets) => {
                let mut text = format!(
                    "{what} possible from here, because every jump changes two or none of the \
                     holes of each of these sets, so the number of pegs in it stays odd or even:"
                );
                for &set in sets {
                    let parity = if (self.problem().start() & set).count_ones() % 2 == 1 {
                        "odd"
                    } else {
                        "even"
                    };
                    text += &format!("\n  {}: {parity} at the start", pegs.name_holes(set));
                }
                let other = if sets.len() == 1 && goals.len() == 1 {
                    "and it is not so in the goal"
                } else if goals.len() == 1 {
                    "and the goal differs in each"
                } else {
                    "and every goal differs in at least one of them"
                };
                text + "\n" + other
            }
            Verdict::Poor(pagoda) => {
                let goal = goals.first().copied().unwrap_or(0);
                let weighed = |hole: usize| {
                    format!("{} {}", pegs.hole_name(hole as u8), pagoda.weights()[hole])
                };
                let used = (0..pagoda.weights().len()).filter(|&h| pagoda.weights()[h] != 0);
                let weights: Vec<String> = used.map(weighed).collect();
                format!(
                    "{what} possible from here, because no jump increases the weight of the pegs, \
                     the start weighs {} and the goal {}, if holes weigh\n  {}\nand the others 0",
                    pagoda.weigh(self.problem().start()),
                    pagoda.weigh(goal),
                    weights.join(", ")
                )
            }
            Verdict::Exhausted => format!("{what} possible from here: every game was tried"),
        }
    }

    fn problem(&self) -> &JumpProblem {
        self.description.problem()
    }
}

/// The counting engine asked for.
fn engine(options: &Options) -> Result<&'static str, Failure> {
    let Some(name) = options.engine.as_deref() else { return Ok(COUNTERS[0]) };
    COUNTERS.into_iter().find(|known| *known == name).ok_or_else(|| {
        Failure::Usage(format!(
            "engine {name} does not count peg games: one of {}",
            COUNTERS.join(", ")
        ))
    })
}

fn effort(options: &Options) -> Effort<'_> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let memory = options.control.budget.room(MEMORY);
    Effort {
        threads: options.threads.unwrap_or_else(cores),
        memory: usize::try_from(memory).unwrap_or(usize::MAX),
        control: &options.control,
    }
}
