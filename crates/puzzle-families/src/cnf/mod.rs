//! Satisfiability: formulas in conjunctive normal form (document 003 §7).
//!
//! `dimacs` reads what every SAT solver reads, `terms` the document's own form, `ask` is about
//! questions and answers, `draw` makes a table of clauses. What a model is says `puzzle_core::Cnf`.

mod ask;
mod dimacs;
mod draw;
mod terms;

use puzzle_core::cnf::decode;
use puzzle_core::{
    Answer, Ask, Budget, Cnf, Diagnostic, Failure, Json, Map, Problem, Question, Span,
};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, Scene};

use crate::{
    Checker, Description, Family, Known, Lowered, Reading, Showing, Source, Told, document,
};

/// The family.
pub static FAMILY: Family = Family {
    name: "cnf",
    about: "Boolean formulas in conjunctive normal form: DIMACS, or clauses in parentheses",
    questions: ask::QUESTIONS,
    tables: ask::TABLES,
    endings: &[".cnf", ".dimacs"],
    largest: LARGEST,
    documents: false,
    looks_like,
    ..Family::read_by(read)
};

/// The largest text that is read, in bytes. A formula takes at most four bytes for two of its text,
/// which is kept as well: three times this in all.
pub const LARGEST: usize = 256 << 20;
/// Symmetries are looked for in formulas of so many literals and variables, for so many steps.
const SYMMETRY_SIZE: usize = 200_000;
const SYMMETRY_STEPS: u64 = 20_000_000;

/// A formula as read, with what is worth a remark.
struct Formula {
    cnf: Cnf,
    /// Where an empty clause stands.
    empty: Option<Span>,
    /// A variable below the greatest that occurs nowhere.
    gap: Option<u32>,
}

fn looks_like(source: &Source) -> bool {
    let problem = || source.text.lines().any(|line| line.starts_with("p cnf"));
    let listed = || source.text.trim_start().starts_with('(');
    source.binary.is_none() && (FAMILY.is_named(source) || listed() || problem())
}

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    if source.binary.is_some() {
        return Err(document::no_text(source));
    }
    let formula = match source.text.trim_start().starts_with('(') {
        true => terms::read(&source.text, &source.budget)?,
        false => dimacs::read(&source.text, &source.budget)?,
    };
    let mut warnings = Vec::new();
    let tautologies = match formula.cnf.tautologies() {
        0 => None,
        1 => Some("a clause always holds and is left out".into()),
        n => Some(format!("{n} clauses always hold and are left out")),
    };
    warnings.extend(tautologies.map(Diagnostic::warning));
    if let Some(span) = formula.empty {
        let message = "an empty clause never holds, so there is no model";
        warnings.push(Diagnostic::warning(message).at(span));
    }
    if let Some(variable) = formula.gap {
        let message = format!("variable {variable} occurs nowhere: it is free and counts twice");
        warnings.push(Diagnostic::warning(message).hint("number the variables without gaps"));
    }
    let puzzle = CnfPuzzle { problem: Problem::Formula(formula.cnf), known: Known::default() };
    Ok(Reading { puzzle: Box::new(puzzle), warnings })
}

/// A formula.
#[derive(Debug)]
pub struct CnfPuzzle {
    problem: Problem,
    known: Known,
}

impl CnfPuzzle {
    /// The formula.
    pub fn formula(&self) -> &Cnf {
        match &self.problem {
            Problem::Formula(formula) => formula,
            _ => unreachable!("made as one"),
        }
    }
}

