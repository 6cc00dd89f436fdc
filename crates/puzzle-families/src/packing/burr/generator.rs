//! `generate burr`: a burr by its numbers, or a search through all burrs of some pieces.

use std::ops::ControlFlow;

use puzzle_core::apart::ApartFinding;
use puzzle_core::apart::plan::{self, Plan};
use puzzle_core::choice::within;
use puzzle_core::{
    Ask, Choice, ChoiceTable, Choices, Failure, Finding, Question, Run, Solve, UpTo, Value,
};

use super::lower::Burrs;
use super::number::{self, Cutting};
use super::write;
use crate::{Generated, Generator, Source};

/// Makes burrs, and searches for them.
#[derive(Debug)]
pub(in crate::packing) struct BurrGenerator;

static TABLE: ChoiceTable =
    ChoiceTable { heading: "Six-piece burrs", whose: "burrs", choices: CHOICES };

const CHOICES: &[Choice] = &[
    Choice::valued(
        "numbers",
        Value::Text("A,B,C,D,E,F"),
        "Write the burr of these six pieces as a puzzle, by their numbers: 88,512,768,922,1008,1008",
    )
    .checked(|text| six(text).map(drop))
    .against(SEARCHING),
    Choice::valued(
        "pieces",
        Value::Text("PIECES"),
        "Search all burrs of these pieces: notchable, general, or some by their numbers: 1,256,1024",
    )
    .checked(|text| Pieces::read(text).map(drop)),
    Choice::valued(
        "holes",
        Value::Text("N"),
        "How many of the 32 cubes in which sticks cross may be empty [default: 0, solid burrs]",
    )
    .checked(|text| within(text, 0, 32)),
    Choice::valued("length", Value::Text("N"), "How long the sticks are: 6, 8, 10 … [default: 6]")
        .checked(|text| length(text).map(drop)),
    Choice::valued(
        "min-level",
        Value::Text("LEVEL"),
        "Only burrs that are at least so hard: 9 or 9.3",
    )
    .checked(|text| {
        let level = |level: &str| level.parse::<u32>().map(drop);
        text.split('.').try_for_each(level).map_err(|_| "a level such as 9 or 9.3".into())
    }),
    Choice::flag(
        "unique",
        "Only burrs whose pieces go together in no other way that comes apart",
    ),
    Choice::valued("best", Value::Text("N"), "The N hardest, hardest first [default: 1000]")
        .checked(|text| within(text, 1, 1_000_000)),
    Choice::valued(
        "up-to",
        Value::Text("turns|symmetry"),
        "What counts as the same burr: images under turns, or mirror images too (the default)",
    )
    .checked(|text| text.parse::<UpTo>().map(drop).map_err(str::to_owned)),
    Choice::flag("level", "Only the first level of each burr: some of its pieces leave"),
    Choice::flag("count", "Only the totals").against(&["best", "min-level", "unique"]),
];

/// What means something only in a search.
const SEARCHING: &[&str] =
    &["pieces", "holes", "min-level", "unique", "best", "up-to", "level", "count"];

/// Which pieces burrs are made of.
enum Pieces {
    Notchable,
    General,
    Some(Vec<Cutting>),
}

impl Pieces {
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "notchable" => Ok(Pieces::Notchable),
            "general" => Ok(Pieces::General),
            text if text.contains(|c: char| c.is_ascii_digit()) => {
                text.split(',').map(number::cutting).collect::<Result<_, _>>().map(Pieces::Some)
            }
            _ => Err("notchable, general, or numbers such as 1,256,1024".into()),
        }
    }

    fn burrs(&self, holes: u32, length: i32) -> Burrs {
        match self {
            Pieces::Notchable => Burrs::new(number::is_notchable, holes, length),
            Pieces::General => Burrs::new(|_| true, holes, length),
            Pieces::Some(some) => {
                let pieces = number::pieces();
                let least: Vec<Cutting> = some.iter().map(|cutting| pieces[cutting]).collect();
                Burrs::new(|cutting| least.contains(&pieces[&cutting]), holes, length)
            }
        }
    }
}

fn six(text: &str) -> Result<Vec<Cutting>, String> {
    let cuttings: Vec<Cutting> = text.split(',').map(number::cutting).collect::<Result<_, _>>()?;
    match cuttings.len() {
        6 => Ok(cuttings),
        other => Err(format!("a burr has six pieces, not {other}")),
    }
}

fn length(text: &str) -> Result<i32, String> {
    let length = text.parse().ok().filter(|n| (number::SHORTEST..=60).contains(n) && n % 2 == 0);
    length.ok_or_else(|| "an even number from 6 to 60".into())
}

