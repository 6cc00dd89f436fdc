//! `generate nonogram`: what may be chosen, and what comes of it.

use puzzle_core::choice::{positive, whole, within};
use puzzle_core::lines::{LONGEST, MOST_COLOURS, Picture};
use puzzle_core::{
    Ask, Choice, ChoiceTable, Choices, Failure, Problem, Question, Run, Solve, StopReason, Value,
};
use puzzle_scene::palette;

use super::{Model, NotMade, Scatter, make};
use crate::nonogram::{FAMILY, Inks, Nonogram, read};
use crate::{Description, Generated, Generator, Source};

/// Makes nonograms.
#[derive(Debug)]
pub struct NonogramGenerator;

static TABLE: ChoiceTable =
    ChoiceTable { heading: "New nonograms", whose: "new nonograms", choices: CHOICES };

const CHOICES: &[Choice] = &[
    Choice::valued(
        "size",
        Value::Text("RxC"),
        "Rows and columns of a random picture [default: 15x15]",
    )
    .checked(|text| size(text).map(drop))
    .against(&["picture"]),
    Choice::valued(
        "density",
        Value::Text("PERCENT"),
        "How many percent of the cells of a random picture are coloured, give or take 2 \
         [default: 55]",
    )
    .checked(|text| within(text, 1, 99))
    .against(&["picture"]),
    Choice::valued(
        "colors",
        Value::Text("N"),
        "How many colours a random picture has beside the background [default: 1]",
    )
    .checked(|text| within(text, 1, MOST_COLOURS as u64))
    .against(&["picture"]),
    Choice::valued(
        "picture",
        Value::File("FILE"),
        "Begin with this picture or nonogram: a PNG or PBM file, or any puzzle with a known solution",
    )
    .against(&["size", "density", "colors"]),
    Choice::valued(
        "seed",
        Value::Text("N"),
        "The same seed gives the same puzzle; at random by default, and told on the standard error",
    )
    .checked(whole),
    Choice::valued("name", Value::Text("TEXT"), "What the puzzle is called"),
    Choice::valued("to", Value::Text("FORM"), "The form of the puzzle: non or xml [default: non]")
        .checked(is_form),
    Choice::flag("no-goal", "Write the clues only, not the solution"),
];

fn is_form(text: &str) -> Result<(), String> {
    match FAMILY.formats.iter().any(|(name, _)| *name == text) {
        true => Ok(()),
        false => Err("write non or xml".into()),
    }
}

/// `15x20`: rows and columns.
fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| {
        positive(text).ok()?;
        text.parse().ok().filter(|&side: &usize| side <= LONGEST)
    };
    let sides =
        text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    sides.ok_or_else(|| format!("write 15x20, with up to {LONGEST} rows and columns"))
}

impl Generator for NonogramGenerator {
    fn name(&self) -> &'static str {
        FAMILY.name
    }

    fn about(&self) -> &'static str {
        "A nonogram with exactly one solution, at random or from a picture"
    }

    fn table(&self) -> &'static ChoiceTable {
        &TABLE
    }

    fn generate(
        &self,
        choices: &Choices,
        open: &dyn Fn(&str) -> Result<Source, Failure>,
        solve: &dyn Solve,
        run: &Run,
    ) -> Result<Generated, Failure> {
        let (model, inks, name) = match choices.text("picture") {
            Some(file) => from_picture(&open(file)?, solve, run)?,
            None => at_random(choices)?,
        };
        let seed = choices.get("seed")?.unwrap_or_else(seed_of_the_moment);
        let made = match make(&model, seed, solve, run) {
            Ok(made) => made,
            Err(why) => {
                let remarks = excuse(why, &model, seed);
                return Ok(Generated { text: None, remarks, complete: false });
            }
        };
        let name = choices.text("name").unwrap_or(&name);
        let mut puzzle = Nonogram::of_picture(name, made.picture, inks)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        if choices.has("no-goal") {
            puzzle.goal = None;
        }
        let text = puzzle.export(choices.text("to").unwrap_or("non")).map_err(Failure::Usage)?;
        let cells = if made.changed == 1 { "cell" } else { "cells" };
        let remark =
            format!("seed {seed}; {} {cells} repainted to leave one solution", made.changed);
        Ok(Generated { text: Some(text), remarks: vec![remark], complete: true })
    }
}