impl Description for CnfPuzzle {
    fn family(&self) -> &'static str {
        "cnf"
    }

    fn name(&self) -> &str {
        ""
    }

    fn figures(&self) -> Vec<(String, String)> {
        let clauses = self.formula().clauses();
        let mut figures = vec![
            ("variables".into(), self.formula().variables().to_string()),
            ("clauses".into(), clauses.len().to_string()),
            ("literals".into(), clauses.iter().map(<[i32]>::len).sum::<usize>().to_string()),
        ];
        let longest = clauses.iter().map(<[i32]>::len).max().unwrap_or(0);
        let length = |n: usize| clauses.iter().filter(|clause| clause.len() == n).count();
        let lengths: Vec<String> = (0..=longest.min(8))
            .map(|n| (n, length(n)))
            .filter(|(_, count)| *count > 0)
            .map(|(n, count)| format!("{count} of {n}"))
            .collect();
        if !lengths.is_empty() {
            figures.push(("lengths".into(), lengths.join(", ")));
        }
        if let Some(onto) = self.formula().projection() {
            figures.push(("projected onto".into(), format!("{} variables", onto.len())));
        }
        let literals: usize = clauses.iter().map(<[i32]>::len).sum();
        if literals + self.formula().variables() as usize <= SYMMETRY_SIZE {
            let (order, complete) = self.formula().symmetries(SYMMETRY_STEPS);
            let words = match (complete, order == 1_u32.into()) {
                (true, true) => "none".into(),
                (true, false) => format!("{order}, of the literals"),
                (false, _) => format!("at least {order}, of the literals"),
            };
            figures.push(("symmetries".into(), words));
        }
        figures
    }

    fn known(&self) -> &Known {
        &self.known
    }

    /// The clauses as text; a formula has no better picture.
    fn draw(&self) -> Scene {
        let mut notes = Vec::new();
        let mut line = String::new();
        for clause in self.formula().clauses().iter().take(200) {
            let words: Vec<String> = clause.iter().map(ToString::to_string).collect();
            let term = format!("({})", words.join(" "));
            if !line.is_empty() && line.len() + term.len() > 90 {
                notes.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += &term;
        }
        notes.push(line);
        if self.formula().clauses().len() > 200 {
            notes.push(format!("and {} more clauses", self.formula().clauses().len() - 200));
        }
        let layers = draw::table(self.formula(), None).into_iter().collect();
        let frame = Frame { layers, notes, ..Frame::default() };
        Scene { title: String::new(), frames: vec![frame] }
    }

    fn lower(&self, ask: &Ask, _: &Budget) -> Result<Lowered<'_>, Failure> {
        ask::lower(self, ask)
    }

    fn noun(&self, ask: &Ask) -> (&'static str, &'static str) {
        let projected = ask.choices.has("project") || self.formula().projection().is_some();
        match ask.question == Question::First && !projected {
            true => ("model", "models"),
            false => ("cube", "cubes"),
        }
    }

    fn frames(&self, _: &Ask, solution: &[u32]) -> Vec<Frame> {
        let cube = decode(solution);
        let layers = draw::table(self.formula(), Some(&cube)).into_iter().collect();
        vec![Frame { layers, notes: vec![ask::words(&cube)], ..Frame::default() }]
    }

    fn words(&self, solution: &[u32], _: &Showing<'_>) -> String {
        ask::words(&decode(solution)) + "\n"
    }

    fn fields(&self, ask: &Ask, solution: &[u32]) -> Map<String, Json> {
        ask::fields(self, ask, solution)
    }

    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        ask::read_solution(fields)
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        self.formula().check(&decode(solution))
    }

    fn checker(&self, ask: &Ask) -> Result<Checker<'_>, Failure> {
        let lowered = ask::lower(self, ask)?;
        Ok(Box::new(move |solution| match &*lowered.problem {
            // Only which variables count may differ from what was written.
            Problem::Formula(formula) => formula.check(&decode(solution)),
            _ => self.check(solution),
        }))
    }

    fn weight(&self, ask: &Ask, solution: &[u32]) -> puzzle_core::BigUint {
        ask::models(self, ask, &decode(solution))
    }

    fn check_together(&self, solutions: &[Vec<u32>]) -> Option<String> {
        ask::check_together(solutions)
    }

    fn tell(&self, ask: &Ask, answer: &Answer, _: TextOptions) -> Told {
        ask::tell(self.formula(), ask, answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Cnf, Vec<String>), Diagnostic> {
        let reading = FAMILY.read(&Source::text("test", text))?;
        let warnings = reading.warnings.iter().map(|w| w.message.clone()).collect();
        let lowered = reading.puzzle.lower(&Ask::new(Question::Count), &Budget::default()).unwrap();
        let Problem::Formula(formula) = lowered.problem.into_owned() else { panic!() };
        Ok((formula, warnings))
    }

    #[test]
    fn both_forms_of_the_paper_s_example_are_the_same_formula() {
        let (terms, _) = read("(1 -2) (1 2 3) (-1 2 3)\n").unwrap();
        let (dimacs, _) = read("c example\np cnf 3 3\n1 -2 0 1 2\n3 0\n-1 2 3 0\n").unwrap();
        assert_eq!(terms, dimacs);
        let (ended, _) = read("p cnf 3 1\n1 -2 0\n%\n0\n").unwrap();
        assert!(ended.clauses().iter().eq([&[1, -2]]));
    }

    #[test]
    fn variables_of_interest_are_read_from_comments() {
        let (formula, _) = read("c p show 2 3 0\np cnf 3 1\n1 2 0\n").unwrap();
        assert_eq!(formula.projection(), Some(&[2, 3][..]));
    }

    #[test]
    fn odd_but_meaningful_formulas_are_taken_with_a_remark() {
        assert_eq!(read("p cnf 0 0\n").unwrap(), (Cnf::new(0, []), vec![]));
        let (_, warnings) = read("p cnf 2 2\n1 -1 0\n0\n").unwrap();
        assert_eq!(
            warnings,
            [
                "a clause always holds and is left out",
                "an empty clause never holds, so there is no model"
            ]
        );
        let (_, warnings) = read("(1 3)()").unwrap();
        assert_eq!(warnings.len(), 2);
    }

    #[test]
    fn a_formula_is_recognised_by_its_text_or_its_name() {
        let is = |name: &str, text: &str| FAMILY.recognises(&Source::text(name, text), None);
        assert!(is("x", "c hello\np cnf 1 1\n1 0\n") && is("x", "\n (1 2)") && is("x.cnf", ""));
        assert!(!is("x", "family = \"packing\"\n"));
    }

    #[test]
    fn every_mistake_gets_its_own_complaint_with_place_and_hint() {
        let texts = [
            "c nothing\n",
            "1 2 0\n",
            "p cnf 2\n1 2 0\n",
            "p dnf 2 1\n1 2 0\n",
            "p cnf -1 1\n1 0\n",
            "p cnf 99999999999 1\n1 0\n",
            "p cnf 2 x\n1 0\n",
            "p cnf 2 1\np cnf 2 1\n1 0\n",
            "p cnf 2 1\n1 3 0\n",
            "p cnf 2 1\n1 -5 0\n",
            "p cnf 2 1\n1 two 0\n",
            "p cnf 2 1\n1 2\n",
            "p cnf 2 2\n1 2 0\n",
            "p cnf 3 1\n1 0 2 0 3 0\n",
            "c p show 7 0\np cnf 2 1\n1 2 0\n",
            "(1 2",
            "(1 (2))",
            "(1 2))",
            "(1 2) 3",
            "(1 0 2)",
            "(1 x)",
            "(1 99999999)",
            "(1 99999999999999999999999)",
        ];
        let complaint = |text: &&str| match read(text) {
            Err(error) => error.render("test", text),
            Ok(_) => panic!("{text} is wrong"),
        };
        let all: Vec<String> = texts.iter().map(complaint).collect();
        insta::assert_snapshot!(all.join("\n"));
    }
}
