//! Certificates of counts: what a count of a cover rests on, so that others can check it.
//!
//! A count that prunes by prices is a sum over parts of the search tree. The certificate says which
//! embeddings stand for their orbits, which price lists were used, and what each part came to.
//! [`CountCertificate::check`] checks in whole numbers, without a search, that nothing was left out: that the
//! symmetries are some, that no price list lets an embedding cost less than nothing, that every branch of the
//! tree is a part or cannot hold a solution, and that the parts add up. What it cannot check is what each
//! part came to; for that, some of them are counted again, by another engine and without prices.
//!
//! ```text
//! puzzle certificate 1
//! cover 48894e1899e9d9a5    the fingerprint of the puzzle
//! count 9356
//! restricted 7              an aspect, if its embeddings are tried up to symmetry
//! symmetry 1 0 3 2 …        where aspects go, for each symmetry that was used
//! representative 1434 24    an embedding's number, and the size of its orbit
//! removes 3 0 -2 1          prices, by aspect, by which embeddings were removed
//! prices 1 0 0 -1           prices that were kept up in the search
//! part 12 911 3 18          solutions, nodes, the embeddings chosen
//! end 310 8f21…             bytes before this line, and their checksum
//! ```

mod check;

use std::fmt::Write as _;

pub use check::{Checked, Sampled};

use crate::checkpoint::{read_number, read_prices};
use crate::prices::PriceRecord;
use crate::seal::{self, Sealed};
use crate::{BigUint, Diagnostic};

const FIRST_LINE: &str = "puzzle certificate 1";

/// A certificate of a count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CountCertificate {
    /// The fingerprint of the puzzle, before anything is removed from it.
    pub fingerprint: u64,
    /// How many solutions there are.
    pub count: BigUint,
    /// Which embeddings stand for others.
    pub restriction: Option<CertifiedRestriction>,
    /// The price lists.
    pub prices: PriceRecord,
    /// What the count is the sum of.
    pub parts: Vec<CertifiedPart>,
}

/// The embeddings over an aspect that are tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CertifiedRestriction {
    /// The aspect, by its place in the puzzle.
    pub aspect: u32,
    /// The symmetries that keep it: where each aspect goes.
    pub symmetries: Vec<Vec<u32>>,
    /// The numbers of the embeddings that are tried, and the sizes of their orbits.
    pub representatives: Vec<(u32, u32)>,
}

/// A part of the search tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CertifiedPart {
    /// The solutions in it, each with its weight: the size of the orbit that it stands for.
    pub solutions: BigUint,
    /// The nodes that counting it took.
    pub nodes: u64,
    /// The numbers of the embeddings that are chosen, in the order of the tree.
    pub chosen: Vec<u32>,
}

impl CountCertificate {
    /// Whether bytes are meant to be a certificate, of whatever.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(b"puzzle certificate")
    }

    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut text =
            format!("{FIRST_LINE}\ncover {:016x}\ncount {}\n", self.fingerprint, self.count);
        if let Some(restriction) = &self.restriction {
            let _ = writeln!(text, "restricted {}", restriction.aspect);
            restriction.symmetries.iter().for_each(|images| line(&mut text, "symmetry", images));
            for (number, orbit) in &restriction.representatives {
                let _ = writeln!(text, "representative {number} {orbit}");
            }
        }
        self.prices.removing.iter().for_each(|prices| line(&mut text, "removes", prices));
        self.prices.kept.iter().for_each(|prices| line(&mut text, "prices", prices));
        for CertifiedPart { solutions, nodes, chosen } in &self.parts {
            line(&mut text, &format!("part {solutions} {nodes}"), chosen);
        }
        let mut bytes = text.into_bytes();
        seal::LINE.seal(&mut bytes);
        bytes
    }

    /// Reads a file's bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, Diagnostic> {
        if bytes.split(|&byte| byte == b'\n').next() != Some(FIRST_LINE.as_bytes()) {
            return Err(Diagnostic::error("this certificate is of another version")
                .hint(format!("its first line must be `{FIRST_LINE}`")));
        }
        let Sealed::Whole(body) = seal::LINE.check(bytes) else {
            return Err(Diagnostic::error("the certificate is cut short or changed")
                .hint("its last line does not fit what comes before"));
        };
        let text = std::str::from_utf8(body)
            .map_err(|_| Diagnostic::error("the certificate is no text"))?;
        let mut certificate = CountCertificate::default();
        let mut at = 0;
        let mut headed = [false; 2];
        for line in text.split_inclusive('\n') {
            let span = at..at + line.trim_end().len();
            at += line.len();
            if span.start > 0 {
                let read = certificate.read_line(line.trim_end(), &mut headed);
                read.ok_or_else(|| {
                    Diagnostic::error("this is no line of a certificate of a count").at(span)
                })?;
            }
        }
        match headed {
            [true, true] => Ok(certificate),
            _ => Err(Diagnostic::error("the certificate does not say what it is about")
                .hint("its second line must be `cover …`, its third `count …`")),
        }
    }

    /// Reads a line after the first; `headed` says whether puzzle and count are known.
    fn read_line(&mut self, line: &str, headed: &mut [bool; 2]) -> Option<()> {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (name, &mut self.restriction) {
            ("cover", _) if !headed[0] => {
                self.fingerprint = u64::from_str_radix(rest, 16).ok()?;
                headed[0] = true;
            }
            ("count", _) if !headed[1] => {
                self.count = read_number(rest)?;
                headed[1] = true;
            }
            ("restricted", none @ None) => {
                let aspect = rest.parse().ok()?;
                *none = Some(CertifiedRestriction { aspect, ..CertifiedRestriction::default() });
            }
            ("symmetry", Some(restriction)) => restriction.symmetries.push(numbers(rest)?),
            ("representative", Some(restriction)) => {
                let &[number, orbit] = &numbers(rest)?[..] else { return None };
                restriction.representatives.push((number, orbit));
            }
            ("removes", _) => self.prices.removing.push(read_prices(rest)?),
            ("prices", _) => self.prices.kept.push(read_prices(rest)?),
            ("part", _) => {
                let (solutions, rest) = rest.split_once(' ')?;
                let (nodes, chosen) = rest.split_once(' ').unwrap_or((rest, ""));
                let (solutions, nodes) = (read_number(solutions)?, nodes.parse().ok()?);
                self.parts.push(CertifiedPart { solutions, nodes, chosen: numbers(chosen)? });
            }
            _ => return None,
        }
        Some(())
    }
}

/// A line of a name and numbers.
fn line(text: &mut String, name: &str, numbers: &[impl std::fmt::Display]) {
    text.push_str(name);
    for number in numbers {
        let _ = write!(text, " {number}");
    }
    text.push('\n');
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split_ascii_whitespace().map(|number| number.parse().ok()).collect()
}