/// Says why there is no puzzle, and what may help.
fn excuse(why: NotMade, model: &Model, seed: u64) -> Vec<String> {
    let what = match why {
        NotMade::Stopped(reason) => format!("stopped: {reason}; no puzzle yet with seed {seed}"),
        NotMade::GaveUp(looks) => {
            format!("gave up: no puzzle with one solution in {looks} looks with seed {seed}")
        }
    };
    let hint = match (why, model) {
        // Whoever interrupts needs no advice.
        (NotMade::Stopped(StopReason::Interrupted), _) => return vec![what],
        (_, Model::Random(_)) => {
            " hint: try another `seed`, a higher `density` or a smaller `size`"
        }
        (_, Model::Picture(_)) => {
            " hint: try another `seed`, or draw the picture with fewer single cells"
        }
    };
    vec![what, hint.into()]
}

fn at_random(choices: &Choices) -> Result<(Model, Inks, String), Failure> {
    let (height, width) = size(choices.text("size").unwrap_or("15x15")).map_err(Failure::Usage)?;
    let colours: u8 = choices.get("colors")?.unwrap_or(1);
    let per_thousand = 10 * choices.get::<u64>("density")?.unwrap_or(55);
    let mut inks = Inks::black();
    for number in 1..colours {
        let letter = char::from(b'a' + number % 26).to_string();
        inks.push_colour(
            &letter.repeat(1 + usize::from(number) / 26),
            palette::colour(number.into()),
        );
    }
    let wanted = Scatter { width, height, colours, per_thousand };
    Ok((Model::Random(wanted), inks, String::new()))
}

/// The picture of a file: its goal, or what solves it.
fn from_picture(
    source: &Source,
    solve: &dyn Solve,
    run: &Run,
) -> Result<(Model, Inks, String), Failure> {
    let render = |diagnostic: puzzle_core::Diagnostic| {
        Failure::Usage(diagnostic.render(&source.name, &source.text))
    };
    let (family, _) = crate::read(source, None).map_err(|diagnostic| render(*diagnostic))?;
    let file = &source.name;
    if family.name != FAMILY.name {
        return Err(Failure::Usage(format!("{file} is no picture and no nonogram")));
    }
    let (puzzle, _) = read(source).map_err(render)?;
    let picture = match puzzle.goal {
        Some(picture) => Some(picture),
        None => solution(&Problem::Lines(puzzle.lines.clone()), solve, run)?
            .and_then(|solution| puzzle.lines.picture(&solution)),
    };
    let none = || Failure::Usage(format!("{file} has no solution to begin with"));
    let picture: Picture = picture.ok_or_else(none)?;
    Ok((Model::Picture(picture), puzzle.inks, puzzle.name))
}

/// One solution of a puzzle.
fn solution(problem: &Problem, solve: &dyn Solve, run: &Run) -> Result<Option<Vec<u32>>, Failure> {
    let mut found = None;
    let mut keep = |solution: &[u32]| {
        found = Some(solution.to_vec());
        std::ops::ControlFlow::Break(())
    };
    solve.solve(problem, &Ask::new(Question::First), &run.unsaved(), &mut keep)?;
    Ok(found)
}

/// Different from run to run.
fn seed_of_the_moment() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_nanos() as u64 % 1_000_000_007)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked_where_they_are_chosen() {
        assert_eq!(size("15x20"), Ok((15, 20)));
        for bad in ["", "x", "0x4", "513x1", "4", "4x4x4", "-1x4"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
