//! `puzzle generate nonogram`.

use std::io::IsTerminal;

use puzzle::core::StopReason;
use puzzle::families::nonogram::generate::Scatter;
use puzzle::families::nonogram::{Inks, Nonogram};
use puzzle::scene::palette;
use puzzle::{Model, NotGenerated, Options, Puzzle, Uniqueness, generate_nonogram};

use crate::args::{GenerateNonogram, Target};
use crate::exit::{Error, Exit};
use crate::progress::{Shown, Ticker};
use crate::{output, stop};

pub(crate) fn generate(generate: &GenerateNonogram) -> Result<Exit, Error> {
    let show = !generate.quiet && std::io::stderr().is_terminal();
    let control = stop::control(&generate.limits, show);
    let options = Options { control: control.clone(), ..Options::default() };
    let ticker = show.then(|| Ticker::start(control, Shown::Pictures));
    let (model, inks, name) = match &generate.picture {
        Some(file) => from_picture(file, &options)?,
        None => at_random(generate),
    };
    let seed = generate.seed.unwrap_or_else(seed_of_the_moment);
    let generated = generate_nonogram(&model, seed, &options);
    drop(ticker);
    let generated = match generated {
        Ok(generated) => generated,
        Err(why) => {
            give_up(why, &model, seed);
            return Ok(Exit::Stopped);
        }
    };
    let name = generate.name.clone().unwrap_or(name);
    let made = Nonogram::of_picture(&name, generated.picture, inks);
    let mut made = made.map_err(|error| Error::Input(format!("error: {error}")))?;
    if generate.no_goal {
        made.goal = None;
    }
    let text = match generate.to {
        Target::Non => made.to_non(),
        Target::Xml => made.to_xml(),
        other => {
            let message = format!("error: a nonogram cannot be written as {}", other.name());
            return Err(Error::Input(message));
        }
    };
    let mut out = output::writer(generate.output.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    if !generate.quiet {
        let cells = if generated.changed == 1 { "cell" } else { "cells" };
        remark!("seed {seed}; {} {cells} repainted to leave one solution", generated.changed);
    }
    Ok(Exit::Answered)
}

/// Says why there is no puzzle, and what may help.
fn give_up(why: NotGenerated, model: &Model, seed: u64) {
    match why {
        NotGenerated::Stopped(reason) => {
            remark!("stopped: {reason}; no puzzle yet with seed {seed}");
        }
        NotGenerated::GaveUp(looks) => {
            remark!("gave up: no puzzle with one solution in {looks} looks with seed {seed}");
        }
    }
    match (why, model) {
        // Whoever interrupts needs no advice.
        (NotGenerated::Stopped(StopReason::Interrupted), _) => {}
        (_, Model::Random(_)) => {
            remark!(" hint: try another --seed, a higher --density or a smaller --size");
        }
        (_, Model::Picture(_)) => {
            remark!(" hint: try another --seed, or draw the picture with fewer single cells");
        }
    }
}

fn at_random(generate: &GenerateNonogram) -> (Model, Inks, String) {
    let (height, width) = generate.size;
    let mut inks = Inks::black();
    for number in 1..generate.colors {
        let letter = char::from(b'a' + number % 26).to_string();
        inks.push_colour(
            &letter.repeat(1 + usize::from(number) / 26),
            palette::colour(number.into()),
        );
    }
    let (colours, per_thousand) = (generate.colors, generate.density * 10);
    (Model::Random(Scatter { width, height, colours, per_thousand }), inks, String::new())
}

/// The picture of a file: its goal, or what solves it.
fn from_picture(file: &str, options: &Options) -> Result<(Model, Inks, String), Error> {
    let puzzle = Puzzle::open(file, None)?;
    let Some(nonogram) = puzzle.nonogram() else {
        let message = format!("error: {file} is no picture and no nonogram");
        return Err(Error::Input(message));
    };
    let family = nonogram.description();
    let solved = || match nonogram.unique(options).result {
        Uniqueness::One(one) | Uniqueness::Unknown(_, Some(one)) => Some(one),
        Uniqueness::Several { solutions: [first, _], .. } => Some(first),
        _ => None,
    };
    let Some(picture) = family.goal.clone().or_else(solved) else {
        return Err(Error::Input(format!("error: {file} has no solution to begin with")));
    };
    Ok((Model::Picture(picture), family.inks.clone(), family.name.clone()))
}

/// Different from run to run.
fn seed_of_the_moment() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_nanos() as u64 % 1_000_000_007)
}
