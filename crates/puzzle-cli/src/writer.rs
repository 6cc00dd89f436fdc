//! The one writer: turns solutions and answers into text, JSON, lines of JSON or a picture, whatever
//! the family.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use puzzle::scene::text::TextOptions;
use puzzle::scene::{Frame, Scene, svg};
use puzzle::{
    Answer, Ask, BigUint, Choices, Puzzle, Question, Seal, Showing, Sink, Standing, StopReason,
    Told,
};
use serde_json::json;

use crate::args::{Color, JsonForm, Picture, Search, Shown, When};
use crate::csv;
use crate::desk::Desk;
use crate::exit::{Error, Exit};
use crate::output::{self, JsonList, Results};
use crate::picture::{self, Style};

/// The most pictures in one file.
const MOST_FRAMES: usize = 5000;

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Json,
    Lines,
    Csv,
    Picture,
}

impl JsonForm {
    /// The form that was asked for.
    pub(crate) fn form(&self) -> Form {
        match (self.json, self.ndjson) {
            _ if self.csv => Form::Csv,
            (_, true) => Form::Lines,
            (true, _) => Form::Json,
            _ => Form::Text,
        }
    }
}

impl Form {
    /// What was asked for by options and by the ending of a file.
    pub(crate) fn of(solve: &Shown, search: &Search, choices: &Choices) -> Result<Self, Error> {
        let file = solve.output.as_deref();
        picture::refuse_others(file)?;
        let ending = picture::format_of(file);
        let drawn = matches!(ending, Picture::Svg | Picture::Png);
        if drawn && (solve.json || solve.ndjson) {
            let message = "error: a file with that ending is a picture, not JSON";
            return Err(Error::Input(format!("{message}\n hint: let it end with .json")));
        }
        let saved = search.checkpoint.is_some() || search.resume.is_some();
        if ending == Picture::Json && saved && !solve.ndjson {
            let message = "error: one JSON object cannot be saved in the middle";
            return Err(Error::Input(format!("{message}\n hint: use --ndjson")));
        }
        let table = file.and_then(Path::extension).is_some_and(|ending| ending == "csv");
        Ok(match (solve.json, solve.ndjson) {
            _ if solve.csv || (table && !solve.json && !solve.ndjson) => Form::Csv,
            (_, true) => Form::Lines,
            (true, _) => Form::Json,
            _ if drawn || choices.has("animate") => Form::Picture,
            _ if ending == Picture::Json => Form::Json,
            _ => Form::Text,
        })
    }
}

/// Writes solutions as they come, then the answer.
pub(crate) struct Writer<'a> {
    puzzle: &'a Puzzle,
    ask: &'a Ask,
    search: &'a Search,
    desk: &'a Desk,
    form: Form,
    file: Option<&'a Path>,
    text: TextOptions,
    out: Results,
    list: JsonList,
    frames: Vec<Frame>,
    /// How many were written, earlier runs included, and how many are wanted.
    found: u64,
    limit: u64,
    /// Whether solutions carry their numbers.
    numbered: bool,
    failed: Option<Error>,
    /// What the verb adds to the answer for programs.
    more: serde_json::Map<String, serde_json::Value>,
    /// Where the next solution stands, if one of each class is written.
    standing: Option<Standing>,
}

impl<'a> Writer<'a> {
    /// For `count`, which hands nothing over.
    pub(crate) fn of_count(
        puzzle: &'a Puzzle,
        ask: &'a Ask,
        search: &'a Search,
        desk: &'a Desk,
        form: Form,
    ) -> Result<Self, Error> {
        let plain = Color { when: When::Auto };
        Self::new(puzzle, ask, search, desk, form, None, &plain)
    }

    /// For verbs that show solutions.
    pub(crate) fn of_solve(
        puzzle: &'a Puzzle,
        ask: &'a Ask,
        search: &'a Search,
        desk: &'a Desk,
        solve: &'a Shown,
    ) -> Result<Self, Error> {
        let file = solve.output.as_deref();
        let form = match Form::of(solve, search, &ask.choices)? {
            // Of several puzzles each is one object.
            Form::Lines | Form::Csv if !desk.is_alone() => Form::Json,
            form => form,
        };
        let mut writer = Self::new(puzzle, ask, search, desk, form, file, &solve.color)?;
        writer.limit = match ask.question {
            Question::First => 1,
            _ => solve.limit.unwrap_or(u64::MAX),
        };
        let samples = ask.choices.text("sample").is_some_and(|samples| samples != "1");
        writer.numbered = match ask.question {
            Question::First | Question::Shortest | Question::Winner | Question::Apart => false,
            Question::Sample => samples,
            _ => true,
        };
        Ok(writer)
    }

    fn new(
        puzzle: &'a Puzzle,
        ask: &'a Ask,
        search: &'a Search,
        desk: &'a Desk,
        form: Form,
        file: Option<&'a Path>,
        color: &Color,
    ) -> Result<Self, Error> {
        // A picture is written at the end, whole.
        let to = file.filter(|_| form != Form::Picture);
        Ok(Writer {
            puzzle,
            ask,
            search,
            desk,
            form,
            file,
            text: output::text_options(color, file.is_some()),
            out: desk.results(to, search.resume.is_some())?,
            list: JsonList::of(if ask.question == Question::Apart { "plans" } else { "solutions" }),
            frames: Vec::new(),
            found: 0,
            limit: u64::MAX,
            numbered: false,
            more: serde_json::Map::new(),
            standing: None,
            failed: None,
        })
    }