impl Generator for BurrGenerator {
    fn name(&self) -> &'static str {
        "burr"
    }

    fn about(&self) -> &'static str {
        "A six-piece burr by the numbers of its pieces, or all burrs of some pieces, searched"
    }

    fn table(&self) -> &'static ChoiceTable {
        &TABLE
    }

    fn saves(&self) -> bool {
        true
    }

    fn generate(
        &self,
        choices: &Choices,
        _: &dyn Fn(&str) -> Result<Source, Failure>,
        solve: &dyn Solve,
        run: &Run,
    ) -> Result<Generated, Failure> {
        let length = choices.text("length").map_or(Ok(number::SHORTEST), length);
        let length = length.map_err(Failure::Usage)?;
        if let Some(numbers) = choices.text("numbers") {
            let cuttings = six(numbers).map_err(Failure::Usage)?;
            if run.is_saved() {
                return Err(Failure::Usage("a burr that is only written is not saved".into()));
            }
            let name = format!("Burr {}", numbers.replace(',', " "));
            let text = Some(write::write(&name, &cuttings, length));
            return Ok(Generated { text, remarks: Vec::new(), complete: true });
        }
        let Some(pieces) = choices.text("pieces") else {
            let message =
                "which burr? `--numbers A,B,C,D,E,F` writes one, `--pieces notchable` searches";
            return Err(Failure::Usage(message.into()));
        };
        let pieces = Pieces::read(pieces).map_err(Failure::Usage)?;
        let burrs = pieces.burrs(choices.get("holes")?.unwrap_or(0), length);
        search(&burrs, choices, solve, run)
    }
}

/// Goes through all burrs; the hardest are told of, and how many there are of each level.
fn search(
    burrs: &Burrs,
    choices: &Choices,
    solve: &dyn Solve,
    run: &Run,
) -> Result<Generated, Failure> {
    let mut ask = Ask::new(Question::Apart);
    for name in ["up-to", "unique", "level", "count"] {
        if let Some(value) = choices.text(name) {
            ask = ask.with(name, value);
        }
    }
    if !choices.has("count") {
        ask = ask.with("best", choices.text("best").unwrap_or("1000"));
        ask = ask.with("min-level", choices.text("min-level").unwrap_or("0"));
    }
    let mut text = String::new();
    let mut told = 0_u64;
    let mut take = |numbers: &[u32]| {
        if let Some(plan) = Plan::read(numbers) {
            text.push_str(&line(burrs, &plan));
            told += 1;
        }
        ControlFlow::Continue(())
    };
    let answer = solve.solve(&burrs.problem, &ask, run, &mut take)?;
    let Finding::Apart(found) = &answer.finding else {
        return Err(Failure::Declined("nobody takes burrs apart".into()));
    };
    text.push_str(&totals(found));
    let mut remarks = Vec::new();
    if let Some(reason) = answer.stopped {
        remarks.push(format!("stopped: {reason}; these are the figures so far"));
        if run.checkpoint.is_none() {
            remarks.push("with `--checkpoint FILE` it can be resumed".into());
        }
    }
    let hidden = choices.text("best").is_none() && told == 1000;
    if hidden {
        remarks.push("the hardest 1000 are told of; `--best N` tells of more".into());
    }
    Ok(Generated { text: Some(text), remarks, complete: answer.stopped.is_none() })
}

/// One burr: the numbers of its pieces, its levels, its holes.
fn line(burrs: &Burrs, plan: &Plan) -> String {
    let numbers = burrs.numbers(&plan.assembly).into_iter().map(|number| number.to_string());
    let numbers = numbers.collect::<Vec<_>>().join(",");
    let (levels, moves) = (plan::text(&plan.levels()), plan.moves());
    let s = if moves == 1 { "" } else { "s" };
    let holes = match burrs.holes(&plan.assembly) {
        0 => "solid".into(),
        1 => "1 hole".into(),
        holes => format!("{holes} holes"),
    };
    format!("{numbers}: level {levels}, {moves} move{s}, {holes}\n")
}

/// How many there are, of each level.
fn totals(found: &ApartFinding) -> String {
    let (all, apart) = (found.assemblies, found.solutions);
    let mut text = match found.undecided {
        0 => format!("{all} assemblies, {apart} come apart\n"),
        undecided => format!("{all} assemblies, {apart} come apart, {undecided} undecided\n"),
    };
    for (levels, count) in &found.levels {
        text.push_str(&format!("{:>8}  {count}\n", plan::text(levels)));
    }
    text
}
