//! Certificates: what a file proves of a puzzle.

use puzzle_core::certificate::CountCertificate;
use puzzle_core::{Ask, Failure, Problem, Question, Run};
use puzzle_engines::meta::cover::{Recounted, recount};

use crate::Puzzle;

/// How much of a certificate is counted again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Recount {
    /// How many subtrees.
    pub subtrees: usize,
    /// Which, by a seed.
    pub seed: u64,
}

impl Puzzle {
    /// What a certificate proves, in words, or what is wrong with it; `None` if the file is none. A
    /// certificate of a count is checked without a search but for what is to be counted again.
    pub fn check_certificate(
        &self,
        file: &[u8],
        again: Recount,
        run: &Run,
    ) -> Option<Result<String, Failure>> {
        if let Some(proved) = self.description().check_certificate(file) {
            return Some(proved.map_err(Failure::Usage));
        }
        CountCertificate::is_one(file).then(|| self.check_count(file, again, run))
    }

    fn check_count(&self, file: &[u8], again: Recount, run: &Run) -> Result<String, Failure> {
        let budget = &run.control.budget;
        let certificate = CountCertificate::read(file)
            .map_err(|wrong| Failure::file("certificate", &String::from_utf8_lossy(file), wrong))?;
        let lowered = self.description().lower(&Ask::new(Question::Count), budget)?;
        let Problem::Cover(cover) = &*lowered.problem else {
            return Err(Failure::Usage("the certificate is of a cover, and this is none".into()));
        };
        let checked = certificate.check(&cover.puzzle, budget).map_err(Failure::Usage)?;
        if let Some(reason) = budget.check(0) {
            return Err(Failure::Stopped(reason));
        }
        let prices = &certificate.prices;
        let (lists, parts) = (prices.removing.len() + prices.kept.len(), certificate.parts.len());
        let mut told = format!(
            "{}: the whole tree in {}, which {} up to that",
            count(&certificate.count, "solution"),
            count(&parts, "part"),
            if parts == 1 { "adds" } else { "add" }
        );
        if lists > 0 {
            told += &format!(
                "\nno embedding costs less than nothing in {}; by them {} too dear for any solution",
                count(&lists, "price list"),
                if checked.removed == 1 {
                    "1 embedding is".into()
                } else {
                    format!("{} embeddings are", checked.removed)
                },
            );
        }
        if !checked.orbits.is_empty() {
            let all: u64 = checked.orbits.iter().map(|orbit| u64::from(orbit.1)).sum();
            told += &format!(
                "\n{} of {all} embeddings stand for their orbits by symmetries that were checked",
                checked.orbits.len()
            );
        }
        if again.subtrees > 0 && checked.searched.is_some() && parts > 0 {
            let Recounted { subtrees, whole, solvable, solutions } =
                recount(&certificate, &checked, again.subtrees, again.seed, &run.control)?;
            told += &format!(
                "\ncounted again without prices: {} (whole parts: {whole}, with solutions: {solvable}, \
                 solutions: {solutions}), all right",
                count(&subtrees, "subtree")
            );
        }
        Ok(told)
    }
}

/// So many of a thing.
fn count(many: &impl ToString, thing: &str) -> String {
    let many = many.to_string();
    format!("{many} {thing}{}", if many == "1" { "" } else { "s" })
}