    /// With these fields for programs, beside the answer.
    pub(crate) fn telling(mut self, name: &str, value: serde_json::Value) -> Self {
        self.more.insert(name.into(), value);
        self
    }

    /// Writes one solution.
    fn write(&mut self, solution: &[u32]) -> Result<(), Error> {
        let number = self.found;
        let standing = self.standing.take();
        let json = |puzzle: &Puzzle, ask: &Ask| {
            let mut json = puzzle.solution_json(ask, number, solution);
            if let Some(standing) = &standing {
                json["class_size"] = standing.class.into();
                let kept = standing.kept_by.iter();
                let kept =
                    kept.map(|&(kind, order)| json!({ "kind": kind.word(1), "order": order }));
                json["kept_by"] = kept.collect();
            }
            json
        };
        match self.form {
            Form::Json => {
                let json = json(self.puzzle, self.ask);
                self.list.push(self.out.writer(), &json)?;
            }
            Form::Lines => {
                let json = json(self.puzzle, self.ask);
                writeln!(self.out.writer(), "{json}")?;
            }
            Form::Csv => {}
            Form::Text => {
                let number = self.numbered.then_some(number);
                let note = standing.as_ref().map(Standing::words);
                let note = note.as_deref();
                let showing = Showing { ask: self.ask, number, note, text: self.text };
                let words = self.puzzle.description().words(solution, &showing);
                self.out.writer().write_all(words.as_bytes())?;
            }
            Form::Picture => {
                let mut frames = self.puzzle.description().frames(self.ask, solution);
                if let (true, Some(frame)) = (self.numbered, frames.first_mut()) {
                    frame.caption = format!("solution {number}");
                    if let Some(standing) = &standing {
                        frame.caption.push_str(&format!(", {}", standing.words()));
                    }
                }
                self.frames.append(&mut frames);
                if self.frames.len() > MOST_FRAMES {
                    let message = format!("error: over {MOST_FRAMES} pictures in one file");
                    return Err(Error::Input(format!("{message}\n hint: ask for fewer")));
                }
            }
        }
        Ok(())
    }

    /// Tells an error; one JSON object that was begun is ended with it.
    pub(crate) fn fail(mut self, error: Error) -> Error {
        let error = self.failed.take().unwrap_or(error);
        self.list.fail(self.out.writer(), error)
    }

    /// Writes the answer.
    pub(crate) fn finish(mut self, answer: &Answer, seconds: f64) -> Result<Exit, Error> {
        if let Some(error) = self.failed.take() {
            return Err(self.fail(error));
        }
        let told = self.puzzle.tell(self.ask, answer, self.text);
        match self.form {
            Form::Json | Form::Lines => self.json(answer, &told, seconds)?,
            Form::Csv => {
                let json = self.puzzle.answer_json(self.ask, answer, &told, seconds);
                let levels = self.ask.choices.has("levels");
                self.out.writer().write_all(csv::text(&csv::rows(&json, levels)).as_bytes())?;
            }
            Form::Picture => {
                self.frames.extend(told.frames.iter().cloned());
                self.picture()?;
                if !self.search.quiet && !told.text.is_empty() {
                    self.desk.remark(told.text.trim_end());
                }
            }
            Form::Text => {
                let text = self.told(answer, &told);
                self.out.writer().write_all(text.as_bytes())?;
            }
        }
        self.out.sync()?;
        self.remark(answer, &told);
        Ok(self.exit(answer))
    }

    fn json(&mut self, answer: &Answer, told: &Told, seconds: f64) -> Result<(), Error> {
        let mut json = self.puzzle.answer_json(self.ask, answer, told, seconds);
        for (name, value) in &self.more {
            json[name] = value.clone();
        }
        if self.ask.question == Question::Sample {
            json["samples"] = self.found.into();
        }
        let listed = self.ask.question.hands_over() && self.form == Form::Json;
        let object = match listed {
            true => std::mem::take(&mut self.list).finish(&json),
            false => format!("{json}\n"),
        };
        Ok(self.out.end(&object)?)
    }

    /// The text after the solutions: what the family says, or a number.
    fn told(&self, answer: &Answer, told: &Told) -> String {
        let counted = matches!(self.ask.question, Question::Count | Question::Classes);
        if !told.text.is_empty() || !counted {
            return told.text.clone();
        }
        let number = match self.ask.question {
            Question::Classes => answer.least_classes(),
            _ => answer.solutions.clone(),
        };
        let least = if answer.stopped.is_some() { "at least " } else { "" };
        format!("{least}{number}\n")
    }

