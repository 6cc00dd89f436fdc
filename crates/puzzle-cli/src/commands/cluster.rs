//! `puzzle divide`, `puzzle work` and `puzzle merge`: one question on many machines.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::HumanDuration;
use puzzle::{Ask, Puzzle, Question, Run, Verb};
use puzzle_cluster::{Confirmed, Division, Metrics, Note, Survey, Working};
use serde_json::json;

use crate::args::{Divide, Merge, Search, Shown, Work};
use crate::desk::Desk;
use crate::exit::{Error, Exit};
use crate::progress::Ticker;
use crate::writer::{Form, Writer};
use crate::{output, stop};

/// The most names of missing units in a message.
const NAMES: usize = 10;

/// `puzzle divide`.
pub(crate) fn divide(divide: &Divide) -> Result<Exit, Error> {
    let carrier = puzzle_cluster::open(&divide.place)?;
    let source = puzzle::source(&divide.which.puzzle)?;
    let shown = !divide.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let control = stop::control(&divide.limits, shown);
    let kind = divide.which.kind.as_deref();
    let puzzle = Puzzle::from_source(source.within(&control.budget), kind)?;
    if !divide.quiet {
        output::warn(&puzzle);
    }
    let ask = asked(&puzzle, divide);
    let run = Run { control: control.clone(), ..Run::default() };
    let ticker = shown.then(|| Ticker::start(control));
    let begun = Instant::now();
    let divided = puzzle_cluster::divide(&puzzle, kind, &ask, &run, divide.units, carrier.as_ref());
    drop(ticker);
    let (manifest, answer) = match divided? {
        Division::Made(made) => *made,
        Division::Answered(answer) => {
            return Err(Error::Input(format!(
                "error: there is nothing to divide: it was answered at once, {} {}\n hint: use \
                 `puzzle count`",
                answer.solutions,
                if answer.solutions == 1_u32.into() { "solution" } else { "solutions" },
            )));
        }
        Division::Stopped(reason) => return Err(Error::Stopped(format!("stopped: {reason}"))),
    };
    if divide.explain {
        answer.reasons.iter().for_each(|reason| remark!("{reason}"));
    }
    let mut out = output::writer(None)?;
    let units = manifest.units.len();
    if divide.json {
        let json = json!({
            "schema": 1, "puzzle": puzzle.source_name(), "family": puzzle.description().family(),
            "job": manifest.job, "units": units, "place": divide.place,
            "elapsed_s": begun.elapsed().as_secs_f64(),
        });
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{units} units")?;
        if !divide.quiet {
            remark!("go on with: puzzle work {}", divide.place);
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// The question that was typed.
fn asked(puzzle: &Puzzle, divide: &Divide) -> Ask {
    let classes = divide.up_to_symmetry || divide.choices.has("up-to");
    let (verb, own) = match (divide.all, classes) {
        (true, _) => (Verb::Solve, Question::All),
        (false, true) => (Verb::Count, Question::Classes),
        (false, false) => (Verb::Count, Question::Count),
    };
    let mut ask = Ask {
        question: puzzle.asked_by(verb, &divide.choices).unwrap_or(own),
        engine: Some(divide.engine.clone()).filter(|name| name != "auto"),
        choices: divide.choices.clone(),
        ..Ask::default()
    };
    if divide.all && divide.up_to_symmetry {
        ask.choices.set("up-to", "symmetry");
    }
    ask
}

/// `puzzle work`.
pub(crate) fn work(work: &Work) -> Result<Exit, Error> {
    let carrier = puzzle_cluster::open(&work.place)?;
    let shown = !work.quiet && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let control = stop::control(&work.limits, shown);
    let metrics = Arc::new(Metrics::default());
    if let Some(address) = work.metrics {
        let at = metrics
            .serve(address)
            .map_err(|error| Error::Input(format!("error: cannot listen on {address}: {error}")))?;
        if !work.quiet {
            remark!("metrics at http://{at}/metrics");
        }
    }
    let working = Working {
        control: control.clone(),
        threads: work.threads.map(usize::from),
        interval: work.checkpoint_every,
        expire: work.expire,
        share_after: work.share_after,
        wait: work.wait,
        metrics,
    };
    let begun = Instant::now();
    let ticker = shown.then(|| Ticker::start(control));
    let done = puzzle_cluster::work(carrier.as_ref(), &work.place, &working);
    drop(ticker);
    let done = done?;
    let mut out = output::writer(None)?;
    if work.json {
        let json = json!({
            "schema": 1, "units": done.units, "lost": done.lost, "complete": !done.stopped,
            "cancelled": done.cancelled, "elapsed_s": begun.elapsed().as_secs_f64(),
        });
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{} units done", done.units)?;
        if done.cancelled && !work.quiet {
            remark!("the job was cancelled");
        }
    }
    out.flush()?;
    Ok(if done.stopped { Exit::Stopped } else { Exit::Answered })
}

/// `puzzle merge`.
pub(crate) fn merge(merge: &Merge) -> Result<Exit, Error> {
    let carrier = puzzle_cluster::open(&merge.place)?;
    if merge.cancel {
        carrier.manifest()?;
        carrier.cancel()?;
        remark!("cancelled: workers stop, results stay");
        return Ok(Exit::Answered);
    }
    let survey = Survey::of(carrier.as_ref(), &merge.place)?;
    let workers = match merge.status {
        true => carrier.workers(merge.expire)?,
        false => Vec::new(),
    };
    if merge.status {
        return status(&survey, &workers, merge);
    }
    if merge.requeue {
        survey.requeue()?;
        if !merge.quiet {
            remark!("{} units wait for workers", survey.missing.len());
        }
    }
    add_up(&survey, merge)
}

/// Writes the total.
fn add_up(survey: &Survey<'_>, merge: &Merge) -> Result<Exit, Error> {
    let control = stop::control(&merge.limits, false);
    let threads = merge.threads.map(usize::from);
    let desk = Desk::alone(control.clone(), threads);
    let run = Run { control, threads, ..Run::default() };
    let puzzle_cluster::Manifest { puzzle, ask, .. } = &survey.manifest;
    let search = Search::plain(merge.quiet);
    let shown = Shown {
        limit: None,
        json: merge.json,
        ndjson: merge.ndjson,
        csv: false,
        output: merge.output.clone(),
        color: crate::args::Color { when: merge.color.when },
    };
    let begun = Instant::now();
    let confirmed = match merge.confirm {
        Some(share) => Some(survey.confirm(share, merge.seed, &run)?),
        None => None,
    };
    let writer = match ask.question {
        Question::All => Writer::of_solve(puzzle, ask, &search, &desk, &shown)?,
        _ if merge.json => Writer::of_count(puzzle, ask, &search, &desk, Form::Json)?,
        _ => Writer::of_count(puzzle, ask, &search, &desk, Form::Text)?,
    };
    let missing: Vec<&str> = survey.missing.iter().map(|missing| missing.unit.as_str()).collect();
    let mut writer = writer
        .telling("units", survey.finished.len().into())
        .telling("missing", json!(missing))
        .telling("engines", json!(survey.engines))
        .telling("workers", json!(survey.workers))
        .telling("work_s", survey.seconds.into());
    if let Some(again) = &confirmed {
        let json = json!({ "units": again.units, "engines": again.engines });
        writer = writer.telling("confirmed", again.stopped.is_none().into());
        writer = writer.telling("confirmed_by", json);
    }
    let answer = match survey.answer(&run, &mut writer) {
        Ok(answer) => answer,
        Err(failure) => return Err(writer.fail(failure.into())),
    };
    let exit = writer.finish(&answer, begun.elapsed().as_secs_f64())?;
    if !missing.is_empty() {
        let more = missing.len().saturating_sub(NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names = missing[..missing.len().min(NAMES)].join(", ");
        remark!(
            "{} units have no result: {names}{more}\n hint: puzzle work {} goes on; if nobody has \
             them any more, puzzle merge {} --requeue offers them again",
            missing.len(),
            merge.place,
            merge.place
        );
    }
    Ok(confirmed.map_or(exit, |again| told(&again, exit, merge.quiet)))
}

/// Says what was counted again.
fn told(again: &Confirmed, exit: Exit, quiet: bool) -> Exit {
    if let Some(reason) = again.stopped {
        remark!("not all confirmed: {reason}, after {} units", again.units);
        return if exit == Exit::Answered { Exit::Stopped } else { exit };
    }
    if !quiet {
        let engines: Vec<&str> = again.engines.keys().map(String::as_str).collect();
        remark!("confirmed: {} units were counted again by {}", again.units, engines.join(", "));
    }
    exit
}

/// Says how far it is.
fn status(survey: &Survey<'_>, workers: &[Note], merge: &Merge) -> Result<Exit, Error> {
    let rate = workers.iter().fold(0.0, |sum, worker| sum + worker.rate);
    let left = survey.time_left(workers.len()).filter(|_| !survey.missing.is_empty());
    let (done, open) = (survey.finished.len(), survey.missing.len());
    let mut out = output::writer(None)?;
    if merge.json {
        let json = json!({
            "schema": 1,
            "puzzle": survey.manifest.puzzle.source_name(),
            "family": survey.manifest.puzzle.description().family(),
            "count": survey.total.solutions.to_string(),
            "complete": open == 0,
            "nodes": survey.total.nodes,
            "job": survey.manifest.job,
            "units": done,
            "missing": open,
            "fraction": survey.fraction,
            "nodes_per_s": rate,
            "left_s": left.map(|left| left.as_secs_f64()),
            "workers": workers.iter().map(Note::json).collect::<Vec<_>>(),
            "engines": survey.engines,
            "work_s": survey.seconds,
        });
        writeln!(out, "{json}")?;
    } else {
        writeln!(
            out,
            "{:.1} % done: {done} units have a result, {open} have none",
            100.0 * survey.fraction
        )?;
        let words = match (open, left) {
            (0, _) => "nothing is left".to_owned(),
            (_, Some(left)) => format!("about {} left", HumanDuration(whole(left))),
            (_, None) => {
                "nobody is at work, or it is too early to say how long it takes".to_owned()
            }
        };
        writeln!(out, "{} workers, {:.2} M nodes/s; {words}", workers.len(), rate / 1e6)?;
        for Note { worker, unit, fraction, .. } in workers {
            writeln!(out, "{worker}: unit {unit}, {:.0} %", 100.0 * fraction)?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// To the second.
fn whole(time: Duration) -> Duration {
    Duration::from_secs(time.as_secs())
}
