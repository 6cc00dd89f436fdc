//! A search in a file: a few lines of text, then keys.
//!
//! ```text
//! puzzle levels 2
//! puzzle 1f3a…            the puzzle's fingerprint
//! question solve style 2
//! nodes 25000
//! levels 1 4 12 30        how many states have each distance
//! passed 2                the distance of the nearest goals, if they were passed, or -
//! keys 8 12 20 10 3 0 1 2 bytes of a key; how many keys are in the seven lists that follow
//! ```
//!
//! The lists are the level before the last, the states of the last level that are expanded and that
//! are not, what there is of the next level, the goals of the last and of the next level, and the
//! nearest goals. The file is written beside its place and then moved there, so that there is a good one at
//! every moment.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use puzzle_core::Key;

use super::search::State;

/// A saved search and what it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved<K> {
    /// The fingerprint of the puzzle.
    pub fingerprint: u64,
    /// What was asked.
    pub question: String,
    /// Where the search was.
    pub state: State<K>,
}

const FIRST_LINE: &str = "puzzle levels 2";

impl<K: Key> Saved<K> {
    /// Writes the file.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let beside = Path::new(&name);
        let mut out = BufWriter::new(File::create(beside)?);
        let State { levels, nodes, .. } = &self.state;
        let levels: Vec<String> = levels.iter().map(u64::to_string).collect();
        let lists = self.lists();
        let counts = lists.map(|list| list.len().to_string()).join(" ");
        writeln!(out, "{FIRST_LINE}\npuzzle {:016x}", self.fingerprint)?;
        writeln!(out, "question {}\nnodes {nodes}", self.question)?;
        let passed = self.state.passed.as_ref().map_or("-".into(), |(at, _)| at.to_string());
        writeln!(out, "levels {}\npassed {passed}", levels.join(" "))?;
        writeln!(out, "keys {} {counts}", K::BYTES)?;
        let mut bytes = Vec::new();
        for key in lists.into_iter().flatten() {
            bytes.clear();
            key.write(&mut bytes);
            out.write_all(&bytes)?;
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(beside, path)
    }

    fn lists(&self) -> [&[K]; 7] {
        let State { before, done, pending, next, goals, next_goals, passed, .. } = &self.state;
        let passed = passed.as_ref().map_or(&[][..], |(_, goals)| goals);
        [before, done, pending, next, goals, next_goals, passed]
    }
}

/// Reads a file that [`Saved::write`] wrote.
pub fn read_saved<K: Key>(path: &Path) -> io::Result<Saved<K>> {
    let length = std::fs::metadata(path)?.len();
    let mut file = BufReader::new(File::open(path)?);
    let mut line = |name: &str| -> io::Result<String> {
        let mut text = String::new();
        (&mut file).take(1 << 24).read_line(&mut text)?;
        let value = text.trim_end_matches('\n').strip_prefix(name);
        value.map(|value| value.trim_start().to_owned()).ok_or_else(|| damaged(name))
    };
    line(FIRST_LINE)?;
    let fingerprint =
        u64::from_str_radix(&line("puzzle")?, 16).map_err(|_| damaged("fingerprint"))?;
    let question = line("question")?;
    let numbers = |text: &str| -> io::Result<Vec<u64>> {
        text.split_whitespace().map(|n| n.parse().map_err(|_| damaged("number"))).collect()
    };
    let nodes = line("nodes")?.parse().map_err(|_| damaged("number"))?;
    let levels = numbers(&line("levels")?)?;
    let passed = match line("passed")?.as_str() {
        "-" => None,
        number => Some(number.parse().map_err(|_| damaged("number"))?),
    };
    let counts = numbers(&line("keys")?)?;
    let [bytes, counts @ ..] = counts.as_slice() else { return Err(damaged("list")) };
    if *bytes != K::BYTES as u64 || counts.len() != 7 || levels.is_empty() {
        return Err(damaged("list"));
    }
    let total = counts.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n));
    if total.and_then(|n| n.checked_mul(*bytes)).is_none_or(|bytes| bytes > length) {
        return Err(damaged("list"));
    }
    let mut lists = Vec::new();
    let mut key = vec![0; K::BYTES];
    for &count in counts {
        let mut list = Vec::with_capacity(count as usize);
        for _ in 0..count {
            file.read_exact(&mut key)?;
            list.push(K::read(&key));
        }
        lists.push(list);
    }
    let mut lists = lists.into_iter();
    let mut list = || lists.next().unwrap_or_default();
    let (before, done, pending, next) = (list(), list(), list(), list());
    let (goals, next_goals) = (list(), list());
    let passed = passed.filter(|at| *at < levels.len()).map(|at| (at, list()));
    let state = State { levels, nodes, before, done, pending, next, goals, next_goals, passed };
    Ok(Saved { fingerprint, question, state })
}

fn damaged(what: &str) -> io::Error {
    io::Error::other(format!("this is no saved search of this version, or it is damaged ({what})"))
}
