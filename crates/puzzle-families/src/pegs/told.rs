//! What was found about a board, in words.

use std::fmt::Write as _;

use puzzle_core::jumps::{
    Census, CensusRow, JumpsFinding, PegClass, Position, Reach, Refutation, WayRow, members,
};
use puzzle_core::{Ask, BigUint, Json, Map, Question, json};

use super::Pegs;
use crate::Told;

/// What an answer says beside its games.
pub(super) fn told(pegs: &Pegs, ask: &Ask, found: &JumpsFinding) -> Told {
    match found {
        JumpsFinding::Refuted(why) => refuted(pegs, ask, why),
        JumpsFinding::Census(census) => census_of(pegs, ask.question, census),
        JumpsFinding::OnTheWay(rows) => on_the_way(rows),
        JumpsFinding::Games(rows) => games(pegs, rows),
        JumpsFinding::Reach(rows) => reach(pegs, rows),
        JumpsFinding::Class(class) => class_of(pegs, class),
    }
}

/// Fields for programs.
fn fields<const N: usize>(fields: [(&str, Json); N]) -> Map<String, Json> {
    fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

fn refuted(pegs: &Pegs, ask: &Ask, why: &Refutation) -> Told {
    let why = match (ask.question, why) {
        (Question::Count | Question::Classes, Refutation::Exhausted) => {
            "every game was tried".into()
        }
        _ => pegs.explain(why),
    };
    Told { fields: fields([("reason", why.clone().into())]), why: Some(why), ..Told::default() }
}

impl Pegs {
    /// Why there is no game.
    pub fn explain(&self, why: &Refutation) -> String {
        let (start, goals) = (self.problem.start(), self.problem.goals());
        let single = goals.iter().all(|goal| goal.count_ones() == 1);
        let what = match (single, goals.len()) {
            (true, holes) if holes == self.problem.board().holes() => "no one-peg finish is",
            (_, 1) => "the goal is not",
            _ => "none of the goals is",
        };
        match why {
            Refutation::Class(sets) => {
                let mut text = format!(
                    "{what} possible from here, because every jump changes two or none of the \
                     holes of each of these sets, so the number of pegs in it stays odd or even:"
                );
                for &set in sets {
                    let odd = (start & set).count_ones() % 2 == 1;
                    let parity = if odd { "odd" } else { "even" };
                    text += &format!("\n  {}: {parity} at the start", self.name_holes(set));
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
            Refutation::Poor(weights) => {
                let goal = goals.first().copied().unwrap_or(0);
                let weigh = |position: Position| -> i32 {
                    members(position).map(|hole| weights[usize::from(hole)]).sum()
                };
                let weighed =
                    |hole: usize| format!("{} {}", self.hole_name(hole as u8), weights[hole]);
                let used = (0..weights.len()).filter(|&hole| weights[hole] != 0);
                let used: Vec<String> = used.map(weighed).collect();
                format!(
                    "{what} possible from here, because no jump increases the weight of the pegs, \
                     the start weighs {} and the goal {}, if holes weigh\n  {}\nand the others 0",
                    weigh(start),
                    weigh(goal),
                    used.join(", ")
                )
            }
            Refutation::Exhausted => format!("{what} possible from here: every game was tried"),
        }
    }
}

/// Questions that need every position.
fn census_of(pegs: &Pegs, question: Question, census: &Census) -> Told {
    let finals = || census.finals.iter().map(|(hole, games)| (pegs.hole_name(*hole), games));
    let text = match question {
        Question::Maximal => format!("{}\n", census.maximal_games()),
        Question::Finals => finals().map(|(hole, games)| format!("{hole} {games}\n")).collect(),
        _ => levels(census),
    };
    let row = |row: &CensusRow| {
        json!({
            "pegs": row.pegs,
            "positions": row.positions,
            "classes": row.classes,
            "dead_ends": row.dead_ends,
            "games_ended": row.ended.to_string(),
        })
    };
    let fields = fields([
        ("positions", census.positions().into()),
        ("classes", census.classes().into()),
        ("maximal_games", census.maximal_games().to_string().into()),
        ("levels", census.rows.iter().map(row).collect()),
        ("finals", finals().map(|(hole, games)| (hole, games.to_string())).collect()),
    ]);
    Told { text, fields, ..Told::default() }
}

fn levels(census: &Census) -> String {
    let mut text = String::new();
    let mut line = |pegs: &str, positions: &str, classes: &str, dead: &str, ended: &str| {
        let _ = writeln!(text, "{pegs:>4} {positions:>12} {classes:>12} {dead:>12} {ended:>24}");
    };
    line("pegs", "positions", "classes", "dead ends", "games that end there");
    let mut numbers = |pegs: &str, [positions, classes, dead]: [u64; 3], ended: &BigUint| {
        let [positions, classes, dead] = [positions, classes, dead].map(|n| n.to_string());
        line(pegs, &positions, &classes, &dead, &ended.to_string());
    };
    for row in &census.rows {
        let row_numbers = [row.positions, row.classes, row.dead_ends];
        numbers(&row.pegs.to_string(), row_numbers, &row.ended);
    }
    let dead_ends = census.rows.iter().map(|row| row.dead_ends).sum();
    let all = [census.positions(), census.classes(), dead_ends];
    numbers("all", all, &census.maximal_games());
    text
}

/// Positions on the way to a goal.
fn on_the_way(rows: &[WayRow]) -> Told {
    let positions: u64 = rows.iter().map(|row| row.positions).sum();
    let classes: u64 = rows.iter().map(|row| row.classes).sum();
    let mut text = format!("{:>4} {:>12} {:>12}\n", "pegs", "positions", "classes");
    for row in rows {
        let _ = writeln!(text, "{:>4} {:>12} {:>12}", row.pegs, row.positions, row.classes);
    }
    let _ = writeln!(text, "{:>4} {positions:>12} {classes:>12}", "all");
    let row = |row: &WayRow| json!({ "pegs": row.pegs, "positions": row.positions, "classes": row.classes });
    let fields = fields([
        ("positions", positions.into()),
        ("classes", classes.into()),
        ("levels", rows.iter().map(row).collect()),
    ]);
    Told { text, fields, ..Told::default() }
}

/// How many games there are for every vacancy and every last peg.
fn games(pegs: &Pegs, rows: &[Vec<BigUint>]) -> Told {
    let name = |hole: usize| pegs.hole_name(hole as u8);
    let mut text = String::new();
    let mut table = Map::new();
    for (vacancy, row) in rows.iter().enumerate() {
        let some = || row.iter().enumerate().filter(|(_, games)| **games != BigUint::ZERO);
        let finals: Vec<String> =
            some().map(|(hole, games)| format!("{} {games}", name(hole))).collect();
        let _ = writeln!(text, "all but {}: {}", name(vacancy), finals.join(", "));
        let finals = some().map(|(hole, games)| (name(hole), games.to_string())).collect();
        table.insert(name(vacancy).to_owned(), finals);
    }
    Told { text, fields: fields([("table", table.into())]), ..Told::default() }
}

/// Which last pegs are possible for which vacancies.
fn reach(pegs: &Pegs, rows: &[Vec<Reach>]) -> Told {
    let name = |hole: usize| pegs.hole_name(hole as u8);
    let mut text = String::new();
    let mut table = Map::new();
    let mut counted = [0_usize; 5];
    for (vacancy, row) in rows.iter().enumerate() {
        row.iter().for_each(|reach| counted[*reach as usize] += 1);
        let with = |wanted: fn(Reach) -> bool| -> String {
            let holes = row.iter().enumerate().filter(|(_, reach)| wanted(**reach));
            holes.map(|(hole, _)| name(hole)).collect::<Vec<_>>().join(" ")
        };
        let possible = with(|reach| reach == Reach::Yes);
        let possible = if possible.is_empty() { "none".into() } else { possible };
        let _ = write!(text, "all but {}: {possible}", name(vacancy));
        let not = with(|reach| matches!(reach, Reach::NoByWeight | Reach::NoBySearch));
        if !not.is_empty() {
            let _ = write!(text, "; same class but impossible: {not}");
        }
        let open = with(|reach| reach == Reach::Unknown);
        if !open.is_empty() {
            let _ = write!(text, "; not decided: {open}");
        }
        text.push('\n');
        let told = row.iter().enumerate().filter(|(_, reach)| **reach != Reach::NoByClass);
        let told = told.map(|(hole, reach)| (name(hole), word(*reach))).collect();
        table.insert(name(vacancy).to_owned(), told);
    }
    let [yes, class, weight, tried, open] = counted;
    let _ = writeln!(
        text,
        "{yes} pairs are possible; {class} differ in position class, {weight} fail by a resource \
         count, {tried} after every game was tried, {open} are not decided"
    );
    let about = "by vacancy and last peg; pairs that are not listed differ in class";
    let fields = fields([("table", table.into()), ("about", about.into())]);
    Told { text, fields, ..Told::default() }
}

fn word(reach: Reach) -> &'static str {
    match reach {
        Reach::Yes => "yes",
        Reach::NoByClass => "no, other class",
        Reach::NoByWeight => "no, resource count",
        Reach::NoBySearch => "no, every game tried",
        Reach::Unknown => "unknown",
    }
}

/// The position class, and what is proved without search.
fn class_of(pegs: &Pegs, class: &PegClass) -> Told {
    let mut figures = vec![
        ("position classes".to_owned(), format!("2^{}", class.sets.len())),
        ("one peg in its class".into(), pegs.name_holes(class.finishes)),
    ];
    let why = class.refuted.as_ref().map(|why| pegs.explain(why));
    figures.extend(why.clone().map(|why| ("no solution".into(), why)));
    let finishes = members(class.finishes).map(|hole| pegs.hole_name(hole)).collect();
    let fields =
        fields([("one_peg_finishes_in_class", finishes), ("proved_impossible", why.into())]);
    Told { figures, fields, ..Told::default() }
}
