//! Random small problems of every family, by every engine that takes them, against brute force that
//! shares no code with the product: `cargo xtask agree N`.
//!
//! A case is a text, so that reading and lowering are tried as well. It is made from a seed and a
//! size, the same on every machine. When engines and brute force do not agree, smaller sizes are
//! tried, and the shortest text that was found is shown.

mod covers;
mod formulas;
mod nonograms;
mod orders;
mod packings;
mod pegs;
mod queens;
mod slides;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use puzzle::{Ask, Budget, Failure, Ignore, Puzzle, Question, Run};
use puzzle_core::Random;

/// What the solutions must be.
type Check = Box<dyn Fn(&[Vec<u32>]) -> Result<(), String>>;

/// A problem with what brute force found.
struct Case {
    /// The name of the file, whose ending says how it is read.
    file: &'static str,
    text: String,
    /// How many solutions there are.
    count: u64,
    /// Whether these are all solutions.
    all: Check,
}

/// What was compared.
#[derive(Default)]
struct Compared {
    solvable: bool,
    /// How many answers each engine gave.
    answers: BTreeMap<String, u64>,
}

/// One kind of problem: its name, how many of a hundred thousand are of it, how to make one of a
/// size and compare it. `None` if the seed makes no problem of this kind.
type Try = fn(&mut Random, usize) -> Option<Result<Compared, Wrong>>;

const KINDS: [(&str, usize, Try); 8] = [
    ("covers with every demand and colour", 34_000, covers::compare),
    ("formulas", 20_000, formulas::compare),
    ("packings on every grid", 12_000, packings::compare),
    ("posets", 10_000, orders::compare),
    ("queens with blocked squares", 10_000, queens::compare),
    ("nonograms", 8_000, nonograms::compare),
    ("pegs", 4_000, pegs::compare),
    ("sliding in all six styles", 2_000, slides::compare),
];

/// Sizes of cases, from the smallest.
const SIZES: usize = 4;

/// A case on which not all agree.
struct Wrong {
    text: String,
    why: String,
}

/// A case that a kind makes from a seed.
fn tried(kind: usize, seed: u64, size: usize) -> Option<Result<Compared, Wrong>> {
    let mut random = Random::new(seed.wrapping_mul(31).wrapping_add(kind as u64));
    KINDS[kind].2(&mut random, size)
}

/// How many problems of a kind are among so many in all.
fn share(kind: usize, all: usize) -> usize {
    (KINDS[kind].1 * all).div_ceil(100_000)
}

/// Tries this many problems of a kind; those that are none are not counted.
fn try_kind(kind: usize, many: usize, start: u64) -> Result<(usize, BTreeMap<String, u64>), Wrong> {
    let (mut done, mut solvable, mut answers) = (0, 0, BTreeMap::new());
    for seed in start.. {
        if done == many {
            break;
        }
        match tried(kind, seed, 1 + done % SIZES) {
            None => {}
            Some(Ok(compared)) => {
                done += 1;
                solvable += usize::from(compared.solvable);
                for (engine, times) in compared.answers {
                    *answers.entry(engine).or_default() += times;
                }
            }
            Some(Err(wrong)) => return Err(smallest(kind, start, wrong)),
        }
    }
    Ok((solvable, answers))
}

/// The shortest case like this one that can be found.
fn smallest(kind: usize, start: u64, first: Wrong) -> Wrong {
    let others = (1..=SIZES).flat_map(|size| {
        (start..start + 2000).filter_map(move |seed| tried(kind, seed, size)?.err())
    });
    others.chain([first]).min_by_key(|wrong| wrong.text.len()).expect("there is the first")
}

fn report(kind: usize, wrong: &Wrong) -> ! {
    panic!("{}: {}\n{}", KINDS[kind].0, wrong.why, wrong.text)
}

/// A few of each kind, every day.
#[test]
fn engines_agree_with_brute_force_on_random_problems_of_every_family() {
    for (kind, (name, ..)) in KINDS.iter().enumerate() {
        let many = share(kind, 300);
        match try_kind(kind, many, 1) {
            Ok((solvable, _)) => assert!(solvable > 0, "{name}"),
            Err(wrong) => report(kind, &wrong),
        }
    }
}

