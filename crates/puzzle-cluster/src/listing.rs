//! The solutions of a unit as lines of text, and how they are handed over when units are merged.
//!
//! `3 17 22` are the numbers of a solution. Where one solution of each class is listed, `;` follows, how many
//! the class has, and what keeps the solution: `3 17 22 ; 4 turn 2 reflection 2`.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use puzzle::files::Journal;
use puzzle::{Failure, Seal, Sink, Standing, SymmetryKind};

use crate::Result;

/// Writes solutions to a file that is taken up again with the run.
#[derive(Debug)]
pub(crate) struct Listing {
    journal: Journal,
    standing: Option<Standing>,
    failed: bool,
    /// How many bytes it may hold; then the unit is left, and others go on with the rest.
    most: u64,
}

impl Listing {
    pub(crate) fn open(path: &Path, most: u64) -> io::Result<Self> {
        Ok(Listing { journal: Journal::open(path, true)?, standing: None, failed: false, most })
    }
}

impl Sink for Listing {
    fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
        let mut line = String::new();
        for number in solution {
            let _ = write!(line, "{number} ");
        }
        if let Some(Standing { class, kept_by }) = self.standing.take() {
            let _ = write!(line, "; {class} ");
            for (kind, order) in kept_by {
                let _ = write!(line, "{} {order} ", kind.word(1));
            }
        }
        line.pop();
        line.push('\n');
        self.failed |= self.journal.write_all(line.as_bytes()).is_err();
        match self.failed || self.journal.written().length > self.most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn standing(&mut self, standing: &Standing) {
        self.standing = Some(standing.clone());
    }

    fn sync(&mut self) -> io::Result<Seal> {
        self.journal.sync()
    }

    fn resume(&mut self, output: Seal, _: u64) -> io::Result<()> {
        self.journal.resume(output)
    }
}

/// Hands the solutions of a text to a sink; false if the sink had enough.
pub(crate) fn hand_over(text: &str, sink: &mut dyn Sink) -> Result<bool> {
    for line in text.lines() {
        let (numbers, standing) = match line.split_once(';') {
            Some((numbers, standing)) => (numbers, Some(standing)),
            None => (line, None),
        };
        let solution =
            numbers.split_whitespace().map(str::parse).collect::<std::result::Result<_, _>>();
        let wrong = || Failure::Usage(format!("`{line}` is no solution"));
        let solution: Vec<u32> = solution.map_err(|_| wrong())?;
        if let Some(standing) = standing {
            sink.standing(&read_standing(standing).ok_or_else(wrong)?);
        }
        if sink.solution(&solution).is_break() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn read_standing(text: &str) -> Option<Standing> {
    let mut words = text.split_whitespace();
    let mut standing = Standing { class: words.next()?.parse().ok()?, kept_by: Vec::new() };
    while let Some(word) = words.next() {
        let kinds = [SymmetryKind::Turn, SymmetryKind::Reflection, SymmetryKind::Symmetry];
        let kind = kinds.into_iter().find(|kind| kind.word(1) == word)?;
        standing.kept_by.push((kind, words.next()?.parse().ok()?));
    }
    Some(standing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_handed_over_as_it_was() {
        let folder = crate::divide::Scratch::new("listing");
        let path = folder.0.join("list");
        let standings = [
            None,
            Some(Standing { class: 24, kept_by: Vec::new() }),
            Some(Standing { class: 2, kept_by: vec![(SymmetryKind::Reflection, 2)] }),
        ];
        let mut listing = Listing::open(&path, 1 << 20).unwrap();
        for standing in standings.iter().flatten() {
            listing.standing(standing);
            assert!(listing.solution(&[3, 17, 22]).is_continue());
        }
        assert!(listing.solution(&[]).is_continue() && listing.solution(&[5]).is_continue());
        let seal = listing.sync().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(seal, Seal::of(text.as_bytes()));
        assert_eq!(text, "3 17 22 ; 24\n3 17 22 ; 2 reflection 2\n\n5\n");

        #[derive(Default)]
        struct Seen(Vec<Vec<u32>>, Vec<Standing>);
        impl Sink for Seen {
            fn solution(&mut self, solution: &[u32]) -> ControlFlow<()> {
                self.0.push(solution.to_vec());
                ControlFlow::Continue(())
            }
            fn standing(&mut self, standing: &Standing) {
                self.1.push(standing.clone());
            }
        }
        let mut seen = Seen::default();
        assert!(hand_over(&text, &mut seen).unwrap());
        assert_eq!(seen.0, [vec![3, 17, 22], vec![3, 17, 22], vec![], vec![5]]);
        assert!(seen.1.iter().eq(standings.iter().flatten()));
        assert!(hand_over("3 x", &mut seen).is_err());
    }
}
