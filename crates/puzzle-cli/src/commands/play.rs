//! `puzzle play`: any puzzle that can be played, at the terminal.
//!
//! Moves are texts; what they mean is the family's business. Undo plays all moves but the last once
//! more, a saved game is its moves, one a line.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use puzzle::scene::text::TextOptions;
use puzzle::{Budget, Control, Hint, Playing, Puzzle, Random, Run, strategy};

use crate::args::{Level, Play, Side};
use crate::exit::{Error, Exit};
use crate::{input, output};

const HELP: &str = "undo, hint, check, moves, board, save FILE, give up, quit";

/// `puzzle play`.
pub(crate) fn run(play: &Play) -> Result<Exit, Error> {
    let puzzle = Puzzle::open(&play.which.puzzle, play.which.kind.as_deref())?;
    output::warn(&puzzle);
    let begin = || {
        puzzle.description().play().ok_or_else(|| {
            let family = puzzle.family().name;
            Error::Input(format!("error: a {family} puzzle is not played"))
        })
    };
    let mut out = output::writer(None)?;
    let text = output::text_options(&play.color, false);
    let random = Random::new(play.seed);
    let (moves, playing) = (Vec::new(), begin()?);
    let mut table = Table { play, playing, moves, out: &mut out, text, random };
    if let Some(file) = &play.saved {
        table.replay(file)?;
    }
    table.say(&format!("{}\nor one of: {HELP}", table.playing.help()))?;
    table.board()?;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        if let Some(end) = table.playing.over() {
            table.say(&end)?;
            return Ok(Exit::Answered);
        }
        if table.is_machine() {
            table.machine()?;
            continue;
        }
        table.prompt()?;
        let Some(line) = lines.next().transpose()? else { return Ok(Exit::Answered) };
        let line = line.trim();
        match line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim())) {
            ("", _) => {}
            ("quit" | "exit", "") | ("give", "up") => {
                table.say(if line.starts_with('g') { "given up" } else { "bye" })?;
                return Ok(Exit::Answered);
            }
            ("help", "") => table.say(&format!("{}\nor one of: {HELP}", table.playing.help()))?,
            ("board", "") => table.board()?,
            ("moves", "") => table.list()?,
            ("hint", "") => table.hint()?,
            ("check", "") => table.check()?,
            ("save", file) if !file.is_empty() => table.save(Path::new(file))?,
            ("undo", "") => {
                let mut kept = table.moves.clone();
                kept.pop();
                // The machine's answer goes too, so that it is the player's turn again.
                while table.is_machine_after(kept.len()) && kept.pop().is_some() {}
                table.playing = begin()?;
                table.moves.clear();
                for word in kept {
                    table.make(&word)?;
                }
                table.board()?;
            }
            _ => match table.make(line) {
                Ok(_) => table.board()?,
                Err(Error::Input(why)) => table.say(&output::printable(&why))?,
                Err(other) => return Err(other),
            },
        }
    }
}

/// A game on the table.
struct Table<'t> {
    play: &'t Play,
    playing: Box<dyn Playing + 't>,
    moves: Vec<String>,
    out: &'t mut dyn Write,
    text: TextOptions,
    random: Random,
}

impl Table<'_> {
    fn say(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    fn prompt(&mut self) -> Result<(), Error> {
        write!(self.out, "{}> ", self.moves.len() + 1)?;
        Ok(self.out.flush()?)
    }

    fn board(&mut self) -> Result<(), Error> {
        let shown = self.playing.show(self.text);
        self.say(shown.trim_end_matches('\n'))
    }

    fn list(&mut self) -> Result<(), Error> {
        let moves = self.playing.moves();
        let shown = moves.iter().take(100).cloned().collect::<Vec<_>>().join("  ");
        let more = moves.len().saturating_sub(100);
        self.say(&match (moves.len(), more) {
            (0, _) => self.playing.help(),
            (_, 0) => shown,
            _ => format!("{shown}  and {more} more"),
        })
    }

    /// Makes a move.
    fn make(&mut self, word: &str) -> Result<String, Error> {
        let made = self.playing.make(word).map_err(Error::Input)?;
        self.moves.push(made.clone());
        Ok(made)
    }

    fn is_machine(&self) -> bool {
        self.is_machine_after(self.moves.len())
    }

    /// Whether the machine is to move after so many moves.
    fn is_machine_after(&self, moves: usize) -> bool {
        let first = moves.is_multiple_of(2);
        self.playing.players() == 2
            && match self.play.side {
                Side::First => !first,
                Side::Second => first,
                Side::Both => false,
                Side::Neither => true,
            }
    }

    /// The time the strategy has.
    fn time(&self) -> Run {
        let deadline = Instant::now().checked_add(self.play.think);
        let budget = Budget { deadline, ..Budget::default() };
        let control = Arc::new(Control { budget, ..Control::default() });
        Run { control, ..Run::default() }
    }

    /// What the strategy thinks of.
    fn think(&self) -> Result<Hint, Error> {
        Ok(self.playing.hint(strategy(), &self.time())?)
    }

    fn hint(&mut self) -> Result<(), Error> {
        let said = self.think().map(|hint| match &hint.word {
            Some(word) => format!("{word}: {}", hint.about),
            None => hint.about,
        });
        self.answer(said)
    }

    /// Says what is wrong.
    fn check(&mut self) -> Result<(), Error> {
        let found = self.playing.mistakes(strategy(), &self.time()).map_err(Error::from);
        let none = || "there is no wrong and right in this puzzle".to_owned();
        self.answer(found.map(|found| found.map_or_else(none, |mistakes| mistakes.about)))
    }

    /// Says what was found, or why nothing was.
    fn answer(&mut self, said: Result<String, Error>) -> Result<(), Error> {
        match said {
            Ok(said) => self.say(&said),
            Err(Error::Input(why)) => self.say(&output::printable(&why)),
            Err(other) => Err(other),
        }
    }

    /// The machine moves.
    fn machine(&mut self) -> Result<(), Error> {
        let moves = self.playing.moves();
        let careless = self.play.level == Level::Beginner && self.random.below(2) == 0;
        let word = match careless {
            true => None,
            false => self.think()?.word,
        };
        let at = self.random.index(moves.len());
        let Some(word) = word.or_else(|| moves.get(at).cloned()) else {
            return Err(Error::Internal("error: the machine finds no move".into()));
        };
        let made = self.make(&word)?;
        self.say(&format!("{}. {made}", self.moves.len()))?;
        self.board()
    }

    fn save(&mut self, file: &Path) -> Result<(), Error> {
        let text: String = self.moves.iter().map(|word| format!("{word}\n")).collect();
        match puzzle::files::write(file, |out| out.write_all(text.as_bytes())) {
            Ok(()) => self.say(&format!("saved; go on with --saved {}", file.display())),
            Err(error) => self.say(&format!("cannot write {}: {error}", file.display())),
        }
    }

    fn replay(&mut self, file: &Path) -> Result<(), Error> {
        let text = input::text(file)?;
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            self.make(line.trim()).map_err(|error| match error {
                Error::Input(why) => {
                    input::refuse(file, &format!("line {number}: {}", output::printable(&why)))
                }
                other => other,
            })?;
        }
        Ok(())
    }
}
