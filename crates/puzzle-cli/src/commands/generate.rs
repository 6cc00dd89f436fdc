//! `puzzle generate`: new puzzles, a subcommand a family.

use puzzle::Run;

use crate::args::Generate;
use crate::exit::{Error, Exit, as_typed};
use crate::progress::Ticker;
use crate::{output, stop};

pub(crate) fn run(generate: &Generate) -> Result<Exit, Error> {
    let made = &generate.made;
    let Some(common) = &made.common else {
        return Err(Error::Input("error: which kind of puzzle?".into()));
    };
    let show = !common.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let control = stop::control(&common.limits, show);
    let ticker = show.then(|| Ticker::start(control.clone()));
    let run = match &made.work {
        None => Run { control, ..Run::default() },
        Some(work) => Run {
            control,
            threads: work.threads.map(usize::from),
            checkpoint: work.checkpoint.clone().or(work.resume.clone()),
            interval: Some(work.checkpoint_every),
            resume: work.resume.clone(),
            ..Run::default()
        },
    };
    let generated = puzzle::generate(&made.family, &made.choices, &run);
    drop(ticker);
    let generated = generated?;
    if let Some(text) = &generated.text {
        let mut out = output::writer(common.output.as_deref())?;
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    if !common.quiet || generated.text.is_none() {
        generated.remarks.iter().for_each(|remark| remark!("{}", as_typed(remark)));
    }
    Ok(if generated.complete { Exit::Answered } else { Exit::Stopped })
}