/// As many as `AGREE` says, from the seed that follows it; with a table at the end.
#[test]
#[ignore = "long: cargo xtask agree N"]
fn many_random_problems() {
    let asked = std::env::var("AGREE").unwrap_or_default();
    let mut words = asked.split(' ').map(|word| word.parse::<u64>().ok());
    let all = words.next().flatten().unwrap_or(10_000) as usize;
    let seed = words.next().flatten().unwrap_or(1);
    println!("| problems | number | with solutions | answers compared | by |");
    println!("|---|--:|--:|--:|---|");
    let (mut problems, mut compared) = (0, 0);
    for (kind, entry) in KINDS.iter().enumerate() {
        let many = share(kind, all);
        let (solvable, answers) =
            try_kind(kind, many, seed).unwrap_or_else(|wrong| report(kind, &wrong));
        let sum: u64 = answers.values().sum();
        let by: Vec<&str> = answers.keys().map(String::as_str).collect();
        println!("| {} | {many} | {solvable} | {sum} | {} |", entry.0, by.join(", "));
        problems += many;
        compared += sum;
    }
    println!("| all | {problems} | | {compared} | |");
}

impl Case {
    /// Asks every engine of the problem's form, and the strategy, how many solutions there are and
    /// which.
    fn compare(self) -> Result<Compared, Wrong> {
        let wrong = |why: String| Wrong { text: self.text.clone(), why };
        let puzzle = Puzzle::read(self.file, &self.text, None)
            .map_err(|refused| wrong(format!("refused: {refused}")))?;
        self.compare_puzzle(&puzzle).map_err(wrong)
    }

    fn compare_puzzle(&self, puzzle: &Puzzle) -> Result<Compared, String> {
        let mut compared = Compared { solvable: self.count > 0, ..Compared::default() };
        for question in [Question::Count, Question::All] {
            // A family may have several forms, each for some questions, or none where a short
            // argument shows that there is no solution.
            let lowered = puzzle.description().lower(&Ask::new(question), &Budget::default());
            let form = lowered.ok().map(|lowered| lowered.problem.form());
            let engines = puzzle::ENGINES.iter().filter(|engine| Some(engine.form()) == form);
            for engine in engines.map(|engine| Some(engine.name())).chain([None]) {
                let shown = engine.unwrap_or("auto");
                let ask = Ask { engine: engine.map(Into::into), ..Ask::new(question) };
                match self.ask(puzzle, &ask) {
                    Ok(true) => *compared.answers.entry(shown.into()).or_default() += 1,
                    Ok(false) => {}
                    Err(why) => return Err(format!("{shown}, {}: {why}", question.name())),
                }
            }
        }
        Ok(compared)
    }

    /// Whether the question was answered, and rightly.
    fn ask(&self, puzzle: &Puzzle, ask: &Ask) -> Result<bool, String> {
        let run = Run { threads: Some(1), ..Run::default() };
        let mut found = Vec::new();
        let mut keep = |solution: &[u32]| {
            found.push(solution.to_vec());
            ControlFlow::Continue(())
        };
        let answered = match ask.question {
            Question::All => puzzle.ask(ask, &run, &mut keep),
            _ => puzzle.ask(ask, &run, &mut Ignore),
        };
        let answer = match answered {
            Ok(answer) => answer,
            Err(Failure::Declined(_)) if ask.engine.is_some() => return Ok(false),
            Err(failure) => return Err(failure.to_string()),
        };
        if answer.stopped.is_some() {
            return Err(format!("stopped: {:?}", answer.stopped));
        }
        if ask.question == Question::All {
            (self.all)(&found)?;
        } else if answer.solutions != self.count.into() {
            return Err(format!("{} solutions instead of {}", answer.solutions, self.count));
        }
        Ok(true)
    }
}

/// Whether these are the solutions, each once, in any order.
fn exactly(expected: Vec<Vec<u32>>) -> Check {
    let expected = sorted(expected);
    Box::new(move |found| {
        let found = sorted(found.to_vec());
        match found == expected {
            true => Ok(()),
            false => Err(format!("{found:?} instead of {expected:?}")),
        }
    })
}

fn sorted(mut solutions: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    solutions.sort();
    solutions
}
