//! `puzzle convert`: a puzzle in another form.

use std::ops::ControlFlow;

use puzzle::{Ask, Print, Puzzle, Question, Run};

use crate::args::{Convert, Limits, MODELS};
use crate::exit::{Error, Exit};
use crate::{output, stop};

pub(crate) fn run(convert: &Convert) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&convert.which.puzzle, convert.which.kind.as_deref())?;
    output::warn(&puzzle);
    if convert.to == MODELS {
        return models(&puzzle, convert);
    }
    let text = match convert.with {
        None => puzzle.description().export(&convert.to),
        Some(_) => {
            let plans = separations(&puzzle)?;
            puzzle.description().export_apart(&convert.to, &plans)
        }
    };
    let text = text.map_err(|reason| Error::Input(format!("error: {reason}")))?;
    let mut out = output::writer(convert.output.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// The pieces: a folder gets a file each, anything else all of them in one.
fn models(puzzle: &Puzzle, convert: &Convert) -> Result<Exit, Error> {
    if convert.with.is_some() {
        return Err(Error::Input("error: separations are not written as stl".into()));
    }
    let folder = convert.output.as_deref().filter(|path| {
        path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
    });
    let Convert { unit, offset, bevel, .. } = *convert;
    let print = Print { unit, offset, bevel, together: folder.is_none() };
    let models = puzzle.description().models(&print);
    let models = models.map_err(|reason| Error::Input(format!("error: {reason}")))?;
    let Some(folder) = folder else {
        if convert.output.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout()) {
            let message = "error: STL files are no text for a terminal; name a file or a folder";
            return Err(Error::Input(format!("{message}: `-o pieces/`")));
        }
        let mut out = output::writer(convert.output.as_deref())?;
        models.iter().try_for_each(|model| out.write_all(&model.bytes))?;
        out.flush()?;
        return Ok(Exit::Answered);
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        Error::Input(format!("error: cannot make {}: {error}", folder.display()))
    })?;
    let mut names: Vec<String> = Vec::new();
    for model in &models {
        let safe = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let mut name: String = model.name.chars().map(safe).collect();
        while name.is_empty() || name.starts_with('.') || names.contains(&name) {
            name.insert(0, '_');
        }
        let path = folder.join(format!("{name}.stl"));
        names.push(name);
        let mut out = output::writer(Some(&path))?;
        out.write_all(&model.bytes)?;
        out.flush()?;
        let copies =
            if model.copies > 1 { format!(", {} of it", model.copies) } else { String::new() };
        remark!("{}{copies}", path.display());
    }
    Ok(Exit::Answered)
}

/// Every assembly that comes apart, and how.
fn separations(puzzle: &Puzzle) -> Result<Vec<Vec<u32>>, Error> {
    let mut plans = Vec::new();
    let mut keep = |plan: &[u32]| {
        plans.push(plan.to_vec());
        ControlFlow::Continue(())
    };
    let run = Run { control: stop::control(&Limits::default(), false), ..Run::default() };
    let ask = Ask::new(Question::Apart).with("min-level", 0);
    let answer = puzzle.ask(&ask, &run, &mut keep)?;
    match answer.stopped {
        Some(reason) => Err(puzzle::Failure::Stopped(reason).into()),
        None => Ok(plans),
    }
}