    fn picture(&mut self) -> Result<(), Error> {
        if self.frames.is_empty() {
            return Ok(());
        }
        let title = self.puzzle.title().to_owned();
        let scene = Scene { title, frames: std::mem::take(&mut self.frames) };
        if let Some(seconds) = self.ask.choices.get("animate")? {
            let mut out = output::writer(self.file)?;
            out.write_all(svg::animate(&scene, seconds).as_bytes())?;
            return Ok(out.flush()?);
        }
        let never = Color { when: When::Never };
        let style =
            Style { format: None, scale: 40.0, solid: true, output: self.file, color: &never };
        picture::write(&scene, &style)
    }

    /// Says on the standard error what is not part of the result.
    fn remark(&self, answer: &Answer, told: &Told) {
        let quiet = self.search.quiet || !matches!(self.form, Form::Text | Form::Picture);
        let stopped = answer.stopped.filter(|&reason| reason != StopReason::Satisfied);
        if !quiet {
            told.remarks.iter().for_each(|remark| self.desk.remark(remark));
        }
        let closing = match (told.closing.clone(), stopped, self.ask.question.hands_over()) {
            (Some(closing), ..) => Some(closing).filter(|closing| !closing.is_empty()),
            (None, Some(reason), true) => Some(format!(
                "stopped: {reason}, after {} and {} nodes",
                self.plural(self.found),
                answer.nodes
            )),
            (None, Some(reason), false) => {
                Some(format!("stopped: {reason}, after {} nodes", answer.nodes))
            }
            (None, None, true) if answer.stopped.is_none() => Some(self.that_is_all(answer, told)),
            (None, None, _) => {
                let why = told.why.as_ref().map(|why| format!("no solution: {why}"));
                why.or_else(|| self.no_solution(answer))
            }
        };
        // That a count did not come to its end is said in any case.
        let must = stopped.is_some() && !self.ask.question.hands_over() && self.form == Form::Text;
        if let Some(closing) = closing.filter(|_| must || !quiet) {
            self.desk.close(&closing);
        }
        if let Some(convention) = self.puzzle.convention(self.ask).filter(|_| !quiet) {
            self.desk.repeat(convention);
        }
        if let Some(sameness) = answer.sameness.as_ref().filter(|_| !quiet) {
            self.desk.repeat(&sameness.words());
        }
        match answer.confirmed.as_ref().map(|second| (second, second.stopped)) {
            Some((second, Some(reason))) => {
                let (nodes, engine) = (second.nodes, &second.engine);
                let why = format!("not confirmed: {reason}, after {nodes} nodes of {engine}");
                self.desk.remark(&why);
            }
            Some((second, None)) if !quiet => {
                let by = format!("confirmed: {} and {} agree", answer.engine, second.engine);
                self.desk.remark(&by);
            }
            _ => {}
        }
    }

    fn plural(&self, count: u64) -> String {
        let (one, many) = self.puzzle.description().noun(self.ask);
        format!("{count} {}", if count == 1 { one } else { many })
    }

    fn that_is_all(&self, answer: &Answer, told: &Told) -> String {
        if self.found > 0 {
            return format!("{}, that is all", self.plural(self.found));
        }
        let (_, many) = self.puzzle.description().noun(self.ask);
        match (told.why.as_ref(), self.no_solution(answer)) {
            (Some(why), _) => format!("no solution: {why}"),
            (None, Some(known)) => known,
            (None, None) if many == "solutions" => "no solution".into(),
            (None, None) => format!("there are no {many}"),
        }
    }

    /// Why a puzzle has no solution, if that is known beforehand.
    fn no_solution(&self, answer: &Answer) -> Option<String> {
        let reason = self.puzzle.description().impossible()?;
        (answer.solutions == BigUint::ZERO).then(|| format!("no solution: {reason}"))
    }

    /// A limit or an interrupt is 3, enough solutions are an answer.
    fn exit(&self, answer: &Answer) -> Exit {
        let limited = |stopped: Option<StopReason>| {
            stopped.is_some_and(|reason| reason != StopReason::Satisfied)
        };
        let one = matches!(self.ask.question, Question::First | Question::Shortest);
        if limited(answer.confirmed.as_ref().and_then(|second| second.stopped)) {
            return Exit::Stopped;
        }
        if limited(answer.stopped) && !(one && self.found > 0) {
            return Exit::Stopped;
        }
        let wanted = self.ask.question.hands_over() || self.ask.question == Question::Unique;
        let none = answer.is_complete() && answer.solutions == BigUint::ZERO && self.found == 0;
        match wanted && none && self.ask.question != Question::Furthest {
            true => Exit::NoSolution,
            false => Exit::Answered,
        }
    }
}

impl Sink for Writer<'_> {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        self.found += 1;
        if let Err(error) = self.write(solution) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if self.found >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn standing(&mut self, standing: &Standing) {
        self.standing = Some(standing.clone());
    }

    fn sync(&mut self) -> io::Result<Seal> {
        self.out.sync()
    }

    fn resume(&mut self, output: Seal, solutions: u64) -> io::Result<()> {
        if solutions >= self.limit {
            let many = self.plural(solutions);
            return Err(io::Error::other(format!(
                "the saved run has {many} already\n hint: raise --limit, or use --all"
            )));
        }
        self.found = solutions;
        self.out.resume(output)
    }
}
